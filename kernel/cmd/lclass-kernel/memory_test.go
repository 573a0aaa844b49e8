//go:build !windows

package main

import (
	"slices"
	"strings"
	"testing"
)

// The keys are those of gonb's %ls.
func TestMemory(t *testing.T) {
	var m memory
	for _, step := range []struct {
		code string
		want string
	}{
		{"import (\n\"fmt\"\nx \"math\"\n)\n\ntype P struct{}\n\nfunc (p *P) A() {}\n\nfunc (p G[T]) B() {}\n\nvar u, v int", "P P~A u unknown~B v"},
		{"const (\n\ta = iota\n\tb\n)", "P P~A a b u unknown~B v"},
		{"%rm P~A u", "P a b unknown~B"},
		{"const b = 7", "P b unknown~B"},
		{"%%\nvar u int", "P b unknown~B"},
		{"func half( {", "P b unknown~B"},
		{"%%writefile x.go\nvar w int", "P b unknown~B"},
		{"%reset", ""},
		{"func (p *G[T]) A() {}\n\nfunc (p *G[K, V]) A() {}\n\nfunc (p G[K, V]) B() {}", "G[K, V]~A G[T]~A unknown~B"},
		{"%rm G[T]~A unknown~B", "G[K, V]~A"},
		{"import \"math\"\n\nvar math int", "G[K, V]~A math"},
		{"%rm math", "G[K, V]~A math"},
		{"%rm math", "G[K, V]~A"},
	} {
		m.add(testCell(step.code))
		var keys []string
		for _, d := range m.sorted() {
			keys = append(keys, d.key)
		}
		if got := strings.Join(keys, " "); got != step.want {
			t.Errorf("after %q: %q, want %q", step.code, got, step.want)
		}
	}
}

func TestFiles(t *testing.T) {
	var m memory
	m.add(testCell("import (\n\"fmt\"\nx \"math\"\n)\n\nfunc one() int { return 1 }\n\nfunc two() int { return 2 }\n\nfunc main() {}"))
	cell, before := m.files("!ls\nimport \"fmt\"\n\nfunc one() int { return 3 }\n\n%%\nfmt.Pr")
	want := "package main\nimport (x \"math\")\n\nimport \"fmt\"\n\nfunc one() int { return 3 }\n\nfunc main() {\nfmt.Pr\n}\n"
	if cell != want {
		t.Errorf("the cell is %q, want %q", cell, want)
	}
	want = "package main\nimport ( \"fmt\"; x \"math\")\nfunc two() int { return 2 }\n"
	if before != want {
		t.Errorf("before it %q, want %q", before, want)
	}
}

func TestVariables(t *testing.T) {
	got := variables("\n\na, _ := 1, 2\nvar b, c int\nfor i, x := range y {\n}\nif d, ok := f(); ok {\n}\nz = 3")
	slices.Sort(got)
	if want := []string{"a", "b", "c", "d", "i", "ok", "x"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestNameAt(t *testing.T) {
	for _, c := range []struct {
		line string // | is the cursor
		want string // the line from the name's position on
	}{
		{"fmt.Pri|nt(x)", "nt(x)"},
		{"fmt.Print|(x)", "t(x)"},
		{"fmt.Print(|", "t("},
		{"fmt.Print(f(1), |", "t(f(1), "},
		{"f(g(1, |", "g(1, "},
		{"größe(|", "e("},
		{"f(g(1))|", "f(g(1))"},
		{"x + |", ""},
		{"|", ""},
	} {
		before, after, _ := strings.Cut(c.line, "|")
		line := before + after
		at := nameAt(line, units(before))
		if got := string([]rune(line)[at:]); got != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}

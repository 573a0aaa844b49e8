//go:build !windows

package main

import (
	"strings"
	"testing"
)

// The texts are those of Go 1.26.
func TestAdvice(t *testing.T) {
	var known memory
	for i, code := range []string{
		"type P struct{ a int }\n\nfunc (p P) A() {}\n\nfunc (p *P) B() int { return p.a }",
		"%%\ntotal, _ := 3, 4\nfor i := range 3 {\n\tvar inner int\n}",
		"%%\nmodel := 1",
		"func model() int { return 1 }",
		"import (\n\t. \"math\"\n\t\"linclass/lclass\"\n)\n\nvar lclass = 3",
		"type G[T any] struct{ a T }\n\nfunc (g *G[T]) A() {}\n\nfunc (g G[T]) B() T { return g.a }",
	} {
		c := testCell(code)
		c.number = i + 1
		known.add(c)
	}
	refused := testCell("%%\nrefused := 1")
	refused.refused = true
	known.add(refused)

	for _, c := range []struct {
		at   fault
		want string
	}{
		{fault{9, 2, "expected declaration, found fmt"}, "Line 2 is a statement"},
		{fault{9, 2, "expected declaration, found x (and 3 more errors)"}, "Line 2 is a statement"},
		{fault{9, 2, "syntax error: non-declaration statement outside function body"}, "Line 2 is a statement"},
		{fault{9, 4, "expected declaration, found '}'"}, "Line 4: this } has no matching {"},
		{fault{9, 3, "undefined: total"}, "Line 3: total was declared below %% in cell [2]"},
		{fault{9, 3, "undefined: i"}, "in cell [2]"},
		{fault{9, 3, "undefined: inner"}, "in cell [2]"},
		{fault{9, 3, "undefined: model"}, ""},
		{fault{9, 3, "undefined: refused"}, ""},
		{fault{9, 3, "undefined: never"}, ""},
		{fault{1, 5, "p.a undefined (type *P has no field or method a)"}, "%rm P~B"},
		{fault{1, 2, "anything"}, ""},
		{fault{9, 5, "p.a undefined (type *P has no field or method a)"}, ""},
		{fault{9, 2, "lclass.L2 undefined (type int has no field or method L2)"}, "Line 2: lclass is what cell [5] declares, and hides the package lclass."},
		{fault{9, 2, "model.X undefined (type func() int has no field or method X)"}, ""},
		{fault{5, 2, `"math" imported and not used`}, "%rm .~math"},
		{fault{9, 2, `"math" imported and not used`}, ""},
		{fault{9, 2, "method G.A already declared at ./main.go:9:20"}, "Line 2: cell [6] also declares G.A, with other names of the types in the brackets. Remove that one with this line:\n%rm G[T]~A"},
		{fault{6, 3, "anything"}, "G.A of cell [6] does not match what this cell declares. Change it there and run that cell, or remove it with this line:\n%rm G[T]~A"},
		{fault{6, 5, "anything"}, "%rm unknown~B"},
		{fault{7, 2, "undefined: total"}, "Line 2 of cell [7]: total was declared"},
		{fault{0, 0, "no required module provides package example.org/x; to add it:"}, "The package example.org/x is not installed"},
		{fault{4, 2, "no required module provides package example.org/x; to add it:"}, "Line 2 of cell [4]: the package example.org/x is not installed"},
		{fault{0, 0, "cannot find module providing package example.org/x"}, "package example.org/x is not installed"},
		{fault{9, 1, "package maths is not in std (/usr/local/go/src/maths)"}, "Go has no package maths"},
		{fault{0, 0, "/usr/local/go/pkg/tool/linux_amd64/link: signal: killed"}, "memory ran out"},
	} {
		cell := testCell("")
		cell.number = 9
		cell.faults = []fault{c.at, c.at}
		got := cell.advice(&known)
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%v: %q, want %q once", c.at, got, c.want)
		}
	}
}

// Who interrupts the compiler does not hear of memory that ran out.
func TestAdviceToAnInterruptedCell(t *testing.T) {
	cell := testCell("%%\nf()")
	cell.interrupted = true
	cell.faults = []fault{{0, 0, "/usr/local/go/pkg/tool/linux_amd64/link: signal: killed"}}
	if got := cell.advice(&memory{}); len(got) != 1 || !strings.HasPrefix(got[0], "The cell was interrupted") {
		t.Errorf("%q", got)
	}
}

// The texts are those of Go 1.26.
func TestAdviceByTheLine(t *testing.T) {
	for _, c := range []struct {
		code string
		at   fault
		want string
	}{
		{"%%\nfunc f() {}", fault{1, 2, "expected '(', found f (and 1 more errors)"}, "Line 2: functions are declared above %%."},
		{"%%\ntype T int\nfunc (t T) größe() {}", fault{1, 3, "expected ';', found '{'"}, "Line 3: functions are declared above %%."},
		{"%%\nfunc Map[T any](x T) {}", fault{1, 2, "expected '(', found Map"}, "Line 2: functions are declared above %%."},
		{"%%\nfunc() { x := ( }()", fault{1, 2, "expected ')', found '}'"}, ""},
		{"func f() { return ( }\n%%\nf()", fault{1, 1, "expected ')', found '}'"}, ""},
		{"%%\nimport \"fmt\"", fault{1, 2, "expected statement, found 'import'"}, "Line 2: imports stand above %%."},
		{"%%\n{ // {\n}\nfor {\nif true {\n}", fault{0, 0, "expected '}', found 'EOF'"}, "A { has no matching }: the one in line 4,"},
		{"import \"C\"\n%%\nf()", fault{}, `A cell cannot import "C"`},
		{"%%writefile x.go\nimport \"C\"", fault{}, ""},
	} {
		cell := testCell(c.code)
		cell.number = 1
		cell.faults = []fault{c.at}
		got := cell.advice(&memory{})
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], c.want)) {
			t.Errorf("%q: %q, want %q", c.code, got, c.want)
		}
	}
}

func TestReplaced(t *testing.T) {
	const queue = "type Queue[T any] struct{}\n\nfunc (q Queue[T]) Len() int { return 0 }"
	const stack = "type Stack[T any] struct{}\n\nfunc (s Stack[T]) Len() int { return 0 }"
	for _, c := range []struct{ before, code, want string }{
		{queue, queue, ""},
		{queue, stack, "Line 3: Stack.Len replaces Queue.Len"},
		{"", queue + "\n\n" + stack, "Line 7: Stack.Len replaces Queue.Len"},
		{queue, strings.ReplaceAll(stack, "(s Stack", "(s *Stack"), ""},
		{queue, "func Len() int { return 0 }", ""},
		{queue, "%%writefile x.go\n" + stack, ""},
	} {
		var known memory
		known.add(testCell(c.before))
		got := strings.Join(testCell(c.code).replaced(&known), "")
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%q after %q: %q, want %q", c.code, c.before, got, c.want)
		}
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func documentation(t *testing.T, dir string, patterns ...string) []pkg {
	t.Helper()
	var out bytes.Buffer
	if err := run(dir, patterns, &out); err != nil {
		t.Fatal(err)
	}
	var packages []pkg
	if err := json.Unmarshal(out.Bytes(), &packages); err != nil {
		t.Fatal(err)
	}
	return packages
}

func TestDocumentation(t *testing.T) {
	p := documentation(t, "testdata/shapes", ".")[0]
	for _, want := range []string{
		`<a href="#Circle.Area">Circle.Area</a>`,
		`<a href="https://pkg.go.dev/math#Pi">math.Pi</a>`,
		"[hidden]",
		`<h2 id="hdr-Units">Units</h2>`,
		"1 &lt; 2 &amp; so on",
	} {
		if !strings.Contains(p.Doc, want) {
			t.Errorf("the package's text lacks %s:\n%s", want, p.Doc)
		}
	}
	var items []string
	decls := map[string]string{}
	var area item
	var visit func(in []item)
	visit = func(in []item) {
		for _, i := range in {
			items = append(items, i.Kind+" "+strings.Join(i.Names, ","))
			decls[i.Names[0]] = i.Decl
			if i.Kind == "method" {
				area = i
			}
			visit(i.Items)
		}
	}
	visit(p.Items)
	if want := []string{"const Unit", "type Circle", "func NewCircle", "method Circle.Area", "type Point"}; !slices.Equal(items, want) {
		t.Errorf("items %q, want %q", items, want)
	}
	for name, want := range map[string]string{
		"Unit": `const <span id="Unit">Unit</span>, _ = 1.0, 2.0`,
		"Circle": `type Circle struct {
    R     float64 <span class="c">// the radius</span>
    Point *<a href="#Point">Point</a>  <span class="c">// its centre</span>
    <span class="c">// contains filtered or unexported fields</span>
}`,
		"NewCircle":   `func NewCircle(Point <a href="#Point">Point</a>) *<a href="#Circle">Circle</a>`,
		"Circle.Area": `func (c <a href="#Circle">Circle</a>) Area() float64`,
	} {
		if decls[name] != want {
			t.Errorf("%s is\n%s\nwant\n%s", name, decls[name], want)
		}
	}
	if len(area.Examples) != 1 {
		t.Fatalf("Area has %d examples, want one", len(area.Examples))
	}
	e := area.Examples[0]
	if want := "c := shapes.NewCircle(shapes.Point{})\n// π, for the unit.\nfmt.Printf(\"%.2f\\n\", c.Area())"; e.Code != want || e.Output != "3.14" {
		t.Errorf("the example is\n%s\nwith output %q", e.Code, e.Output)
	}
}

func TestSource(t *testing.T) {
	for _, c := range []struct{ module, path, want string }{
		{"lin", "lin/a/b", "a/b"},
		{"example.com/owner/lin", "example.com/owner/lin/a/b", "a/b"},
		{"example.com/owner/lin", "example.com/owner/lin", "."},
	} {
		l := listing{ImportPath: c.path}
		l.Module.Path = c.module
		if got := l.source(); got != c.want {
			t.Errorf("%s of %s is in %s, want %s", c.path, c.module, got, c.want)
		}
	}
	if got := documentation(t, "../..", "./lclass/metric")[0].Source; got != "lclass/metric" {
		t.Errorf("the source of lclass/metric is %s", got)
	}
}

func TestTwoRunsAgree(t *testing.T) {
	var a, b bytes.Buffer
	for _, out := range []*bytes.Buffer{&a, &b} {
		if err := run("../..", []string{"./lclass/..."}, out); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(a.Bytes(), b.Bytes()) {
		t.Error("two runs differ")
	}
}

func TestRunRefuses(t *testing.T) {
	if err := run("../..", []string{"./no/such/package"}, new(bytes.Buffer)); err == nil {
		t.Error("a package that is not there has documentation")
	}
}

// A doc link that leads nowhere stays in brackets.
func TestDocLinksOfTheLibrary(t *testing.T) {
	brackets := regexp.MustCompile(`\[[A-Z]\w*(\.\w+)?\]`)
	code := regexp.MustCompile(`(?s)<pre>.*?</pre>`)
	var check func(where, html string)
	check = func(where, html string) {
		for _, name := range brackets.FindAllString(code.ReplaceAllString(html, ""), -1) {
			t.Errorf("%s: %s leads nowhere", where, name)
		}
	}
	packages := documentation(t, "../..", "./lclass/...", "./datasets/...", "./frames/...", "./plots/...")
	if len(packages) < 10 {
		t.Errorf("only %d packages", len(packages))
	}
	for _, p := range packages {
		check(p.Path, p.Doc)
		var visit func(in []item)
		visit = func(in []item) {
			for _, i := range in {
				if len(i.Names) > 0 {
					check(p.Path+"."+i.Names[0], i.Doc)
				}
				visit(i.Items)
			}
		}
		visit(p.Items)
	}
}

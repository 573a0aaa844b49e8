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
		{fault{0, 0, "no required module provides package example.org/x; to add it:"}, "package example.org/x is not installed"},
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

package grading

import (
	"strings"
	"testing"

	"linclass/assignments/lgrade/internal/notebook"
)

// What becomes of notebooks costs nothing as long as the functions are in them, and a
// mistake costs only the task that it is in.
func TestOddNotebooks(t *testing.T) {
	g := grader(t)
	const all = "Score 4 Step 3 Train 4 Order 2"
	broken := strings.Replace(score, "return b", "return nothing", 1)
	for _, c := range []struct {
		name  string
		cells []string
		want  string
		says  string
	}{
		{"each in its cell", []string{"#Score\n" + score, "#Step\n" + step, "#Train\n" + train, "#Order\n" + order}, all, ""},
		{"cells retyped", []string{score, step, train, order}, all, ""},
		{"all in one cell, backwards", []string{order + train + step + score}, all, ""},
		{"cells moved", []string{"#Order\n" + score, "#Score\n" + order, "#Train\n" + step, "#Step\n" + train}, all, ""},
		{"imports in a cell of their own", []string{"import (\n\t\"os\"\n\t\"math/rand/v2\"\n)", score, step, train, order}, all, ""},
		{"the body in helpers of other cells", []string{"func times(a, b float64) float64 { return a * b }", strings.Replace(score, "w[i] * x[i]", "times(w[i], x[i])", 1), step, train, order}, all, ""},
		{"copied cell, the first is the stub", []string{"#Score\n" + scoring(`panic("not implemented: Score")`), "#Score\n" + score, step, train, order}, all, "are all called"},
		{"copied cell, the last is the stub", []string{"#Score\n" + score, "#Score\n" + scoring(`panic("not implemented: Score")`), step, train, order}, all, "are all called"},
		{"tries in later cells", []string{"#Score\n" + score, step, train, order, scoring("return 0"), "%%\nfmt.Println(Score(nil, 0, nil))"}, all, ""},
		{"another Sign", []string{score, step, train, order, "func Sign(z float64) float64 {\n\tif z < 0 {\n\t\treturn -1\n\t}\n\treturn 1\n}"}, all, ""},
		{"broken cells that nothing needs", []string{score, step, train, order, "func more( {", "var x = nothing", "import \"os\"\nfunc leave() { os.Exit(0) }"}, all, ""},
		{"one does not compile", []string{"#Score\n" + broken, step, train, order}, "Score 0 Step 3 Train 4 Order 2", "cell 1 (Score), line 5: undefined: nothing"},
		{"one does not parse", []string{"#Score\nfunc Score(", step, train, order}, "Score 0 Step 3 Train 4 Order 2", "cell 1 (Score), line 1: "},
		{"two in a cell, one does not parse", []string{"func Score(w []float64 {\n\treturn 0\n}\n" + step, train, order}, "Score 0 Step 3 Train 4 Order 2", "cell 1, line 1: "},
		{"what others call does not compile", []string{score, strings.Replace(step, "Sign(z)", "Sign(zz)", 1), train, order}, "Score 4 Step 0 Train 4 Order 2", "cell 2, line 6: undefined: zz"},
		{"what others call is missing", []string{score, train, order}, "Score 4 Step 0 Train 4 Order 2", "no cell has a function Step"},
		{"what others call panics at the start", []string{score, "var start = func() float64 { panic(0) }()\n" + strings.Replace(step, "z := b", "z := b + start", 1), train, order}, "Score 4 Step 0 Train 4 Order 2", "stopped before its checks began"},
		{"a helper does not compile", []string{"func help() float64 { return nothing }", scoring("return help()"), step, train, order}, "Score 0 Step 3 Train 4 Order 2", "needs help: cell 1, line 1: undefined: nothing"},
		{"what others call has another type", []string{score, "func Step(w []float64) []float64 { return w }", strings.Replace(train, "w, b = Step(w, b, eta, X[i], t[i])", "w = Step(w)\nb = t[i] - b", 1), order}, "Score 4 Step 0 Train 0 Order 2", "Step is a func(w []float64) []float64; want"},
		{"a later try does not compile", []string{score, broken, step, train, order}, all, "Score is taken from cell 1, line 1, because the later version has a mistake: cell 2, line 5: undefined: nothing"},
		{"a type that hides a built-in one", []string{"type float64 = float32\n" + score, step, train, order}, "Score 0 Step 0 Train 0 Order 2", "the notebook redeclares Go's float64 in cell 1, line 1: give it another name"},
		{"nothing", nil, "Score 0 Step 0 Train 0 Order 0", "no cell has a function Order"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := g.Grade(t.Context(), handedIn(c.cells...))
			if err != nil {
				t.Fatal(err)
			}
			if got := table(m); got != c.want {
				t.Errorf("got %s, want %s\n%s", got, c.want, say(m))
			}
			if !strings.Contains(say(m), c.says) {
				t.Errorf("want %q in\n%s", c.says, say(m))
			}
		})
	}
}

// Code in a locked cell does not count, and its student is told. What is not code of the
// student's own is no matter.
func TestLockedCells(t *testing.T) {
	g := grader(t)
	locked := func(id, source string) notebook.Cell {
		return notebook.Cell{Kind: "code", Source: source, Grade: &notebook.Grade{ID: id, Locked: true}}
	}
	for _, c := range []struct {
		name  string
		cells []notebook.Cell
		want  string
		says  string // "" for no note
	}{
		{"as handed out", []notebook.Cell{locked("Score-check", "%%\ncheck.Score(Score)")}, "Score 4 Step 3 Train 4 Order 2", ""},
		{"other blanks, other ends of lines", []notebook.Cell{locked("Score-check", "%%\r\n\tcheck.Score(Score)\n\n")}, "Score 4 Step 3 Train 4 Order 2", ""},
		{"emptied", []notebook.Cell{locked("Score-check", "\n")}, "Score 4 Step 3 Train 4 Order 2", ""},
		{"changed", []notebook.Cell{locked("given", "func Sign(z float64) float64 { return 0 }"), locked("Step-check", "%%\nfmt.Println(Step)")}, "Score 4 Step 3 Train 4 Order 2", "not as they were handed out: cell 5 (given), cell 6 (Step-check); their code is ignored"},
		{"an answer that somebody has locked", []notebook.Cell{{Kind: "code", Source: scoring("return 0"), Grade: &notebook.Grade{ID: "Score", Solution: true, Locked: true}}}, "Score 1 Step 3 Train 4 Order 2", ""},
		{"an answer in a cell of text", []notebook.Cell{{Kind: "markdown", Source: scoring("return 0"), Grade: &notebook.Grade{ID: "Score", Solution: true}}}, "Score 1 Step 3 Train 4 Order 2", "cells of text: cell 5 (Score)"},
		{"a question", []notebook.Cell{{Kind: "markdown", Source: scoring("return 0"), Grade: &notebook.Grade{ID: "why", Solution: true, Grade: true}}}, "Score 4 Step 3 Train 4 Order 2", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := handedIn(score, step, train, order)
			n.Cells = append(n.Cells, c.cells...)
			m, err := g.Grade(t.Context(), n)
			if err != nil {
				t.Fatal(err)
			}
			if got := table(m); got != c.want || len(m.Notes) == 0 != (c.says == "") || !strings.Contains(say(m), c.says) {
				t.Errorf("got %s, want %s and %q\n%s", got, c.want, c.says, say(m))
			}
		})
	}
}

// Package checking is what the checks of the assignments are made of: those that
// students run in the notebook, and those that only the lecturer has. A check calls
// an answer, compares what it got with what it wanted, and says both.
package checking

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Task is one function that students write, with what checks it.
type Task struct {
	Name   string // of the function
	Checks []Check
}

// Points returns the sum of the checks' points.
func (t Task) Points() float64 {
	var sum float64
	for _, c := range t.Checks {
		sum += c.Points
	}
	return sum
}

// A Check is one thing that a right answer does. Do ends at the first difference
// that its Try is told of.
type Check struct {
	Name   string  // what a right answer does: "moves the bias, too"
	Hint   string  // where to look if it does not; may be empty
	Points float64 // all or nothing
	Do     func(t *Try)
}

// A Result is what came of a check.
type Result struct {
	Task   string
	Check  string
	Points float64 // what it is worth
	Passed bool
	Hint   string // of the check

	// Of the first difference: what was looked at, what came out and what is
	// right. Of a panic there is only What.
	What, Got, Want string
}

// Run makes the check. A panic of the answer fails it.
func (c Check) Run(task string) (r Result) {
	r = Result{Task: task, Check: c.Name, Points: c.Points, Hint: c.Hint}
	t, ended := &Try{}, false
	defer func() {
		p := recover()
		switch {
		case t.first != nil:
			r.What, r.Got, r.Want = t.first.what, t.first.got, t.first.want
		case p != nil:
			r.What = fmt.Sprintf("stops with a panic: %v", p)
		default:
			r.Passed = ended
		}
	}()
	c.Do(t)
	ended = true
	return r
}

// A Try is one run of a check. Its methods compare and end the run when there is
// a difference. What says what is looked at, best as a call: "Score([1 2], 0.5)".
type Try struct {
	first *difference // kept, as an answer may recover from the panic
}

type difference struct{ what, got, want string }

// Fail ends the check.
func (t *Try) Fail(what, got, want string) {
	if t.first == nil {
		t.first = &difference{what, got, want}
	}
	panic("the check has failed")
}

// True is for what is not a number.
func (t *Try) True(ok bool, what, got, want string) {
	if !ok {
		t.Fail(what, got, want)
	}
}

// Number wants got to be want but for rounding: to 1e-9, relative if |want| > 1.
// Infinities and NaN must be the same.
func (t *Try) Number(what string, got, want float64) { t.Near(what, got, want, 1e-9) }

// Near is Number with another tolerance.
func (t *Try) Near(what string, got, want, tol float64) {
	if !near(got, want, tol) {
		t.Fail(what, Show(got), Show(want))
	}
}

// Numbers is Number for each component; the lengths must be the same, too.
func (t *Try) Numbers(what string, got, want []float64) { t.NearAll(what, got, want, 1e-9) }

// NearAll is Numbers with another tolerance.
func (t *Try) NearAll(what string, got, want []float64, tol float64) {
	if !allNear(got, want, tol) {
		t.Fail(what, Show(got), Show(want))
	}
}

// Same is Numbers for what an answer has said of two problems that have the same answer.
// NaN and infinities are the same as nothing, so that an answer cannot agree with itself
// by saying nothing. A constant does agree with itself: want a right value, too.
func (t *Try) Same(what string, got, want []float64) {
	for _, v := range want {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Fail(what, Show(want), "finite numbers")
		}
	}
	t.Numbers(what, got, want)
}

// Varies wants numbers that are finite and not all the same, of problems whose answers
// are not.
func (t *Try) Varies(what string, got ...float64) {
	t.True(Spread(got) > 0, what, Show(got), "finite numbers that are not all the same")
}

// Spread returns how far the largest number is from the smallest, NaN if there is none or
// one is not finite.
func Spread(x []float64) float64 {
	if len(x) == 0 || math.IsInf(slices.Max(x), 0) || math.IsInf(slices.Min(x), 0) {
		return math.NaN()
	}
	return slices.Max(x) - slices.Min(x)
}

// Rows is Numbers for each row of a matrix.
func (t *Try) Rows(what string, got, want [][]float64) {
	t.Equal(what+", rows", len(got), len(want))
	for i := range want {
		if !allNear(got[i], want[i], 1e-9) {
			t.Fail(fmt.Sprintf("%s, row %d", what, i), Show(got[i]), Show(want[i]))
		}
	}
}

// Equal is for whole numbers, texts, truth values, and slices of them.
func (t *Try) Equal(what string, got, want any) {
	if !same(got, want) {
		t.Fail(what, Show(got), Show(want))
	}
}

// same is quick for what checks compare by the thousand: grading interprets them.
func same(got, want any) bool {
	switch g := got.(type) {
	case int:
		if w, ok := want.(int); ok {
			return g == w
		}
	case []int:
		if w, ok := want.([]int); ok {
			return slices.Equal(g, w)
		}
	}
	return fmt.Sprint(got) == fmt.Sprint(want)
}

func allNear(got, want []float64, tol float64) bool {
	return slices.EqualFunc(got, want, func(a, b float64) bool { return near(a, b, tol) })
}

// near lets infinities and NaN agree with themselves.
func near(got, want, tol float64) bool {
	if math.IsNaN(want) || math.IsInf(want, 0) {
		return got == want || math.IsNaN(got) && math.IsNaN(want)
	}
	return math.Abs(got-want) <= tol*max(1, math.Abs(want))
}

// Show writes a value as messages have it: numbers to six digits, slices in
// brackets, long ones shortened.
func Show(value any) string {
	switch v := value.(type) {
	case float64:
		return strconv.FormatFloat(v, 'g', 6, 64)
	case []float64:
		return shorten(v)
	case []int:
		return shorten(v)
	case [][]float64:
		texts := make([]string, len(v))
		for i, x := range v {
			texts[i] = Show(x)
		}
		return "[" + strings.Join(texts, " ") + "]"
	}
	return fmt.Sprint(value)
}

// shorten writes the first numbers of a slice.
func shorten[T any](v []T) string {
	const most = 8
	texts := make([]string, 0, most)
	for i, x := range v {
		if i == most {
			texts = append(texts, fmt.Sprintf("… (%d in all)", len(v)))
			break
		}
		texts = append(texts, Show(x))
	}
	return "[" + strings.Join(texts, " ") + "]"
}

// Fresh returns a copy, so that an answer which changes what it is given spoils
// nothing.
func Fresh(x []float64) []float64 { return slices.Clone(x) }

// FreshRows is Fresh for a matrix.
func FreshRows(x [][]float64) [][]float64 {
	rows := make([][]float64, len(x))
	for i, row := range x {
		rows[i] = slices.Clone(row)
	}
	return rows
}

package checking

import (
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestTry(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name   string
		do     func(t *Try)
		passed bool
	}{
		{"equal", func(t *Try) { t.Number("", 2, 2) }, true},
		{"rounded", func(t *Try) { t.Number("", 0.1+0.2, 0.3) }, true},
		{"relative", func(t *Try) { t.Number("", 1e12+1, 1e12) }, true},
		{"too far", func(t *Try) { t.Number("", 1e-8, 0) }, false},
		{"infinite", func(t *Try) { t.Number("", inf, inf) }, true},
		{"other infinity", func(t *Try) { t.Number("", -inf, inf) }, false},
		{"infinite for finite", func(t *Try) { t.Number("", inf, 1e300) }, false},
		{"finite for infinite", func(t *Try) { t.Number("", 1e300, inf) }, false},
		{"NaN", func(t *Try) { t.Number("", nan, nan) }, true},
		{"NaN for a number", func(t *Try) { t.Number("", nan, 1) }, false},
		{"vector", func(t *Try) { t.Numbers("", []float64{1, 2}, []float64{1, 2}) }, true},
		{"vector, nil for empty", func(t *Try) { t.Numbers("", nil, []float64{}) }, true},
		{"vector, shorter", func(t *Try) { t.Numbers("", []float64{1}, []float64{1, 2}) }, false},
		{"vector, longer", func(t *Try) { t.Numbers("", []float64{1, 2, 3}, []float64{1, 2}) }, false},
		{"rows", func(t *Try) { t.Rows("", [][]float64{{1}, {2, 3}}, [][]float64{{1}, {2, 3}}) }, true},
		{"rows, one missing", func(t *Try) { t.Rows("", [][]float64{{1}}, [][]float64{{1}, {2}}) }, false},
		{"rows, none", func(t *Try) { t.Rows("", nil, [][]float64{{1}}) }, false},
		{"whole numbers", func(t *Try) { t.Equal("", []int{1, 2}, []int{1, 2}) }, true},
		{"whole numbers, other", func(t *Try) { t.Equal("", 1, 2) }, false},
		{"whole numbers, the ninth", func(t *Try) { t.Equal("", make([]int, 9), append(make([]int, 8), 1)) }, false},
		{"panic", func(*Try) { panic("index out of range") }, false},
		{"nil panic", func(*Try) { panic(nil) }, false},
		{"recovered", func(t *Try) {
			defer func() { recover() }()
			t.Number("", 1, 2)
		}, false},
	} {
		if r := (Check{Do: c.do}).Run(""); r.Passed != c.passed {
			t.Errorf("%s: passed is %v: %+v", c.name, r.Passed, r)
		}
	}
}

// A check that goes on after its first difference would blame what follows from it.
func TestFirstDifference(t *testing.T) {
	r := Check{Do: func(t *Try) {
		t.Number("first", 1, 2)
		t.Number("second", 3, 4)
	}}.Run("Score")
	if r.What != "first" || r.Got != "1" || r.Want != "2" || r.Task != "Score" {
		t.Errorf("%+v", r)
	}
}

func TestShow(t *testing.T) {
	for _, c := range []struct {
		value any
		want  string
	}{
		{0.1 + 0.2, "0.3"},
		{[]float64{1, 0.5}, "[1 0.5]"},
		{[][]float64{{1}, nil}, "[[1] []]"},
		{make([]float64, 9), "[0 0 0 0 0 0 0 0 … (9 in all)]"},
		{[]int{1, 2}, "[1 2]"},
		{make([]int, 9), "[0 0 0 0 0 0 0 0 … (9 in all)]"},
		{true, "true"},
	} {
		if got := Show(c.value); got != c.want {
			t.Errorf("%v: %q, want %q", c.value, got, c.want)
		}
	}
}

func TestPrint(t *testing.T) {
	task := Task{Name: "Double", Checks: []Check{
		{Name: "doubles 0", Points: 1, Do: func(t *Try) { t.Number("Double(0)", 0, 0) }},
		{Name: "doubles 1", Points: 2, Hint: "twice 1 is 1 + 1", Do: func(t *Try) { t.Number("Double(1)", 1, 2) }},
		{Name: "doubles 2", Do: func(*Try) { panic("not implemented") }},
	}}
	var out strings.Builder
	synctest.Test(t, func(*testing.T) { fprint(&out, task, patience) })
	want := `Double
  ✓ doubles 0
  ✗ doubles 1
      Double(1)
      got:  1
      want: 2
      hint: twice 1 is 1 + 1
  ✗ doubles 2
      stops with a panic: not implemented
  1 of 3 checks, 1 of 3 points here; grading runs more checks
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestPrintOfExercises(t *testing.T) {
	for _, c := range []struct {
		double func(int) int
		want   string
	}{
		{func(x int) int { return x + x }, "double\n  ✓ doubles 0\n  ✓ doubles 1\n  2 of 2 checks\n"},
		{func(int) int { panic("not implemented: double") }, "double\n  ✗ not implemented: put your code in place of the line with panic, and check again\n"},
	} {
		task := Task{Name: "double", Checks: []Check{
			{Name: "doubles 0", Do: func(t *Try) { t.Equal("double(0)", c.double(0), 0) }},
			{Name: "doubles 1", Do: func(t *Try) { t.Equal("double(1)", c.double(1), 2) }},
		}}
		var out strings.Builder
		synctest.Test(t, func(*testing.T) { fprint(&out, task, patience) })
		if out.String() != c.want {
			t.Errorf("got\n%swant\n%s", out.String(), c.want)
		}
	}
}

func TestPrintEndsEndlessLoops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		begin, loop := time.Now(), make(chan bool)
		defer close(loop)
		fprint(&out, Task{Name: "Train", Checks: []Check{
			{Name: "is slow", Do: func(*Try) { time.Sleep(patience - 1) }},
			{Name: "ends", Do: func(*Try) { <-loop }},
			{Name: "is not reached", Do: func(*Try) {}},
		}}, patience)
		if got := out.String(); !strings.Contains(got, "✓ is slow") || !strings.Contains(got, "has not come to an end after 10s") || strings.Contains(got, "reached") {
			t.Error(got)
		}
		if took := time.Since(begin); took != 2*patience-1 {
			t.Errorf("it waited %v", took)
		}
	})
}

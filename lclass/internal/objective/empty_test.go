package objective_test

import (
	"math"
	"slices"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// Combined rows leave the objective what it is, and what is left out is counted.
func TestCombineEmpty(t *testing.T) {
	const n, d = 300, 2
	var b rows.Builder
	x := table("dense", n, d)
	for i := range n {
		for j := range d {
			if v := x.At(i, j); v != 0 {
				b.Add(j, v)
			}
		}
		b.EndRow()
	}
	for _, c := range []struct {
		loss loss.Loss
		k    int
	}{{loss.Hinge{}, 1}, {loss.CrammerSinger{}, 3}} {
		o := problem(c.loss, c.k, b.Sparse(d), 0.1)
		if c.k == 1 {
			for i, v := range o.Targets.Value {
				o.Targets.Value[i] = 2*v - 1
			}
		}
		combined, out := o.CombineEmpty()
		left := combined.Samples()
		for _, count := range out {
			left += count
		}
		if left != n || combined.Samples() > 250 {
			t.Errorf("%T: %d rows, without %v", c.loss, combined.Samples(), out)
		}
		empty := map[int]int{}
		for i := range combined.Samples() {
			if combined.Weight[i] > 0 && combined.X.At(i, 0) == 0 && combined.X.At(i, 1) == 0 {
				empty[combined.Targets.Class[i]]++
			}
		}
		for class, count := range empty {
			if count > 1 {
				t.Errorf("%T: %d empty rows of class %d", c.loss, count, class)
			}
		}
		for round := range 5 {
			theta := start(o.Dim())
			for i := range theta {
				theta[i] *= float64(round - 2)
			}
			want, got := o.Pass(theta, objective.Want{Gradient: true}), combined.Pass(theta, objective.Want{Gradient: true})
			if math.Abs(o.Value(want, theta)-combined.Value(got, theta)) > 1e-13 || math.Abs(want.Weight-got.Weight) > 1e-11 {
				t.Errorf("%T: value %v, want %v", c.loss, combined.Value(got, theta), o.Value(want, theta))
			}
			wrong := 0
			_, biases := o.Split(theta)
			for class, count := range out {
				if loss.Wrong(biases, class) {
					wrong += count
				}
			}
			if got.Errors+wrong != want.Errors {
				t.Errorf("%T: %d errors and %d of those left out, want %d", c.loss, got.Errors, wrong, want.Errors)
			}
			for i, v := range o.Gradient(want, theta) {
				if math.Abs(v-combined.Gradient(got, theta)[i]) > 1e-13 {
					t.Errorf("%T: slope %d is %v, want %v", c.loss, i, combined.Gradient(got, theta)[i], v)
				}
			}
		}
		if again, out := combined.CombineEmpty(); again != combined || slices.Max(out) > 0 {
			t.Errorf("%T: combined twice, without %v", c.loss, out)
		}
	}
	o := problem(loss.Hinge{}, 1, table("dense", n, d), 0.1)
	if combined, _ := o.CombineEmpty(); combined != o {
		t.Error("dense rows are combined")
	}
}

package solve_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// many rows have a share of 2048, a sixteenth, and few are not eight times 1024.
const (
	many = 16*2048 + 3
	few  = 8*1024 - 1
)

// seen reports whether the share, 64 rows of each 32nd of all, has row i.
func seen(i int) bool {
	for s := range 32 {
		if from := many * s / 32; from <= i && i < from+64 {
			return true
		}
	}
	return false
}

// change applies f to the rows, which it may change.
func change(o *objective.Objective, f func(i int, x []float64)) {
	n, d := o.X.Dims()
	x := mat.NewDense(n, d, nil)
	for i := range n {
		o.X.Row(x.RawRowView(i), i)
		f(i, x.RawRowView(i))
	}
	o.X = rows.NewDense(n, d, x.RawMatrix().Data)
}

func zero(o *objective.Objective) []float64 { return make([]float64, o.Dim()) }

func byNewton(o *objective.Objective, from []float64) solve.Seq {
	return solve.Newton(o, solve.NewtonSettings{Start: from, MaxIter: 100, Tol: 1e-12, Separable: o.L2 == 0})
}

func byQuasiNewton(o *objective.Objective, from []float64) solve.Seq {
	return solve.QuasiNewton(o, solve.QuasiNewtonSettings{Start: from, MaxIter: 1000, Tol: 1e-14, Memory: 20, Separable: o.L2 == 0})
}

// With many rows a solver begins close to the minimum, and ends where it would
// have from 0, in fewer steps.
func TestWarmStart(t *testing.T) {
	for _, c := range []struct {
		l      loss.Loss
		k      int
		lambda float64
	}{{loss.Logistic{}, 1, 0}, {loss.Logistic{}, 1, 0.01}, {loss.Softmax{}, 3, 0}} {
		o := problem(c.l, many, 3, c.k, c.lambda)
		for name, run := range map[string]func(*objective.Objective, []float64) solve.Seq{"Newton": byNewton, "QuasiNewton": byQuasiNewton} {
			if name == "QuasiNewton" && c.k > 1 {
				continue
			}
			t.Run(fmt.Sprintf("%T/λ=%v/%s", c.l, c.lambda, name), func(t *testing.T) {
				want, got := end(t, run(o, zero(o))), end(t, run(o, nil))
				if got.End != solve.Converged || got.Epoch >= want.Epoch {
					t.Errorf("end %v after %d steps, from 0 after %d: %s", got.End, got.Epoch, want.Epoch, got.Note)
				}
				near(t, "warm start", differences0(o, got.Theta), differences0(o, want.Theta), 1e-7)
			})
		}
	}
}

// differences0 returns the differences to the last score, of which alone
// softmax knows.
func differences0(o *objective.Objective, theta []float64) []float64 {
	if o.K == 1 {
		return theta
	}
	d := slices.Clone(theta)
	for i := range d {
		d[i] -= theta[i/o.K*o.K+o.K-1]
	}
	return d
}

// Rows that are read in blocks give the steps of those in memory.
func TestWarmStartOfBlocks(t *testing.T) {
	o := problem(loss.Logistic{}, many, 3, 1, 0)
	want := end(t, byNewton(o, nil))
	lazy := *o
	var lost error
	lazy.X = rows.NewBlocks(many, 3, 1024, 1, func(x []float64, lo, hi int) error {
		for i := lo; i < hi; i++ {
			o.X.Row(x[(i-lo)*3:(i-lo+1)*3], i)
		}
		return lost
	})
	got := end(t, byNewton(&lazy, nil))
	if !slices.Equal(got.Theta, want.Theta) || got.Epoch != want.Epoch {
		t.Errorf("θ = %v after %d steps, want %v after %d", got.Theta, got.Epoch, want.Theta, want.Epoch)
	}
	lost = errors.New("lost")
	if lazy.X.(*rows.Blocks[float64]).Subset([]int{5}); lazy.Part(2048) != nil {
		t.Error("a part of rows that cannot be read")
	}
}

// Where the share has no minimum, or one that has nothing to do with that of all
// rows, the solvers begin at 0.
func TestNoWarmStart(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(o *objective.Objective)
	}{
		{"few rows", func(o *objective.Objective) {
			o.X = o.X.Subset(slices.Collect(func(yield func(int) bool) {
				for i := 0; i < few && yield(i); i++ {
				}
			}))
			o.Weight, o.Targets = o.Weight[:few], o.Targets.Slice(0, few, 1)
		}},
		{"a feature that the share does not have", func(o *objective.Objective) {
			change(o, func(i int, x []float64) {
				if seen(i) {
					x[1] = 0
				}
			})
		}},
		{"a feature that separates the share", func(o *objective.Objective) {
			change(o, func(i int, x []float64) {
				if seen(i) {
					x[1] = 2*o.Targets.Value[i] - 1
				}
			})
		}},
		{"a share of the opposite", func(o *objective.Objective) {
			change(o, func(i int, x []float64) {
				if seen(i) {
					x[0], x[1], x[2] = -2*x[0], -2*x[1], -2*x[2]
				}
			})
		}},
		{"a share without weight", func(o *objective.Objective) {
			for i := range o.Weight {
				if seen(i) {
					o.Weight[i] = 0
				}
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := problem(loss.Logistic{}, many, 3, 1, 0)
			c.set(o)
			for _, run := range []func(*objective.Objective, []float64) solve.Seq{byNewton, byQuasiNewton} {
				want, got := end(t, run(o, zero(o))), end(t, run(o, nil))
				if got.End != solve.Converged || !slices.Equal(got.Theta, want.Theta) {
					t.Errorf("end %v, θ = %v, want %v", got.End, got.Theta, want.Theta)
				}
			}
		})
	}
}

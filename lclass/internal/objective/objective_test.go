package objective_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// table draws n×d values in the given storage; a third of them are not zero.
func table(storage string, n, d int) rows.Rows {
	rng := rand.New(rand.NewPCG(1, 1))
	x, bytes := make([]float64, n*d), make([]uint8, n*d)
	for i := range x {
		if rng.IntN(3) == 0 {
			bytes[i] = uint8(1 + rng.IntN(255))
		}
		x[i] = float64(bytes[i]) / 100
	}
	if storage == "dense" {
		return rows.NewDense(n, d, x)
	}
	return rows.NewSparse(n, d, bytes, .01)
}

// problem has random targets and weights, every seventh of which is 0.
func problem(l loss.Loss, k int, x rows.Rows, lambda float64) *objective.Objective {
	rng := rand.New(rand.NewPCG(2, 2))
	n, _ := x.Dims()
	o := &objective.Objective{X: x, Loss: l, K: k, L2: lambda, Weight: make([]float64, n)}
	for i := range n {
		class := rng.IntN(max(k, 2))
		if i%7 > 0 {
			o.Weight[i] = rng.ExpFloat64()
		}
		o.Targets.Class = append(o.Targets.Class, class)
		for j := range k {
			value := 0.0
			if k == 1 && class == 1 || k > 1 && class == j {
				value = 1
			}
			o.Targets.Value = append(o.Targets.Value, value)
		}
	}
	return o
}

// each calls f with every loss that has a derivative, dense and sparse, with
// and without a penalty.
func each(t *testing.T, n int, f func(t *testing.T, o *objective.Objective)) {
	for _, storage := range []string{"dense", "sparse"} {
		for _, lambda := range []float64{0, .3} {
			for _, c := range []struct {
				l loss.Loss
				k int
			}{{loss.Logistic{}, 1}, {loss.Softmax{}, 3}, {loss.Squared{}, 1}, {loss.Squared{}, 3}} {
				t.Run(fmt.Sprintf("%T/k=%d/%s/λ=%v", c.l, c.k, storage, lambda), func(t *testing.T) {
					f(t, problem(c.l, c.k, table(storage, n, 4), lambda))
				})
			}
		}
	}
}

func start(n int) []float64 {
	rng := rand.New(rand.NewPCG(3, 3))
	theta := make([]float64, n)
	for i := range theta {
		theta[i] = rng.NormFloat64() / 2
	}
	return theta
}

func at(theta []float64, i int, h float64) []float64 {
	moved := slices.Clone(theta)
	moved[i] += h
	return moved
}

func value(o *objective.Objective, theta []float64) float64 {
	return o.Value(o.Pass(theta, objective.Want{}), theta)
}

// step is ε^⅓: with it a central difference of values up to 10 is good to
// about 1e-9.
const step = 6e-6

func TestGradientIsTheSlopeOfTheValue(t *testing.T) {
	each(t, 300, func(t *testing.T, o *objective.Objective) {
		theta := start(o.Dim())
		g := o.Gradient(o.Pass(theta, objective.Want{Gradient: true}), theta)
		for i := range theta {
			slope := (value(o, at(theta, i, step)) - value(o, at(theta, i, -step))) / (2 * step)
			if math.Abs(slope-g[i]) > 1e-8 {
				t.Errorf("∂L/∂θ%d = %v, differences give %v", i, g[i], slope)
			}
		}
	})
}

func scaledGradient(s *objective.Scaled, psi []float64) []float64 {
	theta, g := make([]float64, len(psi)), make([]float64, len(psi))
	s.Raw(theta, psi)
	s.Gradient(g, s.Pass(theta, objective.Want{Gradient: true}), theta)
	return g
}

func TestScaledGradientAndHessian(t *testing.T) {
	each(t, 300, func(t *testing.T, o *objective.Objective) {
		s := objective.Scale(o)
		psi, theta := start(o.Dim()), make([]float64, o.Dim())
		inScale := func(psi []float64) float64 {
			s.Raw(theta, psi)
			return value(o, theta)
		}
		g := scaledGradient(s, psi)
		for i := range psi {
			slope := (inScale(at(psi, i, step)) - inScale(at(psi, i, -step))) / (2 * step)
			if math.Abs(slope-g[i]) > 1e-8 {
				t.Errorf("∂L/∂ψ%d = %v, differences give %v", i, g[i], slope)
			}
		}
		if _, ok := o.Loss.(loss.Curved); !ok {
			return
		}
		s.Raw(theta, psi)
		sum := o.Pass(theta, objective.Want{Gradient: true, Shift: s.Mean})
		h := s.Hessian(sum).Full()
		for i := range psi {
			up, down := scaledGradient(s, at(psi, i, step)), scaledGradient(s, at(psi, i, -step))
			for j := range psi {
				if d := (up[j] - down[j]) / (2 * step); math.Abs(d-h.At(i, j)) > 1e-8 {
					t.Errorf("∂²L/∂ψ%d∂ψ%d = %v, differences give %v", i, j, h.At(i, j), d)
				}
			}
		}
	})
}

// The features of x̃ have mean 0 and deviation 1, so their Gram matrix has 1 on
// the diagonal and 0 beside the bias.
func TestCorrelations(t *testing.T) {
	for _, storage := range []string{"dense", "sparse"} {
		o := problem(loss.Logistic{}, 1, table(storage, 2000, 4), 0)
		c := objective.Scale(o).Correlations(2000)
		for i := range 5 {
			if math.Abs(c[i*5+i]-1) > 1e-13 || i < 4 && math.Abs(c[i*5+4]) > 1e-13 || c[i*5] != c[i] {
				t.Errorf("%s: row %d of the correlations is %v", storage, i, c[i*5:i*5+5])
			}
		}
	}
}

// An estimate from a part of the rows is close, also where none of the part has
// a weight.
func TestCorrelationsOfSomeRows(t *testing.T) {
	for _, storage := range []string{"dense", "sparse"} {
		o := problem(loss.Logistic{}, 1, table(storage, 20000, 4), 0)
		want := objective.Scale(o).Correlations(20000)
		got := objective.Scale(o).Correlations(1000)
		for i, v := range want {
			if math.Abs(got[i]-v) > 0.2 {
				t.Errorf("%s: correlation %d is %v from some rows, %v from all", storage, i, got[i], v)
			}
		}
		if slices.Equal(got, want) {
			t.Errorf("%s: all rows were used", storage)
		}
		for i := range o.Weight {
			o.Weight[i] = 0
		}
		o.Weight[19999], o.Weight[19998], o.Weight[19997] = 1, 2, 3
		for i, v := range objective.Scale(o).Correlations(1000) {
			if math.IsNaN(v) || math.Abs(v) > 1+1e-12 {
				t.Errorf("%s: correlation %d is %v", storage, i, v)
			}
		}
	}
}

// A constant feature keeps weight 0 and gradient 0 in standardised
// coordinates, even if its rounding errors are large numbers.
func TestConstantFeatureIsInert(t *testing.T) {
	n := 300
	x := make([]float64, 2*n)
	for i := range n {
		x[2*i], x[2*i+1] = 1e12/3, float64(i)
	}
	s := objective.Scale(problem(loss.Logistic{}, 1, rows.NewDense(n, 2, x), 0))
	psi, theta := []float64{2, 1, 1}, make([]float64, 3)
	s.Raw(theta, psi)
	if g := scaledGradient(s, psi); theta[0] != 0 || g[0] != 0 {
		t.Errorf("weight %v, gradient %v; want 0, 0", theta[0], g[0])
	}
}

func sums(o *objective.Objective) *objective.Sum {
	want := objective.Want{Gradient: true}
	if _, ok := o.Loss.(loss.Curved); ok {
		_, d := o.X.Dims()
		want.Shift = make([]float64, d)
	}
	return o.Pass(start(o.Dim()), want)
}

// 5000 rows make 16 chunks, more than any of the numbers of cores.
func TestSameBitsOnAnyNumberOfCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	each(t, 5000, func(t *testing.T, o *objective.Objective) {
		runtime.GOMAXPROCS(1)
		want := sums(o)
		for _, cores := range []int{2, 5} {
			runtime.GOMAXPROCS(cores)
			got := sums(o)
			if fmt.Sprintf("%v", *got) != fmt.Sprintf("%v", *want) {
				t.Errorf("%d cores: %v, one core %v", cores, *got, *want)
			}
		}
	})
}

// The sum over parts of the rows is the sum over all, up to the rounding of
// 5000 values of size 1 to 10.
func TestMergedPartsAreTheWhole(t *testing.T) {
	each(t, 5000, func(t *testing.T, o *objective.Objective) {
		whole := sums(o)
		var merged *objective.Sum
		for _, part := range [][2]int{{0, 1}, {1, 1234}, {1234, 5000}} {
			var index []int
			for i := part[0]; i < part[1]; i++ {
				index = append(index, i)
			}
			sub := *o
			sub.X = o.X.Subset(index)
			sub.Weight = o.Weight[part[0]:part[1]]
			sub.Targets = o.Targets.Slice(part[0], part[1], o.K)
			if s := sums(&sub); merged == nil {
				merged = s
			} else {
				merged.Merge(s)
			}
		}
		if merged.Errors != whole.Errors || merged.Margin != whole.Margin || merged.Largest != whole.Largest {
			t.Errorf("parts: %d errors, margins %v to %v; whole: %d, %v to %v", merged.Errors, merged.Margin, merged.Largest, whole.Errors, whole.Margin, whole.Largest)
		}
		got := slices.Concat([]float64{merged.Weight, merged.Loss}, merged.Gradient, merged.Curvature)
		want := slices.Concat([]float64{whole.Weight, whole.Loss}, whole.Gradient, whole.Curvature)
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-12*math.Abs(whole.Loss) {
				t.Errorf("value %d of the parts is %v, of the whole %v", i, got[i], want[i])
			}
		}
	})
}

// Rows of weight 0 neither count as errors nor have a margin.
func TestRowsWithoutWeight(t *testing.T) {
	x := rows.NewDense(3, 1, []float64{-1, 2, 50})
	o := &objective.Objective{
		X: x, Loss: loss.Logistic{}, K: 1, Weight: []float64{1, 1, 0},
		Targets: loss.Targets{Class: []int{0, 1, 0}, Value: []float64{0, 1, 0}},
	}
	s := o.Pass([]float64{1, 0}, objective.Want{})
	if s.Errors != 0 || s.Margin != 1 || s.Largest != 2 || s.Weight != 2 {
		t.Errorf("%d errors, margins %v to %v, weight %v; want 0, 1 to 2, 2", s.Errors, s.Margin, s.Largest, s.Weight)
	}
	if o.TotalWeight() != 2 {
		t.Errorf("total weight %v, want 2", o.TotalWeight())
	}
}

func BenchmarkPass(b *testing.B) {
	for _, storage := range []string{"dense", "sparse"} {
		for _, c := range []struct {
			name string
			l    loss.Loss
			k    int
			want objective.Want
		}{
			{"softmax gradient", loss.Softmax{}, 10, objective.Want{Gradient: true}},
			{"Newton", loss.Logistic{}, 1, objective.Want{Gradient: true, Shift: make([]float64, 200)}},
		} {
			o := problem(c.l, c.k, table(storage, 5000, 200), 0)
			theta := start(o.Dim())
			b.Run(c.name+"/"+storage, func(b *testing.B) {
				for b.Loop() {
					o.Pass(theta, c.want)
				}
			})
		}
	}
}

// A sum says the same however often it is asked.
func TestGradientLeavesTheSum(t *testing.T) {
	each(t, 300, func(t *testing.T, o *objective.Objective) {
		theta := start(o.Dim())
		sum := o.Pass(theta, objective.Want{Gradient: true})
		first := slices.Clone(o.Gradient(sum, theta))
		if second := o.Gradient(sum, theta); !slices.Equal(first, second) {
			t.Errorf("the second gradient of a sum is %v, the first %v", second, first)
		}
	})
}

// Rows that are alike err alike: the sum over a million of them keeps its digits.
func TestSumOfEqualRows(t *testing.T) {
	empty := func(n int) rows.Rows {
		var x rows.Builder
		for range n {
			x.EndRow()
		}
		return x.Sparse(1)
	}
	for _, c := range []struct {
		loss  loss.Loss
		k     int
		theta []float64 // weight and bias of each score
	}{
		{loss.Logistic{}, 1, []float64{0, 0.3141}},
		{loss.Softmax{}, 3, []float64{0, 0, 0, 0.1, 0.7, -0.3}},
	} {
		mean := func(n int) (value, slope float64) {
			o := &objective.Objective{X: empty(n), Loss: c.loss, K: c.k, Weight: slices.Repeat([]float64{1}, n)}
			o.Targets.Class, o.Targets.Value = make([]int, n), make([]float64, n*c.k)
			sum := o.Pass(c.theta, objective.Want{Gradient: true})
			return sum.Loss / float64(n), sum.Gradient[len(sum.Gradient)-1] / float64(n)
		}
		value, slope := mean(1_000_000)
		one, slopeOfOne := mean(1)
		if math.Abs(value-one) > 16*0x1p-52*one || math.Abs(slope-slopeOfOne) > 1e-13*math.Abs(slopeOfOne) {
			t.Errorf("%T: mean loss %.17g and slope %.17g, of one row %.17g and %.17g", c.loss, value, slope, one, slopeOfOne)
		}
	}
}

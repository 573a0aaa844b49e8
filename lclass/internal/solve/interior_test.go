package solve_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// noisy is a problem of n samples whose classes follow d features, or do not.
func noisy(l loss.Loss, n, d, k int, follow float64, rng *rand.Rand) *objective.Objective {
	classes := max(k, 2)
	x, w := make([]float64, n*d), make([]float64, d*classes)
	for _, v := range [][]float64{x, w} {
		for i := range v {
			v[i] = rng.NormFloat64()
		}
	}
	o := &objective.Objective{
		X: rows.NewDense(n, d, x), Loss: l, K: k, Weight: make([]float64, n),
		Targets: loss.Targets{Class: make([]int, n)},
	}
	if k == 1 {
		o.Targets.Value = make([]float64, n)
	}
	for i := range n {
		o.Weight[i] = 1
		best := math.Inf(-1)
		for c := range classes {
			z := rng.NormFloat64()
			for j := range d {
				z += follow * x[i*d+j] * w[j*classes+c]
			}
			if z > best {
				best, o.Targets.Class[i] = z, c
			}
		}
		if k == 1 {
			o.Targets.Value[i] = float64(2*o.Targets.Class[i] - 1)
		}
	}
	return o
}

// Whatever the shape, the penalty, the weights and how far the classes are apart, some
// steps are enough for a proof.
func TestInteriorOverManyShapes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 150 {
		k := []int{1, 1, 2, 3, 5, 10}[rng.IntN(6)]
		flat := []loss.Loss{loss.WestonWatkins{}, loss.CrammerSinger{}}[rng.IntN(2)]
		if k == 1 {
			flat = loss.Hinge{}
		}
		n, d := 5+rng.IntN(200), 1+int(math.Exp(4*rng.Float64()))
		o := noisy(flat, n, d, k, 2*rng.Float64(), rng)
		o.L2 = math.Exp(-15 + 17*rng.Float64())
		o.NoBias = rng.IntN(4) == 0
		if rng.IntN(3) == 0 {
			for i := range o.Weight[1:] {
				o.Weight[i+1] = float64(rng.IntN(3))
			}
		}
		it := end(t, solve.Interior(o, solve.InteriorSettings{MaxIter: 60, Tol: 1e-8}))
		if it.End != solve.Converged || !it.Proved || it.Gap > 1e-8*it.Loss && it.Gap > 1e-14 {
			t.Errorf("round %d, %T, %d×%d, %d scores, λ = %v: end %v, gap %v of %v: %s", round, flat, n, d, k, o.L2, it.End, it.Gap, it.Loss, it.Note)
		}
	}
}

// Separated classes with more features than samples need: the corrections of a step
// alone would leave ever less of it.
func TestInteriorIsNotStuck(t *testing.T) {
	o := noisy(loss.Hinge{}, 600, 300, 1, 0.1, rand.New(rand.NewPCG(1, 2)))
	o.L2 = 1e-3
	if it := end(t, solve.Interior(o, solve.InteriorSettings{MaxIter: 40, Tol: 1e-8})); it.End != solve.Converged {
		t.Errorf("end %v, gap %v of %v after %d steps", it.End, it.Gap, it.Loss, it.Epoch)
	}
}

// Where samples with one value of few have ten classes, many change the class that comes
// closest on the way, and these limit the steps.
func TestInteriorWhereSamplesChangeSides(t *testing.T) {
	const n, d, k = 4000, 4, 10
	for seed := range uint64(4) {
		rng := rand.New(rand.NewPCG(3, seed))
		o := noisy(loss.CrammerSinger{}, n, d, k, 0, rng)
		x, w := make([]float64, n*d), make([]float64, d*k)
		for j := range w {
			w[j] = 4 * rng.NormFloat64()
		}
		for i := range n {
			best := math.Inf(-1)
			j, v := rng.IntN(d), rng.NormFloat64()
			x[i*d+j] = v
			for c := range k {
				if z := v*w[j*k+c] - math.Log(rng.ExpFloat64()); z > best {
					best, o.Targets.Class[i] = z, c
				}
			}
		}
		o.X = rows.NewDense(n, d, x)
		o.L2 = 1.0 / n
		for _, epochs := range []int{0, 1, 2, 4} {
			from := end(t, solve.Dual(o, solve.DualSettings{MaxIter: epochs, Tol: 1e-8}))
			it := end(t, solve.Interior(o, solve.InteriorSettings{Start: from.Theta, MaxIter: 200, Tol: 1e-8}))
			if it.End != solve.Converged {
				t.Errorf("seed %d, %d epochs before: end %v, gap %v of %v after %d steps", seed, epochs, it.End, it.Gap, it.Loss, it.Epoch)
			}
		}
	}
}

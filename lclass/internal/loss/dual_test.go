package loss_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/loss"
)

// duals are the hinge losses with the numbers of scores to try.
var duals = []struct {
	loss   loss.Dual
	scores []int
}{
	{loss.Hinge{}, []int{1}},
	{loss.SquaredHinge{}, []int{1}},
	{loss.ModifiedHuber{}, []int{1}},
	{loss.WestonWatkins{}, []int{2, 3, 10}},
	{loss.CrammerSinger{}, []int{2, 3, 10}},
}

// eachDual calls f with random scores of standard deviation 2, which lie on
// all pieces of the losses.
func eachDual(t *testing.T, f func(t *testing.T, l loss.Dual, s sample, rng *rand.Rand)) {
	for _, c := range duals {
		for _, k := range c.scores {
			t.Run(fmt.Sprintf("%T/%d", c.loss, k), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(3, 3))
				for i := range 300 {
					target := loss.Targets{Class: []int{i % max(2, k)}}
					if k == 1 {
						target.Value = []float64{float64(2*(i%2) - 1)}
					}
					f(t, c.loss, sample{scores(k, rng), target}, rng)
				}
			})
		}
	}
}

func scores(k int, rng *rand.Rand) []float64 {
	z := make([]float64, k)
	for j := range z {
		z[j] = 2 * rng.NormFloat64()
	}
	return z
}

func dot(a, b []float64) float64 {
	var s float64
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// Where u is a slope of ℓ at z, ℓ(z) + ℓ*(u) = u·z, and for other z it is above
// (Fenchel and Young).
func TestConjugates(t *testing.T) {
	eachDual(t, func(t *testing.T, l loss.Dual, s sample, rng *rand.Rand) {
		value, u := residuals(l, s)
		conjugate := l.Conjugate(u, s.target)
		if gap := value + conjugate - dot(u, s.z); math.Abs(gap) > 1e-13*(1+value) {
			t.Errorf("z = %v: ℓ + ℓ* − u·z = %v, want 0", s.z, gap)
		}
		other := sample{scores(len(s.z), rng), s.target}
		value, _ = residuals(l, other)
		if gap := value + conjugate - dot(u, other.z); gap < -1e-13*(1+value) {
			t.Errorf("u of %v at %v: ℓ + ℓ* − u·z = %v, want 0 or more", s.z, other.z, gap)
		}
	})
}

// Slopes that are made smaller prove as much as Shrunk says.
func TestShrunk(t *testing.T) {
	eachDual(t, func(t *testing.T, l loss.Dual, s sample, rng *rand.Rand) {
		value, u := residuals(l, s)
		a := rng.Float64()
		for i := range u {
			u[i] *= a
		}
		gap := value + l.Conjugate(u, s.target) - dot(u, s.z)
		if most := loss.Shrunk(l, a) * value; gap > most+1e-13*(1+value) {
			t.Errorf("z = %v, a = %v: ℓ + ℓ* − u·z = %v, want at most %v", s.z, a, gap, most)
		}
	})
}

// No other slope, and none between it and other ones, is better than Nearest.
func TestNearestIsTheBest(t *testing.T) {
	eachDual(t, func(t *testing.T, l loss.Dual, s sample, rng *rand.Rand) {
		q := math.Exp(2 * rng.NormFloat64())
		for j := range s.z {
			s.z[j] *= 2 // slopes are up to 4
		}
		height := func(u []float64) float64 {
			h := l.Conjugate(u, s.target)
			for j, v := range u {
				h += q / 2 * (v - s.z[j]) * (v - s.z[j])
			}
			return h
		}
		u := make([]float64, len(s.z))
		l.Nearest(u, s.z, q, s.target)
		least := height(u)
		for range 20 {
			z := sample{scores(len(s.z), rng), s.target}
			for j := range z.z {
				z.z[j] *= 100
			}
			value, _ := residuals(l, z)
			if gap := value + l.Conjugate(u, s.target) - dot(u, z.z); gap < -1e-12*(1+value) {
				t.Fatalf("v = %v, q = %v: u = %v, where ℓ* is infinite: ℓ + ℓ* − u·z = %v at %v", s.z, q, u, gap, z.z)
			}
		}
		for range 20 {
			_, other := residuals(l, sample{scores(len(s.z), rng), s.target})
			share := math.Pow(rng.Float64(), 3)
			for j := range other {
				other[j] = share*other[j] + (1-share)*u[j]
			}
			if h := height(other); h < least-1e-12*(1+math.Abs(least)) {
				t.Fatalf("v = %v, q = %v: u = %v has %v, %v has %v", s.z, q, u, least, other, h)
			}
		}
	})
}

// Rounding the corners about slopes u never adds to the loss, adds nothing
// where u is the slope already, and has slopes that differences confirm; the
// second derivatives are right up to the trace that is added.
func TestSmoothed(t *testing.T) {
	eachDual(t, func(t *testing.T, l loss.Dual, s sample, rng *rand.Rand) {
		flat, ok := l.(loss.Polyhedral)
		if !ok {
			return
		}
		k := len(s.z)
		smooth := loss.Smoothed{Polyhedral: flat, Tau: math.Exp(rng.NormFloat64())}
		value, own := residuals(l, s)
		s.target.Slope = own
		if at, r := residuals(smooth, s); math.Abs(at-value) > 1e-12*(1+value) || math.Abs(dot(r, r)-dot(own, own)) > 1e-12 {
			t.Errorf("z = %v: %v rounded, %v not, at its own slope", s.z, at, value)
		}
		_, s.target.Slope = residuals(l, sample{scores(k, rng), s.target})
		at, r := residuals(smooth, s)
		if at > value+1e-12*(1+value) {
			t.Errorf("z = %v: %v rounded, %v not", s.z, at, value)
		}
		c := make([]float64, 1)
		for j := range s.z {
			up, rUp := residuals(smooth, moved(s, j, step))
			down, rDown := residuals(smooth, moved(s, j, -step))
			if slope := (up - down) / (2 * step); math.Abs(slope-r[j]) > 1e-7*(1+smooth.Tau) {
				t.Errorf("z = %v: slope %d is %v, differences give %v", s.z, j, r[j], slope)
			}
			_, rFar := residuals(smooth, moved(s, j, 2*step))
			for i := range s.z {
				h := (rUp[i] - rDown[i]) / (2 * step)
				if math.Abs((rFar[i]-rUp[i])/step-h) > 1e-6 {
					continue // a corner of the slope lies between
				}
				c[0] = 0
				if smooth.Mixed() || i == j {
					smooth.Curvature(c, r, k, i, j, s.target)
				}
				if math.Abs(h-c[0]) > 1e-7*(1+smooth.Tau) {
					t.Errorf("z = %v: ∂²ℓ/∂z%d∂z%d = %v, differences give %v", s.z, i, j, c[0], h)
				}
			}
		}
	})
}

// KMITL, multiclass SVM loss: a cat with the scores cat 3.2, car 5.1 and frog
// −1.7 loses max(0, 2.9) + max(0, −3.9) = 2.9, the same by the largest alone.
// A frog would lose (3.2 + 1.7 + 1) + (5.1 + 1.7 + 1) = 5.9 + 7.8.
func TestMulticlassHinge(t *testing.T) {
	z := []float64{3.2, 5.1, -1.7}
	for _, c := range []struct {
		l     loss.Loss
		class int
		want  float64
	}{
		{loss.WestonWatkins{}, 0, 2.9},
		{loss.CrammerSinger{}, 0, 2.9},
		{loss.WestonWatkins{}, 1, 0},
		{loss.CrammerSinger{}, 1, 0},
		{loss.WestonWatkins{}, 2, 13.7},
		{loss.CrammerSinger{}, 2, 7.8},
	} {
		if got, _ := residuals(c.l, sample{z, loss.Targets{Class: []int{c.class}}}); math.Abs(got-c.want) > 1e-14*c.want {
			t.Errorf("%T of class %d: %v, want %v", c.l, c.class, got, c.want)
		}
	}
}

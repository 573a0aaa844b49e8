package loss_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

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
		conjugate := l.Conjugate(u, &s.target, 0)
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
		gap := value + l.Conjugate(u, &s.target, 0) - dot(u, s.z)
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
			h := l.Conjugate(u, &s.target, 0)
			for j, v := range u {
				h += q / 2 * (v - s.z[j]) * (v - s.z[j])
			}
			return h
		}
		u := make([]float64, len(s.z))
		l.Nearest(u, s.z, q, &s.target, 0)
		least := height(u)
		for range 20 {
			z := sample{scores(len(s.z), rng), s.target}
			for j := range z.z {
				z.z[j] *= 100
			}
			value, _ := residuals(l, z)
			if gap := value + l.Conjugate(u, &s.target, 0) - dot(u, z.z); gap < -1e-12*(1+value) {
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

// The second derivatives of Interior are those of the pulls: for the shortfalls s of the
// other classes (diag(1/B) + κ11ᵀ)⁻¹, where κ is 0 without a shared 1.
func TestInterior(t *testing.T) {
	eachDual(t, func(t *testing.T, l loss.Dual, s sample, rng *rand.Rand) {
		flat, ok := l.(loss.Polyhedral)
		if !ok {
			return
		}
		k := len(s.z)
		s.target.Bend = make([]float64, k)
		for j := range s.target.Bend {
			s.target.Bend[j] = math.Exp(3 * rng.NormFloat64())
		}
		inside := loss.Interior{Polyhedral: flat}
		c := make([]float64, 1)
		if k == 1 {
			if inside.Curvature(c, nil, 1, 0, 0, s.target); c[0] != s.target.Bend[0] {
				t.Errorf("second derivative %v, want %v", c[0], s.target.Bend[0])
			}
			return
		}
		class := s.target.Class[0]
		if !flat.Shared() {
			s.target.Bend[class] = 0
		}
		s.target.Bends = make([]float64, 1)
		for j, v := range s.target.Bend {
			if j != class {
				s.target.Bends[0] += v
			}
		}
		inverse, toOthers := mat.NewDense(k-1, k-1, nil), mat.NewDense(k-1, k, nil)
		for row := range k - 1 {
			j := row
			if row >= class {
				j++
			}
			for col := range k - 1 {
				inverse.Set(row, col, s.target.Bend[class])
			}
			inverse.Set(row, row, 1/s.target.Bend[j]+s.target.Bend[class])
			toOthers.Set(row, j, 1)
			toOthers.Set(row, class, -1)
		}
		var bends, want mat.Dense
		if err := bends.Inverse(inverse); err != nil {
			t.Skip(err)
		}
		want.Product(toOthers.T(), &bends, toOthers)
		for a := range k {
			for b := range k {
				inside.Curvature(c, nil, k, a, b, s.target)
				if math.Abs(c[0]-want.At(a, b)) > 1e-9*mat.Norm(&want, 1) {
					t.Errorf("∂²ℓ/∂z%d∂z%d = %v, want %v", a, b, c[0], want.At(a, b))
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

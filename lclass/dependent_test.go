package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/shard"
)

// A family makes columns, the first few of which are independent of each other
// and of 1 and give all the others.
type family struct {
	name        string
	independent int
	row         func(rng *rand.Rand, i int, at float64) []float64
}

// families are features as data have them. at is the mean in deviations where a
// family has a choice.
var families = []family{
	{"year and age", 1, func(rng *rand.Rand, _ int, at float64) []float64 {
		v := math.Round(10*at + 10*rng.NormFloat64())
		return []float64{v, 2026 - v}
	}},
	{"kilograms and pounds", 1, func(rng *rand.Rand, _ int, at float64) []float64 {
		v := 12.5 * (at + rng.NormFloat64())
		return []float64{v, 2.20462262 * v}
	}},
	{"Celsius, Fahrenheit and Kelvin", 1, func(rng *rand.Rand, _ int, at float64) []float64 {
		v := 8 * (at + rng.NormFloat64())
		return []float64{v, v*9/5 + 32, v + 273.15}
	}},
	{"all dummies of a factor", 3, func(rng *rand.Rand, i int, _ float64) []float64 {
		v := []float64{rng.NormFloat64(), 0, 0, 0}
		v[1+i%3] = 1
		return v
	}},
	{"a sum of counts and 1", 2, func(rng *rand.Rand, _ int, at float64) []float64 {
		a, b := math.Round(at)+float64(rng.IntN(8)), float64(rng.IntN(5))
		return []float64{a, b, a + b + 1}
	}},
	{"a mean of four and a difference", 4, func(rng *rand.Rand, _ int, at float64) []float64 {
		v, s := []float64{}, 0.0
		for j := range 4 {
			v = append(v, at+float64(j+1)*rng.NormFloat64())
			s += v[j]
		}
		return append(v, s/4, v[0]-v[3])
	}},
	{"a constant and a copy", 2, func(rng *rand.Rand, _ int, at float64) []float64 {
		a, b := at+rng.NormFloat64(), 1e-6*rng.NormFloat64()
		return []float64{a, b, 3.7, a}
	}},
}

// A dependentCase is a family in numbers: all columns, the independent ones alone,
// and a target that these do not give exactly.
type dependentCase struct {
	all, few *mat.Dense
	target   []float64
	class    []int
	weight   []float64 // nil for none
}

func (f family) make(seed uint64, n int, at float64, weighted bool) dependentCase {
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	var c dependentCase
	for i := range n {
		row := f.row(rng, i, at)
		if i == 0 {
			c.all, c.few = mat.NewDense(n, len(row), nil), mat.NewDense(n, f.independent, nil)
		}
		c.all.SetRow(i, row)
		c.few.SetRow(i, row[:f.independent])
	}
	z := make([]float64, n)
	for j := range f.independent {
		var mean, square float64
		for i := range n {
			mean += c.few.At(i, j) / float64(n)
		}
		for i := range n {
			square += (c.few.At(i, j) - mean) * (c.few.At(i, j) - mean) / float64(n)
		}
		for i := range n {
			z[i] += (c.few.At(i, j) - mean) / math.Sqrt(square) / float64(j+1)
		}
	}
	for i := range n {
		z[i] += 0.5 * rng.NormFloat64()
		class := 0
		if i%2 == 0 && z[i] > -1 || z[i] > 1 {
			class = 1
		}
		c.class = append(c.class, class)
		if weighted {
			weight := math.Round(math.Exp(3 * rng.NormFloat64()))
			if i < 10 { // so that the rank is known
				weight++
			}
			c.weight = append(c.weight, weight)
		}
	}
	c.class[0], c.class[1] = 0, 1
	c.target = z
	return c
}

func (c dependentCase) data(t *testing.T, x mat.Matrix, regression bool) *lclass.Data {
	t.Helper()
	d, err := lclass.FromMatrix(x, c.class, []string{"no", "yes"})
	if regression {
		d, err = lclass.RegressionFromMatrix(x, c.target)
	}
	must(t, d, err)
	if c.weight != nil {
		d, err = d.WithWeight(c.weight)
		must(t, d, err)
	}
	return d
}

var squareLearners = []struct {
	name       string
	regression bool
	make       func(p lclass.Penalty, s lclass.Solver) lclass.Estimator
}{
	{"LinearRegression", true, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearRegression{Penalty: p, Solver: s}
	}},
	{"RegressionClassifier", false, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.RegressionClassifier{Penalty: p, Solver: s}
	}},
	{"LeastSquares", false, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LeastSquares{Penalty: p, Solver: s}
	}},
}

// rounding is how far scores of a model may be off because W x and b cancel, and
// because the features themselves are rounded.
func rounding(m *lclass.Model, x *mat.Dense) float64 {
	var most float64
	_, d := x.Dims()
	for k := range m.B {
		var sum float64
		for j := range d {
			sum += math.Abs(m.W.At(k, j)) * mat.Norm(x.ColView(j), math.Inf(1))
		}
		most = max(most, sum)
	}
	return 16 * 0x1p-52 * most
}

// apart returns how far the scores of two models differ at most.
func apart(t *testing.T, m *lclass.Model, d *lclass.Data, m2 *lclass.Model, d2 *lclass.Data) float64 {
	t.Helper()
	z, err := m.Scores(d)
	must(t, z, err)
	z2, err := m2.Scores(d2)
	must(t, z2, err)
	z.Sub(z, z2)
	return math.Max(mat.Max(z), -mat.Min(z))
}

func rankNote(rank, d int) string {
	return fmt.Sprintf("the features are linearly dependent (rank %d with the bias, of %d)", rank+1, d+1)
}

func forFamilies(t *testing.T, f func(t *testing.T, fam family, n int, at float64, c dependentCase)) {
	for _, fam := range families {
		for _, n := range []int{10, 50, 1000, 100_000} {
			for _, at := range []float64{0, 100, 1e4, 1e6, 1e8} {
				for _, weighted := range []bool{false, true} {
					if n > 50 && testing.Short() || n > 1000 && (weighted || at == 100 || at == 1e6) {
						continue
					}
					t.Run(fmt.Sprintf("%s/%d/%v/%v", fam.name, n, at, weighted), func(t *testing.T) {
						for seed := range uint64(max(1, min(8, 1000/n))) {
							f(t, fam, n, at, fam.make(seed, n, at, weighted))
						}
					})
				}
			}
		}
	}
}

// Features that others give are noted, and predict what they predict without
// them.
func TestDependentFeatures(t *testing.T) {
	forFamilies(t, func(t *testing.T, fam family, n int, at float64, c dependentCase) {
		_, all := c.all.Dims()
		for _, l := range squareLearners {
			d, few := c.data(t, c.all, l.regression), c.data(t, c.few, l.regression)
			m, without := learn(t, l.make(lclass.Penalty{}, nil), d), learn(t, l.make(lclass.Penalty{}, nil), few)
			if m == nil || without == nil {
				return
			}
			if !strings.Contains(m.Status.Note, rankNote(fam.independent, all)) {
				t.Errorf("%s: note %q, want rank %d of %d", l.name, m.Status.Note, fam.independent+1, all+1)
			}
			if without.Status.Note != "" {
				t.Errorf("%s: %q of independent features", l.name, without.Status.Note)
			}
			allowed := 1e-9 + rounding(m, c.all) + rounding(without, c.few)
			if off := apart(t, m, d, without, few); off > allowed {
				t.Errorf("%s: predictions are off by %.2g of at most %.2g", l.name, off, allowed)
			}
			if !l.regression {
				if n >= 1000 {
					lda := learn(t, lclass.LDA{}, d)
					if want := fmt.Sprintf("(rank %d of ", fam.independent); lda != nil && !strings.Contains(lda.Status.Note, want) {
						t.Errorf("LDA: note %q, want %s", lda.Status.Note, want)
					}
				}
				continue
			}
			if _, err := m.Summary(d); !errors.Is(err, lclass.ErrCollinear) && !errors.Is(err, lclass.ErrNoResidual) && !errors.Is(err, lclass.ErrWeights) {
				t.Errorf("Summary: %v", err)
			}
			if _, err := without.Summary(few); err != nil && errors.Is(err, lclass.ErrCollinear) {
				t.Errorf("Summary of independent features: %v", err)
			}
			if n > 1000 || at > 1e6 {
				continue
			}
			newton := learn(t, l.make(lclass.Penalty{}, lclass.Newton{}), d)
			if newton == nil || newton.Status.Note != m.Status.Note {
				t.Errorf("Newton: %+v, want note %q", newton.Status, m.Status.Note)
			}
		}
	})
}

// A penalty leaves nothing open, so there is no note. Where it is small the
// predictions are those without it.
func TestDependentFeaturesWithPenalty(t *testing.T) {
	forFamilies(t, func(t *testing.T, fam family, n int, at float64, c dependentCase) {
		if n > 1000 {
			return
		}
		for _, l := range squareLearners {
			d, few := c.data(t, c.all, l.regression), c.data(t, c.few, l.regression)
			without := learn(t, l.make(lclass.Penalty{}, nil), few)
			lambdas := []float64{1, 1e-4, 1e-8, 1e-24, 1e-26, 1e-30}
			var at int
			for m, err := range lclass.Path(d, lambdas, func(λ float64, start *lclass.Model) lclass.Estimator {
				return l.make(lclass.L2(λ), nil)
			}) {
				if must(t, m, err).Status.Note != "" {
					t.Errorf("%s, λ = %v: %q", l.name, lambdas[at], m.Status.Note)
				}
				if lambdas[at] < 1e-23 {
					allowed := 1e-9 + rounding(m, c.all) + rounding(without, c.few)
					if off := apart(t, m, d, without, few); off > allowed {
						t.Errorf("%s, λ = %v: predictions are off by %.2g of at most %.2g", l.name, lambdas[at], off, allowed)
					}
				}
				at++
			}
		}
	})
}

// A column that differs from a combination of the others by a thousand times
// the rounding is not one of them, and what it adds is found.
func TestNearlyDependentFeatures(t *testing.T) {
	forFamilies(t, func(t *testing.T, fam family, n int, at float64, c dependentCase) {
		rng := rand.New(rand.NewPCG(uint64(n), 5))
		p := fam.independent
		near, apartly := mat.NewDense(n, p+1, nil), mat.NewDense(n, p+1, nil)
		size := 1e3 * 0x1p-52 * (math.Sqrt(float64(n)) + at) // in deviations of about 1
		for i := range n {
			e := rng.NormFloat64()
			var sum float64
			for j := range p {
				v := c.few.At(i, j)
				near.Set(i, j, v)
				apartly.Set(i, j, v)
				sum += v
			}
			// What is left of e when the sum is rounded.
			near.Set(i, p, sum+20*size*e)
			apartly.Set(i, p, (near.At(i, p)-sum)/(20*size))
			c.target[i] += e
		}
		d, clear := c.data(t, near, true), c.data(t, apartly, true)
		m, without := learn(t, lclass.LinearRegression{}, d), learn(t, lclass.LinearRegression{}, clear)
		if m.Status.Note != "" || without.Status.Note != "" {
			t.Errorf("notes %q, %q", m.Status.Note, without.Status.Note)
		}
		if off := apart(t, m, d, without, clear); off > 0.05+rounding(m, near) {
			t.Errorf("predictions are off by %.2g", off)
		}
	})
}

// Shards and blocks find the same rank.
func TestDependentFeaturesElsewhere(t *testing.T) {
	for _, fam := range families {
		c := fam.make(1, 2000, 1e4, true)
		_, all := c.all.Dims()
		for _, l := range squareLearners {
			e, d := l.make(lclass.Penalty{}, nil), c.data(t, c.all, l.regression)
			want := learn(t, e, d)
			blocks := learn(t, e, c.data(t, streamed(c.all), l.regression))
			var evaluators []shard.Evaluator
			for part := range 4 {
				var index []int
				for i := part * 500; i < (part+1)*500; i++ {
					index = append(index, i)
				}
				s, err := lclass.Shard(e, d.Subset(index))
				evaluators = append(evaluators, must(t, s, err))
			}
			sharded, err := lclass.FitShards(t.Context(), e, d, shard.Together(evaluators...))
			must(t, sharded, err)
			for _, m := range []*lclass.Model{blocks, sharded} {
				if !strings.Contains(m.Status.Note, rankNote(fam.independent, all)) {
					t.Errorf("%s, %s: note %q", fam.name, l.name, m.Status.Note)
				}
				if off := apart(t, m, d, want, d); off > 1e-9+rounding(m, c.all) {
					t.Errorf("%s, %s: predictions are off by %.2g", fam.name, l.name, off)
				}
			}
		}
	}
}

// A feature that does not vary has weight 0 with several classes, too, and changes nothing
// else: neither the other weights nor whether the classes count as separated.
func TestConstantFeatureOfSeveralClasses(t *testing.T) {
	const n, d, k, constant = 240, 4, 3, 2
	x, class := clouds(n, d, k, 5)
	wider := mat.NewDense(n, d+1, nil)
	for i := range n {
		row := wider.RawRowView(i)
		copy(row, x.RawRowView(i)[:constant])
		row[constant] = 7
		copy(row[constant+1:], x.RawRowView(i)[constant:])
	}
	apart := mat.DenseCopyOf(wider)
	for i, c := range class {
		apart.Set(i, 0, float64(c*c)+0.005*apart.At(i, 0))
		apart.Set(i, 1, float64(c))
	}
	data := func(x mat.Matrix) *lclass.Data {
		d, err := lclass.FromMatrix(x, class, classNames(k))
		must(t, d, err)
		return d
	}
	for name, e := range map[string]lclass.Estimator{
		"softmax":               lclass.Softmax{Solver: lclass.Newton{}},
		"softmax with L2":       lclass.Softmax{Solver: lclass.Newton{}, Penalty: lclass.L2(0.01)},
		"Crammer-Singer":        lclass.LinearSVM{Loss: lclass.CrammerSinger, Solver: lclass.Newton{}, Penalty: lclass.L2(0.01)},
		"Weston-Watkins":        lclass.LinearSVM{Loss: lclass.WestonWatkins, Solver: lclass.Newton{}, Penalty: lclass.L2(0.01)},
		"softmax by the slopes": lclass.Softmax{Solver: lclass.QuasiNewton{}, Penalty: lclass.L2(0.01)},
	} {
		m, want := learn(t, e, data(wider)), learn(t, e, data(x))
		if m.Status.Err() != nil {
			t.Errorf("%s: %v", name, m.Status)
		}
		for c := range k {
			for j := range d + 1 {
				var wanted float64
				if j < constant {
					wanted = want.W.At(c, j)
				} else if j > constant {
					wanted = want.W.At(c, j-1)
				}
				if got := m.W.At(c, j); math.Abs(got-wanted) > 1e-6 {
					t.Errorf("%s: weight %d of class %d is %v, want %v", name, j+1, c, got, wanted)
				}
			}
		}
	}
	if m := learn(t, lclass.Softmax{Solver: lclass.Newton{}}, data(wider)); !strings.Contains(m.Status.Note, fmt.Sprintf("rank %d with the bias, of %d", d+1, d+2)) {
		t.Errorf("the note on %d features of rank %d: %q", d+1, d, m.Status.Note)
	}
	if m := learn(t, lclass.Softmax{Solver: lclass.Newton{}}, data(apart)); !errors.Is(m.Status.Err(), lclass.ErrSeparated) {
		t.Errorf("separated classes: %v", m.Status)
	}
}

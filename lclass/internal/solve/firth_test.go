package solve_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

var firth = solve.FirthSettings{MaxIter: 1000, Tol: 1e-12}

// firthProblem has n rows of d features, a third of them not 0, in columns of
// scale 1, 10, 100 …, overlapping classes and weights of which every seventh
// is 0.
func firthProblem(n, d int, storage string) *objective.Objective {
	rng := rand.New(rand.NewPCG(1, 4))
	c := classification{}
	for range n {
		row := make([]float64, d)
		for j := range row {
			if rng.IntN(3) == 0 {
				row[j] = math.Pow10(j) * rng.NormFloat64()
			}
		}
		class := 0
		if row[0]+rng.NormFloat64() > 0 {
			class = 1
		}
		c.x, c.class = append(c.x, row), append(c.class, class)
		c.weight = append(c.weight, float64(len(c.weight)%7)/2)
	}
	o := c.objective()
	if storage == "sparse" {
		var x []float64
		for _, row := range c.x {
			x = append(x, row...)
		}
		o.X = rows.NewSparse(n, d, x, 1)
	}
	return o
}

// naive is l* by its definition.
func naive(o *objective.Objective, theta []float64) float64 {
	n, d := o.X.Dims()
	var l float64
	info := mat.NewSymDense(d+1, nil)
	x := make([]float64, d)
	for i := range n {
		o.X.Row(x, i)
		phi := append(slices.Clone(x), 1)
		var z float64
		for j, v := range phi {
			z += theta[j] * v
		}
		l += o.Weight[i] * (o.Targets.Value[i]*z - math.Log1p(math.Exp(z)))
		y := 1 / (1 + math.Exp(-z))
		info.SymRankOne(info, o.Weight[i]*y*(1-y), mat.NewVecDense(d+1, phi))
	}
	var chol mat.Cholesky
	if !chol.Factorize(info) {
		return math.Inf(-1)
	}
	return l + chol.LogDet()/2
}

// Central differences of values of size 1 are good to about 1e-10.
func TestFirthsLossAndGradient(t *testing.T) {
	for _, storage := range []string{"dense", "sparse"} {
		for _, size := range []float64{0, 0.3, 2, 8} {
			o := firthProblem(80, 3, storage)
			s := objective.Scale(o)
			theta, psi := make([]float64, 4), []float64{size, -size, size / 2, -size}
			s.Raw(theta, psi)
			loss, slopes, err := solve.FirthAt(o, theta)
			if want := -naive(o, theta) / o.TotalWeight(); err != nil || math.Abs(loss-want) > 1e-11*math.Abs(want) {
				t.Errorf("%s, size %v: loss %.15g, by definition %.15g; %v", storage, size, loss, want, err)
			}
			for j := range psi {
				const step = 1e-5
				var at [2]float64
				for side := range at {
					moved := slices.Clone(psi)
					moved[j] += step * float64(2*side-1)
					s.Raw(theta, moved)
					at[side] = -naive(o, theta) / o.TotalWeight()
				}
				if slope := (at[1] - at[0]) / (2 * step); math.Abs(slopes[j]-slope) > 1e-9 {
					t.Errorf("%s, size %v: slope %d is %v, differences give %v", storage, size, j, slopes[j], slope)
				}
			}
		}
	}
}

// Whatever can happen to the classes, there is a maximum: no θ close to it has
// a larger l*.
func TestFirthIsFinite(t *testing.T) {
	for name, c := range map[string]classification{
		"complete": complete, "quasi-complete": quasi, "a level of one class": dummy,
		"overlapping": overlapping, "touching": closeCall(0), "gap": closeCall(-1e-6),
		"outlier": withOutlier(1e6), "overlap of no weight": weightless,
		"columns 1e-12 and 1e12": complete.change(func(j int, v float64) float64 { return v * []float64{1e-12, 1e12}[j] }),
		"mean 1e9":               complete.change(func(_ int, v float64) float64 { return v + 1e9 }),
	} {
		t.Run(name, func(t *testing.T) {
			o := c.objective()
			end := lastWithin(t, solve.Firth(o, firth), 1e-13)
			if end.End != solve.Converged || end.Direction != nil || end.Note != "" || end.Gradient > 1e-10 {
				t.Fatalf("end %v, gradient %v: %s", end.End, end.Gradient, end.Note)
			}
			s := objective.Scale(o)
			psi, theta := make([]float64, len(end.Theta)), make([]float64, len(end.Theta))
			s.Standard(psi, end.Theta)
			least, slopes, err := solve.FirthAt(o, end.Theta)
			if err != nil || math.Abs(least-end.Loss) > 1e-12*(1+math.Abs(least)) {
				t.Fatalf("loss %v, at its end %v; %v", end.Loss, least, err)
			}
			for j, slope := range slopes {
				if math.Abs(slope) > 1e-7 { // of which a mean of 1e9 is the reason
					t.Errorf("slope %d is %v", j, slope)
				}
			}
			rng := rand.New(rand.NewPCG(1, 1))
			for range 20 {
				moved := slices.Clone(psi)
				for j := range moved {
					moved[j] *= 1 + 0.1*rng.NormFloat64()
				}
				s.Raw(theta, moved)
				if loss, _, _ := solve.FirthAt(o, theta); loss < least-1e-12*(1+math.Abs(least)) {
					t.Errorf("loss %v at the end, %v beside it", least, loss)
				}
			}
		})
	}
}

// Rows far out, of large weight, come to probabilities near 0 and 1 and leave
// the rest nearly alike: the features are made uncorrelated again. The data
// are drawn, and the seeds have information of condition 1e7 and more.
func TestFirthWithOutliersOfAllSizes(t *testing.T) {
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 5))
		c := classification{}
		for i := range 30 {
			row := []float64{math.Exp(5 * rng.NormFloat64()), math.Exp(5 * rng.NormFloat64()), math.Exp(5 * rng.NormFloat64())}
			class := (i + rng.IntN(2)) % 2
			if row[0] > row[1]+row[2] {
				class = 1
			}
			c.x, c.class = append(c.x, row), append(c.class, class)
			c.weight = append(c.weight, math.Exp(4*rng.NormFloat64()))
		}
		o := c.objective()
		end := lastWithin(t, solve.Firth(o, firth), 1e-12)
		if end.End != solve.Converged {
			t.Errorf("seed %d: end %v, gradient %v: %s", seed, end.End, end.Gradient, end.Note)
		}
		set := firth
		set.Start = end.Theta
		again := lastWithin(t, solve.Firth(o, set), 1e-12)
		if again.End != solve.Converged || math.Abs(again.Loss-end.Loss) > 1e-12*(1+math.Abs(end.Loss)) {
			t.Errorf("seed %d: loss %v, started again from there %v", seed, end.Loss, again.Loss)
		}
		if loss, _, err := solve.FirthAt(o, end.Theta); err != nil || math.Abs(loss-end.Loss) > 1e-10*(1+math.Abs(end.Loss)) {
			t.Errorf("seed %d: loss %v, at its end %v; %v", seed, end.Loss, loss, err)
		}
	}
}

func TestFirthFromFarAway(t *testing.T) {
	o := firthProblem(80, 3, "dense")
	want := last(t, solve.Firth(o, firth)).Theta
	for _, size := range []float64{1, 100, 1e6, 1e300, math.MaxFloat64} {
		set := firth
		set.Start = []float64{size, -size, size, 0}
		end := last(t, solve.Firth(o, set))
		for j, v := range end.Theta {
			if end.End != solve.Converged || math.Abs(v-want[j]) > 1e-9*math.Abs(want[j]) {
				t.Errorf("from %v: %v, want %v", size, end.Theta, want)
				break
			}
		}
	}
}

// A limit that no rounding can meet ends where the score no longer shrinks,
// and steps that are too few are said to be.
func TestFirthLimits(t *testing.T) {
	o := firthProblem(80, 3, "dense")
	want := last(t, solve.Firth(o, firth))
	set := firth
	set.Tol = 1e-300
	if end := last(t, solve.Firth(o, set)); end.End != solve.Converged || end.Epoch > want.Epoch+10 || end.Gradient > 1e-14 {
		t.Errorf("end %v after %d steps, gradient %v", end.End, end.Epoch, end.Gradient)
	}
	set = firth
	set.MaxIter = 2
	if end := last(t, solve.Firth(o, set)); end.End != solve.Exhausted || !strings.Contains(end.Note, "Firth.MaxIter") {
		t.Errorf("end %v: %s", end.End, end.Note)
	}
	for range solve.Firth(o, firth) {
		break
	}
}

func TestFirthOutOfRange(t *testing.T) {
	times := func(by float64) *objective.Objective {
		o := complete.objective()
		for i := range o.Weight {
			o.Weight[i] = by
		}
		return o
	}
	huge := complete.change(func(_ int, v float64) float64 { return v * 1e300 }).objective()
	for name, o := range map[string]*objective.Objective{"features": huge, "weights": times(1e-320)} {
		var failure error
		for it, err := range solve.Firth(o, firth) {
			if failure = err; err == nil && (math.IsNaN(it.Loss) || math.IsNaN(it.Theta[0])) {
				t.Errorf("%s: loss %v, θ %v", name, it.Loss, it.Theta)
			}
		}
		if !errors.Is(failure, solve.ErrDiverged) {
			t.Errorf("%s: error %v", name, failure)
		}
	}
	if loss, _, err := solve.FirthAt(complete.objective(), []float64{1e6, 0, 0}); err != nil || !math.IsInf(loss, 1) {
		t.Errorf("loss %v where all probabilities are 0 and 1, want ∞; %v", loss, err)
	}
}

// A column that is the sum of two others to the last digit, at a mean of 1e4
// whose rounding is 1e-12 of the deviation, adds nothing.
func TestFirthWithDependentFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	var two, three classification
	for i := range 40 {
		a, b := 1e4+rng.NormFloat64(), rng.NormFloat64()/3
		two.x = append(two.x, []float64{a, b})
		three.x = append(three.x, []float64{a, b, a + b, 7})
		two.class = append(two.class, (i+rng.IntN(2))%2)
	}
	three.class = two.class
	want := last(t, solve.Firth(two.objective(), firth))
	end := lastWithin(t, solve.Firth(three.objective(), firth), 1e-13)
	if end.End != solve.Converged || !strings.Contains(end.Note, "rank 3 with the bias, of 5") {
		t.Fatalf("end %v: %s", end.End, end.Note)
	}
	got := []float64{end.Theta[0] + end.Theta[2], end.Theta[1] + end.Theta[2], end.Theta[4]}
	for j, v := range got {
		if math.Abs(v-want.Theta[j]) > 1e-8*math.Abs(want.Theta[j]) {
			t.Errorf("θ %v, want %v", got, want.Theta)
		}
	}
	if end.Theta[3] != 0 {
		t.Errorf("a constant feature has weight %v", end.Theta[3])
	}
}

// The weights are compared to the last bit; 5000 rows make 20 blocks.
func TestFirthOnAnyNumberOfCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	o := firthProblem(5000, 3, "dense")
	var want string
	for _, cores := range []int{1, 2, 5} {
		runtime.GOMAXPROCS(cores)
		got := fmt.Sprintf("%b", last(t, solve.Firth(o, firth)).Theta)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d cores: %s, one core %s", cores, got, want)
		}
	}
}

package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// A spec is one of all learners × penalties × solvers. Fits with it agree to
// tol: solvers of second order stop at a decrement of 1e-10 of the loss or
// less, which leaves the root of that in W; here their limits are tighter.
type spec struct {
	name      string
	penalty   lclass.Penalty
	classes   int // 0: a regression
	tol       float64
	possible  bool // whether the solver can solve it
	estimator func(p lclass.Penalty) lclass.Estimator
}

// A kind is what a loss has for solvers to use.
type kind int

const (
	squares kind = iota
	smooth
	squaredHinge
	hinges
	alone // one way to fit it, without a penalty
)

// takes reports whether a learner has a place for a solver and a penalty.
func (k kind) takes(s lclass.Solver, p lclass.Penalty) bool {
	return k != alone || s == nil && p.Lambda == 0
}

var learnerSpecs = []struct {
	name    string
	kind    kind
	classes int
	make    func(p lclass.Penalty, s lclass.Solver) lclass.Estimator
}{
	{"Logistic", smooth, 2, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.Logistic{Penalty: p, Solver: s}
	}},
	{"Softmax", smooth, 3, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.Softmax{Penalty: p, Solver: s}
	}},
	{"LeastSquares", squares, 3, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LeastSquares{Penalty: p, Solver: s}
	}},
	{"LinearRegression", squares, 0, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearRegression{Penalty: p, Solver: s}
	}},
	{"RegressionClassifier", squares, 2, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.RegressionClassifier{Penalty: p, Solver: s}
	}},
	{"Hinge", hinges, 2, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Penalty: p, Solver: s}
	}},
	{"SquaredHinge", squaredHinge, 2, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: p, Solver: s}
	}},
	{"ModifiedHuber", squaredHinge, 2, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Loss: lclass.ModifiedHuber, Penalty: p, Solver: s}
	}},
	{"WestonWatkins", hinges, 3, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Loss: lclass.WestonWatkins, Penalty: p, Solver: s}
	}},
	{"CrammerSinger", hinges, 3, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: p, Solver: s}
	}},
	{"Firth", alone, 2, func(lclass.Penalty, lclass.Solver) lclass.Estimator { return lclass.Firth{} }},
}

var solverSpecs = []struct {
	s        lclass.Solver
	tol      float64
	possible func(k kind, p lclass.Penalty) bool
}{
	{nil, 1e-6, func(k kind, p lclass.Penalty) bool { return k != hinges || p.Lambda > 0 && p.Ratio == 0 }},
	{lclass.Newton{Tol: 1e-14}, 1e-9, func(k kind, p lclass.Penalty) bool {
		return p.Lambda*p.Ratio == 0 && (k != hinges || p.Lambda > 0)
	}},
	{lclass.QuasiNewton{Tol: 1e-16}, 1e-6, func(k kind, p lclass.Penalty) bool { return k != hinges && p.Lambda*p.Ratio == 0 }},
	{lclass.CoordinateDescent{Tol: 1e-14}, 1e-6, func(k kind, p lclass.Penalty) bool { return k != hinges }},
	{lclass.DualCoordinateDescent{Tol: 1e-9, MaxIter: 50000}, 1e-6, func(k kind, p lclass.Penalty) bool {
		return k >= squaredHinge && p.Lambda > 0 && p.Ratio == 0
	}},
	{lclass.Descent{Eta: 0.2, Epochs: 4000, Tol: 1e-10}, 1e-6, func(kind, lclass.Penalty) bool { return true }},
	{lclass.ClosedForm{}, 1e-10, func(k kind, p lclass.Penalty) bool { return k == squares && p.Lambda*p.Ratio == 0 }},
}

// specs are all pairs that can be and have one minimum: hinge losses under
// Descent do not come to rest.
func specs() []spec {
	return slices.DeleteFunc(pairs(), func(s spec) bool { return !s.possible })
}

func pairs() []spec {
	var all []spec
	for _, l := range learnerSpecs {
		for _, s := range solverSpecs {
			if _, descends := s.s.(lclass.Descent); descends && l.kind == hinges {
				continue
			}
			for _, p := range []lclass.Penalty{{}, lclass.L2(0.05), lclass.L1(0.05), lclass.ElasticNet(0.05, 0.5)} {
				if !l.kind.takes(s.s, p) {
					continue
				}
				tol := s.tol
				if _, dual := s.s.(lclass.DualCoordinateDescent); dual || l.kind == hinges {
					tol = 2e-4 // the root of the gap, over λ
				}
				all = append(all, spec{fmt.Sprintf("%s/%T/%v", l.name, s.s, p), p, l.classes, tol, s.possible(l.kind, p),
					func(p lclass.Penalty) lclass.Estimator { return l.make(p, s.s) }})
			}
		}
	}
	return all
}

// What cannot be solved says which solver can.
func TestImpossiblePairs(t *testing.T) {
	var impossible int
	for _, s := range pairs() {
		if s.possible {
			continue
		}
		impossible++
		x, class := s.clouds(30, 3)
		m, err := s.estimator(s.penalty).Fit(s.data(t, x, class))
		var setting *lclass.SettingError
		switch {
		case m != nil:
			t.Errorf("%s: a model, and the error %v", s.name, err)
		case errors.As(err, &setting) && setting.Setting == "Solver":
			mentions(t, err, "; use ")
		default:
			fails(t, err, lclass.ErrNoMargin, "needs Penalty L2")
		}
	}
	if impossible < 50 {
		t.Errorf("only %d pairs", impossible)
	}
}

// All solvers find the same weights.
func TestSolversAgree(t *testing.T) {
	found := map[string]*lclass.Model{}
	for _, s := range specs() {
		x, class := s.clouds(90, 3)
		m := s.fit(t, s.data(t, x, class))
		name, _, _ := strings.Cut(s.name, "/")
		key := fmt.Sprint(name, " with ", s.penalty)
		if found[key] == nil {
			found[key] = m
			continue
		}
		near(t, s.name, parameters(m), parameters(found[key]), 10*max(s.tol, 1e-6))
	}
	// Seven learners with four penalties, three with L2 only, Firth with none.
	if len(found) != 7*4+3+1 {
		t.Errorf("%d problems", len(found))
	}
}

// eachSpec runs f for every spec in parallel.
func eachSpec(t *testing.T, f func(t *testing.T, s spec)) {
	for _, s := range specs() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			f(t, s)
		})
	}
}

// data makes x and the classes what the spec learns from.
func (s spec) data(t testing.TB, x mat.Matrix, class []int) *lclass.Data {
	t.Helper()
	if s.classes == 0 {
		d, err := lclass.RegressionFromMatrix(x, numbers(class))
		return must(t, d, err)
	}
	d, err := lclass.FromMatrix(x, class, classNames(s.classes))
	return must(t, d, err)
}

// clouds has as many classes as the spec learns, 3 for a regression.
func (s spec) clouds(n, d int) (*mat.Dense, []int) {
	k := s.classes
	if k == 0 {
		k = 3
	}
	return clouds(n, d, k, 1)
}

func (s spec) fit(t *testing.T, d *lclass.Data) *lclass.Model {
	t.Helper()
	m, err := s.estimator(s.penalty).Fit(d)
	must(t, m, err)
	if err := m.Status.Err(); err != nil {
		t.Fatal(m.Status)
	}
	return m
}

// needsMeanLoss skips the specs for which twice the data are not the same data.
func (s spec) needsMeanLoss(t *testing.T) {
	if strings.HasPrefix(s.name, "Firth") {
		t.Skip("twice the data weigh more beside the prior: see TestFirthCounts")
	}
}

func weigh(t *testing.T, d *lclass.Data, weight []float64) *lclass.Data {
	t.Helper()
	w, err := d.WithWeight(weight)
	return must(t, w, err)
}

// counts are 0, 1, 2, 3, 0, 1 … and how often each sample is there.
func counts(n int) (weight []float64, repeated []int) {
	for i := range n {
		weight = append(weight, float64((i/3)%4))
		for range (i / 3) % 4 {
			repeated = append(repeated, i)
		}
	}
	return weight, repeated
}

func TestWeightIsRepetition(t *testing.T) {
	forNumbers(t)
	eachSpec(t, func(t *testing.T, s spec) {
		x, class := s.clouds(90, 3)
		d := s.data(t, x, class)
		weight, repeated := counts(90)
		near(t, "weighted", parameters(s.fit(t, weigh(t, d, weight))), parameters(s.fit(t, d.Subset(repeated))), s.tol)
	})
}

func TestScaleOfWeightsDoesNotMatter(t *testing.T) {
	forNumbers(t)
	eachSpec(t, func(t *testing.T, s spec) {
		s.needsMeanLoss(t)
		x, class := s.clouds(90, 3)
		d := s.data(t, x, class)
		weight, _ := counts(90)
		want := parameters(s.fit(t, weigh(t, d, weight)))
		for _, by := range []float64{1e-9, 1e9} {
			scaled := slices.Clone(weight)
			for i := range scaled {
				scaled[i] *= by
			}
			near(t, fmt.Sprint("weights times ", by), parameters(s.fit(t, weigh(t, d, scaled))), want, s.tol)
		}
	})
}

func TestStackedRows(t *testing.T) {
	forNumbers(t)
	eachSpec(t, func(t *testing.T, s spec) {
		s.needsMeanLoss(t)
		x, class := s.clouds(90, 3)
		d := s.data(t, x, class)
		var twice []int
		for i := range 180 {
			twice = append(twice, i%90)
		}
		near(t, "[X; X]", parameters(s.fit(t, d.Subset(twice))), parameters(s.fit(t, d)), s.tol)
	})
}

// With [X X] each column takes half the weight: the least solution without a
// penalty, and with λ' = 2λ, as λ'(2(w/2)²) = λw². L1 does not mind how the two
// share the weight.
func TestDuplicatedColumns(t *testing.T) {
	eachSpec(t, func(t *testing.T, s spec) {
		if strings.Contains(s.name, "CoordinateDescent/no penalty") {
			t.Skip("any split will do")
		}
		x, class := s.clouds(90, 3)
		want := s.fit(t, s.data(t, x, class))
		var xx mat.Dense
		xx.Augment(x, x)
		s.penalty.Lambda *= 2
		switch s.penalty.Ratio {
		case 1:
			s.penalty.Lambda /= 2
		case 0.5: // λ' of L2 is 2λ, that of L1 is λ
			s.penalty.Lambda *= 0.75
			s.penalty.Ratio = 1. / 3
		}
		m := s.fit(t, s.data(t, &xx, class))
		k, d := want.W.Dims()
		for c := range k {
			for j := range d {
				half := want.W.At(c, j) / 2
				if s.penalty.Ratio == 1 {
					near(t, fmt.Sprintf("W[%d][%d] and its twin", c, j), []float64{m.W.At(c, j) + m.W.At(c, j+d)}, []float64{2 * half}, s.tol)
					continue
				}
				near(t, fmt.Sprintf("W[%d][%d] and its twin", c, j), []float64{m.W.At(c, j), m.W.At(c, j+d)}, []float64{half, half}, s.tol)
			}
		}
		near(t, "b", m.B, want.B, s.tol)
	})
}

// Where the features are constant the best scores are constant: log-odds, log
// shares up to a constant, and means.
func TestConstantFeatures(t *testing.T) {
	eachSpec(t, func(t *testing.T, s spec) {
		n, x := 60, mat.NewDense(60, 2, nil)
		class := make([]int, n)
		share := make([]float64, 3)
		for i := range n {
			x.SetRow(i, []float64{0.1, 0.7})
			if i >= 20 {
				class[i] = 1
			}
			if i >= 50 && s.classes != 2 {
				class[i] = 2
			}
			share[class[i]] += 1. / 60
		}
		m := s.fit(t, s.data(t, x, class))
		z := m.ScoresOne([]float64{0.1, 0.7})
		var want []float64
		switch m.Output {
		case lclass.SigmoidOutput:
			want = []float64{math.Log(share[1] / share[0])}
		case lclass.SoftmaxOutput:
			want = []float64{0, math.Log(share[1] / share[0]), math.Log(share[2] / share[0])}
			z[0], z[1], z[2] = 0, z[1]-z[0], z[2]-z[0]
		case lclass.LargestOutput:
			want = share
		case lclass.SignOutput, lclass.ClippedOutput:
			want = []float64{share[1] - share[0]}
		default:
			want = []float64{share[1] + 2*share[2]}
		}
		switch name, _, _ := strings.Cut(s.name, "/"); name {
		case "Firth": // half a sample more of each class
			want = []float64{math.Log(40.5 / 20.5)}
		case "Hinge": // the larger class is on its side by 1
			want = []float64{1}
		case "WestonWatkins", "CrammerSinger": // more than one best
			return
		}
		near(t, "scores", z, want, 1e-5)
	})
}

// Without a penalty the scores know nothing of the units of the features;
// descent does and is left out.
func TestUnitsOfFeaturesDoNotMatter(t *testing.T) {
	eachSpec(t, func(t *testing.T, s spec) {
		if s.penalty.Lambda > 0 || strings.Contains(s.name, "Descent") {
			t.Skip("depends on the units by its definition")
		}
		x, class := s.clouds(90, 3)
		want := scores(t, s.fit(t, s.data(t, x, class)), s.data(t, x, class))
		changed := mat.NewDense(90, 3, nil)
		changed.Apply(func(_, j int, v float64) float64 {
			return []float64{1e-12, 1e12, 1}[j]*v + []float64{0, 3e12, 1e4}[j]
		}, x)
		d := s.data(t, changed, class)
		// A mean of 1e4 costs 4 digits.
		near(t, "scores", scores(t, s.fit(t, d), d), want, s.tol+1e-10)
	})
}

func scores(t *testing.T, m *lclass.Model, d *lclass.Data) []float64 {
	t.Helper()
	z, err := m.Scores(d)
	return must(t, z, err).RawMatrix().Data
}

// Other numbers for the classes give the same rows of W in another order, and
// for two classes the opposite sign.
func TestRelabelledClasses(t *testing.T) {
	eachSpec(t, func(t *testing.T, s spec) {
		if s.classes == 0 {
			t.Skip("a regression has no classes")
		}
		x, class := s.clouds(90, 3)
		want := s.fit(t, s.data(t, x, class))
		other := make([]int, len(class))
		for i, c := range class {
			other[i] = (c + 1) % s.classes
		}
		m := s.fit(t, s.data(t, x, other))
		if s.classes == 2 {
			got := parameters(m)
			for i := range got {
				got[i] = -got[i]
			}
			near(t, "opposite classes", got, parameters(want), s.tol)
			return
		}
		for c := range s.classes {
			near(t, fmt.Sprint("class ", c), mat.Row(nil, (c+1)%3, m.W), mat.Row(nil, c, want.W), s.tol)
		}
	})
}

func TestBinomialIsTwoClassSoftmax(t *testing.T) {
	x, class := clouds(90, 3, 2, 1)
	d := lclass.Must(lclass.FromMatrix(x, class, classNames(2)))
	for _, lambda := range []float64{0, 0.05} {
		// ½λ(‖w₁‖² + ‖w₂‖²) with w₂ = −w₁ = w/2 is ½(λ/2)‖w‖².
		l, err := lclass.Logistic{Penalty: lclass.L2(lambda / 2)}.Fit(d)
		must(t, l, err)
		s, err := lclass.Softmax{Penalty: lclass.L2(lambda), Solver: lclass.QuasiNewton{Tol: 1e-16}}.Fit(d)
		must(t, s, err)
		got := make([]float64, 0, 4)
		for j := range 3 {
			got = append(got, s.W.At(1, j)-s.W.At(0, j))
		}
		near(t, "w₂ − w₁", append(got, s.B[1]-s.B[0]), parameters(l), 1e-6)
	}
}

func TestSparseIsDense(t *testing.T) {
	forNumbers(t)
	eachSpec(t, func(t *testing.T, s spec) {
		if s.classes == 0 {
			t.Skip("bytes come with classes")
		}
		const n, d, scale = 120, 6, 1. / 255
		bytes, class := pixels(n, d, s.classes)
		x := mat.NewDense(n, d, nil)
		for i, v := range bytes {
			x.Set(i/d, i%d, scale*float64(v))
		}
		sparse, err := fromBytes(bytes, d, scale, class, classNames(s.classes))
		must(t, sparse, err)
		got, err := s.estimator(s.penalty).Fit(sparse) // descent may be unfinished, in both alike
		must(t, got, err)
		want, err := s.estimator(s.penalty).Fit(s.data(t, x, class))
		near(t, "sparse", parameters(got), parameters(must(t, want, err)), s.tol)
	})
}

// pixels are mostly zero; column 1 is 0 and column 2 is 200 everywhere.
func pixels(n, d, k int) (bytes []byte, class []int) {
	x, class := clouds(n, d, k, 5)
	for i := range n {
		for j := range d {
			v := byte(0)
			if z := x.At(i, j); z > 0.3 {
				v = byte(min(255, 100*z))
			}
			switch j {
			case 1:
				v = 0
			case 2:
				v = 200
			}
			bytes = append(bytes, v)
		}
	}
	return bytes, class
}

// A specification is not changed by Fit, gives the same bits every time, and
// can be used by many goroutines at once.
func TestSpecsAreValues(t *testing.T) {
	forNumbers(t)
	x, class := clouds(60, 3, 2, 1)
	d := lclass.Must(lclass.FromMatrix(x, class, classNames(2)))
	r := lclass.Must(lclass.RegressionFromMatrix(x, numbers(class)))
	type fitter struct {
		e lclass.Estimator
		d *lclass.Data
	}
	fitters := []fitter{
		{lclass.Perceptron{Epochs: 20, Seed: 3, W0: []float64{1, 2, 3}, Batch: 7}, d},
		{lclass.Logistic{Solver: lclass.Descent{Batch: 5, Seed: 1, Epochs: 20}}, d},
	}
	for _, s := range specs() {
		switch {
		case s.classes == 0:
			fitters = append(fitters, fitter{s.estimator(s.penalty), r})
		case s.classes == 2:
			fitters = append(fitters, fitter{s.estimator(s.penalty), d})
		}
	}
	for _, f := range fitters {
		before := fmt.Sprintf("%#v", f.e)
		models := make([]*lclass.Model, 4)
		var wg sync.WaitGroup
		for i := range models {
			wg.Go(func() { models[i], _ = f.e.Fit(f.d) })
		}
		wg.Wait()
		for _, m := range models {
			if m == nil || !reflect.DeepEqual(parameters(m), parameters(models[0])) {
				t.Errorf("%s: models differ", before)
			}
		}
		if after := fmt.Sprintf("%#v", f.e); after != before {
			t.Errorf("%s became %s", before, after)
		}
	}
}

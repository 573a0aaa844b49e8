package lclass_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// The solver of smooth losses goes by what it costs: no number of weights makes it
// another one all at once, and where QuasiNewton does not end soon, Newton goes on.
func TestDefaultSolver(t *testing.T) {
	logistic := func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.Logistic{Penalty: p, Solver: s}
	}
	squaredHinge := func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: p, Solver: s}
	}
	softmax := func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.Softmax{Penalty: p, Solver: s}
	}
	for _, c := range []struct {
		name     string
		of       func(lclass.Penalty, lclass.Solver) lclass.Estimator
		n, d, k  int
		lambda   float64
		streamed bool
		want     string
		turns    bool // begins with the other
	}{
		{"Logistic", logistic, 1000, 10, 2, 1e-3, false, "Newton", false},
		{"Logistic", logistic, 4000, 500, 2, 1e-3, false, "QuasiNewton", false},
		{"Logistic", logistic, 4000, 520, 2, 1e-3, false, "QuasiNewton", false},
		{"Logistic of little penalty", logistic, 150, 80, 2, 1e-9, false, "Newton", true},
		{"Logistic in blocks", logistic, 700, 100, 2, 1e-3, true, "Newton", false},
		{"Logistic in blocks", logistic, 700, 520, 2, 1e-3, true, "QuasiNewton", false},
		{"SquaredHinge", squaredHinge, 4000, 500, 2, 1e-2, false, "QuasiNewton", false},
		{"SquaredHinge", squaredHinge, 4000, 520, 2, 1e-2, false, "QuasiNewton", false},
		{"Softmax", softmax, 600, 15, 30, 1e-2, false, "QuasiNewton", false},
		{"Softmax", softmax, 600, 15, 34, 1e-2, false, "QuasiNewton", false},
	} {
		x, class := clouds(c.n, c.d, c.k, 7)
		var source mat.Matrix = x
		if c.streamed {
			source = streamed(x)
		}
		d, err := lclass.FromMatrix(source, class, classNames(c.k))
		must(t, d, err)
		penalty := lclass.L2(c.lambda)
		m := learn(t, c.of(penalty, nil), d)
		if m.Status.Solver != c.want || m.Status.Err() != nil {
			t.Errorf("%s, %d×%d, %d classes: %v; want %s", c.name, c.n, c.d, c.k, m.Status, c.want)
		}
		by := learn(t, c.of(penalty, map[string]lclass.Solver{"Newton": lclass.Newton{}, "QuasiNewton": lclass.QuasiNewton{}}[c.want]), d)
		if most := by.Status.Iterations; c.turns != (c.want == "Newton" && m.Status.Iterations > most) {
			t.Errorf("%s, %d×%d, %d classes: %d steps; by %s alone %d", c.name, c.n, c.d, c.k, m.Status.Iterations, c.want, most)
		}
		if math.Abs(m.Status.Loss-by.Status.Loss) > 1e-8*by.Status.Loss {
			t.Errorf("%s, %d×%d, %d classes: loss %v, by %s alone %v", c.name, c.n, c.d, c.k, m.Status.Loss, c.want, by.Status.Loss)
		}
	}
}

// With so many features that a matrix of them costs more than passes over the samples, the
// default is Newton by conjugate gradients, and QuasiNewton goes on where these do not end.
func TestDefaultSolverOfManyFeatures(t *testing.T) {
	for _, c := range []struct {
		name    string
		of      func(lclass.Penalty, lclass.Solver) lclass.Estimator
		n, d, k int
		want    string
	}{
		{"Logistic", func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
			return lclass.Logistic{Penalty: p, Solver: s}
		}, 500, 700, 2, "Newton"},
		{"Softmax", func(p lclass.Penalty, s lclass.Solver) lclass.Estimator { return lclass.Softmax{Penalty: p, Solver: s} }, 300, 1700, 3, "Newton"},
		{"SquaredHinge", func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
			return lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: p, Solver: s}
		}, 500, 700, 2, "QuasiNewton"},
	} {
		x, class := noisy(c.n, c.d, c.k)
		d, err := lclass.FromMatrix(x, class, classNames(c.k))
		must(t, d, err)
		penalty := lclass.L2(1 / float64(c.n))
		m, by := learn(t, c.of(penalty, nil), d), learn(t, c.of(penalty, lclass.QuasiNewton{}), d)
		if m.Status.Solver != c.want || m.Status.Err() != nil || math.Abs(m.Status.Loss-by.Status.Loss) > 1e-8*by.Status.Loss {
			t.Errorf("%s: %v; want %s; by QuasiNewton alone %v", c.name, m.Status, c.want, by.Status)
		}
		if c.want == "Newton" && m.Status.Iterations >= by.Status.Iterations || m.Status.Iterations == by.Status.Iterations {
			t.Errorf("%s: %d steps, by QuasiNewton alone %d", c.name, m.Status.Iterations, by.Status.Iterations)
		}
	}
}

// The default of hinge losses begins with the dual unless Newton costs little, and goes on
// with Newton where the gap falls slowly. Either way it ends within the gap that Newton proves.
func TestDefaultSolverOfHingeLosses(t *testing.T) {
	for _, c := range []struct {
		name    string
		loss    lclass.SVMLoss
		n, d, k int
		overlap bool    // of the classes: some samples are on the wrong side
		lambda  float64 // 0 for 1/n
		want    string
		turns   bool
	}{
		{"cheap Newton", lclass.Hinge, 300, 5, 2, true, 0, "Newton", false},
		{"quick dual", lclass.CrammerSinger, 5000, 10, 3, true, 0.2, "DualCoordinateDescent", false},
		{"slow dual", lclass.CrammerSinger, 1000, 100, 3, true, 0.0003, "Newton", true},
		{"wide", lclass.CrammerSinger, 100, 600, 3, false, 0, "DualCoordinateDescent", false},
	} {
		x, class := clouds(c.n, c.d, c.k, 7)
		if c.overlap {
			x, class = noisy(c.n, c.d, c.k)
		}
		d, err := lclass.FromMatrix(x, class, classNames(c.k))
		must(t, d, err)
		svm := lclass.LinearSVM{Loss: c.loss, Penalty: lclass.L2(cmp.Or(c.lambda, 1/float64(c.n)))}
		m := learn(t, svm, d)
		if m.Status.Solver != c.want || m.Status.Err() != nil {
			t.Errorf("%s: %v; want %s", c.name, m.Status, c.want)
		}
		if (m.Status.Iterations > 20 && c.want == "Newton") != c.turns {
			t.Errorf("%s: %v", c.name, m.Status)
		}
		if c.d > 100 {
			continue // Newton alone would take minutes
		}
		svm.Solver = lclass.Newton{}
		by := learn(t, svm, d)
		if math.Abs(m.Status.Loss-by.Status.Loss) > m.Status.Gap+by.Status.Gap {
			t.Errorf("%s: loss %v, by Newton alone %v", c.name, m.Status, by.Status)
		}
	}
}

// Visits soon fit samples with one value each, which Newton would otherwise fit for so few.
func TestDefaultSolverOfSingleValues(t *testing.T) {
	const n, d = 400, 5
	for values, want := range map[int]string{1: "DualCoordinateDescent", 3: "Newton"} {
		x, class := noisy(n, d, 2)
		x.Apply(func(i, j int, v float64) float64 {
			if (i+j)%d >= values {
				return 0
			}
			return v
		}, x)
		few, err := lclass.FromMatrix(sparse(t, x), class, classNames(2))
		must(t, few, err)
		svm := lclass.LinearSVM{Penalty: lclass.L2(1. / n)}
		m := learn(t, svm, few)
		svm.Solver = lclass.Newton{}
		by := learn(t, svm, few)
		if m.Status.Solver != want || m.Status.Err() != nil || math.Abs(m.Status.Loss-by.Status.Loss) > m.Status.Gap+by.Status.Gap {
			t.Errorf("%d values a sample: %v; want %s; by Newton alone %v", values, m.Status, want, by.Status)
		}
	}
}

// Sparse samples without a value count as those of dense data do, though hinge losses are
// fitted with fewer.
func TestSamplesWithoutAValue(t *testing.T) {
	const n, d = 600, 4
	x, class := noisy(n, d, 3)
	r := rand.New(rand.NewPCG(3, 4))
	x.Apply(func(_, _ int, v float64) float64 {
		if r.Float64() < 0.9 {
			return 0
		}
		return v
	}, x)
	weight := make([]float64, n)
	for i := range weight {
		weight[i] = float64(r.IntN(4))
	}
	two := make([]int, n)
	for i, c := range class {
		two[i] = min(c, 1)
	}
	for _, loss := range []lclass.SVMLoss{lclass.Hinge, lclass.CrammerSinger, lclass.WestonWatkins} {
		class, names := class, classNames(3)
		if loss == lclass.Hinge {
			class, names = two, classNames(2)
		}
		dense, err := lclass.FromMatrix(x, class, names)
		must(t, dense, err)
		few, err := lclass.FromMatrix(sparse(t, x), class, names)
		must(t, few, err)
		dense, few = weigh(t, dense, weight), weigh(t, few, weight)
		for _, solver := range []lclass.Solver{nil, lclass.Newton{}, lclass.DualCoordinateDescent{Tol: 1e-8}} {
			svm := lclass.LinearSVM{Loss: loss, Penalty: lclass.L2(0.01), Solver: solver}
			m, want := learn(t, svm, few), learn(t, svm, dense)
			if m.Status.Err() != nil || math.Abs(m.Status.Loss-want.Status.Loss) > m.Status.Gap+want.Status.Gap {
				t.Errorf("%v, %T: %v; dense: %v", loss, solver, m.Status, want.Status)
			}
			for at, model := range map[string]*lclass.Model{"sparse": m, "dense": want} {
				wrong := 0
				y, err := model.Predict(dense)
				for i, c := range must(t, y, err).Class {
					if weight[i] > 0 && c != class[i] {
						wrong++
					}
				}
				if last := model.History[len(model.History)-1]; last.Errors != wrong {
					t.Errorf("%v, %T, %s: %d errors, want %d", loss, solver, at, last.Errors, wrong)
				}
			}
		}
	}
}

// noisy returns samples of k classes that follow the features by softmax.
func noisy(n, d, k int) (*mat.Dense, []int) {
	r := rand.New(rand.NewPCG(1, 2))
	normal := func(std float64) func(_, _ int, _ float64) float64 {
		return func(_, _ int, _ float64) float64 { return std * r.NormFloat64() }
	}
	x, w := mat.NewDense(n, d, nil), mat.NewDense(d, k, nil)
	x.Apply(normal(1), x)
	w.Apply(normal(2/math.Sqrt(float64(d))), w)
	var z mat.Dense
	z.Mul(x, w)
	class := make([]int, n)
	for i := range class {
		z := z.RawRowView(i)
		for c := range z {
			z[c] -= math.Log(r.ExpFloat64()) // the largest of scores and this is one of softmax
		}
		if class[i] = slices.Index(z, slices.Max(z)); i < k {
			class[i] = i // none is empty
		}
	}
	return x, class
}

// With few samples for each of many classes the biases are slow to find, and the proof
// of the end waits for them.
func TestManyClassesConverge(t *testing.T) {
	const n, features, classes = 1000, 50, 100
	x, class := noisy(n, features, classes)
	d, err := lclass.FromMatrix(x, class, classNames(classes))
	must(t, d, err)
	for _, solver := range []lclass.Solver{nil, lclass.QuasiNewton{}} {
		m := learn(t, lclass.Softmax{Penalty: lclass.L2(1e-3), Solver: solver}, d)
		if m.Status.Outcome != lclass.Converged || m.Status.Gap > 1e-8*m.Status.Loss {
			t.Error(m.Status)
		}
	}
}

// Digits keep half of their values, and sparse rows make Newton's products expensive.
func TestDefaultSolverOfHalfFilledSamples(t *testing.T) {
	d, err := datasets.Digits().Positive("3")
	must(t, d, err)
	penalty := lclass.L2(1 / float64(d.N()))
	for want, of := range map[string]func(lclass.Solver) lclass.Estimator{
		"QuasiNewton":           func(s lclass.Solver) lclass.Estimator { return lclass.Logistic{Penalty: penalty, Solver: s} },
		"DualCoordinateDescent": func(s lclass.Solver) lclass.Estimator { return lclass.LinearSVM{Penalty: penalty, Solver: s} },
	} {
		m, by := learn(t, of(nil), d), learn(t, of(lclass.Newton{}), d)
		if m.Status.Solver != want || m.Status.Err() != nil {
			t.Errorf("%v; want %s", m.Status, want)
		}
		if far := math.Abs(m.Status.Loss - by.Status.Loss); !(far <= m.Status.Gap+by.Status.Gap) {
			t.Errorf("%v; by Newton %v", m.Status, by.Status)
		}
	}
}

package lclass_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// Along the path more and more weights leave 0, the loss falls, and each model
// is what a fit from nothing gives, for fewer steps.
func TestPath(t *testing.T) {
	d := datasets.Digits()
	spec := func(lambda float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L1(lambda), Start: start}
	}
	most, err := lclass.LambdaMax(spec(1, nil), d)
	must(t, most, err)
	lambdas := lclass.LogSpace(1.0001*most, most/100, 6)
	var warm, cold, at int
	before, zerosBefore := math.Inf(1), math.MaxInt
	for m, err := range lclass.Path(d, lambdas, spec) {
		must(t, m, err)
		zeros := countZeros(m)
		if at == 0 && zeros != 10*d.D() {
			t.Errorf("λ = %v: %d weights are not 0", lambdas[at], 10*d.D()-zeros)
		}
		if zeros > zerosBefore || m.Status.Loss > before || m.Status.Err() != nil {
			t.Errorf("λ = %v: %d zeros after %d, loss %v after %v, %v", lambdas[at], zeros, zerosBefore, m.Status.Loss, before, m.Status)
		}
		alone := learn(t, spec(lambdas[at], nil), d)
		if math.Abs(alone.Status.Loss-m.Status.Loss) > 1e-8*m.Status.Loss {
			t.Errorf("λ = %v: loss %v on the path, %v alone", lambdas[at], m.Status.Loss, alone.Status.Loss)
		}
		warm += m.Status.Iterations
		cold += alone.Status.Iterations
		before, zerosBefore = m.Status.Loss, zeros
		at++
	}
	if at != 6 || warm >= cold {
		t.Errorf("%d models, %d steps on the path, %d alone", at, warm, cold)
	}
}

func countZeros(m *lclass.Model) int {
	var zeros int
	for _, w := range m.W.RawMatrix().Data {
		if w == 0 {
			zeros++
		}
	}
	return zeros
}

// At LambdaMax nothing has left 0; a little below something has.
func TestLambdaMax(t *testing.T) {
	two, width := irisData(t, true), irisWidth(t)
	for _, ratio := range []float64{1, 0.3} {
		for _, c := range []struct {
			d    *lclass.Data
			spec func(p lclass.Penalty) lclass.Estimator
		}{
			{two, func(p lclass.Penalty) lclass.Estimator { return lclass.Logistic{Penalty: p} }},
			{two, func(p lclass.Penalty) lclass.Estimator { return lclass.Softmax{Penalty: p} }},
			{two, func(p lclass.Penalty) lclass.Estimator {
				return lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: p}
			}},
			{two, func(p lclass.Penalty) lclass.Estimator { return lclass.LeastSquares{Penalty: p} }},
			{width, func(p lclass.Penalty) lclass.Estimator { return lclass.LinearRegression{Penalty: p} }},
		} {
			most, err := lclass.LambdaMax(c.spec(lclass.ElasticNet(1, ratio)), c.d)
			must(t, most, err)
			for by, all := range map[float64]bool{1.001: true, 0.99: false} {
				m := learn(t, c.spec(lclass.ElasticNet(by*most, ratio)), c.d)
				k, d := m.W.Dims()
				if (countZeros(m) == k*d) != all {
					t.Errorf("%T, ρ = %v, %v of LambdaMax: W = %v", c.spec(lclass.L1(1)), ratio, by, m.W.RawMatrix().Data)
				}
			}
		}
	}
}

// LambdaMax of more weights, or classes, than have a matrix of second derivatives.
func TestLambdaMaxOfMany(t *testing.T) {
	for _, c := range []struct{ n, d, k int }{{40, 600, 2}, {700, 2, 600}} {
		x, class := clouds(c.n, c.d, c.k, 5)
		d, err := lclass.FromMatrix(x, class, classNames(c.k))
		must(t, d, err)
		free := map[string]float64{}
		if c.d > 2 {
			free[d.Features()[0]], free[d.Features()[7]] = 0, 0
		}
		spec := func(λ float64) lclass.Estimator {
			p := lclass.Penalty{Lambda: λ, Ratio: 1, Factors: free}
			if c.k == 2 {
				return lclass.Logistic{Penalty: p}
			}
			return lclass.Softmax{Penalty: p}
		}
		most, err := lclass.LambdaMax(spec(1), d)
		must(t, most, err)
		for by, all := range map[float64]bool{1.001: true, 0.99: false} {
			m := learn(t, spec(by*most), d)
			k, _ := m.W.Dims()
			if (countZeros(m) == k*c.d-len(free)) != all {
				t.Errorf("%d features, %v of LambdaMax: %d zeros", c.d, by, countZeros(m))
			}
		}
	}
}

// At LambdaMax of several binary learners all of them have no weights; a little
// below one of them has.
func TestLambdaMaxOfReductions(t *testing.T) {
	d := irisData(t, false)
	for _, spec := range []func(p lclass.Penalty) lclass.Estimator{
		func(p lclass.Penalty) lclass.Estimator { return lclass.OneVsRest{Of: lclass.Logistic{Penalty: p}} },
		func(p lclass.Penalty) lclass.Estimator { return lclass.OneVsOne{Of: lclass.Logistic{Penalty: p}} },
	} {
		most, err := lclass.LambdaMax(spec(lclass.L1(1)), d)
		must(t, most, err)
		at := 0
		for m, err := range lclass.Path(d, []float64{1.001 * most, 0.99 * most}, func(lambda float64, _ *lclass.Model) lclass.Estimator {
			return spec(lclass.L1(lambda))
		}) {
			must(t, m, err)
			k, p := m.W.Dims()
			if (countZeros(m) == k*p) != (at == 0) {
				t.Errorf("%T, fit %d: W = %v", spec(lclass.L1(1)), at, m.W.RawMatrix().Data)
			}
			at++
		}
		equal(t, "models", at, 2)
	}
	fails(t, failure(lclass.LambdaMax(lclass.OneVsRest{Of: lclass.Perceptron{}}, d)), &lclass.SettingError{Setting: "Penalty.Ratio", Value: 0}, `class "setosa" against the rest`)
	fails(t, failure(lclass.LambdaMax(lclass.OneVsRest{}, d)), &lclass.SettingError{Setting: "OneVsRest.Of"})
	for _, err := range lclass.Path(d, []float64{1, 0.1}, func(lambda float64, start *lclass.Model) lclass.Estimator {
		return lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L1(lambda), Start: start}}
	}) {
		if err != nil {
			fails(t, err, lclass.ErrStart)
			return
		}
	}
	t.Error("a model of three classes is a start for two")
}

func TestPathErrors(t *testing.T) {
	d := irisData(t, true)
	for _, c := range []struct {
		e    lclass.Estimator
		want error
	}{
		{lclass.Perceptron{}, &lclass.SettingError{Setting: "Penalty.Ratio", Value: 0}},
		{lclass.LDA{}, &lclass.SettingError{Setting: "Estimator of LambdaMax", Value: "a lclass.LDA"}},
		{lclass.Logistic{}, &lclass.SettingError{Setting: "Penalty.Ratio", Value: 0}},
		{lclass.LinearSVM{Penalty: lclass.L1(1), Solver: lclass.Descent{}}, lclass.ErrNotSmooth},
		{lclass.Logistic{Penalty: lclass.L1(-1)}, &lclass.SettingError{Setting: "Penalty.Lambda", Value: -1}},
	} {
		_, err := lclass.LambdaMax(c.e, d)
		fails(t, err, c.want)
	}
	flat, err := lclass.FromMatrix(mat.NewDense(4, 1, []float64{3, 3, 3, 3}), []int{0, 1, 0, 1}, classNames(2))
	must(t, flat, err)
	mentions(t, failure(lclass.LambdaMax(lclass.Logistic{Penalty: lclass.L1(1)}, flat)), "all weights with a penalty are 0", `"t"`)
	fails(t, failure(lclass.LambdaMax(nil, d)), lclass.ErrNoEstimator)
	for _, err := range lclass.Path(d, []float64{1}, func(float64, *lclass.Model) lclass.Estimator { return nil }) {
		fails(t, err, lclass.ErrNoEstimator)
	}
	var count int
	for m, err := range lclass.Path(d, []float64{1, -1, 0.1}, func(lambda float64, start *lclass.Model) lclass.Estimator {
		return lclass.Logistic{Penalty: lclass.L1(lambda), Start: start}
	}) {
		if count++; count == 2 {
			fails(t, err, &lclass.SettingError{Setting: "Penalty.Lambda", Value: -1})
			if m != nil {
				t.Error("there is a model")
			}
		}
	}
	if count != 2 {
		t.Errorf("%d models, want one and an error", count)
	}
}

func TestStart(t *testing.T) {
	d, other := irisData(t, true), irisData(t, false)
	m := learn(t, lclass.Logistic{Penalty: lclass.L2(0.01)}, d)
	for name, s := range map[string]lclass.Solver{
		"Newton": lclass.Newton{}, "QuasiNewton": lclass.QuasiNewton{}, "CoordinateDescent": lclass.CoordinateDescent{},
	} {
		again := learn(t, lclass.Logistic{Penalty: lclass.L2(0.01), Solver: s, Start: m}, d)
		if again.Status.Iterations > 1 {
			t.Errorf("%s: %d steps from the solution", name, again.Status.Iterations)
		}
		near(t, name, parameters(again), parameters(m), 1e-6)
	}
	for step, err := range (lclass.Logistic{Penalty: lclass.L2(0.01), Solver: lclass.Descent{}, Start: m}).Steps(d) {
		if err != nil || step.Epoch > 0 {
			break
		}
		near(t, "Descent", append(append([]float64(nil), step.W.RawMatrix().Data...), step.B...), parameters(m), 0)
	}
	fails(t, failure(lclass.Softmax{Start: m}.Fit(d)), lclass.ErrStart)
	fails(t, failure(lclass.Softmax{Start: learn(t, lclass.Softmax{Penalty: lclass.L2(1)}, other)}.Fit(d)), lclass.ErrStart)
	width := learn(t, lclass.LinearRegression{}, irisWidth(t))
	fails(t, failure(lclass.LinearRegression{Start: width, Solver: lclass.Newton{}}.Fit(both(t, d.Matrix(), d.T()))), lclass.ErrStart, "start", "features")
}

func TestLogSpan(t *testing.T) {
	for _, c := range []struct {
		count int
		want  []float64
	}{{0, nil}, {1, []float64{100}}, {2, []float64{100, 1}}, {3, []float64{100, 10, 1}}, {5, []float64{100, 31.622776601683793, 10, 3.1622776601683795, 1}}} {
		near(t, fmt.Sprint(c.count), lclass.LogSpace(100, 1, c.count), c.want, 1e-15)
	}
}

// Powers of ten are those, and other values are not rounded.
func TestLogSpanIsExact(t *testing.T) {
	equal(t, "falling", lclass.LogSpace(1, 1e-4, 5), []float64{1, 0.1, 0.01, 0.001, 0.0001})
	equal(t, "rising", lclass.LogSpace(1e-6, 1e6, 13), []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6})
	equal(t, "halves", lclass.LogSpace(0.5, 0.125, 3), []float64{0.5, 0.25, 0.125})
	near(t, "√10", lclass.LogSpace(1, 10, 3)[1:2], []float64{math.Sqrt(10)}, 1e-15)
}

func TestLogSpanOfNoRatio(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, end := range []float64{0, -1, nan, inf, -inf} {
		panics(t, "from", func() { lclass.LogSpace(end, 1, 3) }, "LogSpace from", fmt.Sprint(end), "positive")
		panics(t, "to", func() { lclass.LogSpace(1, end, 3) }, "LogSpace from 1 to", fmt.Sprint(end), "positive")
	}
	panics(t, "count", func() { lclass.LogSpace(1, 2, -1) }, "-1 values")
	near(t, "rising, to the ends of float64", lclass.LogSpace(1e-300, 1e300, 3), []float64{1e-300, 1, 1e300}, 1e-13)
}

func TestUnsolvablePairs(t *testing.T) {
	d := irisData(t, true)
	l1, l2 := lclass.L1(0.1), lclass.L2(0.1)
	for _, c := range []struct {
		e    lclass.Estimator
		want error
	}{
		{lclass.LinearSVM{}, lclass.ErrNoMargin},
		{lclass.LinearSVM{Penalty: l1}, lclass.ErrNoMargin},
		{lclass.LinearSVM{Penalty: l2, Solver: lclass.QuasiNewton{}}, &lclass.SettingError{Setting: "Solver", Value: "QuasiNewton"}},
		{lclass.LinearSVM{Penalty: l2, Solver: lclass.CoordinateDescent{}}, &lclass.SettingError{Setting: "Solver", Value: "CoordinateDescent"}},
		{lclass.LinearSVM{Solver: lclass.DualCoordinateDescent{}}, &lclass.SettingError{Setting: "Solver", Value: "DualCoordinateDescent"}},
		{lclass.LinearSVM{Solver: lclass.Newton{}}, &lclass.SettingError{Setting: "Solver", Value: "Newton"}},
		{lclass.LinearSVM{Loss: 9}, &lclass.SettingError{Setting: "LinearSVM.Loss", Value: 9}},
		{lclass.Logistic{Penalty: l2, Solver: lclass.DualCoordinateDescent{}}, &lclass.SettingError{Setting: "Solver", Value: "DualCoordinateDescent"}},
		{lclass.Logistic{Penalty: l1, Solver: lclass.QuasiNewton{}}, &lclass.SettingError{Setting: "Solver", Value: "QuasiNewton"}},
	} {
		_, err := c.e.Fit(d)
		fails(t, err, c.want)
	}
	fails(t, failure(lclass.LinearSVM{Penalty: l2}.Fit(irisData(t, false))), &invalid.TargetError{Target: "species", Want: "two classes"})
	if _, err := (lclass.LinearSVM{Penalty: l1, Solver: lclass.Descent{}}).Fit(d); err != nil {
		t.Error(err)
	}
	var none *lclass.Newton
	fails(t, failure(lclass.Logistic{Solver: none}.Fit(d)), &lclass.SettingError{Setting: "Solver", Value: "a *lclass.Newton"})
}

// A path of quasi-Newton ends where fits alone do, in fewer steps than from the
// same starts.
func TestPathOfQuasiNewton(t *testing.T) {
	d := irisData(t, false)
	spec := func(lambda float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(lambda), Solver: lclass.QuasiNewton{Tol: 1e-7}, Start: start}
	}
	lambdas := lclass.LogSpace(1e-1, 1e-4, 6)
	var onPath, started, at int
	var before *lclass.Model
	for m, err := range lclass.Path(d, lambdas, spec) {
		must(t, m, err)
		alone := learn(t, spec(lambdas[at], before), d)
		if math.Abs(alone.Status.Loss-m.Status.Loss) > 1e-6 || m.Status.Err() != nil {
			t.Errorf("λ = %v: loss %v on the path, %v alone, %v", lambdas[at], m.Status.Loss, alone.Status.Loss, m.Status)
		}
		onPath, started = onPath+m.Status.Iterations, started+alone.Status.Iterations
		before = m
		at++
	}
	if at != 6 || onPath >= started {
		t.Errorf("%d models, %d steps on the path, %d from the same starts", at, onPath, started)
	}
}

// An Estimator of a path may change the data: what it shares is not taken for
// what is now another table.
func TestPathOfChangedData(t *testing.T) {
	d := irisData(t, true)
	weighted, err := d.WithWeight(slices.Repeat([]float64{1, 2, 5, 0.5}, d.N()/4))
	must(t, weighted, err)
	for name, change := range map[string]func(*lclass.Data) *lclass.Data{
		"weights": func(d *lclass.Data) *lclass.Data { return must2(d.WithWeight(weighted.Weight())) },
		"subset":  func(d *lclass.Data) *lclass.Data { return d.Subset([]int{1, 5, 9, 33, 52, 71, 77, 93}) },
	} {
		for _, s := range []lclass.Solver{lclass.QuasiNewton{}, lclass.CoordinateDescent{}, lclass.Newton{}} {
			fit := func(lambda float64, d *lclass.Data) (*lclass.Model, error) {
				return lclass.Logistic{Penalty: lclass.L2(lambda), Solver: s}.Fit(d)
			}
			lambdas := []float64{0.1, 0.01}
			at := 0
			for m, err := range lclass.Path(d, lambdas, func(lambda float64, _ *lclass.Model) lclass.Estimator {
				return estimator(func(d *lclass.Data) (*lclass.Model, error) {
					if _, err := fit(lambda, d); err != nil {
						return nil, err
					}
					return fit(lambda, change(d))
				})
			}) {
				must(t, m, err)
				want := must2(fit(lambdas[at], change(d)))
				near(t, fmt.Sprintf("%s, %T", name, s), parameters(m), parameters(want), 0)
				at++
			}
		}
	}
}

// estimator is a Fit.
type estimator func(*lclass.Data) (*lclass.Model, error)

func (e estimator) Fit(d *lclass.Data) (*lclass.Model, error) { return e(d) }

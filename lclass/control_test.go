package lclass_test

import (
	"context"
	"errors"
	"fmt"

	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"linclass/lclass"
)

// A controlled is testdata/control-r.json, made by control.R with glmnet 4.1-6 and R 4.2.2:
// paths with penalty.factor, lower.limits and upper.limits, and W and b at three λ.
type controlled struct {
	Sets map[string]struct {
		X [][]float64
		Y []float64
	}
	Cases []controlledCase
}

type controlledCase struct {
	Set, Family  string
	Alpha        float64
	Standardize  bool
	Factors      []float64
	Lower, Upper []*float64 // nil is infinite
	Fits         []struct {
		Lambda float64
		W      [][]float64
		B      []float64
	}
}

func (c controlledCase) String() string {
	return fmt.Sprintf("%s, %s, α = %v, standardize %v, factors %v, %d and %d bounds", c.Set, c.Family, c.Alpha, c.Standardize, c.Factors, len(c.Lower), len(c.Upper))
}

// penalty returns that of a path. glmnet scales factors to a sum of d.
func (c controlledCase) penalty(lambda float64, names []string, std []float64) lclass.Penalty {
	p := lclass.ElasticNet(lambda, c.Alpha)
	p.Factors, p.Lower, p.Upper = map[string]float64{}, map[string]float64{}, map[string]float64{}
	var sum float64
	for _, f := range c.Factors {
		sum += f
	}
	for j, f := range c.Factors {
		p.Factors[names[j]] = f * float64(len(c.Factors)) / sum
	}
	for j, v := range c.Lower {
		if v != nil {
			p.Lower[names[j]] = *v * std[j]
		}
	}
	for j, v := range c.Upper {
		if v != nil {
			p.Upper[names[j]] = *v * std[j]
		}
	}
	return p
}

func (c controlledCase) estimator(s lclass.Solver, p lclass.Penalty, start *lclass.Model) lclass.Estimator {
	switch c.Family {
	case "gaussian":
		return lclass.LinearRegression{Penalty: p, Start: start, Solver: s}
	case "binomial":
		return lclass.Logistic{Penalty: p, Start: start, Solver: s}
	}
	return lclass.Softmax{Penalty: p, Start: start, Solver: s}
}

func (c controlled) data(t *testing.T, set string, numeric bool) *lclass.Data {
	t.Helper()
	s := c.Sets[set]
	x := dense(s.X)
	if numeric {
		d, err := lclass.RegressionFromMatrix(x, s.Y)
		return must(t, d, err)
	}
	class := make([]int, len(s.Y))
	for i, v := range s.Y {
		class[i] = int(v)
	}
	d, err := lclass.FromMatrix(x, class, classNames(slices.Max(class)+1))
	return must(t, d, err)
}

func dense(rows [][]float64) *mat.Dense {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		x.SetRow(i, row)
	}
	return x
}

func TestControlAgreesWithGlmnet(t *testing.T) {
	var peers controlled
	readPeers(t, "testdata/control-r.json", &peers)
	compareWithGlmnet(t, peers, lclass.CoordinateDescent{Tol: 1e-15}, func(controlledCase) bool { return true }, 189)
}

// With ridge alone factors are also for the other solvers of smooth losses.
func TestRidgeFactorsAgreeWithGlmnet(t *testing.T) {
	var peers controlled
	readPeers(t, "testdata/control-r.json", &peers)
	for _, s := range []lclass.Solver{lclass.Newton{Tol: 1e-14}, lclass.QuasiNewton{Tol: 1e-14}} {
		compareWithGlmnet(t, peers, s, func(c controlledCase) bool { return c.Alpha == 0 && c.Lower == nil && c.Upper == nil }, 18)
	}
}

func compareWithGlmnet(t *testing.T, peers controlled, s lclass.Solver, which func(controlledCase) bool, count int) {
	t.Helper()
	var compared int
	var worst float64
	for _, c := range peers.Cases {
		if !which(c) {
			continue
		}
		d := peers.data(t, c.Set, c.Family == "gaussian")
		std := slices.Repeat([]float64{1}, d.D())
		if c.Standardize {
			z, err := prepared(d, lclass.Standardize{})
			for j := range std {
				std[j] = math.Sqrt(stat.PopVariance(mat.Col(nil, j, dense(peers.Sets[c.Set].X)), nil))
			}
			d = must(t, z, err)
		}
		var start *lclass.Model
		for _, want := range c.Fits {
			p := c.penalty(want.Lambda, d.Features(), std)
			m, err := c.estimator(s, p, start).Fit(d)
			if err != nil {
				t.Fatalf("%v, λ = %v: %v", c, want.Lambda, err)
			}
			start = m
			if m.Status.Outcome != lclass.Converged {
				t.Errorf("%v, λ = %v: %+v", c, want.Lambda, m.Status)
			}
			if v := residual(d, m); v > 1e-7 {
				t.Errorf("%v, λ = %v: the conditions of optimality are off by %.2g", c, want.Lambda, v)
			}
			var size float64 = 1
			for _, row := range want.W {
				for _, w := range row {
					size = max(size, math.Abs(w))
				}
			}
			for k, row := range want.W {
				for j, w := range row {
					got := m.W.At(k, j) / std[j]
					worst = max(worst, math.Abs(got-w)/size)
					if !(math.Abs(got-w) <= 1e-6*size) {
						t.Errorf("%v, λ = %v: W[%d,%d] = %.10g, want %.10g", c, want.Lambda, k, j, got, w)
					}
				}
			}
			compared++
		}
	}
	if t.Logf("%T: %d fits, the weights differ by %.2g at most", s, compared, worst); compared != count {
		t.Errorf("%T: %d fits, want %d", s, compared, count)
	}
}

// residual returns by how much a weight or bias of a model misses the conditions of Karush,
// Kuhn and Tucker of its penalty on d, by the formulas.
func residual(d *lclass.Data, m *lclass.Model) (most float64) {
	x, n := d.Matrix(), d.N()
	k, dim := m.W.Dims()
	class, y0 := d.T(), d.Y()
	g := mat.NewDense(k, dim+1, nil)
	for i := range n {
		y := make([]float64, k)
		for c := range y {
			y[c] = m.B[c] + mat.Dot(m.W.RowView(c), mat.NewVecDense(dim, mat.Row(nil, i, x)))
		}
		r := slices.Clone(y)
		switch {
		case m.Output == lclass.Identity:
			r[0] -= y0[i]
		case k == 1:
			r[0] = 1/(1+math.Exp(-y[0])) - float64(class[i])
		default:
			var sum float64
			for c := range r {
				r[c] = math.Exp(y[c] - slices.Max(y))
				sum += r[c]
			}
			for c := range r {
				r[c] /= sum
				if class[i] == c {
					r[c]--
				}
			}
		}
		for c := range r {
			for j := range dim {
				g.Set(c, j, g.At(c, j)+r[c]*x.At(i, j)/float64(n))
			}
			g.Set(c, dim, g.At(c, dim)+r[c]/float64(n))
		}
	}
	valueOr := func(of map[string]float64, name string, none float64) float64 {
		if v, there := of[name]; there {
			return v
		}
		return none
	}
	for c := range k {
		most = max(most, math.Abs(g.At(c, dim)))
		for j, name := range d.Features() {
			w, p := m.W.At(c, j), m.Penalty
			f := valueOr(p.Factors, name, 1) * p.Lambda
			low, high := valueOr(p.Lower, name, math.Inf(-1)), valueOr(p.Upper, name, math.Inf(1))
			if w < low || w > high {
				return math.Inf(1)
			}
			smooth := g.At(c, j) + f*(1-p.Ratio)*w
			up, down := smooth+f*p.Ratio, smooth-f*p.Ratio
			if w > 0 {
				down = up
			} else if w < 0 {
				up = down
			}
			if w < high {
				most = max(most, -up)
			}
			if w > low {
				most = max(most, down)
			}
		}
	}
	return most
}

// controlData returns two classes and the features x1 to x3.
func controlData(t *testing.T) *lclass.Data {
	t.Helper()
	x, class := clouds(200, 3, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	return must(t, d, err)
}

func TestControlInvariances(t *testing.T) {
	d := controlData(t)
	s := lclass.CoordinateDescent{Tol: 1e-14}
	for _, p := range []lclass.Penalty{{}, lclass.L1(0.02), lclass.L2(0.02), lclass.ElasticNet(0.02, 0.5)} {
		plain := parameters(learn(t, lclass.Logistic{Penalty: p, Solver: s}, d))
		same := func(what string, p lclass.Penalty, tol float64) {
			t.Helper()
			near(t, fmt.Sprintf("%v: %s", p, what), parameters(learn(t, lclass.Logistic{Penalty: p, Solver: s}, d)), plain, tol)
		}
		one, scaled, bounded := p, p, p
		one.Factors = map[string]float64{"x1": 1, "x3": 1}
		same("factors of 1", one, 0)
		scaled.Lambda, scaled.Factors = p.Lambda/4, map[string]float64{"x1": 4, "x2": 4, "x3": 4}
		same("factors of 4 and a quarter of λ", scaled, 1e-9)
		bounded.Lower, bounded.Upper = map[string]float64{"x1": -1e3, "x2": math.Inf(-1)}, map[string]float64{"x1": 1e3, "x3": 1e4}
		same("bounds that hold nothing", bounded, 1e-12)
		away := p
		away.Lower, away.Upper = map[string]float64{"x1": 0}, map[string]float64{"x1": 0}
		m := learn(t, lclass.Logistic{Penalty: away, Solver: s}, d)
		rest, err := d.WithFeatures("x1", "x2", "x3")
		rest = must(t, rest, err)
		z, err := prepared(rest, lclass.Select{"x2", "x3"})
		without := learn(t, lclass.Logistic{Penalty: p, Solver: s}, must(t, z, err))
		near(t, fmt.Sprintf("%v: a feature with bounds of 0", p), parameters(m), append([]float64{0}, parameters(without)...), 1e-9)
	}
}

func TestControlOfManyFeatures(t *testing.T) {
	for _, wide := range []bool{true, false} {
		n, dim := 2000, 600
		if wide {
			n, dim = 150, 800
		}
		x, class := clouds(n, dim, 2, 1)
		d, err := lclass.FromMatrix(x, class, classNames(2))
		must(t, d, err)
		for _, p := range []lclass.Penalty{lclass.L1(0.02), lclass.ElasticNet(0.02, 0.5), lclass.L2(0.5)} {
			p.Factors = map[string]float64{"x7": 0, "x9": 0, "x11": 3}
			p.Lower, p.Upper = map[string]float64{"x9": 0, "x11": -0.01, "x1": 0}, map[string]float64{"x2": 0.001}
			m := learn(t, lclass.Logistic{Penalty: p}, d)
			if v := residual(d, m); m.Status.Outcome != lclass.Converged || v > 1e-4 {
				t.Errorf("%d×%d, %v: %+v, off by %.2g", n, dim, p, m.Status, v)
			}
			for _, tol := range []float64{0.5, 0.1, 0.01} {
				rough := learn(t, lclass.Logistic{Penalty: p, Solver: lclass.CoordinateDescent{Tol: tol}}, d)
				if above := rough.Status.Loss - m.Status.Loss; above > rough.Status.Gap+1e-12 {
					t.Errorf("%d×%d, %v, Tol %v: %.3g above the minimum, the gap is %.3g", n, dim, p, tol, above, rough.Status.Gap)
				}
			}
		}
	}
}

// Features without a penalty, or within half-open bounds, may separate the classes alone.
func TestControlOfSeparatedClasses(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{1, 3, 2, 1, 3, 2, 4, 3, 5, 1, 6, 2})
	d, err := lclass.FromMatrix(x, []int{0, 0, 0, 1, 1, 1}, classNames(2))
	must(t, d, err)
	touching, err := lclass.FromMatrix(mat.NewDense(6, 2, []float64{1, 3, 2, 1, 3, 2, 3, 3, 4, 1, 5, 2}), []int{0, 0, 0, 1, 1, 1}, classNames(2))
	must(t, touching, err)
	only := func(name string, v float64) map[string]float64 { return map[string]float64{name: v} }
	for _, c := range []struct {
		name string
		p    lclass.Penalty
		want lclass.Outcome
	}{
		{"the separating feature is free", lclass.Penalty{Lambda: 0.1, Ratio: 1, Factors: only("x1", 0)}, lclass.Separated},
		{"the other one is free", lclass.Penalty{Lambda: 0.1, Ratio: 1, Factors: only("x2", 0)}, lclass.Converged},
		{"the separating weight may grow", lclass.Penalty{Lower: only("x1", 0)}, lclass.Separated},
		{"it may not", lclass.Penalty{Upper: only("x1", 2)}, lclass.Converged},
		{"it may not be positive", lclass.Penalty{Upper: only("x1", 0)}, lclass.Converged},
		{"the separating feature is free, with samples on the boundary", lclass.Penalty{Lambda: 0.1, Factors: only("x1", 0)}, lclass.Separated},
		{"the separating feature is free, with ridge", lclass.Penalty{Lambda: 0.1, Factors: only("x1", 0)}, lclass.Separated},
		{"the other one is free, with ridge", lclass.Penalty{Lambda: 0.1, Factors: only("x2", 0)}, lclass.Converged},
		{"both are held, with ridge", lclass.Penalty{Lambda: 1e-4, Factors: only("x2", 3)}, lclass.Converged},
		{"its weight may grow, with samples on the boundary", lclass.Penalty{Lower: only("x1", 0)}, lclass.Separated},
	} {
		d := d
		if strings.Contains(c.name, "boundary") {
			d = touching
		}
		solvers := []lclass.Solver{nil}
		if c.p.Ratio == 0 && c.p.Lower == nil && c.p.Upper == nil {
			solvers = append(solvers, lclass.Newton{}, lclass.QuasiNewton{})
		}
		for _, s := range solvers {
			m := learn(t, lclass.Logistic{Penalty: c.p, Solver: s}, d)
			if m.Status.Outcome != c.want {
				t.Errorf("%s: %+v, want %v", c.name, m.Status, c.want)
			}
			if v := residual(d, m); c.want == lclass.Converged && v > 1e-5 {
				t.Errorf("%s: off by %.2g", c.name, v)
			}
		}
	}
}

func TestControlLambdaMax(t *testing.T) {
	d := controlData(t)
	for _, p := range []lclass.Penalty{
		{Lambda: 1, Ratio: 1, Factors: map[string]float64{"x1": 0, "x2": 2}},
		{Lambda: 1, Ratio: 0.5, Factors: map[string]float64{"x1": 5}},
		{Lambda: 1, Ratio: 1, Lower: map[string]float64{"x1": 0}, Upper: map[string]float64{"x1": 0, "x2": 0.1}},
	} {
		most, err := lclass.LambdaMax(lclass.Logistic{Penalty: p}, d)
		most = must(t, most, err)
		for _, share := range []float64{1.001, 0.999} {
			p.Lambda = share * most
			m := learn(t, lclass.Logistic{Penalty: p}, d)
			var held int
			for j, name := range d.Features() {
				if f, there := p.Factors[name]; m.W.At(0, j) != 0 && !(there && f == 0) {
					held++
				}
			}
			if (held > 0) != (share < 1) {
				t.Errorf("%v, %v of the largest λ: %d weights with a penalty are not 0", p, share, held)
			}
		}
	}
}

func TestControlErrors(t *testing.T) {
	d := controlData(t)
	of := func(name string, v float64) map[string]float64 { return map[string]float64{name: v} }
	for _, c := range []struct {
		e       lclass.Estimator
		setting string
	}{
		{lclass.Logistic{Penalty: lclass.Penalty{Lambda: 1, Factors: of("x1", -1)}}, `Penalty.Factors of feature "x1"`},
		{lclass.Logistic{Penalty: lclass.Penalty{Lambda: 1, Factors: of("x1", math.NaN())}}, `Penalty.Factors of feature "x1"`},
		{lclass.Logistic{Penalty: lclass.Penalty{Lambda: 1, Factors: of("x1", math.Inf(1))}}, `Penalty.Factors of feature "x1"`},
		{lclass.Logistic{Penalty: lclass.Penalty{Lambda: 1, Factors: of("X1", 1)}}, `Penalty.Factors of feature "X1"`},
		{lclass.Logistic{Penalty: lclass.Penalty{Lower: of("x2", 0.1)}}, `Penalty.Lower of feature "x2"`},
		{lclass.Logistic{Penalty: lclass.Penalty{Upper: of("x2", -0.1)}}, `Penalty.Upper of feature "x2"`},
		{lclass.Softmax{Penalty: lclass.Penalty{Upper: of("x2", math.NaN())}}, `Penalty.Upper of feature "x2"`},
		{lclass.LeastSquares{Penalty: lclass.Penalty{Lower: of("age", 0)}}, `Penalty.Lower of feature "age"`},
		{lclass.Logistic{Penalty: lclass.Penalty{Lower: of("x1", 0)}, Solver: lclass.Newton{}}, "Solver"},
		{lclass.Logistic{Penalty: lclass.Penalty{Lambda: 1, Factors: of("x1", 0)}, Solver: lclass.Descent{Eta: 1, Epochs: 1}}, "Solver"},
		{lclass.Logistic{Penalty: lclass.Penalty{Lambda: 1, Upper: of("x1", 0)}, Solver: lclass.QuasiNewton{}}, "Solver"},
		{lclass.Logistic{Penalty: lclass.Penalty{Lower: of("x1", 0)}, Solver: lclass.Descent{Eta: 1, Epochs: 1}}, "Solver"},
		{lclass.LeastSquares{Penalty: lclass.Penalty{Lower: of("x1", 0)}, Solver: lclass.ClosedForm{}}, "Solver"},
		{lclass.LinearSVM{Penalty: lclass.Penalty{Lambda: 1, Lower: of("x1", 0)}}, "Penalty"},
		{lclass.LinearSVM{Penalty: lclass.Penalty{Lambda: 1, Lower: of("x1", 0)}, Solver: lclass.CoordinateDescent{}}, "Penalty"},
	} {
		m, err := c.e.Fit(d)
		var invalid *lclass.SettingError
		if m != nil || !errors.As(err, &invalid) || invalid.Setting != c.setting {
			t.Errorf("%#v: model %v, error %v", c.e, m != nil, err)
		}
	}
	bounded := learn(t, lclass.Logistic{Penalty: lclass.Penalty{Lower: of("x1", 0)}}, d)
	if _, err := bounded.Summary(d); !errors.Is(err, lclass.ErrPenalised) {
		t.Errorf("error %v, want ErrPenalised", err)
	}
}

// A specification is not changed, and its maps are not those of the model.
func TestControlIsCopied(t *testing.T) {
	d := controlData(t)
	p := lclass.Penalty{Lambda: 0.1, Lower: map[string]float64{"x1": 0, "x2": math.Inf(-1)}, Upper: map[string]float64{"x1": math.Inf(1)}}
	m := learn(t, lclass.Logistic{Penalty: p}, d)
	if len(p.Lower) != 2 || len(p.Upper) != 1 || len(m.Penalty.Lower) != 1 || len(m.Penalty.Upper) != 0 {
		t.Errorf("penalty %v of the model, %v given", m.Penalty, p)
	}
	if p.Lower["x1"] = -1; m.Penalty.Lower["x1"] != 0 {
		t.Errorf("the model has the map of the specification")
	}
}

// Names are those of prepared features, and binary models, blocks and paths have the same
// factors and bounds.
func TestControlEverywhere(t *testing.T) {
	x, class := clouds(300, 3, 3, 1)
	d, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, d, err)
	p := lclass.ElasticNet(0.02, 0.5)
	p.Factors = map[string]float64{"x1^2": 0}
	p.Lower, p.Upper = map[string]float64{"x1": 0}, map[string]float64{"x1·x2": 0}
	at := func(lambda float64) lclass.Penalty { q := p; q.Lambda = lambda; return q }
	within := func(what string, m *lclass.Model) {
		t.Helper()
		low, high := slices.Index(m.Features, "x1"), slices.Index(m.Features, "x1·x2")
		k, _ := m.W.Dims()
		for c := range k {
			if m.W.At(c, low) < 0 || m.W.At(c, high) > 0 {
				t.Errorf("%s: W of x1 is %v and of x1·x2 %v", what, m.W.At(c, low), m.W.At(c, high))
			}
		}
	}
	steps := []lclass.Preparation{lclass.Polynomial{Degree: 2}, lclass.Standardize{}}
	pipeline := lclass.Pipeline{Prepare: steps, Of: lclass.Softmax{Penalty: p}}
	m := learn(t, pipeline, d)
	within("Pipeline", m)
	z, err := prepared(d, steps...)
	must(t, z, err)
	if v := residual(z, m); m.Status.Outcome != lclass.Converged || v > 1e-6 {
		t.Errorf("Pipeline: %+v, off by %.2g", m.Status, v)
	}
	within("OneVsRest", learn(t, lclass.OneVsRest{Of: lclass.Logistic{Penalty: p}}, z))
	within("LeastSquares", learn(t, lclass.LeastSquares{Penalty: p}, z))

	stream, err := lclass.FromMatrix(streamed(z.Matrix()), class, classNames(3))
	must(t, stream, err)
	stream, err = stream.WithFeatures(z.Features()...)
	near(t, "blocks", parameters(learn(t, lclass.Softmax{Penalty: p}, must(t, stream, err))), parameters(m), 1e-5)

	for m, err := range lclass.Path(z, []float64{0.1, 0.05, 0.01}, func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: at(λ), Start: start}
	}) {
		must(t, m, err)
		if within("Path", m); m.Status.Outcome != lclass.Converged || residual(z, m) > 1e-5 {
			t.Errorf("λ = %v: %+v, off by %.2g", m.Penalty.Lambda, m.Status, residual(z, m))
		}
	}

	parts := []*lclass.Data{z.Subset(evens(z.N(), 0)), z.Subset(evens(z.N(), 1))}
	for _, e := range []lclass.Estimator{
		lclass.Softmax{Penalty: p},
		lclass.Softmax{Penalty: lclass.Penalty{Lambda: 0.02, Factors: p.Factors}, Solver: lclass.Newton{}},
		lclass.Softmax{Penalty: lclass.Penalty{Lambda: 0.02, Factors: p.Factors}, Solver: lclass.QuasiNewton{}},
	} {
		m, err := lclass.FitShards(context.Background(), e, z.Subset([]int{0, 1, 2, 3, 4, 5}), samples(t, e, parts))
		if m = must(t, m, err); m.Status.Outcome != lclass.Converged || residual(z, m) > 1e-6 {
			t.Errorf("FitShards, %+v: %+v, off by %.2g", e, m.Status, residual(z, m))
		}
	}

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if m, err := pipeline.Fit(d.WithContext(ctx)); m != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("after cancel: model %v, error %v", m != nil, err)
	}
}

// evens returns every second number below n, from one on.
func evens(n, from int) (index []int) {
	for i := from; i < n; i += 2 {
		index = append(index, i)
	}
	return index
}

package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// hostileSteps are preparations that hostile data go through.
var hostileSteps = map[string][]lclass.Preparation{
	"usual":        {lclass.Impute{Indicator: true}, lclass.OneHot{}, lclass.Standardize{}},
	"minmax":       {lclass.MinMax{Low: -1, High: 1}},
	"polynomial":   {lclass.Standardize{}, lclass.Polynomial{Degree: 2}},
	"powers":       {lclass.Polynomial{Degree: 2}},
	"interactions": {lclass.MinMax{}, lclass.Interactions{}, lclass.Standardize{}},
}

// hostileLearners are learners that come after them, by the number of classes.
var hostileLearners = map[string]struct {
	classes int
	of      lclass.Estimator
}{
	"Logistic":     {2, lclass.Logistic{}},
	"Softmax":      {3, lclass.Softmax{Penalty: lclass.L2(0.05)}},
	"LinearSVM":    {2, lclass.LinearSVM{Penalty: lclass.L2(0.05)}},
	"LeastSquares": {3, lclass.LeastSquares{}},
	"OneVsRest":    {3, lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(0.05)}}},
	"Perceptron":   {2, lclass.Perceptron{Epochs: 10}},
	"LDA":          {3, lclass.LDA{}},
}

// A pipeline of hostile data has a model that is finite, says the same in raw
// units and is kept, or an error that names a column and the way out.
func TestPipelinesSurvive(t *testing.T) {
	forNumbers(t)
	for _, h := range hostileData {
		for prepared, steps := range hostileSteps {
			for name, l := range hostileLearners {
				t.Run(h.name+"/"+prepared+"/"+name, func(t *testing.T) {
					t.Parallel()
					d := h.data(t, l.classes)
					m, err := fitted(func() (*lclass.Model, error) { return lclass.Pipeline{Prepare: steps, Of: l.of}.Fit(d) })
					if err != nil {
						h.excused(t, err)
						return
					}
					checkPrepared(t, m, d)
				})
			}
		}
	}
}

// excused reports whether an error is one that the samples may have: it is typed
// and names the way out.
func (h hostile) excused(t *testing.T, err error) {
	t.Helper()
	var unit *lclass.ValueError
	var value *lclass.ValueError
	var singular *lclass.SingularError
	switch {
	case isValue(err, lclass.ErrOverflow, &unit):
		if unit.Column != h.unit {
			t.Errorf("column %q, want %q", unit.Column, h.unit)
		}
		mentions(t, err, "change its unit")
	case isValue(err, nil, &value):
		mentions(t, err, "step ", h.unit, "standardise", "change their units")
	case errors.As(err, &singular):
		mentions(t, err, "set Shrinkage")
	case errors.Is(err, lclass.ErrMissingClass):
		fails(t, err, lclass.ErrMissingClass)
	default:
		t.Error(err)
	}
}

// checkPrepared holds a model of a pipeline to what it must be.
func checkPrepared(t *testing.T, m *lclass.Model, d *lclass.Data) {
	t.Helper()
	z, err := m.Scores(d)
	must(t, z, err)
	if !isFinite(parameters(m)) || !isFinite([]float64{m.Status.Loss}) || !isFinite(z.RawMatrix().Data) {
		t.Errorf("W, b = %v, scores %v; %v", parameters(m), z, m.Status)
	}
	if m.HasProbability() {
		y, err := m.Proba(d)
		if !isFinite(must(t, y, err).RawMatrix().Data) {
			t.Errorf("probabilities %v", mat.Formatted(y))
		}
	}
	again, err := reread(t, m).Scores(d)
	near(t, "scores of the model that was kept", must(t, again, err).RawMatrix().Data, z.RawMatrix().Data, 0)
	r, err := m.RawUnits()
	if err != nil {
		if !errors.Is(err, lclass.ErrOverflow) {
			t.Error(err)
		}
		mentions(t, err, "in the units of the data", "change")
		return
	}
	inUnits, err := r.Scores(d)
	var value *lclass.ValueError
	if isValue(err, nil, &value) {
		fails(t, err, &lclass.ValueError{Column: "x2·x3", Row: 7, Value: "+Inf"}) // a product of values that were scaled
		return
	}
	must(t, inUnits, err)
	// A score is a sum, and known to the last bits of the largest term that
	// samples have.
	a, b := terms(t, m, d), terms(t, r, d)
	for i := range d.N() {
		for k := range m.B {
			if diff := math.Abs(inUnits.At(i, k) - z.At(i, k)); !(diff <= 1e-13*math.Max(a[k], b[k])) {
				t.Fatalf("score %d of sample %d is %v in raw units, %v otherwise; terms up to %v and %v", k, i, inUnits.At(i, k), z.At(i, k), a[k], b[k])
			}
		}
	}
}

// terms returns the largest term of each score.
func terms(t *testing.T, m *lclass.Model, d *lclass.Data) []float64 {
	t.Helper()
	largest := make([]float64, len(m.B))
	for k, b := range m.B {
		largest[k] = math.Abs(b)
	}
	for _, φ := range d.Rows() {
		if m.Preparation != nil {
			var err error
			φ, err = m.Preparation.Row(φ)
			must(t, φ, err)
		}
		for k := range m.B {
			for j, v := range φ {
				largest[k] = math.Max(largest[k], math.Abs(v*m.W.At(k, j)))
			}
		}
	}
	return largest
}

// Without a penalty a scale changes no loss. That of Firth has a penalty of its
// own.
func TestScalesChangeNoLoss(t *testing.T) {
	forNumbers(t)
	for _, h := range hostileData {
		for name, steps := range map[string][]lclass.Preparation{"standardize": {lclass.Standardize{}}, "minmax": {lclass.MinMax{}}} {
			for _, l := range learnerSpecs {
				if l.kind == hinges || l.kind == alone || h.unit != "" {
					continue
				}
				t.Run(fmt.Sprint(h.name, "/", name, "/", l.name), func(t *testing.T) {
					t.Parallel()
					d, e := h.data(t, l.classes), l.make(lclass.Penalty{}, nil)
					plain, scaled := learn(t, e, d), learn(t, lclass.Pipeline{Prepare: steps, Of: e}, d)
					if plain == nil || scaled == nil {
						return
					}
					a, b := plain.Status, scaled.Status
					if b.Outcome == lclass.NotConverged || a.Outcome != b.Outcome && !h.far {
						t.Errorf("%v, without scales %v", b, a)
					}
					if a.Outcome == lclass.Converged && b.Outcome == lclass.Converged && math.Abs(a.Loss-b.Loss) > h.tolerance()*math.Max(plain.History[0].Loss, 1e-3) {
						t.Errorf("loss %v, without scales %v", b.Loss, a.Loss)
					}
				})
			}
		}
	}
}

// Steps count weights by their ratios, whatever their size.
func TestPreparationsSurviveWeights(t *testing.T) {
	of := func(size float64) *lclass.Data {
		d := voyage(t, 60)
		s := make([]float64, d.N())
		for i := range s {
			s[i] = size * float64(1+i%3)
		}
		return weigh(t, d, s)
	}
	for _, size := range []float64{5e-324, 1e-300, 1e300, 1e306} {
		for _, fill := range []lclass.Fill{lclass.FillMean, lclass.FillMedian, lclass.FillMostFrequent} {
			steps := []lclass.Preparation{lclass.Impute{Numbers: fill}, lclass.OneHot{}, lclass.Standardize{}, lclass.MinMax{}}
			p, err := lclass.Prepare(of(size), steps...)
			must(t, p, err)
			want, err := lclass.Prepare(of(1), steps...)
			must(t, want, err)
			for i := range of(1).N() {
				a, err := p.Row(of(1).Row(i))
				must(t, a, err)
				b, err := want.Row(of(1).Row(i))
				near(t, fmt.Sprint("weights of ", size, ", ", fill), a, must(t, b, err), 1e-12)
			}
		}
		x := lclass.Must(lclass.Prepare(of(1), lclass.Impute{}, lclass.OneHot{}))
		one := lclass.Must(x.Apply(of(1)))
		scale, same := lclass.Must(lclass.Prepare(lclass.Must(x.Apply(of(size))), lclass.Standardize{})), lclass.Must(lclass.Prepare(one, lclass.Standardize{}))
		near(t, fmt.Sprint("standardised with weights of ", size), lclass.Must(scale.Apply(one)).Matrix().RawMatrix().Data, lclass.Must(same.Apply(one)).Matrix().RawMatrix().Data, 1e-12)
		e := ridge(usual()...)
		e.Of = lclass.Logistic{Penalty: lclass.L1(1)}
		a, err := lclass.LambdaMax(e, of(size))
		must(t, a, err)
		b, err := lclass.LambdaMax(e, of(1))
		near(t, fmt.Sprint("λ with weights of ", size), []float64{a}, []float64{must(t, b, err)}, 1e-12)
	}
}

package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// Every learner with every penalty and solver survives hostile data. A model
// that has converged has a loss as low as the best of the other solvers, none
// is further above it than its Gap says, and one without a penalty tells apart
// what a line can. A sparse matrix makes no difference.
func TestLearnersSurvive(t *testing.T) {
	for _, h := range hostileData {
		if underRace && (h.far || h.name != "overlapping" && h.name != "separable") {
			continue // steps like those of the others
		}
		for _, l := range learnerSpecs {
			t.Run(h.name+"/"+l.name, func(t *testing.T) {
				t.Parallel()
				dense, sparse := h.data(t, l.classes), h.sparse(t, l.classes)
				for _, p := range []lclass.Penalty{{}, lclass.L2(0.05), lclass.L1(0.05), lclass.ElasticNet(0.05, 0.5)} {
					h.agree(t, dense, sparse, fits(l.make, l.kind, p))
				}
			})
		}
	}
}

// Penalties that are next to nothing, or leave nothing.
func TestLearnersSurvivePenalties(t *testing.T) {
	forNumbers(t)
	for _, h := range hostileData {
		if h.name != "overlapping" && h.name != "n < d" {
			continue
		}
		h.far = true
		for _, l := range learnerSpecs {
			t.Run(h.name+"/"+l.name, func(t *testing.T) {
				t.Parallel()
				d := h.data(t, l.classes)
				for _, p := range []lclass.Penalty{
					lclass.L2(1e-300), lclass.L2(1e-12), lclass.L2(1e12), lclass.L2(1e300),
					lclass.L1(1e-300), lclass.L1(1e-12), lclass.L1(1e12), lclass.L1(1e300),
					lclass.ElasticNet(1e12, 1e-12), lclass.ElasticNet(1e-12, 1-1e-12),
				} {
					h.agree(t, d, nil, fits(l.make, l.kind, p))
				}
			})
		}
	}
}

// A fit is a learner with a penalty and a solver in its default settings.
type fit struct {
	name      string
	kind      kind
	descends  bool
	estimator lclass.Estimator
}

// fits are those with all solvers that can solve the problem.
func fits(learner func(lclass.Penalty, lclass.Solver) lclass.Estimator, k kind, p lclass.Penalty) []fit {
	var all []fit
	for _, s := range solverSpecs {
		if !k.takes(s.s, p) || !s.possible(k, p) {
			continue
		}
		solver := s.s
		if solver != nil {
			solver = reflect.Zero(reflect.TypeOf(solver)).Interface().(lclass.Solver)
		}
		_, descends := solver.(lclass.Descent)
		all = append(all, fit{fmt.Sprintf("%v, %T", p, solver), k, descends, learner(p, solver)})
	}
	return all
}

// agree holds the models of all fits to what each must be, and against each
// other, and the first against that of sparse data, if there are any.
func (h hostile) agree(t *testing.T, d, sparse *lclass.Data, all []fit) {
	t.Helper()
	models := make([]*lclass.Model, len(all))
	best, unit := math.Inf(1), 0.0
	for i, f := range all {
		m := survives(t, f.name, h, d, f.estimator.Fit)
		if m == nil {
			continue
		}
		models[i], best, unit = m, math.Min(best, m.Status.Loss), math.Max(unit, math.Abs(m.History[0].Loss))
		h.check(t, f, d, m)
	}
	for i, m := range models {
		if m != nil {
			h.compare(t, all[i], m, best, unit)
		}
	}
	if sparse == nil || len(all) == 0 {
		return
	}
	switch m := survives(t, all[0].name+", sparse", h, sparse, all[0].estimator.Fit); {
	case (m == nil) != (models[0] == nil):
		t.Errorf("%s: sparse data have a model: %v, dense ones %v", all[0].name, m != nil, models[0] != nil)
	case m != nil && (m.Status.Outcome != models[0].Status.Outcome || math.Abs(m.Status.Loss-models[0].Status.Loss) > h.tolerance()*math.Max(unit, m.Status.Loss)): // it may have risen far above the start
		t.Errorf("%s: of sparse data %v, of dense ones %v", all[0].name, m.Status, models[0].Status)
	}
}

// tolerance is how far losses may differ, relative to those of the start.
func (h hostile) tolerance() float64 { return math.Max(1e-9, h.rounding) }

// check reports whether a model has ended as it must and tells classes apart.
func (h hostile) check(t *testing.T, f fit, d *lclass.Data, m *lclass.Model) {
	t.Helper()
	name := f.name
	likelihood := m.Output == lclass.SigmoidOutput || m.Output == lclass.SoftmaxOutput
	never := likelihood && f.kind != alone && m.Penalty.Lambda == 0 && h.separates(d.K())
	want := lclass.Converged
	if never {
		want = lclass.Separated
	}
	if !f.descends && !h.far && m.Status.Outcome != want {
		t.Errorf("%s: it is not %v: %v", name, want, m.Status)
	}
	if m.Output == lclass.Identity || m.Penalty.Lambda > 0 || m.Status.Outcome == lclass.NotConverged {
		return
	}
	least := h.least
	if f.kind == squares && len(h.separated) > 0 {
		least = min(least, 0.5) // dragged by far points, as the lecture says
	}
	if accuracy, err := m.Accuracy(d); must(t, accuracy, err) < least {
		t.Errorf("%s: accuracy %v, want %v or more; %v", name, accuracy, least, m.Status)
	}
	if m.HasProbability() {
		y, err := m.Proba(d)
		must(t, y, err)
		for i := range d.N() {
			near(t, fmt.Sprint(name, ": sum of probabilities ", i), []float64{mat.Sum(y.RowView(i))}, []float64{1}, 1e-12)
		}
	}
}

// compare holds a loss against the least that was found, in the unit of what
// the fits began with. Of a descent only the gradient is small.
func (h hostile) compare(t *testing.T, f fit, m *lclass.Model, best, unit float64) {
	t.Helper()
	s := m.Status
	above, allowed := s.Loss-best, h.tolerance()*unit
	if f.descends {
		allowed = 1e-6 * unit
	}
	if !math.IsNaN(s.Gap) {
		allowed += s.Gap + s.Gradient
	}
	if (s.Outcome == lclass.Converged || !math.IsNaN(s.Gap)) && above > allowed {
		t.Errorf("%s: another solver has a loss less by %.2g: %v", f.name, above, s)
	}
}

// fitted is the outcome of a fit, of which a panic is an error.
func fitted[M any](fit func() (*M, error)) (m *M, err error) {
	defer func() {
		if r := recover(); r != nil {
			m, err = nil, fmt.Errorf("it panics: %v", r)
		}
	}()
	return fit()
}

// survives fits and reports whether there is a model: finite, and of which the
// Status keeps its word. An error must be that of a descent with steps too
// large, or of the unit of a column.
func survives(t *testing.T, name string, h hostile, d *lclass.Data, fit func(*lclass.Data) (*lclass.Model, error)) *lclass.Model {
	t.Helper()
	m, err := fitted(func() (*lclass.Model, error) { return fit(d) })
	if h.unit != "" {
		var e *lclass.ValueError
		if !isValue(err, lclass.ErrOverflow, &e) || e.Column != h.unit || m != nil {
			t.Errorf("%s: no error that names column %q: %v", name, h.unit, err)
		}
		return nil
	}
	if err != nil {
		if !errors.Is(err, lclass.ErrDiverged) {
			t.Errorf("%s: %v", name, err)
		}
		return nil
	}
	if !isFinite(parameters(m)) || !isFinite([]float64{m.Status.Loss}) {
		t.Errorf("%s: W, b = %v; %v", name, parameters(m), m.Status)
		return nil
	}
	text, err := json.Marshal(m)
	var again lclass.Model
	if err != nil || json.Unmarshal(text, &again) != nil || !reflect.DeepEqual(parameters(&again), parameters(m)) {
		t.Errorf("%s: it cannot be kept: %v", name, err)
	}
	switch m.Status.Outcome {
	case lclass.Converged:
		slack := 1e-12 * m.History[0].Loss
		if !math.IsNaN(m.Status.Gap) {
			slack += m.Status.Gap + m.Status.Gradient
		}
		if m.Status.Err() != nil || math.IsInf(m.Status.Gradient, 0) || m.Status.Gap < 0 || m.Status.Loss > m.History[0].Loss+slack {
			t.Errorf("%s: loss %v at the start; %v", name, m.History[0].Loss, m.Status)
		}
	case lclass.NotConverged:
		if !errors.Is(m.Status.Err(), lclass.ErrNotConverged) || !mentionsOne(m.Status.Note, "raise", "smaller Eta", "standardise") {
			t.Errorf("%s: no remedy: %v", name, m.Status)
		}
	case lclass.Separated:
		if !h.separates(d.K()) || !errors.Is(m.Status.Err(), lclass.ErrSeparated) || m.Direction == nil || !parts(d, m) {
			t.Errorf("%s: %v, along %v", name, m.Status, m.Direction)
		}
	}
	return m
}

func mentionsOne(text string, words ...string) bool {
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// parts reports whether no margin shrinks along the direction of a separated
// model and some grow, to 6 digits of the one that grows most.
func parts(d *lclass.Data, m *lclass.Model) bool {
	k, width := m.Direction.Dims()
	along := &lclass.Model{
		W: mat.DenseCopyOf(m.Direction.Slice(0, k, 0, width-1)), B: mat.Col(nil, width-1, m.Direction),
		Features: m.Features, Classes: m.Classes, Output: m.Output,
	}
	least, most := math.Inf(1), math.Inf(-1)
	for i, x := range d.Rows() {
		z, class := along.ScoresOne(x), d.T()[i]
		if w := d.Weight(); w != nil && w[i] == 0 {
			continue
		}
		if k == 1 {
			z = []float64{-z[0] / 2, z[0] / 2}
		}
		for c, v := range z {
			if c != class {
				least, most = math.Min(least, z[class]-v), math.Max(most, z[class]-v)
			}
		}
	}
	return most > 0 && least >= -1e-6*most
}

// A fit that is told to start where all samples are far on the wrong side ends
// where it would have ended anyway.
func TestLearnersSurviveStarts(t *testing.T) {
	for _, l := range learnerSpecs {
		for _, p := range []lclass.Penalty{{}, lclass.L2(0.05), lclass.L1(0.05)} {
			d := hostileData[0].data(t, l.classes)
			for _, f := range fits(l.make, l.kind, p) {
				if f.descends || !reflect.ValueOf(f.estimator).FieldByName("Start").IsValid() {
					continue
				}
				m := learn(t, f.estimator, d)
				for _, size := range []float64{1e2, 1e8, 1e150} {
					far := *m
					far.W = mat.DenseCopyOf(m.W)
					far.W.Scale(-size, m.W)
					again := learn(t, startingAt(f.estimator, &far), d)
					if again == nil || again.Status.Outcome != lclass.Converged || math.Abs(again.Status.Loss-m.Status.Loss) > 1e-5*m.Status.Loss {
						t.Errorf("%s, %s from %v: %v, otherwise %v", l.name, f.name, size, again, m.Status)
					}
				}
			}
		}
	}
}

func startingAt(e lclass.Estimator, m *lclass.Model) lclass.Estimator {
	spec := reflect.New(reflect.TypeOf(e)).Elem()
	spec.Set(reflect.ValueOf(e))
	spec.FieldByName("Start").Set(reflect.ValueOf(m))
	return spec.Interface().(lclass.Estimator)
}

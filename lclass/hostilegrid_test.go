package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// Every learner with every penalty and solver survives hostile data. A model
// that has converged has a loss as low as the best of the other solvers, none
// is further above it than its Gap says, and one without a penalty tells apart
// what a line can.
func TestLearnersSurvive(t *testing.T) {
	for _, h := range hostileData {
		for _, l := range learnerSpecs {
			t.Run(h.name+"/"+l.name, func(t *testing.T) {
				t.Parallel()
				d := h.data(t, l.classes)
				for _, p := range []lclass.Penalty{{}, lclass.L2(0.05), lclass.L1(0.05), lclass.ElasticNet(0.05, 0.5)} {
					models := map[string]*lclass.Model{}
					best, unit := math.Inf(1), 0.0
					for _, s := range solverSpecs {
						if !l.kind.takes(s.s, p) || !s.possible(l.kind, p) {
							continue
						}
						solver := s.s
						if solver != nil {
							solver = reflect.Zero(reflect.TypeOf(solver)).Interface().(lclass.Solver)
						}
						name := fmt.Sprintf("%v, %T", p, solver)
						m := survives(t, name, h, d, func() (*lclass.Model, error) { return l.make(p, solver).Fit(d) })
						if m == nil {
							continue
						}
						best, unit = math.Min(best, m.Status.Loss), math.Max(unit, m.History[0].Loss)
						models[name] = m
						h.check(t, l.kind, name, d, m)
					}
					for name, m := range models {
						h.compare(t, name, m, best, unit)
					}
				}
			})
		}
	}
}

// check tells whether a model has ended as it must and tells classes apart.
func (h hostile) check(t *testing.T, k kind, name string, d *lclass.Data, m *lclass.Model) {
	t.Helper()
	descends := strings.HasSuffix(name, ".Descent")
	likelihood := m.Output == lclass.SigmoidOutput || m.Output == lclass.SoftmaxOutput
	never := likelihood && k != alone && m.Penalty.Lambda == 0 && slices.Contains(h.separated, d.K())
	want := lclass.Converged
	if never {
		want = lclass.Separated
	}
	if !descends && !h.far && m.Status.Outcome != want {
		t.Errorf("%s: it is not %v: %v", name, want, m.Status)
	}
	if m.Output == lclass.Identity || m.Penalty.Lambda > 0 || m.Status.Outcome == lclass.Unfinished {
		return
	}
	least := h.least
	if k == squares && len(h.separated) > 0 {
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
// the fits began with.
func (h hostile) compare(t *testing.T, name string, m *lclass.Model, best, unit float64) {
	t.Helper()
	s := m.Status
	if s.Solver == "Descent" {
		return // which promises a small gradient: no more
	}
	above, allowed := s.Loss-best, math.Max(1e-9, h.rounding)*unit
	if !math.IsNaN(s.Gap) {
		allowed += s.Gap + s.Gradient
	}
	if (s.Outcome == lclass.Converged || !math.IsNaN(s.Gap)) && above > allowed {
		t.Errorf("%s: another solver has a loss less by %.2g: %v", name, above, s)
	}
}

// fitted is the outcome of a fit that was watched: it ends within two minutes
// and does not panic.
func fitted(t *testing.T, fit func() (*lclass.Model, error)) (m *lclass.Model, err error) {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Errorf("it panics: %v", r)
			}
		}()
		model, err := fit()
		m = model
		done <- err
	}()
	select {
	case err := <-done:
		return m, err
	case <-time.After(2 * time.Minute):
		return nil, errors.New("it does not end")
	}
}

// survives fits and tells whether there is a model: finite, and of which the
// Status keeps its word. An error must be that of a descent with steps too
// large.
func survives(t *testing.T, name string, h hostile, d *lclass.Data, fit func() (*lclass.Model, error)) *lclass.Model {
	t.Helper()
	m, err := fitted(t, fit)
	if err != nil {
		if !errors.Is(err, lclass.ErrDiverged) || !strings.Contains(err.Error(), "smaller Eta") {
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
		if m.Status.Gap > slack {
			slack = m.Status.Gap
		}
		if m.Status.Err() != nil || math.IsInf(m.Status.Gradient, 0) || m.Status.Gap < 0 || m.Status.Loss > m.History[0].Loss+slack {
			t.Errorf("%s: loss %v at the start; %v", name, m.History[0].Loss, m.Status)
		}
	case lclass.Unfinished:
		if !errors.Is(m.Status.Err(), lclass.ErrUnfinished) || !mentionsOne(m.Status.Note, "raise", "smaller Eta", "standardise") {
			t.Errorf("%s: no remedy: %v", name, m.Status)
		}
	case lclass.Separated:
		if !slices.Contains(h.separated, d.K()) || !errors.Is(m.Status.Err(), lclass.ErrSeparated) || m.Direction == nil || !parts(d, m) {
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

// parts tells whether no margin shrinks along the direction of a separated
// model and some grow, to 6 digits of the one that grows most.
func parts(d *lclass.Data, m *lclass.Model) bool {
	k, width := m.Direction.Dims()
	along := &lclass.Model{
		W: mat.DenseCopyOf(m.Direction.Slice(0, k, 0, width-1)), B: mat.Col(nil, width-1, m.Direction),
		Features: m.Features, Classes: m.Classes, Output: m.Output,
	}
	least, most := math.Inf(1), math.Inf(-1)
	for i, x := range d.Rows() {
		z, class := along.Score(x), d.T()[i]
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

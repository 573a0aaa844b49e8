package lclass

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// A problem is a specification put to data: everything that a solver and the
// model after it need.
type problem struct {
	data      *Data
	loss      loss.Loss
	targets   loss.Targets
	k         int // scores
	output    Output
	penalty   Penalty
	solver    string
	separable bool // without a penalty, separated classes leave no minimum
	solve     func(*objective.Objective) solve.Seq
}

// check refuses data that nothing can be learnt from.
func (p *problem) check() error {
	if p.data.N() == 0 {
		return ErrNoSamples
	}
	if p.data.weight != nil && !slices.ContainsFunc(p.data.weight, func(s float64) bool { return s > 0 }) {
		return errNoWeight
	}
	if p.data.D() == 0 {
		return fmt.Errorf("lclass: target %q has no features to learn from", p.data.target)
	}
	return p.penalty.check()
}

// with chooses the solver: the given one, or, for nil, the one named auto. It
// is an error if the loss does not have what the solver needs.
func (p *problem) with(s, auto Solver) error {
	if s == nil {
		s = auto
	}
	p.solver = s.name()
	if err := checkLimits(s); err != nil {
		return err
	}
	separable := p.separable && p.penalty.Lambda == 0
	_, bounded := p.loss.(loss.Bounded)
	_, curved := p.loss.(loss.Curved)
	_, squared := p.loss.(loss.Squared)
	able := true
	switch s := s.(type) {
	case Descent:
		set, err := s.settings()
		if err != nil {
			return err
		}
		set.Separable = separable
		p.solve = func(o *objective.Objective) solve.Seq { return solve.Descent(o, set) }
	case Newton:
		able = curved
		set := solve.NewtonSettings{MaxIter: cmp.Or(s.MaxIter, 100), Tol: cmp.Or(s.Tol, 1e-10), Separable: separable}
		p.solve = func(o *objective.Objective) solve.Seq { return solve.Newton(o, set) }
	case QuasiNewton:
		able = bounded
		set := solve.QuasiNewtonSettings{MaxIter: cmp.Or(s.MaxIter, 1000), Tol: cmp.Or(s.Tol, 1e-10), Memory: cmp.Or(s.Memory, 20), Separable: separable}
		p.solve = func(o *objective.Objective) solve.Seq { return solve.QuasiNewton(o, set) }
	case ClosedForm:
		able = squared
		p.solve = solve.LeastSquares
	default:
		return fmt.Errorf("lclass: solver is a %T; give it as a value, such as Newton{}", s)
	}
	if !able {
		return fmt.Errorf("lclass: %s cannot solve this problem, its loss is not of the kind; take %s", s.name(), auto.name())
	}
	return nil
}

// checkLimits refuses limits with which a solver would not end.
func checkLimits(s Solver) error {
	var tol float64
	var maxIter, memory int
	switch s := s.(type) {
	case Descent:
		tol = s.Tol
	case Newton:
		tol, maxIter = s.Tol, s.MaxIter
	case QuasiNewton:
		tol, maxIter, memory = s.Tol, s.MaxIter, s.Memory
	}
	switch {
	case tol < 0 || math.IsNaN(tol):
		return fmt.Errorf("lclass: %s.Tol = %v; it must be positive", s.name(), tol)
	case maxIter < 0:
		return fmt.Errorf("lclass: %s.MaxIter = %d; it must be positive", s.name(), maxIter)
	case memory < 0:
		return fmt.Errorf("lclass: %s.Memory = %d; it must be positive", s.name(), memory)
	}
	return nil
}

func (s Descent) settings() (solve.DescentSettings, error) {
	set := solve.DescentSettings{
		Eta: cmp.Or(s.Eta, 0.1), Epochs: cmp.Or(s.Epochs, 100), Batch: cmp.Or(s.Batch, Whole),
		Seed: s.Seed, Tol: cmp.Or(s.Tol, 1e-8),
	}
	if set.Eta < 0 || math.IsNaN(set.Eta) || math.IsInf(set.Eta, 0) {
		return set, fmt.Errorf("lclass: Eta = %v; the learning rate must be a positive number", s.Eta)
	}
	if set.Epochs < 0 {
		return set, fmt.Errorf("lclass: Epochs = %d; it must be positive", s.Epochs)
	}
	if set.Batch < 0 {
		return set, fmt.Errorf("lclass: Batch = %d; it must be 1 for online, Whole for batch, or a number between for minibatch learning", s.Batch)
	}
	return set, nil
}

func (p *problem) iterates() solve.Seq {
	return p.solve(&objective.Objective{
		X: p.data.x, Loss: p.loss, Targets: p.targets, K: p.k,
		Weight: p.data.sampleWeights(), Lambda: p.penalty.Lambda,
	})
}

// steps is the fit to watch. An error of stating the problem comes as its only
// step.
func steps(p *problem, err error) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		if err != nil {
			yield(Step{}, err)
			return
		}
		for it, err := range p.iterates() {
			if err != nil {
				yield(Step{}, err)
				return
			}
			w, b := p.weights(it.Theta)
			if !yield(Step{Progress: progress(it), W: w, B: b}, nil) {
				return
			}
		}
	}
}

// fit runs all steps and returns the model at the last.
func fit(p *problem, err error) (*Model, error) {
	if err != nil {
		return nil, err
	}
	var last solve.Iterate
	var history []Progress
	for it, err := range p.iterates() {
		if err != nil {
			return nil, err
		}
		last = it
		history = append(history, progress(it))
	}
	m := &Model{
		Output: p.output, Features: p.data.Features(), Target: p.data.target,
		Penalty: p.penalty, History: history,
		Status: Status{
			Outcome: outcomes[last.End], Solver: p.solver, Iterations: last.Epoch,
			Loss: last.Loss, Gradient: last.Gradient, Note: last.Note,
		},
	}
	if p.output != Identity {
		m.Classes = p.data.Classes()
	}
	m.W, m.B = p.weights(last.Theta)
	if last.End == solve.Separated {
		w, b := p.weights(last.Direction)
		m.Direction = mat.NewDense(p.k, p.data.D()+1, nil)
		m.Direction.Augment(w, mat.NewDense(p.k, 1, b))
	}
	return m, nil
}

var outcomes = map[solve.End]Outcome{
	solve.Converged: Converged,
	solve.Exhausted: Unfinished,
	solve.Separated: Separated,
}

func progress(it solve.Iterate) Progress {
	return Progress{Epoch: it.Epoch, Loss: it.Loss, Updates: it.Updates, Errors: it.Errors}
}

// weights returns θ as W, K×d, and b.
func (p *problem) weights(theta []float64) (w *mat.Dense, b []float64) {
	d := p.data.D()
	w = mat.NewDense(p.k, d, nil)
	for j := range d {
		for c := range p.k {
			w.Set(c, j, theta[j*p.k+c])
		}
	}
	return w, append([]float64(nil), theta[d*p.k:]...)
}

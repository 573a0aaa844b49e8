package lclass

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// learn fits a specification that may be of another package to d.
func learn(e Estimator, d *Data) (*Model, error) {
	if isNil(e) {
		return nil, errNoEstimator
	}
	m, err := e.Fit(d)
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, badSetting(fmt.Sprintf("result of the Fit of %T", e), nil, "it must return a model or an error")
	}
	if err := m.isOf(d); err != nil {
		return nil, &placeError{fmt.Sprintf("the Fit of %T", e), err}
	}
	return m, nil
}

// isOf reports whether the model has features that d has.
func (m *Model) isOf(d *Data) error {
	if err := m.valid(); err != nil {
		return err
	}
	return failed(d.arranged("model", m.inputs()))
}

func failed[T any](_ T, err error) error { return err }

var errNoEstimator = badSetting("Estimator", nil, "give a specification, such as Logistic{}")

// isNil reports whether v is nil or a nil pointer.
func isNil(v any) bool {
	return v == nil || reflect.TypeOf(v).Kind() == reflect.Pointer && reflect.ValueOf(v).IsNil()
}

// A problem is a specification applied to data: everything that a solver and the model
// need.
type problem struct {
	data    *Data
	offsets bool // whether the learner takes offsets
	noBias  bool // whether b stays 0
	loss    loss.Named
	targets loss.Targets
	k       int // scores
	output  Output
	penalty Penalty
	control perFeature // of the penalty
	solver  string
	start   []float64 // θ, nil for 0
	caveat  string    // of the model, known before the fit
	scaled  bool      // the solver takes squares of the features
	solve   func(*objective.Objective) solve.Seq
	own     bool // the solver minimises something else than the loss
	solved  *objective.Objective
}

// check returns an error for data that the learner cannot learn from.
func (p *problem) check() error {
	if err := p.data.check(); err != nil {
		return err
	}
	if err := p.data.ready(); err != nil {
		return err
	}
	if p.data.weight != nil && !p.data.partial && !slices.ContainsFunc(p.data.weight, func(s float64) bool { return s > 0 }) {
		return errNoWeight
	}
	if p.data.offset != nil && !p.offsets {
		return errOffset
	}
	if p.data.D() == 0 {
		return badTarget(p.data.target, "features", "has no features to learn from; for an intercept-only model, add a constant feature")
	}
	if err := p.penalty.check(); err != nil {
		return err
	}
	if p.data.partial {
		return nil // the sums of a part are without the penalty
	}
	var err error
	p.control, err = p.penalty.of(p.data.features)
	return err
}

var errOffset = errors.New("lclass: the data have an offset, which only Logistic, LinearRegression and Firth support; remove it with Data.WithOffset(nil)")

// prepare checks the problem, chooses the solver (for nil: smooth, unless the penalty has
// corners), and sets the start.
func (p *problem) prepare(s, smooth Solver, start *Model) error {
	if err := p.check(); err != nil {
		return err
	}
	p.scaled = true
	if err := p.from(start); err != nil {
		return err
	}
	auto := smooth
	switch bounded := is[loss.Bounded](p.loss); {
	case !bounded && !p.control.isUniform():
		return badSetting("Penalty", p.penalty, "the loss %q does not support Factors, Lower or Upper; use the loss SquaredHinge, or Logistic", p.loss.Name())
	case bounded && (p.penalty.l1() > 0 || !p.control.isUniform()):
		auto = CoordinateDescent{}
	}
	return p.with(s, auto)
}

// smooth returns the best solver for a smooth loss: where passes over the samples are
// expensive and second derivatives are cheap, the one with the fewest passes.
func (p *problem) smooth() Solver {
	switch {
	case !p.isNear() && p.few():
		return Newton{}
	case !p.isNear() || p.parameters() > mostWeights && !p.isWide():
		return QuasiNewton{}
	}
	return quickest{}
}

// isNear reports whether all samples are in memory.
func (p *problem) isNear() bool {
	return !p.data.isStreamed() && p.data.elsewhere == nil && !p.data.partial
}

// parameters returns the length of θ.
func (p *problem) parameters() int { return (p.data.D() + 1) * p.k }

// few reports whether second derivatives are cheap.
func (p *problem) few() bool { return p.parameters() <= 501 }

// squares returns the best solver for the squared error.
func (p *problem) squares() Solver {
	if p.data.D()+p.k > mostWeights {
		return QuasiNewton{}
	}
	return ClosedForm{}
}

// unbounded reports whether the loss may have no minimum for separated classes.
func (p *problem) unbounded() bool {
	return is[loss.Separable](p.loss) && (p.penalty.Lambda == 0 || slices.Contains(p.control.factors, 0))
}

// from sets the start to a model of the same features and classes; nil is W = 0, b = 0.
func (p *problem) from(m *Model) error {
	if m == nil {
		return nil
	}
	if err := p.data.checkStart(m.Features); err != nil {
		return invalid.Reworded(errStart, "%v", err)
	}
	if len(m.B) != p.k || m.Output != p.output || p.output != Identity && !slices.Equal(m.Classes, p.data.classes) {
		remedy := ""
		if outputs[m.Output].votes != nil {
			remedy = "; OneVsRest and OneVsOne do not support Start; leave it nil"
		}
		return fmt.Errorf("%w: the model has %v output and classes %s; the fit has %v and %s%s", errStart,
			m.Output, abbreviate(m.Classes), p.output, abbreviate(p.data.classes), remedy)
	}
	if p.noBias && !isZero(m.B) {
		return fmt.Errorf("%w: the model has an intercept, b = %v, but the fit has NoIntercept; use a model without one", errStart, m.B)
	}
	d := p.data.D()
	p.start = make([]float64, (d+1)*p.k)
	for c, b := range m.B {
		for j, v := range m.W.RawRowView(c) {
			p.start[j*p.k+c] = v
		}
		p.start[d*p.k+c] = b
	}
	return nil
}

// checkStart compares the features of a model to start from with those of the data.
func (d *Data) checkStart(features []string) error {
	if len(features) != len(d.features) {
		return fmt.Errorf("lclass: the model to start from has %d features, %s, and the data %d, %s; text columns give the same features only with the same Columns.Categories",
			len(features), abbreviate(features), len(d.features), abbreviate(d.features))
	}
	for j, name := range d.features {
		if name != features[j] {
			return fmt.Errorf("lclass: feature %d is %q in the model to start from and %q in the data; name the same columns in the same order, and for text columns the same Columns.Categories", j, features[j], name)
		}
	}
	return nil
}

// objective is what is minimised.
func (p *problem) objective() *objective.Objective {
	o := &objective.Objective{
		Elsewhere: p.data.elsewhere, Loss: p.loss, K: p.k, NoBias: p.noBias,
		L1: p.penalty.l1(), L2: p.penalty.l2(), PenaltyFactors: p.control.factors, Lower: p.control.lower, Upper: p.control.upper,
	}
	if o.Elsewhere == nil {
		o.X, o.Targets, o.Weight, o.Offset, o.Stop = p.data.x, p.targets, p.data.sampleWeights(), p.data.offset, p.data.stop()
	}
	return o
}

// iterates are the steps of the solver. They end with an error if features cannot be
// read, the context is done, or squares of features overflow.
func (p *problem) iterates() solve.Seq {
	return func(yield func(solve.Iterate, error) bool) {
		o := p.objective()
		if o.Elsewhere == nil {
			o.Weight = moderate(o.Weight)
			o.Common = p.common(o)
			o.Weight = o.Common.Weight
		}
		p.solved = o
		var checked bool
		for it, err := range p.solve(o) {
			if !checked && p.scaled {
				checked = true
				if units := p.checkUnits(o); units != nil {
					it, err = solve.Iterate{}, units
				}
			}
			it, err = read(p.data, it, err)
			if !yield(it, err) || err != nil {
				return
			}
		}
	}
}

// common is what the fit finds out about the samples, shared with those for other
// λ.
func (p *problem) common(o *objective.Objective) *objective.Common {
	if path := p.data.path; path != nil && path.Common.Of(o) {
		return path.Common
	}
	return &objective.Common{X: o.X, Weight: o.Weight}
}

// steps yields the states of the fit, or err as its only step.
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
	if !p.own {
		loss, err := read(p.data, p.solved.LossOf(last.Theta, last.Loss), nil)
		if err != nil {
			return nil, err
		}
		last.Loss, history[len(history)-1].Loss = loss, loss
	}
	m := &Model{
		Output: p.output, Loss: p.loss.Name(), Features: p.data.Features(), Target: p.data.target,
		Penalty: p.penalty.clone(), History: history, frame: p.data.frame.clone(),
		NoIntercept: p.noBias, Offset: p.data.offset != nil,
		Status: Status{
			Outcome: outcomes[last.End], Solver: p.solver, Iterations: last.Epoch,
			Loss: last.Loss, Gradient: last.Gradient, Gap: math.NaN(), Note: p.note(last),
		},
	}
	if last.Proved {
		m.Status.Gap = last.Gap
	}
	if p.output != Identity {
		m.Classes = p.data.Classes()
	}
	m.W, m.B = p.weights(last.Theta)
	if last.End == solve.Separated {
		w, b := p.weights(last.Direction)
		m.Direction = mat.NewDense(p.k, p.data.D()+1, nil)
		m.Direction.Augment(w, mat.NewDense(p.k, 1, b))
		if text := separatingFeatures(p.data, m.Direction, growth{p.noBias, p.penalty.Lambda, p.control, p.k}); p.caveat == "" && text != "" {
			m.Status.Note += ": " + text
		}
	}
	return read(p.data, m, nil)
}

// note returns the caveat of the fit, including the one known before it.
func (p *problem) note(last solve.Iterate) string {
	switch {
	case p.caveat == "":
		return last.Note
	case last.Note == "" || last.End == solve.Separated:
		return p.caveat
	}
	return p.caveat + "; " + last.Note
}

var outcomes = map[solve.End]Outcome{
	solve.Converged: Converged,
	solve.Exhausted: NotConverged,
	solve.Separated: Separated,
}

func progress(it solve.Iterate) Progress {
	return Progress{Epoch: it.Epoch, Loss: it.Loss, Updates: it.Updates, Errors: it.Errors}
}

// transposed returns the n×k values, row after row, as a k×n matrix.
func transposed(n, k int, values []float64) *mat.Dense {
	return mat.DenseCopyOf(mat.NewDense(n, k, values).T())
}

// weights returns θ as W, K×d, and b.
func (p *problem) weights(theta []float64) (w *mat.Dense, b []float64) {
	bias := p.data.D() * p.k
	return transposed(p.data.D(), p.k, theta[:bias]), slices.Clone(theta[bias:])
}

// checkUnits refuses features and targets whose squares cannot be summed up.
// Those that are constant are as small as they like. It comes after a first
// pass, so that features which are read in blocks need not be read for it.
// Targets that are elsewhere are left out.
func (p *problem) checkUnits(o *objective.Objective) error {
	low, high := o.Range()
	for j, name := range p.data.features {
		if beyondSquares(low[j], high[j]) {
			return &ValueError{Err: ErrOverflow, Column: name, Row: -1, low: low[j], high: high[j]}
		}
	}
	if p.output != Identity || o.Elsewhere != nil {
		return nil
	}
	if low, high := extremes(p.data.y); beyondSquares(low, high) {
		return &ValueError{Err: ErrOverflow, Column: p.data.target, Row: -1, low: low, high: high}
	}
	return nil
}

// extreme is the size from which squares, and sums of them, are no longer sure
// to be within float64.
const extreme = 1e150

// extremes returns the least and the largest of finite values: for these it takes a sixth of
// the time of slices.Min and slices.Max.
func extremes(values []float64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v < low {
			low = v
		}
		if v > high {
			high = v
		}
	}
	return low, high
}

func beyondSquares(low, high float64) bool {
	return low < -extreme || high > extreme || low < high && high-low < 1/extreme
}

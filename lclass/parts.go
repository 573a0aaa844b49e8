package lclass

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"
)

// ErrMissingClass is why learners that are made of one binary learner for each
// class or pair have no model, for errors.Is.
var ErrMissingClass = errors.New("lclass: a class has no samples")

// A part is one of the binary fits that a learner is made of.
type part struct {
	name string // for messages, such as: class "red" against the rest
	of   Estimator
	data func() (*Data, error)
}

// A reduction is a problem of several classes or labels as binary fits.
type reduction struct {
	parts    []part
	features []string
	classes  []string
	target   string
	frame    Columns
	// output of the whole: sigmoids where all parts have probabilities.
	signs, sigmoids Output
}

// partError says in which part something went wrong.
type partError struct {
	part string
	err  error
}

func (e *partError) Error() string {
	return "lclass: " + e.part + ": " + strings.TrimPrefix(e.err.Error(), "lclass: ")
}

func (e *partError) Unwrap() error { return e.err }

// fail names the part in an error; the whole problem has no name.
func (p part) fail(err error) error {
	if err == nil || p.name == "" {
		return err
	}
	return &partError{p.name, err}
}

// reduce states the problem of several classes for a learner with the field
// Of. Two classes are a problem for the binary learner as it is; split makes
// the parts of more.
func (d *Data) reduce(learner string, of Estimator, split func() []part) (*reduction, error) {
	if isNil(of) {
		return nil, fmt.Errorf("lclass: %s.Of is nil; name a binary learner, such as Logistic{}", learner)
	}
	if err := d.checkClasses(); err != nil {
		return nil, err
	}
	if absent := d.absent(); absent != nil {
		return nil, fmt.Errorf("%w: %q of target %q; leave it out with Data.DropEmptyClasses, or split the data so that every class occurs", ErrMissingClass, absent[0], d.target)
	}
	r := &reduction{features: d.Features(), classes: d.Classes(), target: d.target, frame: d.frame.clone(), signs: SignOutput, sigmoids: SigmoidOutput}
	if d.K() == 2 {
		r.parts = []part{{of: of, data: func() (*Data, error) { return d, nil }}}
		return r, nil
	}
	r.parts = split()
	return r, nil
}

// samples are those of the part. An offset is of one score and not of several parts.
func (p part) samples() (*Data, error) {
	d, err := p.data()
	if err == nil && d.offset != nil && p.name != "" {
		err = errPartOffset
	}
	return d, err
}

var errPartOffset = errors.New("lclass: the data have one offset for each sample, and each of several scores would need its own; take it away with Data.WithOffset(nil)")

// fit learns one part.
func (p part) fit() (*Model, error) {
	d, err := p.samples()
	if err != nil {
		return nil, p.fail(err)
	}
	m, err := learn(p.of, d)
	if err != nil {
		return nil, p.fail(err)
	}
	if m.Preparation != nil {
		return nil, p.fail(errNested)
	}
	if m.Output != SignOutput && m.Output != SigmoidOutput && m.Output != ClippedOutput {
		return nil, p.fail(fmt.Errorf("lclass: %T has %v output; a binary learner has one score for two classes, as Perceptron, Logistic, LinearSVM and RegressionClassifier have", p.of, m.Output))
	}
	return m, nil
}

// fitParts learns the parts side by side and puts them together.
func fitParts(r *reduction, err error) (*Model, error) {
	if err != nil {
		return nil, err
	}
	models, errs := make([]*Model, len(r.parts)), make([]error, len(r.parts))
	var taken atomic.Int64
	var wg sync.WaitGroup
	for range min(len(r.parts), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for {
				i := int(taken.Add(1)) - 1
				if i >= len(r.parts) {
					return
				}
				if models[i], errs[i] = r.parts[i].fit(); errs[i] != nil {
					taken.Store(int64(len(r.parts)))
				}
			}
		})
	}
	wg.Wait()
	// Parts are taken in order: all before the first error are done.
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return r.join(models), nil
}

// join makes one model of those of the parts.
func (r *reduction) join(models []*Model) *Model {
	m := &Model{
		Output: r.sigmoids, Features: r.features, Classes: r.classes, Target: r.target,
		Loss: models[0].Loss, Penalty: models[0].Penalty, Status: r.status(models), frame: r.frame,
		NoIntercept: true, Offset: models[0].Offset,
	}
	rows, biases := make([]*mat.Dense, len(models)), make([][]float64, len(models))
	for i, part := range models {
		rows[i], biases[i] = part.W, part.B
		m.NoIntercept = m.NoIntercept && part.NoIntercept
		if part.Output != SigmoidOutput {
			m.Output = r.signs
		}
		if part.Loss != m.Loss {
			m.Loss = ""
		}
	}
	if m.Output == SignOutput {
		m.Output = models[0].Output // the only one
	}
	m.W, m.B = stack(rows, biases)
	var longest int
	for i, part := range models {
		longest = max(longest, len(part.History))
		if part.Direction == nil {
			continue
		}
		if m.Direction == nil {
			m.Direction = mat.NewDense(len(models), len(r.features)+1, nil)
		}
		m.Direction.SetRow(i, part.Direction.RawRowView(0))
	}
	for e := range longest {
		at := make([]Progress, len(models))
		for i, part := range models {
			n := len(part.History)
			if n > 0 {
				at[i] = part.History[min(e, n-1)]
			}
			if e >= n {
				at[i].Updates = 0
			}
		}
		m.History = append(m.History, together(at))
	}
	return m
}

// together adds up what the parts achieved.
func together(at []Progress) Progress {
	var sum Progress
	for _, p := range at {
		sum.Epoch = max(sum.Epoch, p.Epoch)
		sum.Loss += p.Loss
		sum.Updates += p.Updates
		sum.Errors += p.Errors
	}
	return sum
}

// status is that of the worst part, named in the note, with the losses of all.
func (r *reduction) status(models []*Model) Status {
	s := Status{Outcome: models[0].Status.Outcome}
	var solvers []string
	for _, m := range models {
		if !slices.Contains(solvers, m.Status.Solver) {
			solvers = append(solvers, m.Status.Solver)
		}
		s.Outcome = max(s.Outcome, m.Status.Outcome)
		s.Iterations = max(s.Iterations, m.Status.Iterations)
		s.Loss += m.Status.Loss
		s.Gradient = math.Max(s.Gradient, m.Status.Gradient)
		s.Gap += m.Status.Gap
	}
	s.Solver = strings.Join(solvers, " and ")
	others := -1
	for i, m := range models {
		if m.Status.Outcome != Converged {
			others++
		}
		if s.Note == "" && m.Status.Outcome == s.Outcome && m.Status.Note != "" {
			s.Note = m.Status.Note
			if name := r.parts[i].name; name != "" {
				s.Note = name + ": " + s.Note
			}
		}
	}
	if others > 0 {
		s.Note += fmt.Sprintf(" (%d more of the %d fits did not converge)", others, len(models))
	}
	return s
}

// stepParts are the steps of all parts at once; a part that has ended waits
// for the others where it is.
func stepParts(r *reduction, err error) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		if err != nil {
			yield(Step{}, err)
			return
		}
		next := make([]func() (Step, error, bool), len(r.parts))
		for i, p := range r.parts {
			if _, nested := p.of.(preparing); nested {
				yield(Step{}, p.fail(errNested))
				return
			}
			steps, err := p.steps()
			if err != nil {
				yield(Step{}, p.fail(err))
				return
			}
			var stop func()
			next[i], stop = iter.Pull2(steps)
			defer stop()
		}
		at := make([]Step, len(r.parts))
		for {
			var moved bool
			for i := range next {
				s, err, ok := next[i]()
				switch {
				case err != nil:
					yield(Step{}, r.parts[i].fail(err))
					return
				case ok:
					at[i], moved = s, true
				default:
					at[i].Updates = 0
				}
				if isEmpty(at[i].W) || len(at[i].B) != 1 {
					yield(Step{}, r.parts[i].fail(fmt.Errorf("lclass: the Steps of %T have no W with its b", r.parts[i].of)))
					return
				}
			}
			if !moved || !yield(joinSteps(at), nil) {
				return
			}
		}
	}
}

// steps are those of one part.
func (p part) steps() (iter.Seq2[Step, error], error) {
	of, ok := p.of.(interface {
		Steps(*Data) iter.Seq2[Step, error]
	})
	if !ok {
		return nil, fmt.Errorf("lclass: %T has no Steps to watch; use Fit", p.of)
	}
	d, err := p.samples()
	if err != nil {
		return nil, err
	}
	return of.Steps(d), nil
}

func joinSteps(at []Step) Step {
	progress, rows, biases := make([]Progress, len(at)), make([]*mat.Dense, len(at)), make([][]float64, len(at))
	for i, s := range at {
		progress[i], rows[i], biases[i] = s.Progress, s.W, s.B
	}
	s := Step{Progress: together(progress)}
	s.W, s.B = stack(rows, biases)
	return s
}

// stack puts the single rows of the parts below each other.
func stack(rows []*mat.Dense, biases [][]float64) (w *mat.Dense, b []float64) {
	_, d := rows[0].Dims()
	w = mat.NewDense(len(rows), d, nil)
	for i, row := range rows {
		w.SetRow(i, row.RawRowView(0))
		b = append(b, biases[i]...)
	}
	return w, b
}

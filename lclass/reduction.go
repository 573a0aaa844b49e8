package lclass

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/parallel"
)

var errMissingClass = errors.New("lclass: a class has no samples")

// A binaryFit is a fit of one of the binary models that a learner consists of.
type binaryFit struct {
	name string // for messages, such as: class "red" against the rest
	of   Estimator
	data func() *Data
}

// A reduction is a problem of several classes or labels as several binary fits.
type reduction struct {
	binaries []binaryFit
	features []string
	classes  []string
	target   string
	frame    Columns
	// output of the whole model: sigmoids if all binary models have probabilities.
	signs, sigmoids Output
}

// placeError adds the place of an error, such as a step, an option or a binary model.
type placeError struct {
	place string
	err   error
}

func (e *placeError) Error() string {
	return "lclass: " + e.place + ": " + strings.TrimPrefix(e.err.Error(), "lclass: ")
}

func (e *placeError) Unwrap() error { return e.err }

// fail adds the name of the binary model to an error, if it has one.
func (b binaryFit) fail(err error) error {
	if err == nil || b.name == "" {
		return err
	}
	return &placeError{b.name, err}
}

// reduce reduces several classes to binary fits of the learner of. Two classes are a
// single binary fit; split makes those of more.
func (d *Data) reduce(learner string, of Estimator, split func() []binaryFit) (*reduction, error) {
	if isNil(of) {
		return nil, badSetting(learner+".Of", nil, "name a binary learner, such as Logistic{}")
	}
	if err := d.checkClasses(); err != nil {
		return nil, err
	}
	if absent := d.absent(); absent != nil {
		return nil, fmt.Errorf("%w: %q of target %q; leave it out with Data.DropEmptyClasses, or split the data so that every class occurs", errMissingClass, absent[0], d.target)
	}
	r := &reduction{features: d.Features(), classes: d.Classes(), target: d.target, frame: d.frame.clone(), signs: SignOutput, sigmoids: SigmoidOutput}
	if d.K() == 2 {
		r.binaries = []binaryFit{{of: of, data: func() *Data { return d }}}
		return r, nil
	}
	if d.offset != nil {
		return nil, errBinaryOffset
	}
	r.binaries = split()
	return r, nil
}

var errBinaryOffset = errors.New("lclass: the data have one offset per sample, but each of several scores would need its own; remove it with Data.WithOffset(nil)")

// fit fits the binary model.
func (b binaryFit) fit() (*Model, error) {
	m, err := learn(b.of, b.data())
	if err != nil {
		return nil, b.fail(err)
	}
	if m.Preparation != nil {
		return nil, b.fail(errNested)
	}
	if m.Output != SignOutput && m.Output != SigmoidOutput && m.Output != ClippedOutput {
		return nil, b.fail(badSetting(fmt.Sprintf("output of a %T", b.of), m.Output, "a binary learner must have one score for two classes, as Perceptron, Logistic, LinearSVM and RegressionClassifier do"))
	}
	return m, nil
}

// fitBinaries fits the binary models in parallel and joins them.
func fitBinaries(r *reduction, err error) (*Model, error) {
	if err != nil {
		return nil, err
	}
	models := make([]*Model, len(r.binaries))
	err = parallel.Do(len(models), 0, func(i int) (err error) {
		models[i], err = r.binaries[i].fit()
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.join(models), nil
}

// join makes one model of the binary ones.
func (r *reduction) join(models []*Model) *Model {
	m := &Model{
		Output: r.sigmoids, Features: r.features, Classes: r.classes, Target: r.target,
		Loss: models[0].Loss, Penalty: models[0].Penalty, Status: r.status(models), frame: r.frame,
		NoIntercept: true, Offset: models[0].Offset,
	}
	for _, binary := range models {
		m.NoIntercept = m.NoIntercept && binary.NoIntercept
		if binary.Output != SigmoidOutput {
			m.Output = r.signs
		}
		if binary.Loss != m.Loss {
			m.Loss = ""
		}
	}
	if m.Output == SignOutput {
		m.Output = models[0].Output // the only one
	}
	joined := joinSteps(transform(models, func(m *Model) Step { return Step{W: m.W, B: m.B} }))
	m.W, m.B = joined.W, joined.B
	var longest int
	for i, binary := range models {
		longest = max(longest, len(binary.History))
		if binary.Direction == nil {
			continue
		}
		if m.Direction == nil {
			m.Direction = mat.NewDense(len(models), len(r.features)+1, nil)
		}
		m.Direction.SetRow(i, binary.Direction.RawRowView(0))
	}
	for e := range longest {
		at := make([]Progress, len(models))
		for i, binary := range models {
			n := len(binary.History)
			if n > 0 {
				at[i] = binary.History[min(e, n-1)]
			}
			if e >= n {
				at[i].Updates = 0
			}
		}
		m.History = append(m.History, together(at))
	}
	return m
}

// together adds up the progress of the binary models.
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

// status is that of the worst binary model, which the note names, with the losses of all.
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
			if name := r.binaries[i].name; name != "" {
				s.Note = name + ": " + s.Note
			}
		}
	}
	if others > 0 {
		s.Note += fmt.Sprintf(" (%d more of the %d fits did not converge)", others, len(models))
	}
	return s
}

// stepBinaries are the steps of all binary models at once; one that has finished keeps
// its last state.
func stepBinaries(r *reduction, err error) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		if err != nil {
			yield(Step{}, err)
			return
		}
		next := make([]func() (Step, error, bool), len(r.binaries))
		for i, p := range r.binaries {
			if _, nested := p.of.(preparing); nested {
				yield(Step{}, p.fail(errNested))
				return
			}
			steps, err := stepsOf(p.of, p.data())
			if err != nil {
				yield(Step{}, p.fail(err))
				return
			}
			var stop func()
			next[i], stop = iter.Pull2(steps)
			defer stop()
		}
		at := make([]Step, len(r.binaries))
		for {
			var moved bool
			for i := range next {
				s, err, ok := next[i]()
				switch {
				case err != nil:
					yield(Step{}, r.binaries[i].fail(err))
					return
				case ok:
					at[i], moved = s, true
				default:
					at[i].Updates = 0
				}
				if isEmpty(at[i].W) || len(at[i].B) != 1 {
					yield(Step{}, r.binaries[i].fail(fmt.Errorf("lclass: the Steps of %T have no W and b", r.binaries[i].of)))
					return
				}
			}
			if !moved || !yield(joinSteps(at), nil) {
				return
			}
		}
	}
}

// stepsOf returns the steps of a learner, or an error if it has none.
func stepsOf(e Estimator, d *Data) (iter.Seq2[Step, error], error) {
	of, ok := e.(interface {
		Steps(*Data) iter.Seq2[Step, error]
	})
	if !ok {
		return nil, fmt.Errorf("lclass: %T has no Steps to watch; use Fit", e)
	}
	return of.Steps(d), nil
}

// joinSteps adds up the progress of the binary models and stacks their weights.
func joinSteps(at []Step) Step {
	_, d := at[0].W.Dims()
	joined := Step{Progress: together(transform(at, func(s Step) Progress { return s.Progress })), W: mat.NewDense(len(at), d, nil)}
	for i, s := range at {
		joined.W.SetRow(i, s.W.RawRowView(0))
		joined.B = append(joined.B, s.B...)
	}
	return joined
}

package lclass

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"gonum.org/v1/gonum/mat"
)

// A Pipeline is a learner with the preparation of its data before it: one
// Estimator, which learns both from the training data alone, and whose model
// takes data as they are:
//
//	d, err := lclass.FromFrame(df, lclass.Columns{Target: "Survived", Features: []string{"Sex", "Age", "Fare"}, Raw: true})
//	m, err := lclass.Pipeline{
//		Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}},
//		Of:      lclass.Logistic{Penalty: lclass.L2(0.01)},
//	}.Fit(d)
//
// In cross-validation a fold is then prepared with means, categories and centres of
// its training samples, and nothing of the test samples leaks into them.
//
// W and b of the model belong to the prepared features, whose names are its
// Features; [Model.RawUnits] brings them back to the units of the data. Its
// Preparation is written as JSON with it.
//
// The learner that is split into several comes inside: Pipeline of OneVsRest,
// not OneVsRest of Pipeline, so that its parts have the same features.
type Pipeline struct {
	// Prepare are the steps, in their order. None leave the data as they are.
	Prepare []Preparation
	// Of is the learner, also another Pipeline. A Start of it is a model of
	// prepared features, such as the one before in a [Path].
	Of Estimator
}

var _ Estimator = Pipeline{}

// Fit learns the steps, one after the other, and then the learner. Samples of
// weight 0 do not count. It is an error where a step or the learner has one.
func (p Pipeline) Fit(d *Data) (*Model, error) {
	steps, x, err := p.prepare(d)
	if err != nil {
		return nil, err
	}
	m, err := learn(p.Of, x)
	if err != nil {
		return nil, err
	}
	return m.after(steps)
}

// Steps is the fit of the learner to watch, on prepared data. It is an error if
// the learner has no Steps.
func (p Pipeline) Steps(d *Data) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		_, x, err := p.prepare(d)
		if err != nil {
			yield(Step{}, err)
			return
		}
		steps, err := part{of: p.Of, data: func() (*Data, error) { return x, nil }}.steps()
		if err != nil {
			yield(Step{}, err)
			return
		}
		steps(yield)
	}
}

// preparing is a Pipeline, or a pointer to one.
type preparing interface {
	prepare(d *Data) (*Prepared, *Data, error)
	learner() Estimator
}

func (p Pipeline) learner() Estimator { return p.Of }

func (p Pipeline) prepare(d *Data) (*Prepared, *Data, error) {
	if isNil(p.Of) {
		return nil, nil, errNoLearner("Pipeline")
	}
	return prepare(d, p.Prepare)
}

func errNoLearner(pipeline string) error {
	return fmt.Errorf("lclass: %s.Of is nil; name a learner, such as Logistic{}", pipeline)
}

// MarshalJSON writes the names of the types with the fields of the steps and of
// the learner, so that [Keep] tells pipelines apart. They are not read back: the
// model is what to keep.
func (p Pipeline) MarshalJSON() ([]byte, error) {
	type typed struct {
		Type string `json:"type"`
		Spec any    `json:"spec"`
	}
	var steps []typed
	for _, s := range p.Prepare {
		steps = append(steps, typed{fmt.Sprintf("%T", s), s})
	}
	return json.Marshal(struct {
		Prepare []typed `json:"prepare"`
		Of      typed   `json:"of"`
	}{steps, typed{fmt.Sprintf("%T", p.Of), p.Of}})
}

// after returns the model for data that are prepared first, unless nothing is.
func (m *Model) after(p *Prepared) (*Model, error) {
	out := *m
	var err error
	if out.Preparation, err = p.before(m.Preparation); err != nil {
		return nil, err
	}
	w, err := out.wants()
	if err != nil {
		return nil, err
	}
	out.frame = w.read()
	return &out, nil
}

// before puts the preparation before another one, which may be nil, as far as
// what that one makes needs it.
func (p *Prepared) before(q *Prepared) (*Prepared, error) {
	if q == nil {
		return p, nil
	}
	p, err := p.then(q)
	if err != nil {
		return nil, err
	}
	return p.needed()
}

// errNested is why the parts of a reduction are not prepared each by itself.
var errNested = errors.New("lclass: each part would be prepared by itself; put the steps around the whole, as in Pipeline{Prepare: …, Of: OneVsRest{Of: …}}")

// RawUnits returns a model that predicts the same, with weights in the units of
// the data: the scales of [Standardize] and [MinMax] are taken out of its
// Preparation and put into W and b,
//
//	w'ⱼ = wⱼ/sⱼ,  b' = b − Σ wⱼmⱼ/sⱼ,
//
// also where products of [Polynomial] and [Interactions] follow, which are
// multiplied out. What has no units, such as [OneHot], stays in the Preparation,
// and is none of it left that is nil. Penalty, Status and History are those of
// the fit.
//
// It is a [UnitsError] if a step between makes that impossible: the bumps of
// [Radial] know one width alone. A model without Preparation is returned as it
// is; for one of standardised data see [Standardizer.Undo].
func (m *Model) RawUnits() (*Model, error) {
	if err := m.linear(); err != nil {
		return nil, err
	}
	if m.Preparation == nil {
		return m, nil
	}
	u, err := m.Preparation.unscaled()
	if err != nil {
		return nil, err
	}
	out := *m
	out.Preparation = u.rest
	out.Features = u.rest.Outputs()
	if len(u.rest.steps) == 0 {
		out.Preparation = nil
	}
	if out.W, out.B, err = u.undo(m.W, m.B); err != nil {
		return nil, err
	}
	out.NoIntercept = m.NoIntercept && isZero(out.B)
	if m.Direction != nil {
		k, d := m.W.Dims()
		w, b, err := u.undo(m.Direction.Slice(0, k, 0, d).(*mat.Dense), mat.Col(nil, d, m.Direction))
		if err != nil {
			return nil, err
		}
		_, d = w.Dims()
		out.Direction = mat.NewDense(k, d+1, nil)
		out.Direction.Augment(w, mat.NewDense(k, 1, b))
	}
	return &out, nil
}

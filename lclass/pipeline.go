package lclass

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"gonum.org/v1/gonum/mat"
)

// A Pipeline is a sequence of preparation steps and a learner. It is one Estimator: it
// learns both from the training data alone, and its model accepts raw data:
//
//	d, err := lclass.FromFrame(df, lclass.Columns{Target: "Survived", Features: []string{"Sex", "Age", "Fare"}, Raw: true})
//	m, err := lclass.Pipeline{
//		Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}},
//		Of:      lclass.Logistic{Penalty: lclass.L2(0.01)},
//	}.Fit(d)
//
// In cross-validation, each fold is then prepared with the means, categories and centres
// of its training samples, and nothing leaks from the test samples.
//
// W and b of the model refer to the prepared features, whose names are Model.Features;
// [Model.RawUnits] converts them to the units of the data. The JSON of the model includes
// its Preparation.
//
// Use a Pipeline of OneVsRest, not OneVsRest of a Pipeline, so that all binary models
// have the same features.
type Pipeline struct {
	// Prepare are the steps, in order. None leaves the data unchanged.
	Prepare []Preparation
	// Of is the learner, which may be another Pipeline. Its Start is a model of prepared
	// features, such as the previous model of a [Path].
	Of Estimator
}

// Fit fits the steps, one after the other, and then the learner. It ignores samples of
// weight 0 and returns the error of a step or of the learner.
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

// Steps returns the steps of the learner on prepared data. It returns an error if the
// learner has no Steps.
func (p Pipeline) Steps(d *Data) iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		_, x, err := p.prepare(d)
		if err != nil {
			yield(Step{}, err)
			return
		}
		steps, err := stepsOf(p.Of, x)
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
		return nil, nil, badSetting("Pipeline.Of", nil, "name a learner, such as Logistic{}")
	}
	return prepare(d, p.Prepare, true)
}

// MarshalJSON writes the types and fields of the steps and of the learner, so that [Keep]
// distinguishes pipelines. They cannot be read back; store the model instead.
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

// errNested is the error for binary models with a preparation of their own.
var errNested = errors.New("lclass: each binary model would have its own preparation; put the steps around the whole, as in Pipeline{Prepare: …, Of: OneVsRest{Of: …}}")

// RawUnits returns a model with the same predictions and with weights in the units of the
// data: it moves the scales of [Standardize] and [MinMax] from the Preparation into W and
// b,
//
//	w'ⱼ = wⱼ/sⱼ,  b' = b − Σ wⱼmⱼ/sⱼ,
//
// also if products of [Polynomial] and [Interactions] follow, which it expands. Steps
// without units, such as [OneHot], stay in the Preparation, which is nil if none is left.
// Penalty, Status and History are those of the fit.
//
// RawUnits returns an error if another step makes that impossible, such as an [Impute] of
// products of scaled features. It returns a model without a Preparation
// unchanged.
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

package lclass

import (
	"fmt"
	"iter"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// MultiLabel is multi-label classification (Chemnitz section 5): K logistic regressions y
// = σ(W x + b) on the same features. The probabilities need not sum to 1, because a
// sample may have several labels or none:
//
//	L(W, b) = −(1/Σs) Σ sᵢ Σ_k [t_ik log y_ik + (1−t_ik) log(1−y_ik)] + penalty
//
// Labels with y ≥ ½, that is z ≥ 0, are assigned: see [Prediction]. [Model.Accuracy] is
// the fraction of samples with all labels correct.
type MultiLabel struct {
	// Penalty is added to the mean loss.
	Penalty Penalty
	// Solver fits each label: Newton, QuasiNewton, Descent or CoordinateDescent; nil as
	// for [Logistic].
	Solver Solver
	// Start is where the solver begins, a model of the same features and labels; nil
	// means W = 0, b = 0.
	Start *Model
}

// Fit learns the labels in parallel. It returns [ErrOneClass] if all samples of positive
// weight have a label, or none has; leave such labels out with [Data.SelectLabels]. In
// the Status, Loss, Gap, Updates and Errors are sums over the labels, Iterations and
// Gradient maxima, and the Outcome is the worst; the note names its label.
func (m MultiLabel) Fit(d *Data) (*Model, error) { return fitBinaries(m.reduction(d)) }

// Steps returns the steps of all labels at once; a label that has finished keeps its last
// state.
func (m MultiLabel) Steps(d *Data) iter.Seq2[Step, error] { return stepBinaries(m.reduction(d)) }

func (m MultiLabel) reduction(d *Data) (*reduction, error) {
	if err := d.checkVaried(); err != nil {
		return nil, err
	}
	if err := m.checkStart(d); err != nil {
		return nil, err
	}
	if d.offset != nil {
		return nil, errBinaryOffset
	}
	r := &reduction{
		features: d.Features(), classes: d.Classes(), target: labelsTarget, frame: d.frame.clone(),
		signs: MultiLabelOutput, sigmoids: MultiLabelOutput,
	}
	for k, label := range d.classes {
		r.binaries = append(r.binaries, binaryFit{
			name: fmt.Sprintf("label %q", label),
			of:   Logistic{Penalty: m.Penalty, Solver: m.Solver, Start: m.startOf(k)},
			data: func() *Data { return d.label(k) },
		})
	}
	return r, nil
}

// checkVaried reports whether every label is on some samples and not on others.
func (d *Data) checkVaried() error {
	if err := d.checkLabels(); err != nil {
		return err
	}
	for k, label := range d.classes {
		var seen [2]bool
		for i, v := range d.labels[k] {
			if d.counts(i) {
				seen[v] = true
			}
		}
		switch seen {
		case [2]bool{false, false}:
			return errNoWeight
		case [2]bool{true, false}:
			return fmt.Errorf("%w: no sample has label %q; leave it out with SelectLabels", ErrOneClass, label)
		case [2]bool{false, true}:
			return fmt.Errorf("%w: every sample has label %q; leave it out with SelectLabels", ErrOneClass, label)
		}
	}
	return nil
}

func (m MultiLabel) checkStart(d *Data) error {
	if m.Start == nil || m.Start.Output == MultiLabelOutput && slices.Equal(m.Start.Classes, d.classes) {
		return nil
	}
	return fmt.Errorf("%w: the model has %v output and classes %s; the fit has %v and %s",
		errStart, m.Start.Output, abbreviate(m.Start.Classes), MultiLabelOutput, abbreviate(d.classes))
}

// startOf returns the binary model of label k in Start.
func (m MultiLabel) startOf(k int) *Model {
	if m.Start == nil {
		return nil
	}
	return &Model{
		W: mat.NewDense(1, len(m.Start.Features), mat.Row(nil, k, m.Start.W)), B: m.Start.B[k : k+1],
		Output: SigmoidOutput, Features: m.Start.Features, Classes: labelClasses(m.Start.Classes[k]),
	}
}

// targetLabels returns the n×K matrix of the labels of d in the order of the model's
// labels. It returns an error if d has other labels.
func (m *Model) targetLabels(d *Data) (*mat.Dense, error) {
	d = d.orNone()
	if err := d.checkLabels(); err != nil {
		return nil, err
	}
	truth, err := d.SelectLabels(m.Classes...)
	if err != nil || d.K() != len(m.Classes) {
		return nil, fmt.Errorf("lclass: the model has labels %s, the data %s; select those of the model with Data.SelectLabels", abbreviate(m.Classes), abbreviate(d.classes))
	}
	return truth.Labels(), nil
}

// exactMatch returns the weighted share of samples of d all of whose labels are right.
func (m *Model) exactMatch(d *Data) (float64, error) {
	t, err := m.targetLabels(d)
	if err != nil {
		return 0, err
	}
	y, err := m.Predict(d)
	if err != nil {
		return 0, err
	}
	return d.agreement(func(i int) bool { return slices.Equal(y.Labels.RawRowView(i), t.RawRowView(i)) })
}

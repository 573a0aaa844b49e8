package lclass

import (
	"fmt"
	"iter"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// MultiLabel is multi-label classification (Chemnitz section 5): K logistic
// regressions y = σ(W x + b) that share the features. The probabilities do not
// sum to 1, as a sample may have several labels or none:
//
//	L(W, b) = −(1/Σs) Σ sᵢ Σ_k [t_ik log y_ik + (1−t_ik) log(1−y_ik)] + penalty
//
// Labels with y ≥ ½, that is z ≥ 0, are assigned. See [Model.LabelsOne],
// [Model.PredictLabels], [Model.Labels] and [Model.ExactMatch].
type MultiLabel struct {
	// Penalty is added to the mean loss.
	Penalty Penalty
	// Solver is that of each label: Newton, QuasiNewton, Descent or
	// CoordinateDescent; nil is as for [Logistic].
	Solver Solver
	// Start is where the solver begins, a model of the same features and
	// labels; nil is W = 0, b = 0.
	Start *Model
}

// Fit learns the labels side by side. It is [ErrOneClass] if a label is on
// every sample that counts or on none: there is nothing to learn, leave it out
// with [MultiData.Select]. Loss, Gap, Updates and Errors are the sums over the
// labels, Iterations and Gradient the largest; the worst Outcome counts, and
// the note names its label.
func (m MultiLabel) Fit(d *MultiData) (*Model, error) { return fitParts(m.reduction(d)) }

// Steps returns the steps of all labels at once: one that has ended keeps its
// place.
func (m MultiLabel) Steps(d *MultiData) iter.Seq2[Step, error] { return stepParts(m.reduction(d)) }

func (m MultiLabel) reduction(d *MultiData) (*reduction, error) {
	if err := d.checkLabels(); err != nil {
		return nil, err
	}
	if err := m.checkStart(d); err != nil {
		return nil, err
	}
	r := &reduction{
		features: d.data.Features(), classes: d.Labels(), target: labelsTarget, frame: d.data.FrameOptions(),
		signs: MultiLabelOutput, sigmoids: MultiLabelOutput,
	}
	for k, label := range d.labels {
		r.parts = append(r.parts, part{
			name: fmt.Sprintf("label %q", label),
			of:   Logistic{Penalty: m.Penalty, Solver: m.Solver, Start: m.startOf(k)},
			data: func() (*Data, error) { return d.label(k), nil },
		})
	}
	return r, nil
}

// checkLabels reports whether every label is on some samples and not on others.
func (d *MultiData) checkLabels() error {
	if err := d.check(); err != nil {
		return err
	}
	for k, label := range d.labels {
		var seen [2]bool
		for i, v := range d.t[k] {
			if d.data.counts(i) {
				seen[v] = true
			}
		}
		switch seen {
		case [2]bool{false, false}:
			return errNoWeight
		case [2]bool{true, false}:
			return fmt.Errorf("%w: no sample has label %q; leave it out with Select", ErrOneClass, label)
		case [2]bool{false, true}:
			return fmt.Errorf("%w: every sample has label %q; leave it out with Select", ErrOneClass, label)
		}
	}
	return nil
}

func (m MultiLabel) checkStart(d *MultiData) error {
	if m.Start == nil || m.Start.Output == MultiLabelOutput && slices.Equal(m.Start.Classes, d.labels) {
		return nil
	}
	return fmt.Errorf("lclass: the model to start from has %v output and classes %s; the fit has %v and %s",
		m.Start.Output, abbreviate(m.Start.Classes), MultiLabelOutput, abbreviate(d.labels))
}

// startOf returns the part of Start for label k.
func (m MultiLabel) startOf(k int) *Model {
	if m.Start == nil {
		return nil
	}
	return &Model{
		W: mat.NewDense(1, len(m.Start.Features), mat.Row(nil, k, m.Start.W)), B: m.Start.B[k : k+1],
		Output: SigmoidOutput, Features: m.Start.Features, Classes: labelClasses(m.Start.Classes[k]),
	}
}

// LabelsOne returns the labels that a [MultiLabel] model assigns to one sample x,
// those with probability ½ or more; nil if there are none. It panics if x does
// not have d values or the model is another.
func (m *Model) LabelsOne(x []float64) []string {
	mustBe(m.valid(), "LabelsOne")
	if m.Output != MultiLabelOutput {
		panic("lclass: LabelsOne: " + m.noLabels())
	}
	return m.labels(m.ScoresOne(x))
}

func (m *Model) labels(z []float64) []string {
	var set []string
	for k, label := range m.Classes {
		if z[k] >= 0 {
			set = append(set, label)
		}
	}
	return set
}

func (m *Model) noLabels() string {
	return fmt.Sprintf("a model with %v output has no sets of labels; MultiLabel has, use Predict", m.Output)
}

// Labels returns the labels assigned to each sample of d; see
// [Model.LabelsOne]. For a [MultiData] give its Data.
func (m *Model) Labels(d *Data) ([][]string, error) {
	z, err := m.labelScores(d)
	if err != nil {
		return nil, err
	}
	sets := make([][]string, d.N())
	for i := range sets {
		sets[i] = m.labels(z.RawRowView(i))
	}
	return sets, nil
}

// PredictLabels returns the n×K matrix with a 1 where a sample of d gets the
// label and 0 elsewhere. For a [MultiData] give its Data.
func (m *Model) PredictLabels(d *Data) (*mat.Dense, error) {
	z, err := m.labelScores(d)
	if err != nil {
		return nil, err
	}
	z.Apply(func(_, _ int, v float64) float64 { return StepFunc(v) }, z)
	return z, nil
}

func (m *Model) labelScores(d *Data) (*mat.Dense, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if m.Output != MultiLabelOutput {
		return nil, fmt.Errorf("lclass: %s", m.noLabels())
	}
	return m.Scores(d)
}

// ExactMatch returns the weighted share of samples of d whose labels the model
// gets right, all of them. The labels of d may come in another order than
// those of the model; it is an error if they are others.
func (m *Model) ExactMatch(d *MultiData) (float64, error) {
	d = d.orNone()
	y, err := m.PredictLabels(d.data)
	if err != nil {
		return 0, err
	}
	truth, err := d.Select(m.Classes...)
	if err != nil || d.K() != len(m.Classes) {
		return 0, fmt.Errorf("lclass: the model has labels %s, the data %s; choose those of the model with Select", abbreviate(m.Classes), abbreviate(d.labels))
	}
	var right, total float64
	for i, s := range d.data.sampleWeights() {
		total += s
		same := true
		for k, column := range truth.t {
			same = same && y.At(i, k) == float64(column[i])
		}
		if same {
			right += s
		}
	}
	if total == 0 {
		return 0, errNoWeight
	}
	return right / total, nil
}

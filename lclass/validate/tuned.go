package validate

import (
	"encoding/json"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/decide"
	"linclass/lclass/internal/strictjson"
	"linclass/lclass/metric"
)

// Tuned is a learner for two classes that also chooses the threshold of the prediction:
//
//	costs, err := decide.NewCosts(0, 1, 100, 0)
//	validate.Tuned[*lclass.Model]{Of: lclass.Logistic{}, Choose: costs.Best}
//
// For each fold, a model fitted to its training set scores its test set, so no sample is
// scored by a model that has seen it. A score is the probability of the second class, or
// w·x + b if the model has no probabilities. Choose gets the scores of all n samples at
// once; the model that predicts is fitted to all of them. scikit-learn's
// TunedThresholdClassifierCV tries 100 thresholds on each fold and averages instead.
// Sample weights apply to the fits and to the choice.
//
// Tuned is itself a [Learner]: CrossValidate and the searches choose a threshold within
// each training set.
type Tuned[M Scorer] struct {
	// Of is the learner.
	Of Learner[M]
	// Choose returns one of the thresholds of a ranking of n scores, such as Best of
	// decide.Costs or
	//
	//	func(r *metric.Ranking) (decide.Choice, error) { return decide.ForPrecision(r, 0.9) }
	//
	// Nil means the threshold with the largest Youden index, recall + specificity − 1, and
	// so with the largest balanced accuracy (Youden 1950).
	Choose func(*metric.Ranking) (decide.Choice, error)
	// Folds split the samples; each sample must be in exactly one test set. Nil means
	// KFold{Stratify: true}. Options limit how many are fitted at once.
	Folds Folds
}

// Fit returns the model of all samples, with its threshold. It returns an error if a fit,
// the split or Choose returns one, if d does not have two classes, or if a sample is in no
// test set or in several.
func (c Tuned[M]) Fit(d *lclass.Data) (*TunedModel[M], error) {
	m, err := c.learn(d)
	if err != nil {
		return nil, fmt.Errorf("validate: Tuned: %w", trimmed{err})
	}
	return m, nil
}

func (c Tuned[M]) learn(d *lclass.Data) (*TunedModel[M], error) {
	folds, err := checkedFolds(orFiveFolds(c.Folds), d)
	if err == nil {
		err = checkPartition("Tuned", folds, d.N())
	}
	if err != nil {
		return nil, err
	}
	models, held, err := holdOut(c.Of, d, folds, optionsOf(c.Folds).Workers, decisionScores)
	if err != nil {
		return nil, err
	}
	all := together(held)
	choose := c.Choose
	if choose == nil {
		choose = func(r *metric.Ranking) (decide.Choice, error) { return decide.Best(r, metric.Counts.Youden) }
	}
	choice, err := choose(metric.Rank(all.t, all.z.RawMatrix().Data, all.s))
	if err != nil {
		return nil, err
	}
	m, err := refit(c.Of, d, namesOf(models[0], d))
	if err != nil {
		return nil, err
	}
	return &TunedModel[M]{m, choice}, nil
}

// decisionScores returns the probability of the second of two classes, or its
// score, n×1.
func decisionScores(m Scorer, d *lclass.Data) (*mat.Dense, error) {
	if d.K() != 2 {
		return nil, badTarget(d.Target(), "two classes", "has %d classes; a threshold needs two; use Data.Positive", d.K())
	}
	return positiveScores(m, d)
}

func positiveScores(m Scorer, d *lclass.Data) (*mat.Dense, error) {
	p, ok := m.(prober)
	if !ok || !p.HasProbability() {
		return classScores(m, d)
	}
	y, err := p.Proba(d)
	if err != nil {
		return nil, err
	}
	return mat.DenseCopyOf(y.ColView(1)), nil
}

// A TunedModel is a fitted [Tuned]. It holds no training data. Nil and the zero value are
// not models.
type TunedModel[M Scorer] struct {
	Model M
	// Choice is the threshold, at or above which the second class is predicted, and its
	// results on the held-out samples.
	Choice decide.Choice
}

// Predict returns the second class where the probability, or the score, is at or
// above the threshold.
func (m *TunedModel[M]) Predict(d *lclass.Data) (lclass.Prediction, error) {
	if err := m.valid(); err != nil {
		return lclass.Prediction{}, err
	}
	z, err := positiveScores(m.Model, d)
	if err != nil {
		return lclass.Prediction{}, err
	}
	names, _ := classNames(m)
	return classes(decide.Threshold(z.RawMatrix().Data, m.Choice.Threshold), names), nil
}

// Scores returns the scores of the model.
func (m *TunedModel[M]) Scores(d *lclass.Data) (*mat.Dense, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	return m.Model.Scores(d)
}

// HasProbability reports whether the model has probabilities.
func (m *TunedModel[M]) HasProbability() bool {
	if m.valid() != nil {
		return false
	}
	p, ok := any(m.Model).(prober)
	return ok && p.HasProbability()
}

// Proba returns the probabilities of the model, which do not depend on the threshold. It
// returns an error if the model has none.
func (m *TunedModel[M]) Proba(d *lclass.Data) (*mat.Dense, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	p, ok := any(m.Model).(prober)
	if !ok {
		return nil, badSetting("model", fmt.Sprintf("a %T", m.Model), "it has no probabilities")
	}
	return p.Proba(d)
}

// Targets returns the true classes in the numbering of the model.
func (m *TunedModel[M]) Targets(d *lclass.Data) ([]int, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	return m.Model.Targets(d)
}

func (m *TunedModel[M]) classNames() ([]string, bool) { return classNames(m.Model) }

func (m *TunedModel[M]) caveat() string { return caveat(m.Model) }

func (m *TunedModel[M]) valid() error {
	if m == nil || isNil(m.Model) {
		return fmt.Errorf("%w; Tuned.Fit returns one", errNoFit)
	}
	return nil
}

// String returns the threshold, its precision and recall on the held-out samples, and the
// model.
func (m *TunedModel[M]) String() string {
	if m.valid() != nil {
		return "no tuned model\n"
	}
	of := "score"
	if m.HasProbability() {
		of = "probability"
	}
	c := m.Choice
	return fmt.Sprintf("threshold of the %s %.4g, out of fold precision %.4g and recall %.4g, of\n%v", of, c.Threshold, c.Precision(), c.Recall(), m.Model)
}

const (
	tunedFormat  = "validate.TunedModel"
	tunedVersion = 1
)

// tunedJSON has the threshold as a list of one, which may be infinite.
type tunedJSON[M Scorer] struct {
	Format    string        `json:"format"`
	Version   int           `json:"version"`
	Threshold []any         `json:"threshold"`
	Counts    metric.Counts `json:"counts"`
	Model     M             `json:"model"`
}

// MarshalJSON writes the model and the threshold with a format name and a
// version.
func (m TunedModel[M]) MarshalJSON() ([]byte, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	return json.Marshal(tunedJSON[M]{tunedFormat, tunedVersion, toJSON([]float64{m.Choice.Threshold}), m.Choice.Counts, m.Model})
}

// UnmarshalJSON reads what MarshalJSON wrote. It returns an [lclass.FileError], as
// [CalibratedModel.UnmarshalJSON] does, also if the model does not have two classes.
func (m *TunedModel[M]) UnmarshalJSON(text []byte) error {
	var file tunedJSON[M]
	const owner = "validate: tuned model"
	if err := strictjson.UnmarshalFile(owner, text, &file, strictjson.Head{Format: "format", Version: "version", Is: tunedFormat, Newest: tunedVersion}); err != nil {
		return err
	}
	threshold, err := fromJSON(file.Threshold)
	if err != nil {
		return strictjson.At(owner, "threshold", err)
	}
	if len(threshold) != 1 || math.IsNaN(threshold[0]) {
		return strictjson.At(owner, "threshold", fmt.Errorf("the threshold is %v; it must be one number", file.Threshold))
	}
	read := TunedModel[M]{file.Model, decide.Choice{Threshold: threshold[0], Counts: file.Counts}}
	if err := read.valid(); err != nil {
		return strictjson.At(owner, "model", err)
	}
	if names, known := read.classNames(); known && len(names) != 2 {
		return strictjson.At(owner, "model.classes", fmt.Errorf("the model has classes %q; a threshold is for two", names))
	}
	*m = read
	return nil
}

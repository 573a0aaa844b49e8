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

package validate

import (
	"errors"

	"linclass/lclass"
	"linclass/lclass/metric"
)

// Report says in one call how good a model is on test data: the rates of each
// class, the areas and losses of its probabilities if it has them, and accuracy,
// MCC and other metrics, as [metric.NewReport] has them, with the weights of the
// samples:
//
//	r, err := validate.Report(m, test)
//	fmt.Println(r)
//
// In a notebook it shows as a table; frames.OfReport makes data frames of it. It
// is an error if the model decides between no classes, or the data do not go with
// it.
func Report(m Predictor, d *lclass.Data) (*metric.Report, error) {
	if isNil(m) {
		return nil, errors.New("validate: the model is nil; Fit makes one, or an error")
	}
	t, err := m.Targets(d)
	if err != nil {
		return nil, err
	}
	y, err := m.Predict(d)
	if err != nil {
		return nil, err
	}
	p := metric.Predictions{T: t, Y: y.Class, S: d.Weight(), Classes: namesOf(m, d)}
	if prober, ok := m.(prober); ok && prober.HasProbability() {
		proba, err := prober.Proba(d)
		if err != nil {
			return nil, err
		}
		p.P = proba
	}
	return metric.NewReport(p), nil
}

package validate

import (
	"linclass/lclass"
	"linclass/lclass/metric"
)

// Report returns the usual measures of a model on test data: the rates of each class; if
// there are probabilities, their areas and losses; accuracy, MCC and others, as
// [metric.NewReport] does, with the sample weights:
//
//	r, err := validate.Report(m, test)
//	fmt.Println(r)
//
// A notebook shows it as a table; frames.OfReport converts it to data frames. Report
// returns an error if the model does not predict classes, or if d does not match the model.
func Report(m Predictor, d *lclass.Data) (*metric.Report, error) {
	if isNil(m) {
		return nil, badSetting("model", nil, "pass the model that Fit returned, and check its error")
	}
	t, err := m.Targets(d)
	if err != nil {
		return nil, err
	}
	y, err := m.Predict(d)
	if err != nil {
		return nil, err
	}
	p := metric.Predictions{T: t, Y: y.Class, S: d.SampleWeight(), Classes: namesOf(m, d)}
	if prober, ok := m.(prober); ok && prober.HasProbability() {
		proba, err := prober.Proba(d)
		if err != nil {
			return nil, err
		}
		p.P = proba
	}
	return metric.NewReport(p), nil
}

package validate

import (
	"encoding/json"
	"fmt"
	"reflect"

	"linclass/internal/invalid"
	"linclass/lclass/calibrate"
)

// A typed specification tells types with the same fields apart.
type typed struct {
	Type string `json:"type"`
	Spec any    `json:"spec"`
}

func withType(spec any) typed { return typed{fmt.Sprintf("%T", spec), spec} }

// MarshalJSON writes the types and fields of the learner and the folds, so that
// [lclass.Keep] distinguishes calibrated learners. They cannot be read back; store the
// model instead. It returns an error if By is neither calibrate.Sigmoid nor
// calibrate.Steps, because JSON cannot represent a function.
func (c Calibrated[M]) MarshalJSON() ([]byte, error) {
	by := "sigmoid"
	switch at := reflect.ValueOf(c.By).Pointer(); {
	case c.By == nil, at == reflect.ValueOf(calibrate.Sigmoid).Pointer():
	case at == reflect.ValueOf(calibrate.Steps).Pointer():
		by = "steps"
	default:
		return nil, invalid.Worded("Calibrated.By", nil, "validate: Calibrated.By is a func, which JSON cannot represent; name what it depends on instead of the learner")
	}
	return json.Marshal(struct {
		Of       typed  `json:"of"`
		By       string `json:"by"`
		Folds    typed  `json:"folds"`
		Ensemble bool   `json:"ensemble"`
	}{withType(c.Of), by, withType(orFiveFolds(c.Folds)), c.Ensemble})
}

// MarshalJSON writes the learner as [Calibrated.MarshalJSON] does. It returns an error if
// Choose is set.
func (c Tuned[M]) MarshalJSON() ([]byte, error) {
	if c.Choose != nil {
		return nil, invalid.Worded("Tuned.Choose", nil, "validate: Tuned.Choose is a func, which JSON cannot represent; name what it depends on instead of the learner")
	}
	return json.Marshal(struct {
		Of    typed `json:"of"`
		Folds typed `json:"folds"`
	}{withType(c.Of), withType(orFiveFolds(c.Folds))})
}

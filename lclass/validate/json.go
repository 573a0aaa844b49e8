package validate

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"

	"linclass/internal/invalid"
	"linclass/lclass/calibrate"
	"linclass/lclass/internal/strictjson"
)

// scoresJSON is how Scores are written: null for NaN, texts for what is infinite.
type scoresJSON struct {
	Name          string `json:"name"`
	LowerIsBetter bool   `json:"smaller,omitempty"`
	Test          []any  `json:"test"`
	Train         []any  `json:"train,omitempty"`
}

// MarshalJSON writes scores that may be NaN or infinite, so that searches can be
// kept with [lclass.Keep].
func (s Scores) MarshalJSON() ([]byte, error) {
	return json.Marshal(scoresJSON{s.Name, s.LowerIsBetter, toJSON(s.Test), toJSON(s.Train)})
}

// UnmarshalJSON reads what MarshalJSON has written.
func (s *Scores) UnmarshalJSON(b []byte) error {
	var j scoresJSON
	const owner = "validate: scores"
	if err := strictjson.Unmarshal(owner, b, &j); err != nil {
		return err
	}
	test, err := fromJSON(j.Test)
	if err != nil {
		return strictjson.At(owner, "test", err)
	}
	train, err := fromJSON(j.Train)
	if err != nil {
		return strictjson.At(owner, "train", err)
	}
	*s = Scores{Name: j.Name, LowerIsBetter: j.LowerIsBetter, Test: test, Train: train}
	return nil
}

func toJSON(x []float64) []any {
	var list []any
	for _, v := range x {
		switch {
		case math.IsNaN(v):
			list = append(list, nil)
		case math.IsInf(v, 0):
			list = append(list, fmt.Sprint(v))
		default:
			list = append(list, v)
		}
	}
	return list
}

func fromJSON(list []any) ([]float64, error) {
	var x []float64
	for _, v := range list {
		switch v := v.(type) {
		case float64:
			x = append(x, v)
		case nil:
			x = append(x, math.NaN())
		default:
			switch v {
			case "+Inf":
				x = append(x, math.Inf(1))
			case "-Inf":
				x = append(x, math.Inf(-1))
			default:
				return nil, fmt.Errorf("validate: a score is %v; it must be a number, null, \"+Inf\" or \"-Inf\"", v)
			}
		}
	}
	return x, nil
}

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

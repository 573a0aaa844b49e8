package calibrate

import (
	"encoding/json"
	"fmt"
	"math"

	"linclass/lclass/internal/strictjson"
)

// A Map makes the probability of class 1 of a score. It is [Platt] or
// [Isotonic].
type Map interface {
	// Probability returns a number between 0 and 1, and NaN for a score that is.
	Probability(z float64) float64
}

// A Fit is a way to a Map: [FitPlatt] and [FitIsotonic] are, by [Sigmoid] and
// [Steps].
type Fit func(t []int, z, s []float64) (Map, error)

// Sigmoid is the Fit of [FitPlatt].
func Sigmoid(t []int, z, s []float64) (Map, error) { return FitPlatt(t, z, s) }

// Steps is the Fit of [FitIsotonic].
func Steps(t []int, z, s []float64) (Map, error) { return FitIsotonic(t, z, s) }

// Apply returns the probabilities of class 1 of the scores z. It panics if m
// is nil.
func Apply(m Map, z []float64) []float64 {
	if m == nil {
		panic("calibrate: Apply: the Map is nil; FitPlatt or FitIsotonic makes one")
	}
	p := make([]float64, len(z))
	for i, v := range z {
		p[i] = m.Probability(v)
	}
	return p
}

// version is that of the files.
const version = 1

// Unmarshal returns the map that json.Marshal wrote: Platt, Isotonic or
// OneVsRest, which is no Map. It is an error that names the place in the file, a
// linclass/lclass.FileError, if the text is none of them, of a later version, or
// has a key that is unknown, repeated or missing.
func Unmarshal(text []byte) (any, error) {
	var head struct{ Calibration string }
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, strictjson.At("calibrate", "", err)
	}
	switch head.Calibration {
	case "Platt":
		var p Platt
		err := json.Unmarshal(text, &p)
		return p, err
	case "isotonic":
		var m Isotonic
		err := json.Unmarshal(text, &m)
		return m, err
	case "one-vs-rest":
		var m OneVsRest
		err := json.Unmarshal(text, &m)
		return m, err
	}
	return nil, strictjson.At("calibrate", "Calibration", fmt.Errorf("there is no calibration %q; want Platt, isotonic or one-vs-rest", head.Calibration))
}

// unmarshal reads the file of a calibration.
func unmarshal(text []byte, file any, calibration string) error {
	return strictjson.UnmarshalFile("calibrate", text, file, strictjson.Head{Format: "Calibration", Version: "Version", Is: calibration, Newest: version})
}

// A sample that counts.
type sample struct{ z, t, s float64 }

// samples returns those that have a weight.
func samples(t []int, z, s []float64) ([]sample, error) {
	if len(t) != len(z) {
		return nil, fmt.Errorf("calibrate: %d targets and %d scores", len(t), len(z))
	}
	if s != nil && len(s) != len(t) {
		return nil, fmt.Errorf("calibrate: %d targets and %d weights", len(t), len(s))
	}
	var counted []sample
	for i, class := range t {
		w := 1.0
		if s != nil {
			w = s[i]
		}
		switch {
		case !finite(w) || w < 0:
			return nil, fmt.Errorf("calibrate: the weight of sample %d is %v; it must be finite and not negative", i, w)
		case class != 0 && class != 1:
			return nil, fmt.Errorf("calibrate: the target of sample %d is %d; it must be 0 or 1, see metric.OneVsRest and FitOneVsRest", i, class)
		case w == 0:
			continue
		case !finite(z[i]):
			return nil, fmt.Errorf("calibrate: the score of sample %d is %v; it must be finite", i, z[i])
		}
		counted = append(counted, sample{z[i], float64(class), w})
	}
	if counted == nil {
		return nil, fmt.Errorf("calibrate: none of %d samples counts", len(t))
	}
	return counted, nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

package calibrate

import (
	"encoding/json"
	"fmt"
	"math"

	"linclass/internal/invalid"
	"linclass/lclass/internal/strictjson"
)

// A Map maps a score to the probability of class 1. It is [Platt] or [Isotonic].
type Map interface {
	// Probability returns a number between 0 and 1, or NaN if z is NaN.
	Probability(z float64) float64
}

// A Fit fits a Map. [Sigmoid] and [Steps] are the Fits of [FitPlatt] and [FitIsotonic].
type Fit func(t []int, z, s []float64) (Map, error)

// Sigmoid is the Fit of [FitPlatt].
func Sigmoid(t []int, z, s []float64) (Map, error) { return FitPlatt(t, z, s) }

// Steps is the Fit of [FitIsotonic].
func Steps(t []int, z, s []float64) (Map, error) { return FitIsotonic(t, z, s) }

// Apply returns the probabilities of class 1 of the scores z. It panics if m
// is nil.
func Apply(m Map, z []float64) []float64 {
	if m == nil {
		panic("calibrate: Apply: the Map is nil; use FitPlatt or FitIsotonic")
	}
	p := make([]float64, len(z))
	for i, v := range z {
		p[i] = m.Probability(v)
	}
	return p
}

// version is that of the files.
const version = 1

// Unmarshal returns what json.Marshal wrote: a Platt, an Isotonic or a OneVsRest (which
// is not a Map). It returns a linclass/lclass.FileError, which names the place in the
// file, if the text is none of them or has a later version, or if a key is unknown,
// repeated or missing.
func Unmarshal(text []byte) (any, error) {
	var head struct{ Calibration string }
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, strictjson.At("calibrate", "", err)
	}
	switch head.Calibration {
	case "Platt":
		return read[Platt](text)
	case "isotonic":
		return read[Isotonic](text)
	case "one-vs-rest":
		return read[OneVsRest](text)
	}
	return nil, strictjson.At("calibrate", "Calibration", fmt.Errorf("unknown calibration %q; want Platt, isotonic or one-vs-rest", head.Calibration))
}

func read[M any](text []byte) (any, error) {
	var m M
	err := json.Unmarshal(text, &m)
	return m, err
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
		return nil, invalid.Length("calibrate: targets", len(t), "scores", len(z))
	}
	if s != nil && len(s) != len(t) {
		return nil, invalid.Length("calibrate: targets", len(t), "weights", len(s))
	}
	var counted []sample
	for i, class := range t {
		w := 1.0
		if s != nil {
			w = s[i]
		}
		switch {
		case !finite(w) || w < 0:
			return nil, invalid.Setting(fmt.Sprintf("calibrate: weight of sample %d", i), w, "it must be finite and not negative")
		case class != 0 && class != 1:
			return nil, invalid.Setting(fmt.Sprintf("calibrate: target of sample %d", i), class, "it must be 0 or 1, see metric.OneVsRest and FitOneVsRest")
		case w == 0:
			continue
		case !finite(z[i]):
			return nil, invalid.Setting(fmt.Sprintf("calibrate: score of sample %d", i), z[i], "it must be finite")
		}
		counted = append(counted, sample{z[i], float64(class), w})
	}
	if counted == nil {
		return nil, invalid.Setting("calibrate: number of samples with a positive weight", 0, "there are %d samples; at least one must count", len(t))
	}
	return counted, nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

package calibrate_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"linclass/lclass"
	"linclass/lclass/calibrate"
	"linclass/lclass/internal/strictjson"
	"linclass/lclass/internal/strictjson/faults"
)

// Whatever the scores and weights, there is an error or a map that gives
// probabilities and can be written and read.
func TestHostileScores(t *testing.T) {
	odd := []float64{0, 1, -1, 1e308, -1e308, 5e-324, 1e-308, 1e16, 1 + 1e-16, 1 + 2.3e-16, 3}
	weights := []float64{0, 1, 1e-300, 1e300, 2}
	random := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		n := 1 + random.IntN(8)
		target, z, s := make([]int, n), make([]float64, n), make([]float64, n)
		for i := range n {
			target[i], z[i], s[i] = random.IntN(2), odd[random.IntN(len(odd))], weights[random.IntN(len(weights))]
		}
		for name, fit := range map[string]calibrate.Fit{"Platt": calibrate.Sigmoid, "isotonic": calibrate.Steps} {
			m, err := fit(target, z, s)
			if err != nil {
				continue
			}
			for _, p := range calibrate.Apply(m, append(z, math.Inf(1), math.Inf(-1))) {
				if !(p >= 0 && p <= 1) {
					t.Fatalf("%s of t %v, z %v, s %v is %v: %+v", name, target, z, s, p, m)
				}
			}
			text, err := json.Marshal(m)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if back, err := calibrate.Unmarshal(text); err != nil || !reflect.DeepEqual(back, m) {
				t.Fatalf("%s: %v, %v, want %v", name, back, err, m)
			}
		}
	}
}

// refusesFaults damages a file in every place: what is surely wrong is an error.
func refusesFaults(t *testing.T, text []byte, most int) {
	t.Helper()
	for f := range faults.Of(text, func(string) bool { return false }) {
		if most--; most < 0 {
			return
		}
		_, err := calibrate.Unmarshal(f.Text)
		var at *strictjson.Error
		switch {
		case err == nil && f.Sure:
			t.Errorf("%s at %s is read: %s", f.Name, f.Path, f.Text)
		case err != nil && !errors.As(err, &at):
			t.Errorf("%s at %s: error %v names no place", f.Name, f.Path, err)
		case err != nil && f.Sure && !strings.EqualFold(at.Path, f.Path) && at.Path != strings.TrimSuffix(f.Path, "2"):
			t.Errorf("%s at %s: error at %s: %v", f.Name, f.Path, at.Path, err)
		}
	}
}

func TestFaults(t *testing.T) {
	several, _, _ := three(t)
	for _, m := range []any{calibrate.Platt{A: -1, B: 2}, calibrate.Isotonic{Z: []float64{1, 2}, P: []float64{0.1, 0.7}}, several} {
		text := lclass.Must(json.Marshal(m))
		refusesFaults(t, text, 1<<30)
	}
}

// What is read gives probabilities, and is written as it was read.
func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"Calibration":"Platt","Version":1,"A":-1,"B":0.5}`))
	f.Add([]byte(`{"Calibration":"isotonic","Version":1,"Z":[-1,2],"P":[0.1,0.7]}`))
	f.Add([]byte(`{"Calibration":"one-vs-rest","Version":1,"Maps":[{"Calibration":"Platt","Version":1,"A":-1,"B":0}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := calibrate.Unmarshal(text)
		if err != nil {
			return
		}
		refusesFaults(t, text, 20)
		if one, ok := m.(calibrate.Map); ok {
			for _, z := range []float64{math.Inf(-1), -1e308, -1, 0, 0.5, 1e308, math.Inf(1)} {
				if p := one.Probability(z); !(p >= 0 && p <= 1) {
					t.Errorf("%+v at %v is %v", m, z, p)
				}
			}
		}
		again := lclass.Must(json.Marshal(m))
		if back, err := calibrate.Unmarshal(again); err != nil || !reflect.DeepEqual(back, m) {
			t.Errorf("%s: %v, %v, want %v", again, back, err, m)
		}
	})
}

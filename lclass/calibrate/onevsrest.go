package calibrate

import (
	"encoding/json"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass/internal/strictjson"
)

// OneVsRest calibrates the scores of K classes, each with its own map, and normalises the
// probabilities to sum to 1 (Zadrozny and Elkan, 2002), like scikit-learn's
// CalibratedClassifierCV.
type OneVsRest struct{ Maps []Map }

// FitOneVsRest fits a map for each class, that class against the rest, to the n×K scores
// z of samples with classes t, 0 to K−1, and weights s (nil means 1 each). It returns an
// error if a fit does.
func FitOneVsRest(fit Fit, t []int, z mat.Matrix, s []float64) (OneVsRest, error) {
	if fit == nil || z == nil {
		return OneVsRest{}, invalid.Setting("calibrate: Fit or matrix of scores", nil, "pass both, such as Sigmoid and the Scores of a model")
	}
	n, classes := z.Dims()
	if len(t) != n {
		return OneVsRest{}, invalid.Length("calibrate: targets", len(t), "rows of scores", n)
	}
	var m OneVsRest
	for k := range classes {
		is := make([]int, n)
		for i, class := range t {
			if class < 0 || class >= classes {
				return OneVsRest{}, invalid.Setting(fmt.Sprintf("calibrate: target of sample %d", i), class, "there are scores of the classes 0 to %d", classes-1)
			}
			if class == k {
				is[i] = 1
			}
		}
		one, err := fit(is, mat.Col(nil, k, z), s)
		if err != nil {
			return OneVsRest{}, fmt.Errorf("class %d: %w", k, err)
		}
		m.Maps = append(m.Maps, one)
	}
	return m, nil
}

// Probabilities returns the n×K probabilities of the n×K scores z. If all maps give 0,
// they are 1/K each. It panics unless z has one column per map.
func (m OneVsRest) Probabilities(z mat.Matrix) *mat.Dense {
	n, classes := z.Dims()
	if classes != len(m.Maps) {
		panic(fmt.Sprintf("calibrate: scores of %d classes, but maps of %d", classes, len(m.Maps)))
	}
	p := new(mat.Dense)
	if n == 0 {
		return p
	}
	p.ReuseAs(n, classes)
	for i := range n {
		var sum float64
		for k, one := range m.Maps {
			p.Set(i, k, one.Probability(z.At(i, k)))
			sum += p.At(i, k)
		}
		for k := range classes {
			if sum == 0 {
				p.Set(i, k, 1/float64(classes))
			} else {
				p.Set(i, k, p.At(i, k)/sum)
			}
		}
	}
	return p
}

type oneVsRestJSON struct {
	Calibration string
	Version     int
	Maps        []json.RawMessage
}

// MarshalJSON writes the maps in order.
func (m OneVsRest) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Calibration string
		Version     int
		Maps        []Map
	}{"one-vs-rest", version, m.Maps})
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (m *OneVsRest) UnmarshalJSON(text []byte) error {
	var file oneVsRestJSON
	if err := unmarshal(text, &file, "one-vs-rest"); err != nil {
		return err
	}
	var maps []Map
	for k, text := range file.Maps {
		at := fmt.Sprintf("Maps[%d]", k)
		one, err := Unmarshal(text)
		if err != nil {
			return strictjson.At("calibrate", at, err)
		}
		binary, ok := one.(Map)
		if !ok {
			return strictjson.At("calibrate", at, fmt.Errorf("the map of class %d is itself for several classes", k))
		}
		maps = append(maps, binary)
	}
	m.Maps = maps
	return nil
}

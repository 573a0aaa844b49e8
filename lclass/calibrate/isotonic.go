package calibrate

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"linclass/lclass/internal/strictjson"
)

// Isotonic is a non-decreasing, piecewise linear function with the value P[i] at the
// score Z[i]. It is constant below the first knot and above the last. The zero value has
// no knots and is NaN everywhere.
type Isotonic struct{ Z, P []float64 }

// Probability returns the value at score z.
func (m Isotonic) Probability(z float64) float64 {
	if len(m.Z) == 0 || math.IsNaN(z) {
		return math.NaN()
	}
	i := sort.SearchFloat64s(m.Z, z)
	switch {
	case i == 0:
		return m.P[0]
	case i == len(m.Z):
		return m.P[i-1]
	}
	low, high := m.Z[i-1], m.Z[i]
	if math.IsInf(high-low, 0) {
		low, high, z = low/2, high/2, z/2
	}
	return math.Min(m.P[i], m.P[i-1]+(z-low)/(high-low)*(m.P[i]-m.P[i-1]))
}

// FitIsotonic is isotonic regression of the targets t, 1 or 0, on the scores z with the
// weights s (nil means 1 each),
//
//	min Σ sᵢ (tᵢ − p(zᵢ))²  over all non-decreasing p
//
// by pooling adjacent violators (Ayer et al., 1955; Barlow et al., 1972) in O(n log n),
// like scikit-learn's IsotonicRegression(out_of_bounds="clip"). It returns an error if
// all weights are 0, or if a score, a target or a weight is invalid.
func FitIsotonic(t []int, z, s []float64) (Isotonic, error) {
	all, err := samples(t, z, s)
	if err != nil {
		return Isotonic{}, err
	}
	slices.SortStableFunc(all, func(a, b sample) int { return cmp.Compare(a.z, b.z) })
	type block struct{ first, last, ones, weight float64 }
	var blocks []block
	for i, a := range all {
		if i > 0 && a.z == all[i-1].z {
			last := &blocks[len(blocks)-1]
			last.ones, last.weight = last.ones+a.s*a.t, last.weight+a.s
			continue
		}
		blocks = append(blocks, block{a.z, a.z, a.s * a.t, a.s})
	}
	var pooled []block
	for _, b := range blocks {
		for len(pooled) > 0 {
			below := pooled[len(pooled)-1]
			if below.ones/below.weight < b.ones/b.weight {
				break
			}
			b = block{below.first, b.last, below.ones + b.ones, below.weight + b.weight}
			pooled = pooled[:len(pooled)-1]
		}
		pooled = append(pooled, b)
	}
	var m Isotonic
	for _, b := range pooled {
		p := b.ones / b.weight
		m.Z, m.P = append(m.Z, b.first), append(m.P, p)
		if b.last > b.first {
			m.Z, m.P = append(m.Z, b.last), append(m.P, p)
		}
	}
	return m, nil
}

type isotonicJSON struct {
	Calibration string
	Version     int
	Z, P        []float64
}

// MarshalJSON writes the knots.
func (m Isotonic) MarshalJSON() ([]byte, error) {
	return json.Marshal(isotonicJSON{"isotonic", version, m.Z, m.P})
}

// UnmarshalJSON reads what MarshalJSON wrote. It returns an error if the knots do not
// increase or are not probabilities.
func (m *Isotonic) UnmarshalJSON(text []byte) error {
	var file isotonicJSON
	if err := unmarshal(text, &file, "isotonic"); err != nil {
		return err
	}
	if len(file.Z) != len(file.P) || len(file.Z) == 0 {
		return strictjson.At("calibrate", "P", fmt.Errorf("there are %d scores but %d probabilities", len(file.Z), len(file.P)))
	}
	for i, p := range file.P {
		switch {
		case p < 0 || p > 1:
			return strictjson.At("calibrate", fmt.Sprintf("P[%d]", i), fmt.Errorf("it is %v; a probability is between 0 and 1", p))
		case i > 0 && p < file.P[i-1]:
			return strictjson.At("calibrate", fmt.Sprintf("P[%d]", i), errors.New("the knots do not rise"))
		case i > 0 && file.Z[i] <= file.Z[i-1]:
			return strictjson.At("calibrate", fmt.Sprintf("Z[%d]", i), errors.New("the knots do not rise"))
		}
	}
	*m = Isotonic{file.Z, file.P}
	return nil
}

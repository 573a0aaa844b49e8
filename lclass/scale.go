package lclass

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"linclass/internal/invalid"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// Standardize maps features to (x − mean)/std with the mean and the standard deviation of
// the training data, both with their sample weights (Edinburgh, Titanic). The standard
// deviation divides by N, as in scikit-learn's StandardScaler. A constant feature becomes
// 0; missing values stay missing.
type Standardize struct {
	// Columns are the features to standardise; a text column stands for all features that
	// OneHot made of it. Nil means all numbers except the indicators 0 and 1 of
	// categories and missing values.
	Columns []string
}

// prepare learns means and standard deviations. It returns an error if a feature has no
// values, and [ErrOverflow] if the squares of its values overflow.
func (s Standardize) prepare(d *Data) (*Prepared, error) {
	return d.scaled("Standardize", s.Columns, (*objective.Objective).Moments, beyondSquares)
}

// MinMax maps features linearly so that the smallest and the largest value in the
// training data become Low and High. Values in other data may lie outside. A constant
// feature becomes Low; missing values stay missing.
type MinMax struct {
	// Low and High are the images of the smallest and the largest value. If both are 0,
	// they are 0 and 1.
	Low, High float64
	// Columns are as for [Standardize].
	Columns []string
}

// prepare learns the smallest and the largest values. It returns an error if a feature
// has no values or Low is not below High, and [ErrOverflow] if the difference of two
// values overflows.
func (m MinMax) prepare(d *Data) (*Prepared, error) {
	if m.Low == 0 && m.High == 0 {
		m.High = 1
	}
	if !(m.Low < m.High) || math.IsInf(m.High-m.Low, 0) {
		return nil, badSetting("MinMax.High", m.High, "it must be finite and above Low = %v", m.Low)
	}
	return d.scaled("MinMax", m.Columns, func(o *objective.Objective) (shift, scale []float64) {
		least, most := o.Range()
		shift, scale = make([]float64, len(least)), make([]float64, len(least))
		for j, low := range least {
			if scale[j] = (most[j] - low) / (m.High - m.Low); scale[j] == 0 {
				scale[j] = 1
			}
			shift[j] = low - m.Low*scale[j]
		}
		return shift, scale
	}, func(low, high float64) bool { return math.IsInf(high-low, 0) })
}

// scaled is for steps that change features by a shift and a scale of their own,
// which are measured by columns of samples that have no gaps, and cannot be if
// the least and the largest value are beyond what the step can bear.
func (d *Data) scaled(step string, columns []string, measure func(o *objective.Objective) (shift, scale []float64), beyond func(low, high float64) bool) (*Prepared, error) {
	index, err := d.numbersOf(step, columns, isNumber)
	if err != nil {
		return nil, err
	}
	shift, scale, err := d.measured(step, index, measure)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(scale, func(s float64) bool { return !(s >= 1/extreme && s <= extreme) }) {
		low, high, err := d.measured(step, index, (*objective.Objective).Range)
		if err != nil {
			return nil, err
		}
		for i, j := range index {
			if beyond(low[i], high[i]) {
				return nil, &ValueError{Err: ErrOverflow, Column: d.features[j], Row: -1, low: low[i], high: high[i]}
			}
		}
	}
	for i, j := range index {
		if scale[i] == 0 {
			scale[i] = 1
		}
		if v := shift[i] / scale[i]; !(scale[i] > 0) || math.IsInf(scale[i], 0) || v-v != 0 {
			return nil, fmt.Errorf("lclass: %s: feature %q would be shifted by %v and divided by %v; its values are too large; change its unit", step, d.features[j], shift[i], scale[i])
		}
	}
	return d.learnt(&scaling{Step: strings.ToLower(step), Columns: pick(d.features, index), Shift: shift, Scale: scale})
}

// measured returns two numbers of each feature, by columns of samples that have it.
func (d *Data) measured(step string, index []int, measure func(o *objective.Objective) (a, b []float64)) (a, b []float64, err error) {
	if d.isWhole() {
		a, b = measure(d.columns())
		return pick(a, index), pick(b, index), d.Err()
	}
	for _, j := range index {
		o, err := d.alone(step, j)
		if err != nil {
			return nil, nil, err
		}
		aj, bj := measure(o)
		if o.Elsewhere != nil && o.Elsewhere.Err() != nil {
			return nil, nil, o.Elsewhere.Err()
		}
		a, b = append(a, aj[0]), append(b, bj[0])
	}
	return a, b, nil
}

// columns returns what can be asked for sums over the features alone.
func (d *Data) columns() *objective.Objective {
	if d.elsewhere != nil {
		return &objective.Objective{Elsewhere: d.elsewhere}
	}
	return &objective.Objective{X: d.x, Weight: moderate(d.sampleWeights())}
}

// isWhole reports whether all features can be added up at once: none has gaps, and
// elsewhere there are no texts.
func (d *Data) isWhole() bool { return !d.gaps && !(d.elsewhere != nil && d.hasTexts()) }

// learnt returns what a single step prepares, learnt from d, or why features could not be
// read.
func (d *Data) learnt(s fitted) (*Prepared, error) {
	p, err := newPrepared(d.described(), []fitted{s})
	return read(d, p, err)
}

// noValues is why nothing can be learnt from a feature.
func noValues(step, name string, missing int) error {
	return invalid.Reworded(&ValueError{Err: ErrMissing, Column: name, Row: -1, Count: missing}, "lclass: %s: all values of feature %q are missing; leave it out with Drop, or fill it with Impute{Numbers: FillConstant}", step, name)
}

// scaling maps features to (x − shift)/scale.
type scaling struct {
	Step    string    `json:"step"` // what it is called
	Columns []string  `json:"columns"`
	Shift   []float64 `json:"shift"`
	Scale   []float64 `json:"scale"`
}

func (s *scaling) on(in []feature) ([]feature, func(φ, x []float64) error, error) {
	if len(s.Shift) != len(s.Columns) || len(s.Scale) != len(s.Columns) {
		return nil, nil, fmt.Errorf("lclass: %s has %d columns, %d shifts and %d scales", s.Step, len(s.Columns), len(s.Shift), len(s.Scale))
	}
	index, err := positions(s.Step, s.Columns, in, true)
	if err != nil {
		return nil, nil, err
	}
	for i, v := range s.Scale {
		if !(v > 0) {
			return nil, nil, fmt.Errorf("lclass: %s: the scale of %q is %v; it must be positive", s.Step, s.Columns[i], v)
		}
	}
	return in, func(φ, x []float64) error {
		copy(φ, x)
		for i, j := range index {
			φ[j] = (x[j] - s.Shift[i]) / s.Scale[i]
		}
		return nil
	}, nil
}

// entrywise returns what steps make of sparse data if they do it with each value that is
// not 0, or leave all as they are; nil if one of them needs whole rows.
func (d *Data) entrywise(steps []fitted) *Data {
	isSparse := func(d *Data) bool { return float64(rows.Kept(d.x)) <= sparseShare*float64(d.N())*float64(d.D()) }
	if d.isDense() || d.isStreamed() || d.hasTexts() || !isSparse(d) {
		return nil
	}
	out := *d
	for _, step := range steps {
		var made bool
		switch s := step.(type) {
		case *scaling:
			made = out.divide(s)
		case *selection:
			made = !d.gaps && out.choose(s)
		case *oneHot:
			made = len(s.Columns) == 0
		case *imputation:
			made = !d.gaps && len(s.Indicators) == 0
		}
		if !made {
			return nil
		}
	}
	if !isSparse(&out) {
		return nil
	}
	return &out
}

// divide divides features in place of a scaling, and reports whether that is all it does.
func (d *Data) divide(s *scaling) bool {
	if slices.ContainsFunc(s.Shift, func(shift float64) bool { return shift != 0 }) {
		return false
	}
	index, err := positions(s.Step, s.Columns, d.described(), true)
	if err != nil {
		return false
	}
	by := slices.Repeat([]float64{1}, d.D())
	for i, j := range index {
		by[j] = s.Scale[i]
	}
	d.x = rows.Divided(d.x, by)
	return d.x != nil
}

// choose keeps the features of a selection, and reports whether they stay in their order.
func (d *Data) choose(s *selection) bool {
	all := d.described()
	index, err := positions("select", s.Columns, all, false)
	if err != nil || !slices.IsSorted(index) {
		return false
	}
	chosen := pick(all, index)
	d.x, d.features, d.roles = rows.Columns(d.x, index), namesOf(chosen), rolesOf(chosen)
	return d.x != nil
}

func (s *scaling) only(used map[string]bool) fitted {
	kept := &scaling{Step: s.Step}
	for i, name := range s.Columns {
		if used[name] {
			kept.Columns = append(kept.Columns, name)
			kept.Shift, kept.Scale = append(kept.Shift, s.Shift[i]), append(kept.Scale, s.Scale[i])
		}
	}
	if kept.Columns == nil {
		return nil
	}
	return kept
}

func (s *scaling) String() string { return s.Step + " " + strings.Join(s.Columns, ", ") }

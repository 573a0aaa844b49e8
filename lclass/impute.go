package lclass

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Fill selects the value that replaces a missing number.
type Fill int

const (
	// FillMean is the weighted mean of the observed values.
	FillMean Fill = iota
	// FillMedian is their weighted median, the mean of the two in the middle if there are
	// two.
	FillMedian
	// FillMostFrequent is the value with the largest total weight, in a tie the smallest.
	FillMostFrequent
	// FillConstant is Impute.Constant.
	FillConstant
)

var fillNames = []string{"FillMean", "FillMedian", "FillMostFrequent", "FillConstant"}

// String returns the name of the constant, such as "FillMedian".
func (f Fill) String() string { return nameOf("Fill", int(f), fillNames) }

// MarshalText returns the name of the constant, for JSON.
func (f Fill) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the name of a constant, such as "FillMedian".
func (f *Fill) UnmarshalText(name []byte) error {
	at := slices.Index(fillNames, string(name))
	if at < 0 {
		return badSetting("Fill", string(name), "it must be one of %s", strings.Join(fillNames, ", "))
	}
	*f = Fill(at)
	return nil
}

// Impute replaces missing values by values learnt from the training data. The same values
// fill samples at prediction, also in columns without missing values in training.
type Impute struct {
	// Numbers selects the value for missing numbers; the default is FillMean.
	Numbers Fill
	// Constant is the value for FillConstant.
	Constant float64
	// Category replaces missing texts by a new category, such as "unknown". If empty, the
	// most frequent category replaces them, in a tie the first.
	Category string
	// Indicator adds a feature 0 or 1, such as "Age is missing", after all others for
	// each column with missing values in the training data. Text columns with a new
	// category get none, because the category says the same.
	Indicator bool
	// Columns are the features to fill; nil means all.
	Columns []string
}

// prepare learns the values. It returns an error if a feature has no values, except with
// FillConstant or Category, and if Constant is not finite.
func (p Impute) prepare(d *Data) (*Prepared, error) {
	if p.Numbers < FillMean || p.Numbers > FillConstant {
		return nil, badSetting("Impute.Numbers", p.Numbers, "it must be one of %s", strings.Join(fillNames, ", "))
	}
	if v := p.Constant; v-v != 0 || v != 0 && p.Numbers != FillConstant {
		return nil, badSetting("Impute.Constant", v, "it must be finite, and needs Numbers = FillConstant")
	}
	index, err := d.columnsOf("Impute", p.Columns, isAny)
	if err != nil {
		return nil, err
	}
	columns, err := d.observed(index)
	if err != nil {
		return nil, err
	}
	number, err := p.numbers(d, index, columns)
	if err != nil {
		return nil, err
	}
	s := &imputation{}
	for _, j := range index {
		c := columns[j]
		f := filling{Column: c.Name}
		switch {
		case c.Text && p.Category != "":
			f.Text = p.Category
		case c.Text && c.Weight == 0:
			return nil, noValues("Impute", c.Name, c.Gaps)
		case c.Text:
			f.Text = c.Categories[Argmax(c.Weights)]
		default:
			if f.Number = number[j]; f.Number-f.Number != 0 {
				return nil, &ValueError{Err: ErrOverflow, Column: c.Name, Row: -1, remedy: "the mean overflows"}
			}
		}
		s.Fill = append(s.Fill, f)
		if p.Indicator && c.Gaps > 0 && !(c.Text && p.Category != "") {
			s.Indicators = append(s.Indicators, c.Name)
		}
	}
	return d.learnt(s)
}

// imputation replaces what is missing.
type imputation struct {
	Fill       []filling `json:"fill"`
	Indicators []string  `json:"indicators,omitempty"`
}

// A filling is the number, or the text, of a column.
type filling struct {
	Column string  `json:"column"`
	Number float64 `json:"number"`
	Text   string  `json:"text,omitempty"` // of a text column, empty for numbers
}

func (s *imputation) on(in []feature) ([]feature, func(φ, x []float64) error, error) {
	columns := transform(s.Fill, func(f filling) string { return f.Column })
	index, err := positions("impute", columns, in, false)
	if err != nil {
		return nil, nil, err
	}
	gaps, err := positions("impute", s.Indicators, in, false)
	if err != nil {
		return nil, nil, err
	}
	out, value := slices.Clone(in), make([]float64, len(index))
	for i, j := range index {
		f := s.Fill[i]
		value[i] = f.Number
		if (in[j].categories == nil) != (f.Text == "") {
			return nil, nil, fmt.Errorf("lclass: impute: column %q is a text in one place and a number in another", f.Column)
		}
		if f.Text == "" {
			continue
		}
		at := slices.Index(in[j].categories, f.Text)
		if at < 0 {
			at = len(in[j].categories)
			out[j].categories = append(slices.Clone(in[j].categories), f.Text)
		}
		value[i] = float64(at)
	}
	for _, name := range s.Indicators {
		out = append(out, feature{gapName(name), role{of: name, gap: true}})
	}
	return out, func(φ, x []float64) error {
		copy(φ, x)
		for i, j := range index {
			if math.IsNaN(x[j]) {
				φ[j] = value[i]
			}
		}
		for i, j := range gaps {
			φ[len(x)+i] = 0
			if math.IsNaN(x[j]) {
				φ[len(x)+i] = 1
			}
		}
		return nil
	}, nil
}

func (s *imputation) only(used map[string]bool) fitted {
	kept := &imputation{}
	for _, name := range s.Indicators {
		if gap := gapName(name); used[gap] {
			delete(used, gap)
			kept.Indicators = append(kept.Indicators, name)
			used[name] = true
		}
	}
	for _, f := range s.Fill {
		if used[f.Column] {
			kept.Fill = append(kept.Fill, f)
		}
	}
	if kept.Fill == nil && kept.Indicators == nil {
		return nil
	}
	return kept
}

// gapName is that of the feature that stands for gaps of a column.
func gapName(column string) string { return column + " is missing" }

func (s *imputation) String() string {
	parts := transform(s.Fill, func(f filling) string {
		return f.Column + " by " + cmp.Or(f.Text, fmt.Sprintf("%.4g", f.Number))
	})
	return "impute " + strings.Join(parts, ", ")
}

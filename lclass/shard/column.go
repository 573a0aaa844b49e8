package shard

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// MaxCategories is the largest number of categories of a column of texts, and of different
// values for a query for [Values], in all shards together.
const MaxCategories = 1 << 16

// ErrCategories means that a column has more than [MaxCategories] categories or values.
var ErrCategories = errors.New("shard: too many categories or values")

// A Column summarises one feature of some samples. Samples of weight 0 are ignored.
type Column struct {
	Name string
	// Text means that the feature is a column of texts.
	Text bool
	// Gaps is the number of samples whose value is missing.
	Gaps int
	// Weight is Σs of the samples that have a value, and First and Second are their
	// Σs (x − Centre) and Σs (x − Centre)²; 0 for texts.
	Weight, First, Second float64
	// Low and High are the smallest and the largest value, +∞ and −∞ if there are none;
	// 0 for texts.
	Low, High float64
	// Categories are those of the texts, whether they occur or not. Values are the
	// different numbers in increasing order, for a query for Values. Weights are Σs of the
	// samples of each.
	Categories []string
	Values     []float64
	Weights    []float64
}

// check returns an error for numbers that cannot be, as fields of a sum are checked.
func (c Column) check() error {
	switch {
	case c.Gaps < 0:
		return badColumn(c.Name, ": Gaps = %d; a number of samples is not negative", c.Gaps)
	case len(c.Categories)+len(c.Values) != len(c.Weights):
		return badColumn(c.Name, ": %d Categories and %d Values have %d Weights", len(c.Categories), len(c.Values), len(c.Weights))
	case len(c.Weights) > MaxCategories:
		return c.tooMany()
	}
	for i, v := range c.Values {
		if math.IsNaN(v) || i > 0 && v <= c.Values[i-1] {
			return badColumn(c.Name, ": Values are not in increasing order")
		}
	}
	for _, v := range append([]float64{c.Weight, c.First, c.Second, c.Low, c.High}, c.Weights...) {
		if math.IsNaN(v) {
			return badColumn(c.Name, " has a sum that is NaN; values or weights may be NaN, or far too large: change their units")
		}
	}
	for _, v := range append([]float64{c.Weight}, c.Weights...) {
		if v < 0 {
			return badColumn(c.Name, " has the weight %v; weights are not negative", v)
		}
	}
	return nil
}

func (c Column) tooMany() error {
	if !c.Text {
		return fmt.Errorf("%w: column %q has more than %d different values; use the median or the mean, or round the values in the files", ErrCategories, c.Name, MaxCategories)
	}
	return fmt.Errorf("%w: column %q has %d, and the limit is %d; leave the column out, or merge rare texts in the files", ErrCategories, c.Name, len(c.Categories), MaxCategories)
}

// mergeColumns returns the columns of two sums together.
func mergeColumns(all, other []Column) ([]Column, error) {
	if len(all) != len(other) {
		return nil, &fieldError{"Columns", len(other), len(all), fmt.Sprintf("shard: sums of %d and of %d columns; all shards must have the same", len(all), len(other))}
	}
	if all == nil {
		return nil, nil
	}
	both := make([]Column, len(all))
	for j, c := range all {
		var err error
		if both[j], err = c.merged(other[j]); err != nil {
			return nil, err
		}
	}
	return both, nil
}

// merged returns the column of the samples of both.
func (c Column) merged(o Column) (Column, error) {
	switch {
	case c.Name != o.Name:
		return c, fmt.Errorf("shard: the columns %q and %q are in the same place; all shards must have the same columns, in the same order", c.Name, o.Name)
	case len(c.Categories)+len(c.Values) != len(c.Weights) || len(o.Categories)+len(o.Values) != len(o.Weights):
		return c, badColumn(c.Name, " has a weight too many or too few for its categories or values")
	case c.Text != o.Text:
		return c, badColumn(c.Name, " has texts in some shards and numbers in others; read it as texts in all")
	}
	c.Gaps += o.Gaps
	c.Weight += o.Weight
	c.First += o.First
	c.Second += o.Second
	c.Low, c.High = math.Min(c.Low, o.Low), math.Max(c.High, o.High)
	if !c.Text {
		c.Values, c.Weights = mergeValues(c, o)
		if len(c.Values) > MaxCategories {
			return c, c.tooMany()
		}
		return c, nil
	}
	categories := union(c.Categories, o.Categories)
	if len(categories) > MaxCategories {
		return c, Column{Name: c.Name, Text: true, Categories: categories}.tooMany()
	}
	weights := make([]float64, len(categories))
	at := make(map[string]int, len(categories))
	for k, category := range categories {
		at[category] = k
	}
	for _, part := range []Column{c, o} {
		for k, category := range part.Categories {
			weights[at[category]] += part.Weights[k]
		}
	}
	c.Categories, c.Weights = categories, weights
	return c, nil
}

// mergeValues returns the values of both in increasing order, and their weights.
func mergeValues(a, b Column) (values, weights []float64) {
	for i, j := 0, 0; i < len(a.Values) || j < len(b.Values); {
		switch {
		case j == len(b.Values) || i < len(a.Values) && a.Values[i] < b.Values[j]:
			values, weights = append(values, a.Values[i]), append(weights, a.Weights[i])
			i++
		case i == len(a.Values) || b.Values[j] < a.Values[i]:
			values, weights = append(values, b.Values[j]), append(weights, b.Weights[j])
			j++
		default:
			values, weights = append(values, a.Values[i]), append(weights, a.Weights[i]+b.Weights[j])
			i, j = i+1, j+1
		}
	}
	return values, weights
}

// union returns the categories of both: in alphabetical order if both are in that order,
// and otherwise those of b that are new after those of a.
func union(a, b []string) []string {
	if slices.Equal(a, b) {
		return a
	}
	known := make(map[string]bool, len(a))
	for _, category := range a {
		known[category] = true
	}
	all := slices.Clone(a)
	for _, category := range b {
		if !known[category] {
			all = append(all, category)
		}
	}
	if slices.IsSorted(a) && slices.IsSorted(b) {
		slices.Sort(all)
	}
	return all
}

package lclass

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"linclass/internal/brief"
	"linclass/internal/invalid"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
	"linclass/lclass/internal/strictjson"
)

// Reasons why there is no model or no prediction, for errors.Is. ErrChanged means that
// [Blocks] differ from those of the pass before, ErrNoOffset that data lack the offsets
// that a model needs.
var (
	ErrNoSamples = errors.New("lclass: no samples")
	ErrOneClass  = errors.New("lclass: the target has one class; need at least two")
	ErrDiverged  = solve.ErrDiverged
	ErrChanged   = rows.ErrChanged
	ErrNoOffset  = errors.New("lclass: the model was fitted with an offset, but the data have none")
)

var errNoTarget = errors.New("lclass: the data have no target; name its column in Columns.Target")

var errNoData = fmt.Errorf("%w: the Data is nil or Data{}; use one from FromFrame, FromMatrix or a similar function, and check its error", ErrNoSamples)

var errNoWeight = fmt.Errorf("%w with a positive weight: all weights are 0", ErrNoSamples)

var errHeavy = errors.New("lclass: the sum of the weights overflows; divide them all by the same number; only their ratios matter")

var errStart = errors.New("lclass: cannot start from this model")

// A FileError names the invalid part of a model file by a Path such as
// $.preparation.steps[2].scale; $ is the whole file. Packages calibrate and validate also
// return it.
type FileError = strictjson.Error

// A SettingError names a field of a specification, solver or option, or an argument, whose
// value is not valid. Packages validate, calibrate, decide, mle, plots and those of data
// sets also return it.
type SettingError = invalid.SettingError

// A ValueError names a value that is NaN or infinite, or a weight, an offset, a label or a
// count that is not valid.
type ValueError struct {
	Column string // "weight" and "offset" without a frame
	Row    int    // counted from 0
	Value  float64
	must   string // what is valid, if more than finite numbers
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("lclass: column %q, row %d is %v; %s", e.Column, e.Row, e.Value, cmp.Or(e.must, "features and targets must be finite numbers"))
}

// checkFinite returns a ValueError of the first NaN or infinite value.
func checkFinite(column string, values []float64, must string) error {
	if i := slices.IndexFunc(values, func(v float64) bool { return v-v != 0 }); i >= 0 {
		return &ValueError{Column: column, Row: i, Value: values[i], must: must}
	}
	return nil
}

// A nameError is about a name that is empty, repeated or unknown.
type nameError struct{ Name, text string }

func (e *nameError) Error() string { return "lclass: " + e.text }

// A UnitError names a feature or a target whose values are so large, or so close
// together, that results such as their squares overflow or underflow float64.
type UnitError struct {
	Column    string
	low, high float64 // the smallest and the largest value
	what      string  // overflows, if not the squares
}

func (e *UnitError) Error() string {
	if e.what != "" {
		return fmt.Sprintf("lclass: column %q: %s; change its unit", e.Column, e.what)
	}
	return fmt.Sprintf("lclass: the values of column %q lie between %.3g and %.3g, and their squares are beyond the range of float64; change its unit", e.Column, e.low, e.high)
}

// A MissingError names a column of a frame with missing values.
type MissingError struct {
	Column string
	Row    int // the first one, counted from 0, or -1 in shards
	Count  int
	remedy string // replaces the usual one
}

func (e *MissingError) Error() string {
	values, remedy := "values", "set Columns.DropMissing, leave the column out, or set Columns.Raw and fit a Pipeline with Impute"
	if e.Count == 1 {
		values = "value"
	}
	if e.Row < 0 {
		return fmt.Sprintf("lclass: column %q has %d missing %s in all shards; %s", e.Column, e.Count, values, cmp.Or(e.remedy, remedy))
	}
	return fmt.Sprintf("lclass: column %q has %d missing %s, the first in row %d; %s", e.Column, e.Count, values, e.Row, cmp.Or(e.remedy, remedy))
}

// A KindError names a text column where numbers are needed, or the other way round.
type KindError struct {
	Column string
	Row    int    // the first one, counted from 0, or -1 in shards
	Value  string // what is there, empty in shards
	Want   string // "numbers", "texts" or "labels"
	remedy string
}

func (e *KindError) Error() string {
	text := fmt.Sprintf("lclass: column %q, row %d is %q, where %s are needed", e.Column, e.Row, brief.Text(e.Value), e.Want)
	if e.Row < 0 {
		text = fmt.Sprintf("lclass: column %q has no %s, which are needed", e.Column, e.Want)
	}
	if e.remedy != "" {
		text += "; " + e.remedy
	}
	return text
}

// A CategoryError names a text that is not among the categories given for its column, or
// a class or label that a target does not have.
type CategoryError struct {
	Column     string
	Row        int // counted from 0, or -1 for an argument
	Value      string
	Categories []string
	remedy     string
}

func (e *CategoryError) Error() string {
	text := fmt.Sprintf("lclass: column %q, row %d is %q; its categories are %s", e.Column, e.Row, brief.Text(e.Value), abbreviate(e.Categories))
	if e.Row < 0 {
		text = fmt.Sprintf("lclass: target %q has no class %q; its classes are %s", e.Column, brief.Text(e.Value), abbreviate(e.Categories))
	}
	if e.remedy != "" {
		text += "; " + e.remedy
	}
	return text
}

// A ColumnError names a column that a frame does not have.
type ColumnError struct {
	Column string
	Have   []string
	remedy string // if a similar name exists; by default to use it
}

func (e *ColumnError) Error() string {
	text := fmt.Sprintf("lclass: there is no column %q; the frame has %s", e.Column, cmp.Or(strings.Join(clipped(e.Have), ", "), "none"))
	if name := alike(e.Column, e.Have); name != "" {
		text += fmt.Sprintf("; if you mean %q, %s", name, cmp.Or(e.remedy, "use that name"))
	}
	return text
}

// A FeatureError names features that the data lack.
type FeatureError struct {
	owner   string   // who needs them, such as "model"
	Missing []string // the features that the data lack
	need    []string // all that the owner needs, in its order
	Have    []string // the features of the data
}

func (e *FeatureError) Error() string {
	text := "lclass: the data lack " + list(e.Missing, "and")
	if e.owner != "" {
		text += fmt.Sprintf(" of the %d features of the %s", len(e.need), e.owner)
	}
	text += "; they have " + abbreviate(e.Have)
	for _, name := range e.Missing {
		if other := alike(name, e.Have); other != "" {
			return text + fmt.Sprintf("; if %q is %q, rename it with Data.WithFeatures", other, name)
		}
	}
	return text + "; features are matched by name: read the frame with Columns.Like, or rename features with Data.WithFeatures"
}

// clipped returns up to 100 texts, each shortened.
func clipped(texts []string) []string {
	const most = 100
	short := make([]string, min(most, len(texts)))
	for i := range short {
		short[i] = brief.Text(texts[i])
	}
	if more := len(texts) - most; more > 0 {
		short = append(short, fmt.Sprintf("%d more", more))
	}
	return short
}

func badSetting(name string, value any, remedy string, args ...any) error {
	return invalid.Setting("lclass: "+name, value, remedy, args...)
}

func badLength(of string, have int, what string, want int) error {
	return invalid.Length("lclass: "+of, have, what, want)
}

func badTarget(target, want, is string, args ...any) error {
	return invalid.Target("lclass", target, want, is, args...)
}

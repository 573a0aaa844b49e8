package lclass

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"linclass/internal/brief"
	"linclass/internal/invalid"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
	"linclass/lclass/internal/strictjson"
)

// Reasons why there is no model or no prediction, for errors.Is. ErrChanged means that
// [Blocks] differ from those of the pass before.
var (
	ErrNoSamples = errors.New("lclass: no samples")
	ErrOneClass  = errors.New("lclass: the target has one class; need at least two")
	ErrDiverged  = solve.ErrDiverged
	ErrChanged   = rows.ErrChanged
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

// What is wrong with a value of the data, for errors.Is; a [ValueError] says where.
var (
	ErrMissing         = errors.New("lclass: missing value")
	ErrKind            = errors.New("lclass: texts in place of numbers, or the other way round")
	ErrUnknownCategory = errors.New("lclass: unknown category")
	ErrOverflow        = errors.New("lclass: values beyond the range of float64")
)

// A ValueError names a value of the data that is not valid, or a column of such values.
type ValueError struct {
	// Err is ErrMissing for a missing value; ErrKind for texts where numbers or labels are
	// needed, or the other way round; ErrUnknownCategory for a text that is not among the
	// categories given for its column, or a class or label that a target does not have;
	// and ErrOverflow for a column whose values are so large, or so close together, that
	// results such as their squares overflow or underflow. It is nil for a value that is
	// NaN or infinite, or a weight, an offset, a label or a count that is not valid.
	Err    error
	Column string   // "weight" and "offset" without a frame
	Row    int      // the first one, counted from 0; -1 for an argument, for shards, for ErrOverflow, and if no value is there
	Value  string   // what is there; empty for missing values, for ErrOverflow, and in shards
	Want   []string // what would be valid: categories, or for ErrKind "numbers", "texts" or "labels"
	Count  int      // for ErrMissing, the number of missing values

	low, high float64 // for ErrOverflow, the smallest and the largest value
	remedy    string  // for ErrOverflow what overflows, if not the squares
}

// Unwrap returns Err.
func (e *ValueError) Unwrap() error { return e.Err }

func (e *ValueError) Error() string {
	text, remedy := fmt.Sprintf("lclass: column %q, row %d is ", e.Column, e.Row), e.remedy
	switch e.Err {
	case ErrMissing:
		text = fmt.Sprintf("lclass: column %q has %d missing %s, the first in row %d", e.Column, e.Count, plural(e.Count, "value"), e.Row)
		if e.Row < 0 {
			text = fmt.Sprintf("lclass: column %q has %d missing %s in all shards", e.Column, e.Count, plural(e.Count, "value"))
		}
		remedy = cmp.Or(remedy, "set Columns.DropMissing, leave the column out, or set Columns.Raw and fit a Pipeline with Impute")
	case ErrKind:
		text += fmt.Sprintf("%q, where %s are needed", brief.Text(e.Value), strings.Join(e.Want, " or "))
		if e.Row < 0 {
			text = fmt.Sprintf("lclass: column %q has no %s, which are needed", e.Column, strings.Join(e.Want, " or "))
		}
	case ErrUnknownCategory:
		text += fmt.Sprintf("%q; its categories are %s", brief.Text(e.Value), abbreviate(e.Want))
		if e.Row < 0 {
			text = fmt.Sprintf("lclass: target %q has no class %q; its classes are %s", e.Column, brief.Text(e.Value), abbreviate(e.Want))
		}
	case ErrOverflow:
		text = fmt.Sprintf("lclass: column %q: %s", e.Column, remedy)
		if remedy == "" {
			text = fmt.Sprintf("lclass: the values of column %q lie between %.3g and %.3g, and their squares are beyond the range of float64", e.Column, e.low, e.high)
		}
		remedy = "change its unit"
	default:
		text += e.Value
		remedy = cmp.Or(remedy, "features and targets must be finite numbers")
	}
	if remedy != "" {
		text += "; " + remedy
	}
	return text
}

// plural returns the word, in the plural unless n is 1.
func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// checkFinite returns a ValueError of the first NaN or infinite value.
func checkFinite(column string, values []float64, must string) error {
	if i := slices.IndexFunc(values, func(v float64) bool { return v-v != 0 }); i >= 0 {
		return &ValueError{Column: column, Row: i, Value: fmt.Sprint(values[i]), remedy: must}
	}
	return nil
}

// A nameError is about a name that is empty, repeated or unknown.
type nameError struct{ Name, text string }

func (e *nameError) Error() string { return "lclass: " + e.text }

// A ColumnError names columns that a frame or the data lack. If the data lack the offsets
// that a model needs, Missing is ["offset"].
type ColumnError struct {
	Missing []string
	Have    []string // the columns of the frame, or the features of the data
	owner   string   // who needs features of the data, such as "model"; empty for a frame
	need    []string // all that the owner needs, in its order
	remedy  string   // for a frame with a similar name; by default to use it
}

func (e *ColumnError) Error() string {
	switch e.owner {
	case "":
	case offsetOwner:
		return "lclass: the model was fitted with an offset, but the data have none; set it with Data.WithOffset, or read it with Columns.Offset; offsets of 0 predict without it"
	default:
		return e.lack()
	}
	text := "lclass: there is no column " + list(e.Missing, "or") + "; the frame has " + cmp.Or(strings.Join(clipped(e.Have), ", "), "none")
	for _, missing := range e.Missing {
		if name := alike(missing, e.Have); name != "" {
			return text + fmt.Sprintf("; if you mean %q, %s", name, cmp.Or(e.remedy, "use that name"))
		}
	}
	return text
}

// offsetOwner is the owner in the error of data without offsets.
const offsetOwner = "offset"

// lack is the text about features of the data.
func (e *ColumnError) lack() string {
	text := fmt.Sprintf("lclass: the data lack %s of the %d features of the %s; they have %s", list(e.Missing, "and"), len(e.need), e.owner, abbreviate(e.Have))
	for _, name := range e.Missing {
		if other := alike(name, e.Have); other != "" {
			if strings.HasPrefix(e.owner, "step ") {
				return text + fmt.Sprintf("; write %q", other)
			}
			return text + fmt.Sprintf("; if %q is %q, rename it with Data.WithFeatures", other, name)
		}
	}
	if strings.HasPrefix(e.owner, "step ") {
		return text + "; name columns that the data have where the step begins"
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

// alike returns the name that differs from the wanted one in nothing but case,
// spaces and signs, "" if there is none or more than one.
func alike(wanted string, names []string) string {
	var found []string
	for _, name := range names {
		if name != wanted && letters(name) == letters(wanted) {
			found = append(found, name)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// letters returns the letters and digits of a name in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
}

// list returns up to five names and the number of others, such as "a", "b" and "c". It
// needs at least one.
func list(names []string, last string) string {
	const most = 5
	var quoted []string
	for _, name := range names[:min(most, len(names))] {
		quoted = append(quoted, fmt.Sprintf("%q", name))
	}
	if more := len(names) - most; more > 0 {
		quoted = append(quoted, fmt.Sprintf("%d more", more))
	}
	end := len(quoted) - 1
	if end <= 0 {
		return strings.Join(quoted, "")
	}
	return strings.Join(quoted[:end], ", ") + " " + last + " " + quoted[end]
}

func abbreviate(names []string) string {
	if len(names) <= 5 {
		return fmt.Sprintf("%q", clipped(names))
	}
	return fmt.Sprintf("%q … %q", clipped(names[:3]), clipped(names[len(names)-1:]))
}

package lclass

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"linclass/internal/brief"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
	"linclass/lclass/internal/strictjson"
)

// Reasons why there is no model, or no prediction, for errors.Is. ErrChanged is that of
// [Blocks] that are not what they were in the pass before, ErrNoOffset that of data
// without offsets for a model that was learnt with them.
var (
	ErrNoSamples = errors.New("lclass: there are no samples")
	ErrOneClass  = errors.New("lclass: the target has one class; need at least two")
	ErrDiverged  = solve.ErrDiverged
	ErrChanged   = rows.ErrChanged
	ErrNoOffset  = errors.New("lclass: the model was learnt with an offset, and the data have none")
)

var errNoTarget = errors.New("lclass: the data have no target, so no classes and no numbers to learn from or to compare with; FromFrame takes its column after the frame")

var (
	errNoData = fmt.Errorf("%w: the Data is nil or Data{}; FromFrame, FromMatrix and similar functions return one, or an error", ErrNoSamples)
)

var errNoWeight = fmt.Errorf("%w that count: all weights are 0", ErrNoSamples)

// A FileError names the place in the file of a model that is wrong, by a Path such
// as $.preparation.steps[2].scale; $ is the whole file. Packages calibrate and
// validate return it, too.
type FileError = strictjson.Error

// A ValueError names a value that is NaN or infinite.
type ValueError struct {
	Column string
	Row    int
	Value  float64
}

func (e *ValueError) Error() string {
	return fmt.Sprintf("lclass: column %q, row %d is %v; features and targets must be finite numbers", e.Column, e.Row, e.Value)
}

// A UnitError names a feature or a target with values that are so large, or so
// close together, that their squares are beyond float64.
type UnitError struct {
	Column    string
	Low, High float64 // the least and the largest value
}

func (e *UnitError) Error() string {
	return fmt.Sprintf("lclass: the values of column %q lie between %.3g and %.3g, and their squares are beyond float64; change its unit", e.Column, e.Low, e.High)
}

// A MissingError names a column of a frame with missing values.
type MissingError struct {
	Column string
	Row    int // the first one, counted from 0
	Count  int
	Policy Missing // the policy that does not allow it
	remedy string  // where there is another one than that of the policy
}

func (e *MissingError) Error() string {
	values, remedy := "values", "set Columns.Missing to DropMissing or ImputeMean, or leave the column out"
	if e.Count == 1 {
		values = "value"
	}
	if e.Policy == ImputeMean {
		remedy = "ImputeMean replaces only numbers of features that have some; set DropMissing, or leave the column out"
	}
	return fmt.Sprintf("lclass: column %q has %d missing %s, the first in row %d; %s", e.Column, e.Count, values, e.Row, cmp.Or(e.remedy, remedy))
}

// A KindError names a column of texts where numbers are needed, or the other way
// round.
type KindError struct {
	Column string
	Row    int    // the first one, counted from 0
	Value  string // what is there
	Want   string // "numbers" or "texts"
	remedy string
}

func (e *KindError) Error() string {
	return fmt.Sprintf("lclass: column %q, row %d is %q, where %s are needed; %s", e.Column, e.Row, brief.Text(e.Value), e.Want, e.remedy)
}

// A CategoryError names a text that is none of the categories given for its column.
type CategoryError struct {
	Column     string
	Row        int // counted from 0
	Value      string
	Categories []string
	remedy     string
}

func (e *CategoryError) Error() string {
	text := fmt.Sprintf("lclass: column %q, row %d is %q; its categories are %s", e.Column, e.Row, brief.Text(e.Value), abbreviate(e.Categories))
	if e.remedy != "" {
		text += "; " + e.remedy
	}
	return text
}

// A ColumnError names a column that a frame does not have.
type ColumnError struct {
	Column string
	Have   []string
	remedy string // if another name is meant; by default to write that one
}

func (e *ColumnError) Error() string {
	text := fmt.Sprintf("lclass: there is no column %q; the frame has %s", e.Column, cmp.Or(strings.Join(clipped(e.Have), ", "), "none at all"))
	if name := alike(e.Column, e.Have); name != "" {
		text += fmt.Sprintf("; if %q is meant, %s", name, cmp.Or(e.remedy, "write it so"))
	}
	return text
}

// A FeatureError names features that data do not have.
type FeatureError struct {
	Owner   string   // who needs them, such as "model"
	Missing []string // what is not there
	Need    []string // all that is needed, in the order of the owner
	Have    []string // what the data have
}

func (e *FeatureError) Error() string {
	text := fmt.Sprintf("lclass: the data lack %s of the %d features of the %s; they have %s",
		list(e.Missing, "and"), len(e.Need), e.Owner, abbreviate(e.Have))
	for _, name := range e.Missing {
		if other := alike(name, e.Have); other != "" {
			return text + fmt.Sprintf("; if %q is %q, rename it with Data.WithFeatures", other, name)
		}
	}
	return text + "; features are found by name: name the same columns of the frame, those of texts with the same Columns.Categories, which Columns.Like does, or rename features with Data.WithFeatures"
}

// clipped returns up to 100 texts so.
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

package stream

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// raw returns the Data of a table whose features stay what they are.
func (o Options) raw(t Table, target int, others []beside, features []feature) (*lclass.Data, error) {
	var frame rawFrame
	var at []int
	use := func(name string, column int) {
		at = append(at, column)
		frame.names = append(frame.names, name)
		frame.columns = append(frame.columns, rawColumn{categories: o.Categories[name], numeric: true})
	}
	use(o.Target, target)
	var names []string
	for _, f := range features {
		use(f.name, f.column)
		names = append(names, f.name)
	}
	for _, other := range others {
		use(other.name, other.column)
	}
	var categorical []string
	for _, name := range o.Categorical {
		if !slices.Contains(t.Names(), name) {
			return nil, &lclass.ColumnError{Missing: []string{name}, Have: t.Names()}
		}
		if slices.Contains(names, name) {
			categorical = append(categorical, name)
		}
	}
	err := t.Scan(at, func(_ int, cells []Cell) error {
		for i, c := range cells {
			frame.columns[i].add(c)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(frame.columns[0].text) == 0 {
		return nil, lclass.ErrNoSamples
	}
	d, err := lclass.FromFrame(frame, lclass.Columns{
		Target: o.Target, Features: names, Weight: o.Weight, Offset: o.Offset, Raw: true, Categorical: categorical, Categories: o.Categories,
	})
	return d, o.explain(err)
}

// explain returns an error of lclass.FromFrame with the remedies that Options have.
func (o Options) explain(err error) error {
	value, ok := errors.AsType[*lclass.ValueError](err)
	if !ok {
		return err
	}
	_, failed := decimal(value.Value)
	texts := value.Err == lclass.ErrKind && slices.Equal(value.Want, []string{"numbers"})
	switch {
	case value.Err == lclass.ErrMissing:
		return invalid.Reworded(value, "column %q has no value in row %d, and in %d rows in all; fill them, or leave the rows out", value.Column, value.Row, value.Count)
	case texts && errors.Is(failed, strconv.ErrRange):
		return beyond(value.Column, value.Row, value.Value)
	case texts && value.Column == o.Target:
		return isText("target", value.Column, value.Row, value.Value)
	case texts && value.Column == o.Weight:
		return isText("weight", value.Column, value.Row, value.Value)
	case texts && value.Column == o.Offset:
		return isText("offset", value.Column, value.Row, value.Value)
	}
	if text := err.Error(); strings.Contains(text, "Columns.Categorical") {
		return invalid.Reworded(err, "%s", strings.ReplaceAll(text, "Columns.Categorical", "Options.Categorical"))
	}
	return err
}

// A rawFrame is a table in memory.
type rawFrame struct {
	names   []string
	columns []rawColumn
}

// Names implements lclass.Frame.
func (f rawFrame) Names() []string { return f.names }

// Col implements lclass.Frame.
func (f rawFrame) Col(name string) lclass.Column { return f.columns[slices.Index(f.names, name)] }

// A rawColumn is one of its columns.
type rawColumn struct {
	categories []string
	text       []string // "" for a missing value
	numeric    bool     // the table has numbers
}

func (c *rawColumn) add(cell Cell) {
	text := cell.text()
	if cell.IsText {
		c.numeric = false
	} else if math.IsNaN(cell.Number) {
		text = ""
	}
	if isGap(text) && !slices.Contains(c.categories, text) {
		text = ""
	}
	c.text = append(c.text, text)
}

// Type says that numbers are no texts, and that texts may be numbers.
func (c rawColumn) Type() string {
	if c.numeric {
		return "float"
	}
	return ""
}

// Len implements lclass.Column.
func (c rawColumn) Len() int { return len(c.text) }

// Records implements lclass.Column.
func (c rawColumn) Records() []string { return c.text }

// Float implements lclass.Column.
func (c rawColumn) Float() []float64 {
	v := make([]float64, len(c.text))
	for i, text := range c.text {
		var err error
		if v[i], err = decimal(text); err != nil {
			v[i] = math.NaN()
		}
	}
	return v
}

// IsNaN implements lclass.Column.
func (c rawColumn) IsNaN() []bool {
	missing := make([]bool, len(c.text))
	for i, text := range c.text {
		missing[i] = text == ""
	}
	return missing
}

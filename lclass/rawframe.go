package lclass

import (
	"fmt"
	"math"
	"slices"

	"linclass/lclass/internal/rows"
)

// A role marks a feature that is not an ordinary number.
type role struct {
	categories []string // of a text column, whose values are indices into them
	of         string   // the column that it is made of: 1 for a category of it
	gap        bool     // 1 for a gap of it instead
}

// setRaw keeps the columns, n values each, as they are.
func (o Columns) setRaw(data *Data, features []column, n int) error {
	data.frame.Raw = true
	d := len(features)
	values := make([]float64, n*d)
	for j, c := range features {
		data.features, data.roles = append(data.features, c.name), append(data.roles, role{})
		if err := c.checkNumerals(); err != nil {
			return err
		}
		if c.number == nil {
			present := indices(n, func(i int) bool { return !c.isMissing(i) })
			all := pick(c.text, present)
			some := column{name: c.name, text: all}
			if err := o.encode(&some); err != nil {
				e, ok := err.(*ValueError)
				if ok {
					e.Row = present[e.Row]
				}
				return err
			}
			data.frame.Categorical = append(data.frame.Categorical, c.name)
			data.roles[j].categories = some.categories
			c.number = make([]float64, n)
			for at, i := range present {
				c.number[i] = float64(some.code[at])
			}
		}
		for i, v := range c.number {
			switch {
			case c.isMissing(i):
				v, data.gaps = math.NaN(), true
			case math.IsNaN(v) || math.IsInf(v, 0):
				return &ValueError{Column: c.name, Row: i, Value: fmt.Sprint(v)}
			}
			values[i*d+j] = v
		}
	}
	data.x = rows.NewDense(n, d, values)
	return nil
}

// notReady is the remedy for raw data, with the step that they need.
const notReady = "put the learner into a Pipeline with %s, or read the frame without Columns.Raw"

// ready returns an error for raw data.
func (d *Data) ready() error {
	for j := range d.roles {
		if d.isText(j) {
			return d.textError(j, fmt.Sprintf(notReady, "OneHot"))
		}
	}
	if !d.gaps {
		return nil
	}
	if d.elsewhere != nil {
		return d.gapElsewhere()
	}
	for i, x := range d.Rows() {
		if j := slices.IndexFunc(x, math.IsNaN); j >= 0 {
			e := d.missingError(j, i)
			e.remedy = fmt.Sprintf(notReady, "Impute")
			return e
		}
	}
	return nil
}

// isText reports whether feature j is a text column.
func (d *Data) isText(j int) bool { return d.roles != nil && d.roles[j].categories != nil }

// textError is about a feature with texts where numbers are needed. It names the first text,
// unless that is elsewhere.
func (d *Data) textError(j int, remedy string) error {
	e := &ValueError{Err: ErrKind, Column: d.features[j], Want: []string{"numbers"}, remedy: remedy}
	if d.elsewhere != nil {
		e.Row = -1
		return e
	}
	for i := range d.N() {
		if v := d.x.At(i, j); !math.IsNaN(v) {
			e.Row, e.Value = i, d.roles[j].categories[int(v)]
			break
		}
	}
	return e
}

// numberError is about a feature with numbers where texts are needed, as textError.
func (d *Data) numberError(j int, remedy string) error {
	e := &ValueError{Err: ErrKind, Column: d.features[j], Row: -1, Want: []string{"texts"}, remedy: remedy}
	if d.elsewhere == nil {
		e.Row, e.Value = 0, fmt.Sprint(d.x.At(0, j))
	}
	return e
}

// missingError is that of feature j, first missing in a row.
func (d *Data) missingError(j, row int) *ValueError {
	gaps := indices(d.N(), func(i int) bool { return math.IsNaN(d.x.At(i, j)) })
	return &ValueError{Err: ErrMissing, Column: d.features[j], Row: row, Count: len(gaps)}
}

// printRaw returns what raw data have, as it is printed.
func (d *Data) printRaw() string {
	var line string
	if texts := len(indices(len(d.roles), d.isText)); texts > 0 {
		line = fmt.Sprintf(", %d of texts", texts)
	}
	if !d.gaps {
		return line
	}
	var missing int
	for _, x := range d.Rows() {
		for _, v := range x {
			if math.IsNaN(v) {
				missing++
			}
		}
	}
	if missing > 0 {
		line += fmt.Sprintf(", %d values missing", missing)
	}
	return line
}

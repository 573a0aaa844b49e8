package stream

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"linclass/internal/brief"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// A feature is a column to predict from.
type feature struct {
	name       string
	column     int
	categories *categories // of texts, nil for numbers
}

// categories are those of a column of texts, in their order.
type categories struct {
	names  []string
	number map[string]int
}

// newCategories returns nil for none.
func newCategories(names []string) *categories {
	if names == nil {
		return nil
	}
	l := &categories{names, make(map[string]int, len(names))}
	for i, name := range names {
		l.number[name] = i
	}
	return l
}

// names returns those of the features of lclass that the column becomes.
func (f feature) names() []string {
	if f.categories == nil {
		return []string{f.name}
	}
	var names []string
	for _, category := range f.categories.names[1:] {
		names = append(names, f.name+"["+category+"]")
	}
	return names
}

// put writes the value of row i to x, which is 0 before, and returns how many
// places it takes.
func (f feature) put(x []float64, i int, c Cell) (int, error) {
	if f.categories == nil {
		var err error
		x[0], err = c.number(f.name, i)
		return 1, err
	}
	category, err := c.category(f.name, i, f.categories)
	if category > 0 {
		x[category-1] = 1
	}
	return len(f.categories.names) - 1, err
}

// number returns the value of row i of a column of numbers.
func (c Cell) number(column string, i int) (float64, error) {
	if !c.IsText {
		if math.IsNaN(c.Number) || math.IsInf(c.Number, 0) {
			return 0, &lclass.ValueError{Column: column, Row: i, Value: fmt.Sprint(c.Number)}
		}
		return c.Number, nil
	}
	text := strings.TrimSpace(c.Text)
	v, err := decimal(text)
	switch {
	case text == "":
		return 0, errEmpty(column, i)
	case err != nil:
		return 0, invalid.Reworded(noNumber(column, i, c.Text), "column %q, row %d is %q, which is no number; columns of texts need Options.Categories", column, i, brief.Text(c.Text))
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, &lclass.ValueError{Column: column, Row: i, Value: fmt.Sprint(v)}
	}
	return v, nil
}

// decimal returns the number that digits stand for. Literals of Go, such as 1_000 and
// 0x1p4, are none.
func decimal(text string) (float64, error) {
	if strings.ContainsAny(text, "_xX") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, 64)
}

func noNumber(column string, i int, text string) error {
	return &lclass.ValueError{Err: lclass.ErrKind, Column: column, Row: i, Value: text, Want: []string{"numbers"}}
}

// missing is the [lclass.ValueError] of a row without a value, in the words of a reader.
func missing(column string, i int, text string, args ...any) error {
	return invalid.Reworded(&lclass.ValueError{Err: lclass.ErrMissing, Column: column, Row: i, Count: 1}, text, args...)
}

func errEmpty(column string, i int) error {
	return missing(column, i, "column %q, row %d is empty; fill it, or leave the column or the row out", column, i)
}

// present refuses row i of a column if there is no value.
func (c Cell) present(column string, i int) error {
	if !c.IsText {
		_, err := c.number(column, i)
		return err
	}
	switch text := strings.TrimSpace(c.Text); text {
	case "":
		return errEmpty(column, i)
	case "NA", "NaN", "nan", "<nil>":
		return missing(column, i, "column %q, row %d is %q, which stands for a missing value; leave the row out, or name %q in Options.Categories if it is a class", column, i, text, text)
	}
	return nil
}

// category returns which of the categories row i of a column of texts has.
func (c Cell) category(column string, i int, categories *categories) (int, error) {
	text := c.text()
	category, known := categories.number[text]
	if !known {
		return 0, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: column, Row: i, Value: text, Want: categories.names}
	}
	return category, nil
}

// text returns a number by its digits.
func (c Cell) text() string {
	if c.IsText {
		return c.Text
	}
	return strconv.FormatFloat(c.Number+0, 'f', -1, 64) // −0 is 0
}

package stream

import (
	"errors"
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
// places it takes. seen is what has been seen of the integers of the column.
func (f feature) put(x []float64, i int, c Cell, seen *numerals) (int, error) {
	if f.categories == nil {
		var err error
		if x[0], err = c.number("feature", f.name, i); err != nil {
			return 1, err
		}
		if c.rounds(x[0]) {
			return 1, rounded(f.name, i, c.text(), x[0], "change the unit, or name the categories in Options.Categories if these are codes")
		}
		if c.IsText {
			seen.add(i, c.text())
		}
		return 1, nil
	}
	category, err := c.category(f.name, i, f.categories)
	if category > 0 {
		x[category-1] = 1
	}
	return len(f.categories.names) - 1, err
}

// number returns the value of row i of a column of numbers, which is a feature, the
// target, a weight or an offset.
func (c Cell) number(role, column string, i int) (float64, error) {
	v := c.Number
	if c.IsText {
		text := c.text()
		var err error
		v, err = decimal(text)
		switch {
		case text == "":
			return 0, errEmpty(column, i)
		case errors.Is(err, strconv.ErrRange):
			return 0, beyond(column, i, text)
		case err != nil && isGap(text):
			return 0, missing(column, i, "column %q, row %d is %q, which stands for a missing value; fill it, or leave the column or the row out", column, i, text)
		case err != nil:
			return 0, isText(role, column, i, text)
		}
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		value := &lclass.ValueError{Column: column, Row: i, Value: fmt.Sprint(v)}
		return 0, invalid.Reworded(value, "column %q, row %d is %v; %ss must be finite numbers", column, i, v, role)
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

// isText is the error of a text in a column of numbers, which has a role.
func isText(role, column string, i int, text string) error {
	remedy := role + "s are numbers"
	switch role {
	case "feature":
		remedy = "columns of texts need Options.Categories"
	case "target":
		remedy = "correct it, or name all classes in Options.Categories"
	}
	return invalid.Reworded(noNumber(column, i, text), "column %q, row %d is %q, which is no number; %s", column, i, brief.Text(text), remedy)
}

// beyond is the error of a number that float64 does not have.
func beyond(column string, i int, text string) error {
	return invalid.Reworded(&lclass.ValueError{Column: column, Row: i, Value: text}, "column %q, row %d is %q, which is beyond the range of float64; change the unit, or correct it", column, i, brief.Text(text))
}

// rounded is the error of an integer that becomes another one as a number.
func rounded(column string, i int, text string, v float64, remedy string) error {
	return invalid.Reworded(noNumber(column, i, text), "column %q, row %d is %q, which float64 rounds to %.0f; %s", column, i, brief.Text(text), v, remedy)
}

// isGap reports whether a text stands for a missing value.
func isGap(text string) bool {
	switch text {
	case "NA", "NaN", "nan", "<nil>":
		return true
	}
	return false
}

// present refuses row i of a column if there is no value.
func (c Cell) present(column string, i int) error {
	if !c.IsText {
		_, err := c.number("target", column, i)
		return err
	}
	switch text := c.text(); {
	case text == "":
		return errEmpty(column, i)
	case isGap(text):
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

// text returns the text of the cell without the blanks around it, or the digits of a
// number.
func (c Cell) text() string {
	if c.IsText {
		return strings.TrimSpace(c.Text)
	}
	return strconv.FormatFloat(c.Number+0, 'f', -1, 64) // −0 is 0
}

// rounds reports whether the text of an integer, of which v is the number, is that of
// another number.
func (c Cell) rounds(v float64) bool {
	if !c.IsText || math.Abs(v) < 1<<53 {
		return false
	}
	text := strings.TrimLeft(unsigned(c.text()), "0")
	return isDigits(text) && text != strconv.FormatFloat(math.Abs(v), 'f', 0, 64)
}

func isDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// unsigned returns a text without its sign.
func unsigned(text string) string {
	if text != "" && strings.Contains("+-", text[:1]) {
		return text[1:]
	}
	return text
}

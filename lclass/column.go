package lclass

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"linclass/internal/invalid"
)

// column is a column of a frame as numbers or as texts.
type column struct {
	name       string
	number     []float64 // nil for texts
	text       []string  // nil for numbers
	categories []string  // of the texts, the reference first
	code       []int     // the category of each text
	names      []string  // of numbers, if the frame says how they are written
	asText     bool      // the numbers are texts of the frame that read as numbers
	missing    []bool    // nil if no value is missing
	feature    bool      // neither target, label, weight nor offset
}

func (c column) len() int { return max(len(c.number), len(c.text)) }

func (c column) isMissing(i int) bool { return c.missing != nil && c.missing[i] }

// readColumn decides whether a column holds numbers or texts. Both together
// are an error: most often the text is a mistyped number. Texts of numbers,
// which take a hundred times as long as these, are asked for where they say more.
func (o Columns) readColumn(name string, c Column, isTarget bool) (column, error) {
	col, err := o.numbersOrTexts(name, c, isTarget)
	if !slices.Contains(col.missing, true) {
		col.missing = nil
	}
	return col, err
}

func (o Columns) numbersOrTexts(name string, c Column, isTarget bool) (column, error) {
	col, kind := column{name: name}, kindOf(c)
	asText := slices.Contains(o.Categorical, name) || o.Categories[name] != nil
	if !asText && (kind == "float" || kind == "int" && !isTarget) {
		col.number = c.Float()
		if mayMiss(c) || slices.ContainsFunc(col.number, math.IsNaN) {
			col.missing = slices.Clone(c.IsNaN())
			if len(col.missing) != len(col.number) {
				return col, badLength(fmt.Sprintf("values of IsNaN of column %q", name), len(col.missing), "values", len(col.number))
			}
			for i, v := range col.number {
				col.missing[i] = col.missing[i] || math.IsNaN(v)
			}
		}
		return col, nil
	}
	missing, text, err := texts(name, c)
	if err != nil {
		return col, err
	}
	col.missing = slices.Clone(missing)
	if asText || isBool(text, col.missing) {
		if kind == "float" {
			number, err := numbers(name, c, len(text))
			if err != nil {
				return col, err
			}
			text = digits(number, col.missing)
		}
		return col.ofTexts(text), col.keeps(o.Categories[name], kind, text)
	}
	if col.number, err = numbers(name, c, len(text)); err != nil {
		return col, err
	}
	switch {
	case kind == "int" || kind == "string":
		col.names = text
	case kind == "" && !isWritten(text, col.number, col.missing):
		col.names = text
	}
	col.asText = kind == "string" || kind == "" && col.names != nil
	at, word, infinite := -1, -1, false // rows of a number and of a text
	for i, v := range col.number {
		switch {
		case col.missing[i]:
		case col.asText && math.IsInf(v, 0):
			infinite = true // a number beside others, and else a text
		case !math.IsNaN(v):
			at = i
		case text[i] == "":
			col.missing[i] = true
		case word < 0:
			word = i
		}
	}
	switch {
	case at < 0 && (word >= 0 || infinite):
		col = col.ofTexts(text)
		if row := col.dressed(); row >= 0 {
			return col, &ValueError{Err: ErrKind, Column: name, Row: row, Value: text[row], Want: []string{"numbers"},
				remedy: "write numbers like 1200.5, or name the column in Columns.Categorical if all of it is text"}
		}
		return col, nil
	case word < 0:
		return col, nil
	}
	return col, &ValueError{Err: ErrKind, Column: name, Row: word, Value: text[word], Want: []string{"numbers"},
		remedy: fmt.Sprintf("others are numbers, such as %s in row %d; correct the values, or name the column in Columns.Categorical if all of it is text", text[at], at)}
}

// dressed returns the first row of a text if all texts, of at least ten different ones, are
// numbers with separators or signs, and otherwise −1. Few of them may well be categories,
// such as 5% and 10%.
func (c column) dressed() int {
	const fewest = 10
	seen := make(map[string]bool)
	for i, s := range c.text {
		if !c.missing[i] && !seen[s] && !isDressed(s) {
			return -1
		}
		seen[s] = seen[s] || !c.missing[i]
	}
	delete(seen, "")
	if len(seen) < fewest {
		return -1
	}
	return slices.Index(c.missing, false)
}

// isDressed reports whether a text is a number with separators of thousands, a decimal
// comma, a currency or a sign of per cent, such as "$1,200.50", "0,5" and "12 %".
func isDressed(s string) bool {
	parts := strings.FieldsFunc(strings.Trim(s, "+-$€£¥% "), func(r rune) bool { return strings.ContainsRune(",.'’ \u00a0\u202f", r) })
	for i, digits := range parts {
		if strings.Trim(digits, "0123456789") != "" || 0 < i && i < len(parts)-1 && len(digits) != 3 {
			return false
		}
	}
	return len(parts) > 0
}

// texts returns which values of a column are missing, and the texts of all.
func texts(name string, c Column) (missing []bool, text []string, err error) {
	if missing, text = c.IsNaN(), c.Records(); len(missing) != len(text) {
		err = badLength(fmt.Sprintf("values of IsNaN of column %q", name), len(missing), "values", len(text))
	}
	return missing, text, err
}

// numbers returns the n numbers of a column.
func numbers(name string, c Column, n int) ([]float64, error) {
	number := c.Float()
	if len(number) != n {
		return nil, badLength(fmt.Sprintf("values of Float of column %q", name), len(number), "values", n)
	}
	return number, nil
}

// mayMiss reports whether values may be missing. gota's columns say so by a method
// HasNaN, which takes no memory.
func mayMiss(c Column) bool {
	has, ok := c.(interface{ HasNaN() bool })
	return !ok || has.HasNaN()
}

// ofTexts returns c as a text column, in which an empty text is missing.
func (c column) ofTexts(text []string) column {
	c.number, c.names, c.asText, c.text = nil, nil, false, text
	for i, s := range text {
		c.missing[i] = c.missing[i] || s == ""
	}
	return c
}

// isBool reports whether every value present reads true or false: frames give such
// columns the numbers 1 and 0, which would lose the names of the classes.
func isBool(records []string, missing []bool) bool {
	var any bool
	for i, r := range records {
		switch {
		case missing != nil && missing[i]:
		case r != "true" && r != "false":
			return false
		default:
			any = true
		}
	}
	return any
}

// encode finds the categories of a text column, those given for it or those that occur,
// and the category of each text.
func (o Columns) encode(c *column) error {
	c.categories = slices.Clone(o.Categories[c.name])
	switch {
	case c.categories != nil:
	case isBool(c.text, c.missing):
		c.categories = slices.Clone(truth)
	default:
		c.categories = distinct(c.text)
	}
	var strange int
	if c.code, strange = encode(c.text, c.categories); strange >= 0 {
		return &ValueError{Err: ErrUnknownCategory, Column: c.name, Row: strange, Value: c.text[strange], Want: c.categories}
	}
	return nil
}

// kindOf returns the type that a column reports by a method Type, as gota's Series does:
// "string", "int", "float" or "bool". It returns "" without such a method.
func kindOf(c Column) string {
	m := reflect.ValueOf(c).MethodByName("Type")
	if !m.IsValid() || m.Type().NumIn() != 0 || m.Type().NumOut() != 1 || m.Type().Out(0).Kind() != reflect.String {
		return ""
	}
	return m.Call(nil)[0].String()
}

// wholeLimit is 2⁵³: below it float64 represents every integer.
const wholeLimit = 1 << 53

// digitsOf returns a number as a class is named after it.
func digitsOf(v float64) string { return strconv.FormatFloat(v+0, 'f', -1, 64) } // −0 is 0

// digits returns numbers as texts, "" for those that are missing.
func digits(number []float64, missing []bool) []string {
	text := make([]string, len(number))
	for i, v := range number {
		if !missing[i] {
			text[i] = digitsOf(v)
		}
	}
	return text
}

// isWritten reports whether all texts are what a program writes for the numbers,
// in one way, so that the numbers say as much.
func isWritten(text []string, number []float64, missing []bool) bool {
	for _, write := range []func(v float64) string{
		digitsOf,
		func(v float64) string { return fmt.Sprint(v + 0) }, // −0 is 0
		func(v float64) string { return fmt.Sprintf("%f", v+0) },
	} {
		if !slices.ContainsFunc(seq(len(text)), func(i int) bool {
			return !missing[i] && text[i] != "" && text[i] != write(number[i])
		}) {
			return true
		}
	}
	return false
}

// keeps reports whether a column of a kind can have the given categories: where the
// frame has made numbers of texts, the category 007 is lost.
func (c column) keeps(categories []string, kind string, text []string) error {
	write := func(category string) string { return category }
	switch kind {
	case "int":
		write = func(category string) string {
			v, err := strconv.Atoi(category)
			if err != nil {
				return ""
			}
			return strconv.Itoa(v)
		}
	case "float":
		write = func(category string) string {
			v, _ := strconv.ParseFloat(category, 64)
			return digitsOf(v)
		}
	}
	first := slices.Index(c.missing, false)
	if first < 0 {
		return nil
	}
	for _, category := range categories {
		if isNumeral(category) && write(category) != category {
			return &ValueError{Err: ErrKind, Column: c.name, Row: first, Value: text[first], Want: []string{"texts"}, remedy: fmt.Sprintf("the frame has converted them to numbers, which loses %q; read the column as text, with gota by dataframe.WithTypes and series.String", category)}
		}
	}
	return nil
}

// checkNumerals returns an error for a text column with different texts of the same
// number, such as 007 and 7, or integers from 2⁵³ on.
func (c column) checkNumerals() error {
	if !c.asText {
		return nil
	}
	first := map[float64]int{}
	for i, v := range c.number {
		if c.isMissing(i) || strings.Trim(c.names[i], "0123456789") != "" {
			continue
		}
		j, seen := first[v]
		switch {
		case !seen:
			first[v] = i
		case c.names[i] != c.names[j]:
			return invalid.Reworded(&ValueError{Column: c.name, Row: i, Value: c.names[i]}, "lclass: column %q has the texts %q in row %d and %q in row %d, which are the same number in float64; name the column in Columns.Categorical if they are codes, or else write them in the same way", c.name, c.names[j], j, c.names[i], i)
		}
	}
	return nil
}

// namesInOrder returns the different names of the numbers y in increasing order of
// these, nil if there are more than maxClasses.
func namesInOrder(y []float64, names []string) []string {
	value := map[string]float64{}
	for i, name := range names {
		if value[name] = y[i]; len(value) > maxClasses {
			return nil
		}
	}
	return slices.SortedFunc(maps.Keys(value), func(a, b string) int {
		return cmp.Or(cmp.Compare(value[a], value[b]), cmp.Compare(a, b))
	})
}

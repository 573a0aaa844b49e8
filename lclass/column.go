package lclass

import (
	"fmt"
	"math"
	"slices"
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
	missing    []bool
	fill       bool    // a missing number may be replaced: it is a feature
	mean       float64 // that replaces it, if hasMean
	hasMean    bool
}

func (c column) len() int { return len(c.missing) }

// readColumn decides whether a column holds numbers or texts. Both together
// are an error: most often the text is a mistyped number. Texts of numbers,
// which take a hundred times as long as these, are asked for where they say more.
func (o FrameOptions) readColumn(name string, c Column, isTarget bool) (column, error) {
	col, kind := column{name: name, missing: slices.Clone(c.IsNaN())}, kindOf(c)
	asText := slices.Contains(o.Categorical, name) || o.Categories[name] != nil
	if !asText && (kind == "float" || kind == "int" && !isTarget) {
		col.number = c.Float()
		for i, v := range col.number {
			col.missing[i] = col.missing[i] || math.IsNaN(v)
		}
		return col, nil
	}
	text := c.Records()
	if asText || isBool(text, col.missing) {
		if kind == "float" {
			text = digits(c.Float(), col.missing)
		}
		return col.ofTexts(text), col.keeps(o.Categories[name], kind, text)
	}
	col.number = c.Float()
	switch {
	case kind == "int" || kind == "string":
		col.names = text
	case kind == "" && !isWritten(text, col.number, col.missing):
		col.names = text
	}
	col.asText = kind == "string" || kind == "" && col.names != nil
	number, word, infinite := -1, -1, false
	for i, v := range col.number {
		switch {
		case col.missing[i]:
		case col.asText && math.IsInf(v, 0):
			infinite = true // a number beside others, and else a text
		case !math.IsNaN(v):
			number = i
		case text[i] == "":
			col.missing[i] = true
		case word < 0:
			word = i
		}
	}
	switch {
	case number < 0 && (word >= 0 || infinite):
		return col.ofTexts(text), nil
	case word < 0:
		return col, nil
	}
	return col, fmt.Errorf("lclass: column %q holds numbers, such as %s in row %d, and texts, such as %q in row %d; correct it, or name it in FrameOptions.Categorical if all of it is text",
		name, text[number], number, text[word], word)
}

// ofTexts returns c as a column of texts, in which an empty one is missing.
func (c column) ofTexts(text []string) column {
	c.number, c.names, c.asText, c.text = nil, nil, false, text
	for i, s := range text {
		c.missing[i] = c.missing[i] || s == ""
	}
	return c
}

// isBool reports whether every value that is there reads true or false: frames
// give such columns the numbers 1 and 0, which would lose the names of the
// classes.
func isBool(records []string, missing []bool) bool {
	var any bool
	for i, r := range records {
		switch {
		case missing[i]:
		case r != "true" && r != "false":
			return false
		default:
			any = true
		}
	}
	return any
}

// encode finds the categories of a column of texts, those given for it or those
// that occur, and the category of each text.
func (o FrameOptions) encode(c *column) error {
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
		return &CategoryError{Column: c.name, Row: strange, Value: c.text[strange], Categories: c.categories}
	}
	return nil
}

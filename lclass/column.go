package lclass

import (
	"fmt"
	"math"
	"slices"
)

// column is a column of a frame as numbers or as texts.
type column struct {
	name    string
	number  []float64 // nil for texts
	text    []string  // nil for numbers
	missing []bool
	fill    bool // a missing number may be replaced: it is a feature
}

func (c column) len() int { return len(c.missing) }

// readColumn decides whether a column holds numbers or texts. Both together
// are an error: most often they are a number with a slip of the pen.
func (o FrameOptions) readColumn(name string, c Column) (column, error) {
	col := column{name: name, missing: slices.Clone(c.IsNaN())}
	text := c.Records()
	if slices.Contains(o.Categorical, name) || o.Levels[name] != nil || isBool(text, col.missing) {
		return col.ofTexts(text), nil
	}
	col.number = c.Float()
	number, word := -1, -1
	for i, v := range col.number {
		switch {
		case col.missing[i]:
		case !math.IsNaN(v):
			number = i
		case text[i] == "":
			col.missing[i] = true
		case word < 0:
			word = i
		}
	}
	switch {
	case word < 0:
		return col, nil
	case number < 0:
		return col.ofTexts(text), nil
	}
	return col, fmt.Errorf("lclass: column %q holds numbers, such as %s in row %d, and texts, such as %q in row %d; correct it, or name it in FrameOptions.Categorical if all of it is text",
		name, text[number], number, text[word], word)
}

// ofTexts returns c as a column of texts, in which an empty one is missing.
func (c column) ofTexts(text []string) column {
	c.number, c.text = nil, text
	for i, s := range text {
		c.missing[i] = c.missing[i] || s == ""
	}
	return c
}

// isBool tells whether every value that is there reads true or false: frames
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

// dummies returns one 0/1 column for every level but the first.
func (c column) dummies(levels []string) []column {
	cols := make([]column, 0, len(levels))
	for _, level := range levels[min(1, len(levels)):] {
		dummy := column{name: c.name + "[" + level + "]", number: make([]float64, c.len())}
		for i, text := range c.text {
			if text == level {
				dummy.number[i] = 1
			}
		}
		cols = append(cols, dummy)
	}
	return cols
}

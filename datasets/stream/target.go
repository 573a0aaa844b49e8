package stream

import (
	"errors"
	"math"
	"slices"
	"strconv"

	"linclass/internal/brief"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// mostTexts is the largest number of classes that are texts.
const mostTexts = 1000

// A target collects the values of the column to predict. Unless categories are given, the
// first block decides what they are: numbers, or texts, which are the classes.
type target struct {
	name       string
	categories *categories
	block      int // rows of the first block

	seen  map[string]int32 // texts of the first block, nil if they are no classes
	texts []string         // in the order in which they came
	t     []int32          // index into categories or texts
	y     []float64        // nil if the values are no numbers

	number, word *written // the first number and the first text that is none
	code         error    // why digits would lose something as a number

	first  map[float64]written // of whole numbers, nil when there are too many to be classes
	merged error               // why they are no classes, if they are numbers
}

// A written number is a text of it and its row.
type written struct {
	text string
	row  int
}

func newTarget(name string, categories []string, block int) *target {
	return &target{name: name, categories: newCategories(categories), block: block, seen: map[string]int32{}, first: map[float64]written{}}
}

func (t *target) add(i int, c Cell) error {
	if t.categories != nil {
		category, err := c.category(t.name, i, t.categories)
		t.t = append(t.t, int32(category))
		return err
	}
	if err := c.present(t.name, i); err != nil {
		return err
	}
	if i < t.block {
		t.decide(i, c)
		if i+1 == t.block {
			return t.decided()
		}
		return nil
	}
	if t.y == nil {
		k, known := t.seen[c.text()]
		if !known {
			unknown := &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: t.name, Row: i, Value: c.text(), Want: t.texts}
			return invalid.Reworded(unknown, "column %q, row %d is %q, which does not occur in the first %d rows; their classes are %s; name all classes in Options.Categories, or correct the row", t.name, i, brief.Text(c.text()), t.block, shortList(t.texts))
		}
		t.t = append(t.t, k)
		return nil
	}
	y, err := c.number("target", t.name, i)
	if err == nil {
		err = c.keeps(t.name, i, y)
	}
	if err != nil {
		return err
	}
	t.y = append(t.y, y)
	t.compare(c.text(), i, y)
	return nil
}

// decide takes a value of the first block as a text, and as a number if it is one.
func (t *target) decide(i int, c Cell) {
	text := c.text()
	t.remember(text)
	y, err := c.number("target", t.name, i)
	switch {
	case err != nil && t.word == nil:
		t.word = &written{text, i}
	case err == nil && t.number == nil:
		t.number = &written{text, i}
	}
	if err == nil {
		if lost := c.keeps(t.name, i, y); lost != nil && t.code == nil {
			t.code = lost
		}
		t.compare(text, i, y)
	}
	t.y = append(t.y, y)
}

// decided tells what the values of the first block are.
func (t *target) decided() error {
	switch {
	case t.word != nil && t.number != nil:
		a, b, want := *t.number, *t.word, "numbers"
		if b.row < a.row {
			a, b, want = b, a, "texts"
		}
		kinds := "a number and a text"
		if _, err := decimal(t.word.text); errors.Is(err, strconv.ErrRange) {
			kinds = "of which one is beyond the range of float64"
		}
		mixed := &lclass.ValueError{Err: lclass.ErrKind, Column: t.name, Row: b.row, Value: b.text, Want: []string{want}}
		return invalid.Reworded(mixed, "column %q has %q in row %d and %q in row %d, %s; correct one, or name the classes in Options.Categories", t.name, brief.Text(a.text), a.row, brief.Text(b.text), b.row, kinds)
	case t.word == nil && t.code == nil:
		t.seen, t.texts, t.t = nil, nil, nil
		return nil
	case t.seen == nil && t.word != nil:
		return invalid.Reworded(noNumber(t.name, t.word.row, t.word.text), "column %q, row %d is %q, which is no number, and there are more than %d texts, too many to be classes", t.name, t.word.row, brief.Text(t.word.text), mostTexts)
	case t.seen == nil:
		return t.code
	}
	t.y, t.first = nil, nil
	return nil
}

// compare finds texts that are the same whole number.
func (t *target) compare(text string, i int, y float64) {
	if t.first == nil {
		return
	}
	if y != math.Trunc(y) || len(t.first) > mostTexts {
		t.first = nil
		return
	}
	first, seen := t.first[y]
	if !seen {
		t.first[y] = written{text, i}
	} else if first.text != text && t.merged == nil {
		t.merged = invalid.Reworded(&lclass.ValueError{Column: t.name, Row: i, Value: text}, "column %q has %q in row %d and %q in row %d, which are the same number; name both in Options.Categories if they are two classes, else write them alike", t.name, brief.Text(first.text), first.row, brief.Text(text), i)
	}
}

// keeps reports whether the number y of row i says as much as its text: digits that
// begin with 0, as codes do, or are beyond float64, are a text.
func (c Cell) keeps(column string, i int, y float64) error {
	text := c.text()
	if digits := unsigned(text); c.IsText && len(digits) > 1 && digits[0] == '0' && isDigits(digits) {
		return invalid.Reworded(noNumber(column, i, text), "column %q, row %d is %q, which as a number loses its zeros; leave the zeros out, or name the classes in Options.Categories", column, i, brief.Text(text))
	}
	if c.rounds(y) {
		return rounded(column, i, text, y, "change the unit, or name the classes in Options.Categories")
	}
	return nil
}

// remember numbers the texts, and forgets them all when there are too many to be
// classes.
func (t *target) remember(text string) {
	if t.seen == nil {
		return
	}
	k, known := t.seen[text]
	if !known {
		if len(t.texts) == mostTexts {
			t.seen, t.texts, t.t = nil, nil, nil
			return
		}
		k = int32(len(t.texts))
		t.seen[text] = k
		t.texts = append(t.texts, text)
	}
	t.t = append(t.t, k)
}

// data returns the features with the target, of n rows.
func (t *target) data(x lclass.Blocks) (*lclass.Data, error) {
	if t.categories == nil && x.N < t.block {
		if err := t.decided(); err != nil {
			return nil, err
		}
	}
	if t.categories == nil && t.y != nil {
		if t.first != nil && t.merged != nil {
			return nil, t.merged
		}
		d, err := lclass.RegressionFromMatrix(x, t.y)
		if err != nil {
			return nil, err
		}
		return d.WithTarget(t.name), nil
	}
	var classes []string
	number := make([]int, len(t.texts))
	if t.categories != nil {
		classes = t.categories.names
	} else {
		classes = slices.Sorted(slices.Values(t.texts))
		for k, text := range classes {
			number[t.seen[text]] = k
		}
	}
	index := make([]int, len(t.t))
	for i, k := range t.t {
		index[i] = int(k)
		if t.categories == nil {
			index[i] = number[k]
		}
	}
	t.t = nil
	d, err := lclass.FromMatrix(x, index, classes)
	if err != nil {
		return nil, err
	}
	return d.WithTarget(t.name), nil
}

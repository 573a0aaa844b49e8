package stream

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"linclass/lclass"
)

// mostTexts is the largest number of classes that are texts.
const mostTexts = 1000

// A target collects the values of the column to predict: their levels, if these
// are given, or their texts until there are too many, and their numbers until
// one is none.
type target struct {
	name   string
	levels []string
	seen   map[string]int32
	texts  []string // in the order in which they came
	t      []int32  // index into levels or texts
	y      []float64
	failed error // why they are no numbers

	first  map[float64]written // of whole numbers, nil when there are too many to be classes
	merged error               // why they are no classes, if they are numbers
}

// A written number is a text of it and its row.
type written struct {
	text string
	row  int
}

func newTarget(name string, levels []string) *target {
	return &target{name: name, levels: levels, seen: map[string]int32{}, first: map[float64]written{}}
}

func (t *target) add(i int, c Cell) error {
	if t.levels != nil {
		level, err := c.level(t.name, i, t.levels)
		t.t = append(t.t, int32(level))
		return err
	}
	if t.failed == nil || c.text() == "" {
		y, err := c.number(t.name, i)
		if err == nil {
			err = c.keeps(t.name, i, y)
		}
		if err == nil {
			t.compare(c.text(), i, y)
		}
		if t.y, t.failed = append(t.y, y), err; err != nil {
			t.y = nil
		}
	}
	if t.failed != nil && (c.text() == "" || t.seen == nil) {
		return t.failed
	}
	if t.seen != nil {
		t.remember(c.text())
	}
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
		t.merged = fmt.Errorf("stream: column %q has %q in row %d and %q in row %d, which are the same number; name both in Options.Levels if they are two classes, else write them alike", t.name, first.text, first.row, text, i)
	}
}

// keeps tells whether the number y of row i says as much as its text: digits that
// begin with 0, as codes do, or are beyond float64, are a text.
func (c Cell) keeps(column string, i int, y float64) error {
	if !c.IsText || c.Text == "" || strings.Trim(c.Text, "0123456789") != "" && strings.Trim(c.Text[1:], "0123456789") != "" {
		return nil
	}
	text := strings.TrimLeft(c.Text, "+-")
	if len(text) > 1 && text[0] == '0' {
		return fmt.Errorf("stream: column %q, row %d is %q, which as a number loses its zeros, and there are too many of them to be classes; leave the zeros out", column, i, c.Text)
	}
	if math.Abs(y) >= 1<<53 && strconv.FormatFloat(math.Abs(y), 'f', 0, 64) != text {
		return fmt.Errorf("stream: column %q, row %d is %q, which float64 rounds to %.0f, and there are too many of them to be classes; change the unit", column, i, c.Text, y)
	}
	return nil
}

// remember numbers the texts, and forgets them all when there are too many to be
// classes.
func (t *target) remember(text string) {
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

// data returns the features with the target.
func (t *target) data(x lclass.Blocks) (*lclass.Data, error) {
	if t.levels == nil && t.failed == nil {
		if t.first != nil && t.merged != nil {
			return nil, t.merged
		}
		t.t = nil
		d, err := lclass.RegressionFromMatrix(x, t.y)
		if err != nil {
			return nil, err
		}
		return d.WithTarget(t.name), nil
	}
	classes, number := t.levels, make([]int, len(t.texts))
	if classes == nil {
		order := slices.Clone(t.texts)
		slices.SortFunc(order, cmp.Compare[string])
		for k, text := range order {
			number[t.seen[text]] = k
		}
		classes = order
	}
	index := make([]int, len(t.t))
	for i, k := range t.t {
		index[i] = int(k)
		if t.levels == nil {
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

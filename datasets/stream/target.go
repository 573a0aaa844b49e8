package stream

import (
	"cmp"
	"slices"

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
}

func newTarget(name string, levels []string) *target {
	return &target{name: name, levels: levels, seen: map[string]int32{}}
}

func (t *target) add(i int, c Cell) error {
	if t.levels != nil {
		level, err := c.level(t.name, i, t.levels)
		t.t = append(t.t, int32(level))
		return err
	}
	if t.failed == nil || c.text() == "" {
		y, err := c.number(t.name, i)
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

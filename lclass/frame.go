package lclass

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"linclass/lclass/internal/rows"
)

// A Column is one column of a data frame: its values as numbers (NaN where
// they are none), as texts, and which of them are missing.
type Column interface {
	Len() int
	Float() []float64
	Records() []string
	IsNaN() []bool
}

// A Frame is a table with named columns. gota's dataframe.DataFrame is one as
// it stands.
type Frame[C Column] interface {
	Names() []string
	Col(name string) C
}

// Missing says what to do with a sample that lacks a value.
type Missing int

const (
	// MissingIsError refuses frames with missing values, naming column and row.
	MissingIsError Missing = iota
	// DropMissing leaves out every sample that lacks a value in a used column.
	DropMissing
	// ImputeMean puts the column's mean in place of a missing number. A
	// missing target or a missing text is still an error.
	ImputeMean
)

// FrameOptions says how a frame becomes a Data.
type FrameOptions struct {
	// Missing is the policy for missing values, by default MissingIsError.
	Missing Missing
	// Weight names a column with sample weights, such as counts. If it is
	// empty every sample counts once.
	Weight string
}

// FromFrame takes the target and the features from the named columns of a
// frame. With no features named it takes every column but the target.
//
// A column of numbers is one feature. A column of texts (or true and false)
// with L different levels becomes L−1 columns of 0 and 1, named
// "Sex[male]"; the first level in alphabetical order is the reference and has
// none. Texts as target are classes in alphabetical order; whole numbers are
// classes in increasing order and numbers as well; other numbers can only be
// predicted by regression.
//
// A missing value is a [MissingError] that names column and row; a name that
// the frame does not have is a [ColumnError].
func FromFrame[F Frame[C], C Column](f F, target string, features ...string) (*Data, error) {
	return FromFrameWith(f, FrameOptions{}, target, features...)
}

// FromFrameWith is FromFrame with options.
func FromFrameWith[F Frame[C], C Column](f F, o FrameOptions, target string, features ...string) (*Data, error) {
	// gota has Error on the pointer, whose methods include those of the value.
	if e, ok := any(&f).(interface{ Error() error }); ok && e.Error() != nil {
		return nil, fmt.Errorf("lclass: the frame has an error: %w", e.Error())
	}
	names := f.Names()
	if len(features) == 0 {
		for _, name := range names {
			if name != target && name != o.Weight {
				features = append(features, name)
			}
		}
	}
	used := append([]string{target}, features...)
	if o.Weight != "" {
		used = append(used, o.Weight)
	}
	columns := make([]column, len(used))
	for i, name := range used {
		if !slices.Contains(names, name) {
			return nil, &ColumnError{Column: name, Have: names}
		}
		if slices.Contains(used[:i], name) {
			return nil, fmt.Errorf("lclass: column %q is named twice", name)
		}
		columns[i] = readColumn(name, f.Col(name))
	}
	if err := o.resolveMissing(columns); err != nil {
		return nil, err
	}
	return assemble(columns[0], columns[1:1+len(features)], columns[1+len(features):])
}

type column struct {
	name    string
	number  []float64 // nil for a column of texts
	text    []string
	missing []bool
}

func readColumn(name string, c Column) column {
	col := column{name: name, number: c.Float(), missing: slices.Clone(c.IsNaN())}
	for i, v := range col.number {
		if v != v && !col.missing[i] {
			// A value that is there but no number: the column holds texts.
			col.number, col.text = nil, c.Records()
			return col
		}
	}
	if isBool(c.Records(), col.missing) {
		col.number, col.text = nil, c.Records()
	}
	return col
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

// resolveMissing applies the policy to all columns in place. The first is the
// target.
func (o FrameOptions) resolveMissing(columns []column) error {
	if o.Missing == DropMissing {
		keep := make([]int, 0, len(columns[0].missing))
		for i := range columns[0].missing {
			if !slices.ContainsFunc(columns, func(c column) bool { return c.missing[i] }) {
				keep = append(keep, i)
			}
		}
		for j := range columns {
			c := &columns[j]
			c.number, c.text, c.missing = pick(c.number, keep), pick(c.text, keep), pick(c.missing, keep)
		}
		return nil
	}
	for j := range columns {
		c := &columns[j]
		first := slices.Index(c.missing, true)
		if first < 0 {
			continue
		}
		if o.Missing == ImputeMean && j > 0 && c.number != nil && c.name != o.Weight && slices.Contains(c.missing, false) {
			c.impute()
			continue
		}
		var count int
		for _, m := range c.missing {
			if m {
				count++
			}
		}
		return &MissingError{Column: c.name, Row: first, Count: count}
	}
	return nil
}

// impute changes a copy: the numbers may be the frame's own.
func (c *column) impute() {
	c.number = slices.Clone(c.number)
	var sum, n float64
	for i, v := range c.number {
		if !c.missing[i] {
			sum += v
			n++
		}
	}
	for i := range c.number {
		if c.missing[i] {
			c.number[i] = sum / n
		}
	}
}

// dummies returns one 0/1 column for every level of c but the first.
func (c column) dummies() []column {
	levels := slices.Clone(c.text)
	slices.Sort(levels)
	levels = slices.Compact(levels)
	cols := make([]column, 0, len(levels))
	for _, level := range levels[min(1, len(levels)):] {
		dummy := column{name: c.name + "[" + level + "]", number: make([]float64, len(c.text))}
		for i, text := range c.text {
			if text == level {
				dummy.number[i] = 1
			}
		}
		cols = append(cols, dummy)
	}
	return cols
}

func assemble(target column, features, weight []column) (*Data, error) {
	var numeric []column
	for _, c := range features {
		if c.number == nil {
			numeric = append(numeric, c.dummies()...)
		} else {
			numeric = append(numeric, c)
		}
	}
	n, p := len(target.missing), len(numeric)
	if n == 0 {
		return nil, ErrNoSamples
	}
	values := make([]float64, n*p)
	data := &Data{target: target.name}
	for j, c := range numeric {
		data.features = append(data.features, c.name)
		for i, v := range c.number {
			values[i*p+j] = v
		}
	}
	data.x = rows.NewDense(n, p, values)
	if err := data.checkFinite(); err != nil {
		return nil, err
	}
	if target.number == nil {
		data.setLabels(target.text)
	} else if err := data.setNumbers(target.number); err != nil {
		return nil, err
	}
	if len(weight) == 0 {
		return data, nil
	}
	if weight[0].number == nil {
		return nil, fmt.Errorf("lclass: weight column %q holds %q; weights are numbers", weight[0].name, cmp.Or(strings.TrimSpace(weight[0].text[0]), " "))
	}
	return data.WithWeight(weight[0].number)
}

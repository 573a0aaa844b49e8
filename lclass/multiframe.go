package lclass

import (
	"errors"
	"fmt"
	"slices"
)

// MultiFromFrame takes the K labels and the features from the named columns of
// a frame. A column of labels holds 0 and 1, or false and true. With no
// features named it takes every column but the labels. The features become
// columns as in [FromFrame].
func MultiFromFrame[F Frame[C], C Column](f F, labels []string, features ...string) (*MultiData, error) {
	return MultiFromFrameWith(f, FrameOptions{}, labels, features...)
}

// MultiFromFrameWith is MultiFromFrame with options. ImputeMean does not fill
// missing labels.
func MultiFromFrameWith[F Frame[C], C Column](f F, o FrameOptions, labels []string, features ...string) (*MultiData, error) {
	if len(labels) == 0 {
		return nil, errNoLabels
	}
	columns, err := readFrame(f, o, labels, features)
	if err != nil {
		return nil, err
	}
	t := make([][]int, len(labels))
	for k, c := range columns[:len(labels)] {
		if t[k], err = c.zeroOne(); err != nil {
			return nil, err
		}
	}
	rest := columns[len(labels):]
	if len(rest) == 0 {
		return nil, errors.New("lclass: all columns are labels; none is left for a feature")
	}
	d, err := o.assemble(rest, "")
	if err != nil {
		return nil, err
	}
	return d.withLabels(t, d.N(), labels)
}

// readFrame reads the targets, the features, by default all other columns, and
// the weight, and resolves what is missing.
func readFrame[F Frame[C], C Column](f F, o FrameOptions, targets, features []string) ([]column, error) {
	// gota has Error on the pointer, whose methods include those of the value.
	if e, ok := any(&f).(interface{ Error() error }); ok && e.Error() != nil {
		return nil, fmt.Errorf("lclass: the frame has an error: %w", e.Error())
	}
	names := f.Names()
	if len(features) == 0 {
		for _, name := range names {
			if !slices.Contains(targets, name) && name != o.Weight {
				features = append(features, name)
			}
		}
	}
	used := slices.Concat(targets, features)
	if o.Weight != "" {
		used = append(used, o.Weight)
	}
	for _, name := range slices.Concat(o.Categorical, used) {
		if !slices.Contains(names, name) {
			return nil, &ColumnError{Column: name, Have: names}
		}
	}
	columns := make([]column, len(used))
	for i, name := range used {
		if slices.Contains(used[:i], name) {
			return nil, fmt.Errorf("lclass: column %q is used twice, as feature, target or weight", name)
		}
		var err error
		if columns[i], err = o.readColumn(name, f.Col(name)); err != nil {
			return nil, err
		}
		columns[i].fill = !slices.Contains(targets, name) && name != o.Weight
	}
	return columns, o.Missing.resolve(columns)
}

// zeroOne returns a column of labels.
func (c column) zeroOne() ([]int, error) {
	t := make([]int, c.len())
	for i := range t {
		var value any
		if c.text != nil {
			value = c.text[i]
		} else {
			value = c.number[i]
		}
		switch value {
		case 0., "false":
		case 1., "true":
			t[i] = 1
		default:
			return nil, fmt.Errorf("lclass: label column %q, row %d is %v; labels are 0 and 1, or false and true", c.name, i, value)
		}
	}
	return t, nil
}

package lclass

import (
	"errors"
	"fmt"
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
	return multiFromFrame(untyped(f), o, labels, features)
}

func multiFromFrame(f frame, o FrameOptions, labels, features []string) (*MultiData, error) {
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

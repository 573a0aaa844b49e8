package lclass

import (
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// FromSets returns data with the n×d features x and the set of labels of each sample,
// such as {"cat", "dog"}, which may be empty (Chemnitz section 5). If labels are named,
// others are [ErrUnknownCategory]. Otherwise the labels are those that occur, in
// alphabetical order. FromSets copies x as [FromMatrix] does. Features are named x1 … xd.
func FromSets(x mat.Matrix, sets [][]string, labels ...string) (*Data, error) {
	if len(labels) == 0 {
		labels = distinct(slices.Concat(sets...))
	}
	t := newLabels(len(labels), len(sets))
	for i, set := range sets {
		for _, label := range set {
			k := slices.Index(labels, label)
			if k < 0 {
				return nil, &ValueError{Err: ErrUnknownCategory, Column: labelsTarget, Row: i, Value: label, Want: slices.Clone(labels)}
			}
			t[k][i] = 1
		}
	}
	d, err := withoutTarget(x)
	if err != nil {
		return nil, err
	}
	return d.withLabels(t, len(sets), labels)
}

// WithLabels returns the features and weights of d with the target given by the n×K
// matrix t, 1 if a sample has the label and 0 otherwise. It returns an error if t has
// another value or another number of rows or columns, or if a label is empty or repeated.
func (d *Data) WithLabels(t mat.Matrix, labels []string) (*Data, error) {
	if isNil(t) {
		return nil, badSetting("matrix of labels", nil, "give a matrix of 0 and 1")
	}
	n, k := t.Dims()
	if k != len(labels) {
		return nil, badLength("names", len(labels), "columns of labels", k)
	}
	columns := newLabels(k, n)
	for i := range n {
		for c := range k {
			switch v := t.At(i, c); v {
			case 0:
			case 1:
				columns[c][i] = 1
			default:
				return nil, &ValueError{Column: labels[c], Row: i, Value: fmt.Sprint(v), remedy: "labels must be 0 or 1"}
			}
		}
	}
	return d.withLabels(columns, n, labels)
}

var errNoLabels = errors.New("lclass: there are no labels; name one or more")

// labelsTarget is what the labels together are called, as the target of a
// model and the column of an error.
const labelsTarget = "labels"

func newLabels(k, n int) [][]int {
	t := make([][]int, k)
	for c := range t {
		t[c] = make([]int, n)
	}
	return t
}

// withLabels keeps t, K columns of n.
func (d *Data) withLabels(t [][]int, n int, labels []string) (*Data, error) {
	if d.orNone() == noData {
		return nil, errNoData
	}
	if n != d.N() {
		return nil, badLength("rows of labels", n, "samples", d.N())
	}
	if len(labels) == 0 {
		return nil, errNoLabels
	}
	if err := checkNames("label", labels); err != nil {
		return nil, err
	}
	out := *d
	out.target, out.t, out.y = labelsTarget, nil, nil
	out.classes, out.labels = slices.Clone(labels), t
	return &out, nil
}

// Labels returns the n×K matrix of labels, 1 if a sample has the label and 0 otherwise,
// in the order of [Data.Classes]. It is nil if the target is not a set of labels.
func (d *Data) Labels() *mat.Dense {
	d = d.orNone()
	if d.labels == nil {
		return nil
	}
	if d.N() == 0 {
		return &mat.Dense{}
	}
	t := mat.NewDense(d.N(), d.K(), nil)
	for k, column := range d.labels {
		for i, v := range column {
			t.Set(i, k, float64(v))
		}
	}
	return t
}

// Sets returns the names of the labels of each sample, in the order of [Data.Classes]; a
// sample may have none. It is nil if the target is not a set of labels.
func (d *Data) Sets() [][]string {
	d = d.orNone()
	if d.labels == nil {
		return nil
	}
	sets := make([][]string, d.N())
	for k, label := range d.classes {
		for i, v := range d.labels[k] {
			if v == 1 {
				sets[i] = append(sets[i], label)
			}
		}
	}
	return sets
}

// SelectLabels returns the data with only the named labels, in that order. It returns an
// error if none is named, if a label does not exist, or if the target is not a set of
// labels.
func (d *Data) SelectLabels(labels ...string) (*Data, error) {
	if d.orNone() == noData {
		return nil, errNoData
	}
	if d.labels == nil {
		return nil, d.notLabels()
	}
	t := make([][]int, len(labels))
	for c, name := range labels {
		k := slices.Index(d.classes, name)
		if k < 0 {
			return nil, d.noClass(name)
		}
		t[c] = d.labels[k]
	}
	return d.withLabels(t, d.N(), labels)
}

// label returns the two-class problem of label k alone.
func (d *Data) label(k int) *Data {
	one := *d
	one.target, one.t, one.classes, one.labels = d.classes[k], d.labels[k], labelClasses(d.classes[k]), nil
	return &one
}

// labelClasses are the two classes of a label, or of a class against the rest.
func labelClasses(label string) []string { return []string{"not " + label, label} }

// checkLabels reports whether there are samples with sets of labels.
func (d *Data) checkLabels() error {
	if err := d.check(); err != nil {
		return err
	}
	if d.labels == nil {
		return d.notLabels()
	}
	return nil
}

func (d *Data) notLabels() error {
	switch {
	case d.t == nil && d.y == nil:
		return errNoTarget
	case d.t == nil:
		return badTarget(d.target, "sets of labels", "is a number, not sets of labels; see FromSets and Data.WithLabels")
	}
	return badTarget(d.target, "sets of labels", "has one class for each sample, not sets of labels; use Softmax, or see FromSets and Data.WithLabels")
}

// readLabels makes labels of columns of a frame.
func readLabels(columns []column) ([][]int, error) {
	t := newLabels(len(columns), columns[0].len())
	for k, c := range columns {
		for i := range t[k] {
			var value any
			if c.text != nil {
				value = c.text[i]
			} else {
				value = c.number[i]
			}
			switch value {
			case 0., "false":
			case 1., "true":
				t[k][i] = 1
			default:
				return nil, &ValueError{Err: ErrKind, Column: c.name, Row: i, Value: fmt.Sprint(value), Want: []string{"labels"}, remedy: "write 0 and 1, or false and true"}
			}
		}
	}
	return t, nil
}

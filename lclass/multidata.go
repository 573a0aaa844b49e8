package lclass

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// MultiData is n samples with d features each and K labels, of which a sample
// has any number, none included: t = (1, 1, 0, 0, 0) is a cat and a dog
// (Chemnitz section 5). It is immutable. Nil and the zero value have no samples
// and no labels.
type MultiData struct {
	data   *Data // features and weights, no target
	labels []string
	t      [][]int // K of n: 1 where a sample has the label
}

// MultiFromMatrix returns the n×d features x with the n×K labels t, 1 where a
// sample has the label and 0 elsewhere, of the given names. It copies t, and x
// as [FromMatrix] does. Features are called x1 … xd.
func MultiFromMatrix(x, t mat.Matrix, labels []string) (*MultiData, error) {
	d, err := withoutTarget(x)
	if err != nil {
		return nil, err
	}
	return d.WithLabels(t, labels)
}

// MultiFromSets returns the n×d features x with the set of labels of each
// sample. The K labels are those named, and another one is a [CategoryError], or,
// with none named, those that occur, in alphabetical order.
func MultiFromSets(x mat.Matrix, sets [][]string, labels ...string) (*MultiData, error) {
	if len(labels) == 0 {
		labels = distinct(slices.Concat(sets...))
	}
	t := newLabels(len(labels), len(sets))
	for i, set := range sets {
		for _, label := range set {
			k := slices.Index(labels, label)
			if k < 0 {
				return nil, &CategoryError{Column: labelsTarget, Row: i, Value: label, Categories: slices.Clone(labels)}
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

// WithLabels returns the features and weights of d with the n×K labels t of
// the given names in place of its target: for [FromBytes], for data that are
// standardised or weighted, and for other names of features.
func (d *Data) WithLabels(t mat.Matrix, labels []string) (*MultiData, error) {
	if isNil(t) {
		return nil, errors.New("lclass: the matrix of labels is nil")
	}
	n, k := t.Dims()
	if k != len(labels) {
		return nil, fmt.Errorf("lclass: %d names for %d columns of labels", len(labels), k)
	}
	columns := newLabels(k, n)
	for i := range n {
		for c := range k {
			switch v := t.At(i, c); v {
			case 0:
			case 1:
				columns[c][i] = 1
			default:
				return nil, fmt.Errorf("lclass: label %q of sample %d is %v; it must be 0 or 1", labels[c], i, v)
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
func (d *Data) withLabels(t [][]int, n int, labels []string) (*MultiData, error) {
	if d.orNone() == noData {
		return nil, errNoData
	}
	if n != d.N() {
		return nil, fmt.Errorf("lclass: labels of %d samples for %d samples", n, d.N())
	}
	if len(labels) == 0 {
		return nil, errNoLabels
	}
	if err := checkNames("label", labels); err != nil {
		return nil, err
	}
	features := *d
	features.target, features.t, features.classes, features.y = "", nil, nil, nil
	return &MultiData{data: &features, labels: slices.Clone(labels), t: t}, nil
}

// noMultiData is what nil and the zero value stand for.
var noMultiData = &MultiData{data: noData}

func (d *MultiData) orNone() *MultiData {
	if d == nil || d.data == nil {
		return noMultiData
	}
	return d
}

// check reports whether there are samples.
func (d *MultiData) check() error { return d.orNone().data.check() }

// N returns the number of samples.
func (d *MultiData) N() int { return d.Data().N() }

// D returns the number of features.
func (d *MultiData) D() int { return d.Data().D() }

// K returns the number of labels.
func (d *MultiData) K() int { return len(d.orNone().labels) }

// Labels returns the names of the K labels.
func (d *MultiData) Labels() []string { return slices.Clone(d.orNone().labels) }

// Data returns the features and the weights without a target, for methods such
// as [Model.Proba].
func (d *MultiData) Data() *Data { return d.orNone().data }

// T returns the n×K labels, 1 where a sample has the label and 0 elsewhere,
// empty if there are no samples.
func (d *MultiData) T() *mat.Dense {
	if d.N() == 0 {
		return &mat.Dense{}
	}
	t := mat.NewDense(d.N(), d.K(), nil)
	for k, column := range d.t {
		for i, v := range column {
			t.Set(i, k, float64(v))
		}
	}
	return t
}

// Sets returns the names of the labels of each sample in the order of Labels,
// nil for a sample without any.
func (d *MultiData) Sets() [][]string {
	d = d.orNone()
	sets := make([][]string, d.N())
	for k, label := range d.labels {
		for i, v := range d.t[k] {
			if v == 1 {
				sets[i] = append(sets[i], label)
			}
		}
	}
	return sets
}

// Label returns the two-class problem of one label alone, "not cat" or "cat",
// for any binary learner.
func (d *MultiData) Label(name string) (*Data, error) {
	d = d.orNone()
	k := slices.Index(d.labels, name)
	if k < 0 {
		return nil, d.noLabel(name)
	}
	return d.label(k), nil
}

func (d *MultiData) noLabel(name string) error {
	return fmt.Errorf("lclass: there is no label %q; the data have %s", name, abbreviate(d.labels))
}

func (d *MultiData) label(k int) *Data {
	one := *d.data
	one.target, one.t, one.classes = d.labels[k], d.t[k], labelClasses(d.labels[k])
	return &one
}

// labelClasses are the two classes of a label.
func labelClasses(label string) []string { return []string{"not " + label, label} }

// Select returns the data with the named labels alone, in that order.
func (d *MultiData) Select(labels ...string) (*MultiData, error) {
	d = d.orNone()
	t := make([][]int, len(labels))
	for c, name := range labels {
		k := slices.Index(d.labels, name)
		if k < 0 {
			return nil, d.noLabel(name)
		}
		t[c] = d.t[k]
	}
	return d.data.withLabels(t, d.N(), labels)
}

// Subset returns the samples with the given numbers, in that order. It panics
// if a number is not below n.
func (d *MultiData) Subset(index []int) *MultiData {
	d = d.orNone()
	s := &MultiData{data: d.data.Subset(index), labels: d.labels, t: make([][]int, d.K())}
	for k, column := range d.t {
		s.t[k] = pick(column, index)
	}
	return s
}

// WithContext returns the data with a context, as [Data.WithContext].
func (d *MultiData) WithContext(ctx context.Context) *MultiData {
	d = d.orNone()
	return &MultiData{data: d.data.WithContext(ctx), labels: d.labels, t: d.t}
}

// Err is as [Data.Err].
func (d *MultiData) Err() error { return d.Data().Err() }

// String returns one line such as
//
//	5 samples, 2 features, labels: 3 × cat, 2 × dog
func (d MultiData) String() string {
	count := make([]string, 0, 10)
	for k, label := range d.labels[:min(10, d.K())] {
		var n int
		for _, v := range d.t[k] {
			n += v
		}
		count = append(count, fmt.Sprintf("%d × %s", n, label))
	}
	line := fmt.Sprintf("%d samples, %d features, labels: %s", d.N(), d.D(), strings.Join(count, ", "))
	if d.K() > 10 {
		line += fmt.Sprintf(" … of %d labels", d.K())
	}
	return line + d.Data().printWeight()
}

// MarshalJSON is an error, as for [Data].
func (d MultiData) MarshalJSON() ([]byte, error) { return Data{}.MarshalJSON() }

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

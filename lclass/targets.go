package lclass

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// PlusMinus returns the target as −1 for the first and +1 for the second of two classes
// (Chemnitz section 1, Dongguk 2.3). It returns an error unless there are two classes and
// both occur.
func (d *Data) PlusMinus() ([]float64, error) { return d.code(-1, 1) }

// ZeroOne returns the target as 0 for the first and 1 for the second of two classes
// (KMITL, Dongguk 3.1). It returns an error unless there are two classes and both occur.
func (d *Data) ZeroOne() ([]float64, error) { return d.code(0, 1) }

func (d *Data) code(negative, positive float64) ([]float64, error) {
	if err := d.checkTwoClasses(); err != nil {
		return nil, err
	}
	return pick([]float64{negative, positive}, d.t), nil
}

// OneHot returns the n×K matrix with 1 in the column of each sample's class and 0
// elsewhere (Chemnitz section 4, Dongguk 2.2). It returns an error unless at least two
// classes occur.
func (d *Data) OneHot() (*mat.Dense, error) {
	if err := d.checkClasses(); err != nil {
		return nil, err
	}
	return mat.NewDense(d.N(), d.K(), d.oneHot()), nil
}

func (d *Data) oneHot() []float64 {
	t := make([]float64, d.N()*d.K())
	for i, class := range d.t {
		t[i*d.K()+class] = 1
	}
	return t
}

// checkTarget returns an error unless there are samples with a target.
func (d *Data) checkTarget() error {
	if err := d.check(); err != nil {
		return err
	}
	if d.t == nil && d.y == nil && d.labels == nil {
		return errNoTarget
	}
	return nil
}

var errSets = errors.New("lclass: the target holds sets of labels; use MultiLabel, or choose one label with Data.Positive")

// checkIsClass returns an error unless the target has classes.
func (d *Data) checkIsClass() error {
	if err := d.checkTarget(); err != nil {
		return err
	}
	if d.t != nil {
		return nil
	}
	if d.labels != nil {
		return errSets
	}
	for i, v := range d.y {
		if v == math.Trunc(v) && math.Abs(v) >= wholeLimit {
			return badTarget(d.target, "classes", "of sample %d is %.0f, which cannot be a class, because float64 does not represent all integers from 2⁵³ on; read the column as text, with gota by dataframe.WithTypes and series.String", i, v)
		}
	}
	return badTarget(d.target, "classes", "is a measured number, not a class; classes are texts, true/false or integers")
}

// checkClasses returns an error unless there are samples and at least two classes occur.
func (d *Data) checkClasses() error {
	if err := d.checkIsClass(); err != nil {
		return err
	}
	if d.partial {
		return nil
	}
	first := -1
	for i, class := range d.t {
		switch {
		case !d.counts(i):
		case first < 0:
			first = class
		case class != first:
			return nil
		}
	}
	if first < 0 {
		return errNoWeight
	}
	return fmt.Errorf("%w: every sample of target %q is %q", ErrOneClass, d.target, d.classes[first])
}

// absent returns the classes without a sample of positive weight.
func (d *Data) absent() []string {
	occurs := make([]bool, d.K())
	for i, class := range d.t {
		occurs[class] = occurs[class] || d.counts(i)
	}
	if d.elsewhere != nil {
		for class := range occurs {
			occurs[class] = class < len(d.elsewhere.Classes) && d.elsewhere.Classes[class] > 0
		}
	}
	var absent []string
	for class, there := range occurs {
		if !there {
			absent = append(absent, d.classes[class])
		}
	}
	return absent
}

func (d *Data) checkTwoClasses() error {
	if err := d.checkClasses(); err != nil {
		return err
	}
	if d.K() != 2 {
		return badTarget(d.target, "two classes", "has %d classes %s; choose one with Data.Positive, put the learner into OneVsRest, or use Softmax%s", d.K(), abbreviate(d.classes), d.withoutEmpty())
	}
	return nil
}

// setNumbers makes y the target. Whole numbers, up to maxClasses different
// ones, are classes as well, in increasing order, of the names that the frame has
// for them: 007 and 7 are two. Without names of a frame they are called by their
// digits, if all are below 2⁵³.
func (d *Data) setNumbers(y []float64, names []string) error {
	if err := checkFinite(d.target, y, ""); err != nil {
		return err
	}
	d.y = slices.Clone(y)
	if slices.ContainsFunc(y, func(v float64) bool { return v != math.Trunc(v) }) {
		return nil
	}
	if names != nil {
		if d.classes = namesInOrder(y, names); d.classes != nil {
			d.t, _ = encode(names, d.classes)
		}
		return nil
	}
	values := distinct(y)
	large := func(v float64) bool { return math.Abs(v) >= wholeLimit }
	if len(values) <= maxClasses && !slices.ContainsFunc(values, large) {
		d.setWhole(values)
	}
	return nil
}

const maxClasses = 1000

// setWhole makes classes of the numbers of the target, given its values.
func (d *Data) setWhole(values []float64) {
	d.t = make([]int, len(d.y))
	for i, v := range d.y {
		d.t[i], _ = slices.BinarySearch(values, v)
	}
	d.classes = transform(values, digitsOf)
}

// FromLabels returns data with the n×d features x and the class name of each sample. The
// classes are those that occur: texts in alphabetical order; integers in increasing
// order, with a numeric target as well (see [Data.Y]); or false and true, always both.
// The second of two classes is the positive one; [Data.Positive] chooses the other.
//
// It copies x as [FromMatrix] does. It returns an error unless there are n labels, or if
// a label is an empty text or an integer beyond 2⁵³, or a value of x is NaN or infinite.
func FromLabels[L ~string | ~int | ~bool](x mat.Matrix, labels []L) (*Data, error) {
	d, err := withoutTarget(x)
	if err != nil {
		return nil, err
	}
	if len(labels) != d.N() {
		return nil, badLength("labels", len(labels), "samples", d.N())
	}
	texts := make([]string, len(labels))
	values := reflect.ValueOf(labels)
	switch reflect.TypeFor[L]().Kind() {
	case reflect.Int:
		d.y = make([]float64, len(labels))
		for i := range d.y {
			v := values.Index(i).Int()
			d.y[i] = float64(v)
			if v < -wholeLimit || v > wholeLimit {
				return nil, &nameError{strconv.FormatInt(v, 10), fmt.Sprintf("label of sample %d is %d, but float64 does not represent all integers beyond 2⁵³; pass the labels as texts", i, v)}
			}
		}
		d.setWhole(distinct(d.y))
		return d, nil
	case reflect.Bool:
		for i := range texts {
			texts[i] = strconv.FormatBool(values.Index(i).Bool())
		}
		d.classes = slices.Clone(truth)
	default:
		for i := range texts {
			if texts[i] = values.Index(i).String(); texts[i] == "" {
				return nil, &nameError{text: fmt.Sprintf("label of sample %d is an empty text; leave the sample out or name its class", i)}
			}
		}
		d.classes = distinct(texts)
	}
	d.t, _ = encode(texts, d.classes)
	return d, nil
}

// truth are the two classes, or categories, of truth values.
var truth = []string{"false", "true"}

// encode returns each text as its index into categories, and the first text that is
// none of them, −1 if there is none.
func encode(texts, categories []string) (code []int, strange int) {
	number := numbered(categories)
	code = make([]int, len(texts))
	for i, text := range texts {
		k, known := number[text]
		if !known {
			return nil, i
		}
		code[i] = k
	}
	return code, -1
}

// DropEmptyClasses returns the data without classes that have no samples of positive
// weight, for example after [Data.Subset]. Samples of weight 0 in such classes are
// dropped too. The other classes keep their order, and numeric targets keep their values.
func (d *Data) DropEmptyClasses() *Data {
	d = d.orNone()
	absent := d.absent()
	if absent == nil {
		return d
	}
	number := make([]int, d.K())
	var classes []string
	for k, class := range d.classes {
		number[k] = len(classes)
		if slices.Contains(absent, class) {
			number[k] = -1
			continue
		}
		classes = append(classes, class)
	}
	out := d.Subset(indices(len(d.t), func(i int) bool { return number[d.t[i]] >= 0 }))
	out.classes = classes
	for i, k := range out.t {
		out.t[i] = number[k]
	}
	return out
}

// withoutEmpty is the remedy, for a message, against classes without samples;
// empty if there are none.
func (d *Data) withoutEmpty() string {
	absent := d.absent()
	if absent == nil {
		return ""
	}
	return fmt.Sprintf("; %s have no samples: leave them out with Data.DropEmptyClasses", abbreviate(absent))
}

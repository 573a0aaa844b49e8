package lclass

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// Data is n samples with d features each and a target: a class, a number, an integer that
// can serve as both, or a set of labels. It is immutable: methods return a new Data. Nil
// and the zero value have no samples and no features; learners return [ErrNoSamples] for
// them.
//
// Features are float64 values. They are stored sparse if most are 0: the bytes of images
// from [FromReader], [SparseFromRows], text columns with many categories from
// [FromFrame]. Features that do not fit into memory are [Blocks]. Learners give the same
// results for every kind of storage.
//
// Raw data, read with Columns.Raw, may have text features, whose values are category
// indices, and missing values, which are NaN. A [Pipeline] prepares them; learners return
// an error for them.
type Data struct {
	x        rows.Rows
	features []string
	roles    []role // of each feature, nil if all are numbers
	gaps     bool   // a feature may be NaN: the value is missing
	target   string
	t        []int           // class of each sample, nil if the target is no class
	classes  []string        // names of the classes, or of the labels
	labels   [][]int         // of each label 1 for the samples that have it; nil if the target is no set
	y        []float64       // numeric target, nil if the target is no number
	weight   []float64       // nil: 1 each
	plain    []float64       // weights without those of the classes; nil if there are none
	offset   []float64       // added to the score of each sample; nil if there is none
	frame    Columns         // how to read other frames like the one of these data
	ctx      context.Context // nil: never done

	path      *solve.Path          // the fits for other λ that they share, nil for none
	elsewhere *objective.Elsewhere // where the samples of a fit are, nil for here
	through   *Prepared            // what those samples go through there
	seen      *seen                // what is known of them
	partial   bool                 // only a part of the samples, in which classes may be missing
}

// noData is what nil and the zero value stand for.
var noData = &Data{x: rows.NewDense(0, 0, nil)}

func (d *Data) orNone() *Data {
	if d == nil || d.x == nil {
		return noData
	}
	return d
}

// check reports whether there are samples.
func (d *Data) check() error {
	switch {
	case d.orNone() == noData:
		return errNoData
	case d.N() == 0 && !d.partial:
		return ErrNoSamples
	}
	return nil
}

// N returns the number of samples.
func (d *Data) N() int { n, _ := d.orNone().x.Dims(); return n }

// D returns the number of features.
func (d *Data) D() int { _, n := d.orNone().x.Dims(); return n }

// K returns the number of classes or labels, 0 if the target is a number.
func (d *Data) K() int { return len(d.orNone().classes) }

// Features returns the names of the d features.
func (d *Data) Features() []string { return slices.Clone(d.orNone().features) }

// Classes returns the names of the classes or labels, nil if the target is a number. The
// second of two classes is the positive one.
func (d *Data) Classes() []string { return slices.Clone(d.orNone().classes) }

// Categories returns the categories of the text columns, the reference first, and the
// classes of a text target, in the form of Columns.Categories.
func (d *Data) Categories() map[string][]string {
	d = d.orNone()
	categories := d.frame.clone().Categories
	for j, r := range d.roles {
		if r.categories != nil {
			categories[d.features[j]] = slices.Clone(r.categories)
		}
	}
	return categories
}

// Target returns the name of the target.
func (d *Data) Target() string { return d.orNone().target }

// T returns the class of each sample as an index into Classes, nil if the target has no
// classes.
func (d *Data) T() []int { return slices.Clone(d.orNone().t) }

// Y returns the target of each sample as a number, nil if it is not numeric.
func (d *Data) Y() []float64 { return slices.Clone(d.orNone().y) }

// Weight returns the weights of the samples in a fit, times those of their classes, nil if
// none are set and every sample counts 1.
func (d *Data) Weight() []float64 { return slices.Clone(d.orNone().weight) }

// Offset returns the offset of each sample, nil if there are none.
func (d *Data) Offset() []float64 { return slices.Clone(d.orNone().offset) }

// At returns feature j of sample i. It panics if i or j is out of range.
func (d *Data) At(i, j int) float64 {
	checkIndex("At", "sample", i, d.N())
	checkIndex("At", "feature", j, d.D())
	return d.x.At(i, j)
}

// Row returns a copy of the d features of sample i. It panics if i is out of range.
func (d *Data) Row(i int) []float64 {
	checkIndex("Row", "sample", i, d.N())
	x := make([]float64, d.D())
	d.x.Row(x, i)
	return x
}

// Column returns a copy of feature j of all n samples. It panics if j is out of range.
func (d *Data) Column(j int) []float64 {
	checkIndex("Column", "feature", j, d.D())
	x := make([]float64, d.N())
	for i := range x {
		x[i] = d.x.At(i, j)
	}
	return x
}

// checkIndex panics unless 0 ≤ i < n.
func checkIndex(method, what string, i, n int) {
	switch {
	case n == 0:
		panic(fmt.Sprintf("lclass: %s: %s %d does not exist; there are none", method, what, i))
	case i < 0 || i >= n:
		panic(fmt.Sprintf("lclass: %s: %s %d does not exist; valid numbers are 0 to %d", method, what, i, n-1))
	}
}

// Rows iterates over the samples: the index of each and its d features. The slice is
// reused for the next sample.
func (d *Data) Rows() iter.Seq2[int, []float64] {
	return func(yield func(int, []float64) bool) {
		x := make([]float64, d.D())
		for i := range d.N() {
			d.x.Row(x, i)
			if !yield(i, x) {
				return
			}
		}
	}
}

// NonZero iterates over the features of sample i that are not 0, in increasing order: the
// index of each and its value. It takes little time where most are 0. It panics if i is
// out of range.
func (d *Data) NonZero(i int) iter.Seq2[int, float64] {
	checkIndex("NonZero", "sample", i, d.N())
	return func(yield func(int, float64) bool) { rows.Entries(d.x, i, yield) }
}

// Matrix returns a copy of the features as an n×d matrix, empty if there are
// no samples or no features.
func (d *Data) Matrix() *mat.Dense {
	if d.N() == 0 || d.D() == 0 {
		return &mat.Dense{}
	}
	m := mat.NewDense(d.N(), d.D(), nil)
	for i := range d.N() {
		d.x.Row(m.RawRowView(i), i)
	}
	return m
}

// Subset returns the samples with the given indices, in that order. Classes without
// samples keep their number; see [Data.DropEmptyClasses]. Subset panics if an index is
// out of range.
func (d *Data) Subset(index []int) *Data {
	for _, i := range index {
		checkIndex("Subset", "sample", i, d.N())
	}
	d = d.orNone()
	s := *d
	s.x = d.x.Subset(index)
	s.t = pick(d.t, index)
	s.y = pick(d.y, index)
	s.labels = pickAll(d.labels, index)
	s.weight = pick(d.weight, index)
	s.plain = pick(d.plain, index)
	s.offset = pick(d.offset, index)
	return &s
}

// WithOffset returns the data with an offset oᵢ for each sample in place of any earlier
// ones; nil removes them. An offset is a known part of the score,
//
//	zᵢ = w·xᵢ + b + oᵢ
//
// such as the log-odds of another model, or R's offset. [Logistic], [LinearRegression]
// and [Firth] support it. A model fitted with offsets also adds them when it predicts:
// see Model.Offset.
//
// Other learners return an error: Softmax because a number added to all scores of a
// sample changes no probability; OneVsRest, OneVsOne and MultiLabel because each of their
// scores would need its own offset. WithOffset returns an error unless o is nil or has n
// finite numbers.
func (d *Data) WithOffset(o []float64) (*Data, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	if o != nil && len(o) != d.N() {
		return nil, badLength("offsets", len(o), "samples", d.N())
	}
	if err := checkFinite("offset", o, "offsets must be finite"); err != nil {
		return nil, err
	}
	s := *d
	s.offset, s.frame.Offset = slices.Clone(o), ""
	return &s, nil
}

// WithFeatures returns the data with other names for the features. It returns an error
// unless there are d different names, none of them empty.
func (d *Data) WithFeatures(names ...string) (*Data, error) {
	if d.orNone() == noData {
		return nil, errNoData
	}
	if len(names) != d.D() {
		return nil, badLength("names", len(names), "features", d.D())
	}
	if err := checkNames("feature", names); err != nil {
		return nil, err
	}
	f := *d
	f.features = slices.Clone(names)
	return &f, nil
}

// WithTarget returns the data with another name for the target.
func (d *Data) WithTarget(name string) *Data {
	t := *d.orNone()
	t.target = name
	return &t
}

// WithTargetsOf returns the data with the target of sample index[i] for sample i.
// Features and weights, those of classes included, stay with the samples. A random
// permutation gives data for a permutation test. It panics unless index has n valid
// indices.
func (d *Data) WithTargetsOf(index []int) *Data {
	if len(index) != d.N() {
		panic(fmt.Sprintf("lclass: WithTargetsOf: %d numbers for %d samples", len(index), d.N()))
	}
	for _, i := range index {
		checkIndex("WithTargetsOf", "sample", i, d.N())
	}
	p := *d.orNone()
	p.t, p.y, p.labels = pick(p.t, index), pick(p.y, index), pickAll(p.labels, index)
	return &p
}

// checkNames returns an error if a name is empty or repeated.
func checkNames(kind string, names []string) error {
	seen := make(map[string]bool, len(names))
	for i, name := range names {
		if name == "" {
			return &nameError{text: fmt.Sprintf("%s %d has no name", kind, i)}
		}
		if seen[name] {
			return &nameError{name, fmt.Sprintf("two of the %d names for a %s are %q; names must differ", len(names), kind, name)}
		}
		seen[name] = true
	}
	return nil
}

// String returns one line. It includes the text features and missing values of raw data,
// and the sum of the weights unless all are 1:
//
//	714 samples, 6 features, target Survived: 424 × 0, 290 × 1
//	32 samples, 5 features, target Survived: 16 × No, 16 × Yes, Σs = 2201
//	891 samples, 4 features, target Survived: 549 × 0, 342 × 1, 2 of texts, 179 values missing
//	5 samples, 2 features, labels: 3 × cat, 2 × dog
func (d Data) String() string {
	line := fmt.Sprintf("%d samples, %d features", d.N(), d.D())
	switch {
	case d.labels != nil:
		count := make([]int, d.K())
		for k, label := range d.labels {
			for _, v := range label {
				count[k] += v
			}
		}
		line += ", labels" + d.printCounts(count, "labels")
	case d.t != nil:
		count := make([]int, d.K())
		for _, t := range d.t {
			count[t]++
		}
		line += ", target " + d.target + d.printCounts(count, "classes")
	case len(d.y) > 0:
		line += fmt.Sprintf(", target %s from %.4g to %.4g", d.target, slices.Min(d.y), slices.Max(d.y))
	}
	if d.offset != nil {
		line += ", with offset"
	}
	return line + d.printRaw() + d.printWeight()
}

// printCounts returns how often each of the first ten classes or labels occurs.
func (d *Data) printCounts(count []int, what string) string {
	line, before := "", ": "
	for k, class := range d.classes[:min(10, d.K())] {
		line += fmt.Sprintf("%s%d × %s", before, count[k], class)
		before = ", "
	}
	if d.K() > 10 {
		line += fmt.Sprintf(" … of %d %s", d.K(), what)
	}
	return line
}

// MarshalJSON returns an error: Data cannot be written as JSON. Pass [Keep] parameters
// that determine the data instead.
func (d Data) MarshalJSON() ([]byte, error) {
	return nil, errDataJSON
}

var errDataJSON = errors.New("lclass: Data cannot be written as JSON; pass what determines them, such as a seed or the name of a file")

// Positive returns the two-class problem "class or not": the target becomes 1 for the
// samples of the named class and 0 for the rest (Chemnitz, section 4, one-vs-all). With
// two classes it chooses the positive one, whose probability or sign a two-class model
// gives. Without Positive that is the second of [Data.Classes].
//
// A class is named as in Classes: a text such as "virginica", an integer such as "7" or
// "-1", or "true" or "false". The new target is not numeric. For sets of labels, the
// classes are "not cat" and "cat". Positive returns an error if there is no such class or
// label.
func (d *Data) Positive(class string) (*Data, error) {
	if d.orNone() == noData {
		return nil, errNoData
	}
	k := slices.Index(d.classes, class)
	if k < 0 {
		return nil, d.noClass(class)
	}
	if d.labels != nil {
		return d.label(k), nil
	}
	return d.against(k), nil
}

// against returns the two-class problem of class k against the rest.
func (d *Data) against(k int) *Data {
	p := *d
	p.classes = labelClasses(d.classes[k])
	if len(d.classes) == 2 {
		p.classes[0] = d.classes[1-k]
	}
	p.y, p.t = nil, make([]int, len(d.t))
	for i, t := range d.t {
		if t == k {
			p.t[i] = 1
		}
	}
	return &p
}

func (d *Data) noClass(class string) error {
	switch {
	case d.labels != nil:
	case d.t == nil && d.y == nil:
		return errNoTarget
	case d.t == nil:
		return badTarget(d.target, "classes", "is a measured number and has no class %q", class)
	}
	return &ValueError{Err: ErrUnknownCategory, Column: d.target, Row: -1, Value: class, Want: slices.Clone(d.classes)}
}

// defaultNames returns x1 … xd.
func defaultNames(d int) []string {
	names := make([]string, d)
	for j := range names {
		names[j] = "x" + strconv.Itoa(j+1)
	}
	return names
}

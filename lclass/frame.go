package lclass

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

// A Column is one column of a data frame: its values as numbers (NaN where
// they are none), as texts, and which of them are missing. A column of gota also
// says by its method Type whether it holds texts or numbers, and other columns may:
// the method returns the text "string", "int", "float" or "bool". Without it a
// column whose texts are not what Go writes for the numbers is one of texts.
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

// Columns says what the columns of a frame are, and how they become a Data.
type Columns struct {
	// Target names the column to predict. Without it, and without Labels, the data
	// have no target: they can be predicted, and not be learnt from or compared with.
	Target string
	// Labels names the K columns of labels of a [MultiLabel] problem, in place of
	// Target. They hold 0 and 1, or false and true.
	Labels []string
	// Features names the columns of features, by default all but Target, Labels, Weight
	// and Offset.
	Features []string
	// Weight names a column with sample weights, such as counts. If it is
	// empty every sample counts once.
	Weight string
	// Offset names a column with an offset of each sample, as in [Data.WithOffset]. If it
	// is empty there is none.
	Offset string
	// Missing is the policy for missing values, by default MissingIsError.
	Missing Missing
	// Raw keeps columns of texts as one feature each, whose values are the numbers of
	// its categories, and missing values of features as NaN, for a [Pipeline] to
	// prepare. Nothing is learnt from the frame then but what its categories are
	// called, so that the means and references of a pipeline are those of the samples
	// that it is fitted on. Learners refuse such data, texts by a [KindError] and a
	// missing number by a [MissingError]. DropMissing goes with it, ImputeMean does
	// not.
	Raw bool
	// Categorical names columns whose values are texts though they read as
	// numbers, such as postcodes. It comes too late for what the frame itself
	// has made numbers: gota reads the code 007 from a file as the integer 7,
	// unless it is told by
	// dataframe.WithTypes(map[string]series.Type{"code": series.String}).
	Categorical []string
	// Categories are the categories of columns of texts, the reference first, and the
	// classes of the target, where they are known. Another value is then a
	// [CategoryError]. Columns that are not named have the categories that occur, in
	// alphabetical order, false before true. It is an error to name one that the frame
	// does not have, unless the frame is read without a target, which may be the one.
	Categories map[string][]string
	// Means are what ImputeMean puts in place of missing numbers, by the name
	// of the column, where they are known. A missing number of another column is then
	// an error. If it is nil they are the means of the frame itself. Names that the
	// frame does not have are errors as for Categories.
	Means map[string]float64
	// Like is a *Model or a *Data that says all this by itself, but for Weight: the
	// frame is read as the training data were. A model that was learnt with an Offset
	// needs its column, or another one that is named here. See [FromFrame].
	Like interface{ wants() (*wanted, error) }

	none bool // there are no Features, not even by default
}

// clone returns a deep copy.
func (o Columns) clone() Columns {
	o.Labels, o.Features = slices.Clone(o.Labels), slices.Clone(o.Features)
	o.Categorical, o.Categories, o.Means = slices.Clone(o.Categorical), maps.Clone(o.Categories), maps.Clone(o.Means)
	for name, l := range o.Categories {
		o.Categories[name] = slices.Clone(l)
	}
	return o
}

// FromFrame makes a Data of the columns of a frame:
//
//	train, err := lclass.FromFrame(df, lclass.Columns{Target: "Survived", Features: []string{"Sex", "Age"}})
//
// A column of numbers is one feature. A column of texts (or true and false)
// with L different categories becomes L−1 columns of 0 and 1, named
// "Sex[male]"; the first category in alphabetical order is the reference and has
// none. Texts as target are classes in alphabetical order; whole numbers, up to
// 1000 different ones, are classes in increasing order and numbers as well;
// other numbers can only be predicted by regression. False and true are two
// categories, or classes, in that order, even if one does not occur.
//
// Texts that all read as numbers are numbers, unless Columns.Categorical says
// otherwise. As classes they keep their texts: "007" and "7" are two. As a feature
// such digits are an error, as they are one number. What the frame itself has
// made numbers is lost before it comes here: gota reads 007 from a file as the
// integer 7, and whole numbers from 2⁶³ on as floats, unless it is told by
// dataframe.WithTypes(map[string]series.Type{"code": series.String}). Whole
// numbers from 2⁵³ on in a column of floats are therefore no classes.
//
// Where four fifths of the features or more are 0, as those of texts with many
// categories are, only the others are kept, up to 65536 features. That changes
// the room they take, and no result.
//
// A missing value, which an empty text is too, is a [MissingError] that names
// column and row; a name that the frame does not have is a [ColumnError]; a frame
// without rows, or without columns, is [ErrNoSamples].
//
// To predict the samples of another frame, read it like the training data:
//
//	m, err := lclass.Logistic{}.Fit(train)
//	test, err := lclass.FromFrame(other, lclass.Columns{Like: m})
//	y, err := m.PredictNames(test)
//
// Like a model, the columns that its features were made of are found by name, in any
// order and beside any others, with the categories, means and the [Prepared] steps of
// the training data; like a Data, those of its features. The target is read, too, if
// the frame has it and not all of it is missing, so that [Model.Accuracy] can compare.
// No sample is left out, unless Missing is DropMissing. It is a [KindError] if a column
// holds texts where the model has learnt from numbers, or numbers where it has from
// texts, a [MissingError] if it lacks a value that nothing replaces, and a
// [CategoryError] if a text is none of the categories. What the steps of a Preparation
// replace or refuse they see to at prediction.
//
// What is learnt from the values themselves, such as means, belongs to a
// [Pipeline], which takes data read with Raw.
func FromFrame[F Frame[C], C Column](f F, o Columns) (*Data, error) { return fromFrame(untyped(f), o) }

func fromFrame(f frame, o Columns) (*Data, error) {
	if f.err != nil {
		return nil, f.failed()
	}
	if o.Like != nil {
		return readLike(f, o)
	}
	targets := o.Labels
	if o.Target != "" {
		targets = append([]string{o.Target}, targets...)
	}
	if o.Target != "" && len(o.Labels) > 0 {
		return nil, fmt.Errorf("lclass: Columns.Target is %q and Columns.Labels are %s; name one of them", o.Target, abbreviate(o.Labels))
	}
	columns, err := readFrame(f, o, targets, o.Features)
	if err != nil {
		return nil, err
	}
	return o.assemble(columns)
}

// A frame is a Frame without its type: what reads it is compiled once, and not
// again in every program that has one.
type frame struct {
	names func() []string
	col   func(name string) Column
	err   error
}

var errNoFrame = errors.New("lclass: the Frame is nil")

func untyped[F Frame[C], C Column](f F) frame {
	if isNil(f) {
		return frame{func() []string { return nil }, func(string) Column { return nil }, errNoFrame}
	}
	// gota has Error on the pointer, whose methods include those of the value.
	return frame{f.Names, func(name string) Column { return f.Col(name) }, failure(&f)}
}

// failure is the error that a frame has itself, nil if it can have none.
func failure(f any) error {
	if e, ok := f.(interface{ Error() error }); ok {
		return e.Error()
	}
	return nil
}

// failed is the error that a frame has itself.
func (f frame) failed() error { return fmt.Errorf("lclass: the frame has an error: %w", f.err) }

// readFrame reads the targets, the features, by default all other columns, the offset
// and the weight, and resolves what is missing.
func readFrame(f frame, o Columns, targets, features []string) ([]column, error) {
	if o.Missing < MissingIsError || o.Missing > ImputeMean {
		return nil, fmt.Errorf("lclass: Columns.Missing is %v; it must be MissingIsError, DropMissing or ImputeMean", o.Missing)
	}
	if o.Raw && o.Missing == ImputeMean {
		return nil, errors.New("lclass: Columns.Raw keeps missing values and Missing = ImputeMean replaces them; leave Missing out and put Impute into a Pipeline")
	}
	names := f.names()
	if err := o.checkKeys(names, len(targets) > 0); err != nil {
		return nil, err
	}
	if len(features) == 0 && !o.none {
		for _, name := range names {
			if !slices.Contains(targets, name) && (name == "" || name != o.Weight && name != o.Offset) {
				features = append(features, name)
			}
		}
	}
	used := slices.Concat(targets, features)
	if o.Offset != "" {
		used = append(used, o.Offset)
	}
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
		if name == "" {
			return nil, errors.New("lclass: a column of the frame has no name; give it one, or name the features without it")
		}
		if slices.Contains(used[:i], name) {
			return nil, fmt.Errorf("lclass: column %q is used twice, as feature, target, weight or offset", name)
		}
		var err error
		if columns[i], err = o.readColumn(name, f.col(name), slices.Contains(targets, name)); err != nil {
			return nil, err
		}
		if n, first := columns[i].len(), columns[0].len(); n != first {
			return nil, fmt.Errorf("lclass: column %q has %d values and %q has %d; all columns of a frame have as many", name, n, columns[0].name, first)
		}
		columns[i].fill = !slices.Contains(targets, name) && name != o.Weight && name != o.Offset
	}
	return columns, o.resolve(columns, len(targets) > 0)
}

// checkKeys reports whether the frame has the columns that the options name. The
// categories of a target are of no use where it is left out, and no harm.
func (o Columns) checkKeys(names []string, target bool) error {
	for _, name := range slices.Sorted(maps.Keys(o.Categories)) {
		if target && !slices.Contains(names, name) {
			return &partError{"Columns.Categories", &ColumnError{Column: name, Have: names}}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.Means)) {
		if target && !slices.Contains(names, name) {
			return &partError{"Columns.Means", &ColumnError{Column: name, Have: names}}
		}
		if v := o.Means[name]; math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("lclass: Columns.Means: that of column %q is %v; it must be a finite number", name, v)
		}
	}
	return nil
}

// assemble makes a Data of columns without missing values: the target or the labels,
// if they are named, the features, and the offset and the weight, if they are named.
func (o Columns) assemble(columns []column) (*Data, error) {
	if len(columns) == 0 {
		return nil, fmt.Errorf("%w: the frame has no columns", ErrNoSamples)
	}
	if columns[0].len() == 0 {
		return nil, fmt.Errorf("%w: the frame has columns, such as %q, and no rows", ErrNoSamples, columns[0].name)
	}
	data := &Data{target: o.Target, frame: Columns{Missing: o.Missing, Categories: map[string][]string{}}}
	if o.Missing == ImputeMean {
		data.frame.Means = map[string]float64{}
	}
	features := columns
	take := func(name string) *column {
		if name == "" {
			return nil
		}
		last := len(features) - 1
		c := &features[last]
		features = features[:last]
		return c
	}
	weight := take(o.Weight)
	offset := take(o.Offset)
	switch {
	case o.Target != "":
		if err := o.setTarget(data, features[0]); err != nil {
			return nil, err
		}
		features = features[1:]
	case len(o.Labels) > 0:
		var err error
		if data.labels, err = readLabels(features[:len(o.Labels)]); err != nil {
			return nil, err
		}
		data.target, data.classes = labelsTarget, slices.Clone(o.Labels)
		if features = features[len(o.Labels):]; len(features) == 0 {
			return nil, errors.New("lclass: all columns are labels; none is left for a feature")
		}
	}
	set := o.setFeatures
	if o.Raw {
		set = o.setRaw
	}
	if err := set(data, features, columns[0].len()); err != nil {
		return nil, err
	}
	if offset != nil {
		if err := data.setOffset(*offset); err != nil {
			return nil, err
		}
	}
	if weight == nil {
		return data, nil
	}
	if weight.number == nil {
		return nil, fmt.Errorf("lclass: weight column %q holds texts such as %q; weights are numbers", weight.name, weight.text[0])
	}
	return data.WithWeight(weight.number)
}

// setFeatures makes numbers of the columns, n values each.
func (o Columns) setFeatures(data *Data, features []column, n int) error {
	for j := range features {
		c := &features[j]
		if c.number != nil {
			if err := c.checkNumerals(); err != nil {
				return err
			}
			if c.hasMean {
				data.frame.Means[c.name] = c.mean
			}
			continue
		}
		if err := o.encode(c); err != nil {
			return err
		}
		data.frame.Categories[c.name] = c.categories
	}
	t := newTable(features)
	data.features, data.roles = t.names(), t.roles()
	if err := checkNames("feature", data.features); err != nil {
		return err
	}
	if err := t.checkFinite(); err != nil {
		return err
	}
	var err error
	data.x, err = t.rows(n)
	return err
}

func (d *Data) setOffset(c column) error {
	if c.number == nil {
		return fmt.Errorf("lclass: offset column %q holds texts such as %q; offsets are numbers", c.name, c.text[0])
	}
	with, err := d.WithOffset(c.number)
	if err != nil {
		return err
	}
	d.offset, d.frame.Offset = with.offset, c.name
	return nil
}

func (o Columns) setTarget(data *Data, c column) error {
	if c.number != nil {
		return data.setNumbers(c.number, c.names)
	}
	if err := o.encode(&c); err != nil {
		return err
	}
	data.frame.Categories[c.name] = c.categories
	data.t, data.classes = c.code, c.categories
	return nil
}

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

// FrameOptions says how a frame becomes a Data.
type FrameOptions struct {
	// Missing is the policy for missing values, by default MissingIsError.
	Missing Missing
	// Weight names a column with sample weights, such as counts. If it is
	// empty every sample counts once.
	Weight string
	// Categorical names columns whose values are texts though they read as
	// numbers, such as postcodes. It comes too late for what the frame itself
	// has made numbers: gota reads the code 007 from a file as the integer 7,
	// unless it is told by
	// dataframe.WithTypes(map[string]series.Type{"code": series.String}).
	Categorical []string
	// Categories are the categories of columns of texts, the reference first, and the
	// classes of the target, where they are known from other data: see
	// [Data.FrameOptions]. Another value is then a [CategoryError]. Columns that
	// are not named have the categories that occur. It is an error to name one that
	// the frame does not have, unless the frame is read without a target, which
	// may be the one.
	Categories map[string][]string
	// Means are what ImputeMean puts in place of missing numbers, by the name
	// of the column, where they are known from other data: see
	// [Data.FrameOptions]. A missing number of another column is then an error.
	// If it is nil they are the means of the frame itself. Names that the frame
	// does not have are errors as for Categories.
	Means map[string]float64
	// Raw keeps columns of texts as one feature each, and missing numbers and
	// texts of features as NaN, for a [Pipeline] to prepare: see
	// [RawFromFrame]. DropMissing goes with it, ImputeMean does not.
	Raw bool
}

// clone returns a deep copy.
func (o FrameOptions) clone() FrameOptions {
	o.Categorical, o.Categories, o.Means = slices.Clone(o.Categorical), maps.Clone(o.Categories), maps.Clone(o.Means)
	for name, l := range o.Categories {
		o.Categories[name] = slices.Clone(l)
	}
	return o
}

// FromFrame takes the target and the features from the named columns of a
// frame. With no features named it takes every column but the target and the
// weight.
//
// With an empty target the data have none: they can be predicted, and not be
// learnt from or compared with. Name the features then, for otherwise all columns
// are features, that of the target too if the frame has it.
//
// A column of numbers is one feature. A column of texts (or true and false)
// with L different categories becomes L−1 columns of 0 and 1, named
// "Sex[male]"; the first category in alphabetical order is the reference and has
// none. Texts as target are classes in alphabetical order; whole numbers, up to
// 1000 different ones, are classes in increasing order and numbers as well;
// other numbers can only be predicted by regression. False and true are two
// categories, or classes, in that order, even if one does not occur.
//
// Texts that all read as numbers are numbers, unless FrameOptions.Categorical says
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
// To predict the samples of another frame with a model, read it for the model, by
// [ReadFor], with the categories and means of the data that it was fitted on:
//
//	train, err := lclass.FromFrame(df, "Survived", "Sex", "Age")
//	m, err := lclass.Logistic{}.Fit(train)
//	…
//	test, err := lclass.ReadFor(m, other)
//
// What is learnt from the values themselves, such as means, belongs to a
// [Pipeline], which reads [RawFromFrame].
func FromFrame[F Frame[C], C Column](f F, target string, features ...string) (*Data, error) {
	return fromFrame(untyped(f), FrameOptions{}, target, features)
}

// FromFrameWith is FromFrame with options.
func FromFrameWith[F Frame[C], C Column](f F, o FrameOptions, target string, features ...string) (*Data, error) {
	return fromFrame(untyped(f), o, target, features)
}

func fromFrame(f frame, o FrameOptions, target string, features []string) (*Data, error) {
	var targets []string
	if target != "" {
		targets = []string{target}
	}
	columns, err := readFrame(f, o, targets, features)
	if err != nil {
		return nil, err
	}
	return o.assemble(columns, target)
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

// readFrame reads the targets, the features, by default all other columns, and
// the weight, and resolves what is missing.
func readFrame(f frame, o FrameOptions, targets, features []string) ([]column, error) {
	if f.err != nil {
		return nil, f.failed()
	}
	if o.Missing < MissingIsError || o.Missing > ImputeMean {
		return nil, fmt.Errorf("lclass: FrameOptions.Missing is %v; it must be MissingIsError, DropMissing or ImputeMean", o.Missing)
	}
	if o.Raw && o.Missing == ImputeMean {
		return nil, errors.New("lclass: FrameOptions.Raw keeps missing values and Missing = ImputeMean replaces them; leave Missing out and put Impute into a Pipeline")
	}
	names := f.names()
	if err := o.checkKeys(names, len(targets) > 0); err != nil {
		return nil, err
	}
	if len(features) == 0 {
		for _, name := range names {
			if !slices.Contains(targets, name) && (name == "" || name != o.Weight) {
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
		if name == "" {
			return nil, errors.New("lclass: a column of the frame has no name; give it one, or name the features without it")
		}
		if slices.Contains(used[:i], name) {
			return nil, fmt.Errorf("lclass: column %q is used twice, as feature, target or weight", name)
		}
		var err error
		if columns[i], err = o.readColumn(name, f.col(name), slices.Contains(targets, name)); err != nil {
			return nil, err
		}
		if n, first := columns[i].len(), columns[0].len(); n != first {
			return nil, fmt.Errorf("lclass: column %q has %d values and %q has %d; all columns of a frame have as many", name, n, columns[0].name, first)
		}
		columns[i].fill = !slices.Contains(targets, name) && name != o.Weight
	}
	return columns, o.resolve(columns, len(targets) > 0)
}

// checkKeys reports whether the frame has the columns that the options name. The
// categories of a target are of no use where it is left out, and no harm.
func (o FrameOptions) checkKeys(names []string, target bool) error {
	for _, name := range slices.Sorted(maps.Keys(o.Categories)) {
		if target && !slices.Contains(names, name) {
			return &partError{"FrameOptions.Categories", &ColumnError{Column: name, Have: names}}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.Means)) {
		if target && !slices.Contains(names, name) {
			return &partError{"FrameOptions.Means", &ColumnError{Column: name, Have: names}}
		}
		if v := o.Means[name]; math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("lclass: FrameOptions.Means: that of column %q is %v; it must be a finite number", name, v)
		}
	}
	return nil
}

// assemble makes a Data of columns without missing values: the target, if it
// is named, the features, and the weight, if it is named.
func (o FrameOptions) assemble(columns []column, target string) (*Data, error) {
	if len(columns) == 0 {
		return nil, fmt.Errorf("%w: the frame has no columns", ErrNoSamples)
	}
	if columns[0].len() == 0 {
		return nil, fmt.Errorf("%w: the frame has columns, such as %q, and no rows", ErrNoSamples, columns[0].name)
	}
	data := &Data{target: target, frame: FrameOptions{Missing: o.Missing, Categories: map[string][]string{}}}
	if o.Missing == ImputeMean {
		data.frame.Means = map[string]float64{}
	}
	features := columns
	if target != "" {
		if err := o.setTarget(data, columns[0]); err != nil {
			return nil, err
		}
		features = columns[1:]
	}
	var weight *column
	if o.Weight != "" {
		last := len(features) - 1
		features, weight = features[:last], &features[last]
	}
	set := o.setFeatures
	if o.Raw {
		set = o.setRaw
	}
	if err := set(data, features, columns[0].len()); err != nil {
		return nil, err
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
func (o FrameOptions) setFeatures(data *Data, features []column, n int) error {
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

func (o FrameOptions) setTarget(data *Data, c column) error {
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

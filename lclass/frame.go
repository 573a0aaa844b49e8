package lclass

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"linclass/internal/invalid"
)

// A Column is one column of a data frame: its values as numbers (NaN for values that are
// not numbers), as texts, and which of them are missing. Like a gota column, it may have
// a method Type that returns "string", "int", "float" or "bool". Without that method, a
// column is a text column unless its texts are the numbers as Go prints them. It may also
// have a method HasNaN that reports whether any value is missing.
type Column interface {
	Float() []float64
	Records() []string
	IsNaN() []bool
}

// A Frame is a table with named columns. gota's dataframe.DataFrame implements it.
type Frame[C Column] interface {
	Names() []string
	Col(name string) C
}

// Columns assigns roles to the columns of a frame and says how [FromFrame] reads them.
type Columns struct {
	// Target names the column to predict. Without Target and Labels, the data have no
	// target and serve for prediction only.
	Target string
	// Labels names the K label columns of a [MultiLabel] problem, in place of Target.
	// They hold 0 and 1, or false and true.
	Labels []string
	// Features names the feature columns; nil means all but Target, Labels, Weight and
	// Offset.
	Features []string
	// Weight names a column of sample weights, such as counts. If empty, all weights are
	// 1.
	Weight string
	// Offset names a column of offsets, as in [Data.WithOffset]. If empty, there are
	// none.
	Offset string
	// DropMissing drops every sample with a missing value in a column that is used. By
	// default such a value is [ErrMissing]; a [Pipeline] with [Impute] replaces it.
	DropMissing bool
	// Raw keeps each text column as one feature, whose values are category indices, and
	// missing values of features as NaN, for a [Pipeline] to prepare. Apart from the
	// names of the categories nothing is learnt from the frame, so the pipeline learns
	// means and references from its training samples alone. Learners return [ErrKind] for
	// texts and [ErrMissing] for missing numbers.
	Raw bool
	// Categorical names columns that are texts although they look like numbers, such as
	// postcodes. It cannot restore what the frame has already converted to numbers: gota
	// reads the code 007 from a file as the integer 7, unless you pass
	// dataframe.WithTypes(map[string]series.Type{"code": series.String}).
	Categorical []string
	// Categories gives the categories of text columns, the reference first, and the
	// classes of the target. Any other value is [ErrUnknownCategory]. Other text columns
	// have the categories that occur, in alphabetical order, false before true. Naming a
	// column that the frame lacks is an error, unless there is no Target, as the column
	// may be the target of the training data.
	Categories map[string][]string
	// Like is a *Model or a *Data that determines all other fields except Weight and
	// DropMissing: the frame is read as the training data were. For a model fitted with
	// an Offset, the frame needs its column, or another one named here. Of package
	// validate, a TunedModel has a Model, and a CalibratedModel has Models. See
	// [FromFrame].
	Like interface{ wants() (*wanted, error) }

	none bool // there are no Features, not even by default
}

// clone returns a deep copy.
func (o Columns) clone() Columns {
	o.Labels, o.Features = slices.Clone(o.Labels), slices.Clone(o.Features)
	o.Categorical, o.Categories = slices.Clone(o.Categorical), maps.Clone(o.Categories)
	for name, l := range o.Categories {
		o.Categories[name] = slices.Clone(l)
	}
	return o
}

// FromFrame makes a Data of the columns of a frame:
//
//	train, err := lclass.FromFrame(df, lclass.Columns{Target: "Survived", Features: []string{"Sex", "Age"}})
//
// A numeric column is one feature. A text column (or true and false) with L different
// categories becomes L−1 features 0 or 1, named "Sex[male]"; the first category in
// alphabetical order is the reference and has none. A text target has classes in
// alphabetical order. An integer target with up to 1000 different values has classes in
// increasing order and is numeric as well. Other numbers are for regression only. False
// and true are two categories, or classes, in that order, even if one does not occur.
//
// Texts that all look like numbers are numbers, unless Columns.Categorical names the
// column. As classes they keep their texts: "007" and "7" are two classes. As a feature
// they are an error, because they are the same number. FromFrame cannot restore what the
// frame has already converted: see Columns.Categorical. gota reads integers from 2⁶³ on as
// floats; therefore integers from 2⁵³ on in a float column are not classes.
//
// Ten or more different texts that all are numbers with separators, a currency or a sign of
// per cent, such as "1,200" and "12 %", are [ErrKind], unless Columns.Categorical names the
// column.
//
// If at least four fifths of the feature values are 0, as with many categories, they are
// stored sparse, up to 2²⁴ features. This saves memory and changes no result.
//
// A missing value, such as an empty text, is [ErrMissing] in a [ValueError] that names
// column and row. A column that the frame lacks is a [ColumnError]. A frame without rows or
// columns is [ErrNoSamples].
//
// To predict the samples of another frame, read it like the training data:
//
//	m, err := lclass.Logistic{}.Fit(train)
//	test, err := lclass.FromFrame(other, lclass.Columns{Like: m})
//	y, err := m.Predict(test) // y.Name
//
// Like finds the columns by name, in any order and among others, with the categories
// and the [Prepared] steps of the training data. It also reads the target if the
// frame has it and not all of it is missing, for [Model.Accuracy]. It keeps all samples,
// unless DropMissing is set. It returns [ErrKind] for texts in place of numbers
// or numbers in place of texts, [ErrMissing] for a missing value that nothing replaces,
// and [ErrUnknownCategory] for an unknown category. Values that the steps of a
// Preparation replace or reject are handled at prediction.
func FromFrame[F Frame[C], C Column](f F, o Columns) (*Data, error) { return fromFrame(untyped(f), o) }

func fromFrame(f frame, o Columns) (*Data, error) {
	if f.err != nil {
		return nil, fmt.Errorf("lclass: the frame has an error: %w", f.err)
	}
	if o.Like != nil {
		return readLike(f, o)
	}
	targets := o.Labels
	if o.Target != "" {
		targets = append([]string{o.Target}, targets...)
	}
	if o.Target != "" && len(o.Labels) > 0 {
		return nil, badSetting("Columns.Labels", o.Labels, "Columns.Target is %q; name one of them", o.Target)
	}
	columns, err := readFrame(f, o, targets, o.Features)
	if err != nil {
		return nil, err
	}
	return o.assemble(columns)
}

// A frame is a Frame without its type, so that the code that reads it is compiled once,
// and not again in every program.
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

// failure returns the error of the frame itself, nil if it has no such method.
func failure(f any) error {
	if e, ok := f.(interface{ Error() error }); ok {
		return e.Error()
	}
	return nil
}

// readFrame reads the targets, the features, by default all other columns, the offset
// and the weight, and resolves what is missing.
func readFrame(f frame, o Columns, targets, features []string) ([]column, error) {
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
	there, before := map[string]int{}, map[string]bool{} // how often each name is there
	for _, name := range names {
		there[name]++
	}
	for _, name := range slices.Concat(o.Categorical, used) {
		if there[name] == 0 {
			return nil, &ColumnError{Missing: []string{name}, Have: names}
		}
		if there[name] > 1 && name != "" {
			return nil, &nameError{name, fmt.Sprintf("%d columns of the frame are called %q; rename all but one", there[name], name)}
		}
	}
	columns := make([]column, len(used))
	for i, name := range used {
		if name == "" {
			return nil, &nameError{text: "a column of the frame has no name; give it one, or name the features without it"}
		}
		if before[name] {
			return nil, &nameError{name, fmt.Sprintf("column %q is used twice, as feature, target, weight or offset", name)}
		}
		before[name] = true
		var err error
		if columns[i], err = o.readColumn(name, f.col(name), slices.Contains(targets, name)); err != nil {
			return nil, err
		}
		if n, first := columns[i].len(), columns[0].len(); n != first {
			return nil, badLength(fmt.Sprintf("values of column %q", name), n, fmt.Sprintf("values of column %q", columns[0].name), first)
		}
		columns[i].feature = !slices.Contains(targets, name) && name != o.Weight && name != o.Offset
	}
	return columns, o.resolve(columns)
}

// checkKeys reports whether the frame has the columns that the options name. The
// categories of a target are of no use where it is left out, and no harm.
func (o Columns) checkKeys(names []string, target bool) error {
	for _, name := range slices.Sorted(maps.Keys(o.Categories)) {
		if target && !slices.Contains(names, name) {
			return &placeError{"Columns.Categories", &ColumnError{Missing: []string{name}, Have: names}}
		}
		if categories := o.Categories[name]; len(setOf(categories)) < len(categories) {
			return badSetting(fmt.Sprintf("Columns.Categories[%q]", name), categories, "name each category once")
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
	data := &Data{target: o.Target, frame: Columns{Categories: map[string][]string{}}}
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
	weight, offset := take(o.Weight), take(o.Offset)
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
			return nil, invalid.Worded("Columns.Labels", o.Labels, "lclass: all columns are labels; no column is left for the features")
		}
	}
	set := o.setFeatures
	if o.Raw {
		set = o.setRaw
	}
	if err := set(data, features, columns[0].len()); err != nil {
		return nil, err
	}
	data, err := offset.give(data, "offsets", (*Data).WithOffset)
	if err != nil {
		return nil, err
	}
	data.frame.Offset = o.Offset
	return weight.give(data, "weights", (*Data).WithWeight)
}

// give returns the data with the numbers of a column, unless there is none.
func (c *column) give(data *Data, what string, with func(*Data, []float64) (*Data, error)) (*Data, error) {
	switch {
	case c == nil:
		return data, nil
	case c.number == nil:
		return nil, &ValueError{Err: ErrKind, Column: c.name, Value: c.text[0], Want: []string{"numbers"}, remedy: what + " are numbers"}
	}
	given, err := with(data, c.number)
	if bad, ok := errors.AsType[*ValueError](err); ok {
		bad.Column = c.name
	}
	return given, err
}

// setFeatures makes numbers of the columns, n values each.
func (o Columns) setFeatures(data *Data, features []column, n int) error {
	for j := range features {
		c := &features[j]
		if c.number != nil {
			if err := c.checkNumerals(); err != nil {
				return err
			}
			continue
		}
		if err := o.encode(c); err != nil {
			return err
		}
		data.frame.Categories[c.name] = c.categories
	}
	t := newTable(features)
	all := t.features()
	data.features, data.roles = namesOf(all), rolesOf(all)
	if err := checkNames("feature", data.features); err != nil {
		return err
	}
	for _, c := range features {
		if err := checkFinite(c.name, c.number, ""); err != nil {
			return err
		}
	}
	var err error
	data.x, err = t.rows(n)
	return err
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

// resolve drops what is missing, or refuses it, in all columns in place.
func (o Columns) resolve(columns []column) error {
	if o.DropMissing {
		return dropMissing(columns)
	}
	for _, c := range columns {
		first := slices.Index(c.missing, true)
		if first < 0 || o.Raw && c.feature {
			continue
		}
		e := &ValueError{Err: ErrMissing, Column: c.name, Row: first, Count: len(indices(c.len(), c.isMissing))}
		if !c.feature {
			e.remedy = "targets, weights and offsets must be there: leave these rows out, or set Columns.DropMissing, which leaves out rows with any missing value"
		}
		return e
	}
	return nil
}

func dropMissing(columns []column) error {
	if !slices.ContainsFunc(columns, func(c column) bool { return c.missing != nil }) {
		return nil
	}
	n := columns[0].len()
	keep := indices(n, func(i int) bool {
		return !slices.ContainsFunc(columns, func(c column) bool { return c.isMissing(i) })
	})
	if len(keep) == 0 && n > 0 {
		return fmt.Errorf("%w: each of the %d samples has a missing value in a column that is used", ErrNoSamples, n)
	}
	for j := range columns {
		c := &columns[j]
		c.number, c.names, c.text, c.missing = pick(c.number, keep), pick(c.names, keep), pick(c.text, keep), nil
	}
	return nil
}

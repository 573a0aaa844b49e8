package lclass

import (
	"errors"
	"math"
	"slices"
	"strconv"
)

// wanted is what a model needs of a frame.
type wanted struct {
	inputs []feature
	frame  FrameOptions
	target string // empty if it is no column
	// classes are those that the target had
	classes []string
}

func (m *Model) wants() (*wanted, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	w := &wanted{frame: m.Frame, target: m.Target, classes: m.Classes}
	if m.Preparation != nil {
		w.inputs = m.Preparation.inputs
	} else {
		for _, name := range m.featureNames() {
			w.inputs = append(w.inputs, feature{name: name})
		}
	}
	if m.Output == MultiLabelOutput {
		w.target = ""
	}
	return w, nil
}

// ReadFor reads from a frame what a model needs to predict its samples: the
// columns that the features were made of, found by name, in any order and beside
// any others, with the categories, means and the [Prepared] steps of the training
// data. No sample is left out.
//
// The target is read, too, if the frame has it and not all of it is missing, so
// that [Model.Accuracy] can compare.
//
// It is a [ColumnError] if a column is missing, a [KindError] if it holds texts
// where the model has learnt from numbers, or numbers where it has from texts, a
// [MissingError] if it lacks a value that nothing replaces, and a [CategoryError] if
// a text is none of the categories. What the steps of a Preparation replace or refuse
// they see to at prediction.
//
//	d, err := lclass.ReadFor(m, df)
//	y, err := m.PredictNames(d)
func ReadFor[F Frame[C], C Column](m *Model, f F) (*Data, error) {
	return readFor(m, untyped(f))
}

func readFor(m *Model, f frame) (*Data, error) {
	w, err := m.wants()
	if err != nil {
		return nil, err
	}
	if f.err != nil {
		return nil, f.failed()
	}
	names := f.names()
	o := FrameOptions{Raw: w.frame.Raw, Categories: map[string][]string{}}
	if w.frame.Missing == ImputeMean {
		o.Missing, o.Means = ImputeMean, map[string]float64{}
	}
	columns := w.columns()
	for _, c := range columns {
		if !slices.Contains(names, c.name) {
			return nil, &ColumnError{Column: c.name, Have: names, remedy: "rename it"}
		}
		if err := c.kindIn(f.col(c.name)); err != nil {
			return nil, err
		}
		switch mean, known := w.frame.Means[c.name]; {
		case c.categories != nil && o.Raw:
			o.Categorical = append(o.Categorical, c.name)
		case c.categories != nil:
			o.Categories[c.name] = c.categories
		case known:
			o.Means[c.name] = mean
		}
	}
	target := w.target
	if !slices.Contains(names, target) || !slices.Contains(f.col(target).IsNaN(), false) {
		target = ""
	}
	if categories := w.frame.Categories[target]; target != "" && categories != nil {
		o.Categories[target] = categories
	} else if target != "" {
		c := f.col(target)
		if err := (column{name: target, missing: c.IsNaN()}).keeps(w.classes, kindOf(c), c.Records()); err != nil {
			return nil, err
		}
	}
	d, err := fromFrame(f, o, target, namesOf(columns))
	var missing *MissingError
	if errors.As(err, &missing) {
		missing.remedy = "fill the gaps or leave these rows out, or learn with a Pipeline that has Impute"
		if missing.Column == target {
			missing.remedy = "leave these rows out to compare, or the column to predict all rows"
		}
	}
	return d, err
}

// columns returns the columns that the inputs are made of, those of texts with
// their categories.
func (w *wanted) columns() []feature {
	source := map[string]string{}
	for column, categories := range w.frame.Categories {
		if column == w.target {
			continue
		}
		for _, category := range categories[min(1, len(categories)):] {
			source[column+"["+category+"]"] = column
		}
	}
	var columns []feature
	seen := map[string]bool{}
	for _, f := range w.inputs {
		column := feature{f.name, role{categories: f.categories}}
		if from, made := source[f.name]; made {
			column = feature{from, role{categories: w.frame.Categories[from]}}
		}
		if !seen[column.name] {
			seen[column.name] = true
			columns = append(columns, column)
		}
	}
	return columns
}

// kindIn reports whether a column of a frame holds texts or numbers as the model
// has learnt from.
func (f feature) kindIn(c Column) error {
	missing, text := c.IsNaN(), c.Records()
	if f.categories == nil {
		for i, v := range c.Float() {
			if !missing[i] && text[i] != "" && (math.IsNaN(v) || text[i] == "true" || text[i] == "false") {
				return &KindError{Column: f.name, Row: i, Value: text[i], Want: "numbers", remedy: "the model was learnt from numbers there; correct it, or make it a missing value"}
			}
		}
		return nil
	}
	if len(f.categories) == 0 || slices.ContainsFunc(f.categories, isNumeral) {
		return nil
	}
	first := -1
	for i, s := range text {
		switch {
		case missing[i] || s == "":
		case !isNumeral(s):
			return nil
		case first < 0:
			first = i
		}
	}
	if first < 0 {
		return nil
	}
	return &KindError{Column: f.name, Row: first, Value: text[first], Want: "texts", remedy: "the model was learnt from texts there, such as " + strconv.Quote(f.categories[0]) + "; give it the same"}
}

func isNumeral(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

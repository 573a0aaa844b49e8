package lclass

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
)

// wanted is what a model needs of a frame.
type wanted struct {
	inputs []feature
	frame  Columns
	target string // empty if it is no column
	labels []string
	offset string // column that is needed, empty if there is none
	// classes are those that the target had
	classes []string
}

func (m *Model) wants() (*wanted, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	w := &wanted{frame: m.frame, target: m.Target, classes: m.Classes}
	if m.Preparation != nil {
		w.inputs = m.Preparation.inputs
	} else {
		for _, name := range m.featureNames() {
			w.inputs = append(w.inputs, feature{name: name})
		}
	}
	if m.Output == MultiLabelOutput {
		w.target, w.labels = "", m.Classes
	}
	if m.Offset {
		w.offset = m.frame.Offset
	}
	return w, nil
}

// wants is what another frame must have to be like that of d.
func (d *Data) wants() (*wanted, error) {
	if d.orNone() == noData {
		return nil, errNoData
	}
	w := &wanted{inputs: d.described(), frame: d.frame, target: d.target, classes: d.classes}
	if d.labels != nil {
		w.target, w.labels = "", d.classes
	}
	if d.offset != nil {
		w.offset = d.frame.Offset
	}
	if d.t == nil && d.y == nil {
		w.target = ""
	}
	return w, nil
}

// readLike reads a frame as what is to be like it says.
func readLike(f frame, like Columns) (*Data, error) {
	if err := like.alone(); err != nil {
		return nil, err
	}
	w, err := like.Like.wants()
	if err != nil {
		return nil, err
	}
	names := f.names()
	o := Columns{Raw: w.frame.Raw, DropMissing: like.DropMissing, Weight: like.Weight, Offset: cmp.Or(like.Offset, w.offset), Categories: map[string][]string{}}
	if o.Offset != "" && !slices.Contains(names, o.Offset) {
		return nil, &ColumnError{Missing: []string{o.Offset}, Have: names, remedy: "the model needs the offsets of the samples; name their column in Columns.Offset"}
	}
	columns := w.columns()
	for _, c := range columns {
		if !slices.Contains(names, c.name) {
			return nil, &ColumnError{Missing: []string{c.name}, Have: names, remedy: "rename it"}
		}
		if err := c.kindIn(f.col(c.name)); err != nil {
			return nil, err
		}
		switch {
		case c.categories != nil && o.Raw:
			o.Categorical = append(o.Categorical, c.name)
		case c.categories != nil:
			o.Categories[c.name] = c.categories
		}
	}
	has := func(target string) bool {
		if !slices.Contains(names, target) {
			return false
		}
		c := f.col(target)
		if kind := kindOf(c); kind == "float" || kind == "int" {
			return slices.Contains(c.IsNaN(), false)
		}
		missing, text, err := texts(target, c)
		return err != nil || slices.ContainsFunc(seq(len(missing)), func(i int) bool { return !missing[i] && text[i] != "" })
	}
	if !slices.ContainsFunc(w.labels, func(label string) bool { return !has(label) }) {
		o.Labels = w.labels
	}
	if has(w.target) {
		o.Target = w.target
	}
	if categories := w.frame.Categories[o.Target]; o.Target != "" && categories != nil {
		o.Categories[o.Target] = categories
	} else if o.Target != "" {
		c := f.col(o.Target)
		missing, text, err := texts(o.Target, c)
		if err == nil {
			err = column{name: o.Target, missing: missing}.keeps(w.classes, kindOf(c), text)
		}
		if err != nil {
			return nil, err
		}
	}
	o.Features, o.none = namesOf(columns), true
	d, err := fromFrame(f, o)
	if missing, ok := errors.AsType[*ValueError](err); ok && missing.Err == ErrMissing {
		missing.remedy = "fill in the missing values, leave these rows out, or learn with a Pipeline that has Impute"
		if missing.Column == o.Target {
			missing.remedy = "leave these rows out to measure accuracy, or leave the column out to predict all rows"
		}
	}
	return d, err
}

// alone reports whether Like says what the columns are, and nothing else does.
func (o Columns) alone() error {
	for _, field := range []struct {
		name string
		set  bool
	}{
		{"Target", o.Target != ""}, {"Labels", len(o.Labels) > 0}, {"Features", len(o.Features) > 0}, {"Raw", o.Raw},
		{"Categorical", len(o.Categorical) > 0},
		{"Categories", o.Categories != nil},
	} {
		if field.set {
			return badSetting("Columns."+field.name, true, "Columns.Like also determines the columns; leave one of them out")
		}
	}
	return nil
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
	if kind := kindOf(c); f.categories == nil && (kind == "float" || kind == "int") {
		return nil
	}
	missing, text, err := texts(f.name, c)
	if err != nil {
		return err
	}
	if f.categories == nil {
		number, err := numbers(f.name, c, len(text))
		if err != nil {
			return err
		}
		for i, v := range number {
			if !missing[i] && text[i] != "" && (math.IsNaN(v) || text[i] == "true" || text[i] == "false") {
				return &ValueError{Err: ErrKind, Column: f.name, Row: i, Value: text[i], Want: []string{"numbers"}, remedy: "the model was fitted to numbers there; correct it, or make it a missing value"}
			}
		}
		return nil
	}
	if slices.ContainsFunc(f.categories, isNumeral) {
		return column{name: f.name, missing: missing}.keeps(f.categories, kindOf(c), text)
	}
	if len(f.categories) == 0 {
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
	return &ValueError{Err: ErrKind, Column: f.name, Row: first, Value: text[first], Want: []string{"texts"}, remedy: "the model was fitted to texts there, such as " + strconv.Quote(f.categories[0]) + "; use the same texts"}
}

func isNumeral(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil
}

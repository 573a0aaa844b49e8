package lclass

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"linclass/lclass/internal/rows"
)

// A Preparation specifies a step that transforms features: [Impute], [OneHot], [NGrams],
// [Standardize], [MinMax], [Polynomial], [Interactions], [Select] and [Drop]. A
// [Pipeline] puts steps before a learner.
type Preparation interface {
	// prepare learns the step from the training data d, which has samples, none of weight
	// 0. It changes neither the specification nor d.
	prepare(d *Data) (*Prepared, error)
}

// Prepared is a fitted sequence of preparation steps. It holds what they learnt, such as
// means and categories, and applies it to other samples. It is immutable. [Prepare]
// returns one, and it is the Preparation of a [Pipeline]'s model. Nil and the zero value
// have no steps.
type Prepared struct {
	inputs, outputs []feature
	steps           []fitted
	row             func(φ, x []float64) error // for samples with the categories of the inputs
}

// A feature is a column of data: its name and its role.
type feature struct {
	name string
	role
}

// column returns the name of the column that a feature is made of, or its own.
func (f feature) column() string { return cmp.Or(f.of, f.name) }

// on returns the new features and the function that sets φ to their values for a sample
// x. It returns an error if the step does not match the features.
//
// only returns the step without the parts that no used output needs, nil if nothing is
// left, and replaces the names of the outputs by those of the inputs that they need.
type fitted interface {
	on(in []feature) (out []feature, row func(φ, x []float64) error, err error)
	only(used map[string]bool) fitted
	String() string
}

// Prepare fits the steps to d, each to the output of the one before. An error names its
// step. Without steps the result changes nothing.
//
// The result needs only the inputs that its outputs depend on: no features that a later
// [Select] or [Drop] removes, and no categories that do not occur in d.
//
// Samples of weight 0 are ignored.
func Prepare(d *Data, steps ...Preparation) (*Prepared, error) {
	p, _, err := prepare(d, steps, false)
	return p, err
}

// prepare also returns the prepared data, without samples of weight 0, if they are
// wanted.
func prepare(d *Data, steps []Preparation, wanted bool) (*Prepared, *Data, error) {
	if err := d.check(); err != nil {
		return nil, nil, err
	}
	if d.weight != nil && slices.Min(d.weight) == 0 {
		if d = d.counted(); d.N() == 0 {
			return nil, nil, errNoWeight
		}
	}
	inputs, err := d.occurring()
	if err != nil {
		return nil, nil, err
	}
	p, err := newPrepared(inputs, nil)
	if err != nil {
		return nil, nil, err
	}
	for i, s := range steps {
		name := fmt.Sprintf("step %d of the preparation", i+1)
		if isNil(s) {
			return nil, nil, badSetting(name, nil, "name one, such as Impute{}")
		}
		name += fmt.Sprintf(" (%s)", strings.TrimPrefix(fmt.Sprintf("%T", s), "lclass."))
		q, err := s.prepare(d)
		if err == nil && (wanted || i < len(steps)-1 || !isGrams(q.steps[0])) {
			d, err = q.Apply(d)
		}
		if err == nil {
			p, err = p.then(q)
		}
		if err != nil {
			return nil, nil, &placeError{name, err}
		}
	}
	if p, err = p.needed(); err != nil {
		return nil, nil, err
	}
	return p, d, nil
}

// described returns the features of the data.
func (d *Data) described() []feature {
	all := make([]feature, len(d.features))
	for j, name := range d.features {
		all[j].name = name
		if d.roles != nil {
			all[j].role = d.roles[j]
		}
	}
	return all
}

// newPrepared puts steps one after the other.
func newPrepared(inputs []feature, steps []fitted) (*Prepared, error) {
	p := &Prepared{inputs: inputs, steps: steps}
	if err := checkNames("feature", namesOf(inputs)); err != nil {
		return nil, err
	}
	var err error
	p.outputs, p.row, err = chain(inputs, steps)
	return p, err
}

// then puts other steps after those of p.
func (p *Prepared) then(q *Prepared) (*Prepared, error) {
	steps := slices.Clone(p.steps)
	if names := q.Inputs(); !slices.Equal(names, p.Outputs()) {
		steps = append(steps, &selection{Columns: names})
	}
	return newPrepared(p.inputs, append(steps, q.steps...))
}

// chain returns what steps make of features, one after the other, and the
// function that does so with a sample, by several goroutines at once.
func chain(in []feature, steps []fitted) ([]feature, func(φ, x []float64) error, error) {
	made := make([]func(φ, x []float64) error, len(steps))
	width := make([]int, len(steps))
	for i, s := range steps {
		out, row, err := s.on(in)
		if err != nil {
			return nil, nil, err
		}
		if len(out) > rows.MaxWide {
			return nil, nil, fmt.Errorf("lclass: a step of the preparation makes %d features; the maximum is %d", len(out), rows.MaxWide)
		}
		if g, is := s.(*grams); !is || !g.differ(in) {
			if err := checkNames("feature", namesOf(out)); err != nil {
				return nil, nil, err
			}
		}
		made[i], width[i], in = row, len(out), out
	}
	if len(steps) == 0 {
		return in, func(φ, x []float64) error { copy(φ, x); return nil }, nil
	}
	last := len(steps) - 1
	pool := sync.Pool{New: func() any {
		between := make([][]float64, last)
		for i := range between {
			between[i] = make([]float64, width[i])
		}
		return &between
	}}
	return in, func(φ, x []float64) error {
		between := pool.Get().(*[][]float64)
		defer pool.Put(between)
		for i, row := range made {
			to := φ
			if i < last {
				to = (*between)[i]
			}
			if err := row(to, x); err != nil {
				return err
			}
			x = to
		}
		return nil
	}, nil
}

func namesOf(all []feature) []string {
	return transform(all, func(f feature) string { return f.name })
}

func rolesOf(all []feature) []role {
	if !slices.ContainsFunc(all, func(f feature) bool { return f.categories != nil || f.of != "" }) {
		return nil
	}
	return transform(all, func(f feature) role { return f.role })
}

// Inputs returns the names of the input features that an output needs.
func (p *Prepared) Inputs() []string { return namesOf(p.orNone().inputs) }

// Outputs returns the names of the output features.
func (p *Prepared) Outputs() []string { return namesOf(p.orNone().outputs) }

// Categories returns the categories of the text inputs that occur in the training data;
// [Prepared.Row] takes indices into them. [Data.Categories] may have more categories, and
// so other indices.
func (p *Prepared) Categories() map[string][]string {
	categories := map[string][]string{}
	for _, f := range p.orNone().inputs {
		if f.categories != nil {
			categories[f.name] = slices.Clone(f.categories)
		}
	}
	return categories
}

func (p *Prepared) orNone() *Prepared {
	if p == nil || p.row == nil {
		return &Prepared{row: func(_, _ []float64) error { return nil }}
	}
	return p
}

// Apply returns the prepared samples of d. It finds the inputs by name, as [Model.Scores]
// does. The result is sparse if at least four fifths of the values are 0. Missing values
// that no step fills and texts that no step encodes stay raw.
//
// Apply returns a [ColumnError] if d lacks an input, and a [ValueError] with column and
// row if an input has texts instead of numbers or the other way round, if a step does not
// accept a value, or if a value overflows.
func (p *Prepared) Apply(d *Data) (*Data, error) { return p.orNone().apply("preparation", d) }

// apply is for the owner of the preparation.
func (p *Prepared) apply(owner string, d *Data) (*Data, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	if err := d.Err(); err != nil {
		return nil, err
	}
	d, err := d.arranged(owner, p.Inputs())
	if err != nil {
		return nil, err
	}
	for j, f := range p.inputs {
		switch {
		case d.isText(j) == (f.categories != nil):
		case d.isText(j):
			return nil, d.textError(j, fmt.Sprintf("the %s was fitted to numbers there; correct the column", owner))
		default:
			return nil, d.numberError(j, fmt.Sprintf("the %s was fitted to texts there; read the column as text, with Columns.Raw and Categorical, or read the frame with Columns.Like", owner))
		}
	}
	steps := p.steps
	for at := slices.IndexFunc(steps, isGrams); at >= 0; at = slices.IndexFunc(steps, isGrams) {
		if at > 0 {
			if d, err = d.rowwise(steps[:at]); err != nil {
				return nil, err
			}
		}
		if d, err = steps[at].(*grams).apply(d); err != nil {
			return nil, err
		}
		if steps = steps[at+1:]; len(steps) == 0 {
			return d, nil
		}
	}
	return d.rowwise(steps)
}

func isGrams(s fitted) bool { _, is := s.(*grams); return is }

// rowwise returns what steps that compute a row at a time make of the data.
func (d *Data) rowwise(steps []fitted) (*Data, error) {
	out, row, err := chain(d.described(), steps)
	if err != nil {
		return nil, err
	}
	if d.elsewhere != nil {
		return d.prepareElsewhere(out, steps)
	}
	if q := d.entrywise(steps); q != nil {
		return q, nil
	}
	sparse := !d.isDense()
	if !d.isStreamed() && (sparse || slices.ContainsFunc(steps, isOneHot)) {
		share := d.share(len(out), row)
		sparse = share <= sparseShare && len(out) > 0 && len(out) <= rows.MaxWide
		if before, after := float64(rows.Kept(d.x)), share*float64(d.N())*float64(len(out)); after > max(mostValues, 4*before) {
			return nil, fmt.Errorf("lclass: %d × %d values have %.2g non-zeros, but %.2g after the preparation; leave out Standardize or any other step that changes zeros, or limit its Columns", d.N(), d.D(), before, after)
		}
	}
	prepared, err := d.with(namesOf(out), rolesOf(out), sparse, row)
	if bad, ok := err.(*ValueError); ok && bad.Err == nil {
		err = fmt.Errorf("%w; standardise the features before, or change their units", err)
	}
	return prepared, err
}

func isOneHot(s fitted) bool { _, is := s.(*oneHot); return is }

// share returns how many of the values of m features are not 0, by some of the samples.
func (d *Data) share(m int, row func(φ, x []float64) error) float64 {
	const some = 4096
	var nonzero, seen int
	φ, x := make([]float64, m), make([]float64, d.D())
	for i := 0; i < d.N() && d.Err() == nil; i += (d.N() + some - 1) / some {
		d.x.Row(x, i)
		if row(φ, x) != nil {
			return 0 // preparing all of them will find the error
		}
		for _, v := range φ {
			if v != 0 {
				nonzero++
			}
		}
		seen++
	}
	return float64(nonzero) / max(1, float64(seen)*float64(m))
}

// WithTexts returns the preparation for samples with these texts in its columns of free
// texts, those that [NGrams] counts: [Prepared.Row] takes indices into them, and
// [Prepared.Categories] returns them. It returns an error for any other column.
//
//	p, err := m.Preparation.WithTexts(map[string][]string{"text": {"Free entry!"}})
//	φ, err := p.Row([]float64{0})
func (p *Prepared) WithTexts(texts map[string][]string) (*Prepared, error) {
	p = p.orNone()
	if len(texts) == 0 {
		return p, nil
	}
	inputs := slices.Clone(p.inputs)
	for name, all := range texts {
		j := slices.IndexFunc(inputs, func(f feature) bool { return f.name == name })
		if j < 0 || !p.isFree(name) {
			return nil, fmt.Errorf("lclass: WithTexts: %q is not a column of free texts; NGrams makes those, and other columns have their categories", name)
		}
		inputs[j].categories = slices.Clone(all)
	}
	return newPrepared(inputs, p.steps)
}

// Row returns the prepared features of one sample x. x holds numbers, NaN for missing
// values, and for a text its index into [Prepared.Categories]; for free texts see
// [Prepared.WithTexts]. Row returns an error if a
// step does not accept a value or a value overflows. It panics if x does not have one
// value per input.
func (p *Prepared) Row(x []float64) ([]float64, error) {
	p = p.orNone()
	if len(x) != len(p.inputs) {
		panic(fmt.Sprintf("lclass: Prepared.Row: %d values for %d features", len(x), len(p.inputs)))
	}
	for j, f := range p.inputs {
		if v := x[j]; f.categories != nil && !math.IsNaN(v) && (v != math.Trunc(v) || v < 0 || v >= float64(len(f.categories))) {
			if len(f.categories) == 0 {
				return nil, badSetting(fmt.Sprintf("text of %q", f.name), v, "it is not known; give the free texts with WithTexts")
			}
			return nil, badSetting(fmt.Sprintf("category of %q", f.name), v, "categories are 0 to %d, or NaN if missing", len(f.categories)-1)
		}
	}
	φ := make([]float64, len(p.outputs))
	if err := p.row(φ, x); err != nil {
		return nil, err
	}
	gap := slices.ContainsFunc(x, math.IsNaN)
	for j, v := range φ {
		if v-v != 0 && !(gap && math.IsNaN(v)) {
			return nil, &ValueError{Column: p.outputs[j].name, Value: fmt.Sprint(v)}
		}
	}
	return φ, nil
}

// String returns a line for each step, such as
//
//	impute Age by 29.7, Port by S
//	one-hot Sex, female the reference, into male
//	standardize Age, Fare
func (p *Prepared) String() string {
	var b strings.Builder
	for _, s := range p.orNone().steps {
		fmt.Fprintln(&b, s)
	}
	return b.String()
}

// columnsOf returns the indices of the features that a step applies to, in the order of
// the data: those named, or made of a column of that name, or by default those that are
// fit.
func (d *Data) columnsOf(step string, names []string, fit func(f feature) bool) ([]int, error) {
	if names == nil {
		all := d.described()
		return indices(len(all), func(j int) bool { return fit(all[j]) }), nil
	}
	found, err := d.columnsByName(step, names)
	if err != nil {
		return nil, err
	}
	index := slices.Concat(found...)
	slices.Sort(index)
	return slices.Compact(index), nil
}

// columnsByName returns the features that each name stands for.
func (d *Data) columnsByName(step string, names []string) ([][]int, error) {
	if err := checkNames("column of "+step, names); err != nil {
		return nil, err
	}
	at := numbered(names)
	found, all := make([][]int, len(names)), d.described()
	for j, f := range all {
		if i, named := at[f.name]; named {
			found[i] = []int{j}
			delete(at, f.name)
		}
	}
	for j, f := range all {
		if i, named := at[f.of]; named && !f.gap {
			found[i] = append(found[i], j)
		}
	}
	var missing []string
	for i, name := range names {
		if found[i] == nil {
			missing = append(missing, name)
		}
	}
	if missing != nil {
		return nil, &ColumnError{owner: "step " + step, Missing: missing, need: slices.Clone(names), Have: d.Features()}
	}
	return found, nil
}

// isNumber reports whether a feature is a number that is not made of categories or
// gaps.
func isNumber(f feature) bool { return f.categories == nil && f.of == "" }

func isAny(feature) bool { return true }

// numbersOf is columnsOf for steps that take numbers alone.
func (d *Data) numbersOf(step string, names []string, fit func(f feature) bool) ([]int, error) {
	index, err := d.columnsOf(step, names, fit)
	if err != nil {
		return nil, err
	}
	for _, j := range index {
		if d.isText(j) {
			return nil, d.textError(j, "put OneHot before "+step)
		}
	}
	return index, nil
}

// present returns feature j of the samples that have it, with weights in the same ratios.
func (d *Data) present(j int) (values, weight []float64) {
	s := moderate(d.sampleWeights())
	for i, v := range d.Column(j) {
		if !math.IsNaN(v) && s[i] > 0 {
			values, weight = append(values, v), append(weight, s[i])
		}
	}
	return values, weight
}

// replaced returns the features with others in place of text columns, given by the number of
// the column, the first one of each, and that number, −1 for those that stay.
func replaced(step string, columns []string, in []feature, others func(i int) []feature) (out []feature, at, of []int, err error) {
	index, err := positions(step, columns, in, false)
	if err != nil {
		return nil, nil, nil, err
	}
	at, of = make([]int, len(in)), slices.Repeat([]int{-1}, len(in))
	for i, j := range index {
		of[j] = i
	}
	for j, f := range in {
		at[j] = len(out)
		switch {
		case of[j] < 0:
			out = append(out, f)
		case f.categories == nil:
			return nil, nil, nil, &ValueError{Err: ErrKind, Column: f.name, Want: []string{"texts"}, remedy: "it was a text column in training"}
		case out == nil:
			out = slices.Clip(others(of[j])) // often all, a million of them
		default:
			out = append(out, others(of[j])...)
		}
	}
	return out, at, of, nil
}

// positions returns the indices of named features, which must be numbers if numbers is
// set.
func positions(step string, names []string, in []feature, numbers bool) ([]int, error) {
	all := slices.EqualFunc(names, in, func(name string, f feature) bool { return name == f.name })
	var at map[string]int
	if !all { // a million names take a second to look up
		if err := checkNames("column of "+step, names); err != nil {
			return nil, err
		}
		at = numbered(namesOf(in))
	}
	index := make([]int, len(names))
	for i, name := range names {
		j, there := i, all
		if !all {
			j, there = at[name]
		}
		if !there {
			return nil, &ColumnError{owner: "step " + step, Missing: []string{name}, need: names, Have: namesOf(in)}
		}
		if numbers && in[j].categories != nil {
			return nil, &ValueError{Err: ErrKind, Column: name, Want: []string{"numbers"}, remedy: "put OneHot before it"}
		}
		index[i] = j
	}
	return index, nil
}

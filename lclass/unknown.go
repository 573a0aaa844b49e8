package lclass

import (
	"maps"
	"math"
	"slices"
)

// needed returns the preparation without what its outputs do not need: features
// that are dropped, and what steps have learnt of them. The outputs stay as they
// are.
func (p *Prepared) needed() (*Prepared, error) {
	used := map[string]bool{}
	var steps []fitted
	outputs, before := p.outputs, p.steps
	// All n-grams of a last step are used, and so are its inputs.
	if last := len(before) - 1; last >= 0 && isGrams(before[last]) {
		var err error
		if outputs, _, err = chain(p.inputs, before[:last]); err != nil {
			return nil, err
		}
		steps, before = before[last:], before[:last:last]
	}
	for _, f := range outputs {
		used[f.name] = true
	}
	steps = slices.Clone(steps)
	for _, s := range slices.Backward(before) {
		if s = s.only(used); s != nil {
			steps = append(steps, s)
		}
	}
	slices.Reverse(steps)
	inputs := slices.DeleteFunc(slices.Clone(p.inputs), func(f feature) bool { return !used[f.name] })
	for j, f := range inputs {
		if f.categories != nil && p.isFree(f.name) {
			inputs[j].categories = []string{}
		}
	}
	return newPrepared(inputs, steps)
}

// isFree reports whether a column has free texts, whose n-grams are counted, and no
// categories.
func (p *Prepared) isFree(column string) bool {
	return slices.ContainsFunc(p.steps, func(s fitted) bool {
		g, is := s.(*grams)
		return is && slices.ContainsFunc(g.Columns, func(c gramColumn) bool { return c.Column == column })
	})
}

// occurring returns the features of the data, those of texts with the categories that
// occur.
func (d *Data) occurring() ([]feature, error) {
	all := d.described()
	texts := indices(len(all), func(j int) bool { return all[j].categories != nil })
	if len(texts) == 0 {
		return all, nil
	}
	columns, err := d.observed(texts)
	if err != nil {
		return nil, err
	}
	for _, j := range texts {
		all[j].categories = []string{}
		for k, category := range columns[j].Categories {
			if columns[j].Weights[k] > 0 {
				all[j].categories = append(all[j].categories, category)
			}
		}
	}
	return all, nil
}

// read returns the options of a model without those of columns that it does not
// need.
func (w *wanted) read() Columns {
	o, columns := w.frame.clone(), append(namesOf(w.columns()), w.target)
	other := func(name string) bool { return !slices.Contains(columns, name) }
	maps.DeleteFunc(o.Categories, func(name string, _ []string) bool { return other(name) })
	o.Categorical = slices.DeleteFunc(o.Categorical, other)
	return o
}

// Unknown returns the texts of d that do not occur in the training data, by row and in
// the order of the inputs; nil if there are none. OneHot.AllowUnknown
// accepts them silently, including typos such as "Male" for "male". Inputs are found by
// name; Unknown returns an error if d lacks one.
func (p *Prepared) Unknown(d *Data) ([]*ValueError, error) {
	p = p.orNone()
	if err := d.check(); err != nil {
		return nil, err
	}
	d, err := d.arranged("preparation", p.Inputs())
	if err != nil {
		return nil, err
	}
	known := make([][]bool, len(p.inputs)) // by the number of the category in d
	for j, f := range d.described() {
		if p.isFree(f.name) {
			continue
		}
		categories := setOf(p.known(j))
		for _, category := range f.categories {
			known[j] = append(known[j], categories[category])
		}
	}
	var unseen []*ValueError
	for i, x := range d.Rows() {
		for j, v := range x {
			if known[j] != nil && !math.IsNaN(v) && !known[j][int(v)] {
				unseen = append(unseen, &ValueError{Err: ErrUnknownCategory, Column: d.features[j], Row: i, Value: d.roles[j].categories[int(v)], Want: p.known(j)})
			}
		}
	}
	return read(d, unseen, nil)
}

// known returns the categories of input j that the training data have: those that
// OneHot has found, or else its own.
func (p *Prepared) known(j int) []string {
	if c := p.encoded(p.inputs[j].name); c != nil {
		return c.known()
	}
	return p.inputs[j].categories
}

// encoded returns what OneHot makes of a column, nil for nothing.
func (p *Prepared) encoded(column string) *encoding {
	for _, s := range p.steps {
		if s, ok := s.(*oneHot); ok {
			for i, c := range s.Columns {
				if c.Column == column {
					return &s.Columns[i]
				}
			}
		}
	}
	return nil
}

package lclass

import (
	"maps"
	"slices"
)

// needed returns the preparation without what its outputs do not need: features
// that are dropped, and what steps have learnt of them. The outputs stay as they
// are.
func (p *Prepared) needed() (*Prepared, error) {
	used := map[string]bool{}
	for _, name := range p.Outputs() {
		used[name] = true
	}
	var steps []fitted
	for _, s := range slices.Backward(p.steps) {
		if s = s.only(used); s != nil {
			steps = append(steps, s)
		}
	}
	slices.Reverse(steps)
	inputs := slices.DeleteFunc(slices.Clone(p.inputs), func(f feature) bool { return !used[f.name] })
	return newPrepared(inputs, steps)
}

// occurring returns the features of the data, those of texts with the categories that
// occur.
func (d *Data) occurring() []feature {
	all := d.described()
	if !slices.ContainsFunc(all, func(f feature) bool { return f.categories != nil }) {
		return all
	}
	occurs := make([][]bool, len(all))
	for j, f := range all {
		occurs[j] = make([]bool, len(f.categories))
	}
	for _, x := range d.Rows() {
		for j, f := range all {
			if v := x[j]; f.categories != nil && v == v {
				occurs[j][int(v)] = true
			}
		}
	}
	for j, f := range all {
		if f.categories == nil {
			continue
		}
		all[j].categories = []string{}
		for k, category := range f.categories {
			if occurs[j][k] {
				all[j].categories = append(all[j].categories, category)
			}
		}
	}
	return all
}

// only returns the options without what they say of other columns.
func (o FrameOptions) only(columns []string) FrameOptions {
	o = o.clone()
	other := func(name string) bool { return !slices.Contains(columns, name) }
	maps.DeleteFunc(o.Categories, func(name string, _ []string) bool { return other(name) })
	maps.DeleteFunc(o.Means, func(name string, _ float64) bool { return other(name) })
	o.Categorical = slices.DeleteFunc(o.Categorical, other)
	return o
}

// read returns the options of a model without those of columns that it does not
// need.
func (w *wanted) read() FrameOptions {
	return w.frame.only(append(namesOf(w.columns()), w.target))
}

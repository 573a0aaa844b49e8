package lclass

import (
	"math"
	"slices"
)

// An UnknownCategory is a text that the training data of a preparation do not have.
type UnknownCategory struct {
	Column string
	Row    int // counted from 0
	Value  string
}

// Unknown returns the texts of d that the training data do not have, by row and by
// the order of the inputs; nil if there are none. [UnknownIsReference] and
// [UnknownIsRare] predict them without a word, also those that are slips of the
// pen, such as "Male" for "male". The inputs are found by name, and it is an error
// if d lacks one.
func (p *Prepared) Unknown(d *Data) ([]UnknownCategory, error) {
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
		categories := p.known(j)
		for _, category := range f.categories {
			known[j] = append(known[j], slices.Contains(categories, category))
		}
	}
	var unseen []UnknownCategory
	for i, x := range d.Rows() {
		for j, v := range x {
			if known[j] != nil && !math.IsNaN(v) && !known[j][int(v)] {
				unseen = append(unseen, UnknownCategory{d.features[j], i, d.roles[j].categories[int(v)]})
			}
		}
	}
	return read(d, unseen, nil)
}

// known returns the categories of input j that the training data have: those that
// OneHot has found, or else its own.
func (p *Prepared) known(j int) []string {
	for _, s := range p.steps {
		if s, ok := s.(*oneHot); ok {
			for _, c := range s.Columns {
				if c.Column == p.inputs[j].name {
					return c.known()
				}
			}
		}
	}
	return p.inputs[j].categories
}

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

// Unseen returns the texts of d that the training data do not have, by row and by
// the order of the inputs; nil if there are none. [UnseenIsReference] and
// [UnseenIsRare] predict them without a word, also those that are slips of the
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
	known := make([][]bool, len(p.inputs)) // by the number of the level in d
	for j, f := range d.described() {
		levels := p.known(j)
		for _, level := range f.levels {
			known[j] = append(known[j], slices.Contains(levels, level))
		}
	}
	var unseen []UnknownCategory
	for i, x := range d.Rows() {
		for j, v := range x {
			if known[j] != nil && !math.IsNaN(v) && !known[j][int(v)] {
				unseen = append(unseen, UnknownCategory{d.features[j], i, d.roles[j].levels[int(v)]})
			}
		}
	}
	return read(d, unseen, nil)
}

// known returns the levels of input j that the training data have: those that
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
	return p.inputs[j].levels
}

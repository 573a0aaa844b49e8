package lclass

import (
	"slices"
	"strings"
)

// Select keeps only the named features, in that order; a text column stands for all
// features that OneHot made of it.
type Select []string

// prepare returns a [ColumnError] if d lacks one of the features.
func (s Select) prepare(d *Data) (*Prepared, error) {
	found, err := d.columnsByName("Select", s)
	if err != nil {
		return nil, err
	}
	return d.learnt(&selection{Columns: pick(d.features, slices.Concat(found...))})
}

// Drop removes the named features; a text column stands for all features that OneHot made
// of it.
type Drop []string

// prepare is as for [Select].
func (s Drop) prepare(d *Data) (*Prepared, error) {
	names := append([]string{}, s...) // none, not all, if s is nil
	index, err := d.columnsOf("Drop", names, nil)
	if err != nil {
		return nil, err
	}
	keep := indices(d.D(), func(j int) bool { _, dropped := slices.BinarySearch(index, j); return !dropped })
	return d.learnt(&selection{Columns: pick(d.features, keep)})
}

// selection keeps some features.
type selection struct {
	Columns []string `json:"columns"`
}

func (s *selection) on(in []feature) ([]feature, func(φ, x []float64) error, error) {
	index, err := positions("select", s.Columns, in, false)
	if err != nil {
		return nil, nil, err
	}
	return pick(in, index), func(φ, x []float64) error {
		for i, j := range index {
			φ[i] = x[j]
		}
		return nil
	}, nil
}

func (s *selection) only(used map[string]bool) fitted {
	kept := &selection{Columns: []string{}}
	for _, name := range s.Columns {
		if used[name] {
			kept.Columns = append(kept.Columns, name)
		}
	}
	return kept
}

func (s *selection) String() string { return "select " + strings.Join(s.Columns, ", ") }

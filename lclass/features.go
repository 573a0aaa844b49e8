package lclass

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"linclass/lclass/internal/rows"
)

// arranged returns the data with the features that owner, such as the model,
// has, in its order. They are found by name, and others are left out. Features
// without names of their own, x1 … xd, are those of the owner in their order if
// they are as many. It is a [ColumnError] if some are not there.
func (d *Data) arranged(owner string, names []string) (*Data, error) {
	if slices.Equal(names, d.features) {
		return d, nil
	}
	at := numbered(d.features)
	var missing []string
	index := make([]int, len(names))
	for i, name := range names {
		j, there := at[name]
		if !there {
			missing = append(missing, name)
		}
		index[i] = j
	}
	switch {
	case missing == nil:
		return d.picked(index)
	case len(names) == len(d.features) && isDefault(d.features):
		return d.WithFeatures(names...)
	}
	return nil, &ColumnError{owner: owner, Missing: missing, need: slices.Clone(names), Have: d.Features()}
}

// picked returns the data with some of their features, in that order.
func (d *Data) picked(index []int) (*Data, error) {
	return d.with(pick(d.features, index), pick(d.roles, index), !d.isDense(), func(φ, x []float64) error {
		for i, j := range index {
			φ[i] = x[j]
		}
		return nil
	})
}

// isDefault reports whether the names are x1 … xd.
func isDefault(names []string) bool {
	for j, name := range names {
		if name != "x"+strconv.Itoa(j+1) {
			return false
		}
	}
	return true
}

// with returns the data with the named features φ(x) of the given roles, the non-zero
// values alone if sparse is set. phi sets φ to φ(x).
func (d *Data) with(names []string, roles []role, sparse bool, phi func(φ, x []float64) error) (*Data, error) {
	if err := checkNames("feature", names); err != nil {
		return nil, err
	}
	out := *d
	out.features, out.roles = names, roles
	if x, ok := d.x.(streamed); ok {
		out.x = x.Map(len(names), func(φ, x []float64) { _ = phi(φ, x) }, finiteBlock(names)) // what is streamed is not raw
		return &out, nil
	}
	m := len(names)
	var values []float64
	if !sparse {
		values = make([]float64, d.N()*m)
	}
	out.gaps = false
	var b rows.Builder
	φ := make([]float64, m)
	looks := max(1, 1<<18/(m+d.D()+1)) // rows between two looks at the context
	for i, x := range d.Rows() {
		if i%looks == 0 {
			if err := d.stopped(); err != nil {
				return nil, err
			}
		}
		if !sparse {
			φ = values[i*m : (i+1)*m]
		}
		if err := phi(φ, x); err != nil {
			return nil, d.inRow(i, err)
		}
		for j, v := range φ {
			if v == 0 {
				continue
			}
			gap := d.gaps && math.IsNaN(v)
			if !gap && v-v != 0 {
				return nil, &ValueError{Column: names[j], Row: i, Value: fmt.Sprint(v)}
			}
			out.gaps = out.gaps || gap
			if sparse {
				b.Add(j, v)
			}
		}
		if sparse {
			b.EndRow()
		}
	}
	if sparse {
		out.x = b.Sparse(m)
	} else {
		out.x = rows.NewDense(d.N(), m, values)
	}
	return &out, nil
}

// inRow puts the number of a row into the error of its values.
func (d *Data) inRow(i int, err error) error {
	e, ok := err.(*ValueError)
	switch {
	case !ok:
	case e.Err == ErrUnknownCategory:
		e.Row = i
	case e.Err == ErrMissing:
		remedy := e.remedy
		if j := slices.Index(d.features, e.Column); j >= 0 {
			e = d.missingError(j, i)
		}
		e.Row, e.remedy = i, remedy
		return e
	}
	return err
}

// mostValues is how many values are kept, 0 or not, of features that came without their
// zeros: 2 GB.
const mostValues = 1 << 28

// isDense reports whether the zeros of the features are kept in memory, too.
func (d *Data) isDense() bool {
	_, dense := d.x.(*rows.Dense)
	return dense
}

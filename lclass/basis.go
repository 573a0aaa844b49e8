package lclass

import (
	"fmt"
	"math"

	"linclass/lclass/internal/rows"
)

// checkBasis refuses a number of basis functions that is out of range.
func checkBasis(m int, of string) error {
	if m > rows.MaxColumns {
		return fmt.Errorf("lclass: %s has more than %d basis functions; take fewer", of, rows.MaxColumns)
	}
	return nil
}

// withBasis returns the data with the named basis functions φ(x) as features,
// the non-zero ones alone if sparse is set. phi sets φ to φ(x).
func (d *Data) withBasis(names []string, sparse bool, phi func(φ, x []float64)) (*Data, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	if err := checkNames("feature", names); err != nil {
		return nil, err
	}
	if x, ok := d.x.(streamed); ok {
		return d.mapped(x, names, phi)
	}
	m := len(names)
	var values []float64
	if !sparse {
		values = make([]float64, d.N()*m)
	}
	var b rows.Builder
	φ := make([]float64, m)
	for i, x := range d.Rows() {
		if !sparse {
			φ = values[i*m : (i+1)*m]
		}
		phi(φ, x)
		for j, v := range φ {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, &ValueError{Column: names[j], Row: i, Value: v}
			}
			if sparse {
				b.Add(j, v)
			}
		}
		if sparse {
			b.EndRow()
		}
	}
	out := *d
	out.features = names
	if sparse {
		out.x = b.Sparse(m)
	} else {
		out.x = rows.NewDense(d.N(), m, values)
	}
	return &out, nil
}

// isDense tells whether the zeros of the features are kept in memory, too.
func (d *Data) isDense() bool {
	_, dense := d.x.(*rows.Dense)
	return dense
}

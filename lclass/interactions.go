package lclass

import (
	"fmt"
	"slices"
	"strings"

	"linclass/internal/invalid"
)

// Interactions adds products of pairs of features, such as "Age·Sex[male]", so that the
// effect of one depends on the other. It skips pairs that OneHot and Impute made from the
// same column, whose product is always 0 or redundant. For powers and products of more
// than two features see [Polynomial].
type Interactions struct {
	// Pairs are the pairs of columns to multiply; a text column stands for all features
	// that OneHot made of it. Nil means all pairs of Columns.
	Pairs [][2]string
	// Columns are the features whose pairs are multiplied if Pairs is nil, as for
	// [Standardize]. Nil means all features.
	Columns []string
}

// prepare learns the names of the features. It returns an error if there are no pairs.
func (p Interactions) prepare(d *Data) (*Prepared, error) {
	if p.Pairs != nil && p.Columns != nil {
		return nil, invalid.Worded("Interactions.Pairs", p.Pairs, "lclass: Interactions has both Pairs and Columns; set one of them")
	}
	s := &products{}
	at := map[int]int{} // of a feature in s.Columns
	number := func(j int) int {
		if _, there := at[j]; !there {
			at[j] = len(s.Columns)
			s.Columns = append(s.Columns, d.features[j])
		}
		return at[j]
	}
	all, seen := d.described(), map[[2]int]bool{}
	add := func(a, b []int) {
		for _, i := range a {
			for _, j := range b {
				i, j := min(i, j), max(i, j)
				if pair := [2]int{i, j}; all[i].column() != all[j].column() && !seen[pair] {
					seen[pair] = true
					s.Factors = append(s.Factors, []int{number(i), number(j)})
				}
			}
		}
	}
	if p.Pairs == nil {
		index, err := d.numbersOf("Interactions", p.Columns, isAny)
		if err != nil {
			return nil, err
		}
		if err := checkBasis(len(index)*(len(index)-1)/2, "Interactions"); err != nil {
			return nil, err
		}
		for i := range index {
			add(index[i:i+1], index[i+1:])
		}
	}
	for _, pair := range p.Pairs {
		a, err := d.numbersOf("Interactions", pair[:1], isAny)
		if err != nil {
			return nil, err
		}
		b, err := d.numbersOf("Interactions", pair[1:], isAny)
		if err != nil {
			return nil, err
		}
		add(a, b)
	}
	return d.learnt(s)
}

// products adds products of features.
type products struct {
	Columns []string `json:"columns"`
	Factors [][]int  `json:"factors"` // of each product, as numbers of columns
}

func (s *products) on(in []feature) ([]feature, func(φ, x []float64) error, error) {
	index, err := positions("products", s.Columns, in, true)
	if err != nil {
		return nil, nil, err
	}
	out := slices.Clone(in)
	for _, f := range s.Factors {
		for _, i := range f {
			if i < 0 || i >= len(index) {
				return nil, nil, fmt.Errorf("lclass: products: factor %d of %d columns does not exist", i, len(index))
			}
		}
		if len(f) < 2 {
			return nil, nil, fmt.Errorf("lclass: products: a product has %d factors; it must have two or more", len(f))
		}
		out = append(out, feature{name: productName(f, s.Columns)})
	}
	return out, func(φ, x []float64) error {
		copy(φ, x)
		for k, f := range s.Factors {
			v := x[index[f[0]]]
			for _, i := range f[1:] {
				v *= x[index[i]]
			}
			φ[len(x)+k] = v
		}
		return nil
	}, nil
}

func (s *products) only(used map[string]bool) fitted {
	kept := &products{}
	needed := make([]bool, len(s.Columns))
	for _, f := range s.Factors {
		name := productName(f, s.Columns)
		if used[name] {
			delete(used, name)
			kept.Factors = append(kept.Factors, f)
			for _, i := range f {
				needed[i] = true
			}
		}
	}
	if kept.Factors == nil {
		return nil
	}
	number := make([]int, len(s.Columns))
	for i, name := range s.Columns {
		if needed[i] {
			number[i] = len(kept.Columns)
			kept.Columns = append(kept.Columns, name)
			used[name] = true
		}
	}
	for k, f := range kept.Factors {
		kept.Factors[k] = pick(number, f)
	}
	return kept
}

func (s *products) String() string {
	return fmt.Sprintf("%d products of %s", len(s.Factors), strings.Join(s.Columns, ", "))
}

package lclass

import (
	"cmp"
	"fmt"
	"linclass/lclass/internal/rows"
	"slices"
	"strconv"
	"strings"
)

// Polynomial makes polynomial features φ(x): all products of up to Degree features
// (Chemnitz, under- and overfitting; Dongguk 2.3, y = f(w·φ(x))). With degree 2, the
// features x1, x2 become
//
//	x1, x2, x1^2, x1·x2, x2^2
//
// The constant 1 is left out because models have a bias. d features have (d+p)!/(d! p!) −
// 1 monomials of degree at most p.
//
// A learner that is linear in φ is a polynomial in x, so a perceptron can learn XOR.
// Powers of numbers far from 0 are nearly collinear and may overflow; standardise the
// features first.
type Polynomial struct {
	// Degree is the maximum number p of factors; 0 means 2.
	Degree int
	// InteractionOnly leaves out products that contain a feature twice, which are
	// redundant for features 0 or 1.
	InteractionOnly bool
	// Columns are the features to multiply, as for [Standardize]; the others stay, and
	// products come last. Nil means all features.
	Columns []string
}

// prepare learns only the names of the features. It returns an error if Degree is negative
// or there are more than 65536 monomials.
func (p Polynomial) prepare(d *Data) (*Prepared, error) {
	index, err := d.numbersOf("Polynomial", p.Columns, isAny)
	if err != nil {
		return nil, err
	}
	terms, err := p.terms(len(index))
	if err != nil {
		return nil, err
	}
	s := &products{Columns: pick(d.features, index)}
	for i := len(index); i < len(terms); i++ {
		s.Factors = append(s.Factors, factors(terms, i))
	}
	return d.learnt(s)
}

// A term is a monomial: an earlier one, or 1, times a feature. Its features
// never decrease from factor to factor.
type term struct {
	earlier int // −1 for 1
	feature int
}

// terms returns the monomials of d features.
func (p Polynomial) terms(d int) ([]term, error) {
	degree := cmp.Or(p.Degree, 2)
	if degree < 0 {
		return nil, badSetting("Polynomial.Degree", p.Degree, "it must be positive")
	}
	terms := make([]term, 0, d)
	for j := range d {
		terms = append(terms, term{-1, j})
	}
	of := fmt.Sprintf("the polynomial of degree %d in %d features", degree, d)
	for from, k := 0, 1; k < degree && from < len(terms); k++ {
		to := len(terms)
		for i := from; i < to; i++ {
			j := terms[i].feature
			if p.InteractionOnly {
				j++
			}
			for ; j < d; j++ {
				terms = append(terms, term{i, j})
			}
			if err := checkBasis(len(terms), of); err != nil {
				return nil, err
			}
		}
		from = to
	}
	return terms, checkBasis(len(terms), of)
}

// factors returns the features of a term.
func factors(terms []term, i int) []int {
	var list []int
	for ; i >= 0; i = terms[i].earlier {
		list = append(list, terms[i].feature)
	}
	slices.Reverse(list)
	return list
}

// productName returns the name of a product of features, whose numbers do not
// decrease, such as "x1^2·x3".
func productName(factors []int, features []string) string {
	var parts []string
	for i := 0; i < len(factors); {
		power := 1
		for i+power < len(factors) && factors[i+power] == factors[i] {
			power++
		}
		name := features[factors[i]]
		if power > 1 {
			name += "^" + strconv.Itoa(power)
		}
		parts = append(parts, name)
		i += power
	}
	return strings.Join(parts, "·")
}

// checkBasis refuses a number of basis functions that is out of range.
func checkBasis(m int, of string) error {
	if m > rows.MaxColumns {
		return fmt.Errorf("lclass: %s has more than %d basis functions; use fewer", of, rows.MaxColumns)
	}
	return nil
}

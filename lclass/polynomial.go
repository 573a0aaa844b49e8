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
	factors, err := p.factors(len(index))
	if err != nil {
		return nil, err
	}
	return d.learnt(&products{Columns: pick(d.features, index), Factors: factors})
}

// factors returns the products of two or more of d features, by their numbers, which
// never decrease from factor to factor.
func (p Polynomial) factors(d int) ([][]int, error) {
	degree := cmp.Or(p.Degree, 2)
	if degree < 0 {
		return nil, badSetting("Polynomial.Degree", p.Degree, "it must be positive")
	}
	of := fmt.Sprintf("the polynomial of degree %d in %d features", degree, d)
	monomials := make([][]int, d)
	for j := range monomials {
		monomials[j] = []int{j}
	}
	for from, k := 0, 1; k < degree && from < len(monomials); k++ {
		to := len(monomials)
		for _, f := range monomials[from:to] {
			j := f[k-1]
			if p.InteractionOnly {
				j++
			}
			for ; j < d; j++ {
				monomials = append(monomials, append(slices.Clip(f), j))
			}
			if err := checkBasis(len(monomials), of); err != nil {
				return nil, err
			}
		}
		from = to
	}
	return append([][]int(nil), monomials[d:]...), checkBasis(len(monomials), of)
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

package lclass

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Polynomial has the monomials of the features as basis functions φ(x), all
// products of up to Degree of them (Chemnitz, under- and overfitting; Dongguk
// 2.3, y = f(w·φ(x))): with degree 2 the features x1, x2 become
//
//	x1, x2, x1^2, x1·x2, x2^2
//
// The constant 1 is left out, since models have a bias. d features have
// (d+p)!/(d! p!) − 1 monomials of degree p and less.
//
// A learner that is linear in φ is a polynomial in x: the perceptron then
// learns XOR. Powers of numbers that are far from 0 are nearly collinear and may
// overflow; standardise the features before.
type Polynomial struct {
	// Degree is the largest number p of factors. If it is 0 it is defaulted
	// to 2.
	Degree int
	// InteractionOnly leaves out the products in which a feature occurs twice,
	// which for features that are 0 or 1 say nothing new.
	InteractionOnly bool
}

// Apply returns the data with the monomials as features, by increasing degree;
// sparse if d is. It is an error if Degree is negative, if there are more than
// 65536 monomials or no samples, or if a monomial overflows.
func (p Polynomial) Apply(d *Data) (*Data, error) {
	if err := d.usable(); err != nil {
		return nil, err
	}
	terms, err := p.terms(d.D())
	if err != nil {
		return nil, err
	}
	names := make([]string, len(terms))
	for i := range terms {
		names[i] = termName(terms, i, d.features)
	}
	out, err := d.withBasis(names, !d.isDense(), func(φ, x []float64) { multiply(φ, terms, x) })
	if _, overflow := err.(*ValueError); overflow {
		return nil, fmt.Errorf("%w; standardise the features before, or take a smaller Degree", err)
	}
	return out, err
}

// Row returns the monomials φ(x) of one sample x, for [Model.Score] and the
// like. It panics if Apply to data with as many features would be an error,
// but for overflow.
func (p Polynomial) Row(x []float64) []float64 {
	terms, err := p.terms(len(x))
	if err != nil {
		panic(err.Error())
	}
	φ := make([]float64, len(terms))
	multiply(φ, terms, x)
	return φ
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
		return nil, fmt.Errorf("lclass: Polynomial.Degree = %d; it must be positive", p.Degree)
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

// multiply sets φ to the values of the terms at x.
func multiply(φ []float64, terms []term, x []float64) {
	for i, t := range terms {
		φ[i] = x[t.feature]
		if t.earlier >= 0 {
			φ[i] *= φ[t.earlier]
		}
	}
}

// termName returns the name of a term, such as "x1^2·x3".
func termName(terms []term, i int, features []string) string {
	power := make(map[int]int)
	var order []int
	for ; i >= 0; i = terms[i].earlier {
		j := terms[i].feature
		if power[j] == 0 {
			order = append(order, j)
		}
		power[j]++
	}
	factors := make([]string, len(order))
	for at, j := range order {
		name := features[j]
		if power[j] > 1 {
			name += "^" + strconv.Itoa(power[j])
		}
		factors[len(order)-1-at] = name
	}
	return strings.Join(factors, "·")
}

package lclass

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass/internal/rows"
)

func isZero(b []float64) bool {
	return !slices.ContainsFunc(b, func(v float64) bool { return v != 0 })
}

// noUnits is the error for a step of a preparation that prevents a conversion to the units
// of the data.
func noUnits(s fitted, format string, args ...any) error {
	return invalid.Worded("Model.Preparation", nil, "lclass: the weights cannot be converted to the units of the data because of %q: %s", s.String(), fmt.Sprintf(format, args...))
}

// A combination is c + Σ aⱼxⱼ of features x in the units of the data.
type combination struct {
	c float64
	a map[int]float64
}

// simple reports whether it is a feature, scaled or not, and which.
func (l combination) simple() (j int, a float64, ok bool) {
	for j, a := range l.a {
		return j, a, len(l.a) == 1
	}
	return 0, 0, false
}

// An unscaling is a preparation without scales, and what the features with them
// are of those without.
type unscaling struct {
	rest *Prepared
	is   []combination // of each feature of the model
	last []feature     // names of these
}

// identity is where every feature is itself.
func identity(d int) []combination {
	is := make([]combination, d)
	for j := range is {
		is[j] = combination{a: map[int]float64{j: 1}}
	}
	return is
}

// unscaled takes the scales out of the preparation.
func (p *Prepared) unscaled() (*unscaling, error) {
	u := &unscaling{rest: &Prepared{inputs: p.inputs}, is: identity(len(p.inputs)), last: p.inputs}
	plain := p.inputs // features without scales
	var steps []fitted
	for _, s := range p.steps {
		kept, is, err := u.through(s, plain)
		if err != nil {
			return nil, err
		}
		if kept != nil {
			if plain, _, err = kept.on(plain); err != nil {
				return nil, err
			}
			steps = append(steps, kept)
		}
		if u.last, _, err = s.on(u.last); err != nil {
			return nil, err
		}
		u.is = is
	}
	var err error
	u.rest, err = newPrepared(p.inputs, steps)
	return u, err
}

// through returns what a step is without scales, nil for nothing, and what its
// features are of those without. plain are the features without scales before
// the step.
func (u *unscaling) through(s fitted, plain []feature) (kept fitted, is []combination, err error) {
	at := numbered(namesOf(u.last))
	// Steps that keep features hold them where u.is has them, and only those
	// that are new have new places.
	switch s := s.(type) {
	case *scaling:
		is = slices.Clone(u.is)
		for i, name := range s.Columns {
			is[at[name]] = u.is[at[name]].scaled(s.Shift[i], s.Scale[i])
		}
		return nil, is, nil
	case *imputation:
		return u.impute(s, at, plain)
	case *products:
		return u.multiply(s, at, plain)
	}
	// What is left copies features or makes new ones of those that have no
	// scale.
	out, _, err := s.on(u.last)
	if err != nil {
		return nil, nil, err
	}
	outPlain, _, err := s.on(plain)
	if err != nil {
		return nil, nil, err
	}
	to := numbered(namesOf(outPlain))
	is = identity(len(out))
	for j, f := range out {
		from, copied := at[f.name]
		if !copied {
			is[j] = combination{a: map[int]float64{to[f.name]: 1}}
			continue
		}
		l := combination{c: u.is[from].c, a: map[int]float64{}}
		for i, a := range u.is[from].a {
			k, there := to[plain[i].name]
			if !there {
				return nil, nil, noUnits(s, "it keeps %q, which is made of %q, but drops that; keep both, or drop them before the products", f.name, plain[i].name)
			}
			l.a[k] = a
		}
		is[j] = l
	}
	return s, is, nil
}

// scaled is (l − shift)/scale.
func (l combination) scaled(shift, scale float64) combination {
	out := combination{c: (l.c - shift) / scale, a: make(map[int]float64, len(l.a))}
	for j, a := range l.a {
		out.a[j] = a / scale
	}
	return out
}

// impute has the values that fill gaps in the units of the data.
func (u *unscaling) impute(s *imputation, at map[string]int, plain []feature) (fitted, []combination, error) {
	kept := &imputation{Fill: slices.Clone(s.Fill), Indicators: s.Indicators}
	for i, f := range s.Fill {
		j, a, ok := u.is[at[f.Column]].simple()
		if !ok || plain[j].name != f.Column {
			return nil, nil, noUnits(s, "%q is a product of scaled features; put Impute before the products", f.Column)
		}
		if f.Text == "" {
			kept.Fill[i].Number = (f.Number - u.is[at[f.Column]].c) / a
		}
	}
	is := slices.Clone(u.is)
	for i := range s.Indicators {
		is = append(is, combination{a: map[int]float64{len(plain) + i: 1}})
	}
	return kept, is, nil
}

// multiply multiplies products of scaled features out: each is a sum of products
// of the features as they are, which are those of the step, or some more.
func (u *unscaling) multiply(s *products, at map[string]int, plain []feature) (fitted, []combination, error) {
	type sum = map[string]float64 // of products, whose factors are the bytes of the key
	kept := &products{Columns: s.Columns}
	number := map[string]int{} // of a product among the features of the kept step
	key := func(f []int) string { return fmt.Sprint(f) }
	factorsOf := map[string][]int{}
	for i := range s.Columns {
		j, _, ok := u.is[at[s.Columns[i]]].simple()
		if !ok || plain[j].name != s.Columns[i] {
			return nil, nil, noUnits(s, "%q is itself a product of scaled features; use one Polynomial of a higher degree", s.Columns[i])
		}
		number[key([]int{i})] = j
	}
	place := func(f []int) int {
		k := key(f)
		if _, there := number[k]; !there {
			number[k] = len(plain) + len(kept.Factors)
			kept.Factors = append(kept.Factors, f)
		}
		return number[k]
	}
	for _, f := range s.Factors {
		place(slices.Sorted(slices.Values(f)))
	}
	is := slices.Clone(u.is)
	for _, f := range s.Factors {
		total := sum{key(nil): 1}
		factorsOf[key(nil)] = nil
		for _, i := range f {
			l := u.is[at[s.Columns[i]]]
			_, a, _ := l.simple()
			next := sum{}
			for _, k := range slices.Sorted(maps.Keys(total)) {
				with := slices.Sorted(slices.Values(append(slices.Clone(factorsOf[k]), i)))
				factorsOf[key(with)] = with
				next[key(with)] += total[k] * a
				if l.c != 0 {
					next[k] += total[k] * l.c
				}
			}
			if total = next; len(total) > rows.MaxColumns {
				return nil, nil, noUnits(s, "a product of %d scaled features expands to too many terms", len(f))
			}
		}
		l := combination{c: total[key(nil)], a: map[int]float64{}}
		for _, k := range slices.Sorted(maps.Keys(total)) {
			if k != key(nil) {
				l.a[place(factorsOf[k])] = total[k]
			}
		}
		is = append(is, l)
	}
	return kept, is, checkBasis(len(plain)+len(kept.Factors), s.String())
}

// undo returns the weights and biases of features without scales.
func (u *unscaling) undo(w *mat.Dense, b []float64) (*mat.Dense, []float64, error) {
	k, _ := w.Dims()
	out, bias := mat.NewDense(k, max(1, len(u.rest.outputs)), nil), slices.Clone(b)
	for r := range k {
		for j, l := range u.is {
			v := w.At(r, j)
			bias[r] += v * l.c
			for i, a := range l.a {
				out.Set(r, i, out.At(r, i)+v*a)
			}
		}
		for i, name := range u.rest.Outputs() {
			if v := out.At(r, i); v-v != 0 {
				return nil, nil, &ValueError{Err: ErrOverflow, Column: name, Row: -1, remedy: "the weight overflows in the units of the data"}
			}
		}
		if v := bias[r]; v-v != 0 {
			return nil, nil, errors.New("lclass: the bias overflows in the units of the data; change the units of features far from 0")
		}
	}
	return out, bias, nil
}

package lclass

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// Radial makes m Gaussian radial basis functions as features (Dongguk 2.3, y = f(w·φ(x));
// Bishop 2006, section 3.1):
//
//	φⱼ(x) = exp(−‖x − cⱼ‖² / 2s²)
//
// One width s applies to all features, so standardise features of different units first.
type Radial struct {
	// Centres are the m ≥ 1 centres cⱼ, each with d values.
	Centres [][]float64
	// Width is s > 0, in the units of the features.
	Width float64
	// Features are the names of the d features. Apply compares them with those of the
	// data unless they are nil. In [Radial.Prepare] they are the columns that the basis
	// replaces, as in [Standardize], and the others stay; nil means all.
	Features []string
	// Samples is the number of centres that Prepare draws from the training data, as
	// [RadialSamples] does with Seed, if there are no Centres. The model stores these
	// samples.
	Samples int
	Seed    uint64
	// PerFeature is the number of centres along each feature, on a grid as in
	// [RadialGrid], if there are neither Centres nor Samples.
	PerFeature int
}

// RadialGrid returns the basis with centres on a grid: perFeature of them along each
// feature, from its smallest to its largest value in d. A single one lies in the middle;
// a constant feature has one. RadialGrid returns an error for more than 65536 centres or
// no samples.
func RadialGrid(d *Data, perFeature int, width float64) (Radial, error) {
	if err := d.usable(); err != nil {
		return Radial{}, err
	}
	if d = d.counted(); d.N() == 0 {
		return Radial{}, errNoWeight
	}
	if perFeature < 1 {
		return Radial{}, fmt.Errorf("lclass: RadialGrid with %d centres along each feature; it needs at least one", perFeature)
	}
	low, high := d.x.Range()
	centres := [][]float64{make([]float64, d.D())}
	for j := range low {
		count := perFeature
		if low[j] == high[j] {
			count = 1
		}
		if err := checkBasis(len(centres)*min(count, math.MaxInt32), fmt.Sprintf("a grid of %d centres along each of %d features", perFeature, d.D())); err != nil {
			return Radial{}, err
		}
		var next [][]float64
		for _, centre := range centres {
			for i := range count {
				at := 0.5
				if count > 1 {
					at = float64(i) / float64(count-1)
				}
				c := slices.Clone(centre)
				c[j] = (1-at)*low[j] + at*high[j]
				next = append(next, c)
			}
		}
		centres = next
	}
	r := Radial{Centres: centres, Width: width, Features: d.Features()}
	return read(d, r, r.check(d.D()))
}

// RadialSamples returns the basis with its centres at m samples of d, drawn without
// replacement by rand.NewPCG(seed, seed) from those of positive weight. It returns an
// error if there are fewer.
func RadialSamples(d *Data, m int, width float64, seed uint64) (Radial, error) {
	if err := d.usable(); err != nil {
		return Radial{}, err
	}
	if d = d.counted(); d.N() == 0 {
		return Radial{}, errNoWeight
	}
	if m < 1 || m > d.N() {
		return Radial{}, fmt.Errorf("lclass: RadialSamples with %d centres from %d samples; use 1 to %d", m, d.N(), d.N())
	}
	if err := checkBasis(m, "RadialSamples"); err != nil {
		return Radial{}, err
	}
	r := Radial{Width: width, Features: d.Features()}
	d = d.Subset(rand.New(rand.NewPCG(seed, seed)).Perm(d.N())[:m])
	for i := range m {
		r.Centres = append(r.Centres, d.Row(i))
	}
	return read(d, r, r.check(d.D()))
}

// check reports whether the basis can be applied to samples of d features.
func (r Radial) check(d int) error {
	if !(r.Width > 0) || math.IsInf(r.Width, 1) {
		return fmt.Errorf("lclass: Radial.Width = %v; it must be a positive number", r.Width)
	}
	if len(r.Centres) == 0 {
		return fmt.Errorf("lclass: Radial has no Centres; set them, or use RadialGrid or RadialSamples")
	}
	for j, c := range r.Centres {
		if len(c) != d {
			return fmt.Errorf("lclass: centre %d of Radial has %d values for %d features", j, len(c), d)
		}
		for _, v := range c {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("lclass: centre %d of Radial is %v; centres must be finite", j, c)
			}
		}
	}
	return nil
}

// Apply returns the data with the features φ1 … φm, always dense. It returns an error if
// d has other features or no samples, the width is not positive, or a centre is not
// finite.
func (r Radial) Apply(d *Data) (*Data, error) {
	if err := d.usable(); err != nil {
		return nil, err
	}
	if r.Features != nil {
		if err := checkFeatures("radial basis", r.Features, "data", d.features); err != nil {
			return nil, err
		}
	}
	if err := r.check(d.D()); err != nil {
		return nil, err
	}
	names := make([]string, len(r.Centres))
	for j := range names {
		names[j] = bumpName(j)
	}
	return d.withBasis(names, false, r.bumps)
}

// Prepare implements [Preparation], with centres from the training data d if there are
// none. The basis functions come after the features that stay. It returns an error if
// Apply does.
func (r Radial) Prepare(d *Data) (*Prepared, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	index, err := d.numbersOf("Radial", r.Features, isAny)
	if err != nil {
		return nil, err
	}
	names := pick(d.features, index)
	if r.Centres != nil && r.Features != nil {
		names = r.Features // the order of the centres
	}
	switch {
	case r.Centres != nil:
	case r.Samples != 0 || r.PerFeature != 0:
		some, err := d.picked(index)
		if err != nil {
			return nil, err
		}
		if r.Samples != 0 {
			r, err = RadialSamples(some, r.Samples, r.Width, r.Seed)
		} else {
			r, err = RadialGrid(some, r.PerFeature, r.Width)
		}
		if err != nil {
			return nil, err
		}
	default:
		return nil, errors.New("lclass: Radial has no Centres; set them, or set Samples or PerFeature to choose them from the training data")
	}
	return d.learnt(&bumps{Columns: names, Centres: r.Centres, Width: r.Width})
}

// Row returns φ(x) of one sample x, for methods such as [Model.ScoresOne]. It panics if
// Apply would return an error for data with as many features.
func (r Radial) Row(x []float64) []float64 {
	if err := r.check(len(x)); err != nil {
		panic(err.Error())
	}
	φ := make([]float64, len(r.Centres))
	r.bumps(φ, x)
	return φ
}

// bumps sets φ to φ(x). Differences in units of the width neither lose small
// ones nor give NaN for large ones.
func (r Radial) bumps(φ, x []float64) {
	for j, c := range r.Centres {
		var square float64
		for i, v := range x {
			t := (v - c[i]) / r.Width
			square += t * t
		}
		φ[j] = math.Exp(-square / 2)
	}
}

// bumps are a radial basis in place of some features.
type bumps struct {
	Columns []string    `json:"columns"`
	Centres [][]float64 `json:"centres"`
	Width   float64     `json:"width"`
}

func (s *bumps) on(in []feature) ([]feature, func(φ, x []float64) error, error) {
	r := Radial{Centres: s.Centres, Width: s.Width}
	if err := r.check(len(s.Columns)); err != nil {
		return nil, nil, err
	}
	index, err := positions("radial", s.Columns, in, true)
	if err != nil {
		return nil, nil, err
	}
	var out []feature
	var stay []int
	for j, f := range in {
		if !slices.Contains(index, j) {
			out, stay = append(out, f), append(stay, j)
		}
	}
	for j := range s.Centres {
		out = append(out, feature{name: bumpName(j)})
	}
	return out, func(φ, x []float64) error {
		for i, j := range stay {
			φ[i] = x[j]
		}
		r.bumps(φ[len(stay):], pick(x, index))
		return nil
	}, nil
}

// only keeps all, as centres have a value for each column.
func (s *bumps) only(used map[string]bool) fitted {
	for j := range s.Centres {
		delete(used, bumpName(j))
	}
	for _, name := range s.Columns {
		used[name] = true
	}
	return s
}

// bumpName is that of bump j.
func bumpName(j int) string { return fmt.Sprint("φ", j+1) }

func (s *bumps) String() string {
	return fmt.Sprintf("radial %s, %d centres", abbreviate(s.Columns), len(s.Centres))
}

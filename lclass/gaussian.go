package lclass

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/normal"
	"linclass/lclass/internal/rows"
)

// gaussians is a generative problem on data: the samples, class after class. Constant
// features do not discriminate and are left out. The others are measured in units of a
// power of two near their largest value, which loses no digits and keeps squares in
// range.
type gaussians struct {
	data    *Data // the samples that count
	weight  []float64
	total   float64 // Σs
	kept    []int   // features that vary
	unit    []float64
	classes []gaussianClass
	notes   []string
}

// A gaussianClass is a class that occurs, with the maximum likelihood mean and
// standard deviation of each kept feature, in units.
type gaussianClass struct {
	name      string
	rows      []int
	weight    float64 // Σs
	prior     float64
	mean, std []float64
}

func newGaussians(d *Data, priors map[string]float64) (*gaussians, error) {
	g, err := newClasses(d, priors, (*gaussians).measure)
	if err != nil {
		return nil, err
	}
	if n, p := g.data.N(), len(g.kept); !g.data.isDense() && n > mostValues/max(1, p) {
		return nil, fmt.Errorf("lclass: normal densities need all %d × %d values of the features, zeros included, which take %d GB; use Logistic, LinearSVM or MultinomialNaiveBayes, which store only non-zero values, or use fewer features", n, p, n>>10*p>>17)
	}
	for k := range g.classes {
		g.moments(&g.classes[k])
		if err := g.data.Err(); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// newClasses returns the classes without their densities, after a look at the features.
func newClasses(d *Data, priors map[string]float64, look func(g *gaussians)) (*gaussians, error) {
	if err := d.checkClasses(); err != nil {
		return nil, err
	}
	if err := (&problem{data: d}).check(); err != nil {
		return nil, err
	}
	d, err := d.counted().inMemory()
	if err != nil {
		return nil, err
	}
	g := &gaussians{data: d}
	g.weight = g.data.sampleWeights()
	look(g)
	g.split()
	if math.IsInf(g.total, 0) {
		return nil, errHeavy
	}
	if err := g.setPriors(priors); err != nil {
		return nil, err
	}
	return g, g.data.Err()
}

// measure finds the features that vary, beyond rounding, and their units.
func (g *gaussians) measure() {
	low, high := g.data.x.Range(g.data.stop())
	var constant []string
	for j, name := range g.data.features {
		largest := math.Max(math.Abs(low[j]), math.Abs(high[j]))
		if high[j]-low[j] <= 1e-13*largest {
			constant = append(constant, name)
			continue
		}
		g.kept = append(g.kept, j)
		g.unit = append(g.unit, powerOfTwo(largest))
	}
	if constant != nil {
		g.notes = append(g.notes, fmt.Sprintf("features %s are constant and left out", abbreviate(constant)))
	}
}

// split sorts the samples by class.
func (g *gaussians) split() {
	index := make([][]int, g.data.K())
	weight := make([]float64, g.data.K())
	for i, k := range g.data.t {
		index[k] = append(index[k], i)
		weight[k] += g.weight[i]
		g.total += g.weight[i]
	}
	var absent []string
	for k, name := range g.data.classes {
		if index[k] == nil {
			absent = append(absent, name)
			continue
		}
		g.classes = append(g.classes, gaussianClass{name: name, rows: index[k], weight: weight[k]})
	}
	if absent != nil {
		g.notes = append(g.notes, fmt.Sprintf("classes %s do not occur and are left out", abbreviate(absent)))
	}
}

func (g *gaussians) names() []string {
	return transform(g.classes, func(c gaussianClass) string { return c.name })
}

func (g *gaussians) status(loss float64) Status {
	return Status{
		Solver: ClosedForm{}.name(), Iterations: 1,
		Loss: loss, Gradient: math.NaN(), Gap: math.NaN(), Note: strings.Join(g.notes, "; "),
	}
}

// bare returns a model without what it has learnt of the features.
func (g *gaussians) bare(o Output) *Model {
	return &Model{Output: o, Features: g.data.Features(), Classes: g.names(), Target: g.data.target, frame: g.data.frame.clone()}
}

// model returns the densities with the given standard deviations of the kept
// features, in units, and factors.
func (g *gaussians) model(std [][]float64, factors []*mat.TriDense) (*Model, error) {
	d, k := g.data.D(), len(g.classes)
	m := g.bare(DensityOutput)
	of := &Densities{Means: mat.NewDense(k, d, nil), Std: mat.NewDense(k, d, nil), Factors: factors}
	m.Densities = of
	for i, c := range g.classes {
		of.Priors = append(of.Priors, c.prior)
		g.data.x.Row(of.Means.RawRowView(i), c.rows[0])
		for a, j := range g.kept {
			of.Means.Set(i, j, c.mean[a]*g.unit[a])
			of.Std.Set(i, j, std[i][a]*g.unit[a])
			if of.Std.At(i, j) == 0 {
				return nil, &ValueError{Err: ErrOverflow, Column: g.data.features[j], Row: -1, remedy: "the standard deviation underflows"}
			}
		}
	}
	most := max(16, min(1<<12, 1<<27/max(1, d*d))) // rows of which densities take little time
	var loss float64
	for i, c := range g.classes {
		x := g.data.Subset(c.rows).Matrix().RawMatrix().Data
		z := make([]float64, len(c.rows))
		for lo := 0; lo < len(z) && g.data.Err() == nil; lo += most {
			hi := min(lo+most, len(z))
			of.logJoint(z[lo:hi], i, hi-lo, x[lo*d:hi*d])
		}
		if err := g.data.Err(); err != nil {
			return nil, err
		}
		for r, row := range c.rows {
			loss -= z[r] * (g.weight[row] / g.total)
		}
	}
	m.Status = g.status(loss)
	return m, nil
}

// factor returns the d×d root of the correlations with a positive diagonal,
// which is 1 for features that are left out.
func (g *gaussians) factor(w *normal.Whitening) *mat.TriDense {
	d := g.data.D()
	r := mat.NewTriDense(d, mat.Upper, nil)
	for j := range d {
		r.SetTri(j, j, 1)
	}
	for a, i := range g.kept {
		sign := math.Copysign(1, w.C.At(a, a))
		for b := a; b < len(g.kept); b++ {
			r.SetTri(i, g.kept[b], sign*w.C.At(a, b))
		}
	}
	return r
}

// setPriors takes the given priors, or the shares of the classes.
func (g *gaussians) setPriors(priors map[string]float64) error {
	var sum float64
	for k := range g.classes {
		c := &g.classes[k]
		c.prior = c.weight
		if priors != nil {
			p, ok := priors[c.name]
			if !ok {
				return badSetting(fmt.Sprintf("prior of class %q", c.name), nil, "give the priors of all classes, or leave Priors nil")
			}
			if !(p > 0) || math.IsInf(p, 0) {
				return badSetting(fmt.Sprintf("prior of class %q", c.name), p, "it must be a positive number")
			}
			c.prior = p
		}
		sum += c.prior
	}
	names := g.names()
	for _, name := range slices.Sorted(maps.Keys(priors)) {
		if !slices.Contains(names, name) && slices.Contains(g.data.classes, name) {
			return badSetting(fmt.Sprintf("prior of class %q", name), priors[name], "no sample has this class; leave its prior out")
		}
		if !slices.Contains(names, name) {
			return &placeError{"Priors", &ValueError{Err: ErrUnknownCategory, Column: g.data.target, Row: -1, Value: name, Want: names}}
		}
	}
	for k := range g.classes {
		c := &g.classes[k]
		p := c.prior / sum
		if !(p > 0) {
			what := "prior"
			if priors == nil {
				what = "weight"
			}
			return badSetting(fmt.Sprintf("%s of class %q", what, c.name), c.prior, "its share of all classes is below the range of float64")
		}
		c.prior = p
	}
	return nil
}

// moments finds mean and standard deviation of a class. Its values can be far
// smaller than the unit, so that it takes units of its own for the squares.
func (g *gaussians) moments(c *gaussianClass) {
	x, weight := g.samples(c)
	p := len(g.kept)
	low, high := rows.NewDense(len(weight), p, x).Range(g.data.stop())
	unit := make([]float64, p)
	for j := range unit {
		unit[j] = powerOfTwo(math.Max(math.Abs(low[j]), math.Abs(high[j])))
	}
	for i := range x {
		x[i] /= unit[i%p]
	}
	mean, std := rows.Moments(rows.NewDense(len(weight), p, x), moderate(weight), g.data.stop())
	c.mean, c.std = make([]float64, p), make([]float64, p)
	for j, u := range unit {
		c.mean[j], c.std[j] = mean[j]*u, std[j]*u
	}
}

// samples returns the kept features of the samples of a class, in units, and
// their weights.
func (g *gaussians) samples(c *gaussianClass) (x, weight []float64) {
	p := len(g.kept)
	x = make([]float64, len(c.rows)*p)
	weight = make([]float64, len(c.rows))
	row := make([]float64, g.data.D())
	for i, r := range c.rows {
		if i%g.data.glance() == 0 && g.data.Err() != nil {
			break
		}
		g.data.x.Row(row, r)
		for a, j := range g.kept {
			x[i*p+a] = row[j] / g.unit[a]
		}
		weight[i] = g.weight[r]
	}
	return x, weight
}

// spread returns the maximum likelihood standard deviation of each kept feature
// over all samples, in units.
func (g *gaussians) spread() []float64 {
	mean, std := make([]float64, len(g.kept)), make([]float64, len(g.kept))
	for _, c := range g.classes {
		floats.AddScaled(mean, c.weight/g.total, c.mean)
	}
	for _, c := range g.classes {
		for j, s := range c.std {
			std[j] = math.Hypot(std[j], math.Sqrt(c.weight/g.total)*math.Hypot(s, c.mean[j]-mean[j]))
		}
	}
	return std
}

// unbiased returns n_k/(n_k−1).
func (c *gaussianClass) unbiased() (float64, error) {
	if c.weight <= 1 {
		return 0, badSetting("Unbiased", true, "the weights of class %q sum to %.6g; it needs more than one sample", c.name, c.weight)
	}
	return c.weight / (c.weight - 1), nil
}

// powerOfTwo returns the power of two at or just below v > 0, and 1 for 0.
func powerOfTwo(v float64) float64 {
	if v == 0 {
		return 1
	}
	_, exponent := math.Frexp(v)
	return math.Ldexp(1, exponent-1)
}

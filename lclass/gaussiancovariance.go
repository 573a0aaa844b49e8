package lclass

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/normal"
	"linclass/lclass/internal/rows"
)

const epsilon = 0x1p-52

// covariance returns the maximum likelihood covariance of a class, shrunk
// towards its diagonal.
func (g *gaussians) covariance(c *gaussianClass, shrinkage float64) normal.Covariance {
	p := len(g.kept)
	cov := normal.Covariance{Ridge: make([]float64, p), Noise: make([]float64, p)}
	if p == 0 {
		return cov
	}
	x, weight := g.samples(c)
	low, high := rows.NewDense(len(weight), p, x).Range(g.data.stop())
	for j := range cov.Noise {
		cov.Noise[j] = epsilon * (math.Max(math.Abs(low[j]), math.Abs(high[j])) + 0.4*math.Sqrt(float64(len(weight)))*c.std[j])
	}
	var fourth float64
	for i, s := range weight {
		if i%rows.Block == 0 && g.data.Err() != nil {
			return cov
		}
		root := math.Sqrt(s / c.weight)
		var square float64
		for j, mean := range c.mean {
			v := &x[i*p+j]
			if c.std[j] == 0 {
				*v = 0
				continue
			}
			*v -= mean
			z := *v / c.std[j]
			square += z * z
			*v *= root
		}
		fourth += s * square * square / c.weight
	}
	if cov.Root = g.reduced(x, p); cov.Root == nil {
		return cov
	}
	if shrinkage == LedoitWolf {
		shrinkage = cov.LedoitWolf(c.std, fourth, c.weight, g.data.stop())
	}
	cov.Root.Scale(math.Sqrt(1-shrinkage), cov.Root)
	for j, s := range c.std {
		cov.Ridge[j] = math.Sqrt(shrinkage) * s
	}
	return cov
}

func (g *gaussians) covariances(shrinkage float64) ([]normal.Covariance, error) {
	if p := len(g.kept); shrinkage != 0 && p > mostValues/max(1, p) {
		var given any = shrinkage
		if shrinkage == LedoitWolf {
			given = "LedoitWolf"
		}
		return nil, badSetting("Shrinkage", given, "it needs the covariances of %d features, which take %d GB; use Logistic with a penalty such as L2(1e-3), or fewer features", p, p>>10*p>>17)
	}
	var covariances []normal.Covariance
	for k := range g.classes {
		covariances = append(covariances, g.covariance(&g.classes[k], shrinkage))
		if err := g.data.Err(); err != nil {
			return nil, err
		}
	}
	return covariances, nil
}

// reduced returns the triangle of rows of p values, so many of them at a time that
// the triangle so far adds little; nil if the context is done before there is one.
func (g *gaussians) reduced(x []float64, p int) *mat.Dense {
	var top *mat.Dense
	part := max(1<<12, 2*p) * p
	for lo := 0; lo < len(x) && g.data.Err() == nil; lo += part {
		values := x[lo:min(lo+part, len(x))]
		if top != nil {
			values = slices.Concat(top.RawMatrix().Data, values)
		}
		top = normal.Triangle(mat.NewDense(len(values)/p, p, values), g.data.stop())
		if top == nil {
			return nil
		}
	}
	return top
}

// common returns Σ, the mean of the covariances of the classes.
func (g *gaussians) common(classes []normal.Covariance, unbiased bool) (normal.Covariance, error) {
	n := g.total
	if unbiased {
		n -= float64(len(g.classes))
		if n <= 0 {
			return normal.Covariance{}, badSetting("Unbiased", true, "the weights sum to %.6g for %d classes; it needs more than one sample per class", g.total, len(g.classes))
		}
	}
	share := transform(g.classes, func(c gaussianClass) float64 { return c.weight / n })
	return normal.Mix(share, classes, g.data.stop()), nil
}

// LedoitWolf, as a Shrinkage, selects the ratio of Ledoit and Wolf (2004), which
// minimises the expected squared error in each class,
//
//	α = min(1, b²/d²),  d² = ‖C − I‖²,  b² = (1/n)[(1/n) Σ ‖zᵢ‖⁴ − ‖C‖²]
//
// with the standardised features z of the class and their correlations C; n is the sum of
// the weights.
const LedoitWolf = -1.0

func checkShrinkage(ratio float64) error {
	if !(ratio >= 0 && ratio <= 1) && ratio != LedoitWolf {
		return badSetting("Shrinkage", ratio, "it must be from 0 to 1, or LedoitWolf")
	}
	return nil
}

func (g *gaussians) whitened(cov normal.Covariance) (*normal.Whitening, error) {
	w, err := cov.Whiten(g.data.stop())
	return read(g.data, w, err)
}

// A singularError is about a singular covariance: it has no variance in some direction of
// the features.
type singularError struct {
	Class    string   // "" for the common covariance
	Features []string // the features involved in the direction
	reason   string
	remedy   string
}

func (e *singularError) Error() string {
	what := "the common covariance"
	if e.Class != "" {
		what = fmt.Sprintf("the covariance of class %q", e.Class)
	}
	return fmt.Sprintf("lclass: %s is singular: %s; %s", what, e.reason, e.remedy)
}

// singular says why the covariance w of class c, of all classes if c is nil,
// has no variance in a direction in which the given kept features take part.
// The second remedy is for features that are constant.
func (g *gaussians) singular(c *gaussianClass, w *normal.Whitening, features []int, remedy, constancy string) error {
	e := &singularError{remedy: remedy}
	var constant []string
	for _, j := range features {
		name := g.data.features[g.kept[j]]
		e.Features = append(e.Features, name)
		if w.Std[j] == 0 {
			constant = append(constant, name)
		}
	}
	where, samples, classes := "within each class", g.data.N(), len(g.classes)
	if c != nil {
		e.Class = c.name
		where, samples, classes = "in it", len(c.rows), 1
	}
	independent := w.C == nil
	switch {
	case samples == classes:
		e.reason = "a single sample has no variance"
	case samples-classes < len(g.kept) && !independent:
		e.reason = fmt.Sprintf("%d samples are too few for %d features", samples, len(g.kept))
	case constant != nil:
		e.Features, e.remedy = constant, constancy
		e.reason = fmt.Sprintf("features %s are constant %s", abbreviate(constant), where)
	default:
		e.reason = fmt.Sprintf("features %s are linearly dependent", abbreviate(e.Features))
	}
	return e
}

package lclass

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/rows"
)

// A covariance is Σ = AᵀA + diag(ridge)² over p features. Its root A is kept,
// and never Σ itself, which would lose half of the digits.
type covariance struct {
	root  *mat.Dense // nil for Σ = diag(ridge)²
	ridge []float64
	noise []float64 // the deviation that rounding makes, of the features and of n samples added up
}

const epsilon = 0x1p-52

// covariance returns the maximum likelihood covariance of a class, shrunk
// towards its diagonal.
func (g *gaussians) covariance(c *gaussianClass, shrinkage float64) covariance {
	p := len(g.kept)
	cov := covariance{ridge: make([]float64, p), noise: make([]float64, p)}
	if p == 0 {
		return cov
	}
	x, weight := g.samples(c)
	low, high := rows.NewDense(len(weight), p, x).Range(g.data.stop())
	for j := range cov.noise {
		cov.noise[j] = epsilon * (math.Max(math.Abs(low[j]), math.Abs(high[j])) + 0.4*math.Sqrt(float64(len(weight)))*c.std[j])
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
	if cov.root = g.reduced(x, p); cov.root == nil {
		return cov
	}
	if shrinkage == LedoitWolf {
		shrinkage = cov.ledoitWolf(c.std, fourth, c.weight, g.data.stop())
	}
	cov.root.Scale(math.Sqrt(1-shrinkage), cov.root)
	for j, s := range c.std {
		cov.ridge[j] = math.Sqrt(shrinkage) * s
	}
	return cov
}

func (g *gaussians) covariances(shrinkage float64) ([]covariance, error) {
	if p := len(g.kept); shrinkage != 0 && p > mostValues/max(1, p) {
		var given any = shrinkage
		if shrinkage == LedoitWolf {
			given = "LedoitWolf"
		}
		return nil, badSetting("Shrinkage", given, "it needs the covariances of %d features, which take %d GB; use Logistic with a penalty such as L2(1e-3), or fewer features", p, p>>10*p>>17)
	}
	var covariances []covariance
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
		top = triangle(mat.NewDense(len(values)/p, p, values), g.data.stop())
		if top == nil {
			return nil
		}
	}
	return top
}

// common returns Σ, the mean of the covariances of the classes.
func (g *gaussians) common(classes []covariance, unbiased bool) (covariance, error) {
	n := g.total
	if unbiased {
		n -= float64(len(g.classes))
		if n <= 0 {
			return covariance{}, badSetting("Unbiased", true, "the weights sum to %.6g for %d classes; it needs more than one sample per class", g.total, len(g.classes))
		}
	}
	share := transform(g.classes, func(c gaussianClass) float64 { return c.weight / n })
	return g.mix(share, classes), nil
}

// mix returns Σ wᵢ Σᵢ.
func (g *gaussians) mix(weight []float64, parts []covariance) covariance {
	p := len(parts[0].ridge)
	sum := covariance{ridge: make([]float64, p), noise: make([]float64, p)}
	var stack []float64
	for i, part := range parts {
		w := math.Sqrt(weight[i])
		for j := range p {
			sum.ridge[j] = math.Hypot(sum.ridge[j], w*part.ridge[j])
			sum.noise[j] = math.Hypot(sum.noise[j], w*part.noise[j])
		}
		if part.root == nil || w == 0 {
			continue
		}
		for _, v := range part.root.RawMatrix().Data {
			stack = append(stack, w*v)
		}
	}
	if stack != nil {
		sum.root = triangle(mat.NewDense(len(stack)/p, p, stack), g.data.stop())
	}
	return sum
}

// triangle returns a matrix with the same AᵀA: the triangle R of its QR
// decomposition if A has more rows than columns, and A itself otherwise. It is nil if
// it has stopped.
func triangle(a *mat.Dense, stop factor.Stop) *mat.Dense {
	n, p := a.Dims()
	if n <= p {
		return a
	}
	return factor.Triangle(a, stop)
}

// stack returns A with the rows of diag(ridge) below it.
func (cov covariance) stack() *mat.Dense {
	p := len(cov.ridge)
	var rows []float64
	if cov.root != nil {
		rows = append(rows, cov.root.RawMatrix().Data...)
	}
	for j, r := range cov.ridge {
		row := make([]float64, p)
		row[j] = r
		if r > 0 || rows == nil {
			rows = append(rows, row...)
		}
	}
	return mat.NewDense(len(rows)/p, p, rows)
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

// ledoitWolf returns the ratio for a class of n samples; fourth is the mean of
// ‖zᵢ‖⁴. Features without variance take no part.
func (cov covariance) ledoitWolf(std []float64, fourth, n float64, stop factor.Stop) float64 {
	z := mat.DenseCopyOf(cov.root)
	var varying float64
	for j, s := range std {
		if s == 0 {
			continue
		}
		varying++
		for i := range z.RawMatrix().Rows {
			z.Set(i, j, z.At(i, j)/s)
		}
	}
	c := factor.Product(z.T(), z, stop)
	if c == nil {
		return 0
	}
	var square float64
	for _, v := range c.RawMatrix().Data {
		square += v * v
	}
	b, d := (fourth-square)/n, square-varying
	if b <= 0 || d <= 0 {
		return 0
	}
	return min(1, b/d)
}

// A whitening is a covariance Σ = S CᵀC S ready for use: the standard
// deviations S, a root C of the correlations with its singular values and
// right singular vectors V. A direction V whose variance is no more than
// rounding can make has the singular value 0.
type whitening struct {
	std    []float64
	c      *mat.Dense // columns of norm 1, or 0 where std is; nil for no features
	v      *mat.Dense
	values []float64
	bound  []float64 // what rounding makes of each singular value
}

func (g *gaussians) whitened(cov covariance) (*whitening, error) {
	w, err := cov.whitening(g.data.stop())
	return read(g.data, w, err)
}

func (cov covariance) whitening(stop factor.Stop) (*whitening, error) {
	p := len(cov.ridge)
	w := &whitening{std: make([]float64, p)}
	if p == 0 {
		return w, nil
	}
	if w.c = triangle(cov.stack(), stop); w.c == nil {
		return nil, errNoSingularValues
	}
	noise := make([]float64, p)
	for j := range p {
		column := w.c.ColView(j).(*mat.VecDense)
		w.std[j] = mat.Norm(column, 2)
		if w.std[j] > 0 {
			noise[j] = cov.noise[j] / w.std[j]
			column.ScaleVec(1/w.std[j], column)
		}
	}
	if !w.decompose(noise, stop) {
		return nil, errNoSingularValues
	}
	return w, nil
}

var errNoSingularValues = errors.New("lclass: the singular values of a covariance cannot be found; set Shrinkage")

// decompose finds C = U diag(values) Vᵀ. It is false if it does not
// converge or has stopped.
func (w *whitening) decompose(noise []float64, stop factor.Stop) (ok bool) {
	p := len(w.std)
	w.bound = make([]float64, p)
	if w.values, w.v, ok = factor.SVD(w.c, stop); !ok {
		return false
	}
	rounding := make([]float64, p)
	for j, n := range noise {
		for i, v := range w.v.RawRowView(j) {
			rounding[i] = math.Hypot(rounding[i], v*n)
		}
	}
	largest := w.values[0]
	for i := range w.values {
		w.bound[i] = float64(p)*epsilon*largest + 10*rounding[i]
		if w.values[i] <= w.bound[i] {
			w.values[i] = 0
		}
	}
	return true
}

// dependent returns the features that take part in a direction without
// variance, nil if there is none.
func (w *whitening) dependent() []int {
	return indices(len(w.std), func(j int) bool {
		for i, s := range w.values {
			if s == 0 && math.Abs(w.v.At(j, i)) > 1e-6 {
				return true
			}
		}
		return false
	})
}

// constant returns the features without variance.
func (w *whitening) constant() []int {
	return indices(len(w.std), func(j int) bool { return w.std[j] == 0 })
}

// rank returns the number of directions with variance.
func (w *whitening) rank() int {
	return len(indices(len(w.values), func(i int) bool { return w.values[i] > 0 }))
}

// solve returns Σ⁻¹δ and δᵀΣ⁻¹δ; of several solutions the least in units of the
// standard deviations. If δ points where there is no variance, it returns the
// features that take part in that direction instead.
func (w *whitening) solve(delta []float64) (x []float64, square float64, outside []int) {
	p := len(w.std)
	x = make([]float64, p)
	z, out := make([]float64, p), make([]float64, p)
	for j, s := range w.std {
		switch {
		case s > 0:
			z[j] = delta[j] / s
		case delta[j] != 0:
			outside = append(outside, j)
		}
	}
	size := floats.Norm(z, 2)
	for i, s := range w.values {
		v := mat.Col(nil, i, w.v)
		along := floats.Dot(v, z)
		if s == 0 {
			if math.Abs(along) > 10*(w.bound[i]+float64(p)*epsilon*size) {
				floats.AddScaled(out, along, v)
			}
			continue
		}
		square += along / s * (along / s)
		floats.AddScaled(x, along/s/s, v)
	}
	largest := floats.Norm(out, math.Inf(1))
	for j, v := range out {
		if largest > 0 && math.Abs(v) > 1e-6*largest {
			outside = append(outside, j)
		}
	}
	for j, s := range w.std {
		if s > 0 {
			x[j] /= s
		}
	}
	return x, square, outside
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
	covariance := "the common covariance"
	if e.Class != "" {
		covariance = fmt.Sprintf("the covariance of class %q", e.Class)
	}
	return fmt.Sprintf("lclass: %s is singular: %s; %s", covariance, e.reason, e.remedy)
}

// singular says why the covariance w of class c, of all classes if c is nil,
// has no variance in a direction in which the given kept features take part.
// The second remedy is for features that are constant.
func (g *gaussians) singular(c *gaussianClass, w *whitening, features []int, remedy, constancy string) error {
	e := &singularError{remedy: remedy}
	var constant []string
	for _, j := range features {
		name := g.data.features[g.kept[j]]
		e.Features = append(e.Features, name)
		if w.std[j] == 0 {
			constant = append(constant, name)
		}
	}
	where, samples, classes := "within each class", g.data.N(), len(g.classes)
	if c != nil {
		e.Class = c.name
		where, samples, classes = "in it", len(c.rows), 1
	}
	independent := w.c == nil
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

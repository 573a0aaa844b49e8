package lclass

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// A GaussianModel is a fitted generative model: a normal density and a prior
// for each class, and Bayes' theorem,
//
//	P(C_k | x) = π_k N(x; μ_k, Σ_k) / Σ_l π_l N(x; μ_l, Σ_l),
//
// as [QDA], [NaiveBayes] and LDA.Densities make it. It holds no training data.
// Treat it as immutable. Nil and the zero value are no models, as for [Model].
//
// Covariances are kept as standard deviations and correlations, which neither
// units nor the number of digits can spoil: Σ_k = S_k R_kᵀR_k S_k with S_k the
// diagonal matrix of row k of Std.
type GaussianModel struct {
	Means *mat.Dense // K×d, row k is μ_k
	// Std is K×d. A feature that was constant has 0 in all classes and is left
	// out of the densities.
	Std *mat.Dense
	// Factors are the K upper triangular d×d matrices R_k, the Cholesky
	// factors of the correlations. They are nil if the features of a class are
	// independent of each other, as in NaiveBayes.
	Factors  []*mat.TriDense
	Priors   []float64 // K, π_k
	Features []string  // d names
	Classes  []string  // K names, the last of two is the positive one
	Target   string
	// Frame says how to read other frames like the one of the training data,
	// for [FromFrameWith]; see [Data.FrameOptions].
	Frame FrameOptions
	// Preparation is what the model does with data before it, nil for nothing;
	// see [Model] and [GaussianPipeline].
	Preparation *Prepared
	Status      Status // its Loss is −(1/Σs) Σ sᵢ log p(xᵢ, C_tᵢ), the least for QDA and NaiveBayes as they are
}

// Covariance returns the d×d covariance Σ_k of class k. It panics if there is
// no such class.
func (m *GaussianModel) Covariance(k int) *mat.SymDense {
	mustBe(m.valid(), "Covariance")
	checkIndex("Covariance", "class", k, len(m.Classes))
	d := len(m.Features)
	std := m.Std.RawRowView(k)
	cov := mat.NewSymDense(d, nil)
	if m.Factors != nil {
		cov.SymOuterK(1, m.Factors[k].T())
	}
	for i := range d {
		if m.Factors == nil {
			cov.SetSym(i, i, 1)
		}
		for j := i; j < d; j++ {
			cov.SetSym(i, j, cov.At(i, j)*std[i]*std[j])
		}
	}
	return cov
}

// Score returns, for one sample x, the K logarithms of the joint densities
//
//	log p(x, C_k) = log π_k − ½ (x − μ_k)ᵀΣ_k⁻¹(x − μ_k) − ½ log|2πΣ_k|
//
// One that float64 cannot hold is −MaxFloat64. If none can be held, each is
// −MaxFloat64 times the ratio of (x − μ_k)ᵀΣ_k⁻¹(x − μ_k) to the largest of all
// classes, so that the nearest class has the largest score; all are NaN if the two
// nearest are alike to 12 digits, or x is not finite. It panics if x does not have
// d values.
func (m *GaussianModel) Score(x []float64) []float64 {
	mustBe(m.valid(), "Score")
	if m.Preparation != nil {
		var err error
		x, err = m.Preparation.Row(x)
		mustBe(err, "Score")
	}
	if d := len(m.Features); len(x) != d {
		panic(fmt.Sprintf("lclass: Score: %d values for %d features", len(x), d))
	}
	z := make([]float64, len(m.Classes))
	for k := range z {
		m.logJoint(z[k:k+1], k, 1, append([]float64(nil), x...))
	}
	m.far(z, x)
	return z
}

// logJoint sets z to log p(x, C_k) of the n samples that lie one after the
// other in x, which it overwrites.
func (m *GaussianModel) logJoint(z []float64, k, n int, x []float64) {
	d := len(m.Features)
	mean, std := m.Means.RawRowView(k), m.Std.RawRowView(k)
	constant := math.Log(m.Priors[k])
	for j, s := range std {
		if s == 0 {
			continue
		}
		constant -= math.Log(s) + math.Log(2*math.Pi)/2
		if m.Factors != nil {
			constant -= math.Log(m.Factors[k].At(j, j))
		}
	}
	for i := range n {
		row := x[i*d : (i+1)*d]
		for j, s := range std {
			if s == 0 {
				row[j] = 0
			} else {
				row[j] = (row[j] - mean[j]) / s
			}
		}
	}
	if m.Factors != nil {
		blas64.Trsm(blas.Right, blas.NoTrans, 1, m.Factors[k].RawTriangular(),
			blas64.General{Rows: n, Cols: d, Stride: d, Data: x})
	}
	for i := range n {
		row := x[i*d : (i+1)*d]
		z[i] = constant - dot(row, row)/2
		if !(z[i] >= -math.MaxFloat64) {
			z[i] = -math.MaxFloat64
		}
	}
}

// far sets the scores of a sample for which all are out of the range of float64.
func (m *GaussianModel) far(z, x []float64) {
	if floats.Max(z) > -math.MaxFloat64 {
		return
	}
	var largest float64
	for _, v := range x {
		largest = math.Max(largest, math.Abs(v))
	}
	_, exponent := math.Frexp(largest)
	unit := math.Ldexp(1, -max(0, exponent-1))
	for k := range z {
		mean, std := m.Means.RawRowView(k), m.Std.RawRowView(k)
		row := make([]float64, len(x))
		for j, s := range std {
			if s > 0 {
				row[j] = (x[j]*unit - mean[j]*unit) / s
			}
		}
		if m.Factors != nil {
			blas64.Trsv(blas.Trans, m.Factors[k].RawTriangular(), blas64.Vector{N: len(row), Data: row, Inc: 1})
		}
		z[k] = math.Log(floats.Norm(row, 2))
	}
	farthest, sorted := floats.Max(z), slices.Sorted(slices.Values(z))
	alike := len(z) > 1 && !(sorted[1]-sorted[0] > 1e-12)
	for k, v := range z {
		z[k] = -math.MaxFloat64 * math.Exp(2*(v-farthest))
		if alike || math.IsNaN(z[k]) {
			z[k] = math.NaN()
		}
	}
}

// Class returns the class with the largest joint density for one sample x, as
// an index into Classes. It panics if x does not have d values.
func (m *GaussianModel) Class(x []float64) int { return Argmax(m.Score(x)) }

// Probability returns the probabilities P(C_k | x) of the classes for one
// sample x. It panics if x does not have d values.
func (m *GaussianModel) Probability(x []float64) []float64 {
	y := m.Score(x)
	SoftmaxTo(y, y)
	return y
}

// HasProbability is true, if there is a model: scores have a meaning as
// probabilities.
func (m *GaussianModel) HasProbability() bool { return m.valid() == nil }

// matched is as for a Model.
func (m *GaussianModel) matched(d *Data) (*Data, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	return d.matched(m.Features, m.Preparation)
}

// Scores returns the n×K logarithms of the joint densities of the samples of
// d, as Score does. It is an error if there are none. Features are found by
// name, as [Model.Scores] does.
func (m *GaussianModel) Scores(d *Data) (*mat.Dense, error) {
	d, err := m.matched(d)
	if err != nil {
		return nil, err
	}
	n, p := d.x.Dims()
	const block = 256
	z := mat.NewDense(n, len(m.Classes), nil)
	x, y, column := make([]float64, block*p), make([]float64, block*p), make([]float64, block)
	for lo := 0; lo < n && d.Err() == nil; lo += block {
		size := min(block, n-lo)
		for i := range size {
			d.x.Row(x[i*p:(i+1)*p], lo+i)
		}
		for k := range m.Classes {
			copy(y, x)
			m.logJoint(column, k, size, y)
			for i := range size {
				z.Set(lo+i, k, column[i])
			}
		}
		for i := range size {
			m.far(z.RawRowView(lo+i), x[i*p:(i+1)*p])
		}
	}
	return read(d, z, nil)
}

// Proba returns the n×K probabilities P(C_k | x) of the samples of d.
func (m *GaussianModel) Proba(d *Data) (*mat.Dense, error) {
	y, err := m.Scores(d)
	if err != nil {
		return nil, err
	}
	for i := range d.N() {
		SoftmaxTo(y.RawRowView(i), y.RawRowView(i))
	}
	return y, nil
}

// Predict returns the class of each sample as an index into the Classes of the
// model. To compare with the truth take [GaussianModel.Targets], which has the
// same numbering, and not d.T(), which has that of d.
func (m *GaussianModel) Predict(d *Data) ([]int, error) {
	z, err := m.Scores(d)
	if err != nil {
		return nil, err
	}
	y := make([]int, d.N())
	for i := range y {
		y[i] = Argmax(z.RawRowView(i))
	}
	return y, nil
}

// Targets returns the class of each sample of d in the model's numbering,
// found by name, so that data read apart can be compared. It is an error if d
// has a class that the model does not know.
func (m *GaussianModel) Targets(d *Data) ([]int, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	return classTargets(d, m.Classes, m.Target)
}

// Accuracy returns the weighted share of samples of d that the model
// classifies correctly.
func (m *GaussianModel) Accuracy(d *Data) (float64, error) {
	t, err := m.Targets(d)
	if err != nil {
		return 0, err
	}
	y, err := m.Predict(d)
	if err != nil {
		return 0, err
	}
	return agreement(y, t, d)
}

// model returns the densities with the given standard deviations of the kept
// features, in units, and factors.
func (g *gaussians) model(std [][]float64, factors []*mat.TriDense) (*GaussianModel, error) {
	d, k := g.data.D(), len(g.classes)
	m := &GaussianModel{
		Means: mat.NewDense(k, d, nil), Std: mat.NewDense(k, d, nil), Factors: factors,
		Features: g.data.Features(), Classes: g.names(), Target: g.data.target,
		Frame: g.data.FrameOptions(),
	}
	for i, c := range g.classes {
		m.Priors = append(m.Priors, c.prior)
		g.data.x.Row(m.Means.RawRowView(i), c.rows[0])
		for a, j := range g.kept {
			m.Means.Set(i, j, c.mean[a]*g.unit[a])
			m.Std.Set(i, j, std[i][a]*g.unit[a])
			if m.Std.At(i, j) == 0 {
				return nil, fmt.Errorf("lclass: the deviation of feature %q is too small for float64; change its unit", g.data.features[j])
			}
		}
	}
	const most = 1 << 12
	var loss float64
	for i, c := range g.classes {
		x := g.data.Subset(c.rows).Matrix().RawMatrix().Data
		z := make([]float64, len(c.rows))
		for lo := 0; lo < len(z) && g.data.Err() == nil; lo += most {
			hi := min(lo+most, len(z))
			m.logJoint(z[lo:hi], i, hi-lo, x[lo*d:hi*d])
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
func (g *gaussians) factor(w *whitening) *mat.TriDense {
	d := g.data.D()
	r := mat.NewTriDense(d, mat.Upper, nil)
	for j := range d {
		r.SetTri(j, j, 1)
	}
	for a, i := range g.kept {
		sign := math.Copysign(1, w.c.At(a, a))
		for b := a; b < len(g.kept); b++ {
			r.SetTri(i, g.kept[b], sign*w.c.At(a, b))
		}
	}
	return r
}

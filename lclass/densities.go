package lclass

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Densities hold a normal density and a prior for each of the K classes of a generative
// [Model]. Bayes' theorem turns them into probabilities,
//
//	P(C_k | x) = π_k N(x; μ_k, Σ_k) / Σ_l π_l N(x; μ_l, Σ_l)
//
// [QDA] and [NaiveBayes] estimate them; QDA with a Pooling of 1 has those behind [LDA].
//
// Covariances are stored as standard deviations and correlations, so that no digits are
// lost in any units: Σ_k = S_k R_kᵀR_k S_k, where S_k is the diagonal matrix of row k of
// Std.
type Densities struct {
	Means *mat.Dense // K×d, row k is μ_k
	// Std is K×d. It is 0 in all classes for a constant feature, which the densities
	// ignore.
	Std *mat.Dense
	// Factors are the K upper triangular d×d Cholesky factors R_k of the correlations.
	// Nil means that the features of a class are independent, as in NaiveBayes.
	Factors []*mat.TriDense
	Priors  []float64 // K, π_k
}

var errNoWeights = errors.New("lclass: the model consists of class densities and has no weights W and b; see Model.Densities for its means and standard deviations, or fit LDA, which has weights")

// valid reports whether the parts go together.
func (g *Densities) valid() error {
	if g == nil || isEmpty(g.Means) || isEmpty(g.Std) {
		return errNoModel
	}
	k, d := g.Means.Dims()
	rows, columns := g.Std.Dims()
	switch {
	case rows != k:
		return badLength("rows of standard deviations", rows, "rows of means", k)
	case columns != d:
		return badLength("columns of standard deviations", columns, "columns of means", d)
	case len(g.Priors) != k:
		return badLength("priors", len(g.Priors), "classes", k)
	case g.Factors != nil && len(g.Factors) != k:
		return badLength("factors", len(g.Factors), "classes", k)
	}
	return nil
}

// Covariance returns the d×d covariance Σ_k of class k. It panics if there is
// no such class.
func (g *Densities) Covariance(k int) *mat.SymDense {
	mustBe(g.valid(), "Covariance")
	checkIndex("Covariance", "class", k, len(g.Priors))
	_, d := g.Means.Dims()
	std := g.Std.RawRowView(k)
	cov := mat.NewSymDense(d, nil)
	if g.Factors != nil {
		cov.SymOuterK(1, g.Factors[k].T())
	}
	for i := range d {
		if g.Factors == nil {
			cov.SetSym(i, i, 1)
		}
		for j := i; j < d; j++ {
			cov.SetSym(i, j, cov.At(i, j)*std[i]*std[j])
		}
	}
	return cov
}

// score returns log p(x, C_k) for one sample x.
func (g *Densities) score(x []float64) []float64 {
	z := make([]float64, len(g.Priors))
	for k := range z {
		g.logJoint(z[k:k+1], k, 1, slices.Clone(x))
	}
	g.far(z, x)
	return z
}

// scores returns log p(x, C_k) for the samples of d, n×K.
func (g *Densities) scores(d *Data) *mat.Dense {
	n, p := d.x.Dims()
	block := max(16, min(256, 1<<27/max(1, p*p*len(g.Priors)))) // which take little time
	z := mat.NewDense(n, len(g.Priors), nil)
	x, y, column := make([]float64, block*p), make([]float64, block*p), make([]float64, block)
	for lo := 0; lo < n && d.Err() == nil; lo += block {
		size := min(block, n-lo)
		for i := range size {
			d.x.Row(x[i*p:(i+1)*p], lo+i)
		}
		for k := range g.Priors {
			copy(y, x)
			g.logJoint(column, k, size, y)
			for i := range size {
				z.Set(lo+i, k, column[i])
			}
		}
		for i := range size {
			g.far(z.RawRowView(lo+i), x[i*p:(i+1)*p])
		}
	}
	return z
}

// logJoint sets z to log p(x, C_k) of the n samples that lie one after the
// other in x, which it overwrites.
func (g *Densities) logJoint(z []float64, k, n int, x []float64) {
	mean, std := g.Means.RawRowView(k), g.Std.RawRowView(k)
	d, constant := len(mean), math.Log(g.Priors[k])
	for j, s := range std {
		if s == 0 {
			continue
		}
		constant -= math.Log(s) + math.Log(2*math.Pi)/2
		if g.Factors != nil {
			constant -= math.Log(g.Factors[k].At(j, j))
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
	if g.Factors != nil {
		blas64.Trsm(blas.Right, blas.NoTrans, 1, g.Factors[k].RawTriangular(),
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
func (g *Densities) far(z, x []float64) {
	if floats.Max(z) > -math.MaxFloat64 {
		return
	}
	largest := floats.Norm(x, math.Inf(1))
	for k := range z {
		largest = max(largest, floats.Norm(g.Means.RawRowView(k), math.Inf(1)))
	}
	_, exponent := math.Frexp(largest)
	unit := math.Ldexp(1, -max(0, exponent-1))
	for k := range z {
		mean, std := g.Means.RawRowView(k), g.Std.RawRowView(k)
		row := make([]float64, len(x))
		for j, s := range std {
			if s > 0 {
				row[j] = (x[j]*unit - mean[j]*unit) / s
			}
		}
		if g.Factors != nil {
			blas64.Trsv(blas.Trans, g.Factors[k].RawTriangular(), blas64.Vector{N: len(row), Data: row, Inc: 1})
		}
		z[k] = math.Log(floats.Norm(row, 2))
	}
	farthest, sorted := floats.Max(z), slices.Sorted(slices.Values(z))
	unknown := math.IsInf(farthest, 1) || len(z) > 1 && !(sorted[1]-sorted[0] > 1e-12)
	for k, v := range z {
		z[k] = -math.MaxFloat64 * math.Exp(2*(v-farthest))
		if unknown {
			z[k] = math.NaN()
		}
	}
}

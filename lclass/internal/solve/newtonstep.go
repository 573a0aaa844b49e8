package solve

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/objective"
)

// newtonStep returns H⁻¹g and the rank of H, counted for one score. If H is
// singular the step is the least of the solutions.
func newtonStep(h *objective.Hessian, g []float64) (step []float64, rank int) {
	if !h.Mixed {
		return solveKnown(h.Block(0, 0), g, h.K, h.Known, h.Stop)
	}
	full := h.Full()
	varying := fill(full, h)
	if h.Stop.Now() {
		return slices.Clone(g), 0
	}
	known := make([]float64, len(g))
	for i := range known {
		known[i] = h.Known[i/h.K]
	}
	step, rank = solveKnown(full, g, 1, known, h.Stop)
	return step, (rank - varying) / (h.K - 1)
}

// fill gives curvature to moving all scores alike, which the loss does not
// feel. The gradient has no part of it, and neither has the step. It returns how many
// features vary, with the bias.
func fill(full *mat.SymDense, h *objective.Hessian) (varying int) {
	for j := range h.P {
		if fillFeature(full, h, j) {
			varying++
		}
	}
	return varying
}

// fillFeature is fill for the scores of one feature. It reports whether that varies; if not,
// its rows stay 0.
func fillFeature(full *mat.SymDense, h *objective.Hessian, j int) bool {
	var trace float64
	for c := range h.K {
		trace += full.At(j*h.K+c, j*h.K+c)
	}
	if trace == 0 {
		return false
	}
	for a := range h.K {
		for b := a; b < h.K; b++ {
			full.SetSym(j*h.K+a, j*h.K+b, full.At(j*h.K+a, j*h.K+b)+trace/float64(h.K*h.K))
		}
	}
	return true
}

// solveSymmetric solves S·x = g for the p×k matrix g with the p×p matrix S,
// positive semi-definite, and returns the rank of S. If S is singular x is
// the least of the solutions.
func solveSymmetric(sym *mat.SymDense, g []float64, k int, stop factor.Stop) (x []float64, rank int) {
	return solveKnown(sym, g, k, make([]float64, len(g)/k), stop)
}

// solveKnown is solveSymmetric for the products of columns that have errors of
// roundings·ε·known, as in dependence.
func solveKnown(sym *mat.SymDense, g []float64, k int, known []float64, stop factor.Stop) (x []float64, rank int) {
	p := len(g) / k
	if math.IsNaN(mat.Trace(sym)) {
		return slices.Clone(g), 0
	}
	rhs := mat.NewDense(p, k, slices.Clone(g))
	if largest(known) < 1e6 {
		if x, rank := solveDefinite(sym, rhs, stop); x != nil {
			return x, rank
		}
	}
	scale := evened(sym)
	if scale != nil {
		even := mat.NewSymDense(p, nil)
		scaled(even, sym, scale)
		sym = even
		for i, a := range scale {
			for c := range k {
				rhs.Set(i, c, rhs.At(i, c)*a)
			}
		}
	}
	values, vectors, ok := factor.Eigen(sym, stop)
	if !ok {
		return slices.Clone(g), 0
	}
	var inner, out mat.Dense
	inner.Mul(vectors.T(), rhs)
	for i, v := range values {
		row := inner.RawRowView(i)
		var error float64
		for j, size := range known {
			error += math.Abs(vectors.At(j, i)) * size
		}
		error *= roundings * epsilon
		if v > (float64(p)*epsilon+error*error)*values[p-1] {
			rank++
			for j := range row {
				row[j] /= v
			}
		} else {
			clear(row)
		}
	}
	out.Mul(vectors, &inner)
	for i, a := range scale {
		for c := range k {
			out.Set(i, c, out.At(i, c)*a)
		}
	}
	return out.RawMatrix().Data, rank
}

// evened returns what a symmetric matrix is to be multiplied with from both sides for
// a diagonal of 1 and 0; nil where its diagonal is about even. Penalties on features of
// other units make it uneven, and small curvature would be lost beside the large.
func evened(sym *mat.SymDense) []float64 {
	const even = 1e4
	p := sym.SymmetricDim()
	least, most := math.Inf(1), 0.0
	scale := make([]float64, p)
	for i := range p {
		v := sym.At(i, i)
		if v > 0 {
			least, most = min(least, v), max(most, v)
			scale[i] = 1 / math.Sqrt(v)
		}
	}
	if most <= even*least {
		return nil
	}
	return scale
}

// scaled sets to to a symmetric matrix with row and column j times scale[j].
func scaled(to, sym *mat.SymDense, scale []float64) {
	p, from, out := len(scale), sym.RawSymmetric(), to.RawSymmetric()
	for i, s := range scale {
		row := out.Data[i*out.Stride : i*out.Stride+p]
		for j, v := range from.Data[i*from.Stride+i : i*from.Stride+p] {
			row[i+j] = v * scale[i+j] * s
		}
	}
}

// solveDefinite returns the least of the solutions and the rank of h, where only features
// that do not vary make h singular. It is nil if h is singular to working precision without
// these, even with its diagonal scaled to 1.
func solveDefinite(h *mat.SymDense, rhs *mat.Dense, stop factor.Stop) (x []float64, rank int) {
	chol, scale := choleskyOfVarying(h, stop)
	if chol == nil {
		return nil, 0
	}
	for _, s := range scale {
		if s > 0 {
			rank++
		}
	}
	return solveScaled(chol, scale, rhs), rank
}

// solveScaled solves by what cholesky returns.
func solveScaled(chol *factor.Cholesky, scale []float64, rhs *mat.Dense) []float64 {
	p, k := rhs.Dims()
	x := mat.NewDense(p, k, nil)
	for i := range p {
		for c := range k {
			x.Set(i, c, rhs.At(i, c)*scale[i])
		}
	}
	chol.Solve(x)
	for i := range p {
		for c := range k {
			x.Set(i, c, x.At(i, c)*scale[i])
		}
	}
	return x.RawMatrix().Data
}

// cholesky decomposes D h D, which has a diagonal of 1, and returns the
// diagonal of D, too; nil if that is singular to working precision.
func cholesky(h *mat.SymDense, stop factor.Stop) (*factor.Cholesky, []float64) {
	chol, scale := choleskyOfVarying(h, stop)
	if slices.Contains(scale, 0) {
		return nil, nil
	}
	return chol, scale
}

// mostCondition is that of a matrix that is singular to working precision.
const mostCondition = 1e14

// choleskyOfVarying is cholesky without the features that do not vary, of which unitDiagonal
// leaves the 1 on the diagonal.
func choleskyOfVarying(h *mat.SymDense, stop factor.Stop) (*factor.Cholesky, []float64) {
	unit, scale := unitDiagonal(h, stop)
	if unit == nil {
		return nil, nil
	}
	chol := factor.NewCholesky(unit, stop)
	factor.Forget(unit)
	if chol == nil || chol.Condition >= mostCondition {
		return nil, nil
	}
	return chol, scale
}

// unitDiagonal returns D h D with a diagonal of 1, and the diagonal of D, which is 0 for rows
// of zeros; nil if there is none or it has stopped.
func unitDiagonal(h *mat.SymDense, stop factor.Stop) (unit *mat.SymDense, scale []float64) {
	p := h.SymmetricDim()
	unit, scale = factor.NewSymmetric(p), make([]float64, p)
	for i := range p {
		v := h.At(i, i)
		if v == 0 {
			continue
		}
		scale[i] = 1 / math.Sqrt(v)
		if !finite(scale[i]) {
			return nil, nil
		}
	}
	if scaled(unit, h, scale); stop.Now() {
		return nil, nil
	}
	for i, s := range scale {
		if s == 0 {
			unit.SetSym(i, i, 1)
		}
	}
	return unit, scale
}

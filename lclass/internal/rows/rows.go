// Package rows keeps the n×d features of a data set and reads them in blocks
// of consecutive rows: dense float64 values, or, for images and other mostly
// zero data, the non-zero values with their column numbers, or blocks that are
// read anew in every pass.
//
// Weights and gradients are d×k with the k values of one column side by side,
// so that one value of a row meets all its classes in one place.
package rows

// Rows is an immutable n×d table.
type Rows interface {
	// Dims returns the number of rows n and of columns d.
	Dims() (n, d int)
	// At returns the value of row i, column j.
	At(i, j int) float64
	// Row copies row i into dst, which has length d.
	Row(dst []float64, i int)
	// Scores sets z, (hi−lo)×k, to x·w + b for the rows lo ≤ i < hi;
	// w is d×k and b has length k.
	Scores(z []float64, lo, hi, k int, w, b []float64)
	// AddGradient adds Σ xᵢ rᵢᵀ over the rows lo ≤ i < hi to g, d×k;
	// r is (hi−lo)×k.
	AddGradient(g []float64, lo, hi, k int, r []float64)
	// AddGram adds Σ rᵢ φᵢφᵢᵀ over the rows lo ≤ i < hi to the upper triangle
	// of h, (d+1)×(d+1), where φ = (x−shift, 1); r has length hi−lo.
	AddGram(h []float64, lo, hi int, r, shift []float64)
	// AddMoments adds Σ rᵢ(xᵢ−shift) to sum and Σ rᵢ(xᵢ−shift)² to square
	// over the rows lo ≤ i < hi; all have length d but r, which has hi−lo.
	AddMoments(sum, square []float64, lo, hi int, r, shift []float64)
	// Range returns the least and the largest value of each column, not to be changed, NaN
	// if stop, which may be nil, says so meanwhile.
	Range(stop func() bool) (low, high []float64)
	// Subset returns the rows with the given numbers, in that order.
	Subset(index []int) Rows
}

package metric

import "gonum.org/v1/gonum/mat"

// ByTrue returns the K×K shares of the true classes that were predicted as each
// class: every row sums to 1, and the diagonal is the recall. A class that does
// not occur has a row of NaN, where scikit-learn's normalize="true" puts 0.
func (c *ConfusionMatrix) ByTrue() *mat.Dense {
	return c.shares(func(i, _ int) float64 { return c.Support(i) })
}

// ByPredicted returns the K×K shares of the predicted classes that are of each
// class: every column sums to 1, and the diagonal is the precision. A class that
// is never predicted has a column of NaN, where scikit-learn's normalize="pred"
// puts 0.
func (c *ConfusionMatrix) ByPredicted() *mat.Dense {
	return c.shares(func(_, j int) float64 { return c.PredictedCount(j) })
}

// ByAll returns the K×K shares of all samples, which sum to 1 and are NaN if
// there are none.
func (c *ConfusionMatrix) ByAll() *mat.Dense {
	return c.shares(func(int, int) float64 { return mat.Sum(c.Counts) })
}

// shares returns the counts divided by what of returns; for no classes an empty
// matrix.
func (c *ConfusionMatrix) shares(of func(i, j int) float64) *mat.Dense {
	shares := new(mat.Dense)
	if len(c.Classes) > 0 {
		shares.Apply(func(i, j int, n float64) float64 { return n / of(i, j) }, c.Counts)
	}
	return shares
}

package solve

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
)

// leastRest is the smallest 1 − h whose digits are not those of rounding alone.
const leastRest = 1e-10

// A Meat says how the gradients gᵢ of ℓ for each row make B of a sandwich A⁻¹BA⁻¹.
type Meat struct {
	// Factor is rᵢ of B = Σ rᵢ²gᵢgᵢᵀ.
	Factor []float64
	// Leverage, for a loss with one score, divides rᵢ by (1 − hᵢ)^Leverage, with the
	// leverage hᵢ of one of the samples that the row stands for; Count is their number.
	Leverage float64
	Count    []float64
	// Cluster is the cluster of each row, a number below Clusters. B is then the sum of
	// GGᵀ over the clusters, with G = Σ rᵢgᵢ of their rows. Nil: each row is one.
	Cluster  []int
	Clusters int
}

// A LeverageError is a row that its parameters fit exactly, whatever its target.
type LeverageError int

func (e LeverageError) Error() string {
	return fmt.Sprintf("lclass: row %d has leverage 1", int(e))
}

// Sandwich returns M of the covariance MᵀM = A⁻¹BA⁻¹ with the information A at θ (Huber
// 1967, White 1980). The loss need not be a likelihood for that. Rows that are elsewhere
// know their Factor and Count, and are no clusters.
func (f *Information) Sandwich(o *objective.Objective, theta []float64, meat Meat) (*mat.Dense, error) {
	p, _ := f.Half.Dims()
	var middle *mat.SymDense
	if o.Elsewhere != nil {
		root := mat.DenseCopyOf(f.white).RawMatrix().Data
		middle = mat.NewSymDense(p, o.Sandwich(theta, f.mean, f.std, root, f.reference(o.K), meat.Leverage))
		if err := o.Elsewhere.Err(); err != nil {
			return nil, err
		}
	} else {
		var err error
		if middle, err = (Middle{f.mean, f.std, f.kept, f.white}).Of(o, theta, meat); err != nil {
			return nil, err
		}
	}
	if !finite(mat.Trace(middle)) {
		return nil, ErrDiverged
	}
	values, q, ok := factor.Eigen(middle, o.Stop)
	if !ok {
		return nil, ErrDiverged
	}
	for j, v := range values {
		root := math.Sqrt(max(0, v))
		for i := range p {
			q.Set(i, j, root*q.At(i, j))
		}
	}
	half := factor.Product(q.T(), f.Half, o.Stop)
	if half == nil {
		return nil, ErrStopped
	}
	return half, nil
}

// reference returns the score of k that is left out, −1 for none.
func (f *Information) reference(k int) int {
	for score := range k {
		if !slices.Contains(f.kept, score) {
			return score
		}
	}
	return -1
}

// A Middle is what makes the middle of a sandwich out of gradients: M in standardised
// coordinates, for the scores that are kept.
type Middle struct {
	Mean, Std []float64
	Kept      []int
	Root      *mat.Dense
}

// Of returns the middle for the rows of an objective.
func (f Middle) Of(o *objective.Objective, theta []float64, meat Meat) (*mat.SymDense, error) {
	n, d := o.X.Dims()
	p, _ := f.Root.Dims()
	block := max(16, min(256, 1<<27/(p*p))) // rows whose products take little time
	k := len(f.Kept)
	w, b := o.Split(theta)
	residual, l := make([]float64, n*o.K), make([]float64, n)
	o.Scores(residual, 0, n, w, b)
	o.Loss.Residuals(l, residual, residual, o.K, o.Targets)

	var curvature []float64
	if meat.Leverage != 0 {
		curvature = curvatures(o, theta)
	}
	middle := mat.NewSymDense(p, nil)
	var clusters *mat.Dense
	if meat.Cluster != nil {
		clusters = mat.NewDense(meat.Clusters, p, nil)
	}
	x := make([]float64, d+1)
	if !o.NoBias {
		x[d] = 1
	}
	for lo := 0; lo < n; lo += block {
		if o.Stopped() {
			return nil, ErrStopped
		}
		hi := min(lo+block, n)
		g := mat.NewDense(hi-lo, p, nil)
		for i := lo; i < hi; i++ {
			o.X.Row(x[:d], i)
			for j := range d {
				x[j] = (x[j] - f.Mean[j]) / f.Std[j]
			}
			row := g.RawRowView(i - lo)
			for a, score := range f.Kept {
				slope := meat.Factor[i] * residual[i*o.K+score]
				if meat.Leverage != 0 {
					slope = 1
				}
				for j, v := range x {
					row[j*k+a] = slope * v
				}
			}
		}
		var white mat.Dense
		white.Mul(g, f.Root.T())
		for i := lo; i < hi && meat.Leverage != 0; i++ {
			if meat.Factor[i] == 0 {
				clear(white.RawRowView(i - lo))
				continue
			}
			row := white.RawRowView(i - lo)
			rest := 1 - curvature[i]/meat.Count[i]*kernel.Dot(row, row)
			if rest < leastRest {
				return nil, LeverageError(i)
			}
			floats.Scale(meat.Factor[i]*residual[i]/math.Pow(rest, meat.Leverage), row)
		}
		if clusters == nil {
			middle.SymRankK(middle, 1, white.T())
			continue
		}
		for i := lo; i < hi; i++ {
			floats.Add(clusters.RawRowView(meat.Cluster[i]), white.RawRowView(i-lo))
		}
	}
	if clusters != nil {
		middle.SymRankK(middle, 1, clusters.T())
	}
	return middle, nil
}

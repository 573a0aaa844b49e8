package solve

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/objective"
)

// LeastSquares minimises an objective whose loss is loss.Squared by a QR
// decomposition of the rows, weighted with √s and followed by √(λΣs)·I for
// the penalty. Columns are measured in units of √(std² + λ), their length
// with the penalty, so that none is lost beside one that is much longer. Rows
// are taken in blocks, of which only the triangle is kept. If the columns
// depend on each other and there is no penalty, the solution with the least
// ‖W‖ is returned.
func LeastSquares(o *objective.Objective) Seq {
	return func(yield func(Iterate, error) bool) {
		d := o.Features()
		s := objective.Scale(o)
		scale := make([]float64, d)
		for j, std := range s.Std {
			if math.IsNaN(std) {
				yield(Iterate{}, errUnits)
				return
			}
			scale[j] = math.Sqrt(o.L2)
			if !math.IsInf(std, 1) {
				scale[j] = math.Hypot(std, scale[j])
			}
			if scale[j] == 0 {
				scale[j] = 1
			}
		}
		t := triangle(o, s.Mean, scale)
		v, rank, err := t.solve(scale)
		if err != nil {
			yield(Iterate{}, err)
			return
		}
		it := Iterate{Epoch: 1, Updates: 1, End: Converged}
		if rank < d {
			it.Note = fmt.Sprintf("the features depend on each other linearly (rank %d of %d); of all equal solutions this is the one with the least weights", rank, d)
		}
		it.Theta = make([]float64, o.Dim())
		w, b := o.Split(it.Theta)
		for k := range o.K {
			b[k] = t.mean[k]
			for j := range d {
				w[j*o.K+k] = v.At(j, k) / scale[j]
				b[k] -= w[j*o.K+k] * s.Mean[j]
			}
		}
		sum := o.Pass(it.Theta, objective.Want{Gradient: true})
		it.Loss, it.Errors = o.Value(sum, it.Theta), sum.Errors
		g := make([]float64, o.Dim())
		s.Gradient(g, sum, it.Theta)
		it.Gradient = largest(g)
		if !finite(it.Loss) {
			yield(Iterate{}, errUnits)
			return
		}
		yield(it, nil)
	}
}

// reduced is the triangular least-squares problem R V ≈ Q that has the same
// solution as the one over all rows: centred targets, centred features in
// units of scale.
type reduced struct {
	r, q *mat.Dense // d×d upper triangle, d×k
	mean []float64  // of the targets
}

func triangle(o *objective.Objective, mean, scale []float64) reduced {
	d, k := o.Features(), o.K
	width := d + k
	target, total := o.TargetMean()
	sum := o.Triangle(mean, scale, target)
	if o.L2 > 0 {
		penalty := &objective.Sum{Triangle: make([]float64, width*width)}
		for j := range d {
			penalty.Triangle[j*width+j] = math.Sqrt(o.L2) * math.Sqrt(total) / scale[j]
		}
		if err := penalty.Merge(sum); err != nil {
			panic(err)
		}
		sum = penalty
	}
	r := mat.NewDense(width, width, sum.Triangle)
	return reduced{
		r:    mat.DenseCopyOf(r.Slice(0, d, 0, d)),
		q:    mat.DenseCopyOf(r.Slice(0, d, d, width)),
		mean: target,
	}
}

// solve returns V and the rank of R. If R is singular, V/scale is the least of
// the solutions.
func (t reduced) solve(scale []float64) (v *mat.Dense, rank int, err error) {
	d, k := t.q.Dims()
	var svd mat.SVD
	if !svd.Factorize(t.r, mat.SVDFull) {
		return nil, 0, fmt.Errorf("%w: the singular values of the features cannot be found", ErrDiverged)
	}
	values := svd.Values(nil)
	for _, s := range values {
		if s > float64(d)*epsilon*values[0] {
			rank++
		}
	}
	v = mat.NewDense(d, k, nil)
	if rank == d {
		if err := v.Solve(upper(t.r), t.q); err != nil {
			if _, warning := err.(mat.Condition); !warning {
				return nil, 0, err
			}
		}
		return v, rank, nil
	}
	if rank > 0 {
		svd.SolveTo(v, t.q, rank)
	}
	t.shorten(v, &svd, rank, scale)
	return v, rank, nil
}

// shorten takes from V what leaves R V as it is, so that V/scale is least: the
// part of V/scale in the null space of R·diag(scale).
func (t reduced) shorten(v *mat.Dense, svd *mat.SVD, rank int, scale []float64) {
	d, k := v.Dims()
	var right mat.Dense
	svd.VTo(&right)
	null := mat.DenseCopyOf(right.Slice(0, d, rank, d))
	w := mat.NewDense(d, k, nil)
	for j, s := range scale {
		for c := range d - rank {
			null.Set(j, c, null.At(j, c)/s)
		}
		for c := range k {
			w.Set(j, c, v.At(j, c)/s)
		}
	}
	var qr mat.QR
	qr.Factorize(null)
	var along, back mat.Dense
	if err := qr.SolveTo(&along, false, w); err != nil {
		if _, warning := err.(mat.Condition); !warning {
			return
		}
	}
	back.Mul(null, &along)
	for j, s := range scale {
		for c := range k {
			v.Set(j, c, (w.At(j, c)-back.At(j, c))*s)
		}
	}
}

// upper returns r as a triangular matrix, so that it is solved by
// substitution.
func upper(r *mat.Dense) *mat.TriDense {
	d, _ := r.Dims()
	t := mat.NewTriDense(d, mat.Upper, nil)
	for i := range d {
		for j := i; j < d; j++ {
			t.SetTri(i, j, r.At(i, j))
		}
	}
	return t
}

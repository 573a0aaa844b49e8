package solve

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/objective"
)

// LeastSquares minimises an objective whose loss is a loss.LeastSquares by a QR
// decomposition of the standardised rows, weighted with √s and followed by
// √(λΣs)·I for the penalty. Rows are taken in blocks, of which only the triangle
// is kept. If features depend on each other and there is no penalty, the solution
// with the least weights in units of standard deviations is returned.
func LeastSquares(o *objective.Objective) Seq {
	return func(yield func(Iterate, error) bool) {
		s := objective.Scale(o)
		for _, std := range s.Std {
			if math.IsNaN(std) {
				yield(Iterate{}, errUnits)
				return
			}
		}
		t := triangle(o, s.Mean, s.Std)
		v, rank, err := t.solve(s)
		if err != nil {
			yield(Iterate{}, err)
			return
		}
		it := Iterate{Epoch: 1, Updates: 1, End: Converged}
		if d := o.Features(); rank < d && o.L2 == 0 {
			it.Note = dependenceNote(o, rank)
		}
		psi := append(v.RawMatrix().Data, t.mean...)
		it.Theta = make([]float64, o.Dim())
		s.Raw(it.Theta, psi)
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

// ErrStopped is why there is no solution; whoever stopped the fit has the reason.
var ErrStopped = errors.New("lclass: stopped")

// reduced is the triangular least-squares problem R V ≈ Q that has the same
// solution as the one over all rows: centred targets, standardised features.
type reduced struct {
	r, q  *mat.Dense // d×d upper triangle, d×k
	mean  []float64  // of the targets, 0 without biases
	total float64    // Σs
}

// triangle reduces the rows with features in units of scale.
func triangle(o *objective.Objective, mean, scale []float64) reduced {
	d := o.Features()
	width := d + o.K
	target, total := o.TargetMean()
	r := mat.NewDense(width, width, o.Triangle(mean, scale, target).Triangle)
	return reduced{
		r:    mat.DenseCopyOf(r.Slice(0, d, 0, d)),
		q:    mat.DenseCopyOf(r.Slice(0, d, d, width)),
		mean: target, total: total,
	}
}

// solve returns V in standardised coordinates, with the penalty, and the rank of R.
func (t reduced) solve(s *objective.Scaled) (v *mat.Dense, rank int, err error) {
	d := len(s.Std)
	null, err := dependence(t.r, s.Mean, s.Std, s.Samples(), t.total, s.Stop)
	if err != nil {
		return nil, 0, err
	}
	// Columns in units of √(std² + λ), their length with the penalty, so that none
	// is lost beside one that is much longer.
	penalty, ratio := make([]float64, d), make([]float64, d) // √λ/unit, std/unit
	r := mat.DenseCopyOf(t.r)
	for j, std := range s.Std {
		ratio[j] = 1
		switch {
		case s.L2 == 0:
		case math.IsInf(std, 1):
			penalty[j] = math.Sqrt(t.total)
		default:
			unit := math.Hypot(std, math.Sqrt(s.L2))
			ratio[j], penalty[j] = std/unit, math.Sqrt(s.L2)/unit*math.Sqrt(t.total)
		}
		for i := range j + 1 {
			r.Set(i, j, r.At(i, j)*ratio[j])
		}
	}
	if null == nil {
		rank = d
		v, err = t.independent(r, penalty, s.L2, s.Stop)
	} else {
		_, m := null.Dims()
		rank = d - m
		for j, u := range ratio {
			for c := range m {
				null.Set(j, c, null.At(j, c)/u)
			}
		}
		v, err = t.dependent(r, penalty, null, s.L2, s.Stop)
	}
	if err != nil {
		return nil, 0, err
	}
	for j, u := range ratio {
		for c := range v.RawRowView(j) {
			v.Set(j, c, v.At(j, c)*u)
			if math.IsInf(s.Std[j], 1) {
				v.Set(j, c, 0)
			}
		}
	}
	return v, rank, nil
}

// independent solves for columns none of which depends on others.
func (t reduced) independent(r *mat.Dense, penalty []float64, lambda float64, stop factor.Stop) (*mat.Dense, error) {
	d, k := t.q.Dims()
	v := mat.NewDense(d, k, nil)
	if lambda == 0 {
		return v, warn(v.Solve(upper(r), t.q))
	}
	a, q := mat.NewDense(2*d, d, nil), mat.NewDense(2*d, k, nil)
	a.Slice(0, d, 0, d).(*mat.Dense).Copy(mat.NewDiagDense(d, penalty))
	a.Slice(d, 2*d, 0, d).(*mat.Dense).Copy(r)
	q.Slice(d, 2*d, 0, k).(*mat.Dense).Copy(t.q)
	if v = factor.LeastSquares(a, q, stop); v == nil {
		return nil, ErrStopped
	}
	return v, nil
}

// dependent solves for columns of which the combinations null are 0. Along these
// nothing but the penalty decides; without one they have no part in V.
func (t reduced) dependent(r *mat.Dense, penalty []float64, null *mat.Dense, lambda float64, stop factor.Stop) (*mat.Dense, error) {
	d, k := t.q.Dims()
	_, m := null.Dims()
	along, across, err := split(null, stop)
	if err != nil {
		return nil, err
	}
	v := mat.NewDense(d, k, nil)
	if across == nil {
		return v, nil
	}
	within := factor.Product(r, across, stop)
	if within == nil {
		return nil, ErrStopped
	}
	if lambda == 0 {
		x := factor.LeastSquares(within, t.q, stop)
		if x == nil {
			return nil, ErrStopped
		}
		v.Mul(across, x)
		return v, nil
	}
	a, q := mat.NewDense(2*d, d, nil), mat.NewDense(2*d, k, nil)
	// First the penalty, whose rows may be far smaller: its columns along null
	// must not be mixed with the rows of the data, where they are 0.
	a.Slice(0, d, 0, m).(*mat.Dense).Copy(along)
	a.Slice(0, d, m, d).(*mat.Dense).Copy(across)
	for j, p := range penalty {
		floats.Scale(p, a.RawRowView(j))
	}
	a.Slice(d, 2*d, m, d).(*mat.Dense).Copy(within)
	q.Slice(d, 2*d, 0, k).(*mat.Dense).Copy(t.q)
	x := factor.LeastSquares(a, q, stop)
	if x == nil {
		return nil, ErrStopped
	}
	var part mat.Dense
	v.Mul(along, x.Slice(0, m, 0, k))
	part.Mul(across, x.Slice(m, d, 0, k))
	v.Add(v, &part)
	return v, nil
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

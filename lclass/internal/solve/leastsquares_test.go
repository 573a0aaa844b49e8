package solve_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// squares is least squares with one target and weights 1.
func squares(x *mat.Dense, t []float64, lambda float64) *objective.Objective {
	n, d := x.Dims()
	o := &objective.Objective{
		X: rows.NewDense(n, d, mat.DenseCopyOf(x).RawMatrix().Data), Loss: loss.Squared{}, K: 1,
		Targets: loss.Targets{Value: t}, Weight: make([]float64, n), L2: lambda,
	}
	for i := range o.Weight {
		o.Weight[i] = 1
	}
	return o
}

func normal(n, d int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 3))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

// exactSolution solves the normal equations of [x 1] θ ≈ t in rational
// arithmetic, which has no rounding.
func exactSolution(x *mat.Dense, t []float64) []float64 {
	n, d := x.Dims()
	rat := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	phi := func(i, j int) *big.Rat {
		if j == d {
			return big.NewRat(1, 1)
		}
		return rat(x.At(i, j))
	}
	a := make([][]*big.Rat, d+1)
	for r := range a {
		a[r] = make([]*big.Rat, d+2)
		for c := range a[r] {
			a[r][c] = new(big.Rat)
			for i := range n {
				other := rat(t[i])
				if c <= d {
					other = phi(i, c)
				}
				a[r][c].Add(a[r][c], new(big.Rat).Mul(phi(i, r), other))
			}
		}
	}
	for p := range a { // Gauss-Jordan; the pivots of ΦᵀΦ are positive
		pivot := new(big.Rat).Set(a[p][p])
		for c := range a[p] {
			a[p][c].Quo(a[p][c], pivot)
		}
		for r := range a {
			if r == p {
				continue
			}
			factor := new(big.Rat).Set(a[r][p])
			for c := range a[r] {
				a[r][c].Sub(a[r][c], new(big.Rat).Mul(factor, a[p][c]))
			}
		}
	}
	theta := make([]float64, d+1)
	for r := range theta {
		theta[r], _ = a[r][d+1].Float64()
	}
	return theta
}

// A polynomial of degree 10 through noise, on the integers 0 to 20 as in NIST's
// Wampler problems and on [0, 1]. The standardised powers have condition 1e8
// or so whatever the width, and a backward stable solution loses that times a
// few ε, less than 1e-7 of the largest term; the normal equations would square
// the condition and lose all.
func TestPolynomialOfDegreeTen(t *testing.T) {
	const n, degree = 21, 10
	noise := normal(n, 1, 4)
	for _, width := range []float64{20, 1} {
		x, target := mat.NewDense(n, degree, nil), make([]float64, n)
		for i := range n {
			at := width * float64(i) / (n - 1)
			power := 1.0
			for j := range degree {
				power *= at
				x.Set(i, j, power)
			}
			target[i] = math.Cos(4*at/width) + 0.1*noise.At(i, 0)
		}
		want := exactSolution(x, target)
		end := last(t, solve.LeastSquares(squares(x, target, 0)))
		if end.End != solve.Converged || end.Note != "" {
			t.Errorf("width %v: end %v, %s", width, end.End, end.Note)
		}
		var most, worst float64
		for j, v := range want {
			term := math.Pow(width, float64((j+1)%(degree+1))) // of x at the right end
			most = math.Max(most, math.Abs(v)*term)
			worst = math.Max(worst, math.Abs(end.Theta[j]-v)*term)
		}
		if worst > 1e-7*most {
			t.Errorf("width %v: θ = %v, exactly %v (off by %.2g)", width, end.Theta, want, worst/most)
		}
	}
}

// minimumNorm is the solution of the standardised problem by the pseudo-inverse.
// The features are orthogonal enough here for 1e-10.
func minimumNorm(x *mat.Dense, t []float64) []float64 {
	n, d := x.Dims()
	centred, mean := mat.NewDense(n, d, nil), make([]float64, d+1)
	for i := range n {
		for j := range d {
			mean[j] += x.At(i, j) / float64(n)
		}
		mean[d] += t[i] / float64(n)
	}
	rhs := mat.NewDense(n, 1, nil)
	for i := range n {
		for j := range d {
			centred.Set(i, j, x.At(i, j)-mean[j])
		}
		rhs.Set(i, 0, t[i]-mean[d])
	}
	std := make([]float64, d)
	for j := range d {
		std[j] = mat.Norm(centred.ColView(j), 2) / math.Sqrt(float64(n))
		if std[j] < 1e-12 { // a mean that is rounded
			std[j] = 1
		}
		for i := range n {
			centred.Set(i, j, centred.At(i, j)/std[j])
		}
	}
	var svd mat.SVD
	svd.Factorize(centred, mat.SVDThin)
	var w mat.Dense
	if rank := svd.Rank(1e-10); rank > 0 && mat.Norm(centred, 1) > 0 {
		svd.SolveTo(&w, rhs, rank)
	} else {
		w.ReuseAs(d, 1)
	}
	theta := append(mat.Col(nil, 0, &w), mean[d])
	for j := range d {
		theta[j] /= std[j]
		theta[d] -= theta[j] * mean[j]
	}
	return theta
}

func TestDependentFeaturesGiveTheLeastWeights(t *testing.T) {
	twice := normal(30, 6, 1)
	for i := range 30 {
		twice.Set(i, 3, twice.At(i, 0))
		twice.Set(i, 4, 10*twice.At(i, 1)+3)
		twice.Set(i, 5, 7)
	}
	nothing := mat.NewDense(4, 2, []float64{3, 5, 3, 5, 3, 5, 3, 5})
	for name, x := range map[string]*mat.Dense{
		"columns depend":    twice,
		"n < d":             normal(5, 12, 2),
		"n = d":             normal(8, 8, 3),
		"one row":           normal(1, 3, 4),
		"constant features": nothing,
	} {
		t.Run(name, func(t *testing.T) {
			n, _ := x.Dims()
			target := mat.Col(nil, 0, normal(n, 1, 9))
			end := last(t, solve.LeastSquares(squares(x, target, 0)))
			if end.End != solve.Converged || end.Note == "" {
				t.Errorf("end %v, note %q", end.End, end.Note)
			}
			near(t, "least squares", end.Theta, minimumNorm(x, target), 1e-10)
		})
	}
}

// Ridge in closed form: (XᵀX/n + λI) w = Xᵀt/n for centred X and t.
func TestRidge(t *testing.T) {
	for _, size := range [][2]int{{50, 4}, {5, 12}} {
		n, d := size[0], size[1]
		x := normal(n, d, 5)
		target := mat.Col(nil, 0, normal(n, 1, 6))
		for _, lambda := range []float64{1e-3, 0.5, 100} {
			end := last(t, solve.LeastSquares(squares(x, target, lambda)))
			mean := make([]float64, d)
			var meanT float64
			for i := range n {
				for j := range d {
					mean[j] += x.At(i, j) / float64(n)
				}
				meanT += target[i] / float64(n)
			}
			a, r := mat.NewDense(d, d, nil), mat.NewDense(d, 1, nil)
			for i := range n {
				for j := range d {
					r.Set(j, 0, r.At(j, 0)+(x.At(i, j)-mean[j])*(target[i]-meanT)/float64(n))
					for l := range d {
						a.Set(j, l, a.At(j, l)+(x.At(i, j)-mean[j])*(x.At(i, l)-mean[l])/float64(n))
					}
				}
			}
			for j := range d {
				a.Set(j, j, a.At(j, j)+lambda)
			}
			var w mat.Dense
			if err := w.Solve(a, r); err != nil {
				t.Fatal(err)
			}
			want := append(mat.Col(nil, 0, &w), meanT)
			for j := range d {
				want[d] -= want[j] * mean[j]
			}
			near(t, "ridge", end.Theta, want, 1e-10)
		}
	}
}

// 1000 rows are reduced in several blocks; two solutions side by side are those
// one by one.
func TestBlocksAndSeveralTargets(t *testing.T) {
	o := problem(loss.Squared{}, 1000, 5, 3, 0)
	all := last(t, solve.LeastSquares(o)).Theta
	for c := range 3 {
		one := *o
		one.K = 1
		one.Targets.Class, one.Targets.Value = nil, nil
		for i := range 1000 {
			one.Targets.Value = append(one.Targets.Value, o.Targets.Value[3*i+c])
		}
		theta := last(t, solve.LeastSquares(&one)).Theta
		for j, v := range theta {
			near(t, "together", []float64{all[3*j+c]}, []float64{v}, 1e-12)
		}
	}
}

// Orthogonal columns of lengths from 1e-12 to 1e12 with a penalty have
// wⱼ = xⱼᵀt/(xⱼᵀxⱼ + λn), each by itself; none is lost beside the others.
func TestPenaltyWithColumnsOfAllLengths(t *testing.T) {
	signs := mat.NewDense(4, 3, []float64{1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1})
	target, lengths := []float64{1, 2, 4, 8}, []float64{1e-12, 1, 1e12}
	for _, lambda := range []float64{1e-30, 1e-8, 0.05, 1, 1e8, 1e30} {
		x, want := mat.NewDense(4, 3, nil), make([]float64, 3)
		for j, s := range lengths {
			var product float64
			for i := range 4 {
				x.Set(i, j, s*signs.At(i, j))
				product += x.At(i, j) * target[i]
			}
			want[j] = product / (4 * (s*s + lambda))
		}
		it := end(t, solve.LeastSquares(squares(x, target, lambda)))
		if it.Note != "" {
			t.Errorf("λ = %v: %s", lambda, it.Note)
		}
		for j, w := range want {
			if math.Abs(it.Theta[j]-w) > 1e-12*math.Abs(w) {
				t.Errorf("λ = %v: w%d = %v, want %v", lambda, j, it.Theta[j], w)
			}
		}
		if math.Abs(it.Theta[3]-3.75) > 1e-12 {
			t.Errorf("λ = %v: b = %v, want the mean 3.75", lambda, it.Theta[3])
		}
	}
}

package solve_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/solve"
)

// plenty of rows are those of which a part gives Newton its coordinates.
const plenty = 1<<16 + 5

// Where Newton ends, and what is known there, does not depend on that.
func TestPlenty(t *testing.T) {
	for _, shift := range []float64{0, 50, 1e6} {
		for _, lambda := range []float64{0, 0.01} {
			o := problem(loss.Logistic{}, plenty, 3, 1, lambda)
			change(o, func(_ int, x []float64) { x[1] += shift; x[2] *= 1e-3 })
			newton, other := last(t, byNewton(o, nil)), lastWithin(t, byQuasiNewton(o, nil), 1e-12)
			if newton.End != solve.Converged || newton.Note != "" {
				t.Errorf("shift %v, λ = %v: end %v %q", shift, lambda, newton.End, newton.Note)
			}
			for j, v := range newton.Theta[:3] {
				if math.Abs(v-other.Theta[j]) > 1e-6*math.Abs(other.Theta[j])+1e-6 {
					t.Errorf("shift %v, λ = %v: w = %v, by quasi-Newton %v", shift, lambda, newton.Theta, other.Theta)
				}
			}
		}
	}
}

// The information is ΦᵀRΦ, by its definition.
func TestInformationOfPlenty(t *testing.T) {
	o := problem(loss.Logistic{}, plenty, 3, 1, 0)
	change(o, func(_ int, x []float64) { x[1] += 7; x[2] *= 1e-3 })
	theta := last(t, byNewton(o, nil)).Theta
	info, err := solve.At(o, theta, nil).Inform(false)
	if err != nil {
		t.Fatal(err)
	}
	if info.Distance > 1e-6 {
		t.Errorf("%v standard errors away from the maximum", info.Distance)
	}
	var product, covariance mat.Dense
	sum := mat.NewSymDense(4, nil)
	phi := mat.NewVecDense(4, []float64{0, 0, 0, 1})
	for i, s := range o.Weight {
		o.X.Row(phi.RawVector().Data[:3], i)
		y := 1 / (1 + math.Exp(-mat.Dot(phi, mat.NewVecDense(4, theta))))
		sum.SymRankOne(sum, s*y*(1-y), phi)
	}
	covariance.Mul(info.Half.T(), info.Half)
	product.Mul(sum, &covariance)
	unit := mat.NewDiagDense(4, []float64{1, 1, 1, 1})
	if !mat.EqualApprox(&product, unit, 1e-7) {
		t.Errorf("information · covariance =\n%v", mat.Formatted(&product))
	}
}

// Classes are separated but for rows on the boundary, far from 0.
func TestSeparatedPlenty(t *testing.T) {
	for _, shift := range []float64{0, 1e6} {
		o := problem(loss.Logistic{}, plenty, 2, 1, 0)
		change(o, func(i int, x []float64) {
			boundary := i%1000 == 0 // rows of both classes
			side := float64(2*o.Targets.Class[i] - 1)
			x[0] = shift + side*(1+math.Abs(x[0]))
			if boundary {
				x[0] = shift
			}
		})
		for _, from := range [][]float64{nil, zero(o)} {
			end := last(t, byNewton(o, from))
			if end.End != solve.Separated || !(end.Direction[0] > 0) {
				t.Errorf("shift %v, from %v: end %v, direction %v", shift, from, end.End, end.Direction)
			}
		}
	}
}

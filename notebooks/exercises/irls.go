package exercises

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"linclass/assignments/checking"
	"linclass/datasets"
	"linclass/lclass"
)

type step = func(Phi *mat.Dense, t, w mat.Vector) *mat.VecDense

// flowers returns Φ, with a first column of ones, and t for two species of iris,
// standardised, and the same as data.
func flowers() (*mat.Dense, *mat.VecDense, *lclass.Data) {
	Phi, t, x, classes := mat.NewDense(100, 3, nil), mat.NewVecDense(100, nil), mat.NewDense(100, 2, nil), make([]int, 100)
	for j, name := range []string{"petal_length", "petal_width"} {
		column := datasets.Iris().Col(name).Float()[50:]
		mean, std := stat.PopMeanStdDev(column, nil)
		for i, v := range column {
			x.Set(i, j, (v-mean)/std)
			Phi.Set(i, 0, 1)
			Phi.Set(i, j+1, (v-mean)/std)
		}
	}
	for i := 50; i < 100; i++ {
		t.SetVec(i, 1)
		classes[i] = 1
	}
	return Phi, t, lclass.Must(lclass.FromMatrix(x, classes, []string{"versicolor", "virginica"}))
}

// negativeLogLikelihood is NaN for weights that are NaN.
func negativeLogLikelihood(Phi *mat.Dense, t, w mat.Vector) (sum float64) {
	var a mat.VecDense
	a.MulVec(Phi, w)
	for n := range a.Len() {
		s := (1 - 2*t.AtVec(n)) * a.AtVec(n)
		sum += max(s, 0) + math.Log1p(math.Exp(-math.Abs(s)))
	}
	return sum
}

func vector(v ...float64) *mat.VecDense { return mat.NewVecDense(len(v), v) }

func raw(v *mat.VecDense) []float64 { return mat.Col(nil, 0, v) }

// falls wants no step to raise the negative log-likelihood.
func falls(name string, f step, steps int, start ...float64) checking.Check {
	return check("never raises the NLL", "the direction is downhill, so a short enough step lowers the NLL: compare it before and after", func(t *checking.Try) {
		Phi, target, _ := flowers()
		w := vector(start...)
		for n := range steps {
			next := f(Phi, target, w)
			before, after := negativeLogLikelihood(Phi, target, w), negativeLogLikelihood(Phi, target, next)
			t.True(after <= before+1e-6, fmt.Sprintf("the NLL after step %d of %s from w = %s", n+1, name, checking.Show(start)), checking.Show(after), "at most "+checking.Show(before)+", that before the step")
			w = next
		}
	})
}

// HalvedStep checks exercise 1 of irls.
func HalvedStep(f step) {
	run("halvedStep",
		check("is the step of IRLS where that lowers the NLL", "the first halving comes only after a comparison", func(t *checking.Try) {
			Phi, target, _ := flowers()
			// From w = 0 all y are ½: the step is 4 (ΦᵀΦ)⁻¹ Φᵀ(t − ½).
			var A mat.SymDense
			A.SymOuterK(0.25, Phi.T())
			var g, want mat.VecDense
			half := mat.NewVecDense(100, nil)
			for n := range 100 {
				half.SetVec(n, target.AtVec(n)-0.5)
			}
			g.MulVec(Phi.T(), half)
			if err := want.SolveVec(&A, &g); err != nil {
				panic(err)
			}
			t.NearAll("halvedStep from w = 0", raw(f(Phi, target, vector(0, 0, 0))), raw(&want), 1e-6)
		}),
		falls("halvedStep", f, 8, 0, 8, 8),
		check("reaches the maximum likelihood from (0, 8, 8)", "half a step ends in the middle between the old and the new w", func(t *checking.Try) {
			Phi, target, d := flowers()
			w := vector(0, 8, 8)
			for range 12 {
				w = f(Phi, target, w)
			}
			v, b := lclass.Must(lclass.Logistic{}.Fit(d)).Line()
			t.NearAll("w after 12 steps", raw(w), append([]float64{b}, v...), 1e-4)
		}))
}

// RidgeStep checks exercise 2 of irls.
func RidgeStep(f func(Phi *mat.Dense, t, w mat.Vector, lambda float64) *mat.VecDense) {
	fixed := func(t *checking.Try, lambda float64) {
		Phi, target, d := flowers()
		w := vector(0, 0, 0)
		for range 15 {
			w = f(Phi, target, w, lambda)
		}
		spec := lclass.Logistic{Solver: lclass.Newton{}}
		if lambda > 0 {
			spec.Penalty = lclass.L2(lambda)
		}
		v, b := lclass.Must(spec.Fit(d)).Line()
		t.NearAll(fmt.Sprintf("b and w after 15 steps with λ = %g", lambda), raw(w), append([]float64{b}, v...), 1e-5)
	}
	run("ridgeStep",
		check("is the step of IRLS for λ = 0", "the penalty adds Nλ to the diagonal, and that is 0 now", func(t *checking.Try) { fixed(t, 0) }),
		check("finds the minimum of lclass.L2(λ)", "Nλ on the diagonal of the matrix, and not where the bias is", func(t *checking.Try) {
			fixed(t, 0.1)
			fixed(t, 1e-3)
		}))
}

// SafeStep checks exercise 3 of irls.
func SafeStep(f step) {
	run("safeStep",
		check("agrees with a step by hand for a single point", "with one point, φ = (1) and t = 1, at w = 0: y − t = −½, and ¼ΦᵀΦ is ¼", func(t *checking.Try) {
			t.Numbers("safeStep of one point", raw(f(mat.NewDense(1, 1, []float64{1}), vector(1), vector(0))), []float64{2})
			t.Numbers("safeStep of a point φ = 2 with t = 0", raw(f(mat.NewDense(1, 1, []float64{2}), vector(0), vector(0))), []float64{-1})
		}),
		falls("safeStep", f, 20, 0, 8, 8),
		check("rests at the maximum likelihood", "there the gradient Φᵀ(y − t) is 0", func(t *checking.Try) {
			Phi, target, d := flowers()
			v, b := lclass.Must(lclass.Logistic{}.Fit(d)).Line()
			best := append([]float64{b}, v...)
			t.NearAll("safeStep from there", raw(f(Phi, target, vector(best...))), best, 1e-5)
		}))
}

package exercises

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/assignments/checking"
	"linclass/datasets"
	"linclass/lclass"
)

func softmaxOf(z ...float64) []float64 {
	y := make([]float64, len(z))
	lclass.SoftmaxTo(y, z)
	return y
}

// Temper checks exercise 1 of manyclasses.
func Temper(f func(z []float64, T float64) []float64) {
	z := []float64{0, 1, 2}
	run("temper",
		check("is the softmax for T = 1", "divide the scores by T, then take the softmax", func(t *checking.Try) {
			t.Numbers("temper([0 1 2], 1)", f(slices.Clone(z), 1), softmaxOf(z...))
		}),
		check("is certain at a low temperature and uniform at a high one", "a small T makes the differences of the scores large", func(t *checking.Try) {
			t.NearAll("temper([0 1 2], 0.01)", f(slices.Clone(z), 0.01), []float64{0, 0, 1}, 1e-6)
			t.NearAll("temper([0 1 2], 1e9)", f(slices.Clone(z), 1e9), []float64{1.0 / 3, 1.0 / 3, 1.0 / 3}, 1e-6)
		}),
		check("leaves the scores of the caller alone", "change a copy", func(t *checking.Try) {
			own := slices.Clone(z)
			f(own, 10)
			t.Numbers("the scores after the call", own, z)
		}))
}

// RowZero checks exercise 2 of manyclasses.
func RowZero(f func(W *mat.Dense, b []float64, k int) (*mat.Dense, []float64)) {
	W, b := mat.NewDense(3, 2, []float64{1, -2, 0.5, 3, -1, 4}), []float64{0.5, -1, 2}
	scores := func(W mat.Matrix, b, x []float64) []float64 {
		var z mat.VecDense
		z.MulVec(W, vector(x...))
		z.AddVec(&z, vector(b...))
		return raw(&z)
	}
	run("rowZero",
		check("makes row k of W and of b 0", "subtract row k from all rows, itself too", func(t *checking.Try) {
			for k := range 3 {
				V, c := f(mat.DenseCopyOf(W), slices.Clone(b), k)
				t.Numbers(fmt.Sprintf("row %d of W and of b", k), append(slices.Clone(V.RawRowView(k)), c[k]), []float64{0, 0, 0})
			}
		}),
		check("changes no probability", "subtract the same row from every row, in W and in b; copy it first, as it becomes 0 on the way", func(t *checking.Try) {
			for k := range 3 {
				V, c := f(mat.DenseCopyOf(W), slices.Clone(b), k)
				for _, x := range [][]float64{{0, 0}, {1, -1}, {0.3, 2}} {
					t.Numbers(fmt.Sprintf("the probabilities of x = %s with row %d made 0", checking.Show(x), k), softmaxOf(scores(V, c, x)...), softmaxOf(scores(W, b, x)...))
				}
			}
		}))
}

// Middle checks exercise 3 of manyclasses.
func Middle(f func(m *lclass.Model, d *lclass.Data) (claimed, found int)) {
	d := datasets.ThreeClasses(150, 1)
	ask := func(t *checking.Try, e lclass.Estimator) (claimed, found, wantClaimed, wantFound int) {
		m := lclass.Must(e.Fit(d))
		for n, x := range d.Rows() {
			if d.T()[n] == 1 {
				wantClaimed += m.VotesOne(x)[1]
				if floats.MaxIdx(m.ScoresOne(x)) == 1 {
					wantFound++
				}
			}
		}
		claimed, found = f(m, d)
		return claimed, found, wantClaimed, wantFound
	}
	run("middle",
		check("counts the claims for class 1 among its own samples", "VotesOne(x)[1] is 1 if the classifier of class 1 claims x", func(t *checking.Try) {
			claimed, _, want, _ := ask(t, lclass.OneVsRest{Of: lclass.Logistic{}})
			t.Equal("claimed, of one-vs-rest", claimed, want)
		}),
		check("counts its samples with the largest score", "PredictOne decides by the largest score", func(t *checking.Try) {
			for _, e := range []lclass.Estimator{lclass.OneVsRest{Of: lclass.Logistic{}}, lclass.Softmax{}} {
				_, found, _, want := ask(t, e)
				t.Equal(fmt.Sprintf("found, of %T", e), found, want)
			}
		}))
}

// crossEntropy is that of scores for targets 0 and 1, summed.
func crossEntropy(z, t []float64) (sum float64) {
	for k := range z {
		sum += max(z[k], 0) - z[k]*t[k] + math.Log1p(math.Exp(-math.Abs(z[k])))
	}
	return sum
}

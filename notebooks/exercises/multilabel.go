package exercises

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/assignments/checking"
	"linclass/lclass"
	"linclass/lclass/metric"
)

// Labelled checks exercise 1 of multilabel.
func Labelled(f func(z, t []float64) (assigned int, expected, loss float64)) {
	ln3 := math.Log(3)
	z, target := []float64{0, ln3, -ln3}, []float64{1, 1, 0}
	run("labelled",
		check("assigns the labels with y of at least ½", "that is z of at least 0", func(t *checking.Try) {
			n, _, _ := f(slices.Clone(z), slices.Clone(target))
			t.Equal("the number of labels for z = (0, log 3, −log 3)", n, 2)
		}),
		check("expects the sum of the outputs", "½ + ¾ + ¼", func(t *checking.Try) {
			_, expected, _ := f(slices.Clone(z), slices.Clone(target))
			t.Number("the expected number for z = (0, log 3, −log 3)", expected, 1.5)
		}),
		check("has the binary cross-entropy", "−t log y − (1 − t) log(1 − y), summed over the labels", func(t *checking.Try) {
			for _, own := range [][]float64{z, {-2, 0.5, 3}} {
				_, _, loss := f(slices.Clone(own), slices.Clone(target))
				t.Number("the loss for z = "+checking.Show(own)+", t = [1 1 0]", loss, crossEntropy(own, target))
			}
		}))
}

// labels returns 60 points with two labels.
func labels() *lclass.Data {
	rng, x, sets := source(3), mat.NewDense(60, 2, nil), make([][]string, 60)
	for i := range sets {
		x.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64()})
		for j, name := range []string{"right", "high"} {
			if x.At(i, j)+rng.NormFloat64() > 0.5 {
				sets[i] = append(sets[i], name)
			}
		}
	}
	return lclass.Must(lclass.FromSets(x, sets, "right", "high"))
}

// Expected checks exercise 2 of multilabel.
func Expected(f func(m *lclass.Model, d *lclass.Data) []float64) {
	d := labels()
	run("expected",
		check("has a number for each label", "m.Proba(d) has a column for each label", func(t *checking.Try) {
			t.Equal("the length of expected", len(f(lclass.Must(lclass.MultiLabel{}.Fit(d)), d)), 2)
		}),
		check("sums the probabilities of each label", "sum over the samples: a column, not a row", func(t *checking.Try) {
			half := d.Subset([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
			m := lclass.Must(lclass.MultiLabel{}.Fit(d))
			p := lclass.Must(m.Proba(half))
			t.Numbers("expected for ten samples", f(m, half), []float64{mat.Sum(p.ColView(0)), mat.Sum(p.ColView(1))})
		}),
		check("agrees with the labels that are there, on the training data", "at the minimum the slope along each bias is 0", func(t *checking.Try) {
			m := lclass.Must(lclass.MultiLabel{}.Fit(d))
			t.NearAll("expected for the training data", f(m, d), []float64{mat.Sum(d.Labels().ColView(0)), mat.Sum(d.Labels().ColView(1))}, 1e-5)
		}))
}

// BestThreshold checks exercise 3 of multilabel.
func BestThreshold(f func(t []int, p []float64) float64) {
	f1 := func(t []int, p []float64, threshold float64) float64 {
		var k metric.Counts
		for i := range t {
			switch {
			case t[i] == 1 && p[i] >= threshold:
				k.TP++
			case t[i] == 1:
				k.FN++
			case p[i] >= threshold:
				k.FP++
			}
		}
		return 2 * k.TP / (2*k.TP + k.FP + k.FN)
	}
	run("bestThreshold",
		check("separates what can be separated", "a sample gets the label if p ≥ threshold", func(t *checking.Try) {
			truth, p := []int{0, 1, 0, 1}, []float64{0.1, 0.4, 0.2, 0.3}
			got := f(truth, slices.Clone(p))
			t.Number(fmt.Sprintf("F1 of [0.1 0.4 0.2 0.3] for t = [0 1 0 1] at your threshold %g", got), f1(truth, p, got), 1)
		}),
		check("has the best F1 of all thresholds", "only the probabilities themselves matter as thresholds: try each, or use decide.Best", func(t *checking.Try) {
			rng := source(4)
			for range 5 {
				truth, p := make([]int, 40), make([]float64, 40)
				for i := range truth {
					truth[i] = rng.IntN(4) / 3
					p[i] = lclass.Sigmoid(1.5*rng.NormFloat64() + 2*float64(truth[i]) - 2)
				}
				best := 0.0
				for _, limit := range p {
					best = max(best, f1(truth, p, limit))
				}
				got := f(truth, slices.Clone(p))
				t.Number(fmt.Sprintf("F1 of 40 samples at your threshold %.4g", got), f1(truth, p, got), best)
			}
		}))
}

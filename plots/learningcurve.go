package plots

import (
	"fmt"
	"math"
)

// LearningCurve draws the scores of a learner on test and training sets against the number
// of training samples, with bands of one standard deviation over the folds. If the curves
// have met, more samples will probably not help; if there is a gap, they may.
//
//	c, err := validate.LearningCurve(d, folds, shares, lclass.Logistic{}, validate.Accuracy)
//	…
//	plots.Show(plots.LearningCurve(c.Sizes, c.Scores(0)))
//
// Folds that were not measured, NaN, are left out.
func LearningCurve[S FoldScores](sizes []int, scores []S) *Figure {
	f := New("training samples", "score")
	all, err := scored(scores, len(sizes))
	if err != nil {
		return f.keep(fmt.Errorf("plots: LearningCurve: %w", err))
	}
	x := make([]float64, len(sizes))
	last := 0
	for i, n := range sizes {
		x[i] = float64(n)
		if n >= sizes[last] {
			last = i
		}
	}
	f.yName = all[0].Name
	f.x.integer = true
	m, _, _ := mean(all[last].Test)
	f.kind = fmt.Sprintf("Learning curve that ends at %s on the test sets with %s", estimates([]float64{m}, math.NaN())(m), counted(sizes[last], "sample"))
	f.foldCurves(x, all)
	return f
}

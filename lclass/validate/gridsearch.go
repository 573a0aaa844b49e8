package validate

import (
	"math/rand/v2"

	"linclass/lclass"
)

// GridSearch fits and measures each parameter of a grid on each fold, chooses the one with
// the best mean score on the test sets, and fits it to all data (Edinburgh, grid search
// with k-fold cross-validation):
//
//	search, err := validate.GridSearch(d, validate.KFold{K: 5, Stratify: true}, lclass.LogSpace(1, 1e-4, 9),
//		func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }, validate.Accuracy)
//	fmt.Println(search.Best, search.Mean(), search.Model)
//
// A parameter has any type: a number, a struct, or a [Pair] of [Product]. The first scoring
// chooses; the others are only recorded. Without a scoring the default is that of
// [CrossValidate]. For a grid of λ alone, [PathSearch] takes a fraction of the time, because
// each fit starts from the one before.
//
// GridSearch skips a parameter if its fit fails on a fold, or if its first score is not
// defined there, as scikit-learn does with its default error_score=np.nan. The reason is the
// caveat of the fold, and the first reason stands above the table. If all parameters fail,
// the error is that of the first fold of the first parameter; scikit-learn chooses the first
// parameter if all fits have ended and all scores are NaN.
//
// Parameters are tried one after the other. The fits of a parameter run in parallel, one per
// core; the result does not depend on the number of cores. If the context of
// [lclass.Data.WithContext] is cancelled, GridSearch returns the results so far and an
// error. There is then no Model, and Best is chosen from the parameters that were measured
// on all folds. To cancel with Ctrl-C:
//
//	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
//	defer stop()
//	search, err := validate.GridSearch(d.WithContext(ctx), …)
func GridSearch[P any, M Predictor](d *lclass.Data, folds Folds, grid []P, spec func(P) Learner[M], scorings ...Scoring) (*Search[P, M], error) {
	if len(grid) == 0 {
		return nil, errEmptyGrid
	}
	if spec == nil {
		return nil, errNoSpec
	}
	return search(d, optionsOf(folds), grid, scorings, func(t *trial[M]) error {
		return t.each(func(p, _ int, train *lclass.Data) (M, error) { return fit(spec(grid[p]), train) })
	}, func(best P) (M, error) { return fit(spec(best), d) })
}

// A Pair is a value of each of two parameters.
type Pair[A, B any] struct {
	First  A
	Second B
}

// Product returns all pairs of a value of a and a value of b: pair i·len(b) + j is {a[i],
// b[j]}. The scores of a search over them fill a heat map. Options.Names has the names of
// the two parameters.
func Product[A, B any](a []A, b []B) []Pair[A, B] {
	var pairs []Pair[A, B]
	for _, first := range a {
		for _, second := range b {
			pairs = append(pairs, Pair[A, B]{first, second})
		}
	}
	return pairs
}

// RandomSearch is [GridSearch] over count random parameters. With several parameters it
// finds a good one in fewer fits than a grid (Bergstra and Bengio 2012):
//
//	best, err := validate.RandomSearch(d, folds, 20, 1, func(r *rand.Rand) [2]float64 {
//		return [2]float64{math.Pow(10, -4*r.Float64()), r.Float64()}
//	}, func(p [2]float64) lclass.Estimator {
//		return lclass.Logistic{Penalty: lclass.ElasticNet(p[0], p[1])}
//	}, validate.LogLoss)
//
// It calls draw count times before the first fit, with one rand.New(rand.NewPCG(seed,
// seed)). It returns an error if count is below 1 or draw is nil,
// and otherwise those of GridSearch.
func RandomSearch[P any, M Predictor](d *lclass.Data, folds Folds, count int, seed uint64, draw func(*rand.Rand) P, spec func(P) Learner[M], scorings ...Scoring) (*Search[P, M], error) {
	if count < 1 || draw == nil {
		return nil, badSetting("count of RandomSearch", count, "need at least 1, and a func that draws them")
	}
	random := rand.New(rand.NewPCG(seed, seed))
	grid := make([]P, count)
	for i := range grid {
		grid[i] = draw(random)
	}
	return GridSearch(d, folds, grid, spec, scorings...)
}

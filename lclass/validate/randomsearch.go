package validate

import (
	"math/rand/v2"

	"linclass/lclass"
)

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

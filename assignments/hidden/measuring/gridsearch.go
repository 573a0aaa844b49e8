package measuring

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
	"linclass/assignments/measuring/check"
)

// A fitted is what a learner was given, and what its predictions were asked for.
type fitted struct {
	X     [][]float64
	t     []int
	asked [][]float64
}

// recorder is a learner that writes down what it gets.
func recorder(fits *[]*fitted) func([][]float64, []int, float64) func([]float64) int {
	return func(X [][]float64, t []int, _ float64) func([]float64) int {
		f := &fitted{X: checking.FreshRows(X), t: slices.Clone(t)}
		*fits = append(*fits, f)
		return func(x []float64) int {
			f.asked = append(f.asked, slices.Clone(x))
			return 0
		}
	}
}

// folds deals n samples into k folds.
func folds(rng *rand.Rand, n, k int) [][]int {
	folds := make([][]int, k)
	for i, sample := range rng.Perm(n) {
		folds[i%k] = append(folds[i%k], sample)
	}
	return folds
}

func gridSearch(a check.Answers, seed uint64) checking.Task {
	return checking.Task{Name: "GridSearch", Checks: []checking.Check{
		{
			Name: "learns from the other folds alone", Points: 1,
			Hint: "a learner that memorises its training samples must not recognise any sample of the test fold",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 6))
				X, t := features(rng, 21, 3), make([]int, 21)
				for n := range t {
					t[n] = n % 2
					X[n][2] = float64(t[n]) // so that rows and targets know each other
				}
				deal := folds(rng, len(t), 3)
				fits := 0
				_, scores := a.GridSearch(checking.FreshRows(X), slices.Clone(t), clone(deal), []float64{1},
					func(X [][]float64, t []int, _ float64) func([]float64) int {
						fits++
						try.Equal("samples that the learner gets, of 21 in 3 folds", len(X), 14)
						try.Equal("targets that the learner gets, of 21 in 3 folds", len(t), 14)
						for n := range X {
							try.True((X[n][2] > 0) == (t[n] == 1), "the targets that the learner gets", "of other samples", "in the order of the samples")
						}
						return func(x []float64) int {
							for n := range X {
								if slices.Equal(X[n], x) {
									return t[n]
								}
							}
							return -1
						}
					})
				try.Equal("fits for one λ and 3 folds", fits, 3)
				try.Numbers("scores of a learner that memorises its samples and predicts −1 for others", scores, []float64{0})
			},
		},
		{
			Name: "scales by the training samples alone", Points: 1,
			Hint: "the mean and deviation of each feature come from the samples outside the fold, and scale both sides",
			Do: func(try *checking.Try) {
				rng := rand.New(rand.NewPCG(seed, 7))
				X, t := features(rng, 20, 2), make([]int, 20)
				for n := range t {
					t[n] = rng.IntN(2)
				}
				deal := folds(rng, len(t), 4)
				X[deal[rng.IntN(4)][0]][1] = 1e3 // moves mean and deviation of the folds that hold it
				var fits []*fitted
				a.GridSearch(checking.FreshRows(X), slices.Clone(t), clone(deal), []float64{1}, recorder(&fits))
				try.Equal("fits for one λ and 4 folds", len(fits), 4)
				for _, f := range fits {
					f.check(try)
				}
				for f := range deal {
					want := expected(X, deal[f])
					try.True(slices.ContainsFunc(fits, func(f *fitted) bool { return same(f.asked, want) }),
						fmt.Sprintf("the samples of fold %d that the learner predicts", f), "not scaled like its training samples", "scaled by the means and deviations of the training samples")
				}
			},
		},
	}}
}

// check wants means 0 and deviations 1.
func (f *fitted) check(try *checking.Try) {
	for j := range 2 {
		var sum, squares float64
		for _, x := range f.X {
			sum += x[j]
			squares += x[j] * x[j]
		}
		n := float64(len(f.X))
		try.Number(fmt.Sprintf("mean of feature %d of the samples that the learner gets", j), sum/n, 0)
		try.Number(fmt.Sprintf("deviation of feature %d of the samples that the learner gets", j), math.Sqrt(squares/n), 1)
	}
}

// expected returns the samples of a fold, scaled by all others.
func expected(X [][]float64, fold []int) [][]float64 {
	var inside, others [][]float64
	for n, x := range X {
		if slices.Contains(fold, n) {
			inside = append(inside, x)
		} else {
			others = append(others, x)
		}
	}
	return scaled(others, inside)
}

// scaled returns X less the means of train, over its deviations.
func scaled(train, X [][]float64) [][]float64 {
	out := checking.FreshRows(X)
	for j := range train[0] {
		var sum, squares float64
		n := float64(len(train))
		for _, x := range train {
			sum += x[j]
		}
		for _, x := range train {
			squares += (x[j] - sum/n) * (x[j] - sum/n)
		}
		for _, x := range out {
			x[j] = (x[j] - sum/n) / math.Sqrt(squares/n)
		}
	}
	return out
}

// same reports whether two sets of samples agree, in any order, but for rounding.
func same(a, b [][]float64) bool {
	byFirst := func(a, b []float64) int { return cmp.Compare(a[0], b[0]) }
	a, b = slices.SortedFunc(slices.Values(a), byFirst), slices.SortedFunc(slices.Values(b), byFirst)
	return slices.EqualFunc(a, b, func(x, y []float64) bool {
		return slices.EqualFunc(x, y, func(v, w float64) bool { return math.Abs(v-w) <= 1e-9*max(1, math.Abs(w)) })
	})
}

package validate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"

	"linclass/lclass"
)

// A PermutationResult compares a score with the scores for permuted targets.
type PermutationResult struct {
	Name     string    // of the score
	Score    float64   // its mean over the folds
	Permuted []float64 // the same with permuted targets, NaN where it was not measured
	// P is the probability of a score at least as good if features and target are
	// independent, (C+1)/(n+1), where C of n permuted scores are at least as good (Phipson
	// and Smyth 2010). It is at least 1/(n+1).
	P float64
}

// PermutationTest cross-validates with the targets of d and with permuted ones, which are
// independent of the features (Ojala and Garriga 2010): in permutation perm, sample i has
// the target of sample perm[i]. [Permutations] draws them; a p-value of 0.001 needs about
// 1000. Each permutation is split anew, so that stratified folds stay stratified.
// Permutations run in parallel.
//
// Without a scoring, the default is that of [CrossValidate]. If a permutation fails or the
// context of d is done, PermutationTest returns the error and the result so far, whose P
// counts the permutations that were measured.
func PermutationTest[M Predictor](d *lclass.Data, folds Folds, l Learner[M], perms [][]int, scoring ...Scoring) (*PermutationResult, error) {
	if len(perms) == 0 {
		return nil, badSetting("permutations of PermutationTest", nil, "draw some with Permutations")
	}
	for _, perm := range perms {
		if err := checkPermutation(perm, d.N()); err != nil {
			return nil, err
		}
	}
	o := optionsOf(folds)
	within := Options{Folds: o.Folds, Workers: o.Workers}
	v, err := validation(d, within, l, scoring)
	if err != nil {
		return nil, err
	}
	r := &PermutationResult{Name: v.Scores[0].Name, Score: v.Mean(), Permuted: nans(len(perms))}
	within.Workers = 1
	watch := newWatch(o.Progress, len(perms))
	err = inParallel(len(perms), o.Workers, func(i int) error {
		v, err := validation(d.WithTargetsOf(perms[i]), within, l, scoring)
		if err != nil {
			return fmt.Errorf("validate: permutation %d of %d: %w", i+1, len(perms), trimmed{err})
		}
		r.Permuted[i] = v.Mean()
		watch.tell(Progress{Parameter: fmt.Sprintf("permutation %d", i+1), Score: v.Mean()})
		return nil
	})
	var asGood int
	better := Scoring{LowerIsBetter: v.Scores[0].LowerIsBetter}.Better
	measured := r.measured()
	for _, score := range measured {
		if !better(r.Score, score) {
			asGood++
		}
	}
	r.P = float64(asGood+1) / float64(len(measured)+1)
	return r, err
}

// Permutations returns count random permutations of n samples; permutation i is from
// rand.New(rand.NewPCG(seed, i)).
func Permutations(n, count int, seed uint64) [][]int {
	perms := make([][]int, count)
	for i := range perms {
		perms[i] = rand.New(rand.NewPCG(seed, uint64(i))).Perm(n)
	}
	return perms
}

// String returns one line, such as
//
//	accuracy 0.9533, 0.3371 with permuted targets (999), p = 0.001
func (r *PermutationResult) String() string {
	measured := r.measured()
	return fmt.Sprintf("%s %.4g, %.4g with permuted targets (%d), p = %.2g", r.Name, r.Score, stat.Mean(measured, nil), len(measured), r.P)
}

func (r *PermutationResult) measured() []float64 {
	return slices.DeleteFunc(slices.Clone(r.Permuted), math.IsNaN)
}

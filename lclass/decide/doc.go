// Package decide turns scores and probabilities into decisions and chooses thresholds.
//
//	Threshold                   class 1 at or above a threshold (Chemnitz, Notes: ½)
//	Sample, SampleClasses       at random, by the probabilities (Chemnitz, Notes)
//	Costs                       the decision with the lowest expected cost (Edinburgh)
//	ForPrecision, ForRecall     the threshold that reaches a given rate
//	ForFPR                      the threshold with a limited false positive rate
//	Best                        the threshold with the best F1, Youden's index, …
//	Costs.Best                  the threshold with the lowest cost on given samples
//
// Results of a threshold on the samples that it was chosen on are too optimistic. Choose
// it on a validation set, or on cross-validated scores as validate.Tuned does, and
// measure on a test set.
package decide

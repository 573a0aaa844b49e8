// Package decide makes decisions of scores and probabilities, and finds the
// threshold for them.
//
//	Threshold                       class 1 at or above a threshold (Chemnitz, Notes: ½)
//	Sample, SampleClasses        at random, by the probabilities (Chemnitz, Notes)
//	Costs                      the decision that is cheapest to expect (Edinburgh)
//	ForPrecision, ForRecall    the threshold that reaches a wanted rate
//	ForFPR                     the threshold that keeps to a rate of false alarms
//	Best                       the threshold with the best F1, Youden's index, …
//	Costs.Best                 the threshold with the lowest cost on given samples
//
// A threshold that is found on training data is too good to be true: find it
// on a validation set, or out of cross-validated scores, as validate.Tuned does,
// and measure on a third.
package decide

// Package validate tells how well a model does on data it has not seen, and
// chooses by that (Edinburgh; Chemnitz section 6).
//
// [Folds] deal the samples: [Split] into a training and a test set, [KFold] and
// the others so that every sample is measured once. [CrossValidate] learns and
// measures on each fold, with any [Scoring]; [GridSearch] and [PathSearch] do so
// for each parameter of a grid and learn from all data with the best one.
//
// A [Learner] gets the training set of a fold and nothing else, so what it
// prepares (means, deviations, a choice of features) knows nothing of the test
// set. Do it there and not before: a [lclass.Pipeline] does.
//
// [Calibrated] and [Tuned] are learners that hold samples out themselves: to make
// probabilities of the scores of another learner, or to choose its threshold.
// [Report] says in one call how good a model is on test data.
//
// Sets of labels have [lclass.MultiLabel] and scorings such as [ExactMatch].
//
// [LearningCurve], [Nested], [PermutationTest], [Dummy] and
// [Compare] tell what a score is worth.
//
// Fits run side by side, as many as there are cores. No result depends on how
// many these are. A search can be watched by Options.Progress and ended by
// [lclass.Data.WithContext], as by Ctrl-C with signal.NotifyContext; it then
// returns what it has. It skips parameters that cannot be learnt or measured.
package validate

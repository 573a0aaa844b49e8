// Package validate estimates how well a model predicts data that it has not seen, and
// chooses models by that estimate (Edinburgh; Chemnitz section 6).
//
// [Folds] split the samples: [Split] into a training set and a test set, [KFold] and others
// so that each sample is in one test set. [CrossValidate] fits and measures on each fold,
// with any [Scoring]. [GridSearch] and [PathSearch] do so for each parameter of a grid, and
// fit the best one to all samples.
//
// A [Learner] gets the training set of a fold and nothing else. So whatever it learns
// before the fit, such as means, deviations and chosen features, does not depend on the
// test set. Prepare data in the learner, with a [lclass.Pipeline], not before.
//
// [Calibrated] and [Tuned] are learners that hold out samples themselves, to turn the
// scores of another learner into probabilities or to choose its threshold. [Report] returns
// the usual measures of a model on test data.
//
// For sets of labels, use [lclass.MultiLabel] and scorings such as [ExactMatch].
//
// [LearningCurve], [Nested], [PermutationTest] and [Dummy] help to judge a score.
//
// Fits run in parallel, as many as there are cores; results do not depend on their number.
// Options.Progress reports the progress of a search, and [lclass.Data.WithContext] ends it,
// as with Ctrl-C and signal.NotifyContext; it then returns what it has. A search skips
// parameters that cannot be fitted or measured.
package validate

// Package calibrate makes probabilities of scores: it fits a map to the scores z
// of samples whose class is known, which best are not those that the model
// learned from.
//
//	FitPlatt      a sigmoid, two parameters: few samples will do (Platt, 2000)
//	FitIsotonic   any rising steps, joined by lines: some thousands (Zadrozny and Elkan, 2002)
//	FitOneVsRest  a map for each class, for the n×K scores of K classes
//
// validate.Calibrated does so by cross-validation, as a learner of its own.
//
// Targets are 1 and 0. The maps are plain values which marshal to JSON and hold
// no samples; [Unmarshal] reads any of them. How well calibrated probabilities
// are tells metric.Reliability.
package calibrate

// Package calibrate turns scores into probabilities. It fits a map to the scores z of
// samples with known classes, preferably not the training samples of the model.
//
//	FitPlatt      a sigmoid with two parameters, for small samples (Platt, 2000)
//	FitIsotonic   any increasing function, for thousands of samples (Zadrozny and Elkan, 2002)
//	FitOneVsRest  a map for each class, for the n×K scores of K classes
//
// validate.Calibrated is a learner that calibrates by cross-validation.
//
// Targets are 1 and 0. Maps can be written as JSON and hold no samples; [Unmarshal] reads
// any of them. metric.Reliability measures how well probabilities are calibrated.
package calibrate

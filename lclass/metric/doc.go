// Package metric measures predictions against targets:
//
//	predicted classes      Accuracy, Error, ConfusionMatrix with all rates per class
//	                       and on average, MCC, kappa
//	scores of a class      ROC, PR and DET curves with their areas, Hinge
//	intervals              AUCInterval, CompareAUC, Bootstrap for any measure
//	probabilities          LogLoss, Brier, Reliability
//	scores of all classes  TopK, HingeClasses, AUCOneVsRest, AUCOneVsOne
//	several labels         LabelCounts, ExactMatch, Hamming, Coverage, LabelLogLoss, …
//	numbers                MSE, MAE, R2
//	all in one call        NewReport
//
// Targets t come first and predictions y second, as in η(t − y)x. Classes are
// numbers 0 to K−1. The Weighted functions take a weight for each sample; nil
// weights count every sample once, and a sample of weight 3 counts like three
// copies of it.
//
// Three conventions hold throughout:
//
//   - Slices of different lengths and classes out of range are a mistake of
//     the programmer and panic, as in gonum.
//   - A rate without a denominator (0/0: no samples, a class that never occurs)
//     has no value and is NaN, printed as "–". scikit-learn puts 0 there.
//   - Data that make no sense, such as a probability above 1 or a negative weight,
//     give NaN.
package metric

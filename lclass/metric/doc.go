// Package metric measures predictions against targets.
//
//	predicted classes      Accuracy, Confusion with all rates per class and on
//	                       average, MCC and kappa
//	scores of a class      AUC, AveragePrecision, Rank with ROC, PR and DET curves
//	intervals              AUCInterval, CompareAUC, Bootstrap for any measure
//	probabilities          LogLoss, Brier, Reliability
//	scores of all classes  TopK, BrierClasses, Hinge, AUCOneVsRest, AUCOneVsOne
//	several labels         LabelCounts, ExactMatch, Hamming, Coverage, LabelLogLoss, …
//	numbers                MSE, MAE, R2
//	all in one call        NewReport
//
// Targets t come first and predictions y second, as in η(t − y)x. Classes are
// numbers from 0 to K−1. The last argument holds the sample weights s, as in
// gonum/stat. If the sample weights s are nil, every sample counts 1. A sample
// of weight 3 counts like three copies of it, and one of weight 0 not at all.
//
// Three conventions hold throughout:
//
//   - Slices of different lengths and classes out of range are mistakes of the
//     programmer and panic, as in gonum.
//   - A rate without a denominator (0/0: no samples, a class with no samples) has
//     no value: it is NaN and prints as "–". scikit-learn returns 0.
//   - Invalid data, such as a probability above 1 or a negative weight, give NaN.
package metric

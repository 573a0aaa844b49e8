package metric

import "math"

// Counts are the four counts of a binary decision, or of one class against the
// rest (Dongguk and Chemnitz, confusion matrix): numbers of samples, or their
// total weights. The rates are methods. A rate whose denominator is 0 is NaN;
// see [Or] for another value.
type Counts struct {
	TP float64 // true positives: samples of the class, predicted as the class
	FP float64 // false positives: other samples, predicted as the class
	FN float64 // false negatives: samples of the class, predicted as another
	TN float64 // true negatives: other samples, predicted as another
}

// Support returns TP + FN, the number of samples of the class.
func (c Counts) Support() float64 { return c.TP + c.FN }

// PredictedCount returns TP + FP, the number of samples predicted as the class.
func (c Counts) PredictedCount() float64 { return c.TP + c.FP }

// Total returns the number of all samples.
func (c Counts) Total() float64 { return c.TP + c.FN + c.FP + c.TN }

// Recall returns the share of the samples of the class that are predicted as it,
//
//	TPR = TP/(TP + FN)
//
// also called true positive rate, sensitivity and hit rate. It is NaN if the
// class has no samples.
func (c Counts) Recall() float64 { return c.TP / c.Support() }

// Specificity returns the share of the other samples that are not predicted as
// the class,
//
//	TNR = TN/(TN + FP)
//
// also called true negative rate. It is NaN if all samples are of the class.
func (c Counts) Specificity() float64 { return c.TN / (c.TN + c.FP) }

// Precision returns the share of the samples predicted as the class that belong
// to it,
//
//	PPV = TP/(TP + FP)
//
// also called positive predictive value. It is NaN if the class is never
// predicted.
func (c Counts) Precision() float64 { return c.TP / c.PredictedCount() }

// NPV returns the negative predictive value, the share of the samples predicted
// as another class that do not belong to the class,
//
//	NPV = TN/(TN + FN)
//
// It is NaN if the class is always predicted.
func (c Counts) NPV() float64 { return c.TN / (c.TN + c.FN) }

// FPR returns the false positive rate, or fall-out, the share of the other
// samples that are predicted as the class,
//
//	FPR = FP/(FP + TN) = 1 − TNR
//
// It is NaN if all samples are of the class.
func (c Counts) FPR() float64 { return c.FP / (c.FP + c.TN) }

// FNR returns the false negative rate, or miss rate, the share of the samples
// of the class that are predicted as another,
//
//	FNR = FN/(FN + TP) = 1 − TPR
//
// It is NaN if the class has no samples.
func (c Counts) FNR() float64 { return c.FN / c.Support() }

// Accuracy returns the share of correct predictions,
//
//	ACC = (TP + TN)/(TP + FN + FP + TN)
//
// and NaN for no samples.
func (c Counts) Accuracy() float64 { return (c.TP + c.TN) / c.Total() }

// F1 returns the harmonic mean of precision P and recall R,
//
//	F1 = 2PR/(P + R) = 2TP/(2TP + FP + FN)
//
// It is 0 if TP is 0 but the class has samples or is predicted, and NaN if
// neither.
func (c Counts) F1() float64 { return c.FBeta(1) }

// FBeta returns the weighted harmonic mean of precision P and recall R; recall
// counts β times as much (van Rijsbergen, 1979),
//
//	Fβ = (1 + β²)PR/(β²P + R) = (1 + β²)TP/((1 + β²)TP + FP + β²FN)
//
// F₀ is the precision and F∞ the recall. It is NaN if the class has no samples
// and is never predicted.
func (c Counts) FBeta(beta float64) float64 {
	if math.IsInf(beta, 0) {
		return c.Recall()
	}
	b := beta * beta
	if b > 1e100 { // (1 + b)/b is 1, and b·TP may overflow
		return c.TP / (c.TP + c.FP/b + c.FN)
	}
	return (1 + b) * c.TP / ((1+b)*c.TP + c.FP + b*c.FN)
}

// Jaccard returns the Jaccard index of the samples of the class and those
// predicted as it, the intersection over the union,
//
//	J = TP/(TP + FP + FN)
//
// It is NaN if the class has no samples and is never predicted.
func (c Counts) Jaccard() float64 { return c.TP / (c.TP + c.FP + c.FN) }

// BalancedAccuracy returns the mean of recall and specificity,
//
//	(TPR + TNR)/2
//
// It is NaN if either is.
func (c Counts) BalancedAccuracy() float64 { return (c.Recall() + c.Specificity()) / 2 }

// Youden returns Youden's index (1950), also called informedness,
//
//	J = TPR + TNR − 1 = TPR − FPR
//
// It is NaN if either is.
func (c Counts) Youden() float64 { return c.Recall() - c.FPR() }

// MCC returns the correlation of targets and predictions, the coefficient of
// Matthews (1975),
//
//	MCC = (TP·TN − FP·FN)/√((TP+FP)(TP+FN)(TN+FP)(TN+FN))
//
// It is NaN if all samples, or all predictions, are of one class.
func (c Counts) MCC() float64 {
	right := c.Recall() * c.Specificity() * c.Precision() * c.NPV()
	wrong := c.FNR() * c.FPR() * (c.FP / c.PredictedCount()) * (c.FN / (c.TN + c.FN))
	return math.Sqrt(right) - math.Sqrt(wrong)
}

// A Rate is a function of the counts of a class, such as Counts.Recall. A rate
// with a parameter is a function literal,
//
//	func(c metric.Counts) float64 { return c.FBeta(2) }
type Rate func(Counts) float64

// Or returns the rate, and the value where the rate is 0/0. The value is
// scikit-learn's zero_division, whose default is 0.
func Or(rate Rate, value float64) Rate {
	return func(c Counts) float64 {
		if v := rate(c); !math.IsNaN(v) {
			return v
		}
		return value
	}
}

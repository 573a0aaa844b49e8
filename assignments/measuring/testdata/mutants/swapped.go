// loses: Rates: computes precision and recall of two classes
// loses: Rates: takes one class of many against all others
// loses: Rates: has no value for 0/0, and F1 = 0 without a hit
package answers

// Precision and recall are mixed up.
func Rates(C [][]int, k int) (precision, recall, f1, specificity, fpr float64) {
	var TP, FP, FN, TN float64
	for i := range C {
		for j, count := range C[i] {
			switch c := float64(count); {
			case i == k && j == k:
				TP += c
			case j == k:
				FP += c
			case i == k:
				FN += c
			default:
				TN += c
			}
		}
	}
	return TP / (TP + FN), TP / (TP + FP), 2 * TP / (2*TP + FP + FN), TN / (TN + FP), FP / (FP + TN)
}

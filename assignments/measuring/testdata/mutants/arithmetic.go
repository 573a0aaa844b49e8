// loses: Rates: computes F1
// loses: Rates: has no value for 0/0, and F1 = 0 without a hit
package answers

// F1 is the arithmetic mean.
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
	precision, recall = TP/(TP+FP), TP/(TP+FN)
	return precision, recall, (precision + recall) / 2, TN / (TN + FP), FP / (FP + TN)
}

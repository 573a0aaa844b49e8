// loses: Rates: computes specificity and false positive rate
// loses: Rates: takes one class of many against all others
// loses: Rates: has no value for 0/0, and F1 = 0 without a hit
package answers

// Specificity is the precision, as the slides of Chemnitz say.
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
	return precision, recall, 2 * TP / (2*TP + FP + FN), precision, 1 - precision
}

// loses: Rates: takes one class of many against all others
package answers

// The rest is one class: right for two classes only.
func Rates(C [][]int, k int) (precision, recall, f1, specificity, fpr float64) {
	rest := 0
	if k == 0 {
		rest = 1
	}
	TP, FP := float64(C[k][k]), float64(C[rest][k])
	FN, TN := float64(C[k][rest]), float64(C[rest][rest])
	return TP / (TP + FP), TP / (TP + FN), 2 * TP / (2*TP + FP + FN), TN / (TN + FP), FP / (FP + TN)
}

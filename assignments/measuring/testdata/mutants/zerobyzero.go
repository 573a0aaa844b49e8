// loses: Rates: has no value for 0/0, and F1 = 0 without a hit
package answers

// 0/0 is 0.
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
	share := func(a, b float64) float64 {
		if b == 0 {
			return 0
		}
		return a / b
	}
	return share(TP, TP+FP), share(TP, TP+FN), share(2*TP, 2*TP+FP+FN), share(TN, TN+FP), share(FP, FP+TN)
}

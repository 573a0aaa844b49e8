package loss

import "math"

// Softmax is the cross-entropy of the true class and y = softmax(z)
// (Chemnitz section 4),
//
//	ℓ = −log y_t = log Σ exp(zⱼ) − z_t,
//
// with gradient y − t for one-hot t. Its second derivative
// diag(y) − yyᵀ ≤ ½(I − 11ᵀ/k) (Böhning 1992).
type Softmax struct{}

var _ Bounded = Softmax{}

// Residuals implements Loss.
func (Softmax) Residuals(l, r, z []float64, k int, t Targets) {
	for i, class := range t.Class {
		scores, y := z[i*k:(i+1)*k], r[i*k:(i+1)*k]
		largest := scores[0]
		for _, v := range scores[1:] {
			largest = max(largest, v)
		}
		own := scores[class] - largest
		var others float64
		for j, v := range scores {
			if j != class {
				y[j] = math.Exp(v - largest)
				others += y[j]
			}
		}
		sum := others + math.Exp(own)
		for j := range y {
			y[j] /= sum
		}
		// log1p and the sum of the others keep the digits where the class is sure.
		y[class] = -others / sum
		if own == 0 {
			l[i] = math.Log1p(others)
		} else {
			l[i] = math.Log(sum) - own
		}
	}
}

// Bound implements Bounded.
func (Softmax) Bound() float64 { return 0.5 }

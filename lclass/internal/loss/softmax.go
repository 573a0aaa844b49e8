package loss

import (
	"math"

	"linclass/lclass/internal/kernel"
)

// Softmax is the cross-entropy of the true class and y = softmax(z)
// (Chemnitz section 4),
//
//	ℓ = −log y_t = log Σ exp(zⱼ) − z_t,
//
// with gradient y − t for one-hot t. Its second derivative
// diag(y) − yyᵀ ≤ ½(I − 11ᵀ/k) (Böhning 1992).
type Softmax struct{}

var _ Mixing = Softmax{}

// Name implements Named.
func (Softmax) Name() string { return "softmax" }

// Residuals implements Loss.
func (Softmax) Residuals(l, r, z []float64, k int, t Targets) {
	kernel.Margins(l, z, k, t.Class)
	for i, class := range t.Class {
		scores, y := z[i*k:(i+1)*k], r[i*k:(i+1)*k]
		l[i] = min(l[i], 0) // the own score less the largest
		largest := scores[class] - l[i]
		for j, v := range scores {
			y[j] = v - largest
		}
	}
	kernel.Exp(r, r)
	for i, class := range t.Class {
		y := r[i*k : (i+1)*k]
		own := y[class]
		y[class] = 0
		var others float64
		for _, v := range y {
			others += v
		}
		sum := own + others
		inverse := 1 / sum
		for j := range y {
			y[j] *= inverse
		}
		// The sum of the others keeps the digits where the class is sure.
		y[class] = -others * inverse
		if l[i] == 0 {
			l[i] = log1p(others)
		} else {
			l[i] = math.Log(sum) - l[i]
		}
	}
}

// log1p returns log(1+x) for x ≥ 0. What 1+x has lost of x it corrects, and is
// several times as fast as math.Log1p (Goldberg 1991, theorem 4).
func log1p(x float64) float64 {
	u := 1 + x
	if u == 1 || math.IsInf(u, 1) {
		return x
	}
	return math.Log(u) * (x / (u - 1))
}

// Bound implements Bounded.
func (Softmax) Bound() float64 { return 0.5 }

// Mixed implements Curved.
func (Softmax) Mixed() bool { return true }

// Curvature implements Curved: y_a(1−y_a) or −y_a·y_b. With r = y − t the
// digits of a sure class are kept.
func (Softmax) Curvature(c, r []float64, k, a, b int, t Targets) {
	for i, class := range t.Class {
		ra, rb := r[i*k+a], r[i*k+b]
		switch {
		case a == b && a == class:
			c[i] = -ra * (1 + ra)
		case a == b:
			c[i] = ra * (1 - ra)
		case a == class:
			c[i] = -(1 + ra) * rb
		case b == class:
			c[i] = -ra * (1 + rb)
		default:
			c[i] = -ra * rb
		}
	}
}

// Outputs implements Mixing.
func (Softmax) Outputs(r []float64, k int, t Targets) {
	for i, class := range t.Class {
		r[i*k+class]++
	}
}

// Times implements Mixing: y∘(v − yᵀv). With v counted from that of the true class the
// digits of a sure class are kept.
func (Softmax) Times(out, r, v []float64, k int, t Targets) {
	for i, class := range t.Class {
		y, v, out := r[i*k:(i+1)*k], v[i*k:(i+1)*k], out[i*k:(i+1)*k]
		var mean float64
		for j, w := range y {
			if j != class {
				mean += w * (v[j] - v[class])
			}
		}
		own := v[class]
		for j, w := range y {
			out[j] = w * (v[j] - own - mean)
		}
		out[class] = -(1 + y[class]) * mean
	}
}

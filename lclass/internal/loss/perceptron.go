package loss

import "math"

// Delta is the squared error (t − y)² of the hard output y, with the gradient
// that comes of pretending that the derivative of the sign is 1, y − t
// (Chemnitz section 1; the factor 2 is folded into η). With Low = −1 the
// output is sign(z) ∈ {−1, +1}, with Low = 0 step(z) ∈ {0, 1} (KMITL).
type Delta struct{ Low float64 }

var _ Passive = Delta{}

// Name implements Named.
func (p Delta) Name() string {
	if p.Low == -1 {
		return "delta-sign"
	}
	return "delta-step"
}

// Residuals implements Loss.
func (p Delta) Residuals(l, r, z []float64, _ int, t Targets) {
	for i, v := range z {
		y := p.Low
		if v >= 0 {
			y = 1
		}
		r[i] = y - t.Value[i]
		l[i] = r[i] * r[i]
	}
}

// Beyond implements Passive. Targets 0 and 1 have no such margin.
func (p Delta) Beyond() float64 {
	if p.Low == -1 {
		return 0
	}
	return math.Inf(1)
}

// Criterion is the perceptron criterion −t z of the samples on the wrong side
// and 0 of the others, t = ±1 (Dongguk 2.3, Edinburgh). Its gradient is −t or
// 0.
type Criterion struct{}

var _ Passive = Criterion{}

// Name implements Named.
func (Criterion) Name() string { return "perceptron-criterion" }

// Residuals implements Loss.
func (Criterion) Residuals(l, r, z []float64, _ int, t Targets) {
	for i, v := range z {
		side := -1.0
		if v >= 0 {
			side = 1
		}
		if side == t.Value[i] {
			l[i], r[i] = 0, 0
		} else {
			l[i], r[i] = -t.Value[i]*v, -t.Value[i]
		}
	}
}

// Beyond implements Passive.
func (Criterion) Beyond() float64 { return 0 }

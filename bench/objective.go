package main

import (
	"math"

	"linclass/lclass"
)

// A sampleLoss is the loss of one sample with scores z and class t.
type sampleLoss func(z []float64, t int) float64

// objective returns L of the weights W and b, whoever found them: the mean
// loss and the penalty, term by term in float64, apart from the code that is
// measured.
func objective(d *lclass.Data, loss sampleLoss, p lclass.Penalty, w [][]float64, b []float64) float64 {
	var sum, absolute, square float64
	z := make([]float64, len(b))
	t := d.T()
	for i := range d.N() {
		copy(z, b)
		for j, v := range d.NonZero(i) {
			for k := range z {
				z[k] += w[k][j] * v
			}
		}
		sum += loss(z, t[i])
	}
	for _, row := range w {
		for _, v := range row {
			absolute += math.Abs(v)
			square += v * v
		}
	}
	return sum/float64(d.N()) + p.Lambda*(p.Ratio*absolute+(1-p.Ratio)/2*square)
}

// logLoss is that of softmax, and for a single score that of the logistic
// function.
func logLoss(z []float64, t int) float64 {
	if len(z) == 1 {
		return math.Log1p(math.Exp(-math.Abs(z[0]))) + math.Max(0, -sign(t)*z[0])
	}
	most, sum := math.Inf(-1), 0.0
	for _, v := range z {
		most = math.Max(most, v)
	}
	for _, v := range z {
		sum += math.Exp(v - most)
	}
	return math.Log(sum) + most - z[t]
}

func hinge(z []float64, t int) float64 { return math.Max(0, 1-sign(t)*z[0]) }

// wrong is 1 for a sample on the wrong side.
func wrong(z []float64, t int) float64 {
	if (z[0] >= 0) != (t == 1) {
		return 1
	}
	return 0
}

func sign(t int) float64 { return float64(2*t - 1) }

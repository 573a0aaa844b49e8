package answers

import "math"

// lack is what each margin lacks to 1, negative where it is more.
func lack(w []float64, b float64, X [][]float64, t []float64) []float64 {
	lacks := make([]float64, len(X))
	for i := range X {
		sum := b * t[i]
		for j := range X[i] {
			sum += w[j] * X[i][j] * t[i]
		}
		lacks[i] = 1 - sum
	}
	return lacks
}

// HingeLoss is (l + |l|)/2 for what a margin lacks.
func HingeLoss(w []float64, b float64, X [][]float64, t []float64) float64 {
	loss := 0.0
	for _, l := range lack(w, b, X, t) {
		loss += (l + math.Abs(l)) / 2 / float64(len(X))
	}
	return loss
}

// HingeGrad counts points on the margin, too.
func HingeGrad(w []float64, b float64, X [][]float64, t []float64) (dw []float64, db float64) {
	dw = make([]float64, len(w))
	n := float64(len(t))
	for i, l := range lack(w, b, X, t) {
		if l < 0 {
			continue
		}
		for j := range dw {
			dw[j] -= t[i] / n * X[i][j]
		}
		db -= t[i] / n
	}
	return
}

// SVMLoss takes the right class out first.
func SVMLoss(scores []float64, y int) (loss float64) {
	bar := scores[y] - 1
	for j := range scores {
		if j == y || scores[j] <= bar {
			continue
		}
		loss += scores[j] - bar
	}
	return loss
}

// SVMGrad measures the loss on both sides, which is exact away from the kinks.
func SVMGrad(scores []float64, y int) []float64 {
	const h = 1.0 / 64
	gradient := make([]float64, len(scores))
	for j := range scores {
		up, down := append([]float64{}, scores...), append([]float64{}, scores...)
		up[j] += h
		down[j] -= h
		gradient[j] = math.Round((SVMLoss(up, y) - SVMLoss(down, y)) / (2 * h))
	}
	return gradient
}

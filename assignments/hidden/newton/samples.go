package newton

import (
	"math"
	"math/rand/v2"
)

// normal returns an n×m matrix of normal numbers.
func normal(rng *rand.Rand, n, m int) [][]float64 {
	A := make([][]float64, n)
	for i := range A {
		A[i] = make([]float64, m)
		for j := range A[i] {
			A[i][j] = rng.NormFloat64()
		}
	}
	return A
}

// overlapping returns n samples of two classes that no line separates.
func overlapping(rng *rand.Rand, n int) (X [][]float64, t []float64) {
	X, t = normal(rng, n, 2), make([]float64, n)
	angle := 2 * math.Pi * rng.Float64()
	w := []float64{0.4 * rng.NormFloat64(), 1.3 * math.Cos(angle), 1.3 * math.Sin(angle)}
	for i, x := range X {
		if rng.Float64() < sigmoid(score(w, x)) {
			t[i] = 1
		}
	}
	return X, t
}

// separated returns n samples of two classes with a gap between them.
func separated(rng *rand.Rand, n, d int) (X [][]float64, t []float64) {
	w := normal(rng, 1, d)[0]
	for len(X) < n {
		x := normal(rng, 1, d)[0]
		a := score(append([]float64{0.2}, w...), x)
		if math.Abs(a) < 0.2*length(w) {
			continue
		}
		X, t = append(X, x), append(t, 0)
		if a > 0 {
			t[len(t)-1] = 1
		}
	}
	return X, t
}

func length(w []float64) float64 {
	var square float64
	for _, v := range w {
		square += v * v
	}
	return math.Sqrt(square)
}

func sigmoid(a float64) float64 { return 1 / (1 + math.Exp(-a)) }

// score is w·φ, with the bias w[0].
func score(w, x []float64) float64 {
	a := w[0]
	for j := range x {
		a += w[j+1] * x[j]
	}
	return a
}

// gradient is Φᵀ(y − t) of the cross-entropy.
func gradient(X [][]float64, t, w []float64) []float64 {
	g := make([]float64, len(w))
	for n, x := range X {
		off := sigmoid(score(w, x)) - t[n]
		g[0] += off
		for j := range x {
			g[j+1] += off * x[j]
		}
	}
	return g
}

package main

import "math"

// pointwise are the losses ℓ(z, t) of one sample, t a class or a number.
var pointwise = map[string]func(z []float64, t float64) float64{
	"logistic":    func(z []float64, t float64) float64 { return logistic(z[0], t == 1) },
	"multi-label": ofAll(logistic),
	"one-vs-rest": ofAll(logistic),
	"softmax": func(z []float64, t float64) float64 {
		best, others := largest(z...), 0.0
		for c, v := range z {
			if c != best {
				others += math.Exp(v - z[best])
			}
		}
		return z[best] - z[int(t)] + math.Log1p(others)
	},
	"linear":                func(z []float64, t float64) float64 { return (z[0] - t) * (z[0] - t) / 2 },
	"regression classifier": func(z []float64, t float64) float64 { return (z[0] + 1 - 2*t) * (z[0] + 1 - 2*t) / 2 },
	"least squares": func(z []float64, t float64) float64 {
		var sum float64
		for c, v := range z {
			if c == int(t) {
				v--
			}
			sum += v * v / 2
		}
		return sum
	},
	"hinge":                     func(z []float64, t float64) float64 { return math.Max(0, 1-(2*t-1)*z[0]) },
	"squared hinge":             func(z []float64, t float64) float64 { return squaredHinge(z[0], t == 1) },
	"one-vs-rest squared hinge": ofAll(squaredHinge),
	"modified huber": func(z []float64, t float64) float64 {
		if margin := (2*t - 1) * z[0]; margin < -1 {
			return -4 * margin
		}
		return squaredHinge(z[0], t == 1)
	},
	"Weston-Watkins": func(z []float64, t float64) float64 {
		var sum float64
		for c, v := range z {
			if c != int(t) {
				sum += math.Max(0, 1+v-z[int(t)])
			}
		}
		return sum
	},
	"Crammer-Singer": func(z []float64, t float64) float64 {
		var worst float64
		for c, v := range z {
			if c != int(t) {
				worst = math.Max(worst, 1+v-z[int(t)])
			}
		}
		return worst
	},
}

// logistic returns −log σ(z) for a sample that is positive, else −log σ(−z).
func logistic(z float64, positive bool) float64 {
	if !positive {
		z = -z
	}
	return math.Max(0, -z) + math.Log1p(math.Exp(-math.Abs(z)))
}

// squaredHinge returns max(0, 1 − z)² for a sample that is positive, else of −z.
func squaredHinge(z float64, positive bool) float64 {
	if !positive {
		z = -z
	}
	m := math.Max(0, 1-z)
	return m * m
}

// ofAll returns the sum of a loss over all classes, of which only t is positive.
func ofAll(loss func(z float64, positive bool) float64) func(z []float64, t float64) float64 {
	return func(z []float64, t float64) float64 {
		var sum float64
		for c, v := range z {
			sum += loss(v, c == int(t))
		}
		return sum
	}
}

package mle_test

import (
	"math"

	"linclass/lclass/mle"
)

var (
	inf      = math.Inf(1)
	location = []float64{-inf, 0} // bounds of a location and a scale
	positive = []float64{0, 0}    // of a shape and a scale
)

func logGamma(x float64) float64 {
	l, _ := math.Lgamma(x)
	return l
}

func logNormal(theta []float64, x float64) float64 {
	z := (x - theta[0]) / theta[1]
	return -math.Log(theta[1]) - z*z/2 - math.Log(2*math.Pi)/2
}

// densities have no closed form, or are not asked for it.
var densities = map[string]mle.Density{
	"normal": {Log: logNormal, Start: []float64{0, 1}, Lower: location},
	"exponential": {
		Log:   func(theta []float64, x float64) float64 { return math.Log(theta[0]) - theta[0]*x },
		Start: []float64{1}, Lower: []float64{0},
	},
	"bernoulli": {
		Log:   func(theta []float64, x float64) float64 { return x*math.Log(theta[0]) + (1-x)*math.Log(1-theta[0]) },
		Start: []float64{0.5}, Lower: []float64{0}, Upper: []float64{1},
	},
	"binomial": {
		Log: func(theta []float64, x float64) float64 {
			return logGamma(13) - logGamma(x+1) - logGamma(13-x) + x*math.Log(theta[0]) + (12-x)*math.Log(1-theta[0])
		},
		Start: []float64{0.5}, Lower: []float64{0}, Upper: []float64{1},
	},
	"poisson": {
		Log: func(theta []float64, x float64) float64 {
			return x*math.Log(theta[0]) - theta[0] - logGamma(x+1)
		},
		Start: []float64{1}, Lower: []float64{0},
	},
	"gamma": {
		Log: func(theta []float64, x float64) float64 {
			k, s := theta[0], theta[1]
			return (k-1)*math.Log(x) - x/s - logGamma(k) - k*math.Log(s)
		},
		Start: []float64{1, 1}, Lower: positive, Names: []string{"k", "s"},
	},
	"weibull": {
		Log: func(theta []float64, x float64) float64 {
			k, z := theta[0], x/theta[1]
			return math.Log(k/theta[1]) + (k-1)*math.Log(z) - math.Pow(z, k)
		},
		Start: []float64{1, 1}, Lower: positive,
	},
	"logistic": {
		Log: func(theta []float64, x float64) float64 {
			z := math.Abs(x-theta[0]) / theta[1]
			return -z - math.Log(theta[1]) - 2*math.Log1p(math.Exp(-z))
		},
		Start: []float64{0, 1}, Lower: location,
	},
	"cauchy": {
		Log: func(theta []float64, x float64) float64 {
			z := (x - theta[0]) / theta[1]
			return -math.Log(math.Pi*theta[1]) - math.Log1p(z*z)
		},
		Start: []float64{0, 1}, Lower: location,
	},
	"beta": {
		Log: func(theta []float64, x float64) float64 {
			a, b := theta[0], theta[1]
			return (a-1)*math.Log(x) + (b-1)*math.Log1p(-x) + logGamma(a+b) - logGamma(a) - logGamma(b)
		},
		Start: []float64{1, 1}, Lower: positive,
	},
	"student": {
		Log: func(theta []float64, x float64) float64 {
			z, v := (x-theta[0])/theta[1], theta[2]
			return logGamma((v+1)/2) - logGamma(v/2) - math.Log(math.Pi*v)/2 - math.Log(theta[1]) - (v+1)/2*math.Log1p(z*z/v)
		},
		Start: []float64{9, 2, 5}, Lower: []float64{-inf, 0, 0}, Names: []string{"μ", "s", "ν"},
	},
	"mixture": {
		Log: func(theta []float64, x float64) float64 {
			a := math.Log(theta[0]) + logNormal(theta[1:3], x)
			b := math.Log1p(-theta[0]) + logNormal(theta[3:5], x)
			top := max(a, b)
			return top + math.Log(math.Exp(a-top)+math.Exp(b-top))
		},
		Start: []float64{0.5, 0, 1, 4, 1}, Lower: []float64{0, -inf, 0, -inf, 0}, Upper: []float64{1, inf, inf, inf, inf},
	},
	"laplace": {
		Log:   func(theta []float64, x float64) float64 { return -math.Log(2*theta[1]) - math.Abs(x-theta[0])/theta[1] },
		Start: []float64{0, 1}, Lower: location,
	},
	"uniform": {
		Log: func(theta []float64, x float64) float64 {
			if x > theta[0] {
				return -inf
			}
			return -math.Log(theta[0])
		},
		Start: []float64{100}, Lower: []float64{0},
	},
}

// scales reports which parameters are measured like the sample (1), per unit of
// it (−1) or not at all (0).
var scales = map[string][]float64{
	"normal": {1, 1}, "exponential": {-1}, "gamma": {0, 1}, "weibull": {0, 1}, "logistic": {1, 1}, "cauchy": {1, 1},
	"student": {1, 1, 0}, "mixture": {0, 1, 1, 1, 1},
}

// gammaWithGradient is a shifted gamma distribution whose derivatives need no
// digamma function: its shape is 2. The second of them is multiplied by factor.
func gammaWithGradient(factor float64) mle.Density {
	return mle.Density{
		Log: func(theta []float64, x float64) float64 {
			return 2*math.Log(theta[0]) + math.Log(x-theta[1]) - theta[0]*(x-theta[1])
		},
		Gradient: func(g, theta []float64, x float64) {
			g[0] = 2/theta[0] - (x - theta[1])
			g[1] = factor * (theta[0] - 1/(x-theta[1]))
		},
		Start: []float64{1, -2}, Lower: []float64{0, -inf}, Upper: []float64{inf, 1},
	}
}

package questions

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"linclass/lclass"
	"linclass/lclass/mle"
)

var likelihood = answers{
	"product": func() any { return floats.Prod([]float64{0.2, 0.5, 0.1}) },
	"ten-times": func() any {
		if math.Pow(1e-40, 10) == 0 {
			return "0, as"
		}
		return "about"
	},
	"variance-of-three": func() any {
		f := lclass.Must(mle.FitNormal([]float64{1, 3, 5}))
		return f.Sigma * f.Sigma
	},
	"best-middle": func() any { return lclass.Must(mle.FitNormal([]float64{1, 2, 2, 7})).Mu },
	"biased": func() any {
		rng, sum, times := rand.New(rand.NewPCG(1, 1)), 0.0, 200_000
		x := make([]float64, 10)
		for range times {
			for i := range x {
				x[i] = rng.NormFloat64()
			}
			f := lclass.Must(mle.FitNormal(x))
			sum += f.Sigma * f.Sigma
		}
		return math.Round(100*sum/float64(times)) / 100
	},
	"waiting-rate":    func() any { return lclass.Must(mle.FitExponential([]float64{1, 2, 3, 6})).Lambda },
	"log-probability": func() any { return mle.LogLikelihood(mle.Bernoulli{P: 0.8}, []float64{1}) },
	"wider-hill": func() any {
		width := func(n int) float64 { return lclass.Must(mle.StdErr(mle.Exponential{Lambda: 0.5}, n))[0] }
		return width(20) / width(200)
	},
}

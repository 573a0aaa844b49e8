package mle_test

import (
	"fmt"
	"math"

	"linclass/lclass/mle"
)

func ExampleFitNormal() {
	x := []float64{1, 2, 4, 5, 8}
	n, err := mle.FitNormal(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("μ = %.3f, σ = %.3f, log-likelihood %.3f\n", n.Mu, n.Sigma, n.LogLikelihood(x))
	bad := mle.Normal{Mu: 0, Sigma: 1}
	fmt.Printf("μ = %.3f, σ = %.3f, log-likelihood %.3f\n", bad.Mu, bad.Sigma, bad.LogLikelihood(x))
	// Output:
	// μ = 4.000, σ = 2.449, log-likelihood -11.574
	// μ = 0.000, σ = 1.000, log-likelihood -59.595
}

func ExampleAscent_Steps() {
	x := []float64{1, 2, 4, 5, 8}
	for s, err := range (mle.Ascent{Start: mle.Normal{Mu: 0, Sigma: 1}, Eta: 0.5}).Steps(x) {
		if err != nil {
			fmt.Println(err)
			return
		}
		if s.Iteration%4 == 0 {
			fmt.Printf("%2d  μ = %.4f  σ = %.4f  l = %.4f\n", s.Iteration, s.Mu, s.Sigma, s.LogLikelihood)
		}
		if s.Iteration == 16 {
			break
		}
	}
	// Output:
	//  0  μ = 0.0000  σ = 1.0000  l = -59.5947
	//  4  μ = 3.2521  σ = 2.9987  l = -11.9092
	//  8  μ = 3.9533  σ = 2.4513  l = -11.5750
	// 12  μ = 3.9971  σ = 2.4495  l = -11.5741
	// 16  μ = 3.9998  σ = 2.4495  l = -11.5741
}

func ExampleLogLikelihood() {
	calls := []float64{0, 3, 2, 2, 7} // an hour
	best, err := mle.FitPoisson(calls)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range []mle.Poisson{{Lambda: 1}, best, {Lambda: 6}} {
		fmt.Printf("λ = %.1f  l = %.3f\n", p.Lambda, mle.LogLikelihood(p, calls))
	}
	// Output:
	// λ = 1.0  l = -16.703
	// λ = 2.8  l = -11.289
	// λ = 6.0  l = -16.619
}

func ExampleFitBinomial() {
	heads := []float64{3, 6, 4, 5, 7} // of 10 throws each
	b, err := mle.FitBinomial(heads, 10)
	if err != nil {
		fmt.Println(err)
		return
	}
	se, err := mle.StdErr(b, len(heads))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("p = %.2f ± %.3f\n", b.P, se[0])
	// Output:
	// p = 0.50 ± 0.071
}

func ExampleFitCategorical() {
	species := []float64{0, 2, 2, 1, 0, 2, 2, 0, 2, 2} // of 4
	c, err := mle.FitCategorical(species, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k, p := range c.P {
		in, err := mle.Wilson(p, len(species), 0.95)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("p%d = %.1f, 95 %%: %.2f to %.2f\n", k, p, in.Low, in.High)
	}
	// Output:
	// p0 = 0.3, 95 %: 0.11 to 0.60
	// p1 = 0.1, 95 %: 0.02 to 0.40
	// p2 = 0.6, 95 %: 0.31 to 0.83
	// p3 = 0.0, 95 %: 0.00 to 0.28
}

func ExampleWald() {
	x := []float64{1, 2, 4, 5, 8}
	n, err := mle.FitNormal(x)
	if err != nil {
		fmt.Println(err)
		return
	}
	intervals, err := mle.Wald(n, len(x), 0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, p := range n.Parameters() {
		fmt.Printf("%s = %.2f, 95 %%: %.2f to %.2f\n", p.Name, p.Value, intervals[i].Low, intervals[i].High)
	}
	// Output:
	// μ = 4.00, 95 %: 1.85 to 6.15
	// σ = 2.45, 95 %: 0.93 to 3.97
}

// gamma is the gamma distribution with shape k and scale s.
var gamma = mle.Density{
	Log: func(theta []float64, x float64) float64 {
		k, s := theta[0], theta[1]
		logGamma, _ := math.Lgamma(k)
		return (k-1)*math.Log(x) - x/s - logGamma - k*math.Log(s)
	},
	Start: []float64{1, 1},
	Lower: []float64{0, 0},
	Names: []string{"k", "s"},
}

func ExampleDensity() {
	rain := []float64{2.1, 0.4, 5.3, 1.2, 3.3, 7.9, 0.9, 2.6, 4.4, 1.8} // mm
	f, err := gamma.Fit(rain)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f)
	// Output:
	// converged after 6 steps
	// log-likelihood -20.1378 of 10 values
	// k = 1.76292 ± 0.726
	// s = 1.69605 ± 0.807
}

func ExampleDensity_Steps() {
	rain := []float64{2.1, 0.4, 5.3, 1.2, 3.3, 7.9, 0.9, 2.6, 4.4, 1.8}
	for s, err := range gamma.Steps(rain) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%d  k = %.4f  s = %.4f  l = %.4f\n", s.Iteration, s.Theta[0], s.Theta[1], s.LogLikelihood)
	}
	// Output:
	// 0  k = 1.0000  s = 1.0000  l = -29.9000
	// 1  k = 3.2158  s = 1.4192  l = -23.9320
	// 2  k = 2.6340  s = 1.1369  l = -20.6746
	// 3  k = 1.8819  s = 1.5896  l = -20.1507
	// 4  k = 1.7661  s = 1.6930  l = -20.1378
	// 5  k = 1.7629  s = 1.6960  l = -20.1378
	// 6  k = 1.7629  s = 1.6960  l = -20.1378
}

// A maximum on a bound is an estimate, but it has no standard error.
func ExampleStatus_Err() {
	p := mle.Density{
		Log:   func(p []float64, x float64) float64 { return x*math.Log(p[0]) + (1-x)*math.Log(1-p[0]) },
		Start: []float64{0.5}, Lower: []float64{0}, Upper: []float64{1}, Names: []string{"p"},
	}
	f, err := p.Fit([]float64{1, 1, 1, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Theta[0], f.StdErr)
	fmt.Println(f.Status.Err())
	// Output:
	// 1 []
	// mle: a parameter is at the boundary of its range, where it has no standard error: p = 1
}

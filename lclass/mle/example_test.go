package mle_test

import (
	"fmt"

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

package mle

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// minimise is optimize.Minimize, which calls the functions of a problem in goroutines of
// its own: a panic of theirs, such as that of a user's density, becomes one of the caller,
// who can recover from it.
func minimise(p optimize.Problem, start []float64, set *optimize.Settings, method optimize.Method) *optimize.Result {
	var panicked any
	guarded := func(f func()) {
		defer func() {
			if r := recover(); r != nil {
				panicked = r
			}
		}()
		if panicked == nil {
			f()
		}
	}
	safe := optimize.Problem{
		Func: func(x []float64) float64 {
			v := math.NaN()
			guarded(func() { v = p.Func(x) })
			return v
		},
		Status: func() (optimize.Status, error) {
			if panicked != nil {
				return optimize.Failure, nil
			}
			return optimize.NotTerminated, nil
		},
	}
	if p.Grad != nil {
		safe.Grad = func(g, x []float64) { guarded(func() { p.Grad(g, x) }) }
		safe.Hess = func(h *mat.SymDense, x []float64) { guarded(func() { p.Hess(h, x) }) }
	}
	result, _ := optimize.Minimize(safe, start, set, method)
	if panicked != nil {
		panic(panicked)
	}
	return result
}

package lclass

import (
	"cmp"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// CoordinateDescent is the proximal Newton method for penalties with L1: it
// minimises a quadratic model of the loss plus the penalty one weight at a
// time, which makes weights exactly 0, and goes that way until the loss falls
// enough (Friedman, Hastie and Tibshirani 2010; Lee, Sun and Saunders 2014).
//
// Up to 500 weights the model has the second derivatives themselves, beyond
// that the fixed bound and the memory of QuasiNewton.
//
// The largest gradient in the [Status] is the certificate of the solution: the
// least slope |∂L + λρ∂|w|| that the corners leave, 0 for every weight at the
// minimum (the conditions of Karush, Kuhn and Tucker).
type CoordinateDescent struct {
	// MaxIter is the largest number of models. If it is 0 it is defaulted to 1000.
	MaxIter int
	// Tol bounds how far the loss is above its least at the end, relative to
	// what is left to gain (see [Status]). If it is 0 it is defaulted to 1e-10 up
	// to 500 weights, and beyond to 1e-8, for the duality gap.
	Tol float64
	// Memory is the number of steps remembered. If it is 0 it is defaulted
	// to 10.
	Memory int
}

func (CoordinateDescent) name() string { return "CoordinateDescent" }

func (s CoordinateDescent) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	if err := checkMemory(s, s.MaxIter, s.Tol, s.Memory); err != nil {
		return nil, err
	}
	if !is[loss.Bounded](p.loss) {
		return nil, isNotSmooth
	}
	tol := 1e-10
	if !p.few() {
		tol = 1e-8
	}
	set := solve.ProximalSettings{
		Start: p.start, MaxIter: cmp.Or(s.MaxIter, 1000), Tol: cmp.Or(s.Tol, tol), Memory: cmp.Or(s.Memory, 10), Separable: p.unbounded(),
	}
	return func(o *objective.Objective) solve.Seq { return solve.Proximal(o, set) }, nil
}

package lclass

import (
	"cmp"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// CoordinateDescent is the proximal Newton method for penalties with L1: it minimises a
// quadratic model of the loss plus the penalty, one weight at a time, which makes weights
// exactly 0. A line search towards that minimum follows (Friedman, Hastie and Tibshirani
// 2010; Lee, Sun and Saunders 2014).
//
// Up to 500 weights the model has the matrix of second derivatives. Beyond that it computes
// them column by column, without a matrix (Yuan, Ho and Lin 2012). Of sparse features each
// column has few values. Of other features the model uses the weights that are not 0, and
// as many again of those that L1 does not keep at 0 (Massias, Gramfort and Salmon 2018), up
// to 2000 weights, with columns of 256 MB at most or as large as the data. Otherwise it uses
// the bound and the memory of QuasiNewton: for more weights or larger columns, for data on
// shards, and for several scores and sparse features if there are more than ten times as
// many samples as features.
//
// It is the default for a [Penalty] with factors or bounds. If some features have no
// penalty, convergence is proved only once their slopes are 0 up to rounding.
//
// The gradient in the [Status] measures the optimality conditions of Karush, Kuhn and
// Tucker: for each weight the smallest subgradient |∂L + λρ∂|w||, which is 0 at the
// minimum. For a weight at a bound only a slope towards the inside counts.
type CoordinateDescent struct {
	// MaxIter is the maximum number of quadratic models, one per iteration; 0 means 1000.
	MaxIter int
	// Tol bounds how far the loss is above its minimum at the end, relative to the
	// possible gain (see [Status]). 0 means 1e-10 up to 500 weights and 1e-8 beyond.
	Tol float64
}

// proximalMemory is how many pairs of steps and gradient changes a fit keeps.
const proximalMemory = 10

func (CoordinateDescent) name() string { return "CoordinateDescent" }

func (s CoordinateDescent) plan(p *problem) (func(*objective.Objective) solve.Seq, error) {
	if err := checkLimits(s, s.MaxIter, s.Tol); err != nil {
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
		Start: p.start, MaxIter: cmp.Or(s.MaxIter, 1000), Tol: cmp.Or(s.Tol, tol), Memory: proximalMemory, Separable: p.unbounded(),
		Path: p.data.path,
	}
	return func(o *objective.Objective) solve.Seq { return solve.Proximal(o, set) }, nil
}

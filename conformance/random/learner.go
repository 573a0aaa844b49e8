package main

import (
	"math"

	"linclass/lclass"
)

// A part is a fit of K scores by one loss to some samples, the whole of most
// learners, one of the binary models of others.
type part struct {
	loss   loss
	k      int
	rows   []int // of W
	x      [][]float64
	weight []float64
	target []target
}

// A learner is a specification and how the same is written as programs.
type learner struct {
	name    string
	classes int // 0 for a number, 2, or 3 for as many as are drawn
	kind    kind
	make    func(p lclass.Penalty, s lclass.Solver) lclass.Estimator
	loss    loss
	code    func(class, k int) target
	parts   func(l learner, q *problem) []part
}

type kind int

const (
	squares kind = iota
	smooth
	squareHinge
	hinges
	perceptron
	multi
)

func class(t, _ int) target { return target{class: t} }

func signs(size float64) func(t, _ int) target {
	return func(t, _ int) target { return target{class: t, value: []float64{size * float64(2*t-1)}} }
}

func oneHot(t, k int) target {
	v := make([]float64, k)
	v[t] = 1
	return target{class: t, value: v}
}

var learners = []learner{
	{"LinearRegression", 0, squares, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearRegression{Penalty: p, Solver: s}
	}, squared, nil, whole(1)},
	{"RegressionClassifier", 2, squares, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.RegressionClassifier{Penalty: p, Solver: s}
	}, squared, signs(1), whole(1)},
	{"RegressionClassifier 0/1", 2, squares, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.RegressionClassifier{ZeroOne: true, Penalty: p, Solver: s}
	}, squared, signs(0.5), whole(1)},
	{"LeastSquares", 3, squares, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LeastSquares{Penalty: p, Solver: s}
	}, squared, oneHot, whole(0)},
	{"Logistic", 2, smooth, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.Logistic{Penalty: p, Solver: s}
	}, logistic, class, whole(1)},
	{"Softmax", 3, smooth, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.Softmax{Penalty: p, Solver: s}
	}, softmax, class, whole(0)},
	{"SquaredHinge", 2, squareHinge, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: p, Solver: s}
	}, squaredHinge, class, whole(1)},
	{"Hinge", 2, hinges, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Penalty: p, Solver: s}
	}, hinge, class, whole(1)},
	{"WestonWatkins", 3, hinges, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Loss: lclass.WestonWatkins, Penalty: p, Solver: s}
	}, westonWatkins, class, whole(0)},
	{"CrammerSinger", 3, hinges, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: p, Solver: s}
	}, crammerSinger, class, whole(0)},
	{"MultiLabel", 3, multi, nil, logistic, class, labels},
	{"OneVsRest{Logistic}", 3, smooth, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.OneVsRest{Of: lclass.Logistic{Penalty: p, Solver: s}}
	}, logistic, class, rest},
	{"OneVsOne{SquaredHinge}", 3, squareHinge, func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.OneVsOne{Of: lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: p, Solver: s}}
	}, squaredHinge, class, pairs},
	{"Perceptron", 2, perceptron, func(lclass.Penalty, lclass.Solver) lclass.Estimator {
		return lclass.Perceptron{Epochs: 1000}
	}, loss{}, class, whole(1)},
}

// whole is a single part, of k scores or, for 0, one for each class.
func whole(k int) func(learner, *problem) []part {
	return func(l learner, q *problem) []part {
		p := part{loss: l.loss, k: k, x: q.x, weight: q.weight}
		if k == 0 {
			p.k = q.k
		}
		for c := range p.k {
			p.rows = append(p.rows, c)
		}
		for i := range q.x {
			if l.code == nil {
				p.target = append(p.target, target{value: q.y[i : i+1]})
				continue
			}
			p.target = append(p.target, l.code(q.class[i], q.k))
		}
		return []part{p}
	}
}

// binary is the part of one score between samples of class 0 and 1; of others −1.
func (l learner) binary(q *problem, row int, of func(i int) int) part {
	p := part{loss: l.loss, k: 1, rows: []int{row}}
	for i := range q.x {
		if c := of(i); c >= 0 {
			p.x, p.weight, p.target = append(p.x, q.x[i]), append(p.weight, q.weight[i]), append(p.target, target{class: c})
		}
	}
	return p
}

func is(v bool) int {
	if v {
		return 1
	}
	return 0
}

func rest(l learner, q *problem) []part {
	if q.k == 2 {
		return whole(1)(l, q)
	}
	var all []part
	for c := range q.k {
		all = append(all, l.binary(q, c, func(i int) int { return is(q.class[i] == c) }))
	}
	return all
}

func pairs(l learner, q *problem) []part {
	if q.k == 2 {
		return whole(1)(l, q)
	}
	var all []part
	for a := range q.k {
		for b := a + 1; b < q.k; b++ {
			all = append(all, l.binary(q, len(all), func(i int) int {
				switch q.class[i] {
				case a:
					return 0
				case b:
					return 1
				}
				return -1
			}))
		}
	}
	return all
}

func labels(l learner, q *problem) []part {
	var all []part
	for c := range q.k {
		all = append(all, l.binary(q, c, func(i int) int { return q.labels[i][c] }))
	}
	return all
}

// A solver is one of those of lclass, nil for the default.
type solver struct {
	name  string
	make  func(tol, eta float64) lclass.Solver
	usual func(k kind) float64 // Tol where none is given
	takes func(k kind, p lclass.Penalty) bool
}

// exact is what closed form promises: scores right to 1e-9 of those of the targets.
const exact = 1e-18

func isSmooth(k kind) bool { return k != hinges && k != perceptron }

var solvers = []solver{
	{"default", func(_, _ float64) lclass.Solver { return nil }, nil,
		func(k kind, p lclass.Penalty) bool {
			return k == perceptron && p.Lambda == 0 || isSmooth(k) || k == hinges && p.Lambda > 0 && p.Ratio == 0
		}},
	{"ClosedForm", func(_, _ float64) lclass.Solver { return lclass.ClosedForm{} }, func(kind) float64 { return exact },
		func(k kind, p lclass.Penalty) bool { return k == squares && p.Lambda*p.Ratio == 0 }},
	{"Newton", func(tol, _ float64) lclass.Solver { return lclass.Newton{Tol: tol} },
		func(k kind) float64 {
			if k == hinges {
				return 1e-8
			}
			return 1e-12
		},
		func(k kind, p lclass.Penalty) bool {
			return p.Lambda*p.Ratio == 0 && (isSmooth(k) || k == hinges && p.Lambda > 0)
		}},
	{"QuasiNewton", func(tol, _ float64) lclass.Solver { return lclass.QuasiNewton{Tol: tol} }, func(kind) float64 { return 1e-11 },
		func(k kind, p lclass.Penalty) bool { return isSmooth(k) && p.Lambda*p.Ratio == 0 }},
	{"CoordinateDescent", func(tol, _ float64) lclass.Solver { return lclass.CoordinateDescent{Tol: tol} }, func(kind) float64 { return 1e-10 },
		func(k kind, _ lclass.Penalty) bool { return isSmooth(k) }},
	{"DualCoordinateDescent", func(tol, _ float64) lclass.Solver { return lclass.DualCoordinateDescent{Tol: tol} }, func(kind) float64 { return 1e-6 },
		func(k kind, p lclass.Penalty) bool {
			return (k == hinges || k == squareHinge) && p.Lambda > 0 && p.Ratio == 0
		}},
	{"Descent", func(tol, eta float64) lclass.Solver { return lclass.Descent{Eta: eta, Epochs: 500, Tol: tol} }, func(kind) float64 { return 1e-8 },
		func(k kind, _ lclass.Penalty) bool { return k != perceptron }},
}

// chosen returns the solver that nil stood for, of several the one that promises least.
func chosen(k kind, p lclass.Penalty, m *lclass.Model) int {
	for s := range solvers {
		if m.Status.Solver == solvers[s].name {
			return s
		}
	}
	switch {
	case isSmooth(k) && p.Lambda*p.Ratio > 0:
		return 4
	case k == squares:
		return 1
	case isSmooth(k):
		return 3
	}
	return 2
}

// A pair is a learner and a solver with a form of penalty, by the share of L1,
// NaN for none.
type pair struct {
	learner, solver int
	ratio           float64
}

// pairings are all that lclass takes.
func pairings() []pair {
	var all []pair
	for l, learner := range learners {
		for s, solver := range solvers {
			for _, ratio := range []float64{math.NaN(), 0, 1, 0.5} {
				p := lclass.Penalty{}
				if !math.IsNaN(ratio) {
					p = lclass.Penalty{Lambda: 1, Ratio: ratio}
				}
				if solver.takes(learner.kind, p) {
					all = append(all, pair{l, s, ratio})
				}
			}
		}
	}
	return all
}

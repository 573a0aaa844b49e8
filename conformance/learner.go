package main

import "linclass/lclass"

// learners are the learners by their names in the table, with a penalty and a
// solver; nil is the default solver.
var learners = map[string]func(lclass.Penalty, lclass.Solver) lclass.Estimator{
	"logistic": func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.Logistic{Penalty: p, Solver: s}
	},
	"softmax": func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.Softmax{Penalty: p, Solver: s}
	},
	"multi-label": func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return multiLabel{lclass.MultiLabel{Penalty: p, Solver: s}}
	},
	"one-vs-rest": func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.OneVsRest{Of: lclass.Logistic{Penalty: p, Solver: s}}
	},
	"one-vs-rest squared hinge": func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.OneVsRest{Of: svm(lclass.SquaredHinge)(p, s)}
	},
	"one-vs-one": func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.OneVsOne{Of: lclass.Logistic{Penalty: p, Solver: s}}
	},
	"linear": func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearRegression{Penalty: p, Solver: s}
	},
	"least squares": func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LeastSquares{Penalty: p, Solver: s}
	},
	"regression classifier": func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.RegressionClassifier{Penalty: p, Solver: s}
	},
	"hinge":          svm(lclass.Hinge),
	"squared hinge":  svm(lclass.SquaredHinge),
	"modified huber": svm(lclass.ModifiedHuber),
	"Weston-Watkins": svm(lclass.WestonWatkins),
	"Crammer-Singer": svm(lclass.CrammerSinger),
}

func svm(l lclass.SVMLoss) func(lclass.Penalty, lclass.Solver) lclass.Estimator {
	return func(p lclass.Penalty, s lclass.Solver) lclass.Estimator {
		return lclass.LinearSVM{Loss: l, Penalty: p, Solver: s}
	}
}

// multiLabel takes each class for a label, of which every sample has one.
type multiLabel struct{ lclass.MultiLabel }

func (m multiLabel) Fit(d *lclass.Data) (*lclass.Model, error) {
	t, err := d.OneHot()
	if err != nil {
		return nil, err
	}
	labelled, err := d.WithLabels(t, d.Classes())
	if err != nil {
		return nil, err
	}
	return m.MultiLabel.Fit(labelled)
}

// slow may need more visits than there is time for.
var slow lclass.Solver = lclass.DualCoordinateDescent{Tol: 1e-9, MaxIter: 200}

// solvers returns the solvers that problem p is given to: the default one as it
// is and, if it is small, others tightened so that what is left of the loss is
// far below the tolerance of the comparison.
func (p problem) solvers(s set) []lclass.Solver {
	const tol = 1e-14
	newton, quasi := lclass.Newton{Tol: tol}, lclass.QuasiNewton{Tol: tol, MaxIter: 10000}
	coordinate := lclass.CoordinateDescent{Tol: tol, MaxIter: 10000}
	some, weights := []lclass.Solver{nil}, s.D()*max(1, s.K())
	switch {
	case weights > 250 || s.N()*weights > 100_000 || p.learner == "multi-label" || p.reduced():
		return some
	case p.penalty.Lambda == 0 && p.squares():
		return append(some, lclass.ClosedForm{})
	case p.penalty.Ratio > 0:
		return append(some, coordinate)
	case p.corners():
		return append(some, newton, slow)
	}
	if p.squares() {
		some = append(some, lclass.ClosedForm{})
	}
	return append(some, newton, quasi, coordinate)
}

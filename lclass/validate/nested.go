package validate

import (
	"errors"
	"strings"

	"linclass/lclass"
)

// A NestedSearch is what learning is worth if the parameter is chosen anew in
// each fold.
type NestedSearch[P any, M Predictor] struct {
	// Validation is of the outer folds: the best model of each search measured
	// on samples that had no part in it.
	*Validation[M]
	// Searches are those of the outer folds, nil where there was none.
	Searches []*Search[P, M]
}

// Nested is cross-validation of a grid search: in each outer fold the parameter
// is chosen by the inner folds of the training set, the model learnt from all of
// it, and measured on the test set. The mean is an honest answer to how good the
// whole procedure is; that of [GridSearch] is too good, as its parameter was
// chosen by the scores that it reports (Cawley and Talbot 2010).
//
// The first scoring chooses, all are recorded. For errors see [CrossValidate].
func Nested[P any, E LearnerOf[D, M], M Predictor, D Samples[D]](d D, outer, inner Folds, grid []P, spec func(P) E, scorings ...ScoringOf[D]) (*NestedSearch[P, M], error) {
	return NestedWith(d, Options{}, outer, inner, func(train D, o Options, folds Folds) (*Search[P, M], error) {
		return GridSearchWith[P, E, M](train, o, folds, grid, spec, scorings...)
	}, scorings...)
}

// NestedWith is Nested with options and any search, such as
//
//	func(train *lclass.Data, o validate.Options, folds validate.Folds) (*validate.Search[float64, *lclass.Model], error) {
//		return validate.PathSearchWith(train, o, folds, lambdas, spec, validate.LogLoss)
//	}
//
// The options that a search gets have OneSE and Names as given; Progress is told of outer
// folds. The outer folds run side by side, and each search takes one core.
func NestedWith[P any, M Predictor, D Samples[D]](d D, o Options, outer, inner Folds, search func(train D, o Options, folds Folds) (*Search[P, M], error), scorings ...ScoringOf[D]) (*NestedSearch[P, M], error) {
	if isNil(inner) {
		return nil, errors.New("validate: the inner Folds are nil; say how to deal the samples of each search, such as KFold{K: 5}")
	}
	if search == nil {
		return nil, errors.New("validate: the search is nil; give a func that calls GridSearchWith, RandomSearchWith or PathSearchWith")
	}
	t, err := newTrial[D, M](d, outer, o, []string{""}, scorings)
	if err != nil {
		return nil, err
	}
	n := &NestedSearch[P, M]{Validation: t.results[0], Searches: make([]*Search[P, M], len(t.folds))}
	within := Options{OneSE: o.OneSE, Names: o.Names, Workers: 1}
	err = t.each(func(_, k int, train D) (M, error) {
		s, err := search(train, within, forSubset(inner, t.folds[k].Train))
		n.Searches[k] = s
		var none M
		switch {
		case err != nil:
			return none, err
		case s == nil:
			return none, errors.New("validate: the search returned neither a Search nor an error")
		}
		return s.Model, nil
	})
	return n, err
}

// Table returns that of the outer folds with the parameters that were chosen
// after the number of the fold.
func (n *NestedSearch[P, M]) Table() lclass.Table {
	t := n.Validation.Table()
	best := make([]P, len(n.Searches))
	var names []string
	for k, s := range n.Searches {
		if s != nil {
			best[k], names = s.Best, s.Names
		}
	}
	columns := append([]lclass.TableColumn{t.Columns[0]}, parameterColumns(best, names)...)
	return lclass.Table{Columns: append(columns, t.Columns[1:]...)}
}

// String returns a line for each score, as [Validation.String], and the
// parameters that were chosen.
func (n *NestedSearch[P, M]) String() string {
	var chosen []string
	for _, s := range n.Searches {
		if s != nil && s.At >= 0 {
			chosen = append(chosen, parameterText(s.Best, s.Names))
		}
	}
	return n.Validation.String() + "chosen: " + strings.Join(chosen, ", ") + "\n"
}

// HTML returns the lines of String and the table, for a notebook.
func (n *NestedSearch[P, M]) HTML() string { return lines(n.String()) + n.Table().HTML() }

package validate

import (
	"errors"
	"strings"

	"linclass/lclass"
)

// A NestedSearch holds the scores of learning if the parameter is chosen anew in
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
// The first scoring chooses, all are recorded. Both outer and inner may be [Options];
// Progress is told of outer folds. The outer folds run side by side, and each search
// takes one core. For errors see [CrossValidate].
func Nested[P any, M Predictor](d *lclass.Data, outer, inner Folds, grid []P, spec func(P) Learner[M], scorings ...Scoring) (*NestedSearch[P, M], error) {
	within := optionsOf(inner)
	if isNil(within.Folds) {
		return nil, errors.New("validate: the inner Folds are nil; say how to deal the samples of each search, such as KFold{K: 5}")
	}
	t, err := newTrial[M](d, optionsOf(outer), []string{""}, scorings)
	if err != nil {
		return nil, err
	}
	n := &NestedSearch[P, M]{Validation: t.results[0], Searches: make([]*Search[P, M], len(t.folds))}
	within.Workers, within.Progress = 1, nil
	err = t.each(func(_, k int, train *lclass.Data) (M, error) {
		o := within
		o.Folds = forSubset(o.Folds, t.folds[k].Train)
		s, err := GridSearch(train, o, grid, spec, scorings...)
		n.Searches[k] = s
		var none M
		if err != nil {
			return none, err
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

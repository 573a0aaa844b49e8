package validate

import (
	"strings"

	"linclass/lclass"
)

// A NestedSearch is the result of [Nested], for K outer folds.
type NestedSearch[P any, M Predictor] struct {
	// Validation has the scores of the best model of each search on the test set of its
	// outer fold, which the search did not see.
	*Validation[M]
	// Searches has the K searches, one per outer fold; nil where the search returned an
	// error or did not run.
	Searches []*Search[P, M]
}

// Nested cross-validates a grid search. In each outer fold, [GridSearch] chooses one of
// the parameters of the grid by the inner folds of the training set and fits a model to
// the whole training set, which the scorings then measure on the test set. The mean score
// estimates how well the whole procedure, choice included, predicts new data. The score
// of a plain GridSearch is optimistic, because it reports the scores by which it chose
// (Cawley and Talbot 2010).
//
// The first scoring chooses; all are recorded. Both outer and inner may be [Options];
// those of outer report progress, one report per outer fold. Outer folds run in parallel,
// and each search takes one core.
//
// Nested returns an error if inner is nil, and otherwise those of [CrossValidate].
func Nested[P any, M Predictor](d *lclass.Data, outer, inner Folds, grid []P, spec func(P) Learner[M], scorings ...Scoring) (*NestedSearch[P, M], error) {
	within := optionsOf(inner)
	if isNil(within.Folds) {
		return nil, badSetting("inner Folds", nil, "set the folds of each search, such as KFold{K: 5}")
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

// Table returns a row for each outer fold: its number, the chosen parameters, and the
// columns of [Validation.Table].
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

// String returns the lines of [Validation.String] and one with the chosen parameters.
func (n *NestedSearch[P, M]) String() string {
	var chosen []string
	for _, s := range n.Searches {
		if s != nil && s.At >= 0 {
			chosen = append(chosen, parameterText(s.Best, s.Names))
		}
	}
	return n.Validation.String() + "chosen: " + strings.Join(chosen, ", ") + "\n"
}

// HTML returns String and Table for a notebook.
func (n *NestedSearch[P, M]) HTML() string { return lines(n.String()) + n.Table().HTML() }

package validate

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"linclass/lclass"
)

// A Search is the choice of a parameter by cross-validation.
type Search[P any, M Predictor] struct {
	// Grid are the parameters that were tried.
	Grid []P
	// Validations are what each of them is worth, in the order of Grid.
	Validations []*Validation[M]
	// Best is the parameter with the best mean of the first score on the test
	// sets, or what Options.OneSE makes of it; of equal ones the first in the
	// grid. It is the zero value if there is none, and At is then −1.
	Best P
	At   int // number of Best in Grid
	// Model is learnt from all data with the best parameter (Edinburgh, grid
	// search). It is the zero value if there is none, because of Options.NoRefit
	// or of an error.
	Model M
}

var (
	errEmptyGrid = errors.New("validate: the grid is empty; there is nothing to choose from")
	errNoSpec    = errors.New("validate: there is no func that makes a learner of a parameter")
)

// common returns the first score of each parameter on the folds that were
// measured for all of them.
func (s *Search[P, M]) common() []Scores {
	scores := make([]Scores, len(s.Validations))
	for k := range s.Validations[0].Folds {
		if slices.ContainsFunc(s.Validations, func(v *Validation[M]) bool { return !v.measured(k) }) {
			continue
		}
		for i, v := range s.Validations {
			scores[i].Test = append(scores[i].Test, v.Scores[0].Test[k])
		}
	}
	return scores
}

// choose finds the best parameter by the folds that were measured for all of
// them, which are all folds unless the search was interrupted.
func (s *Search[P, M]) choose(better func(a, b float64) bool, oneSE bool) {
	s.At = -1
	scores := s.common()
	for i := range scores {
		if len(scores[i].Test) > 0 && (s.At < 0 || better(scores[i].Mean(), scores[s.At].Mean())) {
			s.At = i
		}
	}
	if s.At < 0 {
		return
	}
	if se := scores[s.At].SE(); oneSE && !math.IsNaN(se) {
		best := scores[s.At].Mean()
		for i := range scores {
			if math.Abs(scores[i].Mean()-best) <= se {
				s.At = i
				break
			}
		}
	}
	s.Best = s.Grid[s.At]
}

// conclude chooses and learns from all data, unless there was an error.
func conclude[P any, D Samples[D], M Predictor](s *Search[P, M], t *trial[D, M], failed error, refit func(P) (M, error)) (*Search[P, M], error) {
	s.Validations = t.results
	s.choose(t.scorings[0].Better, t.options.OneSE)
	if failed != nil || t.options.NoRefit {
		return s, failed
	}
	m, err := refit(s.Best)
	if err != nil {
		return s, fmt.Errorf("validate: all data, parameter %s: %w", t.parameters[s.At], trimmed{err})
	}
	s.Model = m
	return s, nil
}

// Mean returns the mean of the first score of the best parameter over the test
// sets of the folds that were measured for all parameters, NaN if there is none.
// It is a little too good: the parameter was chosen by it. [Nested] has one that
// is not.
func (s *Search[P, M]) Mean() float64 { return s.best().Mean() }

// SE returns the standard error of the mean, as [Scores.SE].
func (s *Search[P, M]) SE() float64 { return s.best().SE() }

func (s *Search[P, M]) best() Scores {
	if s.At < 0 || len(s.Validations) == 0 {
		return Scores{}
	}
	return s.common()[s.At]
}

// Table returns a row for each parameter, in the order of the grid: parameter;
// for each score its mean on the test sets, its standard error, "se" after the
// name, and, if they were measured, the mean on the training sets; and "fold 1" and so on,
// the first score on each test set.
func (s *Search[P, M]) Table() lclass.Table {
	t := lclass.Table{Columns: parameterColumns(s.Grid)}
	column := func(name string, value func(v *Validation[M]) float64) {
		c := lclass.TableColumn{Name: name}
		for _, v := range s.Validations {
			c.Number = append(c.Number, value(v))
		}
		t.Columns = append(t.Columns, c)
	}
	if len(s.Validations) == 0 {
		return t
	}
	first := s.Validations[0]
	for i, scores := range first.Scores {
		column(scores.Name, func(v *Validation[M]) float64 { return v.Scores[i].Mean() })
		column(scores.Name+" se", func(v *Validation[M]) float64 { return v.Scores[i].SE() })
		if scores.Train != nil {
			column("train "+scores.Name, func(v *Validation[M]) float64 { return v.Scores[i].TrainMean() })
		}
	}
	for k := range first.Folds {
		column("fold "+strconv.Itoa(k+1), func(v *Validation[M]) float64 { return v.Scores[0].Test[k] })
	}
	return t
}

// String returns the best parameter, its score, and the table, and first how
// many fits have caveats, if any.
func (s *Search[P, M]) String() string {
	return s.head() + "\n" + s.Table().String()
}

// HTML returns the same as String, for a notebook.
func (s *Search[P, M]) HTML() string { return lines(s.head()) + s.Table().HTML() }

func (s *Search[P, M]) head() string {
	var caveats [][]string
	for _, v := range s.Validations {
		caveats = append(caveats, v.Caveats)
	}
	return caveatLine(caveats...) + s.choice()
}

// choice returns the line of the best parameter.
func (s *Search[P, M]) choice() string {
	if s.At < 0 || len(s.Validations) == 0 {
		return fmt.Sprintf("none of %d parameters was measured", len(s.Grid))
	}
	name := s.Validations[s.At].Scores[0].Name
	line := fmt.Sprintf("best of %d: %s, %s %s", len(s.Grid), parameterText(s.Best), name, plusMinus(s.Mean(), s.SE()))
	if folds, all := len(s.best().Test), len(s.Validations[s.At].Folds); folds < all {
		line += fmt.Sprintf(", by %d of %d folds", folds, all)
	}
	return line
}

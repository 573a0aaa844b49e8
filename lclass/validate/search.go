package validate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"linclass/lclass"
)

// A Search is the choice of a parameter by cross-validation.
type Search[P any, M Predictor] struct {
	// Grid holds the parameters that were tried.
	Grid []P
	// Names are the names of the parameters, from Options.
	Names []string
	// Validations holds the scores of each parameter, in the order of Grid.
	Validations []*Validation[M]
	// Best is the parameter with the best mean of the first score on the test sets, or the
	// one that Options.OneSE chooses; in a tie the first in the grid. Parameters that failed
	// on a fold are left out. If none remains, Best is the zero value and At is −1.
	Best P
	At   int // index of Best in Grid
	// Model is fitted to all data with the best parameter (Edinburgh, grid search). It is
	// the zero value with Options.NoRefit and after an error.
	Model M
}

var (
	errEmptyGrid = badSetting("grid", nil, "give at least one parameter")
	errNoSpec    = badSetting("spec", nil, "pass a func that returns a learner for a parameter")
)

// skipped reports whether a parameter has failed on some fold.
func (v *Validation[M]) skipped() bool { return slices.ContainsFunc(ascending(len(v.Folds)), v.failed) }

// failed reports whether fold k has a reason for having no scores.
func (v *Validation[M]) failed(k int) bool { return !v.measured(k) && v.Caveats[k] != "" }

// basis returns the parameters to choose from and the folds to choose by: without
// an interruption those that were not skipped and all folds, else the parameters
// that were measured on all folds or the folds that were measured for all
// parameters, whichever are more scores.
func (s *Search[P, M]) basis() (parameters, folds []int) {
	var tried, whole, shared []int
	for i, v := range s.Validations {
		if v.skipped() {
			continue
		}
		tried = append(tried, i)
		if !math.IsNaN(v.Mean()) {
			whole = append(whole, i)
		}
	}
	if len(tried) == 0 {
		return nil, nil
	}
	all := ascending(len(s.Validations[0].Folds))
	for _, k := range all {
		if !slices.ContainsFunc(tried, func(i int) bool { return !s.Validations[i].measured(k) }) {
			shared = append(shared, k)
		}
	}
	if len(whole)*len(all) >= len(tried)*len(shared) {
		return whole, all
	}
	return tried, shared
}

// on returns the first score on some of the folds.
func (v *Validation[M]) on(folds []int) Scores {
	var s Scores
	for _, k := range folds {
		s.Test = append(s.Test, v.Scores[0].Test[k])
	}
	return s
}

// choose finds the best parameter.
func (s *Search[P, M]) choose(better func(a, b float64) bool, oneSE bool) {
	s.At = -1
	parameters, folds := s.basis()
	mean := func(i int) float64 { return s.Validations[i].on(folds).Mean() }
	for _, i := range parameters {
		if s.At < 0 || better(mean(i), mean(s.At)) {
			s.At = i
		}
	}
	if s.At < 0 {
		return
	}
	if se := s.SE(); oneSE && !math.IsNaN(se) {
		best := mean(s.At)
		s.At = parameters[slices.IndexFunc(parameters, func(i int) bool { return math.Abs(mean(i)-best) <= se })]
	}
	s.Best = s.Grid[s.At]
}

// search tries the parameters of a grid, skips those that fail, chooses one, and learns from
// all data with it, unless there was an error or all parameters have failed.
func search[P any, M Predictor](d *lclass.Data, o Options, grid []P, scorings []Scoring, try func(*trial[M]) error, refit func(P) (M, error)) (*Search[P, M], error) {
	texts, err := parameterNames(grid, o.Names)
	if err != nil {
		return nil, err
	}
	t, err := newTrial[M](d, o, texts, scorings)
	if err != nil {
		return nil, err
	}
	t.skips = true
	failed := try(t)
	s := &Search[P, M]{Grid: grid, Names: o.Names, Validations: t.results}
	s.choose(t.scorings[0].Better, o.OneSE)
	if failed == nil && s.At < 0 {
		failed = cmp.Or(t.failures...)
	}
	if failed != nil || o.NoRefit {
		return s, failed
	}
	m, err := refit(s.Best)
	if err != nil {
		return s, fmt.Errorf("validate: all data, parameter %s: %w", texts[s.At], trimmed{err})
	}
	s.Model = m
	return s, nil
}

// Mean returns the mean of the first score of the best parameter over the test sets; NaN if
// there is none. After a cancelled search it is the mean over the folds by which the
// parameter was chosen. It is optimistic, because the parameter was chosen by it; [Nested]
// is not.
func (s *Search[P, M]) Mean() float64 { return s.best().Mean() }

// SE returns the standard error of the mean, as [Scores.SE].
func (s *Search[P, M]) SE() float64 { return s.best().SE() }

func (s *Search[P, M]) best() Scores {
	if s.At < 0 || len(s.Validations) == 0 {
		return Scores{}
	}
	_, folds := s.basis()
	return s.Validations[s.At].on(folds)
}

// Table returns a row for each parameter, in the order of the grid. Its columns are the
// parameter, or one for each field of a struct or element of an array; for each score its
// mean on the test sets, its standard error ("se"), and, if measured, the mean on the
// training sets; and the first score on each test set ("fold 1" and so on).
func (s *Search[P, M]) Table() lclass.Table {
	t := lclass.Table{Columns: parameterColumns(s.Grid, s.Names)}
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
		column(first.Scores[0].Name+" fold "+strconv.Itoa(k+1), func(v *Validation[M]) float64 { return v.Scores[0].Test[k] })
	}
	return t
}

// String returns the number of fits with caveats, if any, the best parameter, its score,
// and Table.
func (s *Search[P, M]) String() string {
	return s.head() + "\n" + s.Table().String()
}

// HTML returns String for a notebook.
func (s *Search[P, M]) HTML() string { return lines(s.head()) + s.Table().HTML() }

func (s *Search[P, M]) head() string {
	var caveats []string
	for _, v := range s.Validations {
		for k, c := range v.Caveats {
			if v.measured(k) {
				caveats = append(caveats, c)
			}
		}
	}
	return s.skippedLine() + caveatLine(caveats) + s.choice()
}

// skippedLine returns a line that counts the parameters that were skipped and has
// the first reason, "" if there are none.
func (s *Search[P, M]) skippedLine() string {
	skipped := s.skipped()
	if len(skipped) == 0 {
		return ""
	}
	v := s.Validations[skipped[0]]
	k := slices.IndexFunc(ascending(len(v.Folds)), v.failed)
	first := fmt.Sprintf("%s, fold %d: %s", parameterText(s.Grid[skipped[0]], s.Names), k+1, v.Caveats[k])
	return fmt.Sprintf("skipped %d of %d parameters: %s\n", len(skipped), len(s.Grid), first)
}

// skipped returns the indices of the parameters that were skipped.
func (s *Search[P, M]) skipped() []int {
	return slices.DeleteFunc(ascending(len(s.Validations)), func(i int) bool { return !s.Validations[i].skipped() })
}

// choice returns the line of the best parameter.
func (s *Search[P, M]) choice() string {
	if s.At < 0 || len(s.Validations) == 0 {
		return s.noChoice()
	}
	v := s.Validations[s.At]
	line := fmt.Sprintf("best of %d: %s, %s %s", len(s.Grid), parameterText(s.Best, s.Names), v.Scores[0].Name, plusMinus(s.Mean(), s.SE()))
	parameters, folds := s.basis()
	if len(folds) < len(v.Folds) {
		line += fmt.Sprintf(", by %d of %d folds", len(folds), len(v.Folds))
	}
	if len(parameters)+len(s.skipped()) < len(s.Grid) {
		line += fmt.Sprintf(", chosen among the %d that were measured on all folds", len(parameters))
	}
	return line
}

func (s *Search[P, M]) noChoice() string {
	line := fmt.Sprintf("none of %d parameters was measured", len(s.Grid))
	if len(s.Validations) == 0 {
		return line
	}
	var done int
	for _, v := range s.Validations {
		for k := range v.Folds {
			if v.measured(k) {
				done++
			}
		}
	}
	folds := len(s.Validations[0].Folds)
	return line + fmt.Sprintf(" on all folds; %d of %d fits were", done, len(s.Grid)*folds)
}

// Scores returns, for scoring i, counted from 0, the scores of each parameter in the order
// of the grid. It panics if there is no such scoring.
func (s *Search[P, M]) Scores(i int) []Scores { return scoresOf(s.Validations, i) }

// Scores returns, for scoring i, counted from 0, the scores of each size. It panics if
// there is no such scoring.
func (c *Curve[M]) Scores(i int) []Scores { return scoresOf(c.Validations, i) }

func scoresOf[M Predictor](validations []*Validation[M], i int) []Scores {
	all := make([]Scores, len(validations))
	for p, v := range validations {
		all[p] = v.Scores[i]
	}
	return all
}

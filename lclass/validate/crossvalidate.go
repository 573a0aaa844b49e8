package validate

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"

	"linclass/lclass"
)

// CrossValidate fits the training set of each fold and measures the model on the test set
// and on the training set (Edinburgh, k-fold cross-validation):
//
//	v, err := validate.CrossValidate(d, validate.KFold{K: 5, Stratify: true}, lclass.Logistic{}, validate.Accuracy, validate.LogLoss)
//	fmt.Println(v.Mean(), v.SE())
//
// Without scorings, it uses [Accuracy], [MSE] for numbers, and [ExactMatch] for sets of
// labels.
//
// Folds run in parallel; the result does not depend on how many.
//
// It returns a [FoldError], which wraps the error of the learner, of the first fold that
// fails, and beside it the scores so far. A score that is [ErrUndefined] is such an error, too,
// but all others are measured. If the context of d
// ([lclass.Data.WithContext]) is done, it returns the error and the scores so far. Folds
// without scores have NaN. The result is nil if the folds or scorings are invalid.
func CrossValidate[M Predictor](d *lclass.Data, folds Folds, l Learner[M], scorings ...Scoring) (*Validation[M], error) {
	o := optionsOf(folds)
	o.Train = true
	return validation(d, o, l, scorings)
}

// validation measures on the test sets, and on what the options wish.
func validation[M Predictor](d *lclass.Data, o Options, l Learner[M], scorings []Scoring) (*Validation[M], error) {
	t, err := newTrial[M](d, o, []string{""}, scorings)
	if err != nil {
		return nil, err
	}
	err = t.each(func(_, _ int, train *lclass.Data) (M, error) { return fit(l, train) })
	return t.results[0], err
}

// A Validation has the scores of a learner on each of K folds.
type Validation[M Predictor] struct {
	// Folds are the folds, as Split returned them.
	Folds []Fold
	// Scores has an entry for each scoring, in their order.
	Scores []Scores
	// FitTime and ScoreTime are the elapsed times of the fit and of the scores on the test
	// set, for each fold. Other folds may have run meanwhile. They are 0 for a fold without
	// a model.
	FitTime, ScoreTime []time.Duration
	// Caveats has the warning of each fit, such as that it did not converge or that the
	// classes are separated; "" if there is none. In a search it begins with "no score" if
	// a fit failed or a score is undefined.
	Caveats []string
	// Models has the model of each fold; nil unless Options.Models is set.
	Models []M
}

// Scores has one score for each fold: NaN if it is undefined, or if the fold was not measured
// because of an error or because the context was done.
type Scores struct {
	Name          string
	LowerIsBetter bool
	Test          []float64
	Train         []float64 // nil without Options.Train
}

func newValidation[M Predictor](folds []Fold, scorings []Scoring, o Options) *Validation[M] {
	v := &Validation[M]{Folds: folds, FitTime: make([]time.Duration, len(folds)), ScoreTime: make([]time.Duration, len(folds)), Caveats: make([]string, len(folds))}
	for _, s := range scorings {
		scores := Scores{Name: s.Name, LowerIsBetter: s.LowerIsBetter, Test: nans(len(folds))}
		if o.Train {
			scores.Train = nans(len(folds))
		}
		v.Scores = append(v.Scores, scores)
	}
	if o.Models {
		v.Models = make([]M, len(folds))
	}
	return v
}

func nans(n int) []float64 { return slices.Repeat([]float64{math.NaN()}, n) }

// Mean returns the mean of the first score over the test sets. Each fold counts once,
// whatever its size, as in scikit-learn. It is NaN if a fold was not measured.
func (v *Validation[M]) Mean() float64 { return v.Scores[0].Mean() }

// SE returns the standard error of the first score, as [Scores.SE].
func (v *Validation[M]) SE() float64 { return v.Scores[0].SE() }

// Mean returns the mean over the test sets.
func (s Scores) Mean() float64 { return stat.Mean(s.Test, nil) }

// TrainMean returns the mean over the training sets; NaN if they were not measured.
func (s Scores) TrainMean() float64 { return stat.Mean(s.Train, nil) }

// Std returns the standard deviation over the test sets, with 1/(K−1); NaN for one fold.
// scikit-learn's std_test_score has 1/K.
func (s Scores) Std() float64 { return stat.StdDev(s.Test, nil) }

// SE returns the standard error of the mean, Std/√K, as R's cv.glmnet does. It is a lower
// bound: it treats folds as independent, but any two training sets share most of their
// samples, and no unbiased estimate of the variance exists (Bengio and Grandvalet 2004).
func (s Scores) SE() float64 { return s.Std() / math.Sqrt(float64(len(s.Test))) }

// measured reports whether fold k has scores.
func (v *Validation[M]) measured(k int) bool { return !math.IsNaN(v.Scores[0].Test[k]) }

// Table returns a row for each fold. Its columns are fold, from 1; train and test, the
// numbers of samples; each score on the test set and, named with "train", on the training
// set; and fit, the seconds of the fit.
func (v *Validation[M]) Table() lclass.Table {
	var t lclass.Table
	names := make([]string, len(v.Folds))
	train, test, seconds := make([]float64, len(v.Folds)), make([]float64, len(v.Folds)), make([]float64, len(v.Folds))
	for k, f := range v.Folds {
		names[k] = strconv.Itoa(k + 1)
		train[k], test[k] = float64(len(f.Train)), float64(len(f.Test))
		seconds[k] = v.FitTime[k].Seconds()
	}
	t.Columns = append(t.Columns,
		lclass.TableColumn{Name: "fold", Text: names},
		lclass.TableColumn{Name: "train", Number: train},
		lclass.TableColumn{Name: "test", Number: test})
	for _, s := range v.Scores {
		t.Columns = append(t.Columns, lclass.TableColumn{Name: s.Name, Number: s.Test})
		if s.Train != nil {
			t.Columns = append(t.Columns, lclass.TableColumn{Name: "train " + s.Name, Number: s.Train})
		}
	}
	t.Columns = append(t.Columns, lclass.TableColumn{Name: "fit", Number: seconds})
	return t
}

// String returns a line for each score, its mean and standard error, such as
//
//	accuracy 0.9533 ± 0.013 in 5 folds, 0.9717 on the training sets
//
// and one before them if fits have caveats.
func (v *Validation[M]) String() string {
	var b strings.Builder
	b.WriteString(caveatLine(v.Caveats))
	for _, s := range v.Scores {
		fmt.Fprintf(&b, "%s\n", s)
	}
	return b.String()
}

// String returns a line, as in [Validation.String].
func (s Scores) String() string {
	line := fmt.Sprintf("%s %s in %d folds", s.Name, plusMinus(s.Mean(), s.SE()), len(s.Test))
	if len(s.Test) == 1 {
		line = fmt.Sprintf("%s %.4g in one fold", s.Name, s.Mean())
	}
	if s.Train != nil {
		line += fmt.Sprintf(", %.4g on the training sets", s.TrainMean())
	}
	return line
}

func plusMinus(mean, se float64) string { return fmt.Sprintf("%.4g ± %.2g", mean, se) }

// HTML returns String and Table for a notebook.
func (v *Validation[M]) HTML() string { return lines(v.String()) + v.Table().HTML() }

// lines returns lines of text as HTML.
func lines(text string) string {
	return "<p>" + strings.ReplaceAll(html.EscapeString(strings.TrimSuffix(text, "\n")), "\n", "<br>\n") + "</p>\n"
}

// caveat returns what the status of a model says that users should know, "" if
// its fit has converged or nothing is known.
func caveat(m any) string {
	var s lclass.Status
	switch m := m.(type) {
	case *lclass.Model:
		s = m.Status
	case interface{ caveat() string }:
		return m.caveat()
	}
	if err := s.Err(); err != nil {
		return plain(err)
	}
	return ""
}

// noScore is the caveat of a fold without a score.
func noScore(err error) string { return "no score: " + plain(err) }

// caveatLine returns a line that counts the fits with a caveat and has the first
// one, "" if there is none.
func caveatLine(caveats []string) string {
	some := slices.DeleteFunc(slices.Clone(caveats), func(c string) bool { return c == "" })
	if len(some) == 0 {
		return ""
	}
	return fmt.Sprintf("careful, %d of %d fits: %s\n", len(some), len(caveats), some[0])
}

package validate

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// A FoldError is an error of one fold, and of one parameter of a search.
type FoldError struct {
	Fold      int    // counted from 1
	Parameter string // "" if there is none
	Err       error
	folds     int  // how many there are
	size      bool // the parameter is the size of a training set
}

func (e *FoldError) Error() string {
	where := fmt.Sprintf("fold %d of %d", e.Fold, e.folds)
	if e.Parameter != "" {
		where += ", "
		if !e.size {
			where += "parameter "
		}
		where += e.Parameter
	}
	text := "validate: " + where + ": " + plain(e.Err)
	if namesRow(e.Err) {
		text += "; rows are counted within the samples of the fold"
	}
	return text
}

// namesRow reports whether an error has the number of a row. That of a reader, which words
// its own errors, is a row of its file.
func namesRow(err error) bool {
	value, ok := errors.AsType[*lclass.ValueError](err)
	return ok && value.Row >= 0 && !errors.As(err, new(*invalid.RewordedError))
}

func (e *FoldError) Unwrap() error { return e.Err }

// A trial fits and measures for some parameters on some folds.
type trial[M Predictor] struct {
	data       *lclass.Data
	folds      []Fold
	scorings   []Scoring
	options    Options
	parameters []string         // for messages; a single "" if there are none
	results    []*Validation[M] // of each parameter
	watch      *watch
	sizes      bool    // the parameters are sizes of training sets
	skips      bool    // a parameter that fails, and goes on with the others
	failures   []error // of each fold of each parameter
}

func newTrial[M Predictor](d *lclass.Data, o Options, parameters []string, scorings []Scoring) (*trial[M], error) {
	t := &trial[M]{data: d, options: o, parameters: parameters}
	var err error
	if t.folds, err = checkedFolds(o.Folds, d); err != nil {
		return nil, err
	}
	t.failures = make([]error, len(parameters)*len(t.folds))
	if t.scorings, err = defaulted(d, scorings); err != nil {
		return nil, err
	}
	for range parameters {
		t.results = append(t.results, newValidation[M](t.folds, t.scorings, o))
	}
	t.watch = newWatch(o.Progress, len(parameters)*len(t.folds))
	return t, nil
}

// defaulted returns the scorings, or the default one.
func defaulted(d *lclass.Data, scorings []Scoring) ([]Scoring, error) {
	if len(scorings) == 0 {
		return []Scoring{defaultScoring(d)}, nil
	}
	for i, s := range scorings {
		if s.Of == nil {
			return nil, badSetting(fmt.Sprintf("Scoring %q, number %d: Of", s.Name, i+1), nil, "set a func that measures a model")
		}
		if first := slices.IndexFunc(scorings, func(other Scoring) bool { return other.Name == s.Name }); first < i {
			return nil, badSetting("Scoring.Name", s.Name, "scorings %d and %d have this name; leave one out, or rename it", first+1, i+1)
		}
	}
	return scorings, nil
}

// each fits every parameter on every fold, one parameter after the other, each fit
// by itself, with samples of its own.
func (t *trial[M]) each(fit func(parameter, fold int, train *lclass.Data) (M, error)) error {
	return t.first(inParallel(len(t.parameters)*len(t.folds), t.options.Workers, func(job int) error {
		p, k := job/len(t.folds), job%len(t.folds)
		f := t.results[p].Folds[k]
		return t.one(p, k, t.data.Subset(f.Train), t.data.Subset(f.Test), func(train *lclass.Data) (M, error) { return fit(p, k, train) })
	}))
}

// first returns the error of the first fold that failed, after err has ended the trial. That is
// nil where a score was undefined, since other folds are measured all the same.
func (t *trial[M]) first(err error) error {
	if t.skips || t.data.Err() != nil {
		return err
	}
	return cmp.Or(cmp.Or(t.failures...), err)
}

// one fits and measures one parameter on one fold.
func (t *trial[M]) one(p, k int, train, test *lclass.Data, fit func(*lclass.Data) (M, error)) error {
	if err := t.data.Err(); err != nil {
		return t.fail(p, k, err)
	}
	start := time.Now()
	m, err := fit(train)
	return t.measure(p, k, m, err, time.Since(start), train, test)
}

// along fits the parameters one after the other on each fold. Fits from one
// parameter on end with the first that fails; another path then begins behind it.
func (t *trial[M]) along(fits func(train *lclass.Data, from int) iter.Seq2[M, error]) error {
	return inParallel(len(t.folds), t.options.Workers, func(k int) error {
		train, test := t.data.Subset(t.folds[k].Train), t.data.Subset(t.folds[k].Test)
		for p := 0; p < len(t.parameters); {
			start := time.Now()
			for m, err := range fits(train, p) {
				if inner := errors.Unwrap(err); inner != nil {
					err = inner // Path names λ, and so does a FoldError
				}
				if err := t.measure(p, k, m, err, time.Since(start), train, test); err != nil {
					return err
				}
				p++
				if err := t.data.Err(); err != nil && p < len(t.parameters) {
					return t.fail(p, k, err)
				}
				start = time.Now()
			}
		}
		return nil
	})
}

// measure puts down what a fit is worth, and fails as it did, or where a score is undefined,
// also where the context is done meanwhile.
func (t *trial[M]) measure(p, k int, m M, err error, took time.Duration, train, test *lclass.Data) error {
	if err != nil {
		return t.fail(p, k, err)
	}
	v := t.results[p]
	start := time.Now()
	onTest, failed := t.score(m, test)
	v.FitTime[k], v.ScoreTime[k], v.Caveats[k] = took, time.Since(start), caveat(m)
	for i, score := range onTest {
		v.Scores[i].Test[k] = score
	}
	if t.options.Train {
		onTrain, err := t.score(m, train)
		for i, score := range onTrain {
			v.Scores[i].Train[k] = score
		}
		if err != nil {
			failed = cmp.Or[error](failed, fmt.Errorf("training set: %w", trimmed{err}))
		}
	}
	if v.Models != nil {
		v.Models[k] = m
	}
	if failed != nil && (!t.skips || math.IsNaN(onTest[0])) {
		if err := t.fail(p, k, failed); err == nil || t.data.Err() != nil || !errors.Is(err, ErrUndefined) {
			return err
		}
	}
	if failed != nil && t.skips {
		v.Caveats[k] = strings.TrimSuffix(noScore(failed)+"; "+v.Caveats[k], "; ")
	}
	t.tell(p, k, onTest[0])
	return nil
}

// score returns all scores of a model, NaN for those that there are not, and the
// first reason for one.
func (t *trial[M]) score(m M, d *lclass.Data) ([]float64, error) {
	scores := nans(len(t.scorings))
	if s := d.Weight(); s != nil && slices.Max(s) == 0 {
		return scores, invalid.Reworded(lclass.ErrNoSamples, "the weights of all %d samples are 0, so nothing is measured; leave out such samples, or use other folds", len(s))
	}
	var failed error
	for i, s := range t.scorings {
		score, err := s.Of(m, d)
		switch {
		case err != nil:
			score, err = math.NaN(), fmt.Errorf("%s: %w", s.Name, trimmed{err})
		case math.IsNaN(score):
			err = undefined(s.Name + " is NaN: it is undefined for these samples or predictions, for example without a second class; use larger folds, set Stratify, or use metric.Or or another scoring")
			if d.N() == 1 {
				err = undefined(s.Name + " is NaN: it is undefined for one sample; with LeaveOneOut, use CrossPredict and measure all its predictions")
			}
		}
		scores[i], failed = score, cmp.Or(failed, err)
	}
	return scores, failed
}

// fail returns why there is no score, or records it if the search can go on with other
// parameters.
func (t *trial[M]) fail(p, k int, err error) error {
	failed := &FoldError{Fold: k + 1, folds: len(t.folds), Parameter: t.parameters[p], Err: err, size: t.sizes}
	t.failures[p*len(t.folds)+k] = failed
	if !t.skips || t.data.Err() != nil {
		return failed
	}
	t.results[p].Caveats[k] = noScore(err)
	t.tell(p, k, math.NaN())
	return nil
}

// tell tells the observer that a fit has ended.
func (t *trial[M]) tell(p, k int, score float64) {
	t.watch.tell(Progress{Fold: k + 1, Parameter: t.parameters[p], Score: score})
}

package validate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// A FoldError says in which fold, and with which parameter, there is no score.
type FoldError struct {
	Fold, Folds int    // counted from 1, and how many there are
	Parameter   string // "" if there is none
	Err         error
}

func (e *FoldError) Error() string {
	where := fmt.Sprintf("fold %d of %d", e.Fold, e.Folds)
	if e.Parameter != "" {
		where += ", parameter " + e.Parameter
	}
	return "validate: " + where + ": " + plain(e.Err)
}

func (e *FoldError) Unwrap() error { return e.Err }

// A trial fits and measures for some parameters on some folds.
type trial[D Samples[D], M Predictor] struct {
	data       D
	folds      []Fold
	scorings   []ScoringOf[D]
	options    Options
	parameters []string         // for messages; a single "" if there are none
	results    []*Validation[M] // of each parameter
	watch      *watch
}

func newTrial[D Samples[D], M Predictor](d D, folds Folds, o Options, parameters []string, scorings []ScoringOf[D]) (*trial[D, M], error) {
	t := &trial[D, M]{data: d, options: o, parameters: parameters}
	var err error
	if t.folds, err = dealAny(folds, d); err != nil {
		return nil, err
	}
	if t.scorings, err = defaulted(d, scorings); err != nil {
		return nil, err
	}
	for range parameters {
		t.results = append(t.results, newValidation[D, M](t.folds, t.scorings, o))
	}
	t.watch = newWatch(o.Progress, len(parameters)*len(t.folds))
	return t, nil
}

// defaulted returns the scorings, or the default one.
func defaulted[D Samples[D]](d D, scorings []ScoringOf[D]) ([]ScoringOf[D], error) {
	if len(scorings) == 0 {
		return []ScoringOf[D]{defaultScoring(d)}, nil
	}
	for i, s := range scorings {
		if s.Of == nil {
			return nil, fmt.Errorf("validate: scoring %d, %q, has no Of; it measures nothing", i+1, s.Name)
		}
	}
	return scorings, nil
}

// each fits every parameter on every fold, fold after fold, each fit by itself.
// The samples of a fold are copied when its first fit begins and let go after
// its last one.
func (t *trial[D, M]) each(fit func(parameter, fold int, train D) (M, error)) error {
	count := len(t.parameters)
	samples := make([]samples[D], len(t.folds))
	for k := range samples {
		samples[k].left.Store(int64(count))
	}
	return parallel(count*len(t.folds), t.options.Workers, func(job int) error {
		k, p := job/count, job%count
		train, test := samples[k].take(t.data, t.folds[k])
		defer samples[k].release()
		return t.one(p, k, train, test, func(train D) (M, error) { return fit(p, k, train) })
	})
}

// one fits and measures one parameter on one fold.
func (t *trial[D, M]) one(p, k int, train, test D, fit func(D) (M, error)) error {
	if err := t.data.Err(); err != nil {
		return t.fail(p, k, err)
	}
	start := time.Now()
	m, err := fit(train)
	return t.measure(p, k, m, err, time.Since(start), train, test)
}

// along fits the parameters one after the other on each fold.
func (t *trial[D, M]) along(fits func(train D) iter.Seq2[M, error]) error {
	return parallel(len(t.folds), t.options.Workers, func(k int) error {
		train, test := t.data.Subset(t.folds[k].Train), t.data.Subset(t.folds[k].Test)
		var p int
		start := time.Now()
		for m, err := range fits(train) {
			if inner := errors.Unwrap(err); inner != nil {
				err = inner // Path names λ, and so does a FoldError
			}
			if err := t.measure(p, k, m, err, time.Since(start), train, test); err != nil {
				return err
			}
			if err := t.data.Err(); err != nil && p+1 < len(t.parameters) {
				return t.fail(p+1, k, err)
			}
			p++
			start = time.Now()
		}
		return nil
	})
}

// samples are those of one fold while fits need them.
type samples[D Samples[D]] struct {
	once        sync.Once
	left        atomic.Int64 // fits
	train, test D
}

func (s *samples[D]) take(d D, f Fold) (train, test D) {
	s.once.Do(func() { s.train, s.test = d.Subset(f.Train), d.Subset(f.Test) })
	return s.train, s.test
}

func (s *samples[D]) release() {
	if s.left.Add(-1) == 0 {
		var none D
		s.train, s.test = none, none
	}
}

// measure puts down what a fit is worth, or fails as it did. A fit that has ended
// is measured whether or not the context is done.
func (t *trial[D, M]) measure(p, k int, m M, err error, took time.Duration, train, test D) error {
	if err != nil {
		return t.fail(p, k, err)
	}
	start := time.Now()
	train, test = train.WithContext(context.Background()), test.WithContext(context.Background())
	onTest, err := t.score(m, test)
	if err != nil {
		return t.fail(p, k, err)
	}
	scoreTime := time.Since(start)
	var onTrain []float64
	if t.options.Train {
		if onTrain, err = t.score(m, train); err != nil {
			return t.fail(p, k, fmt.Errorf("training set: %w", trimmed{err}))
		}
	}
	v := t.results[p]
	v.FitTime[k], v.ScoreTime[k], v.Caveats[k] = took, scoreTime, caveat(m)
	for i := range t.scorings {
		v.Scores[i].Test[k] = onTest[i]
		if onTrain != nil {
			v.Scores[i].Train[k] = onTrain[i]
		}
	}
	if v.Models != nil {
		v.Models[k] = m
	}
	t.watch.tell(Progress{Fold: k + 1, Folds: len(t.folds), Parameter: t.parameters[p], Score: onTest[0]})
	return nil
}

// score returns all scores of a model.
func (t *trial[D, M]) score(m M, d D) ([]float64, error) {
	if s := weightsOf(d); s != nil && slices.Max(s) == 0 {
		return nil, fmt.Errorf("the weights of all %d samples are 0, so that nothing is measured; leave such samples out, or deal others", len(s))
	}
	scores := make([]float64, len(t.scorings))
	for i, s := range t.scorings {
		var err error
		if scores[i], err = s.Of(m, d); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, trimmed{err})
		}
		if math.IsNaN(scores[i]) {
			return nil, fmt.Errorf("%s is NaN: the samples have nothing that it could measure; take larger folds, Stratify, or another scoring", s.Name)
		}
	}
	return scores, nil
}

func (t *trial[D, M]) fail(p, k int, err error) error {
	return &FoldError{Fold: k + 1, Folds: len(t.folds), Parameter: t.parameters[p], Err: err}
}

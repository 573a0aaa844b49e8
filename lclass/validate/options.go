package validate

import (
	"sync"
	"time"

	"linclass/lclass"
	"linclass/lclass/internal/parallel"
)

// Options are [Folds] with settings for a validation or a search. Every function that takes
// Folds accepts them:
//
//	best, err := validate.GridSearch(d, validate.Options{Folds: validate.KFold{K: 5}, OneSE: true}, grid, spec)
type Options struct {
	// Folds split the samples; nil is an error.
	Folds Folds
	// Train also measures on the training set of each fold; the difference to the test set
	// shows overfitting. [CrossValidate] and [LearningCurve] always do so. [GridSearch]
	// with Train and NoRefit computes a validation curve.
	Train bool
	// Models keeps the model of each fold.
	Models bool
	// OneSE makes a search choose the first parameter of the grid whose mean score is
	// within one standard error of the best mean, the standard error being that of the best
	// (Breiman, Friedman, Olshen and Stone 1984). List the simplest parameter first;
	// [PathSearch] does.
	OneSE bool
	// NoRefit omits the last fit of a search, that of the best parameter to all samples;
	// the search then has no Model.
	NoRefit bool
	// Names are the names of the parameter of a search in tables and messages, such as λ:
	// one name, or one for each field of a struct or of a [Pair], or for each element of an
	// array. Nil means the names of the fields, or "parameter".
	Names []string
	// Seed shuffles each training set before [LearningCurve] takes its first samples; 0
	// keeps the order of the folds.
	Seed uint64
	// Workers is the number of parallel fits; 0 means GOMAXPROCS. Results do not depend on
	// it. Each fit holds its samples in memory.
	Workers int
	// Progress is called after each fit, in the order in which they end, by one goroutine
	// at a time. Nil means no calls.
	Progress func(Progress)
}

// Split returns the folds of o.Folds. It returns an error if Folds is nil.
func (o Options) Split(d *lclass.Data) ([]Fold, error) { return checkedFolds(o.Folds, d) }

// optionsOf returns the options that folds are, or folds without any.
func optionsOf(folds Folds) Options {
	switch o := folds.(type) {
	case Options:
		return o
	case *Options:
		if o != nil {
			return *o
		}
	}
	return Options{Folds: folds}
}

// inParallel does n jobs on so many workers, as [parallel.Do] does.
func inParallel(n, workers int, job func(i int) error) error {
	if workers < 0 {
		return badSetting("Workers", workers, "give a positive number, or 0 for one per core")
	}
	return parallel.Do(n, workers, job)
}

// Progress is the state of a validation or a search after one of its fits.
type Progress struct {
	Done, Total int           // fits
	Fold        int           // the one that has ended, counted from 1
	Parameter   string        // of the fit, "" if there is none
	Score       float64       // its first one, on the test set, NaN if it has failed
	Elapsed     time.Duration // since the beginning
}

// Left returns the remaining time, estimated from the time so far; 0 if no fit has ended.
func (p Progress) Left() time.Duration {
	if p.Done == 0 {
		return 0
	}
	return p.Elapsed / time.Duration(p.Done) * time.Duration(p.Total-p.Done)
}

// A watch tells one observer of the fits that have ended, one after the other.
type watch struct {
	observer func(Progress)
	total    int
	began    time.Time
	mutex    sync.Mutex
	done     int
}

func newWatch(observer func(Progress), total int) *watch {
	return &watch{observer: observer, total: total, began: time.Now()}
}

func (w *watch) tell(p Progress) {
	if w.observer == nil {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.done++
	p.Done, p.Total, p.Elapsed = w.done, w.total, time.Since(w.began)
	w.observer(p)
}

package validate

import (
	"time"

	"linclass/lclass"
)

// Options are folds with wishes beyond the defaults, in place of the folds alone:
//
//	best, err := validate.GridSearch(d, validate.Options{Folds: validate.KFold{K: 5}, OneSE: true}, grid, spec)
type Options struct {
	// Folds say how the samples are dealt.
	Folds Folds
	// Train also measures on the training set of each fold. The difference to
	// the test set is how much a model overfits. [CrossValidate] and
	// [LearningCurve] do so always; [GridSearch] with it, and with NoRefit, is a
	// validation curve.
	Train bool
	// Models keeps the model of each fold.
	Models bool
	// OneSE lets a search take the first parameter of the grid whose mean score
	// is within one standard error of the best one, that of the best (Breiman,
	// Friedman, Olshen and Stone 1984). So put the simplest parameter first;
	// [PathSearch] does so itself.
	OneSE bool
	// NoRefit leaves the model of a search out, which is learnt from all data
	// with the best parameter.
	NoRefit bool
	// Names name the parameter of a search in tables and messages, such as λ: one
	// name, or one for each field of a struct, of a [Pair], or element of an
	// array. If they are nil they are defaulted to those of the fields, and to
	// parameter.
	Names []string
	// Seed shuffles the training sets of which [LearningCurve] takes the first
	// samples; 0 takes them in the order of the folds.
	Seed uint64
	// Workers is the number of fits side by side; 0 means GOMAXPROCS. Results do not
	// depend on it; each fit has its samples in memory.
	Workers int
	// Progress is told of each fit that has ended, by one goroutine at a time, in
	// the order in which they end.
	Progress func(Progress)
}

// Split implements [Folds].
func (o Options) Split(d *lclass.Data) ([]Fold, error) { return deal(o.Folds, d) }

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

// Progress is how far a validation or a search has come.
type Progress struct {
	Done, Total int           // fits
	Fold        int           // the one that has ended, counted from 1
	Parameter   string        // of the fit, "" if there is none
	Score       float64       // its first one, on the test set, NaN if it has failed
	Elapsed     time.Duration // since the beginning
}

// Left returns how long the rest will take if it goes on like this, 0 if
// nothing is known.
func (p Progress) Left() time.Duration {
	if p.Done == 0 {
		return 0
	}
	return p.Elapsed / time.Duration(p.Done) * time.Duration(p.Total-p.Done)
}

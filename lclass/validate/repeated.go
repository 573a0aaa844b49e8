package validate

import (
	"cmp"
	"math/rand/v2"

	"linclass/lclass"
)

// Repeated splits several times, with different seeds, and returns all folds in sequence.
// Repeating [KFold] averages over the randomness of one split; repeating [Split] is
// scikit-learn's ShuffleSplit.
type Repeated struct {
	// Of is a KFold or a Split; its own Seed is ignored.
	Of reseeded
	// Times is the number of splits; 0 means 10.
	Times int
	// Seed is the seed of the seeds.
	Seed uint64
}

// Split returns the folds of all splits. It returns an error if Of is nil, if Times is
// negative, or if a split returns one.
func (f Repeated) Split(d *lclass.Data) ([]Fold, error) {
	if isNil(f.Of) {
		return nil, badSetting("Repeated.Of", nil, "set what to repeat, such as KFold{K: 5}")
	}
	times := cmp.Or(f.Times, 10)
	if times < 0 {
		return nil, badSetting("Repeated.Times", times, "need at least 1")
	}
	random := rand.New(rand.NewPCG(f.Seed, f.Seed))
	var all []Fold
	for range times {
		folds, err := f.Of.withSeed(1 + random.Uint64N(1<<63)).Split(d)
		if err != nil {
			return nil, err
		}
		all = append(all, folds...)
	}
	return all, nil
}

func (f Repeated) withSeed(seed uint64) Folds { f.Seed = seed; return f }

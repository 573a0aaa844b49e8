package validate

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"linclass/lclass"
)

// Repeated deals several times, each time with another seed, and has all the
// folds one after the other: of [KFold], so that the luck of one dealing
// averages out, or of [Split], which is what scikit-learn calls ShuffleSplit.
type Repeated struct {
	// Of is what is repeated: a KFold or a Split, whose own seed does not matter.
	Of reseeded
	// Times is how often; 0 means 10.
	Times int
	// Seed chooses the seeds.
	Seed uint64
}

// Split implements Folds.
func (f Repeated) Split(d *lclass.Data) ([]Fold, error) {
	if isNil(f.Of) {
		return nil, errors.New("validate: Repeated.Of is nil; say what to repeat, such as KFold{K: 5}")
	}
	times := f.Times
	if times == 0 {
		times = 10
	}
	if times < 0 {
		return nil, fmt.Errorf("validate: Repeated.Times is %d; it takes 1 or more", times)
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

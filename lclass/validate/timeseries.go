package validate

import (
	"fmt"

	"linclass/lclass"
)

// TimeSeries learns from the past and measures on the future, for samples in the
// order of time. Of K + 1 parts of the same size each but the first is a test
// set once, and all samples before it are the training set (scikit-learn's
// TimeSeriesSplit). The remainder of n/(K+1) goes to the first part.
type TimeSeries struct {
	// K is the number of folds; 0 means 5.
	K int
	// Gap is the number of samples left out between the training and the test
	// set, for those that overlap.
	Gap int
}

// Split implements Folds.
func (f TimeSeries) Split(d *lclass.Data) ([]Fold, error) {
	k, n := f.K, d.N()
	if k == 0 {
		k = defaultK
	}
	if k < 1 || f.Gap < 0 {
		return nil, fmt.Errorf("validate: TimeSeries{K: %d, Gap: %d}; it takes 1 fold or more and no negative gap", f.K, f.Gap)
	}
	size := n / (k + 1)
	if size == 0 || n-k*size <= f.Gap {
		return nil, fmt.Errorf("validate: TimeSeries: %d samples are too few for %d folds with a gap of %d", n, k, f.Gap)
	}
	order := ascending(n)
	var folds []Fold
	for begin := n - k*size; begin < n; begin += size {
		folds = append(folds, Fold{Train: order[: begin-f.Gap : begin-f.Gap], Test: order[begin : begin+size : begin+size]})
	}
	return folds, nil
}

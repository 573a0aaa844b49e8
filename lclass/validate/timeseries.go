package validate

import (
	"cmp"
	"linclass/lclass"
)

// TimeSeries fits to the past and measures on the future; the samples must be in order of
// time. It splits them into K + 1 parts of equal size; the first one also has the remainder
// of n/(K+1). Fold k has part k + 1 as its test set and all samples before it as its
// training set (scikit-learn's TimeSeriesSplit).
type TimeSeries struct {
	// K is the number of folds; 0 means 5.
	K int
	// Gap is the number of samples left out between the training set and the test set; use
	// it if consecutive samples overlap.
	Gap int
}

// Split returns K folds. It returns an error if K or Gap is negative, or if there are too
// few samples.
func (f TimeSeries) Split(d *lclass.Data) ([]Fold, error) {
	k, n := cmp.Or(f.K, defaultK), d.N()
	if k < 1 || f.Gap < 0 {
		return nil, badSetting("TimeSeries.K", f.K, "Gap = %d; need at least 1 fold and no negative gap", f.Gap)
	}
	size := n / (k + 1)
	if size == 0 || n-k*size <= f.Gap {
		return nil, badSetting("TimeSeries.K", k, "%d samples are too few for this number of folds with Gap = %d", n, f.Gap)
	}
	order := ascending(n)
	var folds []Fold
	for begin := n - k*size; begin < n; begin += size {
		folds = append(folds, Fold{Train: order[: begin-f.Gap : begin-f.Gap], Test: order[begin : begin+size : begin+size]})
	}
	return folds, nil
}

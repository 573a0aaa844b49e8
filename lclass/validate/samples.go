package validate

import (
	"context"

	"linclass/lclass"
)

// Samples is data that can be dealt into folds: *lclass.Data with classes or
// numbers, or *lclass.MultiData with sets of labels.
type Samples[D any] interface {
	*lclass.Data | *lclass.MultiData
	N() int
	Subset(index []int) D
	WithContext(ctx context.Context) D
	Err() error
}

// featuresOf returns what folds are dealt by, for sets of labels data without a
// target.
func featuresOf[D Samples[D]](d D) *lclass.Data {
	if labelled, ok := any(d).(*lclass.MultiData); ok {
		return labelled.Data()
	}
	return any(d).(*lclass.Data)
}

// defaultScoring returns accuracy for classes, the mean squared error for numbers
// and the exact match for sets of labels.
func defaultScoring[D Samples[D]](d D) ScoringOf[D] {
	var s any = ExactMatch
	if d, ok := any(d).(*lclass.Data); ok {
		s = Accuracy
		if d.K() == 0 {
			s = MSE
		}
	}
	return s.(ScoringOf[D])
}

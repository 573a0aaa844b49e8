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

// dealAny deals data of any type: sets of labels by those folds that look at
// them, and by others as data without a target.
func dealAny[D Samples[D]](f Folds, d D) ([]Fold, error) {
	labelled, ok := any(d).(*lclass.MultiData)
	if !ok {
		return deal(f, any(d).(*lclass.Data))
	}
	if lf, ok := f.(LabelFolds); ok && !isNil(f) {
		f = dealsLabels{lf, labelled}
	}
	return deal(f, labelled.Data())
}

// dealsLabels deals sets of labels, whose features it is given.
type dealsLabels struct {
	LabelFolds
	d *lclass.MultiData
}

func (f dealsLabels) Split(*lclass.Data) ([]Fold, error) { return f.SplitLabels(f.d) }

// weightsOf returns the weights of the samples, nil for 1 each.
func weightsOf[D Samples[D]](d D) []float64 {
	if labelled, ok := any(d).(*lclass.MultiData); ok {
		return labelled.Data().Weight()
	}
	return any(d).(*lclass.Data).Weight()
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

package validate

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// OutOfFold has a prediction for each of n samples, by a model that was not fitted to it.
// Compare them with d.T() or d.Y(): classes and labels are numbered as in d. A sample
// without a prediction has −1 in Y and NaN elsewhere.
type OutOfFold struct {
	Y      []int      // class of each sample, nil for regressions and sets of labels
	Proba  *mat.Dense // n×K probabilities of classes or labels, nil for models without
	Number []float64  // prediction of a regression, otherwise nil
	Labels *mat.Dense // n×K, 1 where a sample gets the label and 0 elsewhere, otherwise nil
}

// CrossPredict predicts each sample by the model of the fold that has it in its test set,
// for a confusion matrix, a ROC curve, a reliability curve or a threshold. A metric of
// these predictions is not the mean over folds of [CrossValidate], because it compares
// scores of different models.
//
// CrossPredict returns an error if a sample is in no test set or in several, as with
// [TimeSeries] and [Repeated]. It returns a [FoldError] if a fold fails, and an error if
// the context of d ([lclass.Data.WithContext]) is done; beside them it returns the
// predictions of the other folds, nil if there are none.
func CrossPredict[M Predictor](d *lclass.Data, folds Folds, l Learner[M]) (*OutOfFold, error) {
	dealt, err := checkedFolds(folds, d)
	if err != nil {
		return nil, err
	}
	if err := checkPartition("CrossPredict", dealt, d.N()); err != nil {
		return nil, err
	}
	parts := make([]*OutOfFold, len(dealt))
	err = eachFold(d, dealt, optionsOf(folds).Workers, l, func(k int, m M, test *lclass.Data) error {
		of := predict
		if test.Labels() != nil {
			of = predictLabels
		}
		part, err := of(m, test)
		if err == nil {
			parts[k] = part
		}
		return err
	})
	return join(parts, dealt, d.N()), err
}

// checkPartition reports whether each of n samples is in one test set.
func checkPartition(owner string, folds []Fold, n int) error {
	times := make([]int, n)
	for _, f := range folds {
		for _, i := range f.Test {
			times[i]++
		}
	}
	for i, count := range times {
		if count != 1 {
			return badSetting(fmt.Sprintf("%s: number of test sets with sample %d", owner, i), count, "use folds that measure each sample once, such as KFold")
		}
	}
	return nil
}

// predict returns the predictions of a model for d, with classes numbered as in d.
func predict(m Predictor, d *lclass.Data) (*OutOfFold, error) {
	said, err := m.Predict(d)
	if err != nil {
		return nil, err
	}
	if said.Number != nil {
		return &OutOfFold{Number: said.Number}, nil
	}
	y := said.Class
	names, known := classNames(m)
	number := ascending(max(len(names), d.K()))
	if known {
		for k, name := range names {
			if number[k] = slices.Index(d.Classes(), name); number[k] < 0 {
				return nil, fmt.Errorf("validate: the model has class %q, which the data lack; use a learner that keeps the classes of its data", name)
			}
		}
	}
	out := &OutOfFold{Y: y}
	for i := range y {
		y[i] = number[y[i]]
	}
	if p, ok := m.(prober); ok && p.HasProbability() {
		proba, err := p.Proba(d)
		if err != nil {
			return nil, err
		}
		out.Proba = mat.NewDense(d.N(), d.K(), nil)
		_, k := proba.Dims()
		for i := range d.N() {
			for c := range k {
				out.Proba.Set(i, number[c], proba.At(i, c))
			}
		}
	}
	return out, nil
}

// classNames returns the classes of a model in its numbering. Those of a model
// that is not known are taken for those of the data.
func classNames(m Predictor) (names []string, known bool) {
	switch m := m.(type) {
	case *lclass.Model:
		return m.Classes, true
	case interface{ classNames() ([]string, bool) }:
		return m.classNames()
	}
	return nil, false
}

// join puts the predictions of the folds where the samples are, nil if no fold
// has any. What one fold has all have.
func join(parts []*OutOfFold, folds []Fold, n int) *OutOfFold {
	var all *OutOfFold
	for k, part := range parts {
		if part == nil {
			continue
		}
		if all == nil {
			all = part.none(n)
		}
		for j, i := range folds[k].Test {
			switch {
			case all.Number != nil:
				all.Number[i] = part.Number[j]
			case all.Labels != nil:
				all.Labels.SetRow(i, part.Labels.RawRowView(j))
			default:
				all.Y[i] = part.Y[j]
			}
			if all.Proba != nil {
				all.Proba.SetRow(i, part.Proba.RawRowView(j))
			}
		}
	}
	return all
}

// none returns what o has for n samples, without predictions yet.
func (o *OutOfFold) none(n int) *OutOfFold {
	all := &OutOfFold{}
	switch {
	case o.Number != nil:
		all.Number = nans(n)
	case o.Labels != nil:
		all.Labels = noNumbers(n, o.Labels)
	default:
		all.Y = slices.Repeat([]int{-1}, n)
	}
	if o.Proba != nil {
		all.Proba = noNumbers(n, o.Proba)
	}
	return all
}

// noNumbers returns n rows of NaN with the columns of like.
func noNumbers(n int, like *mat.Dense) *mat.Dense {
	_, k := like.Dims()
	return mat.NewDense(n, k, nans(n*k))
}

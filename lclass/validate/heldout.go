package validate

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// heldOut has scores of samples outside the training set, their true classes, and their
// weights; nil weights mean 1 each.
type heldOut struct {
	t []int
	z *mat.Dense
	s []float64
}

// holdOut learns from the training set of each fold and scores the test set. All
// models have the same classes, two or more.
func holdOut[M Scorer](l Learner[M], d *lclass.Data, folds []Fold, workers int, scores func(Scorer, *lclass.Data) (*mat.Dense, error)) ([]M, []heldOut, error) {
	models, held := make([]M, len(folds)), make([]heldOut, len(folds))
	if d.K() == 0 {
		return nil, nil, badTarget(d.Target(), "classes", "is a measured number, not a class")
	}
	err := eachFold(d, folds, workers, l, func(k int, m M, test *lclass.Data) error {
		t, err := m.Targets(test)
		if err != nil {
			return err
		}
		z, err := scores(m, test)
		models[k], held[k] = m, heldOut{t, z, test.SampleWeight()}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	classes := namesOf(models[0], d)
	for k, m := range models {
		if err := sameClasses(m, d, classes); err != nil {
			return nil, nil, &FoldError{Fold: k + 1, folds: len(folds), Err: err}
		}
	}
	return models, held, nil
}

// together puts the samples of all folds one after the other.
func together(held []heldOut) heldOut {
	var all heldOut
	var z []float64
	_, k := held[0].z.Dims()
	for _, h := range held {
		all.t, all.s = append(all.t, h.t...), append(all.s, h.s...)
		z = append(z, h.z.RawMatrix().Data...)
	}
	all.z = mat.NewDense(len(all.t), k, z)
	return all
}

// refit learns from all data what the folds have learnt.
func refit[M Scorer](l Learner[M], d *lclass.Data, classes []string) (M, error) {
	m, err := fit(l, d)
	if err == nil {
		err = sameClasses(m, d, classes)
	}
	return m, err
}

func sameClasses(m Predictor, d *lclass.Data, want []string) error {
	if names := namesOf(m, d); !slices.Equal(names, want) {
		return fmt.Errorf("%w: the model has %q and that of the first fold %q; every training set needs all of them, as with KFold{Stratify: true}", errAbsent, names, want)
	}
	return nil
}

// namesOf returns the classes of a model, by default those of the data.
func namesOf(m Predictor, d *lclass.Data) []string {
	if names, known := classNames(m); known {
		return names
	}
	return d.Classes()
}

// orFiveFolds returns the folds, or the default of learners that have some of
// their own.
func orFiveFolds(folds Folds) Folds {
	if folds == nil {
		return KFold{Stratify: true}
	}
	return folds
}

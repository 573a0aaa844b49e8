package validate

import (
	"fmt"
	"math/rand/v2"

	"linclass/lclass"
)

// A Curve has scores for several sizes of the training set.
type Curve[M Predictor] struct {
	Sizes       []int            // of the training sets, in samples
	Validations []*Validation[M] // one for each size
}

// LearningCurve fits growing shares of each training set, and measures each model on the
// samples of its fit and on the test set. If the two scores meet, more samples will not
// help. If the training score is far better, more samples or a penalty will (Chemnitz
// section 6, overfitting).
//
// A share s, with 0 < s ≤ 1, stands for the first ⌊s·n⌋ samples of every training set, at
// least one, with n the size of the first training set, as in scikit-learn. The samples are
// in the order of the folds, where a class may come late; Options.Seed shuffles them.
//
// LearningCurve returns an error if there are no shares or one is not above 0 and at most
// 1, and otherwise those of [CrossValidate].
func LearningCurve[M Predictor](d *lclass.Data, folds Folds, shares []float64, l Learner[M], scorings ...Scoring) (*Curve[M], error) {
	o := optionsOf(folds)
	if len(shares) == 0 {
		return nil, badSetting("shares of LearningCurve", nil, "give some, such as 0.1, 0.3, 1")
	}
	o.Train = true
	t, err := newTrial[M](d, o, make([]string, len(shares)), scorings)
	if err != nil {
		return nil, err
	}
	t.sizes = true
	if o.Seed != 0 {
		t.folds = shuffleTraining(t.folds, o.Seed)
	}
	c := &Curve[M]{Validations: t.results}
	for i, share := range shares {
		if !(share > 0 && share <= 1) {
			return nil, badSetting("share of LearningCurve", share, "it must be above 0 and up to 1")
		}
		size := max(1, int(share*float64(len(t.folds[0].Train))))
		c.Sizes = append(c.Sizes, size)
		t.parameters[i] = fmt.Sprintf("%d samples", size)
		c.Validations[i].Folds = make([]Fold, len(t.folds))
		for k, f := range t.folds {
			c.Validations[i].Folds[k] = Fold{Train: f.Train[:min(size, len(f.Train))], Test: f.Test}
		}
	}
	return c, t.each(func(_, _ int, train *lclass.Data) (M, error) { return fit(l, train) })
}

func shuffleTraining(folds []Fold, seed uint64) []Fold {
	random := rand.New(rand.NewPCG(seed, seed))
	shuffled := make([]Fold, len(folds))
	for k, f := range folds {
		shuffled[k].Test = f.Test
		for _, at := range random.Perm(len(f.Train)) {
			shuffled[k].Train = append(shuffled[k].Train, f.Train[at])
		}
	}
	return shuffled
}

// Table returns a row for each size, its columns as those of [Search.Table] with
// samples for the parameter.
func (c *Curve[M]) Table() lclass.Table {
	return (&Search[int, M]{Grid: c.Sizes, Names: []string{"samples"}, Validations: c.Validations}).Table()
}

// String returns the table.
func (c *Curve[M]) String() string { return c.Table().String() }

// HTML returns the table, for a notebook.
func (c *Curve[M]) HTML() string { return c.Table().HTML() }

package validate_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/validate"
)

// noise is 60 samples of 2000 random features with random classes.
func noise() *lclass.Data {
	r := rand.New(rand.NewPCG(3, 3))
	const n, d = 60, 2000
	x := mat.NewDense(n, d, nil)
	t := make([]int, n)
	for i := range n {
		for j := range d {
			x.Set(i, j, r.NormFloat64())
		}
		t[i] = i % 2
	}
	return lclass.Must(lclass.FromMatrix(x, t, []string{"a", "b"}))
}

// telling returns the count features whose class means differ most in d.
func telling(d *lclass.Data, count int) []int {
	gap := make([]float64, d.D())
	for i, row := range d.Rows() {
		sign := float64(2*d.T()[i] - 1)
		for j, v := range row {
			gap[j] += sign * v
		}
	}
	order := make([]int, d.D())
	for j := range order {
		order[j] = j
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(gap[b]), math.Abs(gap[a])) })
	return order[:count]
}

func only(d *lclass.Data, features []int) *lclass.Data {
	x := mat.NewDense(d.N(), len(features), nil)
	for i, row := range d.Rows() {
		for c, j := range features {
			x.Set(i, c, row[j])
		}
	}
	return lclass.Must(lclass.FromMatrix(x, d.T(), d.Classes()))
}

// A selecting learner chooses its features by the data it is given, as it must.
type selecting struct{ count int }

type selected struct {
	features []int
	of       *lclass.Model
}

func (l selecting) Fit(d *lclass.Data) (selected, error) {
	features := telling(d, l.count)
	m, err := lclass.LDA{Shrinkage: 0.5}.Fit(only(d, features))
	return selected{features, m}, err
}

func (m selected) Predict(d *lclass.Data) (lclass.Prediction, error) {
	return m.of.Predict(only(d, m.features))
}
func (m selected) Targets(d *lclass.Data) ([]int, error) { return m.of.Targets(only(d, m.features)) }

// Classes that have nothing to do with the features are guessed right by half.
// Features chosen with all samples know the test sets and seem to be worth much
// more (Hastie, Tibshirani and Friedman 2009, 7.10.2); chosen in Fit, which gets
// the training set alone, they are worth nothing. The standard deviation of an
// accuracy of 60 guesses is √(¼/60) = 0.065; the margin is three of them.
func TestALeakIsCaught(t *testing.T) {
	d := noise()
	const chance, margin = 0.5, 0.195
	folds := validate.KFold{K: 5, Stratify: true, Seed: 1}
	before := lclass.Must(validate.CrossValidate(only(d, telling(d, 20)), folds, lclass.LDA{Shrinkage: 0.5}))
	if before.Mean() < chance+margin {
		t.Errorf("features chosen before the folds: accuracy %v; the leak should show", before.Mean())
	}
	within := lclass.Must(validate.CrossValidate(d, folds, selecting{20}))
	if math.Abs(within.Mean()-chance) > margin {
		t.Errorf("features chosen within the folds: accuracy %v, want %v ± %v", within.Mean(), chance, margin)
	}
	if overfit := within.Scores[0].TrainMean(); overfit < 0.9 {
		t.Errorf("accuracy on the training sets is %v", overfit)
	}
	r := lclass.Must(validate.PermutationTest(d, folds, selecting{20}, validate.Permutations(d.N(), 9, 1)))
	if r.P < 0.1 {
		t.Errorf("p = %v for features that say nothing", r.P)
	}
}

// A learner is given the training set of its fold and nothing else.
func TestLearnersGetTheTrainingSet(t *testing.T) {
	d := numbered(t, 0, 1, 0, 1, 0, 1, 0, 1)
	var sizes []int
	l := spy{lclass.LDA{}, func(train *lclass.Data) error {
		sizes = append(sizes, numbers(train)...)
		return nil
	}}
	folds := validate.TimeSeries{K: 2}
	if _, err := validate.CrossValidate(d, validate.Options{Folds: folds, Workers: 1}, l); err != nil {
		t.Fatal(err)
	}
	if want := []int{0, 1, 2, 3, 0, 1, 2, 3, 4, 5}; !slices.Equal(sizes, want) {
		t.Errorf("the learner saw %v, want %v", sizes, want)
	}
}

package validate_test

import (
	"errors"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// dealtCase is an entry of testdata/folds.json, made by testdata/folds.py with
// scikit-learn 1.2.1.
type dealtCase struct {
	Name        string
	N, K, Gap   int
	Seed        uint32
	T, Groups   []int
	Test, Train [][]int
}

func (c dealtCase) folds() validate.Folds {
	switch c.Name {
	case "KFold":
		return validate.KFold{K: c.K}
	case "KFold shuffled":
		return validate.KFold{K: c.K, Perm: validate.NumpyPermutation(c.N, c.Seed)}
	case "StratifiedKFold":
		return validate.KFold{K: c.K, Stratify: true}
	case "GroupKFold":
		return validate.GroupKFold{K: c.K, Groups: validate.GroupsOf(c.Groups)}
	case "StratifiedGroupKFold":
		return validate.GroupKFold{K: c.K, Groups: validate.GroupsOf(c.Groups), Stratify: true}
	case "LeaveOneGroupOut":
		return validate.LeaveOneGroupOut{Groups: validate.GroupsOf(c.Groups)}
	case "LeaveOneOut":
		return validate.LeaveOneOut{}
	case "TimeSeriesSplit":
		return validate.TimeSeries{K: c.K, Gap: c.Gap}
	}
	return nil
}

func testFolds(t *testing.T) {
	for i, c := range peers[[]dealtCase](t, "folds") {
		class := c.T
		if class == nil {
			class = make([]int, c.N)
		}
		folds, err := c.folds().Split(classesOf(t, class))
		if err != nil {
			t.Errorf("%s %d: %v", c.Name, i, err)
			continue
		}
		if len(folds) != len(c.Test) {
			t.Errorf("%s %d: %d folds, want %d", c.Name, i, len(folds), len(c.Test))
			continue
		}
		for k, f := range folds {
			if !slices.Equal(f.Test, c.Test[k]) {
				t.Errorf("%s %d: test set of fold %d is %v, want %v", c.Name, i, k, f.Test, c.Test[k])
			}
			train := others(c.N, c.Test[k])
			if c.Train != nil {
				train = c.Train[k]
			}
			if !slices.Equal(f.Train, train) {
				t.Errorf("%s %d: training set of fold %d is %v, want %v", c.Name, i, k, f.Train, train)
			}
		}
	}
}

func others(n int, index []int) []int {
	var rest []int
	for i := range n {
		if !slices.Contains(index, i) {
			rest = append(rest, i)
		}
	}
	return rest
}

// classesOf returns samples of the given classes.
func classesOf(t *testing.T, class []int) *lclass.Data {
	t.Helper()
	return lclass.Must(lclass.FromMatrix(mat.NewDense(len(class), 1, nil), class, []string{"a", "b", "c", "d", "e"}))
}

func withSeed(f validate.KFold, seed uint64) validate.Folds { f.Seed = seed; return f }

func TestShuffledFolds(t *testing.T) {
	d := classesOf(t, []int{0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1})
	for _, f := range []validate.KFold{{K: 3, Seed: 1}, {K: 3, Seed: 1, Stratify: true}} {
		folds := lclass.Must(f.Split(d))
		again := lclass.Must(f.Split(d))
		other := lclass.Must(withSeed(f, 2).Split(d))
		inOrder := lclass.Must(withSeed(f, 0).Split(d))
		for k := range folds {
			if !slices.Equal(folds[k].Test, again[k].Test) {
				t.Errorf("%+v: fold %d is %v, then %v", f, k, folds[k].Test, again[k].Test)
			}
		}
		if slices.Equal(folds[0].Test, other[0].Test) || slices.Equal(folds[0].Test, inOrder[0].Test) {
			t.Errorf("%+v: the first fold is %v with any seed", f, folds[0].Test)
		}
	}
}

// A class with one sample for each fold is enough.
func TestStratifiedFoldsHaveEachClass(t *testing.T) {
	d := classesOf(t, []int{2, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0})
	for _, seed := range []uint64{0, 1, 2} {
		for k, f := range lclass.Must(validate.KFold{K: 3, Stratify: true, Seed: seed}.Split(d)) {
			var of [3]int
			for _, i := range f.Test {
				of[d.T()[i]]++
			}
			if of[2] != 1 || len(f.Test) < 3 || len(f.Test) > 4 {
				t.Errorf("seed %d: fold %d has %v samples of the classes", seed, k, of)
			}
		}
	}
}

func TestFoldsErrors(t *testing.T) {
	five := classesOf(t, []int{0, 0, 1, 1, 1})
	numbers := lclass.Must(lclass.RegressionFromMatrix(mat.NewDense(3, 1, []float64{1, 2, 3}), []float64{0.5, 1, 2}))
	groups := validate.GroupsOf([]string{"x", "x", "y", "y", "z"})
	one := validate.GroupsOf([]string{"x", "x", "x", "x", "x"})
	for _, c := range []struct {
		name  string
		folds validate.Folds
		d     *lclass.Data
		want  error
	}{
		{"one fold", validate.KFold{K: 1}, five, &lclass.SettingError{Setting: "KFold.K", Value: 1}},
		{"negative folds", validate.KFold{K: -2}, five, &lclass.SettingError{Setting: "KFold.K", Value: -2}},
		{"more folds than samples", validate.KFold{K: 6}, five, &lclass.SettingError{Setting: "KFold.K", Value: 6}},
		{"no data", validate.KFold{}, nil, lclass.ErrNoSamples},
		{"no samples", validate.KFold{}, five.Subset(nil), lclass.ErrNoSamples},
		{"two orders", validate.KFold{Seed: 1, Perm: []int{0}}, five, &lclass.SettingError{Setting: "KFold.Seed", Value: uint64(1)}},
		{"bad permutation", validate.KFold{Perm: []int{0}}, five, &invalid.LengthError{Of: "numbers in Perm", Have: 1, Want: 5}},
		{"small class", validate.KFold{K: 3, Stratify: true}, five, &lclass.SettingError{Setting: "KFold.K", Value: 3}},
		{"stratified numbers", validate.KFold{K: 3, Stratify: true}, numbers, &lclass.SettingError{Setting: "Stratify", Value: true}},
		{"no groups", validate.GroupKFold{}, five, &lclass.SettingError{Setting: "GroupKFold.Groups"}},
		{"groups of other data", validate.GroupKFold{Groups: groups}, five.Subset([]int{0, 1}), &invalid.LengthError{Of: "numbers in GroupKFold.Groups", Have: 5, Want: 2}},
		{"few groups", validate.GroupKFold{K: 4, Groups: groups}, five, &lclass.SettingError{Setting: "GroupKFold.K", Value: 4}},
		{"one group", validate.LeaveOneGroupOut{Groups: one}, five, &lclass.SettingError{Setting: "groups for LeaveOneGroupOut", Value: 1}},
		{"no groups to leave out", validate.LeaveOneGroupOut{}, five, &lclass.SettingError{Setting: "LeaveOneGroupOut.Groups"}},
		{"unnamed group", validate.LeaveOneGroupOut{Groups: validate.Groups{Of: []int{0, 1, 2, 1, 0}, Names: []string{"x", "y"}}}, five, &lclass.SettingError{Setting: "LeaveOneGroupOut.Groups", Value: 2}},
		{"stratified groups of numbers", validate.GroupKFold{K: 2, Stratify: true, Groups: validate.GroupsOf([]int{1, 2, 3})}, numbers, &lclass.SettingError{Setting: "Stratify", Value: true}},
		{"one sample", validate.LeaveOneOut{}, five.Subset([]int{0}), &lclass.SettingError{Setting: "samples for LeaveOneOut", Value: 1}},
		{"short series", validate.TimeSeries{K: 5}, five, &lclass.SettingError{Setting: "TimeSeries.K", Value: 5}},
		{"wide gap", validate.TimeSeries{K: 2, Gap: 3}, five, &lclass.SettingError{Setting: "TimeSeries.K", Value: 2}},
		{"negative gap", validate.TimeSeries{K: 2, Gap: -1}, five, &lclass.SettingError{Setting: "TimeSeries.K", Value: 2}},
		{"nil", nil, five, &lclass.SettingError{Setting: "Folds"}},
		{"nil pointer", (*validate.KFold)(nil), five, &lclass.SettingError{Setting: "Folds"}},
		{"none dealt", own{}, five, &lclass.SettingError{Setting: "number of folds of validate_test.own", Value: 0}},
		{"empty test set", own{{Train: []int{0, 1}}}, five, &lclass.SettingError{Setting: "size of the training or the test set", Value: 0}},
		{"out of range", own{{Train: []int{0, 5}, Test: []int{1}}}, five, &lclass.SettingError{Setting: "sample", Value: 5}},
		{"test out of range", own{{Train: []int{0, 2}, Test: []int{-1}}}, five, &lclass.SettingError{Setting: "sample", Value: -1}},
		{"leak", own{{Train: []int{0, 2}, Test: []int{1}}, {Train: []int{0, 2}, Test: []int{1, 2}}}, five, &lclass.SettingError{Setting: "sample in the training and in the test set", Value: 2}},
	} {
		v, err := validate.CrossValidate(c.d, c.folds, lclass.Estimator(lclass.Logistic{}))
		if !errtest.Is(err, c.want) {
			t.Errorf("%s: error %v, want %#v", c.name, err, c.want)
		}
		if v != nil {
			t.Errorf("%s: a result beside the error", c.name)
		}
	}
	if _, err := validate.CrossValidate(nil, validate.KFold{}, lclass.Estimator(lclass.Logistic{})); !errors.Is(err, lclass.ErrNoSamples) {
		t.Errorf("error %v, want ErrNoSamples", err)
	}
}

// own are folds of the user.
type own []validate.Fold

func (f own) Split(*lclass.Data) ([]validate.Fold, error) { return f, nil }

package validate_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// numbered returns samples whose only feature is their number.
func numbered(t *testing.T, class ...int) *lclass.Data {
	t.Helper()
	x := mat.NewDense(len(class), 1, nil)
	for i := range class {
		x.Set(i, 0, float64(i))
	}
	d := lclass.Must(lclass.FromMatrix(x, class, []string{"a", "b", "c"}))
	return d
}

func numbers(d *lclass.Data) []int {
	var index []int
	for _, v := range d.Column(0) {
		index = append(index, int(v))
	}
	return index
}

func TestSplitAgreesWithScikitLearn(t *testing.T) {
	for _, c := range readRecorded(t).Splits {
		d := numbered(t, make([]int, c.N)...)
		train, test, err := validate.Split{Test: c.Share, Perm: validate.NumpyPermutation(c.N, c.Seed)}.Of(d)
		if err != nil {
			t.Fatal(err)
		}
		if test.N() != c.Count || train.N() != c.N-c.Count {
			t.Errorf("n = %d, share %v: %d and %d samples, want %d for the test", c.N, c.Share, train.N(), test.N(), c.Count)
		}
		if got := first(numbers(train)); !slices.Equal(got, c.Train) {
			t.Errorf("n = %d, share %v: training set %v …, want %v", c.N, c.Share, got, c.Train)
		}
		if got := first(numbers(test)); !slices.Equal(got, c.Test) {
			t.Errorf("n = %d, share %v: test set %v …, want %v", c.N, c.Share, got, c.Test)
		}

		train, test, err = validate.Split{Test: c.Share}.Of(d)
		if err != nil {
			t.Fatal(err)
		}
		border := [2]int{numbers(train)[train.N()-1], numbers(test)[0]}
		if border != c.Unshuffled || !slices.IsSorted(numbers(train)) || !slices.IsSorted(numbers(test)) {
			t.Errorf("n = %d, share %v, not shuffled: border %v, want %v", c.N, c.Share, border, c.Unshuffled)
		}
	}
}

func first(index []int) []int { return index[:min(5, len(index))] }

// Every sample is in exactly one of the sets, and the same seed gives the same
// split.
func TestSplitWithSeed(t *testing.T) {
	d := numbered(t, make([]int, 50)...)
	split := func(seed uint64) (train, test []int) {
		a, b, err := validate.Split{Test: 0.3, Seed: seed}.Of(d)
		if err != nil {
			t.Fatal(err)
		}
		return numbers(a), numbers(b)
	}
	train, test := split(1)
	all := slices.Sorted(slices.Values(slices.Concat(train, test)))
	for i, v := range all {
		if i != v {
			t.Fatalf("sample %d is missing or there twice", i)
		}
	}
	if len(all) != 50 || len(test) != 15 {
		t.Errorf("%d samples, %d of them for the test; want 50 and 15", len(all), len(test))
	}
	if again, _ := split(1); !slices.Equal(again, train) {
		t.Error("the same seed gives another split")
	}
	if other, _ := split(2); slices.Equal(other, train) {
		t.Error("another seed gives the same split")
	}
}

func TestSplitStratified(t *testing.T) {
	class := make([]int, 100)
	for i := range class {
		switch {
		case i >= 90:
			class[i] = 2
		case i >= 60:
			class[i] = 1
		}
	}
	for _, c := range []struct {
		test float64
		want [3]int // of 60, 30 and 10
	}{
		{0.2, [3]int{12, 6, 2}},
		{0.5, [3]int{30, 15, 5}},
		{0.25, [3]int{15, 8, 2}}, // 15, 7.5, 2.5: the lower class first
		{0.06, [3]int{4, 2, 0}},  // 3.6, 1.8, 0.6
		{0.07, [3]int{5, 2, 1}},  // 4.8, 2.4, 0.8, as float64 has 0.07·100 above 7
		{0.02, [3]int{1, 1, 0}},  // 1.2, 0.6, 0.2
	} {
		for name, s := range map[string]validate.Split{
			"unshuffled": {Test: c.test, Stratify: true},
			"shuffled":   {Test: c.test, Stratify: true, Seed: 1},
			"permuted":   {Test: c.test, Stratify: true, Perm: validate.NumpyPermutation(100, 1)},
		} {
			train, test, err := s.Of(numbered(t, class...))
			if err != nil {
				t.Fatal(err)
			}
			var got [3]int
			for _, k := range test.T() {
				got[k]++
			}
			if got != c.want || train.N()+test.N() != 100 {
				t.Errorf("%s, share %v: %v of each class, want %v", name, c.test, got, c.want)
			}
		}
	}
	train, test, err := validate.Split{Test: 0.5, Stratify: true}.Of(numbered(t, 0, 1, 0, 1, 1, 1))
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{0, 1, 3}; !slices.Equal(numbers(train), want) {
		t.Errorf("the training set is %v, want the first of each class, %v", numbers(train), want)
	}
	if want := []int{2, 4, 5}; !slices.Equal(numbers(test), want) {
		t.Errorf("the test set is %v, want the last of each class, %v", numbers(test), want)
	}
}

// No class comes first or last: the ranks of one
// class have the mean (n−1)/2, which m of n ranks miss by less than
// four deviations √((n−m)(n+1)/(12m)).
func TestSplitStratifiedIsShuffled(t *testing.T) {
	const n = 10000
	class := make([]int, n)
	for i := range class {
		class[i] = i % 2
	}
	for seed := range uint64(5) {
		train, test, err := validate.Split{Test: 0.3, Stratify: true, Seed: seed + 1}.Of(numbered(t, class...))
		if err != nil {
			t.Fatal(err)
		}
		for name, d := range map[string]*lclass.Data{"training": train, "test": test} {
			var sum, m, last float64
			for i, k := range d.T() {
				if k == 1 {
					sum += float64(i)
					m++
				}
				if i >= d.N()-100 && k == 1 {
					last++
				}
			}
			n := float64(d.N())
			if off := sum/m - (n-1)/2; math.Abs(off) > 4*math.Sqrt((n-m)*(n+1)/(12*m)) {
				t.Errorf("seed %d: the ranks of class 1 in the %s set are off by %.0f", seed+1, name, off)
			}
			if first := d.T()[:100]; math.Abs(float64(sumOf(first))-50) > 20 || math.Abs(last-50) > 20 { // four deviations of a binomial
				t.Errorf("seed %d: %d and %v of the first and last 100 samples of the %s set are of class 1", seed+1, sumOf(first), last, name)
			}
		}
	}
}

func sumOf(x []int) (sum int) {
	for _, v := range x {
		sum += v
	}
	return sum
}

func TestSplitKeepsTheData(t *testing.T) {
	perm := []int{2, 0, 1}
	d := numbered(t, 0, 1, 2)
	train, _, err := validate.Split{Perm: perm}.Of(d)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(perm, []int{2, 0, 1}) {
		t.Errorf("Perm became %v", perm)
	}
	if !slices.Equal(train.Classes(), d.Classes()) || !slices.Equal(train.T(), []int{0, 1}) {
		t.Errorf("classes %v, targets %v", train.Classes(), train.T())
	}
}

func TestSplitErrors(t *testing.T) {
	five := numbered(t, 0, 0, 1, 1, 1)
	regression := lclass.Must(lclass.RegressionFromMatrix(mat.NewDense(3, 1, []float64{1, 2, 3}), []float64{0.5, 1, 2}))
	for _, c := range []struct {
		name  string
		split validate.Split
		d     *lclass.Data
		want  error
	}{
		{"share above 1", validate.Split{Test: 20}, five, &lclass.SettingError{Setting: "Split.Test", Value: 20}},
		{"share negative", validate.Split{Test: -0.2}, five, &lclass.SettingError{Setting: "Split.Test", Value: -0.2}},
		{"share NaN", validate.Split{Test: math.NaN()}, five, &lclass.SettingError{Setting: "Split.Test", Value: math.NaN()}},
		{"nothing to train on", validate.Split{Test: 0.9}, five, &lclass.SettingError{Setting: "Split.Test", Value: 0.9}},
		{"one sample", validate.Split{}, numbered(t, 0), &lclass.SettingError{Setting: "Split.Test", Value: 0.2}},
		{"no samples", validate.Split{}, five.Subset(nil), &lclass.SettingError{Setting: "Split.Test", Value: 0.2}},
		{"short permutation", validate.Split{Perm: []int{0, 1}}, five, &invalid.LengthError{Of: "numbers in Perm", Have: 2, Want: 5}},
		{"twice in permutation", validate.Split{Perm: []int{0, 1, 2, 3, 3}}, five, &lclass.SettingError{Setting: "Perm", Value: 3}},
		{"out of range", validate.Split{Perm: []int{0, 1, 2, 3, 5}}, five, &lclass.SettingError{Setting: "Perm", Value: 5}},
		{"two orders", validate.Split{Perm: []int{0}, Seed: 1}, five, &lclass.SettingError{Setting: "Split.Seed", Value: uint64(1)}},
		{"class of one", validate.Split{Stratify: true}, numbered(t, 0, 0, 1, 0, 0), &lclass.SettingError{Setting: "Stratify", Value: true}},
		{"numbers", validate.Split{Stratify: true}, regression, &lclass.SettingError{Setting: "Stratify", Value: true}},
	} {
		_, _, err := c.split.Of(c.d)
		if !errtest.Is(err, c.want) {
			t.Errorf("%s: error %v, want %#v", c.name, err, c.want)
		}
	}
}

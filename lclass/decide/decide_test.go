package decide_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass/decide"
	"linclass/lclass/metric"
)

var nan, inf = math.NaN(), math.Inf(1)

func TestHard(t *testing.T) {
	if got := decide.Threshold([]float64{0.49, 0.5, 0.51, nan}, 0.5); !slices.Equal(got, []int{0, 1, 1, 0}) {
		t.Error(got)
	}
}

func TestDrawFollowsTheProbabilities(t *testing.T) {
	const n = 100_000
	want := []float64{0.1, 0, 0.6, 0.3}
	p, all := make([]float64, n), mat.NewDense(n, 4, nil)
	for i := range n {
		p[i] = 0.3
		all.SetRow(i, want)
	}
	y := errtest.Must(decide.Sample(p, 1))
	near(t, "class 1", y, 1, 0.3)
	y = errtest.Must(decide.SampleClasses(all, 1))
	for k, share := range want {
		near(t, "a class of four", y, k, share)
	}
	again, _ := decide.SampleClasses(all, 1)
	other, _ := decide.SampleClasses(all, 2)
	if !slices.Equal(y, again) || slices.Equal(y, other) {
		t.Error("the seed does not decide")
	}
}

// near checks a share to five standard errors.
func near(t *testing.T, what string, y []int, class int, want float64) {
	t.Helper()
	n := float64(len(y))
	got := metric.Support(y, 4, nil)[class] / n
	if math.Abs(got-want) > 5*math.Sqrt(want*(1-want)/n) {
		t.Errorf("%s: drawn %v, probability %v", what, got, want)
	}
}

func TestDrawAtTheEnds(t *testing.T) {
	for seed := range uint64(50) {
		y, err := decide.Sample([]float64{0, 1}, seed)
		if err != nil || y[0] != 0 || y[1] != 1 {
			t.Fatal(y, err)
		}
		y, err = decide.SampleClasses(mat.NewDense(1, 3, []float64{0, 1e-320, 0}), seed)
		if err != nil || y[0] != 1 {
			t.Fatal(y, err)
		}
	}
	for _, v := range []float64{-0.1, 1.1, nan, inf} {
		_, err := decide.Sample([]float64{0.5, v}, 1)
		fails(t, err, setting("probability of sample 1", v))
		_, err = decide.SampleClasses(mat.NewDense(1, 2, []float64{0.5, v}), 1)
		fails(t, err, setting("probability of class 1 of sample 0", v))
	}
	_, err := decide.SampleClasses(mat.NewDense(1, 2, nil), 1)
	fails(t, err, setting("sum of the probabilities of sample 0", 0))
}

var fails = errtest.Fails

func setting(name string, value any) error { return &invalid.SettingError{Setting: name, Value: value} }

func costs(t *testing.T, c ...float64) decide.Costs {
	t.Helper()
	all := errtest.Must(decide.NewCosts(c...))
	return all
}

// The decision of Bayes and the threshold are the same for two classes, and no
// decision expects to cost less.
func TestCosts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		a, b := random.Float64(), random.Float64()
		c := costs(t, a, a+0.1+random.Float64(), b+0.1+random.Float64(), b)
		threshold := errtest.Must(c.Threshold())
		p := random.Float64()
		y := errtest.Must(c.Decide(mat.NewDense(1, 2, []float64{1 - p, p})))
		if want := decide.Threshold([]float64{p}, threshold); y[0] != want[0] {
			t.Errorf("p = %v: %d, threshold %v", p, y[0], threshold)
		}
	}
	three := costs(t, 0, 1, 2, 3, 0, 1, 10, 4, 0)
	y, err := three.Decide(mat.NewDense(3, 3, []float64{
		0.9, 0.05, 0.05, // 0.65, 1.1, 1.85
		0.6, 0.1, 0.3, // 3.3, 1.8, 1.3
		0.5, 0.35, 0.15, // 2.55, 1.1, 1.35
	}))
	if err != nil || !slices.Equal(y, []int{0, 2, 1}) {
		t.Error(y, err)
	}
	if y, err = three.Decide(&mat.Dense{}); len(y) != 0 || err != nil {
		t.Error(y, err)
	}
	// (1·1 + 10 + 4)/4 by hand
	m := metric.Confusion([]int{0, 2, 2, 1}, []int{1, 0, 1, 1}, []string{"a", "b", "c"}, nil)
	if got := three.Mean(m); got != 15.0/4 {
		t.Errorf("mean cost %v, want 3.75", got)
	}
}

func TestCostErrors(t *testing.T) {
	_, err := decide.NewCosts(0, 1, 2)
	fails(t, err, setting("number of costs", 3))
	_, err = decide.NewCosts()
	fails(t, err, setting("number of costs", 0))
	_, err = decide.NewCosts(0, 1, nan, 0)
	fails(t, err, setting("cost of class 0 where class 1 is true", nan))
	two, three := costs(t, 0, 1, 1, 0), costs(t, 0, 1, 1, 1, 0, 1, 1, 1, 0)
	_, err = three.Threshold()
	fails(t, err, setting("classes of costs", 3))
	_, err = three.Best(metric.Rank([]int{1}, []float64{1}, nil))
	fails(t, err, setting("classes of costs", 3))
	_, err = two.Best(metric.Rank(nil, nil, nil))
	fails(t, err, setting("number of samples", 0))
	_, err = two.Decide(mat.NewDense(1, 3, nil))
	fails(t, err, &invalid.LengthError{Of: "columns of probabilities", Have: 3, Want: 2})
	for _, v := range []float64{nan, -0.1, 1.1} {
		_, err = two.Decide(mat.NewDense(2, 2, []float64{0, 1, 0.5, v}))
		fails(t, err, setting("probability of class 1 of sample 1", v))
	}
	huge := costs(t, -math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64, math.MaxFloat64)
	_, err = huge.Decide(mat.NewDense(1, 2, []float64{1, 1}))
	fails(t, err, setting("expected cost of sample 0", math.Inf(-1)))
	_, err = two.Decide(nil)
	fails(t, err, setting("matrix of probabilities", nil))
	_, err = costs(t, 0, 0, 1, 0).Threshold()
	fails(t, err, decide.ErrFree)
	_, err = decide.Costs{}.Decide(mat.NewDense(1, 2, nil))
	fails(t, err, &invalid.LengthError{Of: "columns of probabilities", Have: 2, Want: 0})
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	two.Mean(metric.Confusion(nil, nil, nil, nil))
}

// All choices against a search of all thresholds.
func TestChoices(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		n := 5 + random.IntN(30)
		target, z := make([]int, n), make([]float64, n)
		for i := range n {
			target[i] = random.IntN(2)
			z[i] = float64(random.IntN(8)) + float64(target[i])
		}
		target[0], target[1] = 0, 1
		r := metric.Rank(target, z, nil)
		at := func(threshold float64) metric.Counts {
			return metric.Confusion(target, decide.Threshold(z, threshold), []string{"no", "yes"}, nil).Class(1)
		}
		check := func(name string, got decide.Choice, err error, allowed func(metric.Counts) bool, value metric.Rate) {
			t.Helper()
			if err != nil {
				for _, threshold := range z {
					if allowed(at(threshold)) {
						t.Errorf("%s: %v, but %v will do", name, err, threshold)
					}
				}
				return
			}
			if got.Counts != at(got.Threshold) || !allowed(got.Counts) {
				t.Errorf("%s: %+v, is %+v", name, got, at(got.Threshold))
			}
			for _, threshold := range z {
				c := at(threshold)
				if allowed(c) && (value(c) > value(got.Counts) || value(c) == value(got.Counts) && threshold > got.Threshold) {
					t.Errorf("%s: %v is chosen, %v is better: %v > %v", name, got.Threshold, threshold, value(c), value(got.Counts))
				}
			}
		}
		all := func(metric.Counts) bool { return true }
		got, err := decide.Best(r, metric.Counts.F1)
		check("best F1", got, err, all, metric.Counts.F1)
		got, err = decide.Best(r, metric.Counts.Youden)
		check("Youden", got, err, all, metric.Counts.Youden)
		for _, wanted := range []float64{0, 0.3, 0.7, 0.9, 1} {
			got, err = decide.ForPrecision(r, wanted)
			check("precision", got, err, func(c metric.Counts) bool { return c.Precision() >= wanted }, metric.Counts.Recall)
			got, err = decide.ForRecall(r, wanted)
			check("recall", got, err, func(c metric.Counts) bool { return c.Recall() >= wanted }, metric.Counts.Specificity)
			got, err = decide.ForFPR(r, wanted)
			check("FPR", got, err, func(c metric.Counts) bool { return c.FPR() <= wanted }, metric.Counts.Recall)
		}
		c := costs(t, 0, 1, 3, 0)
		got, err = c.Best(r)
		check("cost", got, err, all, func(n metric.Counts) float64 { return -n.FP - 3*n.FN })
	}
}

func TestUnreachable(t *testing.T) {
	r := metric.Rank([]int{0, 1, 0, 1}, []float64{4, 3, 2, 1}, nil)
	_, err := decide.ForPrecision(r, 0.9)
	fails(t, err, setting("precision", 0.9))
	for _, wanted := range []float64{1.5, 90, -0.1, nan} {
		_, err = decide.ForPrecision(r, wanted)
		fails(t, err, setting("precision", wanted))
		_, err = decide.ForRecall(r, wanted)
		fails(t, err, setting("recall", wanted))
		_, err = decide.ForFPR(r, wanted)
		fails(t, err, setting("false positive rate", wanted))
	}
	_, err = decide.ForFPR(r, 0.25)
	fails(t, err, setting("false positive rate", 0.25))
	for _, r := range []*metric.Ranking{metric.Rank([]int{1, 0}, []float64{nan, 1}, nil), metric.Rank([]int{0, 0}, []float64{1, 2}, nil)} {
		_, err = decide.ForRecall(r, 0.5)
		fails(t, err, setting("Rate", "0/0 at every threshold"))
	}
	_, err = decide.ForFPR(metric.Rank([]int{1}, []float64{1}, nil), 0.5)
	fails(t, err, setting("Rate", "0/0 at every threshold"))
	_, err = decide.Best(metric.Rank(nil, nil, nil), metric.Counts.F1)
	fails(t, err, setting("number of samples", 0))
	// Too dear to ever decide on class 1.
	dear, err := costs(t, 0, 100, 1, 0).Best(r)
	if err != nil || dear.Threshold != inf || dear.PredictedCount() != 0 {
		t.Error(dear, err)
	}
}

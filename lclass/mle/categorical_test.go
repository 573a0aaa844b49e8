package mle_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass/mle"
)

func TestCategoricalIsTheBest(t *testing.T) {
	x := families["categorical"].sample
	best := errtest.Must(mle.FitCategorical(x, 4))
	top := mle.LogLikelihood(best, x)
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		counts := make([]float64, 4)
		for k := range counts {
			counts[k] = r.ExpFloat64()
		}
		other := errtest.Must(mle.FitCounts(counts))
		if l := mle.LogLikelihood(other, x); l >= top {
			t.Errorf("l(%v) = %v, not below l(%v) = %v", other.P, l, best.P, top)
		}
	}
}

func TestFitCounts(t *testing.T) {
	for _, c := range []struct{ counts, want []float64 }{
		{[]float64{4, 2, 1, 1}, []float64{0.5, 0.25, 0.125, 0.125}},
		{[]float64{0, 3}, []float64{0, 1}},
		{[]float64{0.5, 1.5}, []float64{0.25, 0.75}}, // weights
		{[]float64{7}, []float64{1}},
		{[]float64{math.MaxFloat64, math.MaxFloat64}, []float64{0.5, 0.5}},
		{[]float64{5e-324, 5e-324}, []float64{0.5, 0.5}},
	} {
		got, err := mle.FitCounts(c.counts)
		if err != nil || !slices.Equal(got.P, c.want) {
			t.Errorf("counts %v: %v, error %v, want %v", c.counts, got.P, err, c.want)
		}
	}
}

func TestFitCountsErrors(t *testing.T) {
	for _, counts := range [][]float64{nil, {0, 0}} {
		if _, err := mle.FitCounts(counts); !errors.Is(err, mle.ErrEmpty) {
			t.Errorf("counts %v: %v, want ErrEmpty", counts, err)
		}
	}
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
		var value *mle.ValueError
		if _, err := mle.FitCounts([]float64{1, bad}); !errors.As(err, &value) || value.Index != 1 {
			t.Errorf("count %v: %v, want a ValueError for class 1", bad, err)
		}
	}
	if _, err := mle.FitCategorical([]float64{0}, 0); err == nil {
		t.Error("no error for 0 classes")
	}
}

// A class against the rest is a Bernoulli distribution, also as to its error.
func TestCategoricalClassIsBernoulli(t *testing.T) {
	x := families["categorical"].sample
	c := errtest.Must(mle.FitCategorical(x, 4))
	se := errtest.Must(mle.StdErr(c, len(x)))
	for k := range 4 {
		var is []float64
		for _, v := range x {
			if v == float64(k) {
				is = append(is, 1)
			} else {
				is = append(is, 0)
			}
		}
		b := errtest.Must(mle.FitBernoulli(is))
		want := errtest.Must(mle.StdErr(b, len(x)))
		near(t, "p", c.P[k], b.P, 1e-15)
		near(t, "standard error", se[k], want[0], 1e-15)
	}
}

// The probabilities sum to 1 whatever the sample: so each row of their
// covariance sums to 0.
func TestCategoricalCovarianceSumsToZero(t *testing.T) {
	c := mle.Categorical{P: []float64{0.5, 0.3, 0.2, 0}}
	cov := errtest.Must(c.Covariance(10))
	near(t, "covariance of the first two", cov.At(0, 1), -0.5*0.3/10, 1e-15)
	for j := range 4 {
		var sum float64
		for k := range 4 {
			sum += cov.At(j, k)
		}
		near(t, "sum of a row", sum, 0, 1e-16)
		near(t, "covariance with a class that does not occur", cov.At(j, 3), 0, 0)
	}
}

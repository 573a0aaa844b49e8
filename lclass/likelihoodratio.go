package lclass

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// ErrNotNested says that one of two models is not a special case of the
// other, so that no test compares them.
var ErrNotNested = errors.New("lclass: the models are not nested")

// A Test asks whether the data are too unlikely under a hypothesis. The zero
// value is no test.
type Test struct {
	Name      string  `json:"name"`               // "χ²" or "F", "Wald χ²" or "Wald F"
	Statistic float64 `json:"statistic"`          // how far the data are from the hypothesis
	DF        float64 `json:"df"`                 // degrees of freedom: coefficients that the hypothesis sets to 0
	Residual  float64 `json:"residual,omitempty"` // of F, the residual degrees of freedom
	P         float64 `json:"p"`                  // probability of a statistic at least as large under the hypothesis
}

// String returns a line such as "χ² = 559.4 on 5 df, p = 1.2e-118", or "no
// test" where there is nothing to test: no degrees of freedom, or numbers that
// are none.
func (t Test) String() string {
	if !t.defined() {
		return "no test"
	}
	df := fmt.Sprintf("%v", t.DF)
	if t.Residual > 0 {
		df += fmt.Sprintf(" and %.6g", t.Residual)
	}
	p := printP(t.P)
	if t.P > 0 {
		p = "= " + p
	}
	return fmt.Sprintf("%s = %.4g on %s df, p %s", t.Name, t.Statistic, df, p)
}

// defined reports whether there is anything that the test says.
func (t Test) defined() bool {
	return t.Name != "" && t.DF > 0 && !math.IsNaN(t.Statistic) && !math.IsNaN(t.P)
}

func chiSquare(statistic, df float64) Test {
	statistic = max(0, statistic)
	return Test{Name: "χ²", Statistic: statistic, DF: df, P: chiSquareTail(statistic, df)}
}

// fisher returns the F test for the ratio of the squares explained by df
// coefficients to the residual ones.
func fisher(ratio, df, residual float64) Test {
	statistic := max(0, ratio) * residual / df
	return Test{Name: "F", Statistic: statistic, DF: df, Residual: residual, P: fisherTail(statistic, df, residual)}
}

// LikelihoodRatio tests whether the features of large that small does not have
// improve the likelihood by more than chance:
//
//	χ² = 2(l_large − l_small)
//
// has a χ² distribution in large samples if their weights are 0 (Wilks 1938),
// with as many degrees of freedom as there are such weights. For regression
// [FTest] is exact where this is not.
//
// It is [ErrNotNested] unless both are fits by maximum likelihood of the same
// target on the same samples with classical covariances, and the features of
// small are some of large's, with the same values, and its intercept, too.
func LikelihoodRatio(small, large *Summary) (Test, error) {
	if err := nested(small, large); err != nil {
		return Test{}, err
	}
	return chiSquare(2*(large.LogLikelihood-small.LogLikelihood), small.Residual-large.Residual), nil
}

// FTest is the test of two regressions, exact for normal errors: with D the
// deviance and ν the residual degrees of freedom,
//
//	F = (D_small − D_large)/(ν_small − ν_large) / (D_large/ν_large)
//
// It is [ErrNotNested] as for LikelihoodRatio, or if they are no regressions.
func FTest(small, large *Summary) (Test, error) {
	if err := nested(small, large); err != nil {
		return Test{}, err
	}
	if large.Classes != nil {
		return Test{}, fmt.Errorf("%w: target %q holds classes, F is for regression; take LikelihoodRatio", ErrNotNested, large.Target)
	}
	return fisher((small.Deviance-large.Deviance)/large.Deviance, small.Residual-large.Residual, large.Residual), nil
}

func nested(small, large *Summary) error {
	if small == nil || large == nil {
		return fmt.Errorf("%w: a Summary is nil; Model.Summary makes one, or an error", ErrNotNested)
	}
	if small.Method != large.Method || biasReduced(small.Loss) {
		return fmt.Errorf("%w: the fits are by %s and %s; both must be by maximum likelihood, or by least squares", ErrNotNested, small.Method, large.Method)
	}
	if small.Robust != "" || large.Robust != "" {
		return fmt.Errorf("%w: the covariance is robust (%s), which says that the likelihood is not to be trusted; take Classical, if no classes are weighted, or Wald's tests of the coefficients", ErrNotNested, cmp.Or(large.Robust, small.Robust))
	}
	if small.Target != large.Target || !slices.Equal(small.Classes, large.Classes) {
		return fmt.Errorf("%w: the targets are %s and %s", ErrNotNested, small.target(), large.target())
	}
	if large.NoIntercept && !small.NoIntercept {
		return fmt.Errorf("%w: the small model has an intercept and the large one has none; fit both alike", ErrNotNested)
	}
	if small.N != large.N || small.NoIntercept == large.NoIntercept && !same(small.NullLogLikelihood, large.NullLogLikelihood) {
		return fmt.Errorf("%w: the samples are not the same: %v with log-likelihood %.6g at W = 0, and %v with %.6g; missing values may have dropped some",
			ErrNotNested, small.N, small.NullLogLikelihood, large.N, large.NullLogLikelihood)
	}
	for _, name := range small.Features {
		if !slices.Contains(large.Features, name) {
			return fmt.Errorf("%w: feature %q of the small model is not in the large one, which has %s", ErrNotNested, name, abbreviate(large.Features))
		}
	}
	if name := small.strange(large); name != "" {
		return fmt.Errorf("%w: the samples are not the same: feature %q has other values, or other targets and weights beside them; fit both to the same samples, in the same units", ErrNotNested, name)
	}
	if len(small.Features) == len(large.Features) && small.NoIntercept == large.NoIntercept {
		return fmt.Errorf("%w: both have the features %s; nothing is to be tested", ErrNotNested, abbreviate(small.Features))
	}
	return nil
}

// strange returns a feature of s that is not the same in other, and "" if there
// is none or that cannot be told.
func (s *Summary) strange(other *Summary) string {
	if len(s.Fingerprints) != len(s.Features) || len(other.Fingerprints) != len(other.Features) {
		return ""
	}
	for j, name := range s.Features {
		if s.Fingerprints[j] != other.Fingerprints[slices.Index(other.Features, name)] {
			return name
		}
	}
	return ""
}

func (s *Summary) target() string {
	return fmt.Sprintf("%q with classes %s", s.Target, abbreviate(s.Classes))
}

func same(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

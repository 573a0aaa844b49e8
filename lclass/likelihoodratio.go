package lclass

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sync"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

var errNotNested = errors.New("lclass: the models are not nested")

// A Test is the result of a hypothesis test. The zero value is no test.
type Test struct {
	Name      string  `json:"name"`               // "χ²" or "F", "Wald χ²" or "Wald F"
	Statistic float64 `json:"statistic"`          // larger if the data are further from the hypothesis
	DF        float64 `json:"df"`                 // degrees of freedom: the number of coefficients that the hypothesis sets to 0
	Residual  float64 `json:"residual,omitempty"` // residual degrees of freedom of F
	P         float64 `json:"p"`                  // probability of a statistic at least as large if the hypothesis is true
}

// String returns a line such as "χ² = 559.4 on 5 df, p = 1.2e-118", or "no test" if there
// are no degrees of freedom or a number is NaN.
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

// LikelihoodRatio tests whether the additional features of large have weight 0. If they
// do, the statistic
//
//	χ² = 2(l_large − l_small)
//
// has a χ² distribution in large samples (Wilks 1938), with one degree of freedom per
// additional weight. For regression, [FTest] is exact.
//
// It returns an error unless both are maximum likelihood fits of the same target to
// the same samples with classical covariances, and large has all features of small, with
// the same values, and its intercept.
func LikelihoodRatio(small, large *Summary) (Test, error) {
	if err := nested(small, large); err != nil {
		return Test{}, err
	}
	return chiSquare(2*(large.LogLikelihood-small.LogLikelihood), small.Residual-large.Residual), nil
}

// FTest compares two nested regressions. It is exact for normal errors. With the deviance
// D and the residual degrees of freedom ν, the statistic is
//
//	F = (D_small − D_large)/(ν_small − ν_large) / (D_large/ν_large)
//
// It returns the errors of LikelihoodRatio, and one if the models are not
// regressions.
func FTest(small, large *Summary) (Test, error) {
	if err := nested(small, large); err != nil {
		return Test{}, err
	}
	if large.Classes != nil {
		return Test{}, fmt.Errorf("%w: target %q holds classes, but F is for regression; use LikelihoodRatio", errNotNested, large.Target)
	}
	return fisher((small.Deviance-large.Deviance)/large.Deviance, small.Residual-large.Residual, large.Residual), nil
}

func nested(small, large *Summary) error {
	if small == nil || large == nil {
		return fmt.Errorf("%w: a Summary is nil; Model.Summary returned an error", errNotNested)
	}
	if small.method() != large.method() || biasReduced(small.Loss) {
		return fmt.Errorf("%w: the fits are by %s and %s; both must be by maximum likelihood, or by least squares", errNotNested, small.method(), large.method())
	}
	if small.Robust != "" || large.Robust != "" {
		return fmt.Errorf("%w: the covariance is robust (%s), which does not rely on the likelihood; use Classical, if there are no class weights, or the Wald tests of the coefficients", errNotNested, cmp.Or(large.Robust, small.Robust))
	}
	if small.Target != large.Target || !slices.Equal(small.Classes, large.Classes) {
		return fmt.Errorf("%w: the targets are %s and %s", errNotNested, small.target(), large.target())
	}
	if large.NoIntercept && !small.NoIntercept {
		return fmt.Errorf("%w: the small model has an intercept but the large one has none; fit both with or without it", errNotNested)
	}
	if small.N != large.N || small.NoIntercept == large.NoIntercept && !same(small.NullLogLikelihood, large.NullLogLikelihood) {
		return fmt.Errorf("%w: the samples are not the same: %v with log-likelihood %.6g at W = 0, and %v with %.6g; missing values may have dropped some",
			errNotNested, small.N, small.NullLogLikelihood, large.N, large.NullLogLikelihood)
	}
	few, many := small.features(), large.features()
	for _, name := range few {
		if !slices.Contains(many, name) {
			return fmt.Errorf("%w: feature %q of the small model is not in the large one, which has %s", errNotNested, name, abbreviate(many))
		}
	}
	if name := small.strange(large); name != "" {
		return fmt.Errorf("%w: the samples are not the same: feature %q has other values, targets or weights; fit both to the same samples, in the same units", errNotNested, name)
	}
	if len(few) == len(many) && small.NoIntercept == large.NoIntercept {
		return fmt.Errorf("%w: both have the features %s, so there is nothing to test", errNotNested, abbreviate(few))
	}
	return nil
}

// strange returns a feature of s that is not the same in other, and "" if there
// is none or that cannot be told.
func (s *Summary) strange(other *Summary) string {
	features, others := s.features(), other.features()
	if len(s.Fingerprints) != len(features) || len(other.Fingerprints) != len(others) {
		return ""
	}
	for j, name := range features {
		if s.Fingerprints[j] != other.Fingerprints[slices.Index(others, name)] {
			return name
		}
	}
	return ""
}

func (s *Summary) target() string {
	return fmt.Sprintf("%q with classes %s", s.Target, abbreviate(s.Classes))
}

func same(a, b float64) bool { return math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b)) }

// A fingerprint is a number for each feature that depends on its values beside
// the targets, offsets and weights, but not on the order of the samples, nor on whether
// equal ones share a row by a frequency:
//
//	Σ sᵢ h(xᵢ, tᵢ) modulo 2⁶⁴,
//
// where samples whose weight is not whole add h(xᵢ, tᵢ, sᵢ).
type fingerprint struct {
	*objective.Objective
	classes []uint64

	mu   sync.Mutex
	sums []uint64
}

func newFingerprint(o *objective.Objective, classes []string) *fingerprint {
	f := &fingerprint{Objective: o, classes: make([]uint64, len(classes)), sums: make([]uint64, o.Features())}
	for k, class := range classes {
		h := fnv.New64a()
		h.Write([]byte(class))
		f.classes[k] = h.Sum64()
	}
	return f
}

// texts returns the numbers, once all samples are added.
func (f *fingerprint) texts() []string {
	return transform(f.sums, func(sum uint64) string { return fmt.Sprintf("%016x", sum) })
}

// add adds the samples lo ≤ i < hi.
func (f *fingerprint) add(lo, hi int, _ []float64) {
	sums, x := make([]uint64, len(f.sums)), make([]float64, len(f.sums))
	for i := lo; i < hi; i++ {
		s := f.Weight[i]
		if s == 0 {
			continue
		}
		times, target := uint64(1), uint64(0)
		if f.Targets.Class != nil {
			target = f.classes[f.Targets.Class[i]]
		} else {
			target = bits(f.Targets.Value[i])
		}
		if f.Offset != nil {
			target = kernel.Scramble(target) ^ bits(f.Offset[i])
		}
		if s == math.Trunc(s) && s <= mostCounted {
			times = uint64(s)
		} else {
			target = kernel.Scramble(target) ^ bits(s)
		}
		target = kernel.Scramble(target)
		kernel.AddScrambled(sums, rows.Row(f.X, x, i), target, times)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for j, v := range sums {
		f.sums[j] += v
	}
}

// bits returns the bits of v, the same ones for 0 and −0.
func bits(v float64) uint64 { return math.Float64bits(v + 0) }

package lclass

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"linclass/internal/brief"
)

// A Penalty is a regularisation term that is added to the mean loss,
//
//	λ(ρ‖W‖₁ + ½(1−ρ)‖W‖²)
//
// with ‖W‖₁ the sum of absolute values and ‖W‖² the sum of squares. The zero value is no
// penalty; the fit is then maximum likelihood. The bias b is never penalised.
//
// Other libraries use other scales: C in scikit-learn is 1/(nλ), alpha of SGDClassifier
// and Lasso is λ, alpha of Ridge is nλ, and lambda in glmnet is λ.
type Penalty struct {
	// Lambda is λ ≥ 0.
	Lambda float64
	// Ratio is ρ, the proportion of L1, between 0 and 1.
	Ratio float64
	// Factors multiply λ for single features, by name; all others have 1. A feature with 0
	// is not penalised, one with 2 twice as much. Unlike penalty.factor of glmnet they are
	// not scaled to a sum of d.
	Factors map[string]float64
	// Lower and Upper bound the weights of single features, by name, as lower.limits and
	// upper.limits of glmnet do: with Lower of 0 a score never falls as the feature
	// rises, with Upper of 0 it never rises. Bounds hold for each class of Softmax, and 0
	// is within them: Lower ≤ 0 ≤ Upper. They apply to the features that the learner
	// gets, in a [Pipeline] the prepared ones; after Standardize a bound is per standard
	// deviation of the feature.
	//
	// Factors and bounds need a smooth loss, and [CoordinateDescent], which is then the
	// default. Factors without bounds and L1 are also supported by [Newton] and
	// [QuasiNewton]. A bound, even without λ, rules out [Model.Summary].
	Lower, Upper map[string]float64
}

// L2 returns the ridge penalty ½λ‖W‖², which shrinks all weights (Edinburgh,
// regularisation).
func L2(lambda float64) Penalty { return Penalty{Lambda: lambda} }

// L1 returns the lasso penalty λ‖W‖₁, which makes unimportant weights exactly 0
// (Edinburgh, MNIST).
func L1(lambda float64) Penalty { return Penalty{Lambda: lambda, Ratio: 1} }

// ElasticNet returns the penalty λ(ρ‖W‖₁ + ½(1−ρ)‖W‖²), with which correlated features
// share their weight (Zou and Hastie 2005).
func ElasticNet(lambda, ratio float64) Penalty { return Penalty{Lambda: lambda, Ratio: ratio} }

// String returns the penalty as Go code, such as "L1(0.01)", and after it factors and
// bounds, such as "L1(0.01) with factors {age: 0} and lower bounds {dose: 0}".
func (p Penalty) String() string {
	var with []string
	for _, c := range p.controls() {
		if len(c.values) > 0 {
			with = append(with, c.word+" "+mapText(c.values))
		}
	}
	if with == nil {
		return p.plain()
	}
	return p.plain() + " with " + strings.Join(with, " and ")
}

// mapText returns the first few values by name.
func mapText(values map[string]float64) string {
	const most = 3
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if len(texts) == most {
			texts = append(texts, "…")
			break
		}
		texts = append(texts, fmt.Sprintf("%s: %.4g", brief.Text(name), values[name]))
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

func (p Penalty) plain() string {
	switch {
	case p.Lambda == 0:
		return "no penalty"
	case p.Ratio == 0:
		return fmt.Sprintf("L2(%.4g)", p.Lambda)
	case p.Ratio == 1:
		return fmt.Sprintf("L1(%.4g)", p.Lambda)
	}
	return fmt.Sprintf("ElasticNet(%.4g, %.4g)", p.Lambda, p.Ratio)
}

func (p Penalty) l1() float64 { return p.Lambda * p.Ratio }
func (p Penalty) l2() float64 { return p.Lambda * (1 - p.Ratio) }

func (p Penalty) check() error {
	if p.Lambda < 0 || math.IsNaN(p.Lambda) || math.IsInf(p.Lambda, 0) {
		return badSetting("Penalty.Lambda", p.Lambda, "it must be a finite number ≥ 0")
	}
	if !(p.Ratio >= 0 && p.Ratio <= 1) {
		return badSetting("Penalty.Ratio", p.Ratio, "the proportion ρ of L1 must be between 0 and 1")
	}
	for _, c := range p.controls() {
		for _, name := range slices.Sorted(maps.Keys(c.values)) {
			if v := c.values[name]; !c.valid(v) {
				return c.invalid(name, c.must)
			}
		}
	}
	return nil
}

// A control is one of the maps of a Penalty by feature.
type control struct {
	field, word string
	values      map[string]float64
	none        float64 // the value that changes nothing
	valid       func(v float64) bool
	must        string
}

func (c control) invalid(feature, remedy string) error {
	return badSetting(fmt.Sprintf("Penalty.%s of feature %q", c.field, brief.Text(feature)), c.values[feature], "%s", remedy)
}

func (p Penalty) controls() [3]control {
	return [3]control{
		{"Factors", "factors", p.Factors, 1, func(v float64) bool { return v >= 0 && !math.IsInf(v, 1) }, "it must be a finite number ≥ 0; to leave the feature out, use Select"},
		{"Lower", "lower bounds", p.Lower, math.Inf(-1), func(v float64) bool { return v <= 0 }, "it must be 0 or less, because 0 must be within the bounds"},
		{"Upper", "upper bounds", p.Upper, math.Inf(1), func(v float64) bool { return v >= 0 }, "it must be 0 or more, because 0 must be within the bounds"},
	}
}

// clone returns a penalty of its own, without bounds that are infinite.
func (p Penalty) clone() Penalty {
	unlimited := func(_ string, v float64) bool { return math.IsInf(v, 0) }
	p.Factors, p.Lower, p.Upper = maps.Clone(p.Factors), maps.Clone(p.Lower), maps.Clone(p.Upper)
	maps.DeleteFunc(p.Lower, unlimited)
	maps.DeleteFunc(p.Upper, unlimited)
	return p
}

// isBounded reports whether some weight has a bound.
func (p Penalty) isBounded() bool {
	p = p.clone()
	return len(p.Lower)+len(p.Upper) > 0
}

// perFeature is a penalty by the number of the feature, nil where it is the same for all.
type perFeature struct{ factors, lower, upper []float64 }

// of returns the factors and bounds of each feature, or an error if one of them names an
// unknown feature.
func (p Penalty) of(features []string) (c perFeature, err error) {
	if p.Factors == nil && p.Lower == nil && p.Upper == nil {
		return perFeature{}, nil // no need to look at a million names
	}
	at := numbered(features)
	var all [3][]float64
	for i, c := range p.controls() {
		for _, name := range slices.Sorted(maps.Keys(c.values)) {
			j, there := at[name]
			switch v := c.values[name]; {
			case !there:
				return perFeature{}, c.invalid(name, unknownFeature(name, features))
			case v == c.none:
			default:
				if all[i] == nil {
					all[i] = slices.Repeat([]float64{c.none}, len(features))
				}
				all[i][j] = v
			}
		}
	}
	c = perFeature{all[0], all[1], all[2]}
	switch {
	case c.lower == nil && c.upper != nil:
		c.lower = slices.Repeat([]float64{math.Inf(-1)}, len(features))
	case c.upper == nil && c.lower != nil:
		c.upper = slices.Repeat([]float64{math.Inf(1)}, len(features))
	}
	if p.Lambda == 0 {
		c.factors = nil
	}
	return c, nil
}

// isUniform reports whether the penalty is the same for all features, without bounds.
func (c perFeature) isUniform() bool { return c.factors == nil && c.lower == nil }

// pull returns the λ₁ that holds a weight of the feature at 0 against slope v.
func (c perFeature) pull(j int, v float64) float64 {
	switch {
	case c.factors != nil && c.factors[j] == 0, c.lower != nil && (v > 0 && c.lower[j] == 0 || v < 0 && c.upper[j] == 0):
		return 0
	case c.factors != nil:
		return math.Abs(v) / c.factors[j]
	}
	return math.Abs(v)
}

func unknownFeature(name string, have []string) string {
	remedy := "the learner has the features " + abbreviate(have)
	if other := alike(name, have); other != "" {
		return remedy + fmt.Sprintf("; if you mean %q, use that name", other)
	}
	return remedy + "; in a Pipeline, name the features that its steps prepare"
}

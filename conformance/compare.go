package main

import (
	"math"
	"slices"
)

// tolerance is what lclass and a peer may differ by, relative.
const tolerance = 1e-8

// A comparison is of one quantity, with the worst of lclass's solvers.
type comparison struct {
	quantity   string
	solver     string
	difference float64 // relative; of objectives with a sign, negative where lclass's is below
	allowed    float64
}

func (c comparison) agrees() bool { return math.Abs(c.difference) <= c.allowed }

// compare returns the comparisons with one answer of a peer.
func (p problem) compare(s set, fits []fit, theirs result) []comparison {
	var all []comparison
	add := func(quantity string, fits []fit, difference func(fit) float64) {
		all = append(all, p.worst(quantity, fits, difference))
	}
	switch {
	case p.learner == "perceptron":
		add("coefficients", fits, func(f fit) float64 { return each(f.values(), theirs.values()) })
	case theirs.scores != nil || theirs.probabilities != nil:
		if theirs.scores != nil {
			add("log densities", fits, func(f fit) float64 { return together(f.scores, theirs.scores) })
		}
		if theirs.probabilities != nil {
			add("probabilities", fits, func(f fit) float64 { return together(f.probabilities, theirs.probabilities) })
		}
	case p.penalty.Lambda == 0:
		return p.unpenalised(s, fits, theirs)
	default:
		value := p.objective(s, theirs.answer)
		add("objective", fits, func(f fit) float64 { return (f.objective - value) / value })
	}
	if theirs.classes != nil {
		add("classes", fits[:1], func(f fit) float64 { return unlike(f.classes, theirs.classes) })
	}
	return all
}

// unpenalised compares the coefficients, what is inferred from them, and the
// deviance; where features depend on each other, the scores.
//
// QuasiNewton has no second derivatives: it ends where the loss does not change
// in its last digit, which may leave half of the digits of a coefficient. It
// is asked for the deviance alone. Weights of classes are no counts: lclass has
// no standard errors and no likelihood of the samples for them.
func (p problem) unpenalised(s set, fits []fit, theirs result) []comparison {
	contrasts := func(a answer) answer {
		if p.learner == "softmax" {
			return a.contrasts()
		}
		return a
	}
	second := slices.DeleteFunc(slices.Clone(fits), func(f fit) bool { return f.solver == "QuasiNewton" })
	them, noise := contrasts(theirs.answer), 2*s.total()*p.noise(s)
	var all []comparison
	add := func(quantity string, fits []fit, difference func(fit) float64) {
		all = append(all, p.worst(quantity, fits, difference))
	}
	if s.determined {
		add("coefficients", second, func(f fit) float64 { return each(contrasts(f.answer).values(), them.values()) })
	} else {
		add("scores", second, func(f fit) float64 { return together(s.scores(contrasts(f.answer)), s.scores(them)) })
	}
	inferred := func(f fit) answer {
		// statsmodels' GLM takes weights for counts, in a linear regression too.
		if p.learner == "linear" && theirs.method == "GLM" {
			return f.counts
		}
		return f.answer
	}
	inferable := s.determined && !p.balanced
	if inferable {
		for _, q := range []struct {
			name string
			of   func(answer) []float64
		}{
			{"standard errors", func(a answer) []float64 { return a.stdErr }},
			{"HC0 errors", func(a answer) []float64 { return a.robust }},
			{"statistics", func(a answer) []float64 { return a.statistic }},
			{"p", func(a answer) []float64 { return a.p }},
		} {
			if want := q.of(theirs.answer); want != nil {
				add(q.name, second, func(f fit) float64 { return each(head(q.of(inferred(f)), len(want)), want) })
			}
		}
	}
	for _, name := range []string{"deviance", "null deviance", "AIC"} {
		if want, ok := theirs.figures[name]; ok && (name == "deviance" || inferable) {
			add(name, fits, func(f fit) float64 { return relative(inferred(f).figures[name], want, noise) })
		}
	}
	return all
}

// worst returns the comparison of the solver with the largest difference, of
// those that have finished.
func (p problem) worst(quantity string, fits []fit, difference func(fit) float64) comparison {
	c := comparison{quantity: quantity, difference: math.Inf(-1), allowed: tolerance}
	for _, f := range fits {
		if d := difference(f); f.gap == 0 && !(d <= c.difference) {
			c.difference, c.solver = d, f.solver
		}
	}
	return c
}

// scores returns W x + b of all samples.
func (s set) scores(a answer) []float64 {
	var z []float64
	for _, x := range s.Rows() {
		for c := range a.b {
			z = append(z, a.score(c, x))
		}
	}
	return z
}

// noise returns a loss so small that it is rounding, where a fit goes through
// all points: 1e-20 of that of W = 0, b = 0.
func (p problem) noise(s set) float64 {
	k := max(1, s.K())
	if p.learner == "one-vs-one" {
		k = len(pairs(k))
	}
	zero := answer{b: make([]float64, k)}
	for range k {
		zero.w = append(zero.w, make([]float64, s.D()))
	}
	return 1e-20 * p.objective(s, zero)
}

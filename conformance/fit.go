package main

import (
	"errors"
	"fmt"
	"strings"

	"linclass/lclass"
)

// A fit is lclass's answer to a problem by one solver.
type fit struct {
	answer
	counts    answer  // inference with weights as counts, for linear
	solver    string  // as asked for, "default" for nil
	objective float64 // by our own yardstick
	gap       float64 // the duality gap of a fit that is not finished, else 0
}

// fits returns the answers of all solvers, the default one first. It is an
// error if one does not converge or reports another loss than the yardstick.
// Dual coordinate descent may end unfinished with a gap that says so.
func (p problem) fits(s set) ([]fit, error) {
	if _, ok := densities[p.learner]; ok {
		return p.estimate(s)
	}
	if p.learner == "perceptron" {
		return p.visit(s)
	}
	d := s.Data
	if p.balanced {
		var err error
		if d, err = d.Balanced(); err != nil {
			return nil, err
		}
	}
	var all []fit
	for _, solver := range p.solvers(s) {
		f, err := p.fit(s, d, solver)
		if err != nil {
			return nil, fmt.Errorf("%v by %s: %w", p, f.solver, err)
		}
		all = append(all, f)
	}
	return all, nil
}

// fit learns from d, the data of s with the weights that the problem asks for.
func (p problem) fit(s set, d *lclass.Data, solver lclass.Solver) (fit, error) {
	f := fit{solver: "default"}
	if solver != nil {
		f.solver = strings.TrimPrefix(fmt.Sprintf("%T", solver), "lclass.")
	}
	m, err := learners[p.learner](p.penalty, solver).Fit(d)
	if err != nil {
		return f, err
	}
	switch err := m.Status.Err(); {
	case err != nil && errors.Is(err, lclass.ErrNotConverged) && (solver == slow || p.corners() && m.Status.Gap <= 1e-5*m.Status.Loss):
		f.gap = m.Status.Gap
	case err != nil:
		return f, err
	}
	f.answer = answerOf(m)
	f.objective = p.objective(s, f.answer)
	if d := relative(m.Status.Loss, f.objective, p.noise(s)); !(d <= 1e-10) {
		return f, fmt.Errorf("Status.Loss is %.17g, the formula gives %.17g", m.Status.Loss, f.objective)
	}
	if p.reduced() {
		predicted, err := m.Predict(s.Subset(s.kept()))
		if err != nil {
			return f, err
		}
		for _, k := range predicted.Class {
			f.classes = append(f.classes, float64(k))
		}
	}
	return f, f.infer(p, s, d, m)
}

// infer adds what follows from a likelihood without a penalty.
func (f *fit) infer(p problem, s set, d *lclass.Data, m *lclass.Model) error {
	if p.penalty.Lambda > 0 {
		return nil
	}
	f.figures = map[string]float64{"deviance": 2 * s.total() * f.objective}
	if p.learner == "least squares" || p.balanced || !s.determined {
		return nil
	}
	f.counts.figures = f.figures
	robust, err := m.Summary(d, lclass.SummaryOptions{PrecisionWeights: true, Covariance: lclass.HC0})
	if err != nil {
		return err
	}
	for a, analytic := range map[*answer]bool{&f.answer: p.learner == "linear", &f.counts: false} {
		summary, err := m.Summary(d, lclass.SummaryOptions{PrecisionWeights: analytic})
		if err != nil {
			return err
		}
		a.inference(summary)
	}
	f.robust = errorsOf(robust)
	return nil
}

// inference takes over what a summary says.
func (a *answer) inference(s *lclass.Summary) {
	a.figures = map[string]float64{"deviance": s.Deviance, "null deviance": s.NullDeviance, "AIC": s.AIC}
	a.stdErr = errorsOf(s)
	a.statistic = biasesLast(s, func(c lclass.Estimate) float64 { return c.Statistic })
	a.p = biasesLast(s, func(c lclass.Estimate) float64 { return c.P })
}

func errorsOf(s *lclass.Summary) []float64 {
	return biasesLast(s, func(c lclass.Estimate) float64 { return c.SE })
}

func biasesLast(s *lclass.Summary, of func(lclass.Estimate) float64) []float64 {
	var w, b []float64
	for _, c := range s.Coefficients {
		if c.Name == "b" {
			b = append(b, of(c))
		} else {
			w = append(w, of(c))
		}
	}
	return append(w, b...)
}

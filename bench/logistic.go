package main

import (
	"fmt"
	"math"

	"linclass/lclass"
)

// logistic is maximum likelihood on dense float64: Newton's method, which is
// IRLS, with the standard errors, and the best of our solvers without.
func (b *bench) logistic() error {
	d, err := b.needDense()
	if err != nil {
		return err
	}
	value := func(w [][]float64, bias []float64) float64 {
		return objective(d.Data, logLoss, lclass.Penalty{}, w, bias)
	}
	var summary *lclass.Summary
	spec := lclass.Logistic{Solver: lclass.Newton{}}
	newton := func(d *lclass.Data) (*lclass.Model, error) {
		m, err := spec.Fit(d)
		if err == nil {
			summary, err = m.Summary(d)
		}
		return m, err
	}
	errorsDiffer := func(_ *lclass.Model, r *reply) string {
		if r.Errors == nil {
			return "peer without standard errors"
		}
		return fmt.Sprintf("standard errors differ by %.0e at most", difference(summary, r.Errors))
	}
	const name = "logistic 500000×50, IRLS with standard errors"
	least := math.Inf(1)
	exact := func(r *reply) bool { // float32 must not be less exact than float64, which comes first
		v := value(r.W, r.B)
		least = min(least, v)
		return v <= least+1e-7
	}
	layouts := []string{"float64", "fortran", "float32"}
	for _, c := range []struct {
		contest
		ways []way
		ask  func(string) (*reply, error)
	}{
		{contest{goal: 6}, forms("scikit-learn newton-cholesky", "logistic "+d.request+" solver=newton-cholesky", layouts...), b.inPython},
		{contest{}, forms("statsmodels Logit", "statsmodels "+d.request, "float64", "fortran"), b.inPython},
		{contest{}, []way{{"R glm.fit", "glm_fit " + d.request}}, b.inR},
	} {
		best, _, err := b.choose(name, c.ways, c.ask, exact)
		if err := notSkip(err); err != nil {
			return err
		}
		if err != nil {
			b.leaveOut(name+", "+c.ways[0].name, err)
			continue
		}
		c.peer, c.theirs = best.name, func() (*reply, error) { return c.ask(best.request) }
		c.name, c.data, c.ours, c.objective, c.note = name, d.Data, newton, value, errorsDiffer
		c.passes = func() (float64, error) { return d.passes(spec) }
		if err := b.race(c.contest); err != nil {
			return err
		}
	}
	return b.bestLogistic(d, value)
}

// bestLogistic runs our solver that is the first at the objective where the quickest
// of scikit-learn ends by its own rule; no less exact than lbfgs.
func (b *bench) bestLogistic(d *shared, value func([][]float64, []float64) float64) error {
	const name = "logistic 500000×50, best solver"
	var ways []way
	for _, solver := range []string{"lbfgs", "newton-cholesky", "newton-cg", "sag", "saga"} {
		layouts := []string{"float64", "float32"}
		if solver == "newton-cholesky" {
			layouts = append(layouts, "fortran")
		}
		ways = append(ways, forms("scikit-learn "+solver, "logistic "+d.request+" solver="+solver, layouts...)...)
	}
	byLBFGS := math.NaN() // in float64, which comes first
	peer, end, err := b.quickest(name, ways, func(r *reply) bool {
		v := value(r.W, r.B)
		if math.IsNaN(byLBFGS) {
			byLBFGS = v
		}
		return v <= byLBFGS+1e-7
	})
	if err != nil {
		return err
	}
	target := value(end.W, end.B) + 1e-9
	var best lclass.Solver
	fastest := math.Inf(1)
	for _, limited := range []struct {
		full lclass.Solver
		to   func(k int) lclass.Solver
	}{
		{lclass.Newton{}, func(k int) lclass.Solver { return lclass.Newton{MaxIter: k} }},
		{lclass.QuasiNewton{}, func(k int) lclass.Solver { return lclass.QuasiNewton{MaxIter: k} }},
	} {
		c, err := watch(lclass.Logistic{Solver: limited.full}.Steps(d.Data), target)
		if err != nil {
			return err
		}
		k, err := c.to(target)
		if err != nil {
			return err
		}
		if c.Seconds[k] < fastest {
			best, fastest = limited.to(k), c.Seconds[k]
		}
	}
	spec := lclass.Logistic{Solver: best}
	return b.race(contest{
		name: name, peer: peer.name, goal: 5,
		data:      d.Data,
		ours:      spec.Fit,
		passes:    func() (float64, error) { return d.passes(spec) },
		theirs:    func() (*reply, error) { return b.inPython(peer.request) },
		objective: value,
		note:      func(m *lclass.Model, _ *reply) string { return "by " + m.Status.Solver },
	})
}

// difference is the largest relative one between our standard errors and a peer's, both
// with that of b first.
func difference(s *lclass.Summary, peer []float64) float64 {
	var most float64
	for i, c := range s.Coefficients {
		most = math.Max(most, math.Abs(c.SE-peer[i])/peer[i])
	}
	return most
}

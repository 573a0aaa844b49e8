package main

import (
	"fmt"
	"math"

	"linclass/lclass"
)

// The least L of softmax on MNIST with λ = 1/60000.
const softmaxLeast = 0.232118

// softmax is L2, C = 1 of scikit-learn, to four objectives. Both are told after
// how many steps they are there, and then timed.
func (b *bench) softmax() error {
	d, err := b.needMNIST()
	if err != nil {
		return err
	}
	penalty := lclass.L2(1. / 60000)
	request := fmt.Sprintf("softmax_l2 %s lam=%v max_iter=", d.request, penalty.Lambda)
	ours, err := watch(lclass.Softmax{Penalty: penalty}.Steps(d.Data), math.Inf(-1))
	if err != nil {
		return err
	}
	whole, err := b.inPython(request + "1000")
	if err != nil {
		return err
	}
	ours = ours.in("softmax, L2", "linclass")
	theirs := whole.Curve.in("softmax, L2", "scikit-learn, lbfgs")
	b.curves = append(b.curves, ours, theirs)
	for _, to := range []struct {
		name   string
		target float64
		goal   float64
	}{
		{"softmax L2 to 0.232118 + 1e-4", softmaxLeast + 1e-4, 60},
		{"softmax L2 to 0.232118 + 2e-6", softmaxLeast + 2e-6, 80},
		{"softmax L2 to where lbfgs ends by itself", theirs.Values[len(theirs.Values)-1], 80},
		{"softmax L2 to 0.24244", 0.24244, 30},
	} {
		k, err := ours.to(to.target)
		if err != nil {
			return err
		}
		peerK, err := theirs.to(to.target)
		if err != nil {
			return err
		}
		spec := lclass.Softmax{Penalty: penalty, Solver: lclass.QuasiNewton{MaxIter: k}}
		err = b.race(contest{
			name: to.name, peer: "scikit-learn lbfgs", goal: to.goal,
			ours:   func() (*lclass.Model, error) { return spec.Fit(d.Data) },
			passes: func() (float64, error) { return d.passes(spec) },
			theirs: func() (*reply, error) {
				if b.quick { // the run above passed by
					return &reply{Seconds: theirs.Seconds[peerK], Iterations: peerK, Passes: theirs.Passes[peerK]}, nil
				}
				return b.inPython(fmt.Sprint(request, peerK))
			},
			objective: func(w [][]float64, bias []float64) float64 {
				return objective(d.Data, logLoss, penalty, w, bias)
			},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// lasso is L1, λ = 1e-3, against 20 epochs of saga.
func (b *bench) lasso() error {
	d, err := b.needMNIST()
	if err != nil {
		return err
	}
	const target = 0.5965 // about 1e-4 above the least
	penalty := lclass.L1(1e-3)
	request := fmt.Sprintf("softmax_l1 %s lam=%v max_iter=", d.request, penalty.Lambda)
	value := func(w [][]float64, bias []float64) float64 {
		return objective(d.Data, logLoss, penalty, w, bias)
	}
	ours, err := watch(lclass.Softmax{Penalty: penalty}.Steps(d.Data), math.Inf(-1))
	if err != nil {
		return err
	}
	k, err := ours.to(target)
	if err != nil {
		return err
	}
	theirs := curve{}
	epochs := []int{1, 2, 5, 10} // of the curve
	if b.quick {
		epochs = nil
	}
	for _, e := range epochs {
		r, err := b.inPython(fmt.Sprint(request, e))
		if err != nil {
			return err
		}
		theirs.Seconds, theirs.Values = append(theirs.Seconds, r.Seconds), append(theirs.Values, value(r.W, r.B))
	}
	spec := lclass.Softmax{Penalty: penalty, Solver: lclass.CoordinateDescent{MaxIter: k}}
	err = b.race(contest{
		name: "softmax L1 to 0.5965", peer: "scikit-learn saga", goal: 50,
		ours:      func() (*lclass.Model, error) { return spec.Fit(d.Data) },
		passes:    func() (float64, error) { return d.passes(spec) },
		theirs:    func() (*reply, error) { return b.inPython(request + "20") },
		objective: value,
		note: func(m *lclass.Model, r *reply) string {
			return fmt.Sprintf("weights that are 0: %.0f %%, peer %.0f %%", zeros(rowsOf(m.W)), zeros(r.W))
		},
	})
	if err != nil {
		return err
	}
	last := b.rows[len(b.rows)-1]
	theirs.Seconds, theirs.Values = append(theirs.Seconds, last.PeerS), append(theirs.Values, last.PeerObjective)
	b.curves = append(b.curves, ours.in("softmax, L1", "linclass"), theirs.in("softmax, L1", "scikit-learn, saga"))
	return nil
}

// zeros is the share of weights that are 0, in per cent.
func zeros(w [][]float64) float64 {
	var count, all float64
	for _, row := range w {
		for _, v := range row {
			all++
			if v == 0 {
				count++
			}
		}
	}
	return 100 * count / all
}

package main

import (
	"fmt"

	"linclass/lclass"
)

// svm is the hinge loss by dual coordinate descent, C = 1. LIBLINEAR has a
// penalty on b as well; L is that of both without it. We are to be at L where
// LIBLINEAR ends by its own rule.
func (b *bench) svm() error {
	d, err := b.needMNIST()
	if err != nil {
		return err
	}
	two, err := d.Positive(fmt.Sprint(digit))
	if err != nil {
		return err
	}
	penalty := lclass.L2(1. / 60000)
	value := func(w [][]float64, bias []float64) float64 { return objective(two, hinge, penalty, w, bias) }
	ask := func() (*reply, error) {
		return b.inPython(fmt.Sprintf("liblinear %s positive=%d c=1 bias=1 eps=0.1", d.request, digit))
	}
	end, err := ask()
	if err != nil {
		return err
	}
	target := value(end.W, end.B)
	steps, err := watch(lclass.LinearSVM{Penalty: penalty, Solver: lclass.DualCoordinateDescent{}}.Steps(two), target)
	if err != nil {
		return err
	}
	k, err := steps.to(target)
	if err != nil {
		return err
	}
	withBias := func(l, bias float64) float64 { return l + penalty.Lambda/2*bias*bias }
	return b.race(contest{
		name: "linear SVM, hinge", peer: "LIBLINEAR -s 3", goal: 4,
		data: two,
		ours: func(d *lclass.Data) (*lclass.Model, error) {
			return lclass.LinearSVM{Penalty: penalty, Solver: lclass.DualCoordinateDescent{MaxIter: k}}.Fit(d)
		},
		theirs:    ask,
		objective: value,
		note: func(m *lclass.Model, r *reply) string {
			return fmt.Sprintf("with ½λb²: %.6f, peer %.6f", withBias(value(rowsOf(m.W), m.B), m.B[0]), withBias(value(r.W, r.B), r.B[0]))
		},
	})
}

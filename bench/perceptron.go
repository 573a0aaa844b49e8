package main

import (
	"fmt"

	"linclass/lclass"
)

// digit is told from the other nine in the rows of two classes.
const digit = 7

// perceptron visits all samples in their order ten times.
func (b *bench) perceptron() error {
	d, err := b.needMNIST()
	if err != nil {
		return err
	}
	const epochs = 10
	two, err := d.Positive(fmt.Sprint(digit))
	if err != nil {
		return err
	}
	request := fmt.Sprintf("perceptron %s positive=%d epochs=%d", d.request, digit, epochs)
	share := func(w [][]float64, bias []float64) float64 { return objective(two, wrong, lclass.Penalty{}, w, bias) }
	return b.race(contest{
		name: "perceptron, 10 epochs online", peer: "scikit-learn Perceptron", goal: 8,
		ours: func() (*lclass.Model, error) {
			return lclass.Perceptron{Eta: 1, Rule: lclass.RosenblattRule, Epochs: epochs}.Fit(two)
		},
		theirs: func() (*reply, error) { return b.inPython(request) },
		note: func(m *lclass.Model, r *reply) string {
			return fmt.Sprintf("on the wrong side: %.2f %%, peer %.2f %%", 100*share(rowsOf(m.W), m.B), 100*share(r.W, r.B))
		},
	})
}

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
	const name = "perceptron, 10 epochs online"
	best, _, err := b.quickest(name, forms("scikit-learn Perceptron", request, "float64", "float32", "csr", "csr32"), nil)
	if err != nil {
		return err
	}
	share := func(w [][]float64, bias []float64) float64 { return objective(two, wrong, lclass.Penalty{}, w, bias) }
	return b.race(contest{
		name: name, peer: best.name, goal: 8,
		data: two,
		ours: func(d *lclass.Data) (*lclass.Model, error) {
			return lclass.Perceptron{Eta: 1, Rosenblatt: true, Epochs: epochs}.Fit(d)
		},
		theirs: func() (*reply, error) { return b.inPython(best.request) },
		note: func(m *lclass.Model, r *reply) string {
			return fmt.Sprintf("on the wrong side: %.2f %%, peer %.2f %%", 100*share(rowsOf(m.W), m.B), 100*share(r.W, r.B))
		},
	})
}

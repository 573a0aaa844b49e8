// Digits fits the models of the drawn digit to MNIST and writes them to a file:
//
//	digits FILE
//
// The exit code is 3 if the data are not on this computer and cannot be downloaded.
package main

import (
	"errors"
	"fmt"
	"os"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/site/explore"
)

// specs are the models by the names that the page gives them.
var specs = []struct {
	name, text string
	softmax    lclass.Softmax
}{
	{"L2, λ = 1/60000", "lclass.Softmax{Penalty: lclass.L2(1.0 / 60000), Solver: lclass.QuasiNewton{Tol: 1e-6}}",
		lclass.Softmax{Penalty: lclass.L2(1.0 / 60000), Solver: lclass.QuasiNewton{Tol: 1e-6}}},
	{"L1, λ = 0.0005", "lclass.Softmax{Penalty: lclass.L1(0.0005), Solver: lclass.CoordinateDescent{Tol: 1e-5}}",
		lclass.Softmax{Penalty: lclass.L1(0.0005), Solver: lclass.CoordinateDescent{Tol: 1e-5}}},
	{"L1, λ = 0.002", "lclass.Softmax{Penalty: lclass.L1(0.002), Solver: lclass.CoordinateDescent{Tol: 1e-5}}",
		lclass.Softmax{Penalty: lclass.L1(0.002), Solver: lclass.CoordinateDescent{Tol: 1e-5}}},
	{"L1, λ = 0.01", "lclass.Softmax{Penalty: lclass.L1(0.01), Solver: lclass.CoordinateDescent{Tol: 1e-5}}",
		lclass.Softmax{Penalty: lclass.L1(0.01), Solver: lclass.CoordinateDescent{Tol: 1e-5}}},
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: digits FILE")
		os.Exit(2)
	}
	err := write(os.Args[1])
	switch {
	case errors.Is(err, datasets.ErrUnavailable):
		fmt.Fprintln(os.Stderr, "digits:", err)
		os.Exit(3)
	case err != nil:
		fmt.Fprintln(os.Stderr, "digits:", err)
		os.Exit(1)
	}
}

func write(file string) error {
	train, test, err := datasets.MNIST()
	if err != nil {
		return err
	}
	var models []explore.DigitModel
	for _, spec := range specs {
		m, err := spec.softmax.Fit(train)
		if err != nil {
			return err
		}
		accuracy, err := m.Accuracy(test)
		if err != nil {
			return err
		}
		fmt.Printf("%s: %v; accuracy on the test images %.4f\n", spec.name, m.Status, accuracy)
		models = append(models, explore.NewDigitModel(spec.name, spec.text, m, accuracy))
	}
	text, err := explore.PackDigits(models)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

package main

import (
	"fmt"
	"math"
	"strings"
	"sync"

	"linclass/lclass"
)

// grid is 5 folds by 7 λ of softmax on the first 10000 digits: the accuracy of
// each λ on each fold. Sample i is in fold i mod 5. scikit-learn has its default
// of 100 iterations, which are not enough for the small λ; we go to the end.
func (b *bench) grid() error {
	const n, folds = 10_000, 5
	d, err := b.needMNIST()
	if err != nil {
		return err
	}
	index := make([]int, n)
	for i := range index {
		index[i] = i
	}
	some := d.Subset(index)
	lambdas := lclass.LogSpan(1e-2, 1e-5, 7) // Path wants them to fall
	request := fmt.Sprintf("grid %s n=%d folds=%d max_iter=100 lambdas=%s", d.request, n, folds,
		strings.Trim(strings.ReplaceAll(fmt.Sprint(lambdas), " ", ","), "[]"))
	const name = "grid search, 5 folds × 7 λ"
	var ours, theirs times
	var r *reply
	var accuracy [][]float64
	for i := 0; i < b.runs(theirs); i++ {
		s, err := timed(labelled(name, func() (err error) { accuracy, err = search(some, folds, lambdas); return }))
		if err != nil {
			return err
		}
		ours = append(ours, s)
		if r, err = b.inPython(request); err != nil {
			return err
		}
		theirs = append(theirs, r.Seconds)
	}
	row := newRow(contest{name: name, peer: "scikit-learn GridSearchCV", goal: 30}, ours, theirs)
	var most float64
	for l := range lambdas {
		for k := range folds {
			most = math.Max(most, math.Abs(accuracy[k][l]-r.Accuracy[l][k]))
		}
	}
	row.Note = fmt.Sprintf("accuracies differ by %.4f at most", most)
	b.add(row)
	return nil
}

// search returns the accuracy on each fold of the fit to the others for each λ.
func search(d *lclass.Data, folds int, lambdas []float64) ([][]float64, error) {
	accuracy, errs := make([][]float64, folds), make([]error, folds)
	var wg sync.WaitGroup
	for k := range folds {
		wg.Go(func() { accuracy[k], errs[k] = searchFold(d, k, folds, lambdas) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return accuracy, nil
}

func searchFold(d *lclass.Data, k, folds int, lambdas []float64) ([]float64, error) {
	var in, out []int
	for i := range d.N() {
		if i%folds == k {
			out = append(out, i)
		} else {
			in = append(in, i)
		}
	}
	train, test := d.Subset(in), d.Subset(out)
	var accuracy []float64
	for m, err := range lclass.Path(train, lambdas, func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ), Solver: lclass.QuasiNewton{Tol: 1e-6}, Start: start}
	}) {
		if err != nil {
			return nil, err
		}
		a, err := m.Accuracy(test)
		if err != nil {
			return nil, err
		}
		accuracy = append(accuracy, a)
	}
	return accuracy, nil
}

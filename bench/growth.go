package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"linclass/lclass"
)

// growth is how the time of a fit of a few steps grows with the number n of
// samples and d of features: the exponent a of the power n^a or d^a that fits
// best.
func (b *bench) growth() error {
	t := table{title: "Growth of the time, as a power:", head: []string{"fit of 5 steps", "range", "first", "last", "exponent"}}
	add := func(name string, sizes []int, data func(size int) (*lclass.Data, error), spec lclass.Estimator) error {
		var x, y []float64
		for _, size := range sizes {
			d, err := data(size)
			if err != nil {
				return err
			}
			best := math.Inf(1)
			for range 3 {
				s, err := timed(func() error { _, err := spec.Fit(d); return err })
				if err != nil {
					return err
				}
				best = min(best, s)
			}
			x, y = append(x, math.Log(float64(size))), append(y, math.Log(best))
		}
		_, exponent := stat.LinearRegression(x, y, nil, false)
		last := len(sizes) - 1
		t.add(name, fmt.Sprintf("%d–%d", sizes[0], sizes[last]), seconds(math.Exp(y[0])), seconds(math.Exp(y[last])), fmt.Sprintf("%.2f", exponent))
		return nil
	}
	samples := func(of *lclass.Data) func(int) (*lclass.Data, error) {
		return func(n int) (*lclass.Data, error) {
			index := make([]int, n)
			for i := range index {
				index[i] = i
			}
			return of.Subset(index), nil
		}
	}
	mnist, err := b.needMNIST()
	if err == nil {
		spec := lclass.Softmax{Penalty: lclass.L2(1e-3), Solver: lclass.QuasiNewton{MaxIter: 5}}
		if err := add("softmax on MNIST, QuasiNewton, n", []int{7500, 15_000, 30_000, 60_000}, samples(mnist.Data), spec); err != nil {
			return err
		}
	} else if notSkip(err) != nil {
		return err
	}
	dense, err := b.needDense()
	if err != nil {
		return err
	}
	wide := make(map[int]*lclass.Data)
	features := func(d int) (data *lclass.Data, err error) {
		if wide[d] == nil {
			wide[d], err = generate(20_000, d)
		}
		return wide[d], err
	}
	for _, s := range []struct {
		name   string
		solver lclass.Solver
	}{
		{"Newton", lclass.Newton{MaxIter: 5}},
		{"QuasiNewton", lclass.QuasiNewton{MaxIter: 5}},
	} {
		spec := lclass.Logistic{Penalty: lclass.L2(1e-3), Solver: s.solver}
		if err := add("logistic d = 50, "+s.name+", n", []int{31_250, 62_500, 125_000, 250_000, 500_000}, samples(dense.Data), spec); err != nil {
			return err
		}
		if err := add("logistic n = 20000, "+s.name+", d", []int{25, 50, 100, 200, 400}, features, spec); err != nil {
			return err
		}
	}
	b.tables = append(b.tables, t)
	return nil
}

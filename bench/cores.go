package main

import (
	"errors"
	"fmt"
	"runtime"

	"linclass/lclass"
)

// cores runs the same fits on one core and on all.
func (b *bench) cores() error {
	all := runtime.NumCPU()
	if all == 1 {
		return skip("there is only one core")
	}
	t := table{title: "One core and all:", head: []string{"fit", "1 core", fmt.Sprintf("%d cores", all), "ratio"}}
	add := func(name string, d *lclass.Data, spec lclass.Estimator) error {
		var one, many times
		for range b.runs(nil) {
			for _, at := range []struct {
				cores int
				times *times
			}{{1, &one}, {all, &many}} {
				runtime.GOMAXPROCS(at.cores)
				s, err := timed(func() error { _, err := spec.Fit(d); return err })
				runtime.GOMAXPROCS(all)
				if err != nil {
					return err
				}
				*at.times = append(*at.times, s)
			}
		}
		t.add(name, seconds(one.median()), seconds(many.median()), fmt.Sprintf("%.2f ×", one.median()/many.median()))
		return nil
	}
	mnist, err := b.needMNIST()
	if err == nil {
		if err := add("softmax L2 on MNIST, QuasiNewton", mnist.Data, lclass.Softmax{Penalty: lclass.L2(1. / 60000)}); err != nil {
			return err
		}
		if err := add("softmax L1 on MNIST, CoordinateDescent", mnist.Data, lclass.Softmax{Penalty: lclass.L1(1e-3)}); err != nil {
			return err
		}
	} else if notSkip(err) != nil {
		return err
	}
	dense, err := b.needDense()
	if err != nil {
		return err
	}
	err = errors.Join(
		add("logistic 500000×50, Newton", dense.Data, lclass.Logistic{Solver: lclass.Newton{}}),
		add("logistic 500000×50, QuasiNewton", dense.Data, lclass.Logistic{Solver: lclass.QuasiNewton{}}),
	)
	b.tables = append(b.tables, t)
	return err
}

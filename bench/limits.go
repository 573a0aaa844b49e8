package main

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"time"

	"gonum.org/v1/gonum/blas/blas64"

	"linclass/lclass"
)

// limits compares what one step of a solver does in a second with what the
// machine can do: reading memory, and multiplying matrices in OpenBLAS.
func (b *bench) limits() error {
	read, triad := bandwidth(runtime.NumCPU())
	read1, triad1 := bandwidth(1)
	machine := table{title: "What the machine can do:", head: []string{"limit", "1 core", "all cores"}}
	machine.add("memory, dot product x·y (GB/s)", decimals(read1), decimals(read))
	machine.add("memory, triad y + ax (GB/s)", decimals(triad1), decimals(triad))
	flops, err := b.dgemm()
	if err == nil {
		machine.add("float64 arithmetic, dgemm of numpy (GFLOP/s)", "–", decimals(flops))
	}
	b.tables = append(b.tables, machine)

	steps := table{
		title: "One step of a solver, on all cores:",
		head:  []string{"step", "time", "GFLOP/s", "of the limit", "GB/s", "of the limit"},
		foot: "Counted are 4 operations for each value and class (score and gradient), for Newton also the p²\n" +
			"of each sample's curvature, p = d + 1, and each value read once: 8 bytes, 3 for a pixel that is not 0.",
	}
	add := func(name string, s, operations, bytes float64) {
		share := "–"
		if flops > 0 {
			share = percent(operations / s / 1e9 / flops)
		}
		steps.add(name, seconds(s), decimals(operations/s/1e9), share, decimals(bytes/s/1e9), percent(bytes/s/1e9/read))
	}
	mnist, err2 := b.needMNIST()
	if err2 == nil {
		s, err := perStep(mnist.Data, 10, 50, func(k int) lclass.Estimator {
			return lclass.Softmax{Penalty: lclass.L2(1. / 60000), Solver: lclass.QuasiNewton{MaxIter: k}}
		})
		if err != nil {
			return err
		}
		values := filled(mnist.Data)
		add("softmax on MNIST, QuasiNewton", s, 4*values*float64(mnist.K()), 3*values)
	}
	dense, err3 := b.needDense()
	if err := errors.Join(notSkip(err), notSkip(err2), err3); err != nil {
		return err
	}
	n, d := float64(dense.N()), float64(dense.D())
	s, err := perStep(dense.Data, 1, 3, func(k int) lclass.Estimator {
		return lclass.Logistic{Solver: lclass.Newton{MaxIter: k}}
	})
	if err != nil {
		return err
	}
	add("logistic 500000×50, Newton", s, n*((d+1)*(d+1)+4*d), 8*n*d)
	s, err = perStep(dense.Data, 1, 3, func(k int) lclass.Estimator {
		return lclass.Logistic{Solver: lclass.QuasiNewton{MaxIter: k}}
	})
	if err != nil {
		return err
	}
	add("logistic 500000×50, QuasiNewton", s, 4*n*d, 8*n*d)
	b.tables = append(b.tables, steps)
	return nil
}

func notSkip(err error) error {
	var why skip
	if errors.As(err, &why) {
		return nil
	}
	return err
}

// perStep is the time that a fit of `more` steps takes beyond one of `few`,
// divided by their number: without what is done once.
func perStep(d *lclass.Data, few, more int, spec func(steps int) lclass.Estimator) (float64, error) {
	least := []float64{math.Inf(1), math.Inf(1)}
	for range 3 {
		for i, steps := range []int{few, more} {
			s, err := timed(func() error {
				m, err := spec(steps).Fit(d)
				if err == nil && m.Status.Iterations != steps {
					return fmt.Errorf("%v: the fit did not take %d steps", m.Status, steps)
				}
				return err
			})
			if err != nil {
				return 0, err
			}
			least[i] = min(least[i], s)
		}
	}
	return (least[1] - least[0]) / float64(more-few), nil
}

// filled is the number of values that are not 0.
func filled(d *lclass.Data) float64 {
	var count float64
	for _, x := range d.Rows() {
		for _, v := range x {
			if v != 0 {
				count++
			}
		}
	}
	return count
}

// bandwidth is what cores cores read, and read and write, of two long vectors,
// in GB/s.
func bandwidth(cores int) (read, triad float64) {
	const n = 1 << 25 // 256 MB each
	x, y := make([]float64, n), make([]float64, n)
	share := n / cores
	each := func(f func(x, y blas64.Vector)) float64 {
		best := math.Inf(1)
		for range 5 {
			start := time.Now()
			var wg sync.WaitGroup
			for c := range cores {
				part := func(v []float64) blas64.Vector {
					return blas64.Vector{N: share, Inc: 1, Data: v[c*share : (c+1)*share]}
				}
				wg.Go(func() { f(part(x), part(y)) })
			}
			wg.Wait()
			best = min(best, time.Since(start).Seconds())
		}
		return best
	}
	each(func(x, y blas64.Vector) { blas64.Copy(x, y) }) // the pages must be there
	r := each(func(x, y blas64.Vector) { blas64.Dot(x, y) })
	t := each(func(x, y blas64.Vector) { blas64.Axpy(2, x, y) })
	return 16 * n / r / 1e9, 24 * n / t / 1e9
}

// dgemm is how fast numpy multiplies matrices on all cores, in GFLOP/s.
func (b *bench) dgemm() (float64, error) {
	const size = 2048
	best := math.Inf(1)
	for range 5 {
		r, err := b.inPython(fmt.Sprintf("dgemm size=%d", size))
		if err != nil {
			return 0, err
		}
		best = min(best, r.Seconds)
	}
	return 2 * size * size * size / best / 1e9, nil
}

func decimals(v float64) string { return fmt.Sprintf("%.3g", v) }

func percent(v float64) string { return fmt.Sprintf("%.0f %%", 100*v) }

package main

import (
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"linclass/lclass"
)

// A source has n samples with d features, uniform from −½ to ½, that are never
// all there.
type source struct {
	n, d int
	w    []float64    // of the regression that draws the labels
	rows atomic.Int64 // rows generated for the fit
}

func newSource(n, d int) *source {
	s := &source{n: n, d: d, w: make([]float64, d)}
	for j := range s.w {
		s.w[j] = math.Sin(float64(j)) / math.Sqrt(float64(d)/50)
	}
	return s
}

// stretch is how many rows a seed serves: blocks begin at multiples of 256.
const stretch = 256

// fill sets x to the rows lo ≤ i < hi.
func (s *source) fill(x []float64, lo, hi int) {
	for start := lo; start < hi; start += stretch {
		end := min(start+stretch, hi)
		rng := rand.NewPCG(1, uint64(start))
		for i := (start - lo) * s.d; i < (end-lo)*s.d; i++ {
			x[i] = float64(rng.Uint64()>>11)/(1<<53) - 0.5
		}
	}
}

func (s *source) blocks() lclass.Blocks {
	return lclass.Blocks{N: s.n, D: s.d, Read: func(x []float64, lo, hi int) error {
		s.fill(x, lo, hi)
		s.rows.Add(int64(hi - lo))
		return nil
	}}
}

// labels draws 1 with probability σ(w·x) for each row.
func (s *source) labels() []int {
	t := make([]int, s.n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			x := make([]float64, stretch*s.d)
			for {
				lo := int(next.Add(stretch)) - stretch
				if lo >= s.n {
					return
				}
				hi := min(lo+stretch, s.n)
				s.fill(x, lo, hi)
				rng := rand.New(rand.NewPCG(2, uint64(lo)))
				for i := lo; i < hi; i++ {
					var z float64
					for j, v := range x[(i-lo)*s.d : (i-lo+1)*s.d] {
						z += s.w[j] * v
					}
					if rng.Float64() < lclass.Sigmoid(z) {
						t[i] = 1
					}
				}
			}
		})
	}
	wg.Wait()
	return t
}

package main

import (
	"encoding/binary"
	"math"
	"os"
	"sync/atomic"

	"linclass/lclass"
)

// passes is how often a fit reads all rows, whatever for: it is done once more
// on the same samples in the file of the peers, of which every pass reads all.
func (s *shared) passes(e lclass.Estimator) (float64, error) {
	f, err := os.Open(s.file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	var rows atomic.Int64
	d, err := lclass.FromMatrix(s.blocks(f, &rows), s.T(), s.Classes())
	if err != nil {
		return 0, err
	}
	checked := rows.Load()
	_, err = e.Fit(d)
	return float64(rows.Load()-checked) / float64(s.N()), err
}

// blocks reads the rows of a file, which it counts.
func (s *shared) blocks(f *os.File, rows *atomic.Int64) lclass.Blocks {
	x := lclass.Blocks{N: s.N(), D: s.D()}
	if s.bytes {
		x.Scale = 1. / 255
		x.ReadBytes = func(x []byte, lo, hi int) error {
			rows.Add(int64(hi - lo))
			_, err := f.ReadAt(x, int64(lo*s.D()))
			return err
		}
		return x
	}
	x.Read = func(x []float64, lo, hi int) error {
		rows.Add(int64(hi - lo))
		bytes := make([]byte, 8*len(x))
		_, err := f.ReadAt(bytes, int64(8*lo*s.D()))
		for i := range x {
			x[i] = math.Float64frombits(binary.NativeEndian.Uint64(bytes[8*i:]))
		}
		return err
	}
	return x
}

package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

const noMNIST = skip("MNIST is not there: set LCLASS_DATA, or run make data")

// needMNIST returns the 60000 digits, which the peers read as bytes and make
// float64 from 0 to 1 before the clock starts.
func (b *bench) needMNIST() (*shared, error) {
	if b.mnist != nil {
		return b.mnist, nil
	}
	d, _, err := datasets.MNIST()
	if errors.Is(err, datasets.ErrUnavailable) {
		return nil, noMNIST
	}
	if err != nil {
		return nil, err
	}
	b.mnist, err = b.share("mnist.u8", d, func(w *bufio.Writer, x []float64) error {
		for _, v := range x {
			if err := w.WriteByte(byte(math.Round(v * 255))); err != nil {
				return err
			}
		}
		return nil
	})
	return b.mnist, err
}

// needDense returns 500000×50 numbers, and classes that follow them by logistic
// regression.
func (b *bench) needDense() (*shared, error) {
	if b.dense != nil {
		return b.dense, nil
	}
	d, err := generate(500_000, 50)
	if err != nil {
		return nil, err
	}
	b.dense, err = b.share("dense.f64", d, func(w *bufio.Writer, x []float64) error {
		return binary.Write(w, binary.NativeEndian, x)
	})
	return b.dense, err
}

// generate returns n samples of d features x = e + u/2, with e and u normal and
// u common to all features of a sample, and t = 1 with probability
// σ(w·x − ½), w normal with variance 4/d.
func generate(n, d int) (*lclass.Data, error) {
	r := rand.New(rand.NewPCG(1, 1))
	w := make([]float64, d)
	for j := range w {
		w[j] = 2 * r.NormFloat64() / math.Sqrt(float64(d))
	}
	x, t := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		u, z := r.NormFloat64(), -0.5
		row := x.RawRowView(i)
		for j := range row {
			row[j] = r.NormFloat64() + u/2
			z += w[j] * row[j]
		}
		if r.Float64() < 1/(1+math.Exp(-z)) {
			t[i] = 1
		}
	}
	return lclass.FromMatrix(x, t, []string{"0", "1"})
}

// share writes the samples, each by write, and their classes to files.
func (b *bench) share(name string, d *lclass.Data, write func(*bufio.Writer, []float64) error) (*shared, error) {
	x, t := filepath.Join(out, "bench", name), filepath.Join(out, "bench", name+".t")
	err := toFile(x, func(w *bufio.Writer) error {
		for _, row := range d.Rows() {
			if err := write(w, row); err != nil {
				return err
			}
		}
		return nil
	})
	s := &shared{d, x, strings.HasSuffix(x, ".u8"), fmt.Sprintf("x=%s t=%s d=%d", x, t, d.D())}
	return s, errors.Join(err, toFile(t, func(w *bufio.Writer) error {
		for _, class := range d.T() {
			if err := w.WriteByte(byte(class)); err != nil {
				return err
			}
		}
		return nil
	}))
}

func toFile(path string, write func(*bufio.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	return errors.Join(write(w), w.Flush(), f.Close())
}

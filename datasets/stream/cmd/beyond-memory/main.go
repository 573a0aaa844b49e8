// Beyond-memory fits a logistic regression to more rows than fit into memory and prints
// the time and memory it took:
//
//	go run ./datasets/stream/cmd/beyond-memory -gb 10 -limit 500
//
// The rows are not in a file: each block is generated whenever it is read, from its
// number, so that the fit reads -gb gigabytes in every pass without needing a disk of
// that size. The labels are drawn from a logistic regression with known weights, and the
// program checks that it finds them again. It exits with status 1 if its memory was ever
// above -limit megabytes.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"linclass/internal/invalid"
	"linclass/lclass"
)

func main() {
	gigabytes := flag.Float64("gb", 10, "size of the features, in units of 10⁹ bytes")
	d := flag.Int("features", 200, "number of features")
	limit := flag.Int("limit", 500, "limit of the memory in use, in units of 10⁶ bytes")
	flag.Parse()
	if err := run(os.Stdout, *gigabytes, *d, *limit); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(out io.Writer, gigabytes float64, d, limit int) error {
	n := int(gigabytes * 1e9 / 8 / float64(d))
	if d < 1 || n < 1000 {
		return invalid.Worded("-gb", gigabytes, "%d samples of %d features; choose -gb and -features for 1000 samples or more", n, d)
	}
	start := time.Now()
	s := newSource(n, d)
	data, err := lclass.FromMatrix(s.blocks(), s.labels(), []string{"no", "yes"})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%v: %.1f GB, labels drawn in %.1f s\n", data, 8*float64(n)*float64(d)/1e9, time.Since(start).Seconds())

	start = time.Now()
	m, err := lclass.Logistic{}.Fit(data)
	if err != nil {
		return err
	}
	seconds := time.Since(start).Seconds()
	read := float64(s.rows.Load()) * 8 * float64(d) / 1e9
	fmt.Fprintf(out, "%v\n%.1f s, %.1f GB read, %.2f GB/s\n", m.Status, seconds, read, read/seconds)
	if err := m.Status.Err(); err != nil {
		return err
	}
	var off float64
	for j, w := range s.w {
		off = math.Max(off, math.Abs(m.W.At(0, j)-w))
	}
	// A weight has a standard error of about 2√12/√n: features are uniform, of
	// deviation 1/√12, and the curvature of the loss is at most ¼.
	se := 2 * math.Sqrt(12) / math.Sqrt(float64(n))
	fmt.Fprintf(out, "weights within %.5f of those that drew the labels, standard error about %.5f\n", off, se)
	if off > 8*se {
		return errors.New("the weights are not those that drew the labels")
	}
	peak, err := peakMemory()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "peak memory %d MB, everything included\n", peak)
	if peak > limit {
		return invalid.Worded("-limit", limit, "that is more than the limit of %d MB", limit)
	}
	return nil
}

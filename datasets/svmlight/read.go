package svmlight

import (
	"bufio"
	"cmp"
	"fmt"
	"io"

	"linclass/datasets/stream"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// Read returns the samples of a file, n×d, with the values that are not 0 in memory:
// [lclass.SparseFromRows]. The Data take about 10 bytes for each value, 16 for each sample,
// 32 for each feature, for its name, and, beyond 65,536 features, 8 for each sample and each
// 65,536 features: 512 MB and 2 kB for each sample with Options.Features 1<<24. Reading takes
// at most 64 MB and 200 times the size of the file, and with Options.Features above a million
// also what these features take.
//
// A file without samples is [lclass.ErrNoSamples].
func Read(path string, o Options) (*lclass.Data, error) {
	file, err := stream.NewFile(path)
	if err != nil {
		return nil, err
	}
	var y, value []float64
	var column []int
	start := []int{0}
	d, base, err := o.scan(file, path, func(l *lines) {
		y, column, value = append(y, l.label), append(column, l.index...), append(value, l.value...)
		start = append(start, len(value))
	})
	if err != nil {
		return nil, err
	}
	for e := range column {
		column[e] -= base
	}
	x, err := lclass.SparseFromRows(d, start, column, value)
	if err != nil {
		return nil, fmt.Errorf("svmlight: %s: %w", path, err)
	}
	return withTarget(path, x, y, o.Classes)
}

// scan calls sample for each of the samples of a file, of which there is at least one. It
// returns the number of features and the index of the first one.
func (o Options) scan(file *stream.File, path string, sample func(l *lines)) (d, base int, err error) {
	if err := o.check(); err != nil {
		return 0, 0, err
	}
	r, err := file.Open()
	if err != nil {
		return 0, 0, err
	}
	defer r.Close()
	buffered := bufio.NewReaderSize(r, 1<<16)
	if magic, _ := buffered.Peek(2); string(magic) == "\x1f\x8b" || string(magic) == "BZ" {
		return 0, 0, invalid.Reworded(&Error{path, 1, 1, string(magic), "the file is compressed"}, "svmlight: %s is compressed; unpack it", path)
	}
	l := newLines(path, o, buffered, 0)
	n, largest, zero := 0, -1, false
	var last Error // the place of the largest index
	for {
		switch err := l.next(); {
		case err == io.EOF && n == 0:
			return 0, 0, fmt.Errorf("svmlight: %s: %w", path, lclass.ErrNoSamples)
		case err == io.EOF:
			base = 1
			if zero || o.Base == ZeroBased {
				base = 0
			}
			if d = o.Features; d == 0 {
				d = max(0, largest+1-base)
			}
			if largest-base >= d {
				last.Reason = fmt.Sprintf("the index 0 occurs, so that the largest one is %d for %d features, as Options.Features says; correct one of them", d-1, d)
				return 0, 0, &last
			}
			return d, base, file.Check()
		case err != nil:
			return 0, 0, cmp.Or(file.Check(), err)
		}
		n++
		if m := len(l.index); m > 0 {
			zero = zero || l.index[0] == 0
			if v := l.index[m-1]; v > largest {
				largest = v
				last = Error{File: path, Line: l.line, Field: m + 1, Text: fmt.Sprintf("%d:%v", v, l.value[m-1])}
			}
		}
		sample(l)
	}
}

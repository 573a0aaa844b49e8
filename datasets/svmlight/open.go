package svmlight

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets/stream"
	"linclass/lclass"
)

// stride is how many samples lie between the places that are kept: blocks begin at
// multiples of it.
const stride = 256

// Open returns the samples of a file, n×d, as [lclass.Blocks] that are read again in each
// pass of a fit, several blocks side by side. Labels and the places of the blocks stay in
// memory. A block in memory has its zeros, 256×d values or more, so use [Read] for
// thousands of features of which most are 0.
//
// If the file or its labels have changed, a pass returns [lclass.ErrChanged]. Open returns
// [lclass.ErrNoSamples] for a file without samples.
func Open(path string, o Options) (*lclass.Data, error) {
	file, err := stream.NewFile(path)
	if err != nil {
		return nil, err
	}
	t := &table{File: file, path: path, options: o, places: []place{{}}}
	if t.d, t.base, err = o.scan(file, path, t.add); err != nil {
		return nil, err
	}
	const memory = 4 << 20
	size := o.BlockRows
	if size == 0 {
		size = memory / (8 * max(1, t.d))
	}
	size = max(1, (size+stride-1)/stride) * stride
	return withTarget(path, lclass.Blocks{N: len(t.labels), D: t.d, Size: size, Read: t.read}, t.labels, o.Classes)
}

func withTarget(path string, x mat.Matrix, y []float64, classes []string) (*lclass.Data, error) {
	var d *lclass.Data
	var err error
	if classes == nil {
		d, err = lclass.RegressionFromMatrix(x, y)
	} else {
		t := make([]int, len(y))
		for i, label := range y {
			name := strconv.FormatFloat(label+0, 'f', -1, 64) // +0 makes 0 of −0
			if t[i] = slices.Index(classes, name); t[i] < 0 {
				return nil, fmt.Errorf("svmlight: %s: %w", path, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "label", Row: i, Value: name, Want: classes})
			}
		}
		d, err = lclass.FromMatrix(x, t, classes)
	}
	if err != nil {
		return nil, fmt.Errorf("svmlight: %s: %w", path, err)
	}
	return d.WithTarget("label"), nil
}

type table struct {
	*stream.File
	path    string
	options Options
	d, base int
	labels  []float64
	places  []place // of every stride-th sample
}

// A place is where a line begins, and how many are before it.
type place struct {
	offset int64
	lines  int
}

// add takes the next sample of the first reading.
func (t *table) add(l *lines) {
	t.labels = append(t.labels, l.label)
	if len(t.labels)%stride == 0 {
		t.places = append(t.places, place{l.read, l.line})
	}
}

// read sets x to the samples lo ≤ i < hi.
func (t *table) read(x []float64, lo, hi int) error {
	file, err := t.File.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	from := t.places[lo/stride]
	section := io.NewSectionReader(file, from.offset, t.Size()-from.offset)
	l := newLines(t.path, t.options, bufio.NewReaderSize(section, 1<<18), from.lines)
	for i := lo; i < hi; i++ {
		err := l.next()
		if err == io.EOF {
			return fmt.Errorf("%w: %s ends before sample %d", lclass.ErrChanged, t.path, i)
		}
		if err != nil {
			return err
		}
		if l.label != t.labels[i] {
			return fmt.Errorf("%w: %s, line %d has the label %v, and had %v", lclass.ErrChanged, t.path, l.line, l.label, t.labels[i])
		}
		row := x[(i-lo)*t.d : (i-lo+1)*t.d]
		for e, index := range l.index {
			if index < t.base || index-t.base >= t.d {
				return fmt.Errorf("%w: %s, line %d has the index %d, which it had not", lclass.ErrChanged, t.path, l.line, index)
			}
			row[index-t.base] = l.value[e]
		}
	}
	return t.Check()
}

package svmlight

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// Write writes the samples of d. base is the index of the first feature; DetectBase means
// OneBased. Numbers are read back to the last bit. The labels are the numbers of the
// target, or, of classes without numbers, 0 to K−1 in the order of Data.Classes. Names are
// not written.
//
// Write returns an error, before it writes anything, for data without a target or with
// sets of labels, weights, offsets or texts, which the format cannot hold. After an error
// for a missing value, or of reading d or writing, the file is incomplete.
func Write(w io.Writer, d *lclass.Data, base Base) error {
	if err := (Options{Base: base}).check(); err != nil {
		return err
	}
	label, err := labels(d)
	if err != nil {
		return err
	}
	first := 1
	if base == ZeroBased {
		first = 0
	}
	b := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for i := range d.N() {
		line = append(line[:0], label(i)...)
		for j, v := range d.NonZero(i) {
			if math.IsNaN(v) {
				missing := &lclass.ValueError{Err: lclass.ErrMissing, Column: d.Features()[j], Row: i, Count: 1}
				return invalid.Reworded(missing, "svmlight: feature %q of sample %d is missing; fill it, as lclass.Impute does", missing.Column, i)
			}
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(j+first), 10)
			line = append(line, ':')
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		}
		if err := d.Err(); err != nil {
			return err
		}
		if _, err := b.Write(append(line, '\n')); err != nil {
			return fmt.Errorf("svmlight: sample %d cannot be written: %w", i, err)
		}
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("svmlight: the samples cannot be written: %w", err)
	}
	return nil
}

// labels returns the label of each sample, or why the data cannot be written.
func labels(d *lclass.Data) (func(i int) string, error) {
	y, t := d.Y(), d.T()
	switch {
	case d.N() == 0:
		return nil, fmt.Errorf("svmlight: %w", lclass.ErrNoSamples)
	case d.Weight() != nil || d.Offset() != nil:
		column := "weight"
		if d.Weight() == nil {
			column = "offset"
		}
		return nil, invalid.Reworded(&lclass.ValueError{Column: column, Row: -1}, "svmlight: the data have weights or offsets, which the format cannot hold; leave them out")
	case y == nil && t == nil:
		return nil, invalid.Reworded(&invalid.TargetError{Target: d.Target(), Want: "numbers or classes"}, "svmlight: the data have no target of numbers or classes; a file has one label per sample")
	}
	categories := d.Categories()
	for _, name := range d.Features() {
		if _, text := categories[name]; text {
			text := &lclass.ValueError{Err: lclass.ErrKind, Column: name, Row: -1, Want: []string{"numbers"}}
			return nil, invalid.Reworded(text, "svmlight: feature %q is a text; prepare the data, or read them without Columns.Raw", name)
		}
	}
	if y != nil {
		return func(i int) string { return strconv.FormatFloat(y[i], 'g', -1, 64) }, nil
	}
	return func(i int) string { return strconv.Itoa(t[i]) }, nil
}

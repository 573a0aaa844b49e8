package lclass

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/rows"
)

// FromMatrix returns data with the n×d features x and the class t[i] of sample i, an
// index into classes; [FromLabels] takes class names. It copies x, unless x is sparse
// or [Blocks]. Features are named x1 … xd, or as in x; see [Data.WithFeatures].
func FromMatrix(x mat.Matrix, t []int, classes []string) (*Data, error) {
	d, err := withoutTarget(x)
	if err != nil {
		return nil, err
	}
	return d.withClasses(t, classes)
}

// RegressionFromMatrix returns data with the n×d features x and a number y to predict for
// each sample. It copies y, and x as FromMatrix does. Integers below 2⁵³, up to 1000
// different ones, are also classes, in increasing order; −0 is 0.
func RegressionFromMatrix(x mat.Matrix, y []float64) (*Data, error) {
	d, err := withoutTarget(x)
	if err != nil {
		return nil, err
	}
	if len(y) != d.N() {
		return nil, badLength("targets", len(y), "samples", d.N())
	}
	if err := d.setNumbers(y, nil); err != nil {
		return nil, err
	}
	return d, nil
}

// withoutTarget returns the features x, none of them NaN or infinite.
func withoutTarget(x mat.Matrix) (*Data, error) {
	if isNil(x) {
		return nil, badSetting("matrix of features", nil, "give one, such as mat.NewDense(n, d, values)")
	}
	switch x := x.(type) {
	case *sparseMatrix:
		_, d := x.Dims()
		return &Data{x: x.x, features: defaultNames(d), target: "t"}, nil
	case Blocks:
		return x.data()
	case *Blocks:
		return x.data()
	}
	n, p := x.Dims()
	values := make([]float64, 0, n*p)
	for i := range n {
		for j := range p {
			values = append(values, x.At(i, j))
		}
	}
	d := &Data{x: rows.NewDense(n, p, values), features: defaultNames(p), target: "t"}
	return d, d.checkFinite()
}

var errMoreBytes = errors.New("lclass: there are bytes after the last sample; give each sample its target")

// FromReader reads n = len(t) samples of d bytes each from r, such as the pixels of
// images, with the class of each as an index into classes. Feature j of a sample is scale
// times its byte j; scale 1/255 maps pixels to [0, 1]. It stores only the non-zero bytes (3
// bytes of memory each). It returns an error unless r ends after exactly n samples.
func FromReader(r io.Reader, d int, scale float64, t []int, classes []string) (*Data, error) {
	if r == nil {
		return nil, badSetting("Reader of FromReader", nil, "open one, and check its error")
	}
	if d < 1 || d > rows.MaxColumns {
		return nil, badSetting("number of features", d, "bytes allow 1 to %d", rows.MaxColumns)
	}
	if math.IsNaN(scale) || math.IsInf(scale*255, 0) {
		return nil, badSetting("scale", scale, "it must be a finite number")
	}
	x, row, err := rows.ReadSparse(r, len(t), d, scale)
	if err == nil {
		if _, err = io.ReadFull(r, make([]byte, 1)); err == nil {
			return nil, errMoreBytes
		}
	}
	switch {
	case row < len(t) && (err == io.EOF || err == io.ErrUnexpectedEOF):
		return nil, badLength("samples of bytes", row, "targets", len(t))
	case err != io.EOF:
		return nil, fmt.Errorf("lclass: sample %d cannot be read: %w", row, err)
	}
	data := &Data{x: x, features: defaultNames(d), target: "t"}
	return data.withClasses(t, classes)
}

func (d *Data) withClasses(t []int, classes []string) (*Data, error) {
	if len(classes) == 0 && len(t) > 0 {
		return nil, badLength("names of classes", 0, "targets", len(t))
	}
	if err := checkNames("class", classes); err != nil {
		return nil, err
	}
	if len(t) != d.N() {
		return nil, badLength("targets", len(t), "samples", d.N())
	}
	for i, c := range t {
		if c < 0 || c >= len(classes) {
			return nil, &ValueError{Column: "t", Row: i, Value: fmt.Sprint(float64(c)), remedy: fmt.Sprintf("there are %d classes, 0 to %d", len(classes), len(classes)-1)}
		}
	}
	d.t, d.classes = slices.Clone(t), slices.Clone(classes)
	return d, nil
}

package lclass

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
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
	return d, finiteBlock(d.features)(values, 0, n)
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

// sparseMatrix is an n×d matrix that stores only non-zero values.
type sparseMatrix struct{ x rows.Rows }

// Dims returns the number of rows n and of columns d.
func (s *sparseMatrix) Dims() (n, d int) { return s.x.Dims() }

// At returns the value in row i, column j. It panics if i or j is out of range.
func (s *sparseMatrix) At(i, j int) float64 {
	n, d := s.Dims()
	checkIndex("At of a sparse matrix", "row", i, n)
	checkIndex("At of a sparse matrix", "column", j, d)
	return s.x.At(i, j)
}

// T returns the transpose, a view.
func (s *sparseMatrix) T() mat.Matrix { return mat.Transpose{Matrix: s} }

// SparseFromRows returns an n×d matrix that stores only non-zero values, such as word
// counts, with 10 bytes of memory each. [FromMatrix], [RegressionFromMatrix] and
// [FromLabels] accept it like any other matrix and do not copy it. It is immutable.
//
// The arguments are those of the compressed row format, as in scipy's csr_matrix
// (d = shape[1], indptr, indices, data): row i has the values value[e] in the columns
// column[e] for start[i] ≤ e < start[i+1], in any order. d is at most 2²⁴; each 65536
// columns take 8 bytes per row. It copies the slices.
//
// It returns an error if a column is out of range or repeated in a row, if a value is NaN
// or infinite, or unless start begins with 0, never decreases, and ends with the number
// of values. A start of [0] gives a matrix without rows.
func SparseFromRows(d int, start, column []int, value []float64) (mat.Matrix, error) {
	if err := checkStart(start, len(column), len(value)); err != nil {
		return nil, err
	}
	if d < 0 || d > rows.MaxWide {
		return nil, badSetting("number of columns", d, "a sparse matrix has 0 to %d", rows.MaxWide)
	}
	b := rows.Builder{Rows: len(start) - 1}
	var order []int
	for i := range len(start) - 1 {
		order = order[:0]
		for e := start[i]; e < start[i+1]; e++ {
			order = append(order, e)
		}
		slices.SortFunc(order, func(e, f int) int { return column[e] - column[f] })
		for at, e := range order {
			c, v := column[e], value[e]
			switch {
			case c < 0 || c >= d:
				return nil, invalid.Worded("column", c, "lclass: row %d has a value in column %d; the matrix has %d columns, counted from 0", i, c, d)
			case at > 0 && column[order[at-1]] == c:
				return nil, invalid.Worded("column", c, "lclass: row %d has two values in column %d; add them up or leave one out", i, c)
			case math.IsNaN(v) || math.IsInf(v, 0):
				return nil, &ValueError{Column: defaultNames(d)[c], Row: i, Value: fmt.Sprint(v)}
			}
			b.Add(c, v)
		}
		b.EndRow()
	}
	return &sparseMatrix{b.Sparse(d)}, nil
}

func checkStart(start []int, columns, values int) error {
	if columns != values {
		return badLength("columns", columns, "values", values)
	}
	if len(start) == 0 || start[0] != 0 || start[len(start)-1] != values {
		return invalid.Worded("start", start, "lclass: start must begin with 0 and end with %d, the number of values; it is %s", values, ends(start))
	}
	for i, s := range start[1:] {
		if s < start[i] {
			return invalid.Worded("start", s, "lclass: row %d starts at %d but ends at %d", i, start[i], s)
		}
	}
	return nil
}

func ends(start []int) string {
	if len(start) == 0 {
		return "empty"
	}
	return fmt.Sprintf("%d … %d", start[0], start[len(start)-1])
}

package lclass

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass/internal/rows"
)

// sparseMatrix is an n×d matrix that stores only non-zero values.
type sparseMatrix struct{ x rows.Rows }

var _ mat.Matrix = (*sparseMatrix)(nil)

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

package kernel

import (
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// DenseScores sets z, n×k, to x·w + b for the n = len(x)/d rows x. The k =
// len(b) weights of a column lie side by side in w.
func DenseScores(z, x []float64, d int, w, b []float64) {
	k := len(b)
	n := len(z) / k
	for i := range n {
		copy(z[i*k:], b)
	}
	if k == 1 {
		for i := range n {
			z[i] += Dot(x[i*d:(i+1)*d], w)
		}
		return
	}
	multiply(z, k, x, 1, d, w, k, n, k, d)
}

// DenseGradient adds xᵀr to g for n = len(r)/k rows x of length d. The k values
// of a column lie side by side in g, and r is n×k.
func DenseGradient(g, x []float64, d int, r []float64, k int) {
	n := len(r) / k
	if k == 1 {
		for i, v := range r {
			Axpy(v, x[i*d:(i+1)*d], g)
		}
		return
	}
	multiply(g, k, x, d, 1, r, k, d, k, n)
}

// DenseGram adds Σ rᵢ φᵢφᵢᵀ to the upper triangle of h, (d+1)×(d+1), and
// something to the rest of h, where φ = (x−shift, 1) for the len(r) rows x.
func DenseGram(h, x []float64, d int, r, shift []float64) {
	const block = 128
	p := d + 1
	memory := scratch(2 * min(block, len(r)) * p)
	defer keep(memory)
	for start := 0; start < len(r); start += block {
		r := r[start:min(start+block, len(r))]
		phi, weighted := memory[:len(r)*p], memory[len(r)*p:2*len(r)*p]
		for i, weight := range r {
			row := x[(start+i)*d : (start+i+1)*d]
			shiftRow(phi[i*p:(i+1)*p-1], weighted[i*p:(i+1)*p-1], row, shift, weight)
			phi[i*p+d], weighted[i*p+d] = 1, weight
		}
		if best == nil {
			gram(h, phi, weighted, p, len(r))
			continue
		}
		for i := 0; i < p; i += best.rows {
			multiply(h[i*p+i:], p, weighted[i:], p, 1, phi[i:], p, min(best.rows, p-i), p-i, len(r))
		}
	}
}

// gram adds φᵀ·weighted to the upper triangle of h: strips of columns skip
// most of the rest.
func gram(h, phi, weighted []float64, p, n int) {
	const strip = 64
	for j := 0; j < p; j += strip {
		width := min(strip, p-j)
		blas64.Gemm(blas.Trans, blas.NoTrans, 1,
			blas64.General{Rows: n, Cols: j + width, Stride: p, Data: phi},
			blas64.General{Rows: n, Cols: width, Stride: p, Data: weighted[j:]},
			1, blas64.General{Rows: j + width, Cols: width, Stride: p, Data: h[j:]})
	}
}

// shiftRow sets phi to x − mean and weighted to r·phi.
func shiftRow(phi, weighted, x, mean []float64, r float64) {
	x, mean, weighted = x[:len(phi)], mean[:len(phi)], weighted[:len(phi)]
	if best != nil && len(phi) > 0 {
		best.shift(&phi[0], &weighted[0], &x[0], &mean[0], len(phi), r)
		return
	}
	for j, v := range x {
		v -= mean[j]
		phi[j], weighted[j] = v, r*v
	}
}

// DenseMoments adds Σ rᵢ(xᵢ−mean) to sum and Σ rᵢ(xᵢ−mean)² to square for the
// len(r) rows x.
func DenseMoments(sum, square, x []float64, d int, mean, r []float64) {
	if best == nil {
		for i, weight := range r {
			for j, v := range x[i*d : (i+1)*d] {
				v -= mean[j]
				sum[j] += weight * v
				square[j] += weight * v * v
			}
		}
		return
	}
	sum, square, mean = sum[:d], square[:d], mean[:d]
	const block = 256
	for start := 0; start < len(r); start += block {
		r := r[start:min(start+block, len(r))]
		x := x[start*d : (start+len(r))*d]
		for at := 0; at < d; {
			width, l := best.dense.widest(d - at)
			l.moments(&sum[at], &square[at], &x[at], d, &mean[at], &r[0], len(r))
			at += width
		}
	}
}

// multiply adds a·b to c, rows×columns. Value (i, t) of a, rows×n, is
// a[i·next + t·step].
func multiply(c []float64, ldc int, a []float64, step, next int, b []float64, ldb, rows, columns, n int) {
	if rows == 0 || columns == 0 || n == 0 {
		return
	}
	_, _, _ = c[(rows-1)*ldc+columns-1], a[(rows-1)*next+(n-1)*step], b[(n-1)*ldb+columns-1]
	if best == nil || n < 4 {
		for t := range n {
			for i := range rows {
				axpy(a[i*next+t*step], b[t*ldb:t*ldb+columns], c[i*ldc:i*ldc+columns])
			}
		}
		return
	}
	for i := 0; i < rows; {
		high := i+best.rows <= rows
		for at := 0; at < columns; {
			width, l := best.dense.widest(columns - at)
			tile := l.row
			if high {
				tile = l.tile
			}
			tile(&c[i*ldc+at], ldc, &a[i*next], step, next, &b[at], ldb, n)
			at += width
		}
		if high {
			i += best.rows
		} else {
			i++
		}
	}
}

// denseLoops do not check anything.
type denseLoops struct {
	tile, row func(c *float64, ldc int, a *float64, step, next int, b *float64, ldb, n int) // for best.rows rows and for one
	moments   func(sum, square, x *float64, d int, mean, r *float64, n int)
}

var pool sync.Pool

// scratch returns memory for n float64, which have any values.
func scratch(n int) []float64 {
	if m, ok := pool.Get().(*[]float64); ok && cap(*m) >= n {
		return (*m)[:n]
	}
	return make([]float64, n)
}

func keep(m []float64) { pool.Put(&m) }

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
	if k == 1 && best != nil && n > 0 && d > 0 {
		best.dots(&z[0], &x[:n*d][0], d, &w[:d][0], n)
		return
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
// of a column lie side by side in g, and r is n×k. Of few scores it adds up those of
// many columns side by side.
func DenseGradient(g, x []float64, d int, r []float64, k int) {
	const few, side = 3, 16
	n := len(r) / k
	switch {
	case k > 1 && k <= few && best != nil && n >= side && d >= side:
		sums := scratch(k * side)
		defer keep(sums)
		for at := 0; at < d; at += side {
			width := min(side, d-at)
			clear(sums)
			multiply(sums, side, r, k, 1, x[at:], d, k, width, n)
			for j := range width {
				for c := range k {
					g[(at+j)*k+c] += sums[c*side+j]
				}
			}
		}
	case k > 1:
		multiply(g, k, x, d, 1, r, k, d, k, n)
	case d >= 8:
		multiply(g, d, r, 1, 0, x, d, 1, d, n)
	default:
		for i, v := range r {
			Axpy(v, x[i*d:(i+1)*d], g)
		}
	}
}

// Products adds xᵀy to h, p×q, for n rows of p values of x and of q of y. Rows of h lie ldh
// apart, those of x and y ldx and ldy.
func Products(h []float64, ldh int, x []float64, ldx, p int, y []float64, ldy, q, n int) {
	multiply(h, ldh, x, ldx, 1, y, ldy, p, q, n)
}

// DenseGram adds Σ rᵢ φᵢφᵢᵀ to the upper triangle of h, (d+1)×(d+1), and
// something to the rest of h, where φ = (x−shift, 1) for the len(r) rows x. Of
// few columns it makes as many as fill tiles, and takes so many rows at a time
// that they stay next to the processor. Meanwhile it fetches next, the values
// that are read after x; none if it is nil.
func DenseGram(h, x []float64, d int, r, shift, next []float64) {
	const (
		few     = 128
		inCache = 1 << 11 // values of φ
	)
	p, block := d+1, 128
	if p <= few {
		block = max(32, min(inCache/p, block))
	}
	wide, sums := p, h
	most := min(block, len(r))
	memory := scratch(2*most*(p+few) + few*few)
	defer keep(memory)
	var after *ahead
	if best != nil {
		after = &ahead{next, 1 + 2*d*best.rows*best.dense[0].width/(p*p)}
	}
	if best != nil && p <= few && p%best.rows > 0 {
		wide = (p + best.rows - 1) / best.rows * best.rows
		sums = memory[2*most*wide:][:wide*wide]
		clear(sums)
	}
	phi, weighted := memory[:most*wide], memory[most*wide:2*most*wide]
	for i := range most {
		clear(weighted[i*wide+p : (i+1)*wide])
		clear(phi[i*wide+p : (i+1)*wide])
		phi[i*wide+d] = 1
	}
	for start := 0; start < len(r); start += block {
		r := r[start:min(start+block, len(r))]
		shiftRows(phi, weighted, x[start*d:(start+len(r))*d], d, shift, r, wide)
		if best == nil {
			gram(h, phi, weighted, p, len(r))
			continue
		}
		for i := 0; i < wide; i += best.rows {
			multiplyBefore(after, sums[i*wide+i:], wide, weighted[i:], wide, 1, phi[i:], wide, min(best.rows, wide-i), wide-i, len(r))
		}
	}
	if wide > p {
		for i := range p {
			axpy(1, sums[i*wide+i:i*wide+p], h[i*p+i:])
		}
	}
}

// ahead are values that are read after a product and fetched meanwhile, a number
// of them in each step of a tile. nil is none.
type ahead struct {
	x  []float64
	by int
}

// next returns where a tile of n steps begins to fetch, and by how far it goes on.
func (a *ahead) next(n int) (x *float64, by int) {
	if a == nil || len(a.x) <= n*a.by {
		return &byteValues[0], 0
	}
	x = &a.x[0]
	a.x = a.x[n*a.by:]
	return x, a.by
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

// shiftRows sets the first d values of the rows of phi to x − mean and the first
// d+1 of those of weighted to r·(x − mean, 1).
func shiftRows(phi, weighted, x []float64, d int, mean, r []float64, wide int) {
	if best != nil && d > 0 {
		best.shift(&phi[0], &weighted[0], &x[0], d, &mean[:d][0], &r[0], wide, len(r))
	}
	for i, weight := range r {
		weighted[i*wide+d] = weight
		if best == nil {
			for j, v := range x[i*d : (i+1)*d] {
				v -= mean[j]
				phi[i*wide+j], weighted[i*wide+j] = v, weight*v
			}
		}
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
	multiplyBefore(nil, c, ldc, a, step, next, b, ldb, rows, columns, n)
}

// multiplyBefore is multiply before something is read, which it fetches.
func multiplyBefore(after *ahead, c []float64, ldc int, a []float64, step, next int, b []float64, ldb, rows, columns, n int) {
	if rows == 0 || columns == 0 || n == 0 {
		return
	}
	_, _, _ = c[(rows-1)*ldc+columns-1], a[(rows-1)*next+(n-1)*step], b[(n-1)*ldb+columns-1]
	few := 0 // rows that tiles leave where they gain nothing
	switch {
	case best == nil:
		few = rows
	case n < 4:
		few = rows % best.rows
	}
	rows -= few
	for t := 0; t < n && few > 0; t++ {
		for i := rows; i < rows+few; i++ {
			axpy(a[i*next+t*step], b[t*ldb:t*ldb+columns], c[i*ldc:i*ldc+columns])
		}
	}
	for i := 0; i < rows; {
		high := i+best.rows <= rows
		for at := 0; at < columns; {
			width, l := best.dense.widest(columns - at)
			tile := l.row
			if high {
				tile = l.tile
			}
			x, by := after.next(n)
			tile(&c[i*ldc+at], ldc, &a[i*next], step, next, &b[at], ldb, n, x, by)
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
	tile, row func(c *float64, ldc int, a *float64, step, next int, b *float64, ldb, n int, ahead *float64, by int) // for best.rows rows and for one
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

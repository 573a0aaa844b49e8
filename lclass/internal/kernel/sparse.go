package kernel

import "unsafe"

// Value is what a sparse row can hold.
type Value interface{ uint8 | float64 }

// SparseScores sets z, n×k, to scale·x·w + b for n = len(start)−1 sparse rows
// x. Row i has the entries start[i] ≤ e < start[i+1] of column and value. The
// k = len(b) weights of a column lie side by side in w.
func SparseScores[V Value](z []float64, start []int, column []uint16, value []V, scale float64, w, b []float64) {
	n, k := len(start)-1, len(b)
	z = z[:n*k]
	if best == nil || n == 0 || start[0] == start[n] {
		sparseScores(z, start, column, value, scale, w, b)
		return
	}
	column, value = column[:start[n]], value[:start[n]]
	loops, dots, bytes := loopsFor(value)
	if k == 1 && dots.scores != nil {
		dots.scores(&z[0], n, &start[0], &column[0], bytes, &byteValues[0], scale, &w[0], &b[0])
		return
	}
	for at := 0; at < k; {
		width, l := loops.widest(k - at)
		l.scores(&z[at], n, k, &start[0], &column[0], bytes, &byteValues[0], scale, &w[at], &b[at])
		at += width
	}
}

// Until reports whether there is a SparseUntil.
func Until() bool { return best != nil && best.byteDots.until != nil }

// SparseUntil passes over sparse rows x, as in [SparseScores], while
// sign·z > beyond for their only score z = scale·x·w + b. It returns how many it
// has passed and the score of the next, if there is one. It needs [Until].
func SparseUntil[V Value](start []int, column []uint16, value []V, scale float64, w, b, sign []float64, beyond float64) (passed int, z float64) {
	n := len(start) - 1
	sign = sign[:n]
	if n == 0 || start[n] == 0 {
		for passed < n && sign[passed]*b[0] > beyond {
			passed++
		}
		return passed, b[0]
	}
	column, value = column[:start[n]], value[:start[n]]
	_, dots, bytes := loopsFor(value)
	left := dots.until(&z, n, &start[0], &column[0], bytes, &byteValues[0], scale, &w[0], &b[0], &sign[0], beyond)
	return n - left, z
}

// SparseGradient adds scale·xᵀr to g for sparse rows x as in [SparseScores].
// The k values of a column lie side by side in g, and r is n×k.
func SparseGradient[V Value](g []float64, start []int, column []uint16, value []V, scale float64, r []float64, k int) {
	n := len(start) - 1
	r = r[:n*k]
	if best == nil || n == 0 || start[0] == start[n] {
		sparseGradient(g, start, column, value, scale, r, k)
		return
	}
	column, value = column[:start[n]], value[:start[n]]
	loops, _, bytes := loopsFor(value)
	for at := 0; at < k; {
		width, l := loops.widest(k - at)
		l.gradient(&g[at], n, k, &start[0], &column[0], bytes, &byteValues[0], scale, &r[at])
		at += width
	}
}

// sparseLoops work on some of the k scores of each row, of the first of which
// they are given the address; value are bytes or float64. They do not check
// anything.
type sparseLoops struct {
	scores   func(z *float64, rows, k int, start *int, column *uint16, value *byte, table *float64, scale float64, w, b *float64)
	gradient func(gradient *float64, rows, k int, start *int, column *uint16, value *byte, table *float64, scale float64, r *float64)
}

// sparseDots are for k = 1: scores, and the score of the first row that is not
// passed over, with the number of rows that are left with it.
type sparseDots struct {
	scores func(z *float64, rows int, start *int, column *uint16, value *byte, table *float64, scale float64, w, b *float64)
	until  func(z *float64, rows int, start *int, column *uint16, value *byte, table *float64, scale float64, w, b, sign *float64, beyond float64) (left int)
}

// byteValues has the float64 of each byte.
var byteValues = func() (table [256]float64) {
	for i := range table {
		table[i] = float64(i)
	}
	return table
}()

func loopsFor[V Value](value []V) (byWidth[sparseLoops], sparseDots, *byte) {
	address := (*byte)(unsafe.Pointer(&value[0]))
	if unsafe.Sizeof(value[0]) == 1 {
		return best.bytes, best.byteDots, address
	}
	return best.floats, best.floatDots, address
}

func sparseScores[V Value](z []float64, start []int, column []uint16, value []V, scale float64, w, b []float64) {
	k := len(b)
	for i := range len(start) - 1 {
		lo, hi := start[i], start[i+1]
		scores := z[i*k : (i+1)*k]
		clear(scores)
		switch k {
		case 1:
			for e, c := range column[lo:hi] {
				scores[0] += float64(value[lo+e]) * w[c]
			}
		case 10:
			sparseScores10((*[10]float64)(scores), column[lo:hi], value[lo:hi], w)
		default:
			for e, c := range column[lo:hi] {
				axpy(float64(value[lo+e]), w[int(c)*k:(int(c)+1)*k], scores)
			}
		}
		for j := range scores {
			scores[j] = scale*scores[j] + b[j]
		}
	}
}

func sparseGradient[V Value](g []float64, start []int, column []uint16, value []V, scale float64, r []float64, k int) {
	scaled := make([]float64, k)
	for i := range len(start) - 1 {
		lo, hi := start[i], start[i+1]
		for j, v := range r[i*k : (i+1)*k] {
			scaled[j] = scale * v
		}
		switch k {
		case 1:
			for e, c := range column[lo:hi] {
				g[c] += float64(value[lo+e]) * scaled[0]
			}
		case 10:
			sparseGradient10(g, column[lo:hi], value[lo:hi], (*[10]float64)(scaled))
		default:
			for e, c := range column[lo:hi] {
				axpy(float64(value[lo+e]), scaled, g[int(c)*k:(int(c)+1)*k])
			}
		}
	}
}

// Ten classes, as digits have, fit the registers of a processor.

func sparseScores10[V Value](z *[10]float64, column []uint16, value []V, w []float64) {
	z0, z1, z2, z3, z4, z5, z6, z7, z8, z9 := z[0], z[1], z[2], z[3], z[4], z[5], z[6], z[7], z[8], z[9]
	value = value[:len(column)]
	for e, c := range column {
		v := float64(value[e])
		p := (*[10]float64)(w[int(c)*10:])
		z0 += v * p[0]
		z1 += v * p[1]
		z2 += v * p[2]
		z3 += v * p[3]
		z4 += v * p[4]
		z5 += v * p[5]
		z6 += v * p[6]
		z7 += v * p[7]
		z8 += v * p[8]
		z9 += v * p[9]
	}
	*z = [10]float64{z0, z1, z2, z3, z4, z5, z6, z7, z8, z9}
}

func sparseGradient10[V Value](g []float64, column []uint16, value []V, r *[10]float64) {
	r0, r1, r2, r3, r4, r5, r6, r7, r8, r9 := r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9]
	value = value[:len(column)]
	for e, c := range column {
		v := float64(value[e])
		p := (*[10]float64)(g[int(c)*10:])
		p[0] += v * r0
		p[1] += v * r1
		p[2] += v * r2
		p[3] += v * r3
		p[4] += v * r4
		p[5] += v * r5
		p[6] += v * r6
		p[7] += v * r7
		p[8] += v * r8
		p[9] += v * r9
	}
}

package kernel

// Value is what a sparse row can hold.
type Value interface{ ~uint8 | ~float64 }

// SparseScores adds Σₑ value[e]·w[column[e]] to the k scores z of a sparse
// row. The k weights of a column lie side by side in w.
func SparseScores[V Value](z []float64, column []uint16, value []V, w []float64) {
	if len(z) == 10 {
		sparseScores10((*[10]float64)(z), column, value, w)
		return
	}
	k := len(z)
	for e, c := range column {
		Axpy(float64(value[e]), w[int(c)*k:(int(c)+1)*k], z)
	}
}

// SparseOuter adds value[e]·r to g[column[e]] for every entry e of a sparse
// row. The k = len(r) values of a column lie side by side in g.
func SparseOuter[V Value](g []float64, column []uint16, value []V, r []float64) {
	if len(r) == 10 {
		sparseOuter10(g, column, value, (*[10]float64)(r))
		return
	}
	k := len(r)
	for e, c := range column {
		Axpy(float64(value[e]), r, g[int(c)*k:(int(c)+1)*k])
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

func sparseOuter10[V Value](g []float64, column []uint16, value []V, r *[10]float64) {
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

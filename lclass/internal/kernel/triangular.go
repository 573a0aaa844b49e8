package kernel

// CholeskySolve sets x, p×k, to (UᵀU)⁻¹x for an upper triangular U whose rows
// are stride apart in u. The rest of u is not looked at.
func CholeskySolve(u []float64, stride, p int, x []float64, k int) {
	const block = 32
	memory := scratch(p * k)
	defer keep(memory)
	minus := memory[:p*k] // −x as far as it is known
	for lo := 0; lo < p; lo += block {
		hi := min(lo+block, p)
		for i := lo; i < hi; i++ {
			row := x[i*k : (i+1)*k]
			for j := lo; j < i; j++ {
				axpy(-u[j*stride+i], x[j*k:(j+1)*k], row)
			}
			divide(row, u[i*stride+i])
		}
		negate(minus[lo*k:hi*k], x[lo*k:hi*k])
		if hi < p {
			multiply(x[hi*k:], k, u[lo*stride+hi:], stride, 1, minus[lo*k:], k, p-hi, k, hi-lo)
		}
	}
	for lo := (p - 1) / block * block; lo >= 0; lo -= block {
		hi := min(lo+block, p)
		if hi < p {
			multiply(x[lo*k:], k, u[lo*stride+hi:], 1, stride, minus[hi*k:], k, hi-lo, k, p-hi)
		}
		for i := hi - 1; i >= lo; i-- {
			row := x[i*k : (i+1)*k]
			for j := i + 1; j < hi; j++ {
				axpy(-u[i*stride+j], x[j*k:(j+1)*k], row)
			}
			divide(row, u[i*stride+i])
		}
		negate(minus[lo*k:hi*k], x[lo*k:hi*k])
	}
}

func divide(x []float64, by float64) {
	for i := range x {
		x[i] /= by
	}
}

func negate(minus, x []float64) {
	for i, v := range x {
		minus[i] = -v
	}
}

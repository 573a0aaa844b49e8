package kernel

import "math"

// Cholesky replaces the upper triangle of a symmetric p×p matrix by U with
// UᵀU = a. The rest of a is not looked at, and holds anything afterwards. It
// returns false, with half of the work done, if a is not positive definite, or if stop,
// unless it is nil, returns true.
func Cholesky(a []float64, p int, stop func() bool) bool {
	const block = 32
	memory := scratch(block * p)
	defer keep(memory)
	for lo := 0; lo < p; lo += block {
		hi := min(lo+block, p)
		if stop != nil && stop() {
			return false
		}
		width := hi - lo
		minus := memory[:lo*width] // −U above the block
		for i := range lo {
			negate(minus[i*width:(i+1)*width], a[i*p+lo:i*p+hi])
		}
		multiply(a[lo*p+lo:], p, minus, width, 1, a[lo:], p, width, p-lo, lo)
		for i := lo; i < hi; i++ {
			row := a[i*p+i : (i+1)*p]
			pivot := math.Sqrt(row[0])
			if !(pivot > 0) || math.IsInf(pivot, 1) {
				return false
			}
			divide(row, pivot)
			for j := i + 1; j < hi; j++ {
				Axpy(-row[j-i], row[j-i:], a[j*p+j:(j+1)*p])
			}
		}
	}
	return true
}

// CholeskySolve sets x, p×k, to (UᵀU)⁻¹x for the U of [Cholesky], the upper
// triangle of the p×p values in u. The rest of u is not looked at.
func CholeskySolve(u []float64, p int, x []float64, k int) {
	const block = 16
	memory := scratch(p * k)
	defer keep(memory)
	minus := memory[:p*k] // −x as far as it is known
	for lo := 0; lo < p; lo += block {
		hi := min(lo+block, p)
		for i := lo; i < hi; i++ {
			row := x[i*k : (i+1)*k]
			for j := lo; j < i; j++ {
				Axpy(-u[j*p+i], x[j*k:(j+1)*k], row)
			}
			divide(row, u[i*p+i])
		}
		negate(minus[lo*k:hi*k], x[lo*k:hi*k])
		if hi < p {
			multiply(x[hi*k:], k, u[lo*p+hi:], p, 1, minus[lo*k:], k, p-hi, k, hi-lo)
		}
	}
	for lo := (p - 1) / block * block; lo >= 0; lo -= block {
		hi := min(lo+block, p)
		if hi < p {
			multiply(x[lo*k:], k, u[lo*p+hi:], 1, p, minus[hi*k:], k, hi-lo, k, p-hi)
		}
		for i := hi - 1; i >= lo; i-- {
			row := x[i*k : (i+1)*k]
			for j := i + 1; j < hi; j++ {
				Axpy(-u[i*p+j], x[j*k:(j+1)*k], row)
			}
			divide(row, u[i*p+i])
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

package main

// cholesky replaces the lower triangle of the positive semidefinite a, p×p by
// rows, by its factor. A pivot below 1e-26 of its diagonal counts as infinite, so
// that directions without curvature are left alone.
func cholesky(a []long, p int) {
	const least = 1e-26
	for j := range p {
		row := a[j*p : j*p+j+1]
		diagonal := row[j]
		pivot := diagonal
		for k := range j {
			pivot = pivot.sub(row[k].mul(row[k]))
		}
		if pivot.hi <= least*diagonal.hi || diagonal.hi <= 0 {
			row[j] = long{}
			for i := j + 1; i < p; i++ {
				a[i*p+j] = long{}
			}
			continue
		}
		root := pivot.sqrt()
		row[j] = root
		inverse := number(1).div(root)
		for i := j + 1; i < p; i++ {
			other := a[i*p : i*p+j+1]
			sum := other[j]
			for k := range j {
				sum = sum.sub(other[k].mul(row[k]))
			}
			other[j] = sum.mul(inverse)
		}
	}
}

// solveCholesky returns x of L Lᵀ x = b, 0 where L has no pivot.
func solveCholesky(l []long, p int, b []long) []long {
	x := append([]long(nil), b...)
	for i := range p {
		if l[i*p+i].isZero() {
			x[i] = long{}
			continue
		}
		for k := range i {
			x[i] = x[i].sub(l[i*p+k].mul(x[k]))
		}
		x[i] = x[i].div(l[i*p+i])
	}
	for i := p - 1; i >= 0; i-- {
		if l[i*p+i].isZero() {
			x[i] = long{}
			continue
		}
		for k := i + 1; k < p; k++ {
			x[i] = x[i].sub(l[k*p+i].mul(x[k]))
		}
		x[i] = x[i].div(l[i*p+i])
	}
	return x
}

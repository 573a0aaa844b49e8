package main

import (
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// mirrored returns two-class data with the mean of each feature taken off,
// and each sample a second time as −x in the other class. With b goes −b, so
// that b = 0 is a best bias for every loss and penalty: problems with and
// without a bias, and with a penalty on it, as LIBLINEAR has, have the same
// solution.
func mirrored(d *lclass.Data) *lclass.Data {
	n := d.N()
	x, t := mat.NewDense(2*n, d.D(), nil), make([]int, 2*n)
	for j := range d.D() {
		column := d.Column(j)
		m := mean(column)
		for i, v := range column {
			x.Set(i, j, v-m)
			x.Set(n+i, j, m-v)
		}
	}
	for i, class := range d.T() {
		t[i], t[n+i] = class, 1-class
	}
	return lclass.Must(lclass.FromMatrix(x, t, d.Classes()))
}

// cyclic returns data of K classes with the first K features, centred, and each
// sample K times: with features and class moved on by 0, 1 … K−1 places,
// around. With b goes b moved on, so that equal biases, which are none, are
// best.
func cyclic(d *lclass.Data) *lclass.Data {
	n, k := d.N(), d.K()
	x, t := mat.NewDense(n*k, k, nil), make([]int, n*k)
	for j := range k {
		column := d.Column(j)
		m := mean(column)
		for i, v := range column {
			for by := range k {
				x.Set(by*n+i, (j+by)%k, v-m)
			}
		}
	}
	for i, class := range d.T() {
		for by := range k {
			t[by*n+i] = (class + by) % k
		}
	}
	return lclass.Must(lclass.FromMatrix(x, t, d.Classes()))
}

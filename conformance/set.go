package main

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// A set is data that problems are made of.
type set struct {
	name string
	*lclass.Data
	determined bool // whether there is one W and b without a penalty
}

// sets returns all data in the order of the table. Their targets are the two
// classes, more classes or the number that is to be predicted.
func sets() []set {
	iris := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	two := classes(iris, "versicolor", "virginica")
	cancer := breastCancer()
	means := columns(cancer, cancer.Features()[:10]...)
	images := datasets.Digits()
	written := make([]float64, images.N())
	for i, class := range images.T() {
		written[i] = float64(class)
	}
	all := []set{
		{name: "iris", Data: iris},
		{name: "iris two", Data: two}, // the classes that overlap
		{name: "iris mirrored", Data: mirrored(two)},
		{name: "iris cyclic", Data: cyclic(iris)},
		{name: "iris width", Data: lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"sepal_length", "sepal_width", "petal_length"}}))},
		{name: "digits", Data: images},
		{name: "digits 8", Data: lclass.Must(images.Positive("8"))},
		{name: "digits three", Data: classes(images, "3", "8", "9")},
		{name: "digits number", Data: regression(images, written)},
		{name: "titanic", Data: lclass.Must(lclass.FromFrame(datasets.TitanicTable(), lclass.Columns{Target: "Survived", Weight: "Freq"}))},
		{name: "titanic class", Data: lclass.Must(lclass.FromFrame(datasets.TitanicTable(), lclass.Columns{Target: "Class", Features: []string{"Sex", "Survived"}, Weight: "Freq"}))},
		{name: "cancer", Data: cancer},
		{name: "cancer means", Data: means}, // a third of the features, which do not part the classes
		{name: "cancer mirrored", Data: mirrored(cancer)},
		{name: "cancer radius", Data: regression(means, cancer.Column(slices.Index(cancer.Features(), "worst_radius")))},
	}
	all = append(all, generated()...)
	for i := range all {
		all[i].determined = all[i].independent()
	}
	return all
}

// find returns the set of that name.
func find(all []set, name string) set {
	return all[slices.IndexFunc(all, func(s set) bool { return s.name == name })]
}

// classes returns the samples of some classes.
func classes(d *lclass.Data, names ...string) *lclass.Data {
	var kept []int
	var labels []string
	for i, t := range d.T() {
		if name := d.Classes()[t]; slices.Contains(names, name) {
			kept, labels = append(kept, i), append(labels, name)
		}
	}
	return lclass.Must(lclass.FromLabels(d.Subset(kept).Matrix(), labels))
}

// columns returns the data with some features only.
func columns(d *lclass.Data, names ...string) *lclass.Data {
	x := mat.NewDense(d.N(), len(names), nil)
	for j, name := range names {
		x.SetCol(j, d.Column(slices.Index(d.Features(), name)))
	}
	return lclass.Must(lclass.FromMatrix(x, d.T(), d.Classes()))
}

// regression returns the features of d with a number as target.
func regression(d *lclass.Data, y []float64) *lclass.Data {
	return lclass.Must(lclass.RegressionFromMatrix(d.Matrix(), y))
}

// kept returns the samples that have a weight.
func (s set) kept() []int {
	var kept []int
	weight := s.Weight()
	for i := range s.N() {
		if weight == nil || weight[i] > 0 {
			kept = append(kept, i)
		}
	}
	return kept
}

// total returns Σs.
func (s set) total() float64 {
	var total float64
	for _, v := range (problem{}).weights(s) {
		total += v
	}
	return total
}

// independent reports whether the features and the constant do not depend on
// each other linearly.
func (s set) independent() bool {
	d := s.Subset(s.kept())
	x := mat.NewDense(d.N(), d.D()+1, nil)
	for j := range d.D() {
		column := d.Column(j)
		m := mean(column)
		for i, v := range column {
			x.Set(i, j, v-m)
		}
		if norm := mat.Norm(x.ColView(j), 2); norm > 0 {
			for i := range column {
				x.Set(i, j, x.At(i, j)/norm)
			}
		}
	}
	for i := range d.N() {
		x.Set(i, d.D(), 1)
	}
	var svd mat.SVD
	return svd.Factorize(x, mat.SVDNone) && svd.Rank(1e-13) == d.D()+1
}

func mean(v []float64) float64 {
	var m float64
	for _, x := range v {
		m += x / float64(len(v))
	}
	return m
}

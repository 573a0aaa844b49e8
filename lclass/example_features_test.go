package lclass_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// Three of a hundred are ill. Balanced, each of them weighs as much as 32
// healthy ones, and the boundary moves away from them.
func ExampleData_Balanced() {
	x, ill := mat.NewDense(100, 1, nil), make([]bool, 100)
	for i := range ill {
		x.Set(i, 0, float64(i))
		ill[i] = i == 88 || i == 93 || i == 96
	}
	d := lclass.Must(lclass.FromLabels(x, ill))
	balanced := lclass.Must(d.Balanced())
	fmt.Printf("weights %.3f and %.3f\n", balanced.Weight()[0], balanced.Weight()[88])
	for _, d := range []*lclass.Data{d, balanced} {
		m := lclass.Must(lclass.Logistic{}.Fit(d))
		fmt.Printf("P(ill | x = 90) = %.2f\n", m.ProbaOne([]float64{90})[1])
	}
	// Output:
	// weights 0.515 and 16.667
	// P(ill | x = 90) = 0.12
	// P(ill | x = 90) = 0.82
}

// Missing a thief costs ten times as much as suspecting a customer.
func ExampleData_WithClassWeight() {
	x := mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6})
	d := lclass.Must(lclass.FromLabels(x, []string{"customer", "customer", "thief", "customer", "thief", "thief"}))
	costly := lclass.Must(d.WithClassWeight(map[string]float64{"thief": 10}))
	fmt.Println(costly.Weight())
	_, err := d.WithClassWeight(map[string]float64{"Thief": 10})
	fmt.Println(err)
	// Output:
	// [1 1 10 1 10 10]
	// lclass: target "t" has no class "Thief"; its classes are ["customer" "thief"]
}

// Classes are texts, whole numbers or truth values.
func ExampleFromLabels() {
	x := mat.NewDense(3, 1, []float64{0.5, 1.5, 2.5})
	texts := lclass.Must(lclass.FromLabels(x, []string{"cat", "dog", "cat"}))
	numbers := lclass.Must(lclass.FromLabels(x, []int{10, 9, 10}))
	truth := lclass.Must(lclass.FromLabels(x, []bool{true, false, true}))
	for _, d := range []*lclass.Data{texts, numbers, truth} {
		fmt.Println(d.Classes(), d.T(), "positive:", d.Classes()[1])
	}
	cats := lclass.Must(texts.Positive("cat"))
	fmt.Println(cats.Classes(), cats.T(), "positive:", cats.Classes()[1])
	// Output:
	// [cat dog] [0 1 0] positive: dog
	// [9 10] [1 0 1] positive: 10
	// [false true] [1 0 1] positive: true
	// [dog cat] [1 0 1] positive: cat
}

// XOR is not separable by a line in x1, x2. It is in x1, x2, x1·x2.
func ExamplePolynomial() {
	x := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1})
	xor := lclass.Must(lclass.FromLabels(x, []bool{false, true, true, false}))
	fmt.Println(lclass.Must(lclass.Perceptron{}.Fit(xor)).Status.Outcome)

	p := lclass.Must(lclass.Prepare(xor, lclass.Polynomial{Degree: 2, InteractionOnly: true}))
	φ := lclass.Must(p.Apply(xor))
	fmt.Println(φ.Features())
	m := lclass.Must(lclass.Perceptron{Eta: 0.5}.Fit(φ))
	fmt.Println(m.Status.Outcome)
	for _, x := range xor.Rows() {
		fmt.Println(x, m.Classes[m.PredictOne(lclass.Must(p.Row(x)))])
	}
	// Output:
	// not converged
	// [x1 x2 x1·x2]
	// converged
	// [0 0] false
	// [0 1] true
	// [1 0] true
	// [1 1] false
}

// The compressed rows of other programs, such as scipy's csr_matrix.
func ExampleSparseFromRows() {
	start := []int{0, 2, 2, 3} // row 0 has the values 0 and 1, row 1 none, row 2 the last
	column := []int{0, 3, 1}
	value := []float64{7, 5, 2}
	x := lclass.Must(lclass.SparseFromRows(4, start, column, value))
	d := lclass.Must(lclass.RegressionFromMatrix(x, []float64{0.1, 0.2, 0.3}))
	for i, row := range d.Rows() {
		fmt.Println(row, d.Y()[i])
	}
	// Output:
	// [7 0 0 5] 0.1
	// [0 0 0 0] 0.2
	// [0 2 0 0] 0.3
}

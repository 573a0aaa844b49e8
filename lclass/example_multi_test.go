package lclass_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// petals are the three species of iris by the length and width of the petals.
func petals() *lclass.Data {
	return lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))
}

// Each species against the rest: a flower without a vote goes to the species with the
// largest score.
func ExampleOneVsRest() {
	d := petals()
	m := lclass.Must(lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(0.01)}}.Fit(d))
	fmt.Println(m.Status.Outcome, m.RowNames())
	x := []float64{3, 0.8}
	fmt.Println("votes", m.VotesOne(x), "ambiguous", m.AmbiguousOne(x), "class", m.Classes[m.PredictOne(x)])
	fmt.Printf("probabilities %.3f\n", m.ProbaOne(x))
	ambiguous := 0
	for _, x := range d.Rows() {
		if m.AmbiguousOne(x) {
			ambiguous++
		}
	}
	fmt.Println(ambiguous, "of", d.N(), "are ambiguous")
	// Output:
	// converged [setosa versicolor virginica]
	// votes [0 0 0] ambiguous true class setosa
	// probabilities [0.518 0.480 0.003]
	// 60 of 150 are ambiguous
}

// Bishop's K−1 classifiers are the first K−1 rows: a sample without a vote is of the last
// class.
func ExampleOneVsRest_bishop() {
	m := lclass.Must(lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(0.01)}}.Fit(petals()))
	bishop := func(x []float64) string {
		class := len(m.Classes) - 1
		for k, claims := range m.VotesOne(x)[:class] {
			switch {
			case claims == 1 && class < len(m.Classes)-1:
				return "?"
			case claims == 1:
				class = k
			}
		}
		return m.Classes[class]
	}
	for _, x := range [][]float64{{1.4, 0.2}, {4.3, 0.5}, {5.8, 2.2}, {3, 0.05}} {
		fmt.Println(x, bishop(x))
	}
	// Output:
	// [1.4 0.2] setosa
	// [4.3 0.5] versicolor
	// [5.8 2.2] virginica
	// [3 0.05] ?
}

// Each pair of species: the votes of the pairs that a flower wins.
func ExampleOneVsOne() {
	d := petals()
	m := lclass.Must(lclass.OneVsOne{Of: lclass.Logistic{Penalty: lclass.L2(0.01)}}.Fit(d))
	fmt.Println(m.Status.Outcome, m.RowNames())
	x := []float64{5.1, 1.6}
	fmt.Printf("scores %.2f\n", m.ScoresOne(x))
	fmt.Println("votes", m.VotesOne(x), "class", m.Classes[m.PredictOne(x)])
	fmt.Printf("accuracy %.3f\n", lclass.Must(m.Accuracy(d)))
	// Output:
	// converged [versicolor not setosa virginica not setosa virginica not versicolor]
	// scores [7.07 3.79 0.43]
	// votes [0 1 2] class virginica
	// accuracy 0.967
}

// A picture may show a cat and a dog, one of them, or none: the probabilities do not sum
// to 1. The features are those that a network might extract from the pictures.
func ExampleMultiLabel() {
	x := mat.NewDense(8, 2, []float64{ // whiskers, barks
		0.9, 0.8, 0.8, 0.1, 0.1, 0.9, 0.2, 0.1, 0.7, 0.9, 0.9, 0.3, 0.3, 0.6, 0.1, 0.2})
	d := lclass.Must(lclass.FromSets(x, [][]string{
		{"cat", "dog"}, {"cat"}, {"dog"}, {}, {"cat", "dog"}, {"cat"}, {"dog"}, {}}))
	fmt.Println(d)
	m := lclass.Must(lclass.MultiLabel{Penalty: lclass.L2(0.01)}.Fit(d))
	later := lclass.Must(lclass.FromSets(mat.NewDense(3, 2, []float64{0.8, 0.9, 0.9, 0.2, 0.1, 0.1}), make([][]string, 3), "cat", "dog"))
	for i, set := range lclass.Must(m.Predict(later)).Sets {
		fmt.Printf("%.2f %q\n", m.ProbaOne(later.Row(i)), set)
	}
	fmt.Println("all labels right:", lclass.Must(m.Accuracy(d)))
	// Output:
	// 8 samples, 2 features, labels: 4 × cat, 4 × dog
	// [0.84 0.88] ["cat" "dog"]
	// [0.87 0.18] ["cat"]
	// [0.10 0.14] []
	// all labels right: 1
}

// Regression on t ∈ {0, 1} decides at ½: here halfway, at x = 2.5.
func ExampleRegressionClassifier() {
	x := mat.NewDense(6, 1, []float64{0, 1, 2, 3, 4, 5})
	d := lclass.Must(lclass.FromMatrix(x, []int{0, 0, 0, 1, 1, 1}, []string{"left", "right"}))
	m := lclass.Must(lclass.RegressionClassifier{ZeroOne: true}.Fit(d))
	w, b := m.Line()
	fmt.Printf("f(x) = %.3f x %+.3f\n", w[0], b+0.5)
	fmt.Printf("f(x) = ½ at x = %.2f\n", -b/w[0])
	fmt.Println(m.Classes[m.PredictOne([]float64{2.4})], m.Classes[m.PredictOne([]float64{2.6})])
	// Output:
	// f(x) = 0.257 x -0.143
	// f(x) = ½ at x = 2.50
	// left right
}

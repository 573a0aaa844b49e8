package validate_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/validate"
)

func ExampleSplit_Of() {
	x := mat.NewDense(10, 1, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	d := lclass.Must(lclass.FromMatrix(x, []int{0, 0, 0, 0, 0, 0, 1, 1, 1, 1}, []string{"no", "yes"}))

	train, test, err := validate.Split{Test: 0.2}.Of(d)
	fmt.Println(train.Column(0), test.Column(0), err)

	s := validate.Split{Test: 0.5, Stratify: true, Seed: 1}
	train, test, err = s.Of(d)
	fmt.Println(train.T(), test.T(), err)
	// Output:
	// [0 1 2 3 4 5 6 7] [8 9] <nil>
	// [1 1 0 0 0] [1 0 1 0 0] <nil>
}

// The order in which Edinburgh shuffles the 714 Titanic passengers.
func ExampleNumpyPermutation() {
	fmt.Println(validate.NumpyPermutation(714, 1)[:5])
	// Output: [546 223 403 8 394]
}

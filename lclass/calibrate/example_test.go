package calibrate_test

import (
	"encoding/json"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/calibrate"
)

// Eight scores, such as those of a support vector machine, whose classes are
// known.
func ExampleFitPlatt() {
	t := []int{0, 0, 0, 1, 0, 1, 1, 1}
	z := []float64{-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2.5}
	m, err := calibrate.FitPlatt(t, z, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("p = 1/(1 + exp(%.3f z %+.3f))\n", m.A, m.B)
	fmt.Printf("%.3f\n", calibrate.Apply(m, []float64{-2, 0, 2}))
	// Output:
	// p = 1/(1 + exp(-0.774 z +0.032))
	// [0.171 0.492 0.820]
}

func ExampleFitIsotonic() {
	t := []int{0, 0, 0, 1, 0, 1, 1, 1}
	z := []float64{-2, -1.5, -1, -0.5, 0.5, 1, 1.5, 2}
	m, err := calibrate.FitIsotonic(t, z, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := json.Marshal(m)
	fmt.Println(string(text), err)
	fmt.Println(calibrate.Apply(m, []float64{-5, -0.75, 0, 5}))
	// Output:
	// {"Calibration":"isotonic","Version":1,"Z":[-2,-1,-0.5,0.5,1,2],"P":[0,0,0.5,0.5,1,1]} <nil>
	// [0 0.25 0.5 1]
}

// The scores of three classes.
func ExampleFitOneVsRest() {
	t := []int{0, 1, 2, 0, 1, 2}
	z := mat.NewDense(6, 3, []float64{
		3, 1, 0,
		0, 2, 1,
		1, 0, 3,
		2, 2, 0,
		2, 1, 1,
		0, 1, 2,
	})
	m, err := calibrate.FitOneVsRest(calibrate.Sigmoid, t, z, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := m.Probabilities(mat.NewDense(1, 3, []float64{2, 0, 1}))
	fmt.Printf("%.2f\n", p.RawRowView(0))
	// Output: [0.49 0.22 0.30]
}

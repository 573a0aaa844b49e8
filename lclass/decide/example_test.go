package decide_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/decide"
	"linclass/lclass/metric"
)

// Edinburgh's patient, whose probability of cancer is 0.49: to miss it is a
// hundred times as bad as a false alarm.
func ExampleCosts() {
	c, err := decide.NewCosts(
		0, 1, // not cancer: costs of predicting "not cancer", "cancer"
		100, 0) // cancer: the same
	if err != nil {
		fmt.Println(err)
		return
	}
	p := mat.NewDense(1, 2, []float64{0.51, 0.49})
	threshold, _ := c.Threshold()
	y, _ := c.Decide(p)
	fmt.Printf("hard limit at ½: class %d\n", decide.Threshold([]float64{0.49}, 0.5)[0])
	fmt.Printf("limit at %.4f: class %d\n", threshold, y[0])
	// Output:
	// hard limit at ½: class 0
	// limit at 0.0099: class 1
}

func ExampleSample() {
	y, err := decide.Sample([]float64{0, 0.49, 0.49, 0.49, 0.49, 1}, 1)
	fmt.Println(y, err)
	// Output: [0 0 1 1 0 1] <nil>
}

func ExampleBest() {
	r := metric.Rank([]int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}, nil)
	best, _ := decide.Best(r, metric.Counts.F1)
	fmt.Printf("z ≥ %v: F1 %.2f\n", best.Threshold, best.F1())
	_, err := decide.ForRecall(r, 1.1)
	fmt.Println(err)
	// Output:
	// z ≥ 0.35: F1 0.80
	// decide: recall = 1.1; it must be between 0 and 1, such as 0.9 for 90 %
}

func ExampleForPrecision() {
	r := metric.Rank([]int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}, nil)
	c, err := decide.ForPrecision(r, 0.6)
	fmt.Printf("z ≥ %v: precision %.2f, recall %.2f, %v\n", c.Threshold, c.Precision(), c.Recall(), err)
	// Output: z ≥ 0.35: precision 0.67, recall 1.00, <nil>
}

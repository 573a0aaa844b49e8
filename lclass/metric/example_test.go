package metric_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

func Example() {
	t := []int{0, 0, 0, 1, 1, 1, 1, 1}
	y := []int{0, 0, 1, 1, 1, 1, 0, 1}
	fmt.Println("accuracy", metric.Accuracy(t, y))
	fmt.Println("error   ", metric.Error(t, y))
	// Output:
	// accuracy 0.75
	// error    0.25
}

func ExampleConfusion() {
	t := []int{0, 0, 0, 1, 1, 1, 1, 1}
	y := []int{0, 0, 1, 1, 1, 1, 0, 1}
	c := metric.Confusion(t, y, []string{"healthy", "ill"})
	fmt.Print(c)
	fmt.Printf("F1 of ill: %.3f\n", c.F1(1))
	// Output:
	// true \ predicted  healthy    ill          recall
	// healthy                 2      1           0.667
	// ill                     1      4           0.800
	// precision           0.667  0.800  accuracy 0.750
	// F1 of ill: 0.800
}

func ExampleConfusionMatrix_PredictedRows() {
	t := []int{0, 0, 0, 1, 1, 1, 1, 1}
	y := []int{0, 1, 1, 1, 1, 1, 0, 1}
	fmt.Print(metric.Confusion(t, y, []string{"healthy", "ill"}).PredictedRows())
	// Output:
	// predicted \ true  healthy    ill       precision
	// healthy                 1      1           0.500
	// ill                     2      4           0.667
	// recall              0.333  0.800  accuracy 0.625
}

// The probabilities are those of the softmax example of Chemnitz section 4;
// the image shows a dog, class 1.
func ExampleLogLoss() {
	p := mat.NewDense(1, 5, []float64{0.241, 0.654, 0.040, 0.012, 0.054})
	fmt.Printf("%.3f\n", metric.LogLoss([]int{1}, p))
	// Output: 0.425
}

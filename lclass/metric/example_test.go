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

// The scores of four samples, of which the last two are positive; those of
// scikit-learn's documentation.
func ExampleROC() {
	c := metric.ROC([]int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8})
	fmt.Println("threshold", c.Threshold)
	fmt.Println("FPR      ", c.FPR)
	fmt.Println("TPR      ", c.TPR)
	fmt.Println("AUC      ", c.AUC)
	// Output:
	// threshold [+Inf 0.8 0.4 0.35 0.1]
	// FPR       [0 0 0.5 0.5 1]
	// TPR       [0 0.5 0.5 1 1]
	// AUC       0.75
}

func ExamplePR() {
	c := metric.PR([]int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8})
	fmt.Println("recall   ", c.Recall)
	fmt.Printf("precision %.2f\n", c.Precision)
	fmt.Printf("AP        %.3f\n", c.AveragePrecision)
	// Output:
	// recall    [0 0.5 0.5 1 1]
	// precision [1.00 1.00 0.50 0.67 0.50]
	// AP        0.833
}

func ExampleDET() {
	c := metric.DET([]int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8})
	fmt.Println("threshold", c.Threshold)
	fmt.Println("FPR      ", c.FPR)
	fmt.Println("FNR      ", c.FNR)
	// Output:
	// threshold [0.8 0.4 0.35]
	// FPR       [0 0.5 0.5]
	// FNR       [0.5 0.5 0]
}

// One curve for each class of many: its probability, or score, against the rest.
func ExampleOneVsRest() {
	t := []int{0, 2, 1, 2}
	p := mat.NewDense(4, 3, []float64{
		0.5, 0.3, 0.2,
		0.2, 0.3, 0.5,
		0.6, 0.3, 0.1,
		0.1, 0.8, 0.1,
	})
	for k := range 3 {
		fmt.Printf("%.3f\n", metric.AUC(metric.OneVsRest(t, k), mat.Col(nil, k, p)))
	}
	// Output:
	// 0.667
	// 0.333
	// 0.625
}

package metric_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

func Example() {
	t := []int{0, 0, 0, 1, 1, 1, 1, 1}
	y := []int{0, 0, 1, 1, 1, 1, 0, 1}
	fmt.Println("accuracy", metric.Accuracy(t, y, nil))
	fmt.Println("weighted", metric.Accuracy(t, y, []float64{3, 1, 1, 1, 1, 1, 1, 1}))
	// Output:
	// accuracy 0.75
	// weighted 0.8
}

func ExampleConfusion() {
	t := []int{0, 0, 0, 1, 1, 1, 1, 1}
	y := []int{0, 0, 1, 1, 1, 1, 0, 1}
	c := metric.Confusion(t, y, []string{"healthy", "ill"}, nil)
	fmt.Print(c)
	fmt.Printf("F1 of ill: %.3f\n", c.Class(1).F1())
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
	fmt.Print(metric.Confusion(t, y, []string{"healthy", "ill"}, nil).PredictedRows())
	// Output:
	// predicted \ true  healthy    ill       precision
	// healthy                 1      1           0.500
	// ill                     2      4           0.667
	// recall              0.333  0.800  accuracy 0.625
}

// All rates of a class, and their averages.
func ExampleConfusionMatrix_Class() {
	t := []int{0, 0, 0, 1, 1, 1, 1, 1}
	y := []int{0, 0, 1, 1, 1, 1, 0, 1}
	c := metric.Confusion(t, y, []string{"healthy", "ill"}, nil)
	ill := c.Class(1)
	fmt.Printf("sensitivity %.3f, specificity %.3f\n", ill.Recall(), ill.Specificity())
	fmt.Printf("PPV         %.3f, NPV         %.3f\n", ill.Precision(), ill.NPV())
	fmt.Printf("macro F1    %.3f, weighted F1 %.3f\n", c.Macro(metric.Counts.F1), c.Weighted(metric.Counts.F1))
	fmt.Printf("MCC         %.3f, kappa       %.3f\n", c.MCC(), c.Kappa())
	// Output:
	// sensitivity 0.800, specificity 0.667
	// PPV         0.800, NPV         0.667
	// macro F1    0.733, weighted F1 0.750
	// MCC         0.467, kappa       0.467
}

// Class 2 has no samples, so its recall is 0/0. The mean leaves it out unless Or
// gives it a value.
func ExampleOr() {
	c := metric.Confusion([]int{0, 0, 1, 1}, []int{0, 0, 1, 2}, nil, nil)
	fmt.Println(c.Macro(metric.Counts.Recall))
	fmt.Println(c.Macro(metric.Or(metric.Counts.Recall, 0)))
	// Output:
	// 0.75
	// 0.5
}

// Three labels of two samples, as in Chemnitz section 5.
func ExampleLabelCounts() {
	t := mat.NewDense(2, 3, []float64{1, 1, 0, 0, 1, 0})
	y := mat.NewDense(2, 3, []float64{1, 0, 0, 0, 1, 1})
	labels := metric.LabelCounts(t, y, nil)
	fmt.Printf("exact match %.2f, Hamming loss %.2f\n", metric.ExactMatch(t, y, nil), metric.Hamming(t, y, nil))
	fmt.Printf("F1: micro %.2f, macro %.2f, samples %.2f\n",
		metric.Micro(labels, metric.Counts.F1), metric.Macro(labels, metric.Counts.F1), metric.Samples(t, y, metric.Counts.F1, nil))
	// Output:
	// exact match 0.00, Hamming loss 0.33
	// F1: micro 0.67, macro 0.56, samples 0.67
}

// The probabilities are those of the softmax example of Chemnitz section 4;
// the image shows a dog, class 1.
func ExampleLogLoss() {
	p := mat.NewDense(1, 5, []float64{0.241, 0.654, 0.040, 0.012, 0.054})
	fmt.Printf("%.3f\n", metric.LogLoss([]int{1}, p, nil))
	// Output: 0.425
}

// The scores of four samples, of which the last two are positive; those of
// scikit-learn's documentation.
func ExampleRanking_ROC() {
	c := metric.Rank([]int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}, nil).ROC()
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

func ExampleRanking_PR() {
	c := metric.Rank([]int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}, nil).PR()
	fmt.Println("recall   ", c.Recall)
	fmt.Printf("precision %.2f\n", c.Precision)
	fmt.Printf("AP        %.3f\n", c.AveragePrecision)
	// Output:
	// recall    [0 0.5 0.5 1 1]
	// precision [1.00 1.00 0.50 0.67 0.50]
	// AP        0.833
}

func ExampleRanking_DET() {
	c := metric.Rank([]int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}, nil).DET()
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
		fmt.Printf("%.3f\n", metric.AUC(metric.OneVsRest(t, k), mat.Col(nil, k, p), nil))
	}
	// Output:
	// 0.667
	// 0.333
	// 0.625
}

// The area under the ROC curve with its interval, by DeLong and by the bootstrap.
func ExampleAUCInterval() {
	t := []int{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}
	z := []float64{0.1, 0.2, 0.3, 0.4, 0.6, 0.35, 0.5, 0.7, 0.8, 0.9}
	a := metric.AUCInterval(t, z, 0.95, nil)
	fmt.Printf("%.2f ± %.3f, %.3f to %.3f\n", a.Value, a.SE, a.Low, a.High)
	b := metric.Bootstrap{Seed: 1}.Interval(t, func(s []float64) float64 { return metric.AUC(t, z, s) }, nil)
	fmt.Printf("%.2f ± %.2f\n", b.Value, b.SE)
	// Output:
	// 0.88 ± 0.113, 0.658 to 1.000
	// 0.88 ± 0.11
}

// Probabilities of 0.3 and 0.8 that come true in half and in all of the cases.
func ExampleReliability() {
	t := []int{0, 1, 1, 1, 1}
	p := []float64{0.3, 0.3, 0.8, 0.8, 0.8}
	c := metric.Reliability(t, p, metric.UniformBins(5), nil)
	fmt.Printf("predicted %.2f\n", c.Predicted)
	fmt.Printf("observed  %.2f\n", c.Observed)
	fmt.Printf("ECE %.2f, Brier score %.3f\n", c.ECE(), metric.Brier(t, p, nil))
	// Output:
	// predicted [0.30 0.80]
	// observed  [0.50 1.00]
	// ECE 0.20, Brier score 0.140
}

// The labels of Chemnitz section 5, t = [1, 1, 0, 0, 0], and sigmoid outputs,
// which do not sum to 1.
func ExampleLabelLogLoss() {
	t := mat.NewDense(1, 5, []float64{1, 1, 0, 0, 0})
	p := mat.NewDense(1, 5, []float64{0.9, 0.8, 0.1, 0.2, 0.1})
	fmt.Printf("%.3f\n", metric.LabelLogLoss(t, p, nil))
	fmt.Println("labels to take for all true ones:", metric.Coverage(t, p, nil))
	// Output:
	// 0.762
	// labels to take for all true ones: 2
}

// Grades from 0 to 3: one grade off is a small error.
func ExampleConfusionMatrix_QuadraticKappa() {
	c := metric.Confusion([]int{0, 1, 2, 3, 3, 1}, []int{0, 2, 2, 3, 2, 1}, nil, nil)
	fmt.Printf("κ %.2f, linear %.2f, quadratic %.2f\n", c.Kappa(), c.LinearKappa(), c.QuadraticKappa())
	// Output: κ 0.57, linear 0.71, quadratic 0.84
}

func ExampleTopK() {
	t := []int{0, 1, 2, 2}
	z := mat.NewDense(4, 3, []float64{
		0.5, 0.2, 0.2,
		0.3, 0.4, 0.2,
		0.2, 0.4, 0.3,
		0.7, 0.2, 0.1,
	})
	fmt.Println(metric.TopK(t, z, 1, nil), metric.TopK(t, z, 2, nil))
	// Output: 0.5 0.75
}

// Two scores of the same samples.
func ExampleCompareAUC() {
	t := []int{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}
	z1 := []float64{0.1, 0.2, 0.3, 0.4, 0.6, 0.35, 0.5, 0.7, 0.8, 0.9}
	z2 := []float64{0.3, 0.6, 0.1, 0.7, 0.5, 0.35, 0.4, 0.2, 0.8, 0.9}
	d, z, p := metric.CompareAUC(t, z1, z2, 0.95, nil)
	fmt.Printf("%.2f − %.2f = %.2f, z = %.2f, p = %.2f\n", metric.AUC(t, z1, nil), metric.AUC(t, z2, nil), d.Value, z, p)
	// Output: 0.88 − 0.60 = 0.28, z = 1.55, p = 0.12
}

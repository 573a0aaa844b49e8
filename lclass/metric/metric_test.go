package metric_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

func TestWithoutSamples(t *testing.T) {
	for name, got := range map[string]float64{
		"Accuracy":           metric.Accuracy(nil, nil),
		"Error":              metric.Error(nil, nil),
		"MSE":                metric.MSE(nil, nil),
		"LogLoss":            metric.LogLoss(nil, &mat.Dense{}),
		"Confusion accuracy": metric.Confusion(nil, nil, nil).Accuracy(),
		"MAE":                metric.MAE(nil, nil),
		"R2":                 metric.R2(nil, nil),
		"Brier":              metric.Brier(nil, nil),
		"BrierClasses":       metric.BrierClasses(nil, &mat.Dense{}),
		"Hinge":              metric.Hinge(nil, nil),
		"HingeClasses":       metric.HingeClasses(nil, &mat.Dense{}),
		"TopK":               metric.TopK(nil, &mat.Dense{}, 1),
		"balanced accuracy":  metric.Confusion(nil, nil, nil).BalancedAccuracy(),
		"Kappa":              metric.Confusion(nil, nil, nil).Kappa(),
		"LinearKappa":        metric.Confusion(nil, nil, nil).LinearKappa(),
		"QuadraticKappa":     metric.Confusion(nil, nil, nil).QuadraticKappa(),
		"MCC":                metric.Confusion(nil, nil, nil).MCC(),
		"micro":              metric.Confusion(nil, nil, nil).Micro(metric.Counts.F1),
		"ExactMatch":         metric.ExactMatch(&mat.Dense{}, &mat.Dense{}),
		"LabelLogLoss":       metric.LabelLogLoss(&mat.Dense{}, &mat.Dense{}),
		"Hamming":            metric.Hamming(&mat.Dense{}, &mat.Dense{}),
		"Coverage":           metric.Coverage(&mat.Dense{}, &mat.Dense{}),
		"LabelRankingLoss":   metric.LabelRankingLoss(&mat.Dense{}, &mat.Dense{}),
		"ranking precision":  metric.LabelRankingPrecision(&mat.Dense{}, &mat.Dense{}),
		"AUC of pairs":       metric.MeanOfPairs(metric.AUCOneVsOne(nil, &mat.Dense{}), nil),
		"AUC of classes":     metric.Mean(metric.AUCOneVsRest(nil, &mat.Dense{}), nil),
		"all weights 0":      metric.WeightedAccuracy([]int{1}, []int{1}, []float64{0}),
	} {
		if !math.IsNaN(got) {
			t.Errorf("%s = %v, want NaN", name, got)
		}
	}
}

func TestMisusePanics(t *testing.T) {
	p := mat.NewDense(1, 2, []float64{0.5, 0.5})
	for name, f := range map[string]func(){
		"Accuracy, lengths":       func() { metric.Accuracy([]int{1}, nil) },
		"Error, lengths":          func() { metric.Error([]int{1}, nil) },
		"MSE, lengths":            func() { metric.MSE([]float64{1}, nil) },
		"LogLoss, lengths":        func() { metric.LogLoss([]int{1, 1}, p) },
		"Confusion, lengths":      func() { metric.Confusion([]int{1}, nil, nil) },
		"weights, lengths":        func() { metric.WeightedAccuracy([]int{1}, []int{1}, []float64{1, 1}) },
		"LogLoss, class too high": func() { metric.LogLoss([]int{2}, p) },
		"LogLoss, class negative": func() { metric.LogLoss([]int{-1}, p) },
		"Confusion, class":        func() { metric.Confusion([]int{0}, []int{2}, []string{"a", "b"}) },
		"MAE, lengths":            func() { metric.MAE([]float64{1}, nil) },
		"R2, lengths":             func() { metric.R2([]float64{1}, nil) },
		"Brier, lengths":          func() { metric.Brier([]int{1}, nil) },
		"Brier, class":            func() { metric.Brier([]int{2}, []float64{1}) },
		"BrierClasses, class":     func() { metric.BrierClasses([]int{2}, p) },
		"Hinge, class":            func() { metric.Hinge([]int{-1}, []float64{1}) },
		"HingeClasses, class":     func() { metric.HingeClasses([]int{2}, p) },
		"TopK, class":             func() { metric.TopK([]int{2}, p, 1) },
		"AUCOneVsRest, class":     func() { metric.AUCOneVsRest([]int{2}, p) },
		"AUCOneVsOne, class":      func() { metric.AUCOneVsOne([]int{2}, p) },
		"Support, class":          func() { metric.Support([]int{2}, 2, nil) },
		"labels, shape":           func() { metric.Hamming(p, &mat.Dense{}) },
		"labels, neither 0 nor 1": func() { metric.Hamming(p, p) },
		"LabelLogLoss, shape":     func() { metric.LabelLogLoss(&mat.Dense{}, p) },
		"Coverage, shape":         func() { metric.Coverage(&mat.Dense{}, p) },
		"Coverage, labels":        func() { metric.Coverage(p, p) },
		"AUCInterval, level":      func() { metric.AUCInterval([]int{1}, []float64{1}, 1) },
		"CompareAUC, level":       func() { metric.CompareAUC([]int{1}, []float64{1}, []float64{1}, 0) },
		"Bootstrap, level":        func() { metric.Bootstrap{Level: 95}.Interval(nil, nil, nil) },
		"Reliability, edges":      func() { metric.Reliability(nil, nil, []float64{0, 1, 0.5}) },
		"Reliability, one edge":   func() { metric.Reliability(nil, nil, []float64{0}) },
		"NewReport, lengths":      func() { metric.NewReport(metric.Predictions{P: p}) },
		"NewReport, classes":      func() { metric.NewReport(metric.Predictions{T: []int{0}, P: p, Classes: []string{"a"}}) },
		"Rank, lengths":           func() { metric.Rank([]int{1}, nil) },
		"Rank, class":             func() { metric.AUC([]int{2}, []float64{1}) },
		"Trapezoid, lengths":      func() { metric.Trapezoid([]float64{1}, nil) },
		"Confusion, negative":     func() { metric.Confusion([]int{-1}, []int{0}, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

// Data that make no sense give NaN.
func TestNonsense(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	row := func(v ...float64) *mat.Dense { return mat.NewDense(1, len(v), v) }
	for name, got := range map[string]float64{
		"Brier, p > 1":                    metric.Brier([]int{1}, []float64{1.1}),
		"Brier, p < 0":                    metric.Brier([]int{1}, []float64{-0.1}),
		"BrierClasses, NaN":               metric.BrierClasses([]int{1}, row(nan, 0.5)),
		"Hinge, NaN":                      metric.Hinge([]int{1}, []float64{nan}),
		"HingeClasses, NaN":               metric.HingeClasses([]int{1}, row(nan, 0.5)),
		"HingeClasses, ∞":                 metric.HingeClasses([]int{1}, row(inf, inf)),
		"TopK, NaN":                       metric.TopK([]int{0}, row(1, nan), 1),
		"LabelLogLoss, p > 1":             metric.LabelLogLoss(row(1, 0), row(0.5, 1.1)),
		"LabelLogLoss, NaN":               metric.LabelLogLoss(row(1, 0), row(0.5, nan)),
		"Coverage, NaN":                   metric.Coverage(row(1, 0), row(1, nan)),
		"LabelRankingLoss, NaN":           metric.LabelRankingLoss(row(1, 1), row(1, nan)),
		"R2, all the same and no error":   metric.R2([]float64{0.1, 0.1, 0.1}, []float64{0.1, 0.1, 0.1}),
		"MCC, predictions of one class":   metric.Confusion([]int{0, 1, 1}, []int{1, 1, 1}, nil).MCC(),
		"kappa, one class":                metric.Confusion([]int{1, 1}, []int{1, 1}, nil).Kappa(),
		"recall of a class without":       metric.Confusion([]int{0, 0}, []int{0, 1}, nil).Recall(1),
		"F∞ of a class without":           metric.Counts{TN: 1}.FBeta(inf),
		"share of a class without":        metric.Confusion([]int{0, 0}, []int{0, 1}, nil).ByTrue().At(1, 1),
		"area of a class without, by one": metric.AUCOneVsOne([]int{0, 0}, mat.NewDense(2, 2, nil)).At(0, 1),
	} {
		if !math.IsNaN(got) {
			t.Errorf("%s: %v, want NaN", name, got)
		}
	}
	if got := metric.R2([]float64{0.1, 0.1, 0.1}, []float64{0.1, 0.1, 0.2}); !math.IsInf(got, -1) {
		t.Errorf("R² of equal targets with an error is %v, want -Inf", got)
	}
	if got := metric.HingeClasses([]int{0}, row(3)); got != 0 {
		t.Errorf("hinge loss of one class is %v, want 0", got)
	}
	if !metric.Confusion(nil, nil, nil).ByAll().IsEmpty() {
		t.Error("shares of no classes")
	}
	if got := metric.WeightedR2([]float64{9, 1, 2}, []float64{nan, 1, 2}, []float64{0, 1, 1}); got != 1 {
		t.Errorf("R² with a sample of weight 0 is %v, want 1", got)
	}
}

// Whatever the scale of the weights, the rates are the same, also where squares
// of the weights leave the range of float64.
func TestScaleOfWeights(t *testing.T) {
	target, y, s := []int{0, 1, 2, 1, 0}, []int{0, 2, 2, 1, 1}, []float64{3, 1, 2, 2, 1}
	want := metric.WeightedConfusion(target, y, s, nil)
	for _, scale := range []float64{1e-300, 1e-170, 1e170, 1e300} {
		scaled := make([]float64, len(s))
		for i := range s {
			scaled[i] = scale * s[i]
		}
		got := metric.WeightedConfusion(target, y, scaled, nil)
		check(t, "MCC", got.MCC(), want.MCC())
		check(t, "kappa", got.QuadraticKappa(), want.QuadraticKappa())
		check(t, "MCC of class 1", got.Class(1).MCC(), want.Class(1).MCC())
		check(t, "weighted F2", got.Weighted(metric.Counts.F1), want.Weighted(metric.Counts.F1))
		z := []float64{1, 2, 2, 0, 3}
		check(t, "AUC", metric.WeightedAUC(metric.OneVsRest(target, 1), z, scaled), metric.WeightedAUC(metric.OneVsRest(target, 1), z, s))
	}
}

// F0 is the precision and F∞ the recall.
func TestFBetaAtTheEnds(t *testing.T) {
	c := metric.Counts{TP: 3, FP: 1, FN: 2, TN: 4}
	check(t, "F0", c.FBeta(0), c.Precision())
	check(t, "F∞", c.FBeta(math.Inf(1)), c.Recall())
}

func TestLogLossAtTheEdges(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		p, want float64 // of the true class
	}{{1, 0}, {0, inf}, {math.Exp(-1), 1}, {-0.1, nan}, {1.1, nan}, {nan, nan}} {
		p := mat.NewDense(1, 2, []float64{0.5, c.p})
		got := metric.LogLoss([]int{1}, p)
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("LogLoss with p = %v is %v, want %v", c.p, got, c.want)
		}
		uncounted := metric.WeightedLogLoss([]int{1, 0}, mat.NewDense(2, 2, []float64{0.5, c.p, 1, 0}), []float64{0, 1})
		if uncounted != 0 {
			t.Errorf("LogLoss with p = %v at weight 0 is %v, want 0", c.p, uncounted)
		}
	}
}

// A weight is a number of copies.
func TestWeightIsRepetition(t *testing.T) {
	target, y, s := []int{0, 1, 2, 1}, []int{0, 2, 2, 0}, []float64{3, 1, 0, 2}
	var targets, predictions []int
	for i, n := range s {
		for range int(n) {
			targets, predictions = append(targets, target[i]), append(predictions, y[i])
		}
	}
	if got, want := metric.WeightedError(target, y, s), metric.Error(targets, predictions); got != want {
		t.Errorf("weighted error %v, repeated %v", got, want)
	}
	got := metric.WeightedConfusion(target, y, s, []string{"a", "b", "c"})
	want := metric.Confusion(targets, predictions, []string{"a", "b", "c"})
	check(t, "MCC", got.MCC(), want.MCC())
	z, numbers := []float64{1, 2, 0, 1}, []float64{1, 3, 0, 2}
	var scores, more []float64
	for i, n := range s {
		for range int(n) {
			scores, more = append(scores, z[i]), append(more, numbers[i])
		}
	}
	check(t, "R2", metric.WeightedR2(numbers, z, s), metric.R2(more, scores))
	check(t, "AUC", metric.WeightedAUC(metric.OneVsRest(target, 1), z, s), metric.AUC(metric.OneVsRest(targets, 1), scores))
	if !mat.Equal(got.Counts, want.Counts) {
		t.Errorf("weighted\n%v, repeated\n%v", got, want)
	}
}

func TestTable(t *testing.T) {
	m := metric.WeightedConfusion([]int{0, 0, 1}, []int{0, 1, 1}, []float64{12345678, 0.5, 2}, []string{"é", "b", "c"})
	const want = "" +
		"true \\ predicted         é      b  c          recall\n" +
		"é                 12345678    0.5  0           1.000\n" +
		"b                        0      2  0           1.000\n" +
		"c                        0      0  0               –\n" +
		"precision            1.000  0.800  –  accuracy 1.000\n"
	if got := m.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// The counts of a class are sums of its row, its column and the rest, and a
// weight of 1e-20 is not lost beside one of 1.
func TestCountsOfClasses(t *testing.T) {
	c := metric.WeightedConfusion([]int{0, 0, 1, 2, 2}, []int{0, 1, 1, 0, 2}, []float64{1, 1e-20, 2, 4, 8}, nil)
	for k, want := range []metric.Counts{
		{TP: 1, FP: 4, FN: 1e-20, TN: 10},
		{TP: 2, FP: 1e-20, FN: 0, TN: 13},
		{TP: 8, FP: 0, FN: 4, TN: 3},
	} {
		if got := c.Class(k); got != want {
			t.Errorf("class %d: %+v, want %+v", k, got, want)
		}
		check(t, "recall", c.Recall(k), want.Recall())
		check(t, "precision", c.Precision(k), want.Precision())
		check(t, "F1", c.F1(k), want.F1())
	}
	one := metric.WeightedConfusion([]int{1, 1}, []int{1, 0}, []float64{0.1, 0.2}, nil).Class(1)
	if one.TN != 0 || !math.IsNaN(one.Specificity()) {
		t.Errorf("%+v has a specificity of %v", one, one.Specificity())
	}
}

package metric_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

func TestWithoutSamples(t *testing.T) {
	for name, got := range map[string]float64{
		"Accuracy":           metric.Accuracy(nil, nil, nil),
		"MSE":                metric.MSE(nil, nil, nil),
		"LogLoss":            metric.LogLoss(nil, &mat.Dense{}, nil),
		"Confusion accuracy": metric.Confusion(nil, nil, nil, nil).Accuracy(),
		"MAE":                metric.MAE(nil, nil, nil),
		"R2":                 metric.R2(nil, nil, nil),
		"Brier":              metric.Brier(nil, nil, nil),
		"BrierClasses":       metric.BrierClasses(nil, &mat.Dense{}, nil),
		"Hinge":              metric.Hinge(nil, &mat.Dense{}, nil),
		"TopK":               metric.TopK(nil, &mat.Dense{}, 1, nil),
		"balanced accuracy":  metric.Confusion(nil, nil, nil, nil).BalancedAccuracy(),
		"Kappa":              metric.Confusion(nil, nil, nil, nil).Kappa(),
		"LinearKappa":        metric.Confusion(nil, nil, nil, nil).LinearKappa(),
		"QuadraticKappa":     metric.Confusion(nil, nil, nil, nil).QuadraticKappa(),
		"MCC":                metric.Confusion(nil, nil, nil, nil).MCC(),
		"micro":              metric.Confusion(nil, nil, nil, nil).Micro(metric.Counts.F1),
		"ExactMatch":         metric.ExactMatch(&mat.Dense{}, &mat.Dense{}, nil),
		"LabelLogLoss":       metric.LabelLogLoss(&mat.Dense{}, &mat.Dense{}, nil),
		"Hamming":            metric.Hamming(&mat.Dense{}, &mat.Dense{}, nil),
		"Coverage":           metric.Coverage(&mat.Dense{}, &mat.Dense{}, nil),
		"LabelRankingLoss":   metric.LabelRankingLoss(&mat.Dense{}, &mat.Dense{}, nil),
		"ranking precision":  metric.LabelRankingPrecision(&mat.Dense{}, &mat.Dense{}, nil),
		"AUC of pairs":       metric.Mean(values(metric.AUCOneVsOne(nil, &mat.Dense{}, nil)), nil),
		"AUC of classes":     metric.Mean(metric.AUCOneVsRest(nil, &mat.Dense{}, nil), nil),
		"all weights 0":      metric.Accuracy([]int{1}, []int{1}, []float64{0}),
	} {
		if !math.IsNaN(got) {
			t.Errorf("%s = %v, want NaN", name, got)
		}
	}
}

func TestMisusePanics(t *testing.T) {
	p := mat.NewDense(1, 2, []float64{0.5, 0.5})
	for name, f := range map[string]func(){
		"Accuracy, lengths":       func() { metric.Accuracy([]int{1}, nil, nil) },
		"MSE, lengths":            func() { metric.MSE([]float64{1}, nil, nil) },
		"LogLoss, lengths":        func() { metric.LogLoss([]int{1, 1}, p, nil) },
		"Confusion, lengths":      func() { metric.Confusion([]int{1}, nil, nil, nil) },
		"weights, lengths":        func() { metric.Accuracy([]int{1}, []int{1}, []float64{1, 1}) },
		"LogLoss, class too high": func() { metric.LogLoss([]int{2}, p, nil) },
		"LogLoss, class negative": func() { metric.LogLoss([]int{-1}, p, nil) },
		"Confusion, class":        func() { metric.Confusion([]int{0}, []int{2}, []string{"a", "b"}, nil) },
		"MAE, lengths":            func() { metric.MAE([]float64{1}, nil, nil) },
		"R2, lengths":             func() { metric.R2([]float64{1}, nil, nil) },
		"Brier, lengths":          func() { metric.Brier([]int{1}, nil, nil) },
		"Brier, class":            func() { metric.Brier([]int{2}, []float64{1}, nil) },
		"BrierClasses, class":     func() { metric.BrierClasses([]int{2}, p, nil) },
		"Hinge, class":            func() { metric.Hinge([]int{-1}, mat.NewDense(1, 1, nil), nil) },
		"Hinge, class too high":   func() { metric.Hinge([]int{2}, p, nil) },
		"Hinge, lengths":          func() { metric.Hinge([]int{1, 1}, p, nil) },
		"TopK, class":             func() { metric.TopK([]int{2}, p, 1, nil) },
		"AUCOneVsRest, class":     func() { metric.AUCOneVsRest([]int{2}, p, nil) },
		"AUCOneVsOne, class":      func() { metric.AUCOneVsOne([]int{2}, p, nil) },
		"Support, class":          func() { metric.Support([]int{2}, 2, nil) },
		"labels, shape":           func() { metric.Hamming(p, &mat.Dense{}, nil) },
		"labels, neither 0 nor 1": func() { metric.Hamming(p, p, nil) },
		"LabelLogLoss, shape":     func() { metric.LabelLogLoss(&mat.Dense{}, p, nil) },
		"Coverage, shape":         func() { metric.Coverage(&mat.Dense{}, p, nil) },
		"Coverage, labels":        func() { metric.Coverage(p, p, nil) },
		"AUCInterval, level":      func() { metric.AUCInterval([]int{1}, []float64{1}, 1, nil) },
		"CompareAUC, level":       func() { metric.CompareAUC([]int{1}, []float64{1}, []float64{1}, 0, nil) },
		"Bootstrap, level":        func() { metric.Bootstrap{Level: 95}.Interval(nil, nil, nil) },
		"Reliability, edges":      func() { metric.Reliability(nil, nil, []float64{0, 1, 0.5}, nil) },
		"Reliability, one edge":   func() { metric.Reliability(nil, nil, []float64{0}, nil) },
		"NewReport, lengths":      func() { metric.NewReport(metric.Predictions{P: p}) },
		"NewReport, classes":      func() { metric.NewReport(metric.Predictions{T: []int{0}, P: p, Classes: []string{"a"}}) },
		"Rank, lengths":           func() { metric.Rank([]int{1}, nil, nil) },
		"Rank, class":             func() { metric.AUC([]int{2}, []float64{1}, nil) },
		"Trapezoid, lengths":      func() { metric.Trapezoid([]float64{1}, nil) },
		"Confusion, negative":     func() { metric.Confusion([]int{-1}, []int{0}, nil, nil) },
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
		"Brier, p > 1":                    metric.Brier([]int{1}, []float64{1.1}, nil),
		"Brier, p < 0":                    metric.Brier([]int{1}, []float64{-0.1}, nil),
		"BrierClasses, NaN":               metric.BrierClasses([]int{1}, row(nan, 0.5), nil),
		"Hinge, NaN":                      metric.Hinge([]int{1}, row(nan), nil),
		"Hinge of classes, NaN":           metric.Hinge([]int{1}, row(nan, 0.5), nil),
		"Hinge of classes, ∞":             metric.Hinge([]int{1}, row(inf, inf), nil),
		"TopK, NaN":                       metric.TopK([]int{0}, row(1, nan), 1, nil),
		"LabelLogLoss, p > 1":             metric.LabelLogLoss(row(1, 0), row(0.5, 1.1), nil),
		"LabelLogLoss, NaN":               metric.LabelLogLoss(row(1, 0), row(0.5, nan), nil),
		"Coverage, NaN":                   metric.Coverage(row(1, 0), row(1, nan), nil),
		"LabelRankingLoss, NaN":           metric.LabelRankingLoss(row(1, 1), row(1, nan), nil),
		"R2, all the same and no error":   metric.R2([]float64{0.1, 0.1, 0.1}, []float64{0.1, 0.1, 0.1}, nil),
		"MCC, predictions of one class":   metric.Confusion([]int{0, 1, 1}, []int{1, 1, 1}, nil, nil).MCC(),
		"kappa, one class":                metric.Confusion([]int{1, 1}, []int{1, 1}, nil, nil).Kappa(),
		"recall of a class without":       metric.Confusion([]int{0, 0}, []int{0, 1}, nil, nil).Class(1).Recall(),
		"F∞ of a class without":           metric.Counts{TN: 1}.FBeta(inf),
		"share of a class without":        metric.Confusion([]int{0, 0}, []int{0, 1}, nil, nil).ByTrue().At(1, 1),
		"area of a class without, by one": metric.AUCOneVsOne([]int{0, 0}, mat.NewDense(2, 2, nil), nil).At(0, 1),
	} {
		if !math.IsNaN(got) {
			t.Errorf("%s: %v, want NaN", name, got)
		}
	}
	if got := metric.R2([]float64{0.1, 0.1, 0.1}, []float64{0.1, 0.1, 0.2}, nil); !math.IsInf(got, -1) {
		t.Errorf("R² of equal targets with an error is %v, want -Inf", got)
	}
	if !metric.Confusion(nil, nil, nil, nil).ByAll().IsEmpty() {
		t.Error("shares of no classes")
	}
	if got := metric.R2([]float64{9, 1, 2}, []float64{nan, 1, 2}, []float64{0, 1, 1}); got != 1 {
		t.Errorf("R² with a sample of weight 0 is %v, want 1", got)
	}
}

// Whatever the scale of the weights, the rates are the same, also where squares
// of the weights leave the range of float64.
func TestScaleOfWeights(t *testing.T) {
	target, y, s := []int{0, 1, 2, 1, 0}, []int{0, 2, 2, 1, 1}, []float64{3, 1, 2, 2, 1}
	want := metric.Confusion(target, y, nil, s)
	for _, scale := range []float64{1e-300, 1e-170, 1e170, 1e300} {
		scaled := make([]float64, len(s))
		for i := range s {
			scaled[i] = scale * s[i]
		}
		got := metric.Confusion(target, y, nil, scaled)
		check(t, "MCC", got.MCC(), want.MCC())
		check(t, "kappa", got.QuadraticKappa(), want.QuadraticKappa())
		check(t, "MCC of class 1", got.Class(1).MCC(), want.Class(1).MCC())
		check(t, "weighted F2", got.Weighted(metric.Counts.F1), want.Weighted(metric.Counts.F1))
		z := []float64{1, 2, 2, 0, 3}
		check(t, "AUC", metric.AUC(metric.OneVsRest(target, 1), z, scaled), metric.AUC(metric.OneVsRest(target, 1), z, s))
	}
}

// F0 is the precision and F∞ the recall.
func TestFBetaAtTheEnds(t *testing.T) {
	c := metric.Counts{TP: 3, FP: 1, FN: 2, TN: 4}
	check(t, "F0", c.FBeta(0), c.Precision())
	for _, beta := range []float64{1e40, 1e60, 1e154, 1e200, math.Inf(1)} {
		check(t, "F∞", c.FBeta(beta), c.Recall())
	}
	check(t, "F∞ of a class that is only predicted", metric.Counts{FP: 3}.FBeta(1e60), 0)
}

func TestLogLossAtTheEdges(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		p, want float64 // of the true class
	}{{1, 0}, {0, inf}, {math.Exp(-1), 1}, {-0.1, nan}, {1.1, nan}, {nan, nan}} {
		p := mat.NewDense(1, 2, []float64{0.5, c.p})
		got := metric.LogLoss([]int{1}, p, nil)
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("LogLoss with p = %v is %v, want %v", c.p, got, c.want)
		}
		uncounted := metric.LogLoss([]int{1, 0}, mat.NewDense(2, 2, []float64{0.5, c.p, 1, 0}), []float64{0, 1})
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
	if got, want := metric.Accuracy(target, y, s), metric.Accuracy(targets, predictions, nil); got != want {
		t.Errorf("weighted accuracy %v, repeated %v", got, want)
	}
	got := metric.Confusion(target, y, []string{"a", "b", "c"}, s)
	want := metric.Confusion(targets, predictions, []string{"a", "b", "c"}, nil)
	check(t, "MCC", got.MCC(), want.MCC())
	z, numbers := []float64{1, 2, 0, 1}, []float64{1, 3, 0, 2}
	var scores, more []float64
	for i, n := range s {
		for range int(n) {
			scores, more = append(scores, z[i]), append(more, numbers[i])
		}
	}
	check(t, "R2", metric.R2(numbers, z, s), metric.R2(more, scores, nil))
	check(t, "AUC", metric.AUC(metric.OneVsRest(target, 1), z, s), metric.AUC(metric.OneVsRest(targets, 1), scores, nil))
	if !mat.Equal(got.Counts, want.Counts) {
		t.Errorf("weighted\n%v, repeated\n%v", got, want)
	}
}

func TestTable(t *testing.T) {
	m := metric.Confusion([]int{0, 0, 1}, []int{0, 1, 1}, []string{"é", "b", "c"}, []float64{12345678, 0.5, 2})
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
	c := metric.Confusion([]int{0, 0, 1, 2, 2}, []int{0, 1, 1, 0, 2}, nil, []float64{1, 1e-20, 2, 4, 8})
	for k, want := range []metric.Counts{
		{TP: 1, FP: 4, FN: 1e-20, TN: 10},
		{TP: 2, FP: 1e-20, FN: 0, TN: 13},
		{TP: 8, FP: 0, FN: 4, TN: 3},
	} {
		if got := c.Class(k); got != want {
			t.Errorf("class %d: %+v, want %+v", k, got, want)
		}
	}
	one := metric.Confusion([]int{1, 1}, []int{1, 0}, nil, []float64{0.1, 0.2}).Class(1)
	if one.TN != 0 || !math.IsNaN(one.Specificity()) {
		t.Errorf("%+v has a specificity of %v", one, one.Specificity())
	}
}

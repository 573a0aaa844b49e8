package metric_test

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

// A weight that makes no sense leaves no number that does.
func TestSenselessWeights(t *testing.T) {
	target, other := []int{0, 1, 1, 0, 1, 0}, []int{0, 1, 0, 0, 1, 1}
	z := []float64{0.1, 0.9, 0.4, 0.3, 0.8, 0.6}
	p := mat.NewDense(6, 2, nil)
	labels, predicted := mat.NewDense(6, 2, nil), mat.NewDense(6, 2, nil)
	for i := range z {
		p.SetRow(i, []float64{1 - z[i], z[i]})
		labels.Set(i, target[i], 1)
		predicted.Set(i, other[i], 1)
	}
	for _, bad := range []float64{-1, -1e-300, math.NaN(), math.Inf(1), math.Inf(-1)} {
		s := []float64{1, 2, bad, 1, 1, 2}
		m := metric.Confusion(target, other, nil, s)
		interval := metric.AUCInterval(target, z, 0.95, s)
		for name, v := range map[string]float64{
			"accuracy":      metric.Accuracy(target, other, s),
			"of the matrix": m.Accuracy(), "recall 0": m.Class(0).Recall(), "recall 1": m.Class(1).Recall(), "precision": m.Class(0).Precision(), "F1": m.Class(1).F1(),
			"macro": m.Macro(metric.Counts.Recall), "weighted": m.Weighted(metric.Counts.F1), "micro": m.Micro(metric.Counts.F1), "MCC": m.MCC(), "kappa": m.Kappa(),
			"AUC": metric.AUC(target, z, s), "average precision": metric.AveragePrecision(target, z, s), "AUC, low": interval.Low, "one against one": metric.AUCOneVsOne(target, p, s).At(0, 1),
			"log-loss": metric.LogLoss(target, p, s), "Brier": metric.Brier(target, z, s), "Brier of classes": metric.BrierClasses(target, p, s),
			"hinge": metric.Hinge(target, mat.NewVecDense(6, z), s), "top 1": metric.TopK(target, p, 1, s), "ECE": metric.Reliability(target, z, metric.UniformBins(3), s).ECE(),
			"MSE": metric.MSE(z, z, s), "R2": metric.R2(z, z, s), "mean": metric.Mean(z, s), "occurred": metric.Support(target, 2, s)[1],
			"Hamming": metric.Hamming(labels, predicted, s), "labels": metric.LabelCounts(labels, predicted, s)[1].Recall(),
		} {
			if !math.IsNaN(v) {
				t.Errorf("weight %v: %s is %v", bad, name, v)
			}
		}
	}
}

func TestSenselessSettings(t *testing.T) {
	mean := func(s []float64) float64 { return metric.Mean([]float64{1, 2}, s) }
	for name, c := range map[string]struct {
		run  func()
		says string
	}{
		"TopK of no class":   {func() { metric.TopK([]int{0}, mat.NewDense(1, 2, nil), 0, nil) }, "k = 0; it must be 1 or more"},
		"no replicates":      {func() { metric.Bootstrap{Replicates: -1}.Interval([]int{0, 1}, mean, nil) }, "Replicates is -1"},
		"certain bootstrap":  {func() { metric.Bootstrap{Level: 1}.Interval([]int{0, 1}, mean, nil) }, "the level is 1"},
		"bootstrap of none":  {func() { metric.Bootstrap{}.Interval([]int{0, 1}, nil, nil) }, "the measure is nil"},
		"interval of no AUC": {func() { metric.AUCInterval([]int{0, 1}, []float64{0, 1}, -0.5, nil) }, "the level is -0.5"},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if text, _ := recover().(string); !strings.Contains(text, c.says) {
					t.Errorf("panic %q, want one with %q", text, c.says)
				}
			}()
			c.run()
		})
	}
}

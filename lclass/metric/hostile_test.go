package metric_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

// Whatever numbers scores, probabilities and weights are, nothing panics, and
// with weights that make sense rates and areas are between 0 and 1, or NaN.
func TestHostileNumbers(t *testing.T) {
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1, 1e308, -1e308, 5e-324, 0.5, 0.25}
	random := rand.New(rand.NewPCG(11, 12))
	for range 3000 {
		n, classes := 1+random.IntN(8), 1+random.IntN(4)
		target, binary, y := make([]int, n), make([]int, n), make([]int, n)
		z, s := make([]float64, n), make([]float64, n)
		p, labels, predicted := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
		sane := random.IntN(2) == 0 // weights
		for i := range n {
			target[i], y[i], binary[i] = random.IntN(classes), random.IntN(classes), random.IntN(2)
			z[i], s[i] = odd[random.IntN(len(odd))], odd[random.IntN(len(odd))]
			if sane {
				s[i] = float64(random.IntN(3)) * 1e-200
			}
			for k := range classes {
				p.Set(i, k, odd[random.IntN(len(odd))])
				labels.Set(i, k, float64(random.IntN(2)))
				predicted.Set(i, k, float64(random.IntN(2)))
			}
		}
		r := metric.Rank(binary, z, s)
		roc, pr, det := r.ROC(), r.PR(), r.DET()
		m := metric.Confusion(target, y, make([]string, classes), s)
		report := metric.NewReport(metric.Predictions{T: target, P: p, S: s})
		if report.String() == "" || report.HTML() == "" || m.String() == "" {
			t.Error("an empty report")
		}
		difference, _, pValue := metric.CompareAUC(binary, z, mat.Col(nil, 0, p), 0.9, s)
		interval := metric.AUCInterval(binary, z, 0.9, s)
		reliability := metric.Reliability(binary, z, metric.UniformBins(3), s)
		metric.Reliability(binary, z, metric.UniformBins(1), s)
		metric.QuantileBins(z, 3, s)
		metric.Hinge(binary, mat.NewVecDense(n, z), s)
		if classes > 1 {
			metric.Hinge(target, p, s)
		}
		metric.LabelLogLoss(labels, p, s)
		metric.Coverage(labels, p, s)
		metric.R2(z, mat.Col(nil, 0, p), s)
		metric.AUCOneVsOne(target, p, s)
		bootstrap := metric.Bootstrap{Replicates: 3}.Interval(binary, func(s []float64) float64 { return metric.AUC(binary, z, s) }, s)
		if !sane {
			continue
		}
		shares := []float64{
			roc.AUC, r.PartialAUC(0.3), pr.AveragePrecision, pValue, math.Abs(difference.Low), math.Abs(difference.High), interval.Low, interval.High,
			bootstrap.Value, reliability.ECE(),
			m.Accuracy(), m.BalancedAccuracy(), m.Macro(metric.Counts.F1), m.Weighted(metric.Counts.Jaccard), m.Micro(metric.Counts.NPV),
			metric.TopK(target, p, 2, s), metric.Brier(binary, z, s), metric.BrierClasses(target, p, s) / float64(classes),
			metric.LabelRankingPrecision(labels, p, s), metric.LabelRankingLoss(labels, p, s),
			metric.Hamming(labels, predicted, s), metric.ExactMatch(labels, predicted, s),
		}
		for k := range classes {
			c := m.Class(k)
			shares = append(shares, c.Recall(), c.Specificity(), c.Precision(), c.NPV(), c.FPR(), c.FNR(), c.FBeta(2), math.Abs(c.MCC()), math.Abs(c.Youden()))
		}
		for _, rates := range [][]float64{roc.FPR, roc.TPR, pr.Precision, pr.Recall, det.FPR, det.FNR} {
			shares = append(shares, rates...)
		}
		for j, v := range shares {
			if v < -1e-12 || v > 1+1e-12 {
				t.Fatalf("share %d is %v, of z %v, s %v, t %v", j, v, z, s, binary)
			}
		}
		if !slices.IsSorted(roc.FPR) && !math.IsNaN(roc.AUC) || !slices.IsSorted(roc.TPR) && !math.IsNaN(roc.AUC) {
			t.Fatalf("the ROC curve falls: %+v", roc)
		}
	}
}

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

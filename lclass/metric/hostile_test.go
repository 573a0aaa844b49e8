package metric_test

import (
	"math"
	"math/rand/v2"
	"slices"
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

package metric_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/lclass/metric"
)

// AUC is the share of pairs of a positive and a negative sample whose scores
// are in order, ties counted half (Hanley and McNeil, 1982).
func TestAUCCountsPairs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		n := 2 + random.IntN(30)
		target, z, s := make([]int, n), make([]float64, n), make([]float64, n)
		for i := range n {
			target[i], z[i], s[i] = random.IntN(2), float64(random.IntN(6)), float64(random.IntN(3))
		}
		var right, pairs float64
		for i := range n {
			for j := range n {
				if target[i] == 1 && target[j] == 0 {
					pairs += s[i] * s[j]
					switch {
					case z[i] > z[j]:
						right += s[i] * s[j]
					case z[i] == z[j]:
						right += s[i] * s[j] / 2
					}
				}
			}
		}
		check(t, "AUC", metric.AUC(target, z, s), right/pairs)
	}
}

// The counts of a ranking are those of the predictions z ≥ θ, in any order of
// the samples and after any rising change of the scores.
func TestRankingCounts(t *testing.T) {
	target, z, s := []int{1, 0, 1, 1, 0, 0}, []float64{3, 1, 1, 2, 2, -1}, []float64{1, 2, 0.5, 0, 1, 4}
	r := metric.Rank(target, z, s)
	if want := []float64{3, 2, 1, -1}; !slices.Equal(r.Threshold, want) {
		t.Fatalf("thresholds %v, want %v", r.Threshold, want)
	}
	for i, threshold := range append([]float64{math.Inf(1)}, r.Threshold...) {
		y := make([]int, len(z))
		for j := range z {
			if z[j] >= threshold {
				y[j] = 1
			}
		}
		m := metric.Confusion(target, y, []string{"no", "yes"}, s).Counts
		want := metric.Counts{TP: m.At(1, 1), FP: m.At(0, 1), FN: m.At(1, 0), TN: m.At(0, 0)}
		if got := r.At(i - 1); got != want {
			t.Errorf("at %v: %+v, want %+v", threshold, got, want)
		}
	}
	for i := range z {
		z[i] = math.Exp(z[i])
	}
	slices.Reverse(target)
	slices.Reverse(z)
	slices.Reverse(s)
	other := metric.Rank(target, z, s)
	if !slices.Equal(other.TP, r.TP) || !slices.Equal(other.FP, r.FP) {
		t.Errorf("reversed: %v, want %v", other, r)
	}
}

func TestCurvesWithoutSamples(t *testing.T) {
	r := metric.Rank([]int{1}, []float64{math.NaN()}, []float64{0})
	if len(r.Threshold) != 0 {
		t.Errorf("%v", r)
	}
	if c := r.DET(); len(c.FPR) != 0 {
		t.Errorf("DET %v", c)
	}
	if c := r.ROC(); len(c.FPR) != 1 || !math.IsNaN(c.FPR[0]) || !math.IsNaN(c.AUC) {
		t.Errorf("ROC %v", c)
	}
	if c := metric.Rank(nil, nil, nil).PR(); len(c.Recall) != 1 || c.Precision[0] != 1 || !math.IsNaN(c.AveragePrecision) {
		t.Errorf("PR %v", c)
	}
}

func TestScoreWithoutPlace(t *testing.T) {
	target, z := []int{0, 1, 1}, []float64{1, math.NaN(), 2}
	check(t, "AUC", metric.AUC(target, z, nil), math.NaN())
	check(t, "average precision", metric.AveragePrecision(target, z, nil), math.NaN())
	roc, det := metric.Rank(target, z, nil).ROC(), metric.Rank(target, z, nil).DET()
	check(t, "TPR", roc.TPR[1], math.NaN())
	check(t, "partial AUC", metric.Rank(target, z, nil).PartialAUC(0.5), math.NaN())
	check(t, "FNR", det.FNR[0], math.NaN())
	check(t, "AUC at weight 0", metric.AUC(target, z, []float64{1, 0, 1}), 1)
}

func TestPartialAUCOutOfRange(t *testing.T) {
	r := metric.Rank([]int{0, 1}, []float64{0, 1}, nil)
	for _, m := range []float64{0, -1, 1.1, math.NaN()} {
		check(t, "partial AUC", r.PartialAUC(m), math.NaN())
	}
}

func TestOneVsRest(t *testing.T) {
	if got := metric.OneVsRest([]int{0, 2, 1, 2}, 2); !slices.Equal(got, []int{0, 1, 0, 1}) {
		t.Error(got)
	}
}

func BenchmarkROC(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	const n = 1_000_000
	t, z := make([]int, n), make([]float64, n)
	for i := range n {
		t[i], z[i] = random.IntN(2), random.NormFloat64()
	}
	for b.Loop() {
		metric.Rank(t, z, nil).ROC()
	}
}

// By hand: bins of ½ have the means 0.25 and 0.8, and the shares ½ and 1.
func TestCalibrationError(t *testing.T) {
	c := metric.Reliability([]int{0, 1, 1, 1}, []float64{0.2, 0.3, 0.8, 0.8}, metric.UniformBins(2), []float64{1, 1, 3, 0})
	check(t, "ECE", c.ECE(), (2*0.25+3*0.2)/5)
	none := metric.Reliability(nil, nil, metric.UniformBins(2), nil)
	check(t, "ECE of nothing", none.ECE(), math.NaN())
	for _, p := range []float64{-0.1, 1.1, math.NaN()} {
		wrong := metric.Reliability([]int{0, 1}, []float64{0.5, p}, metric.UniformBins(2), nil)
		check(t, "ECE of nonsense", wrong.ECE(), math.NaN())
	}
}

func TestQuantileBins(t *testing.T) {
	if got := metric.QuantileBins(nil, 2, nil); !slices.Equal(got, []float64{0, 0, 0}) {
		t.Error(got)
	}
	// Weights below 1 in all have no spread: all edges are the same.
	if got := metric.QuantileBins([]float64{0.5, 0.1}, 2, []float64{0.25, 0.25}); got[0] != got[2] {
		t.Error(got)
	}
	if got := metric.QuantileBins([]float64{0.3, 0.1, 0.9, 0.2}, 2, []float64{1, 1, 0, 1}); !slices.Equal(got, []float64{0.1, 0.2, 0.3}) {
		t.Error(got)
	}
}

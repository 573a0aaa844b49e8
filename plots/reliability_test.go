package plots

import (
	"math"
	"slices"
	"testing"

	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// fourBins has bins at 0.1, 0.375 and 0.8.
func fourBins() *metric.ReliabilityCurve {
	return metric.Reliability([]int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}, metric.UniformBins(4), nil)
}

func TestReliability(t *testing.T) {
	f := Reliability(Calibrated{Name: "p", Curve: fourBins()})
	l := itemsOf[*polyline](f)[7] // after the diagonal and two bars for each of three bins
	if !same(l.x, []float64{0.1, 0.375, 0.8}) || !same(l.y, []float64{0, 0.5, 1}) {
		t.Errorf("%v, %v", l.x, l.y)
	}
	// (0.1 + 2·0.125 + 0.2)/4 = 0.1375, a trace below in float64
	if got := f.legend.names(); !slices.Equal(got, []string{"p, ECE 0.137", "bars: 95 % intervals (Wilson)", "calibrated"}) {
		t.Errorf("%q", got)
	}
	if texts := written(t, f); !slices.Contains(texts, "samples in the bin, at most 2") || slices.Contains(texts, "−0.2") {
		t.Errorf("%q", texts)
	}
}

// The bars below the diagram are as long as the bins have samples.
func TestBinCounts(t *testing.T) {
	f := Reliability(Calibrated{Curve: fourBins()})
	c := vector.New(100, 100)
	p := ranged(f)
	for _, bar := range itemsOf[*polyline](f)[1:4] { // after the diagonal
		bar.plot(c, p)
	}
	var lengths []float64
	for _, a := range c.Actions {
		if s, ok := a.(vector.Stroke); ok {
			lengths = append(lengths, float64(s[1].At.Y-s[0].At.Y))
		}
	}
	if len(lengths) != 3 || !near(lengths[1], 2*lengths[0]) || !near(lengths[2], lengths[0]) {
		t.Errorf("lengths %v", lengths)
	}
}

// scipy.stats.binomtest(k, n).proportion_ci(method="wilson") of 2 in 10, 0 in 5
// and 10 in 10.
func TestWilson(t *testing.T) {
	for _, test := range []struct{ p, n, low, high float64 }{
		{0.2, 10, 0.056682151454375274, 0.5098375284633583},
		{0, 5, 0, 0.43448246478317476},
		{1, 10, 0.7224672001371109, 1},
	} {
		if low, high := wilson(test.p, test.n); math.Abs(low-test.low) > 1e-9 || math.Abs(high-test.high) > 1e-9 {
			t.Errorf("%v of %v: %.12f to %.12f, want %v to %v", test.p, test.n, low, high, test.low, test.high)
		}
	}
}

// The legend leaves the strip free.
func TestLegendOfReliability(t *testing.T) {
	full := metric.Reliability([]int{0, 1, 0, 1}, []float64{0.01, 0.02, 0.98, 0.99}, metric.UniformBins(2), nil)
	f := Reliability(Calibrated{Name: "a name that fills a corner", Curve: full})
	p := ranged(f)
	if at := f.emptiest(p, vector.New(345, 405)); at == BottomLeft || at == BottomRight {
		t.Errorf("legend at %d", at)
	}
}

package metric_test

import (
	"math"
	"slices"
	"testing"

	"linclass/lclass/metric"
)

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

package metric

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
)

// A ReliabilityCurve compares predicted probabilities of class 1 with observed
// shares, with a point for each bin of probabilities that has samples (Murphy
// and Winkler, 1977). Calibrated probabilities lie on the diagonal.
type ReliabilityCurve struct {
	Predicted []float64 // mean probability in the bin, rising
	Observed  []float64 // share of class 1 in the bin
	N         []float64 // number of samples in the bin, or their total weight
}

// Reliability returns the curve of the probabilities p of class 1, for targets 1
// and 0, as scikit-learn's calibration_curve does. The edges of the bins rise;
// [UniformBins] and [QuantileBins] make them. A probability on an edge belongs to
// the lower bin, one beyond the edges to the first or the last bin. A probability
// outside [0, 1] makes the curve a single point of NaN. If the sample weights s
// are nil, every sample counts 1.
func Reliability(t []int, p, edges, s []float64) *ReliabilityCurve {
	checkLengths("Reliability", len(t), len(p), s)
	s = sound(s)
	if len(edges) < 2 || !slices.IsSorted(edges) {
		panic(fmt.Sprintf("metric: Reliability: the edges of bins are %v; they must be two or more and rise", edges))
	}
	inner := edges[1 : len(edges)-1]
	sums := make([]struct{ n, p, t float64 }, len(inner)+1)
	for i, class := range t {
		checkBinary("Reliability", i, class)
		w := weight(s, i)
		if w == 0 {
			continue
		}
		if math.IsNaN(w) || !(p[i] >= 0 && p[i] <= 1) {
			nan := []float64{math.NaN()}
			return &ReliabilityCurve{nan, nan, nan}
		}
		bin := &sums[sort.SearchFloat64s(inner, p[i])]
		bin.n += w
		bin.p += w * p[i]
		bin.t += w * float64(class)
	}
	c := new(ReliabilityCurve)
	for _, bin := range sums {
		if bin.n > 0 {
			c.Predicted = append(c.Predicted, bin.p/bin.n)
			c.Observed = append(c.Observed, bin.t/bin.n)
			c.N = append(c.N, bin.n)
		}
	}
	return c
}

// ECE returns the expected calibration error, the mean distance from the
// diagonal (Naeini, Cooper and Hauskrecht, 2015),
//
//	Σ nᵦ |observedᵦ − predictedᵦ| / Σ nᵦ
//
// It depends on the choice of bins. It is NaN for no samples.
func (c *ReliabilityCurve) ECE() float64 {
	var sum, total float64
	for i, n := range c.N {
		sum += n * math.Abs(c.Observed[i]-c.Predicted[i])
		total += n
	}
	return sum / total
}

// UniformBins returns the n+1 edges of n ≥ 1 bins of equal width from 0 to 1.
func UniformBins(n int) []float64 {
	edges := make([]float64, n+1)
	for i := range edges {
		edges[i] = float64(i) * (1 / float64(n))
	}
	edges[n] = 1
	return edges
}

// QuantileBins returns the n+1 edges of n ≥ 1 bins with about as many samples each: the
// quantiles of the probabilities p. The quantile q of m samples lies at place q(m − 1),
// counted from 0, interpolated linearly, as numpy.percentile does. Weights count as
// copies, as in wtd.quantile of R's Hmisc. For no samples all edges are 0. If the sample
// weights s are nil, every sample counts 1.
func QuantileBins(p []float64, n int, s []float64) []float64 {
	checkLengths("QuantileBins", len(p), len(p), s)
	s = sound(s)
	var order []int
	for i := range p {
		if weight(s, i) != 0 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	upTo := make([]float64, len(order)) // the weight up to each sample
	for k, i := range order {
		upTo[k] = weight(s, i)
		if k > 0 {
			upTo[k] += upTo[k-1]
		}
	}
	edges := make([]float64, n+1)
	if len(order) == 0 {
		return edges
	}
	at := func(copies float64) float64 {
		return p[order[min(sort.SearchFloat64s(upTo, copies), len(order)-1)]]
	}
	for i := range edges {
		q := min(1, float64(i)*(1/float64(n))*100/100) // as a percentage, whose rounding decides on which side of an edge a sample lies
		place := max(0, upTo[len(upTo)-1]-1) * q
		below := math.Floor(place)
		low, high, part := at(below+1), at(below+2), place-below
		if part < 0.5 {
			edges[i] = low + (high-low)*part
		} else {
			edges[i] = high - (high-low)*(1-part)
		}
	}
	slices.Sort(edges) // rounding
	return edges
}

package lclass

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/rows"
)

// A growth says which weights of a fit nothing holds: neither a penalty nor a bound.
type growth struct {
	noBias  bool
	lambda  float64
	control perFeature
	scores  int
}

// allows reports whether the score of a class, in relation to the others, may grow for ever
// with feature j, or fall with it.
func (g growth) allows(j, class int, rises bool) bool {
	c := g.control
	if g.lambda > 0 && (c.factors == nil || c.factors[j] > 0) {
		return false
	}
	up, down := c.upper == nil || math.IsInf(c.upper[j], 1), c.lower == nil || math.IsInf(c.lower[j], -1)
	if g.scores > 1 {
		return up || down // of its own weight, or of those of the others
	}
	if rises == (class == 1) {
		return up
	}
	return down
}

// separatingFeatures says which features separate the classes of d along a direction of
// (W, b): one that does so alone, if there is one, or else all with a weight. It is empty
// if that is unknown, or if the samples are elsewhere.
func separatingFeatures(d *Data, along *mat.Dense, g growth) string {
	if d.elsewhere != nil {
		return ""
	}
	if text := d.separatesAlone(g); text != "" || along == nil {
		return text
	}
	if names := d.dependsOn(along); len(names) > 0 {
		return "the hyperplane depends on " + list(names, "and")
	}
	return ""
}

// separatesAlone names the features that separate a class from the others by a single
// threshold, 0 without an intercept: all samples beyond it are of that class. It is empty if
// there are none, and for so many features and classes that they are not searched.
func (d *Data) separatesAlone(g growth) string {
	p, k := d.D(), d.K()
	if p > mostValues/16/k/k {
		return ""
	}
	low, high, seen := make([][]float64, k), make([][]float64, k), make([][]int, k)
	for c := range k {
		low[c] = slices.Repeat([]float64{math.Inf(1)}, p)
		high[c] = slices.Repeat([]float64{math.Inf(-1)}, p)
		seen[c] = make([]int, p)
	}
	samples := make([]int, k)
	for i, c := range d.t {
		if i%rows.Block == 0 && d.Err() != nil {
			return ""
		}
		if !d.counts(i) {
			continue
		}
		samples[c]++
		rows.Entries(d.x, i, func(j int, v float64) bool {
			low[c][j], high[c][j] = min(low[c][j], v), max(high[c][j], v)
			seen[c][j]++
			return true
		})
	}
	for c, n := range samples {
		for j, nonzero := range seen[c] {
			if nonzero < n {
				low[c][j], high[c][j] = min(low[c][j], 0), max(high[c][j], 0)
			}
		}
	}
	for c, class := range slices.Backward(d.classes) {
		var alone []string
		for j, name := range d.features {
			least, most := math.Inf(1), math.Inf(-1)
			for other := range k {
				if other != c {
					least, most = min(least, low[other][j]), max(most, high[other][j])
				}
			}
			below := high[c][j] <= least && low[c][j] < least
			above := low[c][j] >= most && high[c][j] > most
			if g.noBias {
				varies := low[c][j] < 0 || high[c][j] > 0 || least < 0 || most > 0
				below = varies && high[c][j] <= 0 && least >= 0
				above = varies && low[c][j] >= 0 && most <= 0
			}
			below, above = below && g.allows(j, c, false), above && g.allows(j, c, true)
			if low[c][j] <= high[c][j] && least <= most && (below || above) {
				alone = append(alone, name)
			}
		}
		if alone != nil {
			return fmt.Sprintf("%s alone separates %q from the rest", list(alone, "or"), class)
		}
	}
	return ""
}

// dependsOn names the features that have a weight in a direction of (W, b), those that
// change scores most first.
func (d *Data) dependsOn(along *mat.Dense) []string {
	_, std := rows.Moments(d.x, moderate(d.sampleWeights()), d.stop())
	moves := make([]float64, d.D())
	var by []int
	for j := range moves {
		if moves[j] = mat.Norm(along.ColView(j), math.Inf(1)) * std[j]; moves[j] > 0 {
			by = append(by, j)
		}
	}
	slices.SortStableFunc(by, func(a, b int) int { return cmp.Compare(moves[b], moves[a]) })
	return pick(d.features, by)
}

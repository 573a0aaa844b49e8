package lclass

import (
	"math"
	"math/rand/v2"
	"slices"

	"linclass/internal/invalid"
)

// A resampler draws bootstrap replicates: rows of data, or, if weights are counts, the
// samples that each row stands for.
type resampler struct {
	data   *Data
	upTo   []int     // samples in the rows up to each; nil if rows are drawn
	number []float64 // of samples in each row; nil if rows are drawn
}

// mostSamples limits how long a single replicate takes to draw.
const mostSamples = 1e9

func newResampler(d *Data, analytic bool) (*resampler, error) {
	r := &resampler{data: d}
	if analytic || d.weight == nil {
		return r, nil
	}
	var total float64
	number := d.numbers(false)
	upTo := make([]int, d.N())
	for i, n := range number {
		if n != math.Trunc(n) {
			return r, nil
		}
		total += n
		if total > mostSamples {
			return nil, invalid.Worded("Bootstrap.PrecisionWeights", false, "lclass: Bootstrap: the weights stand for more than %.0g samples; set Bootstrap.PrecisionWeights if they are not counts", mostSamples)
		}
		upTo[i] = int(total)
	}
	r.upTo, r.number = upTo, number
	return r, nil
}

// draw returns a replicate: the same rows, with weights that say how often
// each was drawn.
func (r *resampler) draw(seed, replicate uint64) *Data {
	rng := rand.New(rand.NewPCG(seed, replicate))
	n := r.data.N()
	times := make([]float64, n)
	if r.number != nil {
		total := r.upTo[n-1]
		for range total {
			i, _ := slices.BinarySearch(r.upTo, rng.IntN(total)+1)
			times[i]++
		}
		for i := range times {
			times[i] *= r.each(i)
		}
		return r.weighted(times)
	}
	for range n {
		times[rng.IntN(n)]++
	}
	for i, s := range r.data.weight {
		times[i] *= s
	}
	return r.weighted(times)
}

// each returns the weight of each of the samples in row i.
func (r *resampler) each(i int) float64 {
	if r.number[i] == 0 {
		return 0
	}
	return r.data.weight[i] / r.number[i]
}

// copies returns how many samples each of the rows stands for.
func (r *resampler) copies(rows []int) []float64 {
	copies := make([]float64, len(rows))
	for at, i := range rows {
		copies[at] = 1
		if r.number != nil {
			copies[at] = r.number[i]
		}
	}
	return copies
}

// without returns the data less one sample of row i.
func (r *resampler) without(i int) *Data {
	weight := slices.Clone(r.data.sampleWeights())
	if r.number != nil {
		weight[i] = (r.number[i] - 1) * r.each(i)
	} else {
		weight[i] = 0
	}
	return r.weighted(weight)
}

func (r *resampler) weighted(s []float64) *Data {
	d := *r.data
	d.weight, d.plain = s, nil
	return &d
}

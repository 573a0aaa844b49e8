package lclass

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

// An urn holds what a bootstrap draws from: the rows of data, or, where weights
// are counts, the samples that each stands for.
type urn struct {
	data   *Data
	upTo   []int // samples in the rows up to each; nil if rows are drawn
	counts bool  // weights are counts
}

// mostSamples limits how long a single replicate takes to draw.
const mostSamples = 1e9

func newUrn(d *Data, analytic bool) (*urn, error) {
	u := &urn{data: d}
	if analytic || d.weight == nil {
		return u, nil
	}
	var total float64
	upTo := make([]int, d.N())
	for i, s := range d.weight {
		if s != math.Trunc(s) {
			return u, nil
		}
		total += s
		if total > mostSamples {
			return nil, fmt.Errorf("lclass: Bootstrap: the weights stand for more than %.0g samples; set Bootstrap.Analytic if they are no counts", mostSamples)
		}
		upTo[i] = int(total)
	}
	u.upTo, u.counts = upTo, true
	return u, nil
}

// draw returns replicate r: the same rows, with weights that say how often
// each was drawn.
func (u *urn) draw(seed, r uint64) *Data {
	rng := rand.New(rand.NewPCG(seed, r))
	n := u.data.N()
	times := make([]float64, n)
	if u.counts {
		total := u.upTo[n-1]
		for range total {
			i, _ := slices.BinarySearch(u.upTo, rng.IntN(total)+1)
			times[i]++
		}
		return u.weighted(times)
	}
	for range n {
		times[rng.IntN(n)]++
	}
	for i, s := range u.data.weight {
		times[i] *= s
	}
	return u.weighted(times)
}

// rows returns the rows that count.
func (u *urn) rows() []int {
	var rows []int
	for i := range u.data.N() {
		if u.data.counts(i) {
			rows = append(rows, i)
		}
	}
	return rows
}

// copies returns how many samples each of the rows stands for.
func (u *urn) copies(rows []int) []float64 {
	copies := make([]float64, len(rows))
	for at, i := range rows {
		copies[at] = 1
		if u.counts {
			copies[at] = u.data.weight[i]
		}
	}
	return copies
}

// without returns the data less one sample of row i.
func (u *urn) without(i int) *Data {
	weight := slices.Clone(u.data.sampleWeights())
	if u.counts {
		weight[i]--
	} else {
		weight[i] = 0
	}
	return u.weighted(weight)
}

func (u *urn) weighted(s []float64) *Data {
	d := *u.data
	d.weight = s
	return &d
}

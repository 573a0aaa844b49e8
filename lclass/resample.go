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
	upTo   []int     // samples in the rows up to each; nil if rows are drawn
	number []float64 // of samples in each row; nil if rows are drawn
}

// mostSamples limits how long a single replicate takes to draw.
const mostSamples = 1e9

func newUrn(d *Data, analytic bool) (*urn, error) {
	u := &urn{data: d}
	if analytic || d.weight == nil {
		return u, nil
	}
	var total float64
	number := d.numbers(false)
	upTo := make([]int, d.N())
	for i, n := range number {
		if n != math.Trunc(n) {
			return u, nil
		}
		total += n
		if total > mostSamples {
			return nil, fmt.Errorf("lclass: Bootstrap: the weights stand for more than %.0g samples; set Bootstrap.PrecisionWeights if they are no counts", mostSamples)
		}
		upTo[i] = int(total)
	}
	u.upTo, u.number = upTo, number
	return u, nil
}

// draw returns replicate r: the same rows, with weights that say how often
// each was drawn.
func (u *urn) draw(seed, r uint64) *Data {
	rng := rand.New(rand.NewPCG(seed, r))
	n := u.data.N()
	times := make([]float64, n)
	if u.number != nil {
		total := u.upTo[n-1]
		for range total {
			i, _ := slices.BinarySearch(u.upTo, rng.IntN(total)+1)
			times[i]++
		}
		for i := range times {
			times[i] *= u.each(i)
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

// each returns the weight of each of the samples in row i.
func (u *urn) each(i int) float64 {
	if u.number[i] == 0 {
		return 0
	}
	return u.data.weight[i] / u.number[i]
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
		if u.number != nil {
			copies[at] = u.number[i]
		}
	}
	return copies
}

// without returns the data less one sample of row i.
func (u *urn) without(i int) *Data {
	weight := slices.Clone(u.data.sampleWeights())
	if u.number != nil {
		weight[i] = (u.number[i] - 1) * u.each(i)
	} else {
		weight[i] = 0
	}
	return u.weighted(weight)
}

func (u *urn) weighted(s []float64) *Data {
	d := *u.data
	d.weight, d.plain = s, nil
	return &d
}

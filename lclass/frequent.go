package lclass

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"linclass/lclass/shard"
)

// byValue returns the different values in increasing order, and their weights, or anything
// if it is stopped.
func byValue(values, weight []float64, stop func() bool) (distinct, total []float64) {
	order := sorted(seq(len(values)), func(a, b int) int { return cmp.Compare(values[a], values[b]) }, stop)
	for _, i := range order {
		last := len(distinct) - 1
		if last < 0 || values[i] != distinct[last] {
			distinct, total = append(distinct, values[i]), append(total, 0)
			last++
		}
		total[last] += weight[i]
	}
	return distinct, total
}

func mostFrequent(values, weight []float64, stop func() bool) float64 {
	distinct, total := byValue(values, weight, stop)
	return distinct[Argmax(total)]
}

// values returns the different values of features and their weights, up to one more than
// may be.
func (d *Data) values(index []int, weight []float64) []shard.Column {
	totals := make([]map[float64]float64, len(index))
	for at := range totals {
		totals[at] = map[float64]float64{}
	}
	for i, x := range d.Rows() {
		if i%d.glance() == 0 && d.Err() != nil {
			break
		}
		for at, j := range index {
			if v := x[j]; !math.IsNaN(v) && weight[i] > 0 && len(totals[at]) <= shard.MaxCategories {
				totals[at][v+0] += weight[i]
			}
		}
	}
	columns := make([]shard.Column, len(index))
	for at, j := range index {
		c := shard.Column{Name: d.features[j], Values: slices.Sorted(maps.Keys(totals[at]))}
		for _, v := range c.Values {
			c.Weights = append(c.Weights, totals[at][v])
		}
		columns[at] = c
	}
	return columns
}

// mostFrequentElsewhere returns the most frequent values of features of samples that are
// elsewhere, in one query.
func (d *Data) mostFrequentElsewhere(index []int) (map[int]float64, error) {
	frequent := map[int]float64{}
	if len(index) == 0 {
		return frequent, nil
	}
	sum, err := d.elsewhere.Sum(shard.Query{Kind: shard.Values, Features: index})
	if err != nil {
		return nil, err
	}
	if len(sum.Columns) != len(index) {
		return nil, badLength("columns of the shards", len(sum.Columns), "Query.Features", len(index))
	}
	for at, j := range index {
		c := sum.Columns[at]
		if len(c.Values) == 0 {
			return nil, noValues("Impute", d.features[j], sum.N)
		}
		frequent[j] = c.Values[Argmax(c.Weights)]
	}
	return frequent, nil
}

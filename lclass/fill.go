package lclass

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sort"

	"linclass/lclass/internal/parallel"
	"linclass/lclass/shard"
)

// numbers returns the values that replace missing numbers, by the number of the feature.
func (p Impute) numbers(d *Data, index []int, columns []shard.Column) (map[int]float64, error) {
	index = slices.DeleteFunc(slices.Clone(index), func(j int) bool { return columns[j].Text })
	value, find := map[int]float64{}, mostFrequent
	if p.Numbers == FillMedian {
		find = median
	}
	for _, j := range index {
		if err := d.Err(); err != nil {
			return nil, err
		}
		c := columns[j]
		switch {
		case p.Numbers == FillConstant:
			value[j] = p.Constant
		case c.Weight == 0:
			return nil, noValues("Impute", c.Name, c.Gaps)
		case p.Numbers == FillMean:
			value[j] = c.First / c.Weight
		case d.elsewhere != nil:
		default:
			values, weight := d.present(j)
			value[j] = find(values, weight, d.stop()) + 0 // −0 is 0
		}
	}
	switch {
	case d.elsewhere != nil && p.Numbers == FillMedian:
		return d.medians(index, columns)
	case d.elsewhere != nil && p.Numbers == FillMostFrequent:
		return d.mostFrequentElsewhere(index)
	}
	return value, nil
}

// median returns the value with half of the weight on either side, the mean of
// two if it lies between them.
func median(values, weight []float64, stop func() bool) float64 {
	distinct, total := byValue(values, weight, stop)
	var all, below float64
	for _, s := range total {
		all += s
	}
	for i, s := range total {
		below += s
		if 2*below == all && i+1 < len(distinct) {
			return distinct[i] + (distinct[i+1]-distinct[i])/2
		}
		if 2*below > all {
			return distinct[i]
		}
	}
	return distinct[len(distinct)-1]
}

// byValue returns the different values in increasing order, and their weights, or anything
// if it is stopped.
func byValue(values, weight []float64, stop func() bool) (distinct, total []float64) {
	order := parallel.Sorted(seq(len(values)), func(a, b int) int { return cmp.Compare(values[a], values[b]) }, stop)
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
	for i, x := range d.scan() {
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

// ranks returns Σs of the samples up to each cut.
func (d *Data) ranks(q shard.Query, weight []float64) []float64 {
	most := len(q.Cuts) / len(q.Features)
	sums := make([]float64, len(q.Cuts))
	for i, x := range d.scan() {
		for at, j := range q.Features {
			if v := x[j]; !math.IsNaN(v) {
				if k := sort.SearchFloat64s(q.Cuts[at*most:(at+1)*most], v); k < most {
					sums[at*most+k] += weight[i]
				}
			}
		}
	}
	for i := range sums {
		if i%most > 0 {
			sums[i] += sums[i-1]
		}
	}
	return sums
}

// checkRanks refuses a query that is not about numbers of these samples.
func (d *Data) checkRanks(q shard.Query) error {
	if len(q.Features) == 0 || len(q.Cuts) == 0 || len(q.Cuts)%len(q.Features) != 0 {
		return badLength("values of Query.Cuts", len(q.Cuts), "Query.Features", len(q.Features))
	}
	if err := d.checkNumbers(q.Features); err != nil {
		return err
	}
	most := len(q.Cuts) / len(q.Features)
	for at := range q.Features {
		if cuts := q.Cuts[at*most : (at+1)*most]; slices.ContainsFunc(cuts, math.IsNaN) || !slices.IsSorted(cuts) {
			return badSetting("Query.Cuts", cuts, "the cuts of a feature must increase")
		}
	}
	return nil
}

// checkNumbers refuses what are no numbers of features that are numbers.
func (d *Data) checkNumbers(index []int) error {
	for _, j := range index {
		if j < 0 || j >= d.D() || d.isText(j) {
			return badSetting("Query.Features", j, "it must be the number of a feature that is a number, of %d features", d.D())
		}
	}
	return nil
}

// cuts is into how many parts each query of medians divides what is left.
const cuts = 64

// A search is for the smallest value of a feature up to which there is half of the
// weight, or more than half. It is between the values number lo and hi of all float64.
type search struct {
	feature  int
	all      float64 // the weight
	moreThan bool
	lo, hi   uint64
}

// medians returns the medians of features of samples that are elsewhere, in at most
// eleven queries.
func (d *Data) medians(index []int, columns []shard.Column) (map[int]float64, error) {
	var searches []*search
	for _, j := range index {
		c := columns[j]
		for _, moreThan := range []bool{false, true} {
			searches = append(searches, &search{j, c.Weight, moreThan, number(c.Low), number(c.High)})
		}
	}
	for {
		q := shard.Query{Kind: shard.Ranks}
		var open []*search
		for _, s := range searches {
			if s.lo < s.hi {
				open = append(open, s)
				q.Features, q.Cuts = append(q.Features, s.feature), append(q.Cuts, s.cuts()...)
			}
		}
		if open == nil {
			break
		}
		sum, err := d.elsewhere.Sum(q)
		if err != nil {
			return nil, err
		}
		for at, s := range open {
			s.narrow(sum.Ranks[at*cuts : (at+1)*cuts])
		}
	}
	median := map[int]float64{}
	for at := 0; at < len(searches); at += 2 {
		low, high := searches[at].value(), searches[at+1].value()
		median[searches[at].feature] = low
		if low < high {
			median[searches[at].feature] = low + (high-low)/2
		}
	}
	return median, nil
}

// at returns the number of cut i of a search.
func (s *search) at(i int) uint64 {
	width, rest := (s.hi-s.lo)/cuts, (s.hi-s.lo)%cuts
	return s.lo + width*uint64(i) + rest*uint64(i)/cuts
}

func (s *search) cuts() []float64 {
	values := make([]float64, cuts)
	for i := range values {
		values[i] = valueOf(s.at(i))
	}
	return values
}

// narrow limits the search, given the weight up to each cut.
func (s *search) narrow(ranks []float64) {
	lo := s.lo
	for i, rank := range ranks {
		if 2*rank > s.all || 2*rank == s.all && !s.moreThan {
			s.lo, s.hi = lo, s.at(i)
			return
		}
		lo = s.at(i) + 1
	}
	s.lo = lo
}

func (s *search) value() float64 { return valueOf(s.hi) + 0 } // −0 is 0

// number numbers all float64 in increasing order.
func number(v float64) uint64 {
	bits := math.Float64bits(v)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

// valueOf returns the float64 with that number.
func valueOf(n uint64) float64 {
	if n>>63 == 0 {
		return math.Float64frombits(^n)
	}
	return math.Float64frombits(n &^ (1 << 63))
}

package lclass

import (
	"math"
	"slices"
	"sort"

	"linclass/lclass/shard"
)

// ranks returns Σs of the samples up to each cut.
func (d *Data) ranks(q shard.Query, weight []float64) []float64 {
	most := len(q.Cuts) / len(q.Features)
	sums := make([]float64, len(q.Cuts))
	for i, x := range d.Rows() {
		if i%d.glance() == 0 && d.Err() != nil {
			break
		}
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

package objective_test

import (
	"slices"
	"sync"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/shard"
)

// counted counts the questions for limits, moments and products.
type counted struct {
	rows.Rows
	mu    sync.Mutex
	asked map[shard.Kind]int
}

func (c *counted) count(kind shard.Kind) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked[kind]++
}

func (c *counted) Range(stop func() bool) (low, high []float64) {
	c.count(shard.Range)
	return c.Rows.Range(stop)
}

func (c *counted) AddMoments(sum, square []float64, lo, hi int, r, shift []float64) {
	c.count(shard.Moments)
	c.Rows.AddMoments(sum, square, lo, hi, r, shift)
}

func (c *counted) AddGram(h []float64, lo, hi int, r, shift []float64) {
	c.count(shard.Products)
	c.Rows.AddGram(h, lo, hi, r, shift)
}

// all asks for what objectives have in common.
func all(o *objective.Objective, most int) []float64 {
	s := objective.Scale(o)
	low, high := o.Range()
	return slices.Concat(s.Mean, s.Std, low, high, s.Correlations(most))
}

// What objectives have in common is found out once, and is what it is without;
// other rows, other weights and another number of rows have theirs.
func TestCommonIsFoundOutOnce(t *testing.T) {
	const n, most = 300, 100
	alone := problem(loss.Softmax{}, 3, table("dense", n, 4), 0.1)
	x := &counted{Rows: alone.X, asked: map[shard.Kind]int{}}
	common := &objective.Common{X: x, Weight: slices.Clone(alone.Weight), Lasting: true}
	first := *alone
	first.X, first.Common = x, common
	other := first
	other.Loss, other.L2 = loss.Squared{}, 7
	want := all(alone, most)
	if got := all(&first, most); !slices.Equal(got, want) {
		t.Errorf("the first: %v, want %v", got, want)
	}
	before := [3]int{x.asked[shard.Range], x.asked[shard.Moments], x.asked[shard.Products]}
	if before[0] != 1 || before[1] == 0 || before[2] == 0 {
		t.Errorf("asked %v times", before)
	}
	for range 2 { // what is changed is not what the others get
		s := objective.Scale(&other)
		s.Mean[0], s.Std[0] = -1, -1
	}
	if got := all(&other, most); !slices.Equal(got, want) {
		t.Errorf("the second: %v, want %v", got, want)
	}
	if after := [3]int{x.asked[shard.Range], x.asked[shard.Moments], x.asked[shard.Products]}; after != before {
		t.Errorf("asked %v times, %v by the first", after, before)
	}
	for name, change := range map[string]func(o *objective.Objective) int{
		"weights": func(o *objective.Objective) int { o.Weight = slices.Repeat([]float64{1}, n); return most },
		"rows": func(o *objective.Objective) int {
			o.X = table("sparse", n, 5).Subset(slices.Repeat([]int{3, 1, 2}, n/3))
			return most
		},
		"most": func(o *objective.Objective) int { return n },
	} {
		changed := first
		m := change(&changed)
		fresh := changed
		fresh.Common = nil
		if got, want := all(&changed, m), all(&fresh, m); !slices.Equal(got, want) {
			t.Errorf("other %s: %v, want %v", name, got, want)
		}
	}
}

package shard_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass/shard"
)

func TestMerge(t *testing.T) {
	s := &shard.Sum{
		N: 2, Weight: 3, Loss: 1, Gradient: []float64{1, 2}, Curvature: []float64{3}, Scores: []float64{6}, Errors: 1, Margin: 0.5, Largest: 2,
		Fastest: -1, Slowest: -2, Classes: []int{1, 1}, Target: []float64{4}, First: []float64{1}, Second: []float64{2},
		Low: []float64{-1, 5}, High: []float64{1, 6},
	}
	other := &shard.Sum{
		N: 1, Weight: 2, Loss: 5, Gradient: []float64{10, 20}, Curvature: []float64{30}, Scores: []float64{60}, Errors: 2, Margin: -1, Largest: 1,
		Fastest: 7, Slowest: -1, Classes: []int{0, 1}, Target: []float64{40}, First: []float64{10}, Second: []float64{20}, Sample: []float64{9},
		Low: []float64{-3, 7}, High: []float64{0, 8},
	}
	if err := s.Merge(other); err != nil {
		t.Fatal(err)
	}
	want := &shard.Sum{
		N: 3, Weight: 5, Loss: 6, Gradient: []float64{11, 22}, Curvature: []float64{33}, Scores: []float64{66}, Errors: 3, Margin: -1, Largest: 2,
		Fastest: 7, Slowest: -2, Classes: []int{1, 2}, Target: []float64{44}, First: []float64{11}, Second: []float64{22}, Sample: []float64{9},
		Low: []float64{-3, 5}, High: []float64{1, 8},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("%+v, want %+v", s, want)
	}
	if err := s.Merge(&shard.Sum{N: 1}); !errtest.Is(err, &shard.FieldError{Field: "Gradient", Have: 0, Want: 2}) {
		t.Errorf("error %v", err)
	}
	if err := s.Merge(nil); err == nil {
		t.Error("nil is no sum, and no error")
	}
	if err := (&shard.Sum{Classes: []int{1}}).Merge(&shard.Sum{}); !errtest.Is(err, &shard.FieldError{Field: "Classes", Have: 0, Want: 1}) {
		t.Errorf("error %v", err)
	}
	s.Shards = []shard.Identity{{N: 3, Features: 1, Classes: 2}}
	want.Shards = s.Shards
	for _, other := range []shard.Identity{{Features: 2, Classes: 2}, {Features: 1, Classes: 1}} {
		if err := s.Merge(&shard.Sum{Gradient: []float64{0}, Shards: []shard.Identity{other}}); !errors.Is(err, shard.ErrNames) {
			t.Errorf("%+v: error %v", other, err)
		}
	}
	if !reflect.DeepEqual(s, want) {
		t.Error("an error changed the sum")
	}
}

func TestMergeOfColumns(t *testing.T) {
	inf := math.Inf(1)
	values := func(weights []float64, values ...float64) shard.Column {
		return shard.Column{Name: "x", Values: values, Weights: weights}
	}
	number := shard.Column{Name: "x", Gaps: 1, Weight: 2, First: 3, Second: 5, Low: 1, High: 2}
	none := shard.Column{Name: "x", Gaps: 4, Low: inf, High: -inf}
	text := func(weights []float64, categories ...string) shard.Column {
		c := shard.Column{Name: "s", Text: true, Categories: categories, Weights: weights}
		for _, w := range weights {
			c.Weight += w
		}
		return c
	}
	for _, c := range []struct{ a, b, want shard.Column }{
		{number, none, shard.Column{Name: "x", Gaps: 5, Weight: 2, First: 3, Second: 5, Low: 1, High: 2}},
		{number, shard.Column{Name: "x", Weight: 1, First: -3, Second: 9, Low: -3, High: -3}, shard.Column{Name: "x", Gaps: 1, Weight: 3, Second: 14, Low: -3, High: 2}},
		{text([]float64{1, 2}, "a", "c"), text([]float64{4, 8}, "b", "c"), text([]float64{1, 4, 10}, "a", "b", "c")},
		{text([]float64{1, 2}, "c", "a"), text([]float64{4, 8}, "c", "b"), text([]float64{5, 2, 8}, "c", "a", "b")},
		{values([]float64{1, 2, 3}, 0, 5, 7), values([]float64{4, 5, 6}, -1, 5, 6), values([]float64{4, 1, 7, 6, 3}, -1, 0, 5, 6, 7)},
		{values([]float64{1}, 3), shard.Column{Name: "x"}, values([]float64{1}, 3)},
		{text([]float64{}), text([]float64{4, 8}, "b", "c"), text([]float64{4, 8}, "b", "c")},
	} {
		s := &shard.Sum{Columns: []shard.Column{c.a}}
		if err := s.Merge(&shard.Sum{Columns: []shard.Column{c.b}}); err != nil || !reflect.DeepEqual(s.Columns[0], c.want) {
			t.Errorf("%+v, error %v, want %+v", s.Columns[0], err, c.want)
		}
	}
	for name, pair := range map[string][2][]shard.Column{
		"columns":  {{number}, {number, number}},
		"names":    {{number}, {{Name: "y"}}},
		"kinds":    {{number}, {{Name: "x", Text: true}}},
		"weights":  {{text([]float64{1}, "a")}, {text([]float64{1}, "a", "b")}},
		"no names": {{number}, nil},
	} {
		s := &shard.Sum{N: 1, Columns: pair[0]}
		if err := s.Merge(&shard.Sum{N: 2, Columns: pair[1]}); err == nil || s.N != 1 {
			t.Errorf("%s: N = %d, error %v", name, s.N, err)
		}
	}
	q := shard.Query{Kind: shard.Columns}
	for name, c := range map[string]shard.Column{
		"NaN":      {Name: "x", First: math.NaN()},
		"negative": {Name: "x", Weight: -1},
		"gaps":     {Name: "x", Gaps: -1},
		"lengths":  {Name: "x", Text: true, Categories: []string{"a"}},
		"text":     {Name: "x", Text: true, Categories: []string{"a"}, Weights: []float64{math.NaN()}},
	} {
		if err := q.Check(&shard.Sum{Columns: []shard.Column{number, c}}); !errtest.Is(err, &shard.ColumnError{Name: "x"}) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// Ranges over no samples count for nothing.
func TestMergeOfEmptyRange(t *testing.T) {
	for _, pair := range [][2]*shard.Sum{
		{{N: 0, Low: []float64{0}, High: []float64{0}}, {N: 1, Low: []float64{2}, High: []float64{3}}},
		{{N: 1, Low: []float64{2}, High: []float64{3}}, {N: 0, Low: []float64{0}, High: []float64{0}}},
	} {
		if err := pair[0].Merge(pair[1]); err != nil || pair[0].Low[0] != 2 || pair[0].High[0] != 3 {
			t.Errorf("%+v, error %v", pair[0], err)
		}
	}
}

// RᵀR adds up: it is XᵀX.
func TestMergeOfTriangles(t *testing.T) {
	a, b := &shard.Sum{Triangle: []float64{2, 1, 0, 3}}, &shard.Sum{Triangle: []float64{1, -4, 0, 0.5}}
	if err := a.Merge(b); err != nil {
		t.Fatal(err)
	}
	var got mat.Dense
	r := mat.NewDense(2, 2, a.Triangle)
	got.Mul(r.T(), r)
	// (2 1; 0 3)ᵀ(2 1; 0 3) + (1 −4; 0 ½)ᵀ(1 −4; 0 ½)
	if want := mat.NewDense(2, 2, []float64{5, -2, -2, 26.25}); !mat.EqualApprox(&got, want, 1e-14) || a.Triangle[2] != 0 {
		t.Errorf("R = %v, RᵀR = %v", a.Triangle, got)
	}
}

type fixed struct {
	sum shard.Sum
	err error
}

func (f fixed) Sum(context.Context, shard.Query) (*shard.Sum, error) {
	s := f.sum
	return &s, f.err
}

func TestTogether(t *testing.T) {
	var all []shard.Evaluator
	for i := range 20 {
		all = append(all, fixed{sum: shard.Sum{N: 1, Weight: float64(i), Margin: math.Inf(1)}})
	}
	for range 5 {
		s, err := shard.Together(all...).Sum(context.Background(), shard.Query{})
		if err != nil || s.N != 20 || s.Weight != 190 {
			t.Errorf("%+v, error %v", s, err)
		}
	}
	lost := errors.New("lost")
	all[3], all[11] = fixed{err: lost}, fixed{err: errors.New("later")}
	if _, err := shard.Together(all...).Sum(context.Background(), shard.Query{}); !errors.Is(err, lost) || !errtest.Is(err, &shard.PlaceError{Shard: 3}) {
		t.Errorf("error %v", err)
	}
	all[3], all[11] = all[0], fixed{sum: shard.Sum{Gradient: []float64{1}}}
	if _, err := shard.Together(all...).Sum(context.Background(), shard.Query{}); !errtest.Is(err, &shard.PlaceError{Shard: 11}) {
		t.Errorf("error %v", err)
	}
	if _, err := shard.Together().Sum(context.Background(), shard.Query{}); err == nil {
		t.Error("no error without shards")
	}
}

package lclass_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/shard"
)

// distant returns clouds whose features are far from 0 and have units of their own.
func distant(n int) (*mat.Dense, []int) {
	x, class := clouds(n, 3, 2, 1)
	x.Apply(func(_, j int, v float64) float64 { return float64(50*j) + v*float64(1+10*j) }, x)
	return x, class
}

var pipelines = []lclass.Pipeline{
	{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Logistic{Penalty: lclass.L2(0.01)}},
	{Prepare: []lclass.Preparation{lclass.Standardize{Columns: []string{"x2"}}}, Of: lclass.Logistic{Solver: lclass.QuasiNewton{}}},
	{Prepare: []lclass.Preparation{lclass.MinMax{Low: -1, High: 1}}, Of: lclass.Softmax{Penalty: lclass.L2(0.1)}},
	{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lclass.L2(0.01)}},
	{Prepare: []lclass.Preparation{lclass.Standardize{}, lclass.Polynomial{}, lclass.Standardize{}}, Of: lclass.Logistic{Penalty: lclass.L1(0.02)}},
	{Prepare: []lclass.Preparation{lclass.Standardize{}, lclass.Interactions{}, lclass.Drop{"x1"}}, Of: lclass.RegressionClassifier{Penalty: lclass.L2(0.1)}},
	{Prepare: []lclass.Preparation{lclass.Select{"x3", "x1"}}, Of: lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Logistic{Penalty: lclass.Penalty{Lambda: 0.1, Factors: map[string]float64{"x1": 0}}}}},
	{Of: lclass.Logistic{Penalty: lclass.L2(0.01)}},
}

// The steps learn from all shards what they learn from all samples in one place, and the
// model takes raw samples.
func TestShardsLearnTheSameSteps(t *testing.T) {
	x, class := distant(700)
	s := spec{classes: 2}
	weight, _ := counts(700)
	weight[3] = 0
	all := weigh(t, s.data(t, x, class), weight)
	like := s.data(t, x.Slice(0, 6, 0, 3), class[:6])
	for i, e := range pipelines {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			v := samples(t, e, shards(t, s, x, class, weight))
			got, err := lclass.FitShards(t.Context(), e, like, v)
			must(t, got, err)
			want := learn(t, e, all)
			tol := 1e-9
			if got.Status.Solver != "Newton" && got.Status.Solver != "ClosedForm" {
				tol = 1e-4
			}
			near(t, "W, b", parameters(got), parameters(want), tol)
			if (got.Preparation == nil) != (want.Preparation == nil) || got.Preparation != nil && (!slices.Equal(got.Preparation.Inputs(), want.Preparation.Inputs()) || !slices.Equal(got.Features, want.Features)) {
				t.Errorf("preparation\n%v, want\n%v", got.Preparation, want.Preparation)
			}
			p, err := got.Proba(all)
			if err == nil {
				q, err := want.Proba(all)
				must(t, q, err)
				near(t, "probabilities", p.RawMatrix().Data, q.RawMatrix().Data, tol)
			}
			again, err := lclass.FitShards(t.Context(), e, like, v)
			near(t, "the same fit again", parameters(must(t, again, err)), parameters(got), 0)
		})
	}
}

// asks counts the queries by kind.
type asks struct {
	shard.Evaluator
	kinds []shard.Kind
}

func (a *asks) Sum(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	a.kinds = append(a.kinds, q.Kind)
	return a.Evaluator.Sum(ctx, q)
}

func TestShardsRefuseSteps(t *testing.T) {
	x, class := distant(60)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	over := func(e lclass.Estimator, like *lclass.Data, v shard.Evaluator) error {
		return failure(lclass.FitShards(t.Context(), e, like, v))
	}
	plain := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Logistic{}}
	v := samples(t, plain, []*lclass.Data{d})
	fails(t, over(lclass.Pipeline{Prepare: []lclass.Preparation{lclass.NGrams{}}, Of: lclass.Logistic{}}, d, v), &lclass.SettingError{Setting: "Pipeline.Prepare", Value: "NGrams"}, "step 1")
	fails(t, over(lclass.Pipeline{Prepare: plain.Prepare}, d, v), &lclass.SettingError{Setting: "Pipeline.Of"})
	var missing *lclass.ColumnError
	if err := over(lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{Columns: []string{"none"}}}, Of: lclass.Logistic{}}, d, v); !errors.As(err, &missing) {
		t.Errorf("error %v", err)
	}
	if _, err := v.Sum(t.Context(), shard.Query{Kind: shard.Targets, Preparation: []byte("{")}); err == nil {
		t.Error("a damaged preparation is no error")
	}
	// A learner that stands alone can be prepared as well: the query says how.
	bare := samples(t, lclass.Logistic{}, []*lclass.Data{d})
	m, err := lclass.FitShards(t.Context(), plain, d, bare)
	n, err2 := lclass.FitShards(t.Context(), plain, d, v)
	near(t, "W, b", parameters(must(t, m, err)), parameters(must(t, n, err2)), 0)
}

// Standardize asks for moments twice of few samples.
func TestQueriesOfSteps(t *testing.T) {
	x, class := distant(60)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	a := &asks{Evaluator: samples(t, lclass.Logistic{}, []*lclass.Data{d})}
	e := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}, lclass.MinMax{}}, Of: lclass.Logistic{}}
	_, err = lclass.FitShards(t.Context(), e, d, a)
	if err != nil {
		t.Fatal(err)
	}
	if want := []shard.Kind{shard.Targets, shard.Moments, shard.Moments, shard.Range}; !slices.Equal(a.kinds[:len(want)], want) {
		t.Errorf("queries %v, want %v first", a.kinds, want)
	}
}

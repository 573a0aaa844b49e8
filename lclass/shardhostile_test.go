package lclass_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"sync/atomic"
	"testing"

	"linclass/lclass"
	"linclass/lclass/shard"
)

// changedFields returns how a field of a sum, and of its first identity, may be wrong.
func changedFields() map[string]func(field reflect.Value) {
	return map[string]func(field reflect.Value){
		"without":  func(v reflect.Value) { v.SetZero() },
		"NaN":      func(v reflect.Value) { setNumber(v, math.NaN()) },
		"infinite": func(v reflect.Value) { setNumber(v, math.Inf(-1)) },
		"huge":     func(v reflect.Value) { setNumber(v, 1e300) },
		"negative": func(v reflect.Value) { setNumber(v, -7) },
		"short": func(v reflect.Value) {
			if v.Kind() == reflect.Slice && v.Len() > 0 {
				v.Set(v.Slice(1, v.Len()))
			}
		},
		"long": func(v reflect.Value) {
			if v.Kind() == reflect.Slice {
				v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			}
		},
	}
}

// setNumber sets a number, or the last of a slice of them; integers only to what they
// can be.
func setNumber(v reflect.Value, x float64) {
	if v.Kind() == reflect.Slice {
		if v.Len() == 0 {
			return
		}
		v = v.Index(v.Len() - 1)
	}
	switch whole := x == math.Trunc(x) && math.Abs(x) < 1e9; {
	case v.Kind() == reflect.Float64:
		v.SetFloat(x)
	case v.Kind() == reflect.Int && whole:
		v.SetInt(int64(x))
	}
}

// Whatever number or length of whatever answer a shard gets wrong, a fit neither panics nor returns a model that is no number.
func TestShardsWithWrongFields(t *testing.T) {
	x, class := clouds(90, 3, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	x3, class3 := clouds(90, 3, 3, 1)
	d3, err := lclass.FromMatrix(x3, class3, classNames(3))
	must(t, d3, err)
	numeric, err := lclass.RegressionFromMatrix(x, numbers(class))
	must(t, numeric, err)
	for _, c := range []struct {
		e lclass.Estimator
		d *lclass.Data
	}{
		{lclass.Logistic{}, d},
		{lclass.Logistic{Solver: lclass.QuasiNewton{MaxIter: 20}}, d},
		{lclass.Logistic{Penalty: lclass.L1(0.01)}, d},
		{lclass.Softmax{}, d3},
		{lclass.Softmax{Solver: lclass.QuasiNewton{MaxIter: 20}}, d3},
		{lclass.RegressionClassifier{}, d},
		{lclass.LinearRegression{}, numeric},
		{lclass.LinearRegression{Penalty: lclass.L1(0.01)}, numeric},
		{lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lclass.L2(1)}, d},
	} {
		t.Run(fmt.Sprintf("%T with %v", c.e, c.d), func(t *testing.T) {
			t.Parallel()
			good := samples(t, c.e, []*lclass.Data{c.d})
			all, err := lclass.FitShards(context.Background(), c.e, c.d, good)
			must(t, all, err)
			refused := 0
			for name, change := range changedFields() {
				kind := reflect.TypeFor[shard.Sum]()
				for f := range kind.NumField() {
					field := kind.Field(f)
					for _, from := range []int64{1, 2, 4} {
						what := fmt.Sprintf("%s %s from query %d on", name, field.Name, from)
						v := answersFrom(good, new(atomic.Int64), from, func(s *shard.Sum) {
							v := reflect.ValueOf(s).Elem().Field(f)
							if field.Name == "Shards" {
								if len(s.Shards) == 0 {
									return
								}
								v = reflect.ValueOf(&s.Shards[0].N).Elem()
							}
							change(v)
						})
						m, err := lclass.FitShards(context.Background(), c.e, c.d, v)
						switch {
						case err != nil:
							refused++
						case !isFinite(parameters(m)):
							t.Errorf("%s: W, b = %v, %v", what, parameters(m), m.Status)
						}
					}
				}
			}
			if refused < 50 {
				t.Errorf("only %d answers are refused", refused)
			}
		})
	}
}

// answersFrom changes the answers of a shard from a query on, and counts the queries.
func answersFrom(v shard.Evaluator, asked *atomic.Int64, from int64, change func(s *shard.Sum)) shard.Evaluator {
	return evaluator(func(ctx context.Context, q shard.Query) (*shard.Sum, error) {
		number := asked.Add(1)
		s, err := v.Sum(ctx, q)
		if err == nil && number >= from {
			change(s)
		}
		return s, err
	})
}

type evaluator func(ctx context.Context, q shard.Query) (*shard.Sum, error)

func (e evaluator) Sum(ctx context.Context, q shard.Query) (*shard.Sum, error) { return e(ctx, q) }

package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/shard"
)

// The summary over shards is that of all samples in one place.
func TestSummaryOverShards(t *testing.T) {
	x, class := distant(700)
	weight, _ := counts(700)
	weight[3] = 0
	standardised := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Logistic{}}
	for i, c := range []struct {
		classes           int
		e                 lclass.Estimator
		options           lclass.SummaryOptions
		offsets, balanced bool
	}{
		{2, lclass.Logistic{}, lclass.SummaryOptions{}, false, false},
		{2, lclass.Logistic{NoIntercept: true}, lclass.SummaryOptions{Level: 0.9}, false, false},
		{2, against{lclass.Softmax{}, classNames(2)[1]}, lclass.SummaryOptions{}, false, false},
		{0, lclass.LinearRegression{}, lclass.SummaryOptions{}, false, false},
		{0, lclass.LinearRegression{NoIntercept: true}, lclass.SummaryOptions{}, false, false},
		{2, standardised, lclass.SummaryOptions{}, false, false},
		{2, lclass.Logistic{}, lclass.SummaryOptions{Covariance: lclass.HC0}, false, false},
		{2, lclass.Logistic{NoIntercept: true}, lclass.SummaryOptions{Covariance: lclass.HC1}, false, false},
		{2, lclass.Logistic{}, lclass.SummaryOptions{Covariance: lclass.HC2}, false, false},
		{2, standardised, lclass.SummaryOptions{Covariance: lclass.HC3}, false, false},
		{3, against{lclass.Softmax{}, classNames(3)[1]}, lclass.SummaryOptions{Covariance: lclass.HC1}, false, false},
		{0, lclass.LinearRegression{}, lclass.SummaryOptions{Covariance: lclass.HC1}, false, false},
		{0, lclass.LinearRegression{NoIntercept: true}, lclass.SummaryOptions{Covariance: lclass.HC3}, false, false},
		{2, lclass.Logistic{}, lclass.SummaryOptions{}, true, false},
		{2, lclass.Logistic{NoIntercept: true}, lclass.SummaryOptions{}, true, false},
		{2, standardised, lclass.SummaryOptions{Covariance: lclass.HC1}, true, false},
		{0, lclass.LinearRegression{}, lclass.SummaryOptions{Covariance: lclass.HC2}, true, false},
		{0, lclass.LinearRegression{NoIntercept: true}, lclass.SummaryOptions{}, true, false},
		{2, lclass.Logistic{}, lclass.SummaryOptions{Covariance: lclass.HC1}, false, true},
		{2, lclass.Logistic{}, lclass.SummaryOptions{Covariance: lclass.HC3}, true, true},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			class := slices.Clone(class)
			for i := range class {
				if c.classes == 3 && i%5 == 0 {
					class[i] = 2
				}
			}
			d := spec{classes: c.classes}.data(t, x, class)
			if c.classes == 0 { // a target with a residual
				y := slices.Clone(d.Y())
				for i := range y {
					y[i] += x.At(i, 0)/7 + float64(i%13)
				}
				var err error
				d, err = lclass.RegressionFromMatrix(x, y)
				must(t, d, err)
			}
			if c.offsets {
				offset := make([]float64, d.N())
				for i := range offset {
					offset[i] = float64(i%7)/2 - 1
				}
				var err error
				d, err = d.WithOffset(offset)
				must(t, d, err)
			}
			all := weigh(t, d, weight)
			if c.balanced {
				var err error
				all, err = all.Balanced()
				must(t, all, err)
			}
			var parts []*lclass.Data
			for _, cut := range [][2]int{{0, 0}, {0, 1}, {1, 300}, {300, 700}} {
				parts = append(parts, all.Subset(seq(cut[0], cut[1])))
			}
			e := c.e
			other, relative := e.(against)
			if relative {
				e = other.of
			}
			v := samples(t, e, parts)
			m, err := lclass.FitShards(t.Context(), e, d.Subset(seq(0, 6)), v)
			must(t, m, err)
			if relative {
				m, err = m.Reference(other.class)
				must(t, m, err)
			}
			got, err := m.SummaryShards(t.Context(), v, c.options)
			must(t, got, err)
			want, err := m.Summary(all, c.options)
			must(t, want, err)
			near(t, "covariance", slices.Concat(got.Covariance...), slices.Concat(want.Covariance...), 1e-8)
			for _, f := range []struct {
				name      string
				got, want float64
			}{
				{"N", got.N, want.N},
				{"residual", got.Residual, want.Residual},
				{"log-likelihood", got.LogLikelihood, want.LogLikelihood},
				{"null log-likelihood", got.NullLogLikelihood, want.NullLogLikelihood},
				{"deviance", got.Deviance, want.Deviance},
				{"null deviance", got.NullDeviance, want.NullDeviance},
				{"AIC", got.AIC, want.AIC},
				{"R²", got.R2, want.R2},
				{"σ", got.Sigma, want.Sigma},
				{"overall", got.Overall.Statistic, want.Overall.Statistic},
			} {
				near(t, f.name, []float64{f.got}, []float64{f.want}, 1e-9)
			}
			for i, g := range got.Coefficients {
				w := want.Coefficients[i]
				if g.Name != w.Name || g.Class != w.Class {
					t.Errorf("coefficient %d is %s %s, want %s %s", i, g.Name, g.Class, w.Name, w.Class)
				}
				near(t, g.Name, []float64{g.Value, g.SE, g.P, g.Low}, []float64{w.Value, w.SE, w.P, w.Low}, 1e-8)
			}
			again, err := m.SummaryShards(t.Context(), v, c.options)
			must(t, again, err)
			a, err := json.Marshal(got)
			must(t, &a, err)
			b, err := json.Marshal(again)
			if must(t, &b, err); string(a) != string(b) {
				t.Error("the same summary again has other bits")
			}
		})
	}
}

func TestSummaryOverShardsRefuses(t *testing.T) {
	x, class := clouds(120, 2, 2, 1)
	data := func(x mat.Matrix, class []int) *lclass.Data {
		d, err := lclass.FromMatrix(x, class, classNames(2))
		return must(t, d, err)
	}
	d := data(x, class)
	fitted := func(e lclass.Estimator, d *lclass.Data) (*lclass.Model, shard.Evaluator) {
		v := samples(t, e, []*lclass.Data{d})
		m, err := lclass.FitShards(t.Context(), e, d, v)
		return must(t, m, err), v
	}
	m, v := fitted(lclass.Logistic{}, d)
	for _, c := range []struct {
		o    lclass.SummaryOptions
		want error
	}{
		{lclass.SummaryOptions{Profile: true}, &lclass.SettingError{Setting: "SummaryOptions.Profile", Value: true}},
		{lclass.SummaryOptions{PrecisionWeights: true}, &lclass.SettingError{Setting: "SummaryOptions.PrecisionWeights", Value: true}},
		{lclass.SummaryOptions{Covariance: lclass.HC1, Clusters: make([]string, 120)}, &lclass.SettingError{Setting: "number of SummaryOptions.Clusters", Value: 120}},
	} {
		fails(t, failure(m.SummaryShards(t.Context(), v, c.o)), c.want, "in one place")
	}
	x3, class3 := clouds(120, 2, 3, 1)
	three, err := lclass.FromMatrix(x3, class3, classNames(3))
	must(t, three, err)
	mixed, over := fitted(lclass.Softmax{}, three)
	fails(t, failure(mixed.SummaryShards(t.Context(), over, lclass.SummaryOptions{Covariance: lclass.HC3})), &lclass.SettingError{Setting: "SummaryOptions.Covariance", Value: lclass.HC3}, "HC1")
	// One sample alone has a feature, so its leverage is 1.
	alone := mat.NewDense(40, 2, nil)
	y := make([]float64, 40)
	for i := range y {
		alone.Set(i, 0, float64(i))
		y[i] = float64(i*i%11) + float64(i)
	}
	alone.Set(7, 1, 1)
	numeric, err := lclass.RegressionFromMatrix(alone, y)
	must(t, numeric, err)
	line, over := fitted(lclass.LinearRegression{}, numeric)
	fails(t, failure(line.SummaryShards(t.Context(), over, lclass.SummaryOptions{Covariance: lclass.HC2})), lclass.ErrNoResidual, "sample 7", "HC2")
	balanced, err := d.Subset(seq(0, 100)).WithClassWeight(map[string]float64{classNames(2)[1]: 3})
	must(t, balanced, err)
	heavy, over := fitted(lclass.Logistic{}, balanced)
	fails(t, failure(heavy.SummaryShards(t.Context(), over)), lclass.ErrWeights, "HC1")
	shifted, err := d.WithOffset(slices.Repeat([]float64{0.5, -1}, 60))
	must(t, shifted, err)
	fails(t, failure(m.SummaryShards(t.Context(), samples(t, lclass.Logistic{}, []*lclass.Data{shifted}))), lclass.ErrOtherData, "offsets")
	n, _ := fitted(lclass.Logistic{}, shifted)
	fails(t, failure(n.SummaryShards(t.Context(), v)), lclass.ErrOtherData, "offsets")
	renamed, err := d.WithFeatures("b", "a")
	must(t, renamed, err)
	fails(t, failure(m.SummaryShards(t.Context(), samples(t, lclass.Logistic{}, []*lclass.Data{renamed}))), lclass.ErrOtherData, "features")
	fails(t, failure(m.SummaryShards(t.Context(), v, lclass.SummaryOptions{Level: 2})), &lclass.SettingError{Setting: "Level", Value: 2})
	fails(t, failure(m.SummaryShards(t.Context(), nil)), &lclass.SettingError{Setting: "the Evaluator of the samples"})
	var twice mat.Dense
	twice.Augment(x, x)
	apart := slices.Clone(class)
	for i := range apart {
		if apart[i] = 0; x.At(i, 0) > 0 {
			apart[i] = 1
		}
	}
	for name, c := range map[string]struct {
		e    lclass.Estimator
		d    *lclass.Data
		want error
	}{
		"penalty":   {lclass.Logistic{Penalty: lclass.L2(1)}, d, lclass.ErrPenalised},
		"squares":   {lclass.RegressionClassifier{}, d, lclass.ErrNoLikelihood},
		"twice":     {lclass.Logistic{}, data(&twice, class), lclass.ErrCollinear},
		"separated": {lclass.Logistic{}, data(x, apart), lclass.ErrSeparated},
	} {
		m, v := fitted(c.e, c.d)
		if _, err := m.SummaryShards(t.Context(), v); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if _, err := m.SummaryShards(t.Context(), samples(t, lclass.Logistic{}, []*lclass.Data{data(x, slices.Concat(class[61:], class[:61]))})); !errors.Is(err, lclass.ErrOtherData) {
		t.Errorf("error %v", err)
	}
}

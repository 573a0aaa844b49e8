package lclass_test

import (
	"fmt"
	"math/rand/v2"
	"runtime/metrics"
	"testing"

	"linclass/lclass"
)

// allocated returns the bytes that were ever allocated.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// A column of thousands of categories makes features of which a sample has one, and a
// fit takes no memory for the others: a single dense table has 1.3 GB. Nor does it take many
// epochs to find the intercept, which the categories hardly change for such a penalty.
func TestManyCategories(t *testing.T) {
	const (
		n, categories = 20_000, 10_000
		most          = 1 << 30
		mostEpochs    = 100 // steps of one length take 364 for Hinge, 215 for CrammerSinger
	)
	rng := rand.New(rand.NewPCG(8, 8))
	code, x, two, three := make(cells, n), make(cells, n), make(cells, n), make(cells, n)
	for i := range n {
		c := rng.IntN(categories)
		z := float64(c%5)/2 + rng.NormFloat64()
		code[i], x[i] = fmt.Sprintf("c%04d", c), fmt.Sprint(rng.NormFloat64())
		two[i], three[i] = fmt.Sprint(z > 1), fmt.Sprintf("t%d", min(2, max(0, int(z))))
	}
	f := sheet{[]string{"code", "x", "two", "three"}, map[string]cells{"code": code, "x": x, "two": two, "three": three}}
	l2 := lclass.L2(0.01)
	for name, c := range map[string]struct {
		target string
		of     lclass.Estimator
	}{
		"Logistic":      {"two", lclass.Logistic{Penalty: l2}},
		"Logistic, L1":  {"two", lclass.Logistic{Penalty: lclass.L1(1e-3)}},
		"Hinge":         {"two", lclass.LinearSVM{Penalty: l2}},
		"SquaredHinge":  {"two", lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: l2}},
		"Softmax":       {"three", lclass.Softmax{Penalty: l2}},
		"CrammerSinger": {"three", lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: l2}},
		"WestonWatkins": {"three", lclass.LinearSVM{Loss: lclass.WestonWatkins, Penalty: l2}},
		"Pipeline":      {"two", lclass.Pipeline{Prepare: []lclass.Preparation{lclass.OneHot{}}, Of: lclass.Logistic{Penalty: l2}}},
	} {
		t.Run(name, func(t *testing.T) {
			before := allocated()
			d, err := lclass.FromFrame(f, lclass.Columns{Target: c.target, Features: []string{"code", "x"}, Raw: name == "Pipeline"})
			m := learn(t, c.of, must(t, d, err))
			if took := allocated() - before; took > most {
				t.Errorf("%d MB of memory", took>>20)
			}
			if m.Status.Solver == "DualCoordinateDescent" && m.Status.Iterations > mostEpochs {
				t.Error(m.Status)
			}
			if m.Status.Err() != nil || len(m.W.RawRowView(0)) < categories/2 {
				t.Errorf("%v, %d weights", m.Status, len(m.W.RawRowView(0)))
			}
		})
	}
}

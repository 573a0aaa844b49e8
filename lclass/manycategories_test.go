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
// fit takes no memory for the others: a single dense table has 1.3 GB.
func TestManyCategories(t *testing.T) {
	const (
		n, categories = 20_000, 10_000
		most          = 1 << 30
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
		"Logistic":     {"two", lclass.Logistic{Penalty: l2}},
		"Logistic, L1": {"two", lclass.Logistic{Penalty: lclass.L1(1e-3)}},
		"Hinge":        {"two", lclass.LinearSVM{Penalty: l2}},
		"SquaredHinge": {"two", lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: l2}},
		"Softmax":      {"three", lclass.Softmax{Penalty: l2}},
		"Pipeline":     {"two", lclass.Pipeline{Prepare: []lclass.Preparation{lclass.OneHot{}}, Of: lclass.Logistic{Penalty: l2}}},
	} {
		t.Run(name, func(t *testing.T) {
			before := allocated()
			d, err := lclass.FromFrame(f, lclass.Columns{Target: c.target, Features: []string{"code", "x"}, Raw: name == "Pipeline"})
			m := learn(t, c.of, must(t, d, err))
			if took := allocated() - before; took > most {
				t.Errorf("%d MB of memory", took>>20)
			}
			if m.Status.Err() != nil || len(m.W.RawRowView(0)) < categories/2 {
				t.Errorf("%v, %d weights", m.Status, len(m.W.RawRowView(0)))
			}
		})
	}
}

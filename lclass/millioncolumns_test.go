package lclass_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/lclass"
)

// hashedTexts returns n texts of 20 words, hashed to 2²⁰ features; the class shows in a
// fifth of the words.
func hashedTexts(t *testing.T, n int) *lclass.Data {
	t.Helper()
	r := rand.New(rand.NewPCG(6, 6))
	text, class := make([]string, n), make([]string, n)
	for i := range text {
		class[i] = fmt.Sprint(i % 2)
		all := make([]string, 20)
		for j := range all {
			all[j] = fmt.Sprint("w", r.IntN(100_000))
			if j%5 == 0 {
				all[j] = fmt.Sprint("c", 10*(i%2)+r.IntN(15))
			}
		}
		text[i] = strings.Join(all, " ")
	}
	df := dataframe.New(series.New(text, series.String, "text"), series.New(class, series.String, "class"))
	raw, err := lclass.FromFrame(df, lclass.Columns{Target: "class", Raw: true})
	must(t, raw, err)
	p, err := lclass.Prepare(raw, lclass.NGrams{Hash: 1 << 20, Unsigned: true})
	must(t, p, err)
	d, err := p.Apply(raw)
	return must(t, d, err)
}

// With a million columns a fit takes memory for the values and for vectors of weights. All
// that it ever allocates is less than a third of a dense table, which has a vector of
// weights per text; a matrix of all pairs of features would have a million of them.
func TestMillionColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("four fits of a million weights")
	}
	const n = 2000
	d := hashedTexts(t, n)
	if d.D() != 1<<20 {
		t.Fatalf("%d features, want %d", d.D(), 1<<20)
	}
	for _, l := range []lclass.Estimator{
		lclass.Logistic{Penalty: lclass.L2(0.01)}, lclass.Logistic{Penalty: lclass.L1(0.005)},
		lclass.LinearSVM{Penalty: lclass.L2(0.01)}, lclass.MultinomialNaiveBayes{},
	} {
		before := allocated()
		m := learn(t, l, d)
		if vectors := float64(allocated()-before) / 8 / float64(d.D()); vectors > n/3 {
			t.Errorf("%T, %v: %.0f vectors of weights are allocated, more than %d", l, m.Status, vectors, n/3)
		}
		if err := m.Status.Err(); err != nil {
			t.Errorf("%T: %v", l, err)
		}
		if accuracy, err := m.Accuracy(d); must(t, accuracy, err) < 0.95 {
			t.Errorf("%T: accuracy %v of the training texts", l, accuracy)
		}
	}
}

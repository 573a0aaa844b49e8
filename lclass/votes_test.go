package lclass_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// scored is a model of three classes whose scores are its three features.
func scored(o lclass.Output) *lclass.Model {
	return &lclass.Model{
		W: mat.NewDense(3, 3, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1}), B: make([]float64, 3),
		Output: o, Features: []string{"z1", "z2", "z3"}, Classes: []string{"a", "b", "c"}, Target: "t",
	}
}

func TestVotes(t *testing.T) {
	for _, c := range []struct {
		o         lclass.Output
		z         []float64
		votes     []int
		class     int
		ambiguous bool
	}{
		{lclass.OneVsRestOutput, []float64{-1, 2, -3}, []int{0, 1, 0}, 1, false},
		{lclass.OneVsRestOutput, []float64{1, -2, 3}, []int{1, 0, 1}, 2, true},        // two claim it
		{lclass.OneVsRestOutput, []float64{-1, -2, -0.5}, []int{0, 0, 0}, 2, true},    // none does
		{lclass.OneVsRestOutput, []float64{0, -2, -0.5}, []int{1, 0, 0}, 0, false},    // sign(0) = +1
		{lclass.OneVsRestSigmoidOutput, []float64{1, 1, -3}, []int{1, 1, 0}, 0, true}, // the first in a tie
		// The pairs are b not a, c not a, c not b.
		{lclass.OneVsOneOutput, []float64{-1, -1, 5}, []int{2, 0, 1}, 0, false},
		{lclass.OneVsOneOutput, []float64{1, -1, -5}, []int{1, 2, 0}, 1, false},
		{lclass.OneVsOneOutput, []float64{-1, 1, 1}, []int{1, 0, 2}, 2, false},
		// A circle: b beats a, a beats c, c beats b. For a: −z₁ − z₂, for b: z₁ − z₃, for c: z₂ + z₃.
		{lclass.OneVsOneOutput, []float64{1, -4, 2}, []int{1, 1, 1}, 0, true}, // 3, −1, −2
		{lclass.OneVsOneOutput, []float64{4, -1, 2}, []int{1, 1, 1}, 1, true}, // −3, 2, 1
		{lclass.OneVsOneOutput, []float64{1, -1, 4}, []int{1, 1, 1}, 2, true}, // 0, −3, 3
		{lclass.OneVsOneOutput, []float64{1, -1, 1}, []int{1, 1, 1}, 0, true}, // 0, 0, 0: the first
		{lclass.SoftmaxOutput, []float64{-1, -2, -0.5}, []int{0, 0, 1}, 2, false},
		{lclass.LargestOutput, []float64{3, 3, 3}, []int{1, 0, 0}, 0, false},
	} {
		m := scored(c.o)
		equal(t, c.o.String()+" votes", m.VotesOne(c.z), c.votes)
		equal(t, c.o.String()+" class", m.PredictOne(c.z), c.class)
		equal(t, c.o.String()+" ambiguous", m.AmbiguousOne(c.z), c.ambiguous)
	}
	two := byRule(lclass.SignOutput)
	equal(t, "votes of two classes", two.VotesOne([]float64{1, 0}), []int{0, 1})
	equal(t, "the row of two classes", two.RowNames(), []string{"yes"})
	equal(t, "the row of a regression", byRule(lclass.Identity).RowNames() == nil, true)
	for _, o := range []lclass.Output{lclass.Identity, lclass.MultiLabelOutput} {
		panics(t, "Votes", func() { byRule(o).VotesOne([]float64{1, 2}) })
		panics(t, "Class", func() { byRule(o).PredictOne([]float64{1, 2}) })
		panics(t, "Ambiguous", func() { byRule(o).AmbiguousOne([]float64{1, 2}) })
	}
}

// Three classes at the corners of a triangle leave a region that no class
// claims in their midst, and one that two claim opposite each corner; for one
// against one it is the midst that may be tied (Bishop 4.1.2, figure 4.2).
func TestAmbiguousRegions(t *testing.T) {
	var rows [][]float64
	var class []int
	for k := range 3 {
		for i := range 12 {
			a, r := 2*math.Pi*float64(k)/3, 2*math.Pi*float64(i)/12
			rows = append(rows, []float64{3*math.Cos(a) + math.Cos(r), 3*math.Sin(a) + math.Sin(r)})
			class = append(class, k)
		}
	}
	d, err := lclass.FromMatrix(fromRows(rows), class, classNames(3))
	logistic := lclass.Logistic{Penalty: lclass.L2(0.01)}
	rest := learn(t, lclass.OneVsRest{Of: logistic}, must(t, d, err))
	equal(t, "in the midst", rest.VotesOne([]float64{0, 0}), []int{0, 0, 0})
	equal(t, "opposite the first corner", rest.VotesOne([]float64{-20, 0}), []int{0, 1, 1})
	for k := range 3 {
		a := 2 * math.Pi * float64(k) / 3
		x := []float64{3 * math.Cos(a), 3 * math.Sin(a)}
		for _, m := range []*lclass.Model{rest, learn(t, lclass.OneVsOne{Of: logistic}, d), learn(t, lclass.Softmax{Penalty: lclass.L2(0.01)}, d)} {
			if m.AmbiguousOne(x) || m.PredictOne(x) != k {
				t.Errorf("%v: corner %d has votes %v", m.Output, k, m.VotesOne(x))
			}
		}
	}
	if !rest.AmbiguousOne([]float64{0, 0}) || !rest.AmbiguousOne([]float64{-20, 0}) {
		t.Error("one-vs-rest is never ambiguous")
	}
}

// Scores so low that every σ(z) is 0 in float64 still have shares that sum to
// 1: σ(z) is eᶻ there, and they are the softmax.
func TestSharesOfTinyProbabilities(t *testing.T) {
	m := scored(lclass.OneVsRestSigmoidOutput)
	near(t, "all tiny", m.ProbaOne([]float64{-1e4, -1e4 + 1, -1e5}), []float64{1 / (1 + math.E), math.E / (1 + math.E), 0}, 1e-12)
	near(t, "all huge", m.ProbaOne([]float64{1e4, 1e5, 40}), []float64{1. / 3, 1. / 3, 1. / 3}, 1e-12)
	near(t, "zero", m.ProbaOne([]float64{0, 0, 0}), []float64{1. / 3, 1. / 3, 1. / 3}, 1e-12)
}

package lclass_test

import (
	"fmt"
	"testing"

	"linclass/lclass"
)

// Every learner of two classes decides on the side of its line, however many
// rows its W has.
func TestLineIsTheBoundary(t *testing.T) {
	x, class := clouds(80, 2, 2, 3)
	d := both(t, x, class)
	l2 := lclass.L2(0.01)
	for rows, learners := range map[int][]lclass.Estimator{
		1: {lclass.Perceptron{}, lclass.Logistic{}, lclass.LinearSVM{Penalty: l2}, lclass.RegressionClassifier{}, lclass.LDA{},
			lclass.OneVsRest{Of: lclass.Logistic{}}, lclass.OneVsOne{Of: lclass.Logistic{}}},
		2: {lclass.Softmax{}, lclass.LeastSquares{}, lclass.LinearSVM{Loss: lclass.WestonWatkins, Penalty: l2}, lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: l2}},
	} {
		for _, e := range learners {
			m := learn(t, e, d)
			if k, _ := m.W.Dims(); k != rows {
				t.Errorf("%T: %d rows of W, want %d", e, k, rows)
			}
			w, b := m.Line()
			var seen [2]int
			for _, x := range d.Rows() {
				side := int(lclass.StepFunc(w[0]*x[0] + w[1]*x[1] + b))
				seen[side]++
				if side != m.PredictOne(x) {
					t.Errorf("%T: %v is on side %d of the line and of class %d", e, x, side, m.PredictOne(x))
				}
			}
			if seen[0] == 0 || seen[1] == 0 {
				t.Errorf("%T: all samples on one side", e)
			}
		}
	}
}

// Softmax of two classes is Logistic with w₂ − w₁.
func TestLineOfSoftmax(t *testing.T) {
	x, class := clouds(80, 2, 2, 3)
	d := both(t, x, class)
	want, wantB := learn(t, lclass.Logistic{}, d).Line()
	w, b := learn(t, lclass.Softmax{}, d).Line()
	near(t, "w, b", append(w, b), append(want, wantB), 1e-9)
	var last lclass.Step
	for s, err := range (lclass.Softmax{}).Steps(d) {
		last = must(t, s, err)
	}
	w, b = last.Line()
	near(t, "w, b of the last step", append(w, b), append(want, wantB), 1e-9)
}

func TestNoSingleLine(t *testing.T) {
	for _, o := range []lclass.Output{lclass.SoftmaxOutput, lclass.OneVsOneOutput, lclass.MultiLabelOutput} {
		panics(t, o.String(), func() { byRule(o).Line() })
	}
	labels := byRule(lclass.MultiLabelOutput)
	labels.W, labels.B, labels.Classes = fromRows([][]float64{{1, 2}, {3, 4}}), []float64{1, 2}, labels.Classes[:2]
	panics(t, "two labels", func() { labels.Line() })
	panics(t, "Step", func() { lclass.Step{W: byRule(lclass.SoftmaxOutput).W, B: make([]float64, 3)}.Line() })
}

// W of Softmax has a row for each of two classes, that of Logistic one alone, and
// the boundary is the same.
func ExampleModel_Line() {
	x := fromRows([][]float64{{1}, {2}, {3}, {4}})
	d := lclass.Must(lclass.FromLabels(x, []string{"no", "yes", "no", "yes"}))
	for _, e := range []lclass.Estimator{lclass.Logistic{}, lclass.Softmax{}} {
		m := lclass.Must(e.Fit(d))
		rows, _ := m.W.Dims()
		w, b := m.Line()
		fmt.Printf("rows of W: %d, boundary at x = %.3f\n", rows, -b/w[0])
	}
	// Output:
	// rows of W: 1, boundary at x = 2.500
	// rows of W: 2, boundary at x = 2.500
}

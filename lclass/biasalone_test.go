package lclass_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// Without features every learner says so and names the way out, a feature that
// is the same in all samples. Its weight is then 0, and what is left of the
// model is the share of the classes, or the mean.
func TestBiasAlone(t *testing.T) {
	class := []int{0, 1, 2, 0, 1, 0, 0, 0} // 5, 2, 1 of 8
	none := dataframe.New(series.New(class, series.Int, "t"))
	x := mat.NewDense(8, 1, nil)
	for i := range 8 {
		x.Set(i, 0, 7)
	}
	three, err := lclass.RegressionFromMatrix(x, numbers(class))
	must(t, three, err)
	two, err := three.Positive("0") // 3 and 5 of 8
	must(t, two, err)
	bare, err := lclass.FromFrame(none, lclass.Columns{Target: "t"})
	must(t, bare, err)
	bareTwo, err := bare.Positive("0")
	must(t, bareTwo, err)

	odds := math.Log(5. / 3)
	shares := []float64{5. / 8, 2. / 8, 1. / 8}
	for _, c := range []struct {
		e       lclass.Estimator
		d, bare *lclass.Data
		b       []float64 // nil: not determined
	}{
		{lclass.Logistic{}, two, bareTwo, []float64{odds}},
		{lclass.Logistic{Penalty: lclass.L1(0.1)}, two, bareTwo, []float64{odds}},
		{lclass.Logistic{Solver: lclass.QuasiNewton{}}, two, bareTwo, []float64{odds}},
		{lclass.Firth{}, two, bareTwo, []float64{math.Log(5.5 / 3.5)}}, // half a sample more in each class
		{lclass.Softmax{}, three, bare, centred([]float64{math.Log(5), math.Log(2), 0})},
		{lclass.LDA{}, three, bare, centred([]float64{math.Log(5), math.Log(2), 0})},
		{lclass.LeastSquares{}, three, bare, shares},
		{lclass.LinearRegression{}, three, bare, []float64{4. / 8}},
		{lclass.LinearRegression{Penalty: lclass.L2(1)}, three, bare, []float64{4. / 8}},
		{lclass.RegressionClassifier{}, two, bareTwo, []float64{2. / 8}},
		{lclass.OneVsRest{Of: lclass.Logistic{}}, three, bare, []float64{odds, math.Log(2. / 6), math.Log(1. / 7)}},
		{lclass.OneVsOne{Of: lclass.Logistic{}}, three, bare, []float64{math.Log(2. / 5), math.Log(1. / 5), math.Log(1. / 2)}},
		{lclass.LinearSVM{Penalty: lclass.L2(0.1)}, two, bareTwo, []float64{1}},                                 // the larger class
		{lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lclass.L2(0.1)}, two, bareTwo, []float64{2. / 8}}, // the mean of ±1
		{lclass.LinearSVM{Loss: lclass.WestonWatkins, Penalty: lclass.L2(0.1)}, three, bare, nil},
		{lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: lclass.L2(0.1)}, three, bare, nil},
		{lclass.Perceptron{Epochs: 3}, two, bareTwo, nil},
	} {
		name := fmt.Sprintf("%T", c.e)
		fails(t, failure(c.e.Fit(c.bare)), &invalid.TargetError{Target: "t", Want: "features"})
		m := learn(t, c.e, c.d)
		if c.b != nil {
			near(t, name, m.B, c.b, 1e-6)
			near(t, name, m.W.RawMatrix().Data, make([]float64, len(m.B)), 1e-12)
		}
	}
}

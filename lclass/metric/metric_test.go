package metric_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

func TestWithoutSamples(t *testing.T) {
	for name, got := range map[string]float64{
		"Accuracy":           metric.Accuracy(nil, nil),
		"Error":              metric.Error(nil, nil),
		"MSE":                metric.MSE(nil, nil),
		"LogLoss":            metric.LogLoss(nil, &mat.Dense{}),
		"Confusion accuracy": metric.Confusion(nil, nil, nil).Accuracy(),
		"all weights 0":      metric.WeightedAccuracy([]int{1}, []int{1}, []float64{0}),
	} {
		if !math.IsNaN(got) {
			t.Errorf("%s = %v, want NaN", name, got)
		}
	}
}

func TestMisusePanics(t *testing.T) {
	p := mat.NewDense(1, 2, []float64{0.5, 0.5})
	for name, f := range map[string]func(){
		"Accuracy, lengths":       func() { metric.Accuracy([]int{1}, nil) },
		"Error, lengths":          func() { metric.Error([]int{1}, nil) },
		"MSE, lengths":            func() { metric.MSE([]float64{1}, nil) },
		"LogLoss, lengths":        func() { metric.LogLoss([]int{1, 1}, p) },
		"Confusion, lengths":      func() { metric.Confusion([]int{1}, nil, nil) },
		"weights, lengths":        func() { metric.WeightedAccuracy([]int{1}, []int{1}, []float64{1, 1}) },
		"LogLoss, class too high": func() { metric.LogLoss([]int{2}, p) },
		"LogLoss, class negative": func() { metric.LogLoss([]int{-1}, p) },
		"Confusion, class":        func() { metric.Confusion([]int{0}, []int{2}, []string{"a", "b"}) },
		"Rank, lengths":           func() { metric.Rank([]int{1}, nil) },
		"Rank, class":             func() { metric.AUC([]int{2}, []float64{1}) },
		"Trapezoid, lengths":      func() { metric.Trapezoid([]float64{1}, nil) },
		"Confusion, negative":     func() { metric.Confusion([]int{-1}, []int{0}, nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		})
	}
}

func TestLogLossAtTheEdges(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		p, want float64 // of the true class
	}{{1, 0}, {0, inf}, {math.Exp(-1), 1}, {-0.1, nan}, {1.1, nan}, {nan, nan}} {
		p := mat.NewDense(1, 2, []float64{0.5, c.p})
		got := metric.LogLoss([]int{1}, p)
		if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("LogLoss with p = %v is %v, want %v", c.p, got, c.want)
		}
		uncounted := metric.WeightedLogLoss([]int{1, 0}, mat.NewDense(2, 2, []float64{0.5, c.p, 1, 0}), []float64{0, 1})
		if uncounted != 0 {
			t.Errorf("LogLoss with p = %v at weight 0 is %v, want 0", c.p, uncounted)
		}
	}
}

// A weight is a number of copies.
func TestWeightIsRepetition(t *testing.T) {
	target, y, s := []int{0, 1, 2, 1}, []int{0, 2, 2, 0}, []float64{3, 1, 0, 2}
	var targets, predictions []int
	for i, n := range s {
		for range int(n) {
			targets, predictions = append(targets, target[i]), append(predictions, y[i])
		}
	}
	if got, want := metric.WeightedError(target, y, s), metric.Error(targets, predictions); got != want {
		t.Errorf("weighted error %v, repeated %v", got, want)
	}
	got := metric.WeightedConfusion(target, y, s, []string{"a", "b", "c"})
	want := metric.Confusion(targets, predictions, []string{"a", "b", "c"})
	if !mat.Equal(got.Counts, want.Counts) {
		t.Errorf("weighted\n%v, repeated\n%v", got, want)
	}
}

func TestTable(t *testing.T) {
	m := metric.WeightedConfusion([]int{0, 0, 1}, []int{0, 1, 1}, []float64{12345678, 0.5, 2}, []string{"é", "b", "c"})
	const want = "" +
		"true \\ predicted         é      b  c          recall\n" +
		"é                 12345678    0.5  0           1.000\n" +
		"b                        0      2  0           1.000\n" +
		"c                        0      0  0               –\n" +
		"precision            1.000  0.800  –  accuracy 1.000\n"
	if got := m.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

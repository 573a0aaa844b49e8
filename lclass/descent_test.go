package lclass_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// KMITL trains AND with a threshold θ that is given: start w = (0.3, −0.1),
// α = 0.1. In tenths all numbers are whole. The rows printed follow θ = 0.2 and
// end at (0.1, 0.1), free of errors in the fifth epoch; with the θ = 0.3 printed
// above them the end is (0.2, 0.1), free of errors in the fourth.
func TestThresholdOfKMITL(t *testing.T) {
	and := truthTable(t, []int{0, 0, 0, 1})
	for _, c := range []struct {
		threshold float64
		path      [][]float64 // w after each epoch with an update
	}{
		{2, [][]float64{{3, 0}, {2, 0}, {2, 1}, {1, 1}}},
		{3, [][]float64{{3, 0}, {3, 1}, {2, 1}}},
	} {
		p := lclass.Perceptron{Eta: 1, ZeroOne: true, W0: []float64{3, -1}, B0: -c.threshold, FixedBias: true}
		var epochs int
		for s, err := range p.Steps(and) {
			must(t, s, err)
			w, b := s.Line()
			if b != -c.threshold {
				t.Errorf("epoch %d: b = %v", s.Epoch, b)
			}
			if epochs = s.Epoch; epochs == 0 {
				continue
			}
			if epochs > len(c.path) {
				t.Fatalf("θ = %v: more than %d epochs", c.threshold, len(c.path))
			}
			near(t, fmt.Sprintf("θ = %v, epoch %d", c.threshold, epochs), w, c.path[epochs-1], 0)
		}
		if epochs != len(c.path) {
			t.Errorf("θ = %v: %d epochs with updates, want %d", c.threshold, epochs, len(c.path))
		}
	}
}

// truthTable is (0,0), (0,1), (1,0), (1,1) with the given classes.
func truthTable(t *testing.T, class []int) *lclass.Data {
	t.Helper()
	d, err := lclass.FromMatrix(mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1}), class, []string{"0", "1"})
	return must(t, d, err)
}

// The rate of each epoch by hand, on a loss whose step is −η(w·1 + b − t): the
// one sample x = 0, t = 1 leaves b after the epoch at 1 − (1 − η)·(1 − b).
func TestSchedules(t *testing.T) {
	d, err := lclass.RegressionFromMatrix(mat.NewDense(1, 1, []float64{0}), []float64{1})
	must(t, d, err)
	for _, c := range []struct {
		s    lclass.Schedule
		want []float64 // factors of η in epochs 1, 2, …
	}{
		{nil, []float64{1, 1, 1, 1, 1}},
		{lclass.InverseTime{}, []float64{1, 1. / 2, 1. / 3, 1. / 4, 1. / 5}},
		{lclass.InverseTime{Decay: 0.5}, []float64{1, 1 / 1.5, 1 / 2., 1 / 2.5, 1 / 3.}},
		{lclass.Cosine{}, []float64{1, (1 + math.Cos(math.Pi/5)) / 2, (1 + math.Cos(2*math.Pi/5)) / 2, (1 + math.Cos(3*math.Pi/5)) / 2, (1 + math.Cos(4*math.Pi/5)) / 2}},
	} {
		const eta = 0.1
		b := 0.0
		for s, err := range (lclass.LinearRegression{Solver: lclass.Descent{Eta: eta, Epochs: 5, Schedule: c.s}}).Steps(d) {
			must(t, s, err)
			if s.Epoch > 0 {
				b += eta * c.want[s.Epoch-1] * (1 - b)
			}
			near(t, fmt.Sprintf("%#v, epoch %d", c.s, s.Epoch), s.B, []float64{b}, 1e-15)
		}
	}
}

// Momentum by hand on the same loss: Δ ← μΔ + η(1 − b).
func TestMomentumByHand(t *testing.T) {
	d, err := lclass.RegressionFromMatrix(mat.NewDense(1, 1, []float64{0}), []float64{1})
	must(t, d, err)
	for _, batch := range []int{1, lclass.FullBatch} {
		var b, step float64
		for s, err := range (lclass.LinearRegression{Solver: lclass.Descent{Momentum: 0.9, Epochs: 20, Batch: batch}}).Steps(d) {
			must(t, s, err)
			if s.Epoch > 0 {
				step = 0.9*step + 0.1*(1-b)
				b += step
			}
			near(t, fmt.Sprint("epoch ", s.Epoch), s.B, []float64{b}, 1e-14)
		}
	}
}

// In a long valley momentum is far ahead after the same epochs.
func TestMomentumInAValley(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	x, y := mat.NewDense(100, 2, nil), make([]float64, 100)
	for i := range y {
		u, v := rng.NormFloat64(), 0.05*rng.NormFloat64()
		x.SetRow(i, []float64{u + v, u - v})
		y[i] = u + 20*v
	}
	d, err := lclass.RegressionFromMatrix(x, y)
	must(t, d, err)
	least := learn(t, lclass.LinearRegression{}, d).Status.Loss
	excess := func(momentum float64) float64 {
		m := learn(t, lclass.LinearRegression{Solver: lclass.Descent{Eta: 0.3, Epochs: 300, Momentum: momentum}}, d)
		return m.Status.Loss - least
	}
	if plain, heavy := excess(0), excess(0.9); heavy > plain/100 {
		t.Errorf("%v above the least with momentum, %v without", heavy, plain)
	}
}

// Proximal descent arrives where coordinate descent does, by batches with the
// same zeros, online with a falling rate close to it.
func TestDescentWithL1(t *testing.T) {
	forNumbers(t)
	forNumbers(t)
	d := irisData(t, true)
	scaled, err := prepared(d, lclass.Standardize{})
	must(t, scaled, err)
	want := learn(t, lclass.Logistic{Penalty: lclass.L1(0.05)}, scaled)
	if countZeros(want) == 0 {
		t.Fatal("no zeros to find")
	}
	for name, c := range map[string]struct {
		s   lclass.Descent
		tol float64
	}{
		"batch":    {lclass.Descent{Eta: 0.5, Epochs: 5000, Tol: 1e-10}, 1e-7},
		"momentum": {lclass.Descent{Eta: 0.3, Epochs: 5000, Momentum: 0.8, Tol: 1e-10}, 1e-7},
		"online":   {lclass.Descent{Eta: 0.2, Epochs: 2000, Batch: 1, Seed: 1, Schedule: lclass.InverseTime{Decay: 0.1}}, 0.01},
	} {
		m, err := lclass.Logistic{Penalty: lclass.L1(0.05), Solver: c.s}.Fit(scaled)
		near(t, name, parameters(must(t, m, err)), parameters(want), c.tol)
		if name != "online" && countZeros(m) != countZeros(want) {
			t.Errorf("%s: %d zeros, want %d", name, countZeros(m), countZeros(want))
		}
	}
}

// The hinge of KMITL by online descent: it comes close to the dual's solution.
func TestDescentOnTheHinge(t *testing.T) {
	d := irisData(t, true)
	scaled, err := prepared(d, lclass.Standardize{})
	must(t, scaled, err)
	for _, l := range []lclass.SVMLoss{lclass.Hinge, lclass.WestonWatkins, lclass.CrammerSinger} {
		want := learn(t, lclass.LinearSVM{Loss: l, Penalty: lclass.L2(0.01)}, scaled)
		m, err := lclass.LinearSVM{Loss: l, Penalty: lclass.L2(0.01), Solver: lclass.Descent{
			Eta: 0.5, Epochs: 500, Batch: 1, Seed: 1, Schedule: lclass.InverseTime{},
		}}.Fit(scaled)
		must(t, m, err)
		if excess := m.Status.Loss/want.Status.Loss - 1; excess < -1e-9 || excess > 0.01 {
			t.Errorf("loss %d: descent ends %v above the least", l, excess)
		}
	}
}

// Features of 1e-9 have slopes that are next to nothing wherever the weights
// are: the descent has come nowhere, and says so. In units of their deviation
// it converges.
func TestDescentKnowsTheUnits(t *testing.T) {
	x, class := clouds(60, 2, 2, 1)
	big := both(t, x, class)
	x.Scale(1e-9, x)
	d := both(t, x, class)
	descent := lclass.Descent{Eta: 0.5, Epochs: 5000}
	m, err := lclass.Logistic{Solver: descent}.Fit(d)
	if must(t, m, err); m.Status.Outcome != lclass.NotConverged || m.Status.Gradient < 0.01 {
		t.Errorf("features of 1e-9: %v", m.Status)
	}
	m, err = lclass.Logistic{Solver: descent}.Fit(big)
	if must(t, m, err); m.Status.Err() != nil {
		t.Errorf("features of 1: %v", m.Status)
	}
}

// A single step of a descent can be far enough for the gradient to be 0.
func TestDescentOnSeparatedDataIsNeverDone(t *testing.T) {
	d := both(t, mat.NewDense(4, 1, []float64{-1e8, -1e4, 1e4, 1e8}), []int{0, 0, 1, 1})
	for _, e := range []lclass.Estimator{lclass.Logistic{Solver: lclass.Descent{}}, lclass.Softmax{Solver: lclass.Descent{}}} {
		m, err := e.Fit(d)
		if must(t, m, err); m.Status.Outcome != lclass.Separated || m.Direction == nil {
			t.Errorf("%T: %v", e, m.Status)
		}
	}
}

package lclass_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"

	"linclass/lclass"
)

// A stepper is an iterative specification.
type stepper interface {
	Steps(*lclass.Data) iter.Seq2[lclass.Step, error]
}

// byHand is the perceptron of the lectures, written down for batches of any
// size: the w and b after each epoch.
func byHand(p lclass.Perceptron, d *lclass.Data) (w [][]float64, b []float64) {
	x, class, n := d.Matrix(), d.T(), d.N()
	now, bias := append([]float64(nil), p.W0...), p.B0
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	rng := rand.New(rand.NewPCG(p.Seed, p.Seed))
	low := map[bool]float64{false: -1, true: 0}[p.ZeroOne]
	for range p.Epochs {
		if p.Seed != 0 {
			rng.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		for start := 0; start < n; start += p.Batch {
			end := min(n, start+p.Batch)
			dw, db := make([]float64, len(now)), 0.0
			for _, i := range order[start:end] {
				t, y, z := low, low, bias
				for j, v := range now {
					z += v * x.At(i, j)
				}
				if class[i] == 1 {
					t = 1
				}
				if z >= 0 {
					y = 1
				}
				move := t - y // Δw = η(t − y)x
				if p.Rosenblatt {
					move = (t - y) / 2 // ηtx where t ≠ y
				}
				for j := range dw {
					dw[j] += p.Eta * move * x.At(i, j) / float64(end-start)
				}
				db += p.Eta * move / float64(end-start)
			}
			for j := range now {
				now[j] += dw[j]
			}
			bias += db
		}
		w, b = append(w, append([]float64(nil), now...)), append(b, bias)
	}
	return w, b
}

func TestPerceptronTakesThePathOfTheLectures(t *testing.T) {
	x, class := clouds(37, 3, 2, 4)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	for _, rosenblatt := range []bool{false, true} {
		for _, zeroOne := range []bool{false, true} {
			for _, batch := range []int{1, 10, 37} {
				for _, seed := range []uint64{0, 5} {
					if rosenblatt && zeroOne {
						continue // refused
					}
					p := lclass.Perceptron{
						Eta: 0.3, Epochs: 8, Batch: batch, Rosenblatt: rosenblatt, ZeroOne: zeroOne, Seed: seed,
						W0: []float64{0.5, -2, 1}, B0: 0.25,
					}
					w, b := byHand(p, d)
					var seen int
					for s, err := range p.Steps(d) {
						if err != nil {
							t.Fatal(err)
						}
						gotW, gotB := s.Line()
						wantW, wantB := p.W0, p.B0
						if s.Epoch > 0 {
							wantW, wantB = w[s.Epoch-1], b[s.Epoch-1]
						}
						near(t, fmt.Sprintf("%+v, epoch %d", p, s.Epoch), append(gotW, gotB), append(append([]float64(nil), wantW...), wantB), 1e-12)
						seen++
					}
					if seen != 9 {
						t.Errorf("%+v: %d steps, want 9", p, seen)
					}
				}
			}
		}
	}
}

// A mistake moves w by 2ηtx with the delta rule on ±1 and by ηtx with
// Rosenblatt's, and with the delta rule on 0/1 too: the same paths, to the bit, as
// 2 is a power of 2.
func TestRulesTakeTheSamePathWithOtherEta(t *testing.T) {
	x, class := clouds(50, 3, 2, 6)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	for _, batch := range []int{1, 8, lclass.FullBatch} {
		fit := func(p lclass.Perceptron) []float64 {
			p.Batch, p.Epochs = batch, 30
			m, err := p.Fit(d)
			return parameters(must(t, m, err))
		}
		delta := fit(lclass.Perceptron{Eta: 0.1})
		near(t, "Rosenblatt, 2η", fit(lclass.Perceptron{Eta: 0.2, Rosenblatt: true}), delta, 0)
		near(t, "0/1, 2η", fit(lclass.Perceptron{Eta: 0.2, ZeroOne: true}), delta, 0)
	}
}

// The updates of an epoch are those during it, the errors those after it; with
// t = (−1, +1) at x = (−1, 1) and w = b = 0 the first sample is wrong, as
// sign(0) = +1, and one update corrects it: w = 0.2, b = −0.2, z = (−0.4, 0).
func TestUpdatesAndErrors(t *testing.T) {
	x, class := clouds(2, 1, 2, 1)
	x.Set(0, 0, -1)
	x.Set(1, 0, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	m, err := lclass.Perceptron{Eta: 0.1}.Fit(d)
	must(t, m, err)
	want := []lclass.Progress{{Epoch: 0, Loss: 2, Errors: 1}, {Epoch: 1, Loss: 0, Updates: 1}}
	if fmt.Sprint(m.History) != fmt.Sprint(want) {
		t.Errorf("history %+v, want %+v", m.History, want)
	}
	near(t, "w, b", parameters(m), []float64{0.2, -0.2}, 1e-15)
}

// XOR is never learnt (three of four at best), and the status says what to do.
func TestXOR(t *testing.T) {
	x, _ := clouds(4, 2, 2, 1)
	for i, v := range [][]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
		x.SetRow(i, v)
	}
	d, err := lclass.FromMatrix(x, []int{0, 1, 1, 0}, []string{"0", "1"})
	must(t, d, err)
	m := learn(t, lclass.Perceptron{}, d)
	if m.Status.Outcome != lclass.NotConverged || m.Status.Iterations != 100 {
		t.Errorf("%v", m.Status)
	}
	fails(t, m.Status.Err(), lclass.ErrNotConverged, "misclassified", "no hyperplane separates", "Epochs")
	for _, p := range m.History {
		if p.Errors == 0 {
			t.Errorf("epoch %d has no errors", p.Epoch)
		}
	}
}

package check

import (
	"fmt"

	"linclass/assignments/checking"
)

// Step makes the open checks of Step and prints what came out.
func Step(f func(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64)) {
	checking.Print(stepTask(f))
}

// A move is a call of Step and what comes of it.
type move struct {
	w     []float64
	b     float64
	eta   float64
	x     []float64
	t     float64
	wantW []float64
	wantB float64
}

func (m move) String() string {
	return fmt.Sprintf("Step(%s, %g, %g, %s, %g)", checking.Show(m.w), m.b, m.eta, checking.Show(m.x), m.t)
}

// learns wants w to have moved so that the score of x is nearer to its class.
func (m move) learns(t *checking.Try, w []float64) {
	gain := 0.0
	if len(w) == len(m.w) {
		for i := range w {
			gain += (w[i] - m.w[i]) * m.t * m.x[i]
		}
	}
	t.True(gain > 0, m.String()+", w", checking.Show(w), "a move that corrects the mistake")
}

// The scores of mistakes are 0.5 and −1.75, those of right are 1.5 and −4: far
// enough from 0 to leave open what the sign of 0 is.
var (
	mistakes = []move{
		{[]float64{1, -2}, 0.5, 0.25, []float64{2, 1}, -1, []float64{0, -2.5}, 0},
		{[]float64{-1, 1}, -0.25, 0.5, []float64{2, 0.5}, 1, []float64{1, 1.5}, 0.75},
	}
	right = []move{
		{[]float64{1, -2}, 0.5, 0.25, []float64{2, 0.5}, 1, []float64{1, -2}, 0.5},
		{[]float64{1, -2, 1}, 1, 0.5, []float64{-1, 2, 0}, -1, []float64{1, -2, 1}, 1},
	}
)

func stepTask(f func(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64)) checking.Task {
	step := func(m move) ([]float64, float64) {
		return f(checking.Fresh(m.w), m.b, m.eta, checking.Fresh(m.x), m.t)
	}
	return checking.Task{Name: "Step", Checks: []checking.Check{
		{
			Name:   "moves w at a mistake",
			Hint:   "compute y = sign(score) first; then t − y is +2 or −2 at a mistake, and w moves by η(t − y)x",
			Points: 1,
			Do: func(t *checking.Try) {
				for _, m := range mistakes {
					w, _ := step(m)
					t.Numbers(m.String()+", w", w, m.wantW)
				}
			},
		},
		{
			Name:   "moves the bias, too",
			Hint:   "b is the weight of an input that is always 1",
			Points: 0.5,
			Do: func(t *checking.Try) {
				for _, m := range mistakes {
					_, b := step(m)
					t.Number(m.String()+", b", b, m.wantB)
				}
			},
		},
		{
			Name:   "leaves w and b alone where the answer is right",
			Hint:   "what is t − y if y = t?",
			Points: 0.5,
			Do: func(t *checking.Try) {
				for _, m := range mistakes {
					w, _ := step(m)
					t.Numbers(m.String()+", w", w, m.wantW)
				}
				for _, m := range right {
					w, b := step(m)
					t.Numbers(m.String()+", w", w, m.wantW)
					t.Number(m.String()+", b", b, m.wantB)
				}
			},
		},
		{
			Name:   "predicts +1 for a score of 0",
			Hint:   "sign(0) = +1: a point on the line is right if t = +1, and a mistake if t = −1",
			Points: 0.5,
			Do: func(t *checking.Try) {
				on := move{[]float64{1, -1}, 0, 0.25, []float64{2, 2}, -1, nil, 0}
				above := on
				above.b = 1
				w, _ := step(on)
				want, _ := step(above)
				on.learns(t, w)
				t.Numbers(on.String()+", w, compared with "+above.String(), w, want)
			},
		},
		{
			Name:   "does not change the slice that it is given",
			Hint:   "slices.Clone(w) is a copy that you may change",
			Points: 0.5,
			Do: func(t *checking.Try) {
				for _, m := range mistakes {
					w := checking.Fresh(m.w)
					moved, _ := f(w, m.b, m.eta, checking.Fresh(m.x), m.t)
					t.Numbers(m.String()+", w", checking.Fresh(moved), m.wantW)
					t.Numbers("the first argument after "+m.String(), w, m.w)
				}
			},
		},
	}}
}

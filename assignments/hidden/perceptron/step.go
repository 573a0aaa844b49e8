package perceptron

import (
	"fmt"
	"math"
	"math/rand/v2"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

// An example is what Step is called with.
type example struct {
	w   []float64
	b   float64
	eta float64
	x   []float64
	t   float64
}

func (e example) String() string {
	return fmt.Sprintf("Step(%s, %s, %g, %s, %g)", checking.Show(e.w), checking.Show(e.b), e.eta, checking.Show(e.x), e.t)
}

// moved returns w after a mistake.
func (e example) moved() []float64 {
	w := checking.Fresh(e.w)
	for i, x := range e.x {
		w[i] += 2 * e.eta * e.t * x
	}
	return w
}

// learns wants w to have moved so that the score of x is nearer to its class.
func (e example) learns(t *checking.Try, w []float64) {
	gain := 0.0
	if len(w) == len(e.w) {
		for i := range w {
			gain += (w[i] - e.w[i]) * e.t * e.x[i]
		}
	}
	t.True(gain > 0, e.String()+", w", checking.Show(w), "a move that corrects the mistake")
}

// off draws an example that is off the line, on the same side without the bias.
func off(rng *rand.Rand) example {
	n := 2 + rng.IntN(5)
	for {
		e := example{w: vector(rng, n), eta: math.Ldexp(1, -rng.IntN(4)), x: vector(rng, n)}
		z := dot(e.w, e.x)
		if math.Abs(z) < 0.5 {
			continue
		}
		e.b = z * (rng.Float64() - 0.25)
		e.t = math.Copysign(1, z)
		return e
	}
}

// wrong draws a mistake.
func wrong(rng *rand.Rand) example {
	e := off(rng)
	e.t = -e.t
	return e
}

func stepTask(f func(w []float64, b, eta float64, x []float64, t float64) ([]float64, float64), seed uint64) checking.Task {
	step := func(e example) ([]float64, float64) {
		return f(checking.Fresh(e.w), e.b, e.eta, checking.Fresh(e.x), e.t)
	}
	return checking.Task{Name: "Step", Checks: []checking.Check{
		{
			Name:   "moves w as far as Edinburgh's rule with α = 2η",
			Hint:   "t − y is ±2 at a mistake, so η(t − y)x is 2ηtx, and Edinburgh moves by αtx",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 3)
				for range 8 {
					e := wrong(rng)
					w, _ := step(e)
					t.Numbers(e.String()+", w", w, e.moved())
				}
			},
		},
		{
			Name:   "moves b as far as a weight whose input is 1",
			Hint:   "Δb = η(t − y)",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 4)
				for range 8 {
					e := wrong(rng)
					_, b := step(e)
					t.Number(e.String()+", b", b, e.b+2*e.eta*e.t)
				}
			},
		},
		{
			Name:   "learns nothing from right answers",
			Hint:   "look at the sign of the score of points of both classes",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 5)
				for range 8 {
					mistake := wrong(rng)
					moved, _ := step(mistake)
					t.Numbers(mistake.String()+", w", moved, mistake.moved())
					e := off(rng)
					w, b := step(e)
					t.Numbers(e.String()+", w", w, e.w)
					t.Number(e.String()+", b", b, e.b)
				}
			},
		},
		{
			Name:   "decides by w·x + b, not by w·x",
			Hint:   "far from the origin or near, the bias belongs to the score",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 6)
				for range 8 {
					e := off(rng)
					e.b = -2 * dot(e.w, e.x) // w·x + b has the other sign, the answer is wrong
					w, _ := step(e)
					e.learns(t, w)
				}
			},
		},
		{
			Name:   "predicts +1 for every point on the line",
			Hint:   "≥ or >?",
			Points: 0.25,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 7)
				for range 8 {
					on := off(rng)
					on.b, on.t = -dot(on.w, on.x), -1
					above := on
					above.b++
					w, _ := step(on)
					want, _ := step(above)
					on.learns(t, w)
					t.Numbers(on.String()+", w, compared with "+above.String(), w, want)
				}
			},
		},
	}}
}

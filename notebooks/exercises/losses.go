package exercises

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
)

// slopes wants the slope of a loss to be what a difference measures, at the margins.
func slopes(name string, f func(m float64) (loss, slope float64), margins ...float64) checking.Check {
	return check("has the slope of its loss", "differentiate the loss with respect to m, piece by piece", func(t *checking.Try) {
		for _, m := range margins {
			_, slope := f(m)
			want := slopeAt(func(m float64) float64 { loss, _ := f(m); return loss }, m)
			t.Near(fmt.Sprintf("the slope of %s(%g), compared with a difference of the losses", name, m), slope, want, 1e-4)
		}
	})
}

// values wants the loss at some margins.
func values(name, what, hint string, f func(m float64) (loss, slope float64), want map[float64]float64) checking.Check {
	return check(what, hint, func(t *checking.Try) {
		for m, w := range want {
			loss, _ := f(m)
			t.Number(fmt.Sprintf("%s(%g)", name, m), loss, w)
		}
	})
}

// Exponential checks exercise 1 of losses.
func Exponential(f func(m float64) (loss, slope float64)) {
	run("exponential",
		values("exponential", "is e to the −m", "a margin of 0 costs 1, and a point on the wrong side more", f, map[float64]float64{0: 1, 1: 1 / math.E, -2: math.E * math.E}),
		slopes("exponential", f, -2, 0, 1.5),
		check("pulls 148 times as hard as the logistic loss at m = −5", "the pull is the size of the slope", func(t *checking.Try) {
			_, slope := f(-5)
			t.Number("the slope of exponential(−5)", slope, -math.Exp(5))
		}))
}

// RoundedHinge checks exercise 2 of losses.
func RoundedHinge(f func(m float64) (loss, slope float64)) {
	run("roundedHinge",
		values("roundedHinge", "has the three pieces", "0 from m = 1 on, a parabola between 0 and 1, ½ − m below 0", f, map[float64]float64{2: 0, 1: 0, 0.5: 0.125, 0: 0.5, -3: 3.5}),
		slopes("roundedHinge", f, -2, 0, 0.3, 1, 2),
		check("has no corner", "the slope must be the same on both sides of 0 and of 1", func(t *checking.Try) {
			for _, joint := range []float64{0, 1} {
				_, left := f(joint - 1e-9)
				_, right := f(joint + 1e-9)
				t.Near(fmt.Sprintf("the slope just right of m = %g, compared with just left", joint), right, left, 1e-6)
			}
		}))
}

// SigmoidLoss checks exercise 3 of losses.
func SigmoidLoss(f func(m float64) (loss, slope float64)) {
	run("sigmoidLoss",
		values("sigmoidLoss", "is σ(−m)", "½ at m = 0, near 1 far on the wrong side", f, map[float64]float64{0: 0.5, math.Log(3): 0.25, -math.Log(3): 0.75}),
		slopes("sigmoidLoss", f, -3, 0, 0.5, 4),
		check("is flat and finite far out", "take σ(m) σ(−m), which cannot overflow, for the slope", func(t *checking.Try) {
			for _, m := range []float64{-1000, 1000} {
				loss, slope := f(m)
				want := 0.0
				if m < 0 {
					want = 1
				}
				t.Numbers(fmt.Sprintf("loss and slope of sigmoidLoss(%g)", m), []float64{loss, slope}, []float64{want, 0})
			}
		}))
}

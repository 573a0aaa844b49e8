package check

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
)

// SVMLoss makes the open checks of SVMLoss and prints what came out.
func SVMLoss(f func(scores []float64, y int) float64) { checking.Print(svmLossTask(f)) }

// SVMGrad makes the open checks of SVMGrad and prints what came out.
func SVMGrad(f func(scores []float64, y int) []float64) { checking.Print(svmGradTask(f)) }

// lecture are KMITL's scores of cat, car and frog.
var lecture = []float64{3.2, 5.1, -1.7}

func svmCall(function string, scores []float64, y int) string {
	return fmt.Sprintf("%s(%s, %d)", function, checking.Show(scores), y)
}

func svmLossTask(f func(scores []float64, y int) float64) checking.Task {
	loss := func(t *checking.Try, scores []float64, y int, want float64) {
		t.Number(svmCall("SVMLoss", scores, y), f(checking.Fresh(scores), y), want)
	}
	return checking.Task{Name: "SVMLoss", Checks: []checking.Check{
		{
			Name:   "is 2.9 in the lecture's example",
			Hint:   "a wrong class costs max(0, its score − the right one's + 1); the right class itself costs nothing",
			Points: 0.5,
			Do: func(t *checking.Try) {
				loss(t, lecture, 0, 2.9)
				loss(t, []float64{0, 0.5}, 0, 1.5)
			},
		},
		{
			Name:   "is 0 where the right class leads by 1 or more",
			Hint:   "max(0, …) for each wrong class",
			Points: 0.5,
			Do: func(t *checking.Try) {
				t.True(f(checking.Fresh(lecture), 0) > 0, svmCall("SVMLoss", lecture, 0), "no loss", "a loss: the car has the highest score")
				loss(t, []float64{1, 3.5, -2, 2}, 1, 0)
				loss(t, []float64{-1, 4}, 1, 0)
			},
		},
	}}
}

func svmGradTask(f func(scores []float64, y int) []float64) checking.Task {
	grad := func(t *checking.Try, scores []float64, y int, want ...float64) {
		t.Numbers(svmCall("SVMGrad", scores, y), f(checking.Fresh(scores), y), want)
	}
	return checking.Task{Name: "SVMGrad", Checks: []checking.Check{
		{
			Name:   "pulls a wrong class down and the right one up",
			Hint:   "the term of a class that is too near is s_j − s_y + 1: what are its derivatives with respect to s_j and s_y?",
			Points: 0.5,
			Do: func(t *checking.Try) {
				grad(t, lecture, 0, -1, 1, 0)
				grad(t, []float64{0, 0.5}, 1, 1, -1)
			},
		},
		{
			Name:   "pulls the right class up once for each wrong one that is too near",
			Hint:   "s_y appears in every term that is not 0",
			Points: 0.5,
			Do: func(t *checking.Try) {
				grad(t, []float64{1.5, 2, 1.5, -3}, 1, 1, -2, 1, 0)
				grad(t, []float64{5, 0, 5, 4}, 1, 1, -3, 1, 1)
			},
		},
		{
			Name:   "is 0 where the right class leads by more than 1",
			Hint:   "where max(0, …) is 0, so is its derivative",
			Points: 0.5,
			Do: func(t *checking.Try) {
				g := f(checking.Fresh(lecture), 0)
				t.True(len(g) == 3 && math.Abs(g[1]) > 0, svmCall("SVMGrad", lecture, 0), checking.Show(g), "not 0 for the car, which has the highest score")
				grad(t, []float64{1, 3.5, -2, 2}, 1, 0, 0, 0, 0)
				grad(t, []float64{-1, 4}, 1, 0, 0)
			},
		},
	}}
}

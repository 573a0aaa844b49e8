package check

import (
	"fmt"
	"slices"

	"linclass/assignments/checking"
)

// Rates makes the open checks of Rates and prints what came out.
func Rates(f func(C [][]int, k int) (precision, recall, f1, specificity, fpr float64)) {
	checking.Print(rates(Answers{Rates: f}))
}

func rates(a Answers) checking.Task {
	// Of class 1: 35 hits, 5 misses, 10 false alarms, 50 rightly left alone.
	two := [][]int{{50, 10}, {5, 35}}
	call := fmt.Sprintf("Rates(%v, 1)", two)
	rates := func() (precision, recall, f1, specificity, fpr float64) {
		return a.Rates([][]int{slices.Clone(two[0]), slices.Clone(two[1])}, 1)
	}
	return checking.Task{Name: "Rates", Checks: []checking.Check{
		{
			Name: "computes precision and recall of two classes", Points: 1,
			Hint: "class 1 was predicted 45 times, and 40 samples belong to it; 35 are both",
			Do: func(try *checking.Try) {
				precision, recall, _, _, _ := rates()
				try.Number(call+", precision", precision, 35./45)
				try.Number(call+", recall", recall, 35./40)
			},
		},
		{
			Name: "computes specificity and false positive rate", Points: 0.5,
			Hint: "of the 60 samples that are not of class 1, 10 are false alarms and 50 are not",
			Do: func(try *checking.Try) {
				_, _, _, specificity, fpr := rates()
				try.Number(call+", specificity", specificity, 50./60)
				try.Number(call+", false positive rate", fpr, 10./60)
			},
		},
		{
			Name: "computes F1", Points: 0.5,
			Hint: "the harmonic mean of 35/45 and 35/40, which is 2·35/(2·35 + 10 + 5)",
			Do: func(try *checking.Try) {
				_, _, f1, _, _ := rates()
				try.Number(call+", F1", f1, 70./85)
			},
		},
	}}
}

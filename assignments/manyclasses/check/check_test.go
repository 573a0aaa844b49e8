package check

import (
	"slices"
	"testing"

	"linclass/assignments/manyclasses/testdata/right"
	"linclass/datasets"
)

func TestRightAnswers(t *testing.T) {
	tasks := Checks(Answers{
		OneVsRest: answers.OneVsRest, OneVsOne: answers.OneVsOne, Softmax: answers.Softmax,
		CrossEntropyGrad: answers.CrossEntropyGrad, FitSoftmax: answers.FitSoftmax,
	})
	if len(tasks) != 5 {
		t.Fatalf("%d tasks", len(tasks))
	}
	for _, task := range tasks {
		for _, c := range task.Checks {
			if r := c.Run(task.Name); !r.Passed {
				t.Errorf("%+v", r)
			}
		}
	}
}

// Nothing is earned by answers that return nothing.
func TestEmptyAnswers(t *testing.T) {
	for _, task := range Checks(Answers{
		OneVsRest: func([][]float64, []int, int, func([][]float64, []float64) ([]float64, float64)) ([][]float64, []float64) {
			return nil, nil
		},
		OneVsOne: func([]float64, int) int { return -1 },
		Softmax:  func([]float64) []float64 { return nil },
		CrossEntropyGrad: func([][]float64, []float64, [][]float64, []int) (float64, [][]float64, []float64) {
			return 0, nil, nil
		},
		FitSoftmax: func([][]float64, []int, int, float64, int) ([][]float64, []float64, []float64) { return nil, nil, nil },
	}) {
		for _, c := range task.Checks {
			if r := c.Run(task.Name); r.Passed || r.Hint == "" || r.Got == "" {
				t.Errorf("%+v", r)
			}
		}
	}
}

func TestNoAnswers(t *testing.T) {
	if tasks := Checks(Answers{}); tasks != nil {
		t.Errorf("%v", tasks)
	}
}

// The images are the first 40 of each class.
func TestDigits(t *testing.T) {
	X, digits := Digits()
	d, next := datasets.Digits(), 0
	var seen [4]int
	for n, x := range d.Rows() {
		k := d.T()[n]
		if k > 3 || seen[k] == 40 {
			continue
		}
		seen[k]++
		if digits[next] != k || !slices.Equal(X[next], x) {
			t.Errorf("image %d is not sample %d, a %d", next, n, k)
		}
		next++
	}
	if len(X) != 160 || next != 160 {
		t.Errorf("%d images, want %d", len(X), next)
	}
}

package questions

import (
	"math/rand/v2"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/validate"
)

var selection = answers{
	"trained-on": func() any {
		folds := lclass.Must(validate.KFold{K: 5}.Split(datasets.UnitSquare(100, 1)))
		return float64(len(folds[0].Train))
	},
	"count-of-fits": func() any {
		boxes := validate.Product(lclass.LogSpace(1e-4, 1, 4), []int{1, 2, 3, 4, 5})
		return float64(len(boxes) * 5)
	},
	"simplest-good": func() any {
		scores := []float64{0.80, 0.83, 0.84, 0.845}
		for i, s := range scores {
			if s >= scores[3]-0.02 {
				return string(rune('A' + i))
			}
		}
		return "D"
	},
	"best-of-sixty": func() any {
		rng := rand.New(rand.NewPCG(1, 1))
		t := make([]int, 40)
		for i := range t {
			t[i] = i % 2
		}
		mean, trials := 0.0, 20
		for range trials {
			best := 0.0
			for range 60 {
				x := make([]float64, 40)
				for i := range x {
					x[i] = rng.NormFloat64()
				}
				v := lclass.Must(validate.CrossValidate(classes(1, x, t...), validate.KFold{K: 5, Stratify: true}, lclass.LDA{}))
				best = max(best, v.Mean())
			}
			mean += best / float64(trials)
		}
		switch {
		case mean > 0.9:
			return "close to 1"
		case mean > 0.62 && mean < 0.78:
			return "about 0.65 to 0.75"
		}
		return "about 0.5"
	},
	"leave-one-out": func() any {
		return float64(len(lclass.Must(validate.LeaveOneOut{}.Split(datasets.UnitSquare(100, 1)))))
	},
}

package questions

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/metric"
)

func softmax(z ...float64) []float64 {
	y := make([]float64, len(z))
	lclass.SoftmaxTo(y, z)
	return y
}

// cost is the cross-entropy of a sample of class t with these scores.
func cost(t int, z ...float64) float64 {
	return metric.LogLoss([]int{t}, mat.NewDense(1, len(z), softmax(z...)), nil)
}

// mill are the three long clouds of the page.
func mill(n int) *lclass.Data {
	rng := rand.New(rand.NewPCG(1, 1))
	x, t := make([]float64, 0, 2*n), make([]int, n)
	for i := range n {
		t[i] = i % 3
		angle := 2*math.Pi/3*float64(t[i]) + math.Pi/2
		sin, cos := math.Sincos(angle)
		up, right := math.Sincos(angle + 0.8)
		u, v := 1.3*rng.NormFloat64(), 0.15*rng.NormFloat64()
		x = append(x, 3+2*cos+u*right-v*up, 2+2*sin+u*up+v*right)
	}
	return classes(2, x, t...)
}

var manyclasses = answers{
	"claimed-once": func() any {
		m := lclass.Must(lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(0.01)}}.Fit(mill(300)))
		none, several := false, false
		for x := -10.0; x <= 10; x += 0.1 {
			for y := -10.0; y <= 10; y += 0.1 {
				switch claims := m.ScoresOne([]float64{x, y}); {
				case claims[0] < 0 && claims[1] < 0 && claims[2] < 0:
					none = true
				case claims[0] >= 0 && claims[1] >= 0, claims[1] >= 0 && claims[2] >= 0, claims[0] >= 0 && claims[2] >= 0:
					several = true
				}
			}
		}
		if none && several {
			return "no: some points"
		}
		return "almost"
	},
	"pairs": func() any {
		d := classes(1, []float64{0, 1, 2, 3, 4, 5, 0.5, 1.5, 2.5, 3.5, 4.5, 5.5}, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5)
		return float64(len(lclass.Must(lclass.OneVsOne{Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}.Fit(d)).Pairs()))
	},
	"equal-scores": func() any { return boundary([]float64{1, -1}, 1, 0, 3) },
	"factor-e": func() any {
		y := softmax(2, 3, 0.2, -1, 0.5)
		return y[1] / y[0]
	},
	"plus-hundred": func() any {
		a, b := softmax(2, 3, 0.2, -1, 0.5), softmax(102, 103, 100.2, 99, 100.5)
		for i := range a {
			if math.Abs(a[i]-b[i]) > 1e-12 {
				return "They all"
			}
		}
		return "Nothing."
	},
	"start-log-k": func() any { return cost(0, 0, 0, 0, 0) },
	"slope-of-true": func() any {
		z := []float64{math.Log(0.2), math.Log(0.7), math.Log(0.1)}
		return slope(func(v float64) float64 { return cost(0, v, z[1], z[2]) }, z[0], 1e-6)
	},
	"first-bars": func() any {
		z, y := make([]float64, 5), softmax(0, 0, 0, 0, 0)
		for i := range z {
			z[i] -= y[i]
		}
		z[1]++
		after := softmax(z...)
		switch {
		case after[0] == y[0]:
			return "Only the dog's"
		case after[0] == after[2] && after[2] == after[3] && after[3] == after[4] && after[1] > y[1]:
			return "The dog's bar rises, the four others fall and stay equal."
		}
		return "The dog's bar rises, the others fall by"
	},
	"cat-loss": func() any {
		z, sum := []float64{3.2, 5.1, -1.7}, 0.0
		for _, v := range z[1:] {
			sum += max(0, 1+v-z[0])
		}
		return sum
	},
	"most-weights": func() any {
		d := datasets.Digits().Subset([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
		rows := func(e lclass.Estimator) int { return lclass.Must(e.Fit(d)).W.RawMatrix().Rows }
		l2 := lclass.L2(0.1)
		one := rows(lclass.OneVsOne{Of: lclass.Logistic{Penalty: l2}})
		if one > rows(lclass.OneVsRest{Of: lclass.Logistic{Penalty: l2}}) && one > rows(lclass.Softmax{Penalty: l2}) {
			return "one-vs-one"
		}
		return "softmax"
	},
	"hot-dog": func() any { return softmax(0.2, 0.3, 0.02, -0.1, 0.05)[1] },
}

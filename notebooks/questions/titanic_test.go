package questions

import (
	"math"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/metric"
)

var titanic = answers{
	"women-survive": func() any {
		df := datasets.TitanicTable()
		sex, survived, freq := df.Col("Sex").Records(), df.Col("Survived").Records(), df.Col("Freq").Float()
		var t, y []int
		for i := range sex {
			t = append(t, map[string]int{"No": 0, "Yes": 1}[survived[i]])
			y = append(y, map[string]int{"Male": 0, "Female": 1}[sex[i]])
		}
		return 100 * metric.Accuracy(t, y, freq)
	},
	"weighted-rows": func() any { return metric.Accuracy([]int{1, 0, 1}, []int{1, 0, 0}, []float64{3, 1, 4}) },
	"male-odds":     func() any { return 1 / math.Exp(-2.42) },
	"times-fourteen": func() any {
		return lclass.Sigmoid(logOdds(0.2) + math.Log(14))
	},
	"eighty-percent": func() any { return math.Round(0.8 * 143) },
	"coin-deviation": func() any { return math.Sqrt(0.8 * (1 - 0.8) / 143) },
}

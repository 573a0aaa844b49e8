package questions

import (
	"fmt"
	"math"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/metric"
)

// price is the cross-entropy of a sample of class t that gets the probability y of class 1.
func price(t int, y float64) float64 {
	return metric.LogLoss([]int{t}, mat.NewDense(1, 2, []float64{1 - y, y}), nil)
}

// flowers are those of the page: petals of versicolor and of virginica, in cm.
func flowers() *lclass.Data {
	notSetosa := dataframe.F{Colname: "species", Comparator: series.Neq, Comparando: "setosa"}
	return lclass.Must(lclass.FromFrame(datasets.Iris().Filter(notSetosa), lclass.Columns{
		Target: "species", Features: []string{"petal_length", "petal_width"},
	}))
}

var logistic = answers{
	"log-odds-mirror":     func() any { return logOdds(0.2) },
	"odds-to-probability": func() any { return lclass.Sigmoid(math.Log(3)) },
	"how-many-times":      func() any { return price(0, 0.9) / price(1, 0.9) },
	"first-loss":          func() any { return price(1, lclass.Sigmoid(0)) },
	"one-slope": func() any {
		x, w := 2.0, logOdds(0.7)/2 // y = 0.7
		return slope(func(w float64) float64 { return price(1, lclass.Sigmoid(w*x)) }, w, 1e-6)
	},
	"after-first-step": func() any {
		d := flowers()
		m := lclass.Must(lclass.Logistic{Solver: lclass.Descent{Eta: 0.1, Epochs: 1, Batch: lclass.FullBatch}}.Fit(d))
		virginica := 0
		for _, x := range d.Rows() {
			virginica += m.PredictOne(x)
		}
		switch virginica {
		case 0:
			return "*versicolor*"
		case d.N():
			return "*virginica*"
		}
		return "each"
	},
	"draw-half": func() any { return boundary([]float64{1, 2}, -6, 0, 4) },
	"odds-not-probability": func() any {
		odds := func(z float64) float64 { p := lclass.Sigmoid(z); return p / (1 - p) }
		if fmt.Sprintf("%.2f %.2f", odds(1.693)/odds(1), odds(-0.307)/odds(-1)) == "2.00 2.00" {
			return "The odds double."
		}
		return "The probability"
	},
	"posterior": func() any { return lclass.Sigmoid(logOdds(0.2) + math.Log(8)) },
}

func logOdds(p float64) float64 { return math.Log(p / (1 - p)) }

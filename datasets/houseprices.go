package datasets

import (
	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/stat"

	"linclass/lclass"
)

// HousePrices returns n×1 samples for regression, the size of a house in
// square feet and its price in 1000 dollars (KMITL, univariate linear
// regression):
//
//	price = 0.232·size + 246 + ε,  size ~ U(500, 3500),  ε ~ N(0, 60²)
//
// The lecture gives the fitted line but not the houses. So the line is built in: the
// least-squares line of ε is subtracted from ε, and least squares then finds 0.232 and
// 246, up to rounding, for any n and seed. An n below 2 counts as 2.
func HousePrices(n int, seed uint64) *lclass.Data {
	const slope, intercept = 0.232, 246
	r := generator(seed)
	size, price := make([]float64, max(n, 2)), make([]float64, max(n, 2))
	noise := make([]float64, len(size))
	for i := range size {
		size[i] = 500 + 3000*r.Float64()
		noise[i] = 60 * r.NormFloat64()
	}
	a, b := stat.LinearRegression(size, noise, nil, false)
	for i, x := range size {
		price[i] = slope*x + intercept + noise[i] - (a + b*x)
	}
	df := dataframe.New(series.New(size, series.Float, "size"), series.New(price, series.Float, "price"))
	return lclass.Must(lclass.FromFrame(df, lclass.Columns{Target: "price", Features: []string{"size"}}))
}

package metric

import "math"

// Kappa returns the agreement of targets and predictions beyond chance, after
// Cohen (1960),
//
//	κ = (pₒ − pₑ)/(1 − pₑ)
//
// with the accuracy pₒ and what it is expected to be, pₑ = Σₖ nₖ mₖ/N², if class
// k, which occurs nₖ times and is predicted mₖ times, is predicted at random. It
// is 1 for no error, 0 for chance, and NaN if all samples are of the only class
// that is predicted.
func (c *ConfusionMatrix) Kappa() float64 {
	return c.kappa(func(i, j int) float64 { return indicator(i != j) })
}

// LinearKappa is the agreement beyond chance of classes that have an order,
// whose errors count |i − j| (Cohen, 1968),
//
//	κ = 1 − Σ |i − j| nᵢⱼ / Σ |i − j| nᵢ mⱼ/N
func (c *ConfusionMatrix) LinearKappa() float64 {
	return c.kappa(func(i, j int) float64 { return math.Abs(float64(i - j)) })
}

// QuadraticKappa is LinearKappa with errors that count (i − j)².
func (c *ConfusionMatrix) QuadraticKappa() float64 {
	return c.kappa(func(i, j int) float64 { return float64((i - j) * (i - j)) })
}

// kappa returns 1 less the ratio of the observed to the expected cost.
func (c *ConfusionMatrix) kappa(cost func(i, j int) float64) float64 {
	occurred, predicted, total := c.margins()
	var observed, expected float64
	for i := range c.Classes {
		for j := range c.Classes {
			observed += cost(i, j) * (c.Counts.At(i, j) / total)
			expected += cost(i, j) * (occurred[i] / total) * (predicted[j] / total)
		}
	}
	return 1 - observed/expected
}

// margins returns the sums of the rows and of the columns, and that of all.
func (c *ConfusionMatrix) margins() (occurred, predicted []float64, total float64) {
	for k := range c.Classes {
		occurred = append(occurred, c.Support(k))
		predicted = append(predicted, c.PredictedCount(k))
		total += occurred[k]
	}
	return occurred, predicted, total
}

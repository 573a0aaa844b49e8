// loses: Score: sums the products
// loses: Score: agrees on secret points
package answers

func Score(w []float64, b float64, x []float64) float64 { return b }

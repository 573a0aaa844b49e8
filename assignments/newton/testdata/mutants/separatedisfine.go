// loses: IRLS: returns an error for separated classes, and for no others
// loses: IRLS: returns an error for separated classes in any direction, and for no others
package answers

import (
	"fmt"
	"math"
)

// The sides of the samples are not looked at.
func IRLS(X [][]float64, t []float64, tol float64, most int) (w []float64, steps int, err error) {
	w = make([]float64, len(X[0])+1)
	for ; ; steps++ {
		largest := 0.0
		for _, g := range gradient(X, t, w) {
			largest = max(largest, math.Abs(g))
		}
		if largest <= tol {
			return w, steps, nil
		}
		if steps == most {
			return nil, steps, fmt.Errorf("no minimum after %d steps", most)
		}
		if w, err = IRLSStep(X, t, w); err != nil {
			return nil, steps, err
		}
	}
}

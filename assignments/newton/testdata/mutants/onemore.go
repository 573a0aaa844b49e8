// loses: IRLS: counts its steps
// loses: IRLS: respects the limit of steps
package answers

import (
	"errors"
	"fmt"
	"math"
)

// The look at the gradient comes after the step.
func IRLS(X [][]float64, t []float64, tol float64, most int) (w []float64, steps int, err error) {
	w = make([]float64, len(X[0])+1)
	for {
		separated, largest := true, 0.0
		for n, x := range X {
			separated = separated && (2*t[n]-1)*dot(w, phi(x)) > 0
		}
		for _, g := range gradient(X, t, w) {
			largest = max(largest, math.Abs(g))
		}
		if separated {
			return nil, steps, errors.New("separated")
		}
		if steps > most {
			return nil, steps, fmt.Errorf("no minimum after %d steps", most)
		}
		if w, err = IRLSStep(X, t, w); err != nil {
			return nil, steps, err
		}
		steps++
		if largest <= tol {
			return w, steps, nil
		}
	}
}

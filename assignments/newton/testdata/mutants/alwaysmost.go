// loses: IRLS: counts its steps
// loses: IRLS: returns an error for separated classes, and for no others
// loses: IRLS: respects the limit of steps
// loses: IRLS: returns an error for separated classes in any direction, and for no others
package answers

// It makes all steps that it may, and never looks.
func IRLS(X [][]float64, t []float64, tol float64, most int) (w []float64, steps int, err error) {
	w = make([]float64, len(X[0])+1)
	for range most {
		if w, err = IRLSStep(X, t, w); err != nil {
			return nil, 0, err
		}
	}
	return w, most, nil
}

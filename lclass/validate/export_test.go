package validate

var (
	ForSubset = forSubset
	ErrPairs  = errPairs
	ErrLabels = errLabels
	ErrAbsent = errAbsent
	ErrNoFit  = errNoFit
)

// CalibratedOf returns a calibrated model with the maps of another one.
func CalibratedOf[M Scorer](m *CalibratedModel[M], model M) *CalibratedModel[M] {
	return &CalibratedModel[M]{Classes: m.Classes, parts: []calibratedPart[M]{{model, m.parts[0].Maps}}}
}

package mle

// A Distribution gives each value x the logarithm of its density or, if it is
// discrete, of its probability: −Inf where x cannot occur.
type Distribution interface {
	LogDensity(x float64) float64
}

// LogLikelihood returns l = Σ log f(xᵢ), 0 for no values.
// It panics if f is nil.
func LogLikelihood(f Distribution, x []float64) float64 {
	if f == nil {
		panic("mle: LogLikelihood: the Distribution is nil; give one, such as Normal{0, 1}")
	}
	var l float64
	for _, v := range x {
		l += f.LogDensity(v)
	}
	return l
}

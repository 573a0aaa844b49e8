package loss

// A Likelihood is −log of the probability of the target, but for a constant. Its
// second derivatives say how certain the parameters are that make its sum least. With
// one score for two classes the target is 0 or 1.
type Likelihood interface {
	Curved
	// Jeffreys reports whether the sum over all samples includes Jeffreys' prior
	// (Firth 1993).
	Jeffreys() bool
}

var (
	_ Likelihood = Squared{}
	_ Likelihood = Logistic{}
	_ Likelihood = Firth{}
	_ Likelihood = Softmax{}
)

// Jeffreys implements Likelihood.
func (Squared) Jeffreys() bool { return false }

// Jeffreys implements Likelihood.
func (Logistic) Jeffreys() bool { return false }

// Jeffreys implements Likelihood.
func (Softmax) Jeffreys() bool { return false }

package loss

// Firth is the Logistic loss of a sample where Jeffreys' prior belongs to the sum
// over all samples (Firth 1993), which depends on all of them together and is the
// business of the solver.
type Firth struct{ Logistic }

// Name implements Named.
func (Firth) Name() string { return "firth" }

// Jeffreys implements Likelihood.
func (Firth) Jeffreys() bool { return true }

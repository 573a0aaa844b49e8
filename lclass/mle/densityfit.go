package mle

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// A DensityFit is the member of a [Density] that maximises the likelihood of a
// sample.
type DensityFit struct {
	Density       Density
	Theta         []float64 // the parameters
	LogLikelihood float64   // l at Theta
	N             float64   // Σ sᵢ, the number of values unless they are weighted
	// Cov is the covariance matrix of the parameters, the inverse of the
	// observed information −∂²l/∂θ∂θᵀ at Theta, and StdErr the root of its
	// diagonal. Both are nil if the outcome is not Converged.
	Cov    *mat.SymDense
	StdErr []float64
	Status Status
}

func (d Density) fit(p *problem) *DensityFit {
	last := p.last()
	f := &DensityFit{Density: d, Theta: slices.Clone(last.theta), LogLikelihood: last.l, N: p.n, Status: p.status}
	for i, limit := range p.limit {
		if isFinite(limit) {
			f.Theta[i] = limit
		}
	}
	if p.status.Outcome == Converged {
		f.Cov = p.covariance(last)
		for i := range f.Theta {
			f.StdErr = append(f.StdErr, math.Sqrt(f.Cov.At(i, i)))
		}
	}
	return f
}

// covariance inverts the information, which in natural units is n·bend.
func (p *problem) covariance(top *point) *mat.SymDense {
	cov := top.matrix(func(bend, _ float64) float64 { return 1 / bend })
	scale := func(i int) float64 { return top.unit[i] * p.ranges[i].slope(top.u[i]) }
	for i := range top.u {
		for j := range i + 1 {
			cov.SetSym(i, j, cov.At(i, j)*scale(i)*scale(j)/p.n)
		}
	}
	return cov
}

// LogDensity returns log f(x) with the parameters of the fit.
func (f *DensityFit) LogDensity(x float64) float64 { return f.Density.At(f.Theta...).LogDensity(x) }

// Parameters returns θ with the names of the density.
func (f *DensityFit) Parameters() []Parameter {
	parameters := make([]Parameter, len(f.Theta))
	for i, name := range f.Density.names() {
		parameters[i] = Parameter{name, f.Theta[i]}
	}
	return parameters
}

// Covariance returns the covariance for a sample of n values like the fitted ones, Cov ·
// N/n. The error is the caveat of the Status if Cov is nil.
func (f *DensityFit) Covariance(n int) (*mat.SymDense, error) {
	if f.Cov == nil {
		return nil, f.Status.Err()
	}
	if n < 1 {
		return nil, badSetting("n", n, "an estimate needs at least 1 value")
	}
	c := mat.NewSymDense(len(f.Theta), nil)
	c.ScaleSym(f.N/float64(n), f.Cov)
	return c, nil
}

// String returns the status, the log-likelihood, and a line for each parameter
// with its standard error, if there is one.
func (f *DensityFit) String() string {
	var s strings.Builder
	fmt.Fprintf(&s, "%v\nlog-likelihood %.6g of %g values", f.Status, f.LogLikelihood, f.N)
	for i, p := range f.Parameters() {
		fmt.Fprintf(&s, "\n%s = %.6g", p.Name, p.Value)
		if f.StdErr != nil {
			fmt.Fprintf(&s, " ± %.3g", f.StdErr[i])
		}
	}
	return s.String()
}

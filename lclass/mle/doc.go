// Package mle finds the parameters that explain a sample best: maximum
// likelihood estimation (Notes 4.2, Chemnitz section 2).
//
// The likelihood of N independent values xᵢ is the product of their densities,
// and its logarithm the sum
//
//	l = Σ log f(xᵢ)
//
// which has its maximum at the same parameters. [LogLikelihood] computes it for
// any [Distribution]. For the four the lectures name the maximum is known in
// closed form: [FitNormal], [FitExponential], [FitBernoulli], [FitPoisson].
// [Ascent] climbs to that of the normal distribution by the gradient, one
// step at a time.
//
// A distribution whose parameters make no sense, such as a negative standard
// deviation, has the density NaN everywhere.
package mle

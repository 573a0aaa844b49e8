package lclass

import (
	"cmp"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/solve"
	"linclass/lclass/shard"
)

// A Covariance selects the estimate of the covariance of the coefficients θ in a
// [Summary]. With the information A = Σ sᵢ ∂²ℓ/∂θ² and the gradients gᵢ = ∂ℓ/∂θ of the
// samples at the estimate,
//
//	Classical  A⁻¹, for regression with the factor σ²
//	HC0        A⁻¹ B A⁻¹,  B = Σ nᵢ fᵢ² gᵢgᵢᵀ
//	HC1        that times N/(N − p), p the number of coefficients
//	HC2        HC0 with gᵢ/√(1 − hᵢ), hᵢ the leverage of sample i
//	HC3        HC0 with gᵢ/(1 − hᵢ)
//
// where row i stands for nᵢ samples (1 unless the weights are frequencies), each with the
// weight fᵢ = sᵢ/nᵢ in the loss, and hᵢ = fᵢ ∂²ℓ/∂z² φᵢᵀA⁻¹φᵢ with φᵢ = (xᵢ, 1).
//
// Classical assumes that the model is correct: its probabilities, or residuals of equal
// standard deviation σ. HC0, the sandwich estimator (Huber 1967, White 1980), does not,
// and is consistent for weights fᵢ of any meaning. The others correct for residuals being
// smaller than the errors (MacKinnon and White 1985): HC2 and HC3 most where a sample
// determines its own score, which matters in small samples. They are for models with one
// score. R has them in package sandwich, statsmodels as cov_type.
//
// All assume independent samples. For samples in clusters see SummaryOptions.Clusters.
type Covariance int

// The covariances.
const (
	Classical Covariance = iota
	HC0
	HC1
	HC2
	HC3
)

var covarianceNames = []string{"classical", "HC0", "HC1", "HC2", "HC3"}

// String returns "classical", "HC0" and so on.
func (c Covariance) String() string { return nameOf("Covariance", int(c), covarianceNames) }

// check returns an error if the options contradict each other, or do not support the
// reduced bias of Firth's model.
func (o SummaryOptions) check(biasReduced bool) error {
	if err := checkLevel(cmp.Or(o.Level, 0.95)); err != nil {
		return err
	}
	if o.Covariance < 0 || int(o.Covariance) >= len(covarianceNames) {
		return badSetting("SummaryOptions.Covariance", int(o.Covariance), "it must be Classical, HC0, HC1, HC2 or HC3")
	}
	if o.Clusters != nil && o.Covariance != HC0 && o.Covariance != HC1 {
		return badSetting("SummaryOptions.Covariance", o.Covariance, "for Clusters set HC1, or HC0 for the sandwich without the factor (N − 1)/(N − p)")
	}
	if biasReduced && o.Profile {
		return badSetting("SummaryOptions.Profile", true, "the profile of Firth's likelihood is not supported; leave it out for Wald intervals")
	}
	if biasReduced && o.Covariance != Classical {
		return badSetting("SummaryOptions.Covariance", o.Covariance, "the sandwich of Firth's likelihood is not supported; use the intervals of Bootstrap")
	}
	if o.Profile && o.Covariance != Classical {
		return badSetting("SummaryOptions.Profile", true, "a profile relies on the likelihood, but Covariance %v does not; leave one of them out", o.Covariance)
	}
	return nil
}

// checkClasses reports whether the covariance respects class weights.
func (e *evidence) checkClasses() error {
	if !e.weighted || e.covariance != Classical {
		return nil
	}
	remedy := "set SummaryOptions.Covariance to HC1 for robust standard errors, or use the intervals of Bootstrap"
	if e.biasReduced {
		remedy = "use the intervals of Bootstrap"
	}
	return meaningless(errWeights, "class weights are neither counts nor precisions, so classical standard errors are wrong; %s", remedy)
}

// half returns M of the covariance MᵀM.
func (e *evidence) half(s *Summary) (*mat.Dense, error) {
	scale := math.Sqrt(e.total / e.count)
	if e.model.Output == Identity {
		scale = s.Sigma
	}
	classical := mat.DenseCopyOf(e.info.Half)
	classical.Scale(scale, classical)
	if e.covariance == Classical {
		return classical, nil
	}
	meat := solve.Meat{Factor: gradientFactors(e.objective.Weight, e.number, e.clusters > 0), Count: e.number, Cluster: e.cluster, Clusters: e.clusters}
	switch e.covariance {
	case HC2:
		meat.Leverage = 0.5
	case HC3:
		meat.Leverage = 1
	}
	half, err := e.info.Sandwich(e.objective, e.theta, meat)
	if row, ok := errors.AsType[solve.LeverageError](err); ok {
		return nil, e.covariance.noResidual(row)
	}
	if err != nil {
		return nil, err
	}
	scaled := 1.0
	if e.covariance == HC1 {
		if s.Residual <= 0 {
			return nil, meaningless(errNoResidual, "HC1 divides by N − p, which is %.4g; use more samples or fewer features", s.Residual)
		}
		scaled = s.N / s.Residual
	}
	if e.clusters > 0 {
		g := float64(e.clusters)
		scaled *= g / (g - 1)
		if e.covariance == HC1 {
			scaled *= (s.N - 1) / s.N
		}
	}
	half.Scale(math.Sqrt(scaled), half)
	return half, e.checkSandwich(half, classical)
}

// gradientFactors returns the rᵢ with B = Σ rᵢ²gᵢgᵢᵀ of samples with these weights, each of
// which stands for a number of samples; joined means that those of a row are in one
// cluster.
func gradientFactors(weight, number []float64, joined bool) []float64 {
	r := make([]float64, len(number))
	for i, n := range number {
		switch {
		case n > 0 && joined:
			r[i] = weight[i]
		case n > 0:
			r[i] = weight[i] / math.Sqrt(n)
		}
	}
	return r
}

// noResidual is why a covariance has no value.
func (c Covariance) noResidual(row solve.LeverageError) error {
	return meaningless(errNoResidual, "sample %d has leverage 1: the model fits it whatever its target, and %v divides by 0; leave the sample out, or use HC1", int(row), c)
}

// sandwich answers the query for the products of the gradients.
func (p *problem) sandwich(q shard.Query) (*shard.Sum, error) {
	o := p.objective()
	number := p.data.numbers(false)
	meat := solve.Meat{Factor: gradientFactors(o.Weight, number, false), Count: number, Leverage: q.Leverage}
	of := solve.Middle{Mean: q.Centre, Std: q.Scale, Kept: indices(p.k, func(score int) bool { return score != q.Reference })}
	width := (len(q.Centre) + 1) * len(of.Kept)
	of.Root = mat.NewDense(width, width, q.Root)
	middle, err := of.Of(o, q.Theta, meat)
	if row, ok := errors.AsType[solve.LeverageError](err); ok {
		c := HC3
		if q.Leverage < 1 {
			c = HC2
		}
		return nil, c.noResidual(row)
	}
	if err != nil {
		return nil, err
	}
	return &shard.Sum{N: p.data.N(), Weight: o.TotalWeight(), Margin: math.Inf(1), Largest: math.Inf(-1), Fastest: math.Inf(-1), Slowest: math.Inf(1), Middle: middle.RawSymmetric().Data}, nil
}

// checkLeverages reports whether the covariance is for models of that many scores.
func (e *evidence) checkLeverages() error {
	if e.objective.K > 1 && (e.covariance == HC2 || e.covariance == HC3) {
		return badSetting("SummaryOptions.Covariance", e.covariance, "a sample has one leverage only if the model has one score; use HC1")
	}
	return nil
}

// join sets the clusters of the samples whose weight is not 0.
func (e *evidence) join(labels []string) error {
	if labels == nil {
		return nil
	}
	if len(labels) != len(e.number) {
		return badLength("labels in SummaryOptions.Clusters", len(labels), "samples", len(e.number))
	}
	at := map[string]int{}
	e.cluster = make([]int, len(labels))
	for i, label := range labels {
		if e.number[i] == 0 {
			continue
		}
		if _, there := at[label]; !there {
			at[label] = len(at)
		}
		e.cluster[i] = at[label]
	}
	if e.clusters = len(at); e.clusters < 2 {
		return badSetting("number of SummaryOptions.Clusters", e.clusters, "robust standard errors need two or more, better forty")
	}
	return nil
}

// checkSandwich returns an error if a robust standard error is 0 because the samples
// behind it have no residuals. Square roots halve the digits, so the limit is loose.
func (e *evidence) checkSandwich(half, classical *mat.Dense) error {
	const least = 1e-7
	kept := len(e.kept())
	for i := range e.parameters() {
		if mat.Norm(half.ColView(i), 2) > least*mat.Norm(classical.ColView(i), 2) {
			continue
		}
		name := biasName(e.model.Features)
		if j := i / kept; j < len(e.model.Features) {
			name = e.model.Features[j]
		}
		return meaningless(errNoResidual, "the samples that determine the weight of %q have none, so its robust standard error is 0; use SummaryOptions.Covariance Classical, or the intervals of Bootstrap", name)
	}
	return nil
}

// wald returns the test of W = 0 that the covariance gives: wᵀCov(w)⁻¹w, for
// regression divided by the number of weights. It is the zero Test if their
// covariance is singular.
func (e *evidence) wald(s *Summary) Test {
	var at []int
	for i := range s.Coefficients {
		if s.NoIntercept || i%(len(e.model.Features)+1) != 0 {
			at = append(at, i)
		}
	}
	correlation, z := mat.NewSymDense(len(at), nil), mat.NewDense(len(at), 1, nil)
	for a, i := range at {
		z.Set(a, 0, s.Coefficients[i].Statistic)
		for b, j := range at[:a+1] {
			correlation.SetSym(a, b, s.Covariance[i][j]/s.Coefficients[i].SE/s.Coefficients[j].SE)
		}
	}
	chol := factor.NewCholesky(correlation, e.objective.Stop)
	if chol == nil || chol.Condition > mat.ConditionTolerance {
		return Test{}
	}
	solved := mat.DenseCopyOf(z)
	chol.Solve(solved)
	square, df := mat.Dot(z.ColView(0), solved.ColView(0)), float64(len(at))
	if s.Classes == nil {
		freedom := s.freedom()
		f := fisher(square/freedom, df, freedom)
		f.Name = "Wald F"
		return f
	}
	x := chiSquare(square, df)
	x.Name = "Wald χ²"
	return x
}

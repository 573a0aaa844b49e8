package lclass

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// Path fits a specification for each λ in turn, with the previous model as a warm start,
// so that a whole path costs little more than its last fit:
//
//	for m, err := range lclass.Path(d, lambdas, func(λ float64, start *lclass.Model) lclass.Estimator {
//		return lclass.Softmax{Penalty: lclass.L1(λ), Start: start}
//	}) {
//		…
//	}
//
// The λ should decrease: see [LambdaMax] and [LogSpace]. The first start is nil. The fits
// share the moments and correlations of the features. [QuasiNewton], if it starts from
// the previous model, also keeps the curvature of that fit, and [CoordinateDescent] goes on
// with all that the fit knew at its end.
//
// [OneVsRest] and [OneVsOne] do not support Start: ignore start, and each fit begins at W
// = 0. The sequence ends after the first error.
func Path(d *Data, lambdas []float64, spec func(lambda float64, start *Model) Estimator) iter.Seq2[*Model, error] {
	return func(yield func(*Model, error) bool) {
		if spec == nil {
			yield(nil, badSetting("spec of Path", nil, "pass a func that returns a specification for each λ"))
			return
		}
		var last *Model
		d := d.along()
		for _, lambda := range lambdas {
			m, err := learn(spec(lambda, last), d)
			if err != nil {
				yield(nil, &placeError{fmt.Sprintf("λ = %v", lambda), err})
				return
			}
			if !yield(m, nil) {
				return
			}
			last = m
			if d.path != nil {
				d.path.Next()
			}
		}
	}
}

// along returns the data for fits that share what they find out about them.
func (d *Data) along() *Data {
	if d.check() != nil {
		return d
	}
	c := *d
	c.path = &solve.Path{Common: &objective.Common{X: d.x, Weight: moderate(d.sampleWeights()), Lasting: true}}
	return &c
}

// LogSpace returns count values, evenly spaced on a log scale, from from to to, in
// decreasing or increasing order. For a count of 1 it returns from alone, for 0 nothing.
// Values within rounding of a short decimal, such as a power of ten, are exactly that
// decimal. LogSpace panics if count is negative, or if from or to is not positive and
// finite.
func LogSpace(from, to float64, count int) []float64 {
	for _, λ := range []float64{from, to} {
		if !(λ > 0) || math.IsInf(λ, 1) {
			panic(fmt.Sprintf("lclass: LogSpace from %v to %v; both must be positive numbers", from, to))
		}
	}
	if count < 0 {
		panic(fmt.Sprintf("lclass: LogSpace of %d values", count))
	}
	span := make([]float64, count)
	for i := range span {
		share := float64(i) / math.Max(1, float64(count-1))
		span[i] = short(math.Exp((1-share)*math.Log(from) + share*math.Log(to)))
	}
	if count > 0 {
		span[0] = from
	}
	if count > 1 {
		span[count-1] = to
	}
	return span
}

// short returns the decimal of nine digits that v is but for rounding, or v.
func short(v float64) float64 {
	s, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 9, 64), 64)
	if err == nil && math.Abs(s-v) <= 1e-14*v {
		return s
	}
	return v
}

// LambdaMax returns the smallest λ for which all weights of a specification with L1 or
// elastic net are 0: the largest |∂L/∂w| at W = 0 and the best b, divided by ρ (Friedman,
// Hastie and Tibshirani 2010). It uses the ρ of the specification but not its λ. For
// [OneVsRest] and [OneVsOne] it is the maximum over the binary models.
//
// Features with a factor of 0 in the [Penalty] have a weight for every λ: LambdaMax is
// where all others are 0. Each slope is divided by the factor of its feature, and a slope
// towards a bound of 0 does not count.
//
// It returns an error if these weights are 0 for every λ, as for constant features: the
// regularisation path is empty.
func LambdaMax(e Estimator, d *Data) (float64, error) {
	most, err := lambdaMax(e, d)
	if err == nil && most == 0 {
		return 0, fmt.Errorf("lclass: LambdaMax: all weights with a penalty are 0 for every λ; their features are not correlated with target %q, or bounds hold them at 0", d.target)
	}
	return most, err
}

func lambdaMax(e Estimator, d *Data) (float64, error) {
	if isNil(e) {
		return 0, errNoEstimator
	}
	if p, ok := e.(preparing); ok {
		_, x, err := p.prepare(d)
		if err != nil {
			return 0, err
		}
		return lambdaMax(p.learner(), x)
	}
	if s, ok := e.(interface {
		reduction(*Data) (*reduction, error)
	}); ok {
		r, err := s.reduction(d)
		if err != nil {
			return 0, err
		}
		return r.lambdaMax()
	}
	s, ok := e.(interface{ problem(*Data) (*problem, error) })
	if !ok {
		return 0, badSetting("Estimator of LambdaMax", fmt.Sprintf("a %T", e), "it has no penalty")
	}
	p, err := s.problem(d)
	if err != nil {
		return 0, err
	}
	if err := p.check(); err != nil {
		return 0, err
	}
	if p.penalty.Ratio == 0 {
		return 0, badSetting("Penalty.Ratio", 0, "LambdaMax needs an L1 part, which makes weights 0; set Penalty to L1(1) or ElasticNet(1, ρ)")
	}
	if !is[loss.Bounded](p.loss) {
		return 0, fmt.Errorf("lclass: LambdaMax: %w", isNotSmooth)
	}
	o := &objective.Objective{X: d.x, Loss: p.loss, Targets: p.targets, K: p.k, Weight: moderate(d.sampleWeights()), Offset: d.offset, NoBias: p.noBias}
	theta, err := p.unpenalised(o)
	if err != nil {
		return 0, err
	}
	g := o.Gradient(o.Pass(theta, objective.Want{Gradient: true}), theta)
	var most float64
	for i, v := range g[:d.D()*p.k] {
		most = math.Max(most, p.control.pull(i/p.k, v))
	}
	return read(d, most/p.penalty.Ratio, nil)
}

// unpenalised returns the θ with which L is least where the weights of all features with
// a penalty are 0.
func (p *problem) unpenalised(o *objective.Objective) (theta []float64, err error) {
	d := p.data.D()
	if !slices.Contains(p.control.factors, 0) {
		b, err := bestBiases(o)
		return append(make([]float64, d*p.k), b...), err
	}
	free := *o
	free.Lower, free.Upper = make([]float64, d), make([]float64, d)
	for j, f := range p.control.factors {
		switch {
		case f > 0:
		case p.control.lower == nil:
			free.Lower[j], free.Upper[j] = math.Inf(-1), math.Inf(1)
		default:
			free.Lower[j], free.Upper[j] = p.control.lower[j], p.control.upper[j]
		}
	}
	last, err := final(solve.Proximal(&free, solve.ProximalSettings{MaxIter: 1000, Tol: 1e-14, Memory: proximalMemory, Separable: is[loss.Separable](p.loss)}))
	if err == nil && last.End == solve.Separated {
		err = fmt.Errorf("%w: the features with a factor of 0 in the Penalty separate the classes, so there is no largest λ", ErrSeparated)
	}
	return last.Theta, err
}

// final returns the last of the steps.
func final(steps solve.Seq) (last solve.Iterate, err error) {
	for last, err = range steps {
		if err != nil {
			break
		}
	}
	return last, err
}

// bestBiases returns the b with which L is least at W = 0.
func bestBiases(o *objective.Objective) (b []float64, err error) {
	last, err := final(solve.Proximal(o.Constant(), solve.ProximalSettings{MaxIter: 100, Tol: 1e-14, Memory: proximalMemory}))
	return last.Theta, err
}

// lambdaMax returns the maximum over the binary models.
func (r *reduction) lambdaMax() (float64, error) {
	var most float64
	for _, p := range r.binaries {
		of, err := lambdaMax(p.of, p.data())
		if err != nil {
			return 0, p.fail(err)
		}
		most = max(most, of)
	}
	return most, nil
}

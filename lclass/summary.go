package lclass

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/solve"
)

// SummaryOptions are the options of [Model.Summary]. The zero value is the default.
type SummaryOptions struct {
	// Level is the coverage probability of the intervals; 0 means 0.95.
	Level float64
	// Profile selects profile likelihood intervals, all values that a likelihood-ratio
	// test does not reject (Venzon and Moolgavkar 1988), instead of Wald intervals, value
	// ± z·se. They need not be symmetric and are better in small samples, but take
	// several fits per coefficient. For regression both are value ± t·se.
	Profile bool
	// PrecisionWeights treats sample weights as precisions: a sample of weight 3 is one
	// sample, as precise as the mean of three. N is then the number of samples of
	// positive weight, and scaling all weights changes no standard error. If false,
	// weights are frequencies: a sample of weight 3 is three samples, and N is Σs.
	PrecisionWeights bool
	// Covariance is Classical, or robust: HC0 to HC3. Data with class weights need a
	// robust one.
	Covariance Covariance
	// Clusters has a label per sample, such as its school or its patient; samples with the
	// same label may depend on each other. Nil means that all are independent. Covariance
	// must be HC0 or HC1. B is then Σ GGᵀ over the clusters, with G the sum of fᵢgᵢ over
	// their samples, times M/(M − 1) for M clusters; HC1 multiplies it by (N − 1)/(N − p) too
	// (Liang and Zeger 1986; vcovCL of R's sandwich with cadjust). Tests and intervals of a
	// regression use M − 1 degrees of freedom. With few clusters, below about forty, the
	// standard errors are too small.
	Clusters []string
}

// A Summary holds standard errors, tests and intervals of a maximum likelihood fit; see
// [Model.Summary]. It can be printed, shown as HTML, written as JSON, and converted to a
// [Table].
type Summary struct {
	Target    string   `json:"target"`
	Meaning   string   `json:"meaning"`             // what the scores mean, such as P(t = yes) = σ(w·x + b)
	Loss      string   `json:"loss"`                // of the model
	Caveat    string   `json:"caveat,omitempty"`    // of the model's Status
	Classes   []string `json:"classes,omitempty"`   // nil for regression
	Reference string   `json:"reference,omitempty"` // reference class of Softmax, see [Model.Reference]

	// NoIntercept means that the fit has no b. The null model then has scores 0, or the
	// offset, and R² is uncentred.
	NoIntercept bool `json:"no_intercept,omitempty"`

	// Fingerprints has a hash per feature of its values, targets and weights, in any
	// order of the samples. LikelihoodRatio and FTest compare them; without fingerprints
	// they assume the same samples.
	Fingerprints []string `json:"fingerprints,omitempty"`

	// Robust is "HC0" to "HC3", or empty for the classical covariance.
	Robust string `json:"robust,omitempty"`
	// Clusters is the number of clusters, 0 for independent samples.
	Clusters int `json:"clusters,omitempty"`
	// ClassWeights means that the data have class weights. AIC and BIC, which need a
	// likelihood, are then 0.
	ClassWeights bool `json:"class_weights,omitempty"`

	N        float64 `json:"n"`        // samples: Σs without class weights, or the number with a positive weight
	Residual float64 `json:"residual"` // residual degrees of freedom: N minus the number of coefficients

	// Of classes, class weights and PrecisionWeights are scaled to sum to N in what follows.
	LogLikelihood     float64 `json:"log_likelihood"`      // l = Σ sᵢ log P(tᵢ), without Firth's term
	NullLogLikelihood float64 `json:"null_log_likelihood"` // l₀, of the best b with W = 0, with the offset if there is one
	Deviance          float64 `json:"deviance"`            // −2l; for regression Σ sᵢ(yᵢ − tᵢ)²
	NullDeviance      float64 `json:"null_deviance"`       // the same with W = 0
	AIC               float64 `json:"aic"`                 // 2p − 2l; p are the coefficients and, for regression, σ
	BIC               float64 `json:"bic"`                 // p log N − 2l

	// McFadden's pseudo-R², compared with W = 0; 0 for regression.
	McFadden float64 `json:"mcfadden,omitempty"` // 1 − l/l₀

	// R² and residuals of a regression; 0 otherwise.
	R2         float64 `json:"r2,omitempty"`          // 1 − deviance/null deviance
	AdjustedR2 float64 `json:"adjusted_r2,omitempty"` // with the degrees of freedom
	Sigma      float64 `json:"sigma,omitempty"`       // residual standard error √(deviance/residual)

	// Overall tests W = 0: a likelihood-ratio test, for regression an F test. With a
	// robust covariance V of W it is the Wald test χ² = wᵀV⁻¹w, for regression F = χ²/df.
	// Firth has none, because it does not maximise l.
	Overall Test `json:"overall,omitzero"`

	Level        float64    `json:"level"`     // of the intervals
	Intervals    string     `json:"intervals"` // "Wald" or "profile likelihood"
	Coefficients []Estimate `json:"coefficients"`
	// Covariance of the coefficients, in their order.
	Covariance [][]float64 `json:"covariance"`
}

// An Estimate is a number with its uncertainty: a weight or the bias in a [Summary] or a
// [BootstrapSummary], a marginal effect in [Effects], or a probability or mean target of
// [Model.ConfidenceIntervals].
type Estimate struct {
	// Name is that of the feature, for an effect also of the text column. The bias is "b",
	// or "bias b" if a feature is named b. A probability or a mean target has the name of
	// the target.
	Name  string
	Class string // or pair of classes, if there are several scores
	// Contrast is the kind of an effect: "slope" for a derivative, or a difference such
	// as "male − female" or "1 − 0".
	Contrast string
	Value    float64
	SE       float64 // standard error
	// Statistic is Value/SE: z, standard normal if the true value is 0, or, for
	// regression, t with the residual degrees of freedom. P is the probability of a
	// statistic at least as far from 0 if the true value is 0. Both are 0 without such a
	// test, as for a BootstrapSummary.
	Statistic float64
	P         float64
	Bias      float64 // of a BootstrapSummary
	Low, High float64 // ends of the interval, which may be infinite
}

func (e Estimate) name() string { return e.Name }

// Summary returns standard errors, tests and intervals of a fit without a penalty by
// Logistic, Softmax, LinearRegression or Firth. d must be the data of the fit, because a
// model stores none. The covariance of the coefficients is the inverse of the observed
// information,
//
//	Cov(θ) = (Σ sᵢ ∂²ℓ/∂θ²)⁻¹,
//
// which for Logistic is (ΦᵀRΦ)⁻¹ (Dongguk 3.2, equation 16), and for regression
// σ²(ΦᵀSΦ)⁻¹ with σ² = Σ sᵢ(yᵢ − tᵢ)²/(N − d − 1), or N − d without an intercept. The
// coefficients of Softmax are the differences w_k − w_r to a reference class r, because
// only differences are identified. [SummaryOptions] also has robust covariances, which
// data with class weights need.
//
// It costs about as much as a Newton step. Features far from 0 are centred, because
// float64 rounds b to ε·|w·mean|; a regression uses the b that makes the mean residual 0.
// If means are r standard deviations from 0, robust standard errors have a relative error
// of ε·r, all other numbers less.
//
// Summary returns [ErrPenalised] or a similar error if standard errors would
// be meaningless: with a penalty, separated classes, collinear features, class weights, a
// learner without a likelihood, or other data than those of the fit.
func (m *Model) Summary(d *Data, options ...SummaryOptions) (*Summary, error) {
	if len(options) > 1 {
		return nil, badSetting("number of SummaryOptions", len(options), "pass at most one")
	}
	o := append(options, SummaryOptions{})[0]
	var s *Summary
	e, err := m.evidence(d, o)
	if err == nil {
		s, err = e.summarise(o)
	}
	return read(d, s, err)
}

// Coefficient returns the coefficient with the given name, a feature or "b". For
// [Softmax], add the class, such as Coefficient("Age", "third").
func (s *Summary) Coefficient(name string, class ...string) (Estimate, error) {
	s = s.orNone()
	var names []string
	for _, c := range s.Coefficients {
		if c.Name == name && (c.Class == "" && len(class) == 0 || len(class) == 1 && c.Class == class[0]) {
			return c, nil
		}
		names = append(names, strings.TrimSpace(c.Name+" "+c.Class))
	}
	wanted := strings.Join(append([]string{name}, class...), " ")
	return Estimate{}, &nameError{wanted, fmt.Sprintf("there is no coefficient %q; the coefficients are %s", wanted, abbreviate(names))}
}

// summarise returns the summary with the intervals of the options.
func (e *evidence) summarise(o SummaryOptions) (*Summary, error) {
	s, err := e.estimate(o)
	if err != nil {
		return nil, err
	}
	if o.Profile {
		s.Intervals = "profile likelihood"
		if err := e.profile(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// judge sets the statistic, the p-value and the interval of an estimate with value and
// standard error.
func (s *Summary) judge(e *Estimate) {
	quantile := s.quantile()
	e.Statistic = e.Value / e.SE
	e.P, e.Low, e.High = normalTail(e.Statistic), e.Value-quantile*e.SE, e.Value+quantile*e.SE
	if s.Classes == nil {
		e.P = studentTail(e.Statistic, s.freedom())
	}
}

// quantile returns how many standard errors an interval extends to either side.
func (s *Summary) quantile() float64 {
	if s.Classes == nil {
		return studentQuantile(s.Level, s.freedom())
	}
	return normalQuantile(s.Level)
}

// freedom returns the degrees of freedom of tests and intervals of a regression: N − p,
// or the number of clusters minus 1.
func (s *Summary) freedom() float64 {
	if s.Clusters > 0 {
		return float64(s.Clusters - 1)
	}
	return s.Residual
}

// estimate returns the summary with Wald intervals.
func (e *evidence) estimate(o SummaryOptions) (*Summary, error) {
	s, err := e.describe()
	if err != nil {
		return nil, err
	}
	s.Level, s.Intervals = cmp.Or(o.Level, 0.95), "Wald"
	return s, e.weigh(s)
}

func checkLevel(level float64) error {
	if !(level > 0 && level < 1) {
		return badSetting("Level", level, "it must be between 0 and 1, such as 0.95")
	}
	return nil
}

// describe returns the summary without coefficients.
func (e *evidence) describe() (*Summary, error) {
	m := e.model
	s := &Summary{
		Target: m.Target, Meaning: outputs[m.Output].meaning(m), Loss: m.Loss,
		Classes: slices.Clone(m.Classes), NoIntercept: m.NoIntercept,
		N: e.count,
	}
	if e.fingerprint != nil {
		s.Fingerprints = e.fingerprint.texts()
	}
	if err := m.Status.Err(); err != nil {
		s.Caveat = err.Error()
	}
	p := float64(e.parameters())
	s.Residual = s.N - p
	switch m.Output {
	case Identity:
		e.judgeRegression(s)
		p++
	case SoftmaxOutput:
		s.Reference = m.Classes[e.reference]
	}
	if m.Output != Identity {
		if err := e.judgeClasses(s); err != nil {
			return nil, err
		}
	}
	if e.covariance != Classical {
		s.Robust, s.Clusters = e.covariance.String(), e.clusters
	}
	if s.ClassWeights = e.weighted; e.weighted {
		return s, nil
	}
	s.AIC = 2*p - 2*s.LogLikelihood
	s.BIC = p*math.Log(s.N) - 2*s.LogLikelihood
	return s, nil
}

// parameters returns the number of coefficients.
func (e *evidence) parameters() int {
	return (len(e.model.Features) + e.model.intercept()) * len(e.kept())
}

// null returns the mean log-likelihood of classes of the best b with W = 0.
func (e *evidence) null() (float64, error) {
	o := e.objective
	switch {
	case e.model.Offset:
	case o.NoBias:
		return -o.AtZero().Value, nil
	default:
		var null float64 // Σ share log share
		share := e.shares()
		if len(share) == 1 {
			share = append(share, 1-share[0])
		}
		for _, v := range share {
			null += v * math.Log(v)
		}
		return null, nil
	}
	b, err := bestBiases(o)
	if err != nil {
		return 0, err
	}
	constant := o.Constant()
	return -constant.Value(constant.Pass(b, objective.Want{}), b), nil
}

// judgeClasses sets what the likelihood of classes says about the whole fit.
func (e *evidence) judgeClasses(s *Summary) error {
	null, err := e.null()
	if err != nil {
		return err
	}
	s.LogLikelihood, s.NullLogLikelihood = -s.N*e.pass.Loss/e.total, s.N*null
	s.Deviance, s.NullDeviance = -2*s.LogLikelihood, -2*s.NullLogLikelihood
	s.McFadden = 1 - s.LogLikelihood/s.NullLogLikelihood
	if !e.biasReduced {
		s.Overall = chiSquare(2*(s.LogLikelihood-s.NullLogLikelihood), float64(len(e.model.Features)*len(e.kept())))
	}
	return nil
}

// order returns the coefficients of a score as tables list them: the intercept, which
// is numbered after the d features, comes first.
func (e *evidence) order() []int {
	d := len(e.model.Features)
	if e.model.NoIntercept {
		return seq(d)
	}
	return append([]int{d}, seq(d)...)
}

// kept returns the scores that have coefficients of their own.
func (e *evidence) kept() []int {
	k := e.objective.K
	return indices(k, func(c int) bool { return k == 1 || c != e.reference })
}

// weigh sets the coefficients, with intervals by Wald, and their covariance.
func (e *evidence) weigh(s *Summary) error {
	m := e.model
	half, err := e.half(s)
	if err != nil {
		return err
	}
	covariance := factor.Product(half.T(), half, e.objective.Stop)
	if covariance == nil {
		return solve.ErrStopped
	}

	values, err := m.coefficients(e.kept(), e.reference)
	if err != nil {
		return err
	}
	kept, order, names := e.kept(), []int{}, m.coefficientNames()
	for at, k := range kept {
		for position, j := range e.order() {
			c := Estimate{Name: names[position], Value: values[len(order)]}
			if m.Output == SoftmaxOutput {
				c.Class = m.Classes[k]
			}
			i := j*len(kept) + at
			order = append(order, i)
			c.SE = mat.Norm(half.ColView(i), 2)
			s.judge(&c)
			s.Coefficients = append(s.Coefficients, c)
		}
	}
	for _, i := range order {
		row := make([]float64, 0, len(order))
		for _, j := range order {
			row = append(row, covariance.At(i, j))
		}
		s.Covariance = append(s.Covariance, row)
	}
	if e.covariance != Classical {
		s.Overall = e.wald(s)
	}
	return nil
}

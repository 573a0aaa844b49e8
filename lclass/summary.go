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
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// SummaryOptions says how a [Summary] is made.
type SummaryOptions struct {
	// Level is the probability with which an interval covers the truth. If
	// it is 0 it is defaulted to 0.95.
	Level float64
	// Profile takes intervals by profile likelihood, all values that a
	// likelihood-ratio test does not reject, instead of Wald's, value ± z·se
	// (Venzon and Moolgavkar 1988). They need not be symmetric and are better
	// in small samples, but cost some fits for each coefficient. For
	// regression the exact test is F, and both are value ± t·se.
	Profile bool
	// Reference is the class of Softmax that the others are compared with. If
	// it is empty it is the one that was chosen with Model.Reference, or the
	// first.
	Reference string
	// PrecisionWeights takes sample weights for precisions: a sample of weight 3 is
	// one sample, known as well as the mean of three. N is then the number
	// of samples that have a weight, and multiplying all weights by a number
	// changes no standard error. Otherwise they are frequencies: a sample of
	// weight 3 is three samples, and N is Σs.
	PrecisionWeights bool
	// Covariance is Classical, or robust: HC0 or HC1. If it is Classical,
	// classes must not be weighted.
	Covariance Covariance
}

// A Summary is what the data say about the weights of a fit by maximum
// likelihood. [Model.Summary] makes it. It can be printed, shown as HTML,
// written as JSON, and taken as a [Table].
type Summary struct {
	Target    string   `json:"target"`
	Meaning   string   `json:"meaning"`          // what W and b stand for, such as P(t = yes) = σ(w·x + b)
	Method    string   `json:"method"`           // "maximum likelihood", "least squares" or "Firth's likelihood"
	Loss      string   `json:"loss"`             // of the model
	Caveat    string   `json:"caveat,omitempty"` // of the model's Status
	Features  []string `json:"features"`
	Classes   []string `json:"classes,omitempty"`   // nil for regression
	Reference string   `json:"reference,omitempty"` // class that the others of Softmax are compared with

	// NoIntercept tells that the fit has no b. What is said of W = 0 is then said of scores
	// that are 0, or the offset, and R² is the uncentred one.
	NoIntercept bool `json:"no_intercept,omitempty"`

	// Fingerprints has a text for each of the Features that is the same for the
	// same samples, in whatever order: values, targets and weights.
	// LikelihoodRatio and FTest compare them; where there are none they believe
	// that the samples are the same.
	Fingerprints []string `json:"fingerprints,omitempty"`

	// Robust is "HC0" or "HC1", the covariance of the coefficients, or empty if
	// that is the classical one.
	Robust string `json:"robust,omitempty"`
	// ClassWeights tells that classes are weighted. What is said of the
	// likelihood then is said of a weighted one, in which probabilities are
	// those of classes as frequent as their weights say; AIC, BIC, CoxSnell
	// and Nagelkerke, which need a likelihood, are 0.
	ClassWeights bool `json:"class_weights,omitempty"`

	N        float64 `json:"n"`        // samples: Σs without weights of classes, or how many have a weight
	Residual float64 `json:"residual"` // degrees of freedom that are left: N less the coefficients

	LogLikelihood     float64 `json:"log_likelihood"`      // l = Σ sᵢ log P(tᵢ), without Firth's term
	NullLogLikelihood float64 `json:"null_log_likelihood"` // l₀, of the best b with W = 0, beside the offset if there is one
	Deviance          float64 `json:"deviance"`            // −2l; for regression Σ sᵢ(yᵢ − tᵢ)²
	NullDeviance      float64 `json:"null_deviance"`       // the same with W = 0
	AIC               float64 `json:"aic"`                 // 2p − 2l; p are the coefficients and, for regression, σ
	BIC               float64 `json:"bic"`                 // p log N − 2l

	// How much better than W = 0 the fit is; 0 for regression.
	McFadden   float64 `json:"mcfadden,omitempty"`   // 1 − l/l₀
	CoxSnell   float64 `json:"cox_snell,omitempty"`  // 1 − exp(2(l₀ − l)/N)
	Nagelkerke float64 `json:"nagelkerke,omitempty"` // CoxSnell divided by its largest value

	// The same for regression; 0 otherwise.
	R2         float64 `json:"r2,omitempty"`          // 1 − deviance/null deviance
	AdjustedR2 float64 `json:"adjusted_r2,omitempty"` // with the degrees of freedom
	Sigma      float64 `json:"sigma,omitempty"`       // residual standard error √(deviance/residual)

	// Overall is the test of W = 0: by the likelihood ratio, for regression F;
	// with a robust covariance V of W it is Wald's, χ² = wᵀV⁻¹w, for regression
	// F = χ²/df. Firth's fit, which is not where l is largest, has none.
	Overall Test `json:"overall,omitzero"`

	Level        float64       `json:"level"`     // of the intervals
	Intervals    string        `json:"intervals"` // "Wald" or "profile likelihood"
	Coefficients []Coefficient `json:"coefficients"`
	// Covariance of the coefficients, in their order.
	Covariance [][]float64 `json:"covariance"`
}

// A Coefficient is a weight or, named b, a bias, and how certain it is. Beside a
// feature b the bias is "bias b".
type Coefficient struct {
	Name  string  `json:"name"`
	Class string  `json:"class,omitempty"` // of Softmax, empty otherwise
	Value float64 `json:"value"`
	SE    float64 `json:"se"` // standard error
	// Statistic is Value/SE: z, normal if the truth is 0, or, for regression,
	// t with the residual degrees of freedom.
	Statistic float64  `json:"statistic"`
	P         float64  `json:"p"` // probability of a statistic as far from 0 if the truth is 0
	Interval  Interval `json:"interval"`
	// Odds is the odds ratio exp(Value) for one unit more of the feature, and
	// OddsInterval its interval. They are 0 for regression.
	Odds         float64  `json:"odds,omitempty"`
	OddsInterval Interval `json:"odds_interval,omitzero"`
}

// An Interval reaches from Low to High. An end may be infinite.
type Interval struct {
	Low, High float64
}

// Summary returns standard errors, tests and intervals of a fit without a
// penalty by Logistic, Softmax, LinearRegression or Firth. d must be the data
// of the fit, as a model holds none. The covariance of the coefficients is the
// inverse of the observed information,
//
//	Cov(θ) = (Σ sᵢ ∂²ℓ/∂θ²)⁻¹,
//
// which for Logistic is (ΦᵀRΦ)⁻¹ (Dongguk 3.2, equation 16), and for regression
// σ²(ΦᵀSΦ)⁻¹ with σ² = Σ sᵢ(yᵢ − tᵢ)²/(N − d − 1), or N − d without an intercept. The coefficients of Softmax
// are the differences w_k − w_r to those of a reference class r, as only
// differences have a meaning. [SummaryOptions] has robust covariances, too,
// which data with weighted classes need.
//
// It costs about as much as a step of Newton. Where features are far from 0,
// residuals are taken about their means, as float64 rounds b to ε·|w·mean|; for
// regression they are those of the b that makes their mean 0. With means of r
// deviations, robust standard errors keep a relative ε·r, all other numbers more.
//
// It is an [InferenceError] that names the alternative if a penalty,
// separation, collinear features, weighted classes or a learner without a
// likelihood leave standard errors without a meaning, or if the likelihood has
// its maximum on d elsewhere.
func (m *Model) Summary(d *Data, options ...SummaryOptions) (*Summary, error) {
	if len(options) > 1 {
		return nil, fmt.Errorf("lclass: Summary with %d SummaryOptions; it takes one", len(options))
	}
	s, err := m.summarise(d, append(options, SummaryOptions{})[0])
	return read(d, s, err)
}

// Coefficient returns that of a feature, or of the intercept, b, found by name; of a
// [Softmax] model with the class, such as Coefficient("Age", "third").
func (s *Summary) Coefficient(name string, class ...string) (Coefficient, error) {
	s = s.orNone()
	var names []string
	for _, c := range s.Coefficients {
		if c.Name == name && (c.Class == "" && len(class) == 0 || len(class) == 1 && c.Class == class[0]) {
			return c, nil
		}
		names = append(names, strings.TrimSpace(c.Name+" "+c.Class))
	}
	return Coefficient{}, fmt.Errorf("lclass: there is no coefficient %q; the summary has %s", strings.Join(append([]string{name}, class...), " "), abbreviate(names))
}

func (m *Model) summarise(d *Data, o SummaryOptions) (*Summary, error) {
	level := cmp.Or(o.Level, 0.95)
	if err := checkLevel(level); err != nil {
		return nil, err
	}
	e, err := m.evidence(d, o)
	if err != nil {
		return nil, err
	}
	s, err := e.describe()
	if err != nil {
		return nil, err
	}
	s.Level, s.Intervals = level, "Wald"
	if err := e.weigh(s); err != nil {
		return nil, err
	}
	if o.Profile {
		s.Intervals = "profile likelihood"
		if err := e.profile(s); err != nil {
			return nil, err
		}
	}
	if m.Output != Identity {
		for i := range s.Coefficients {
			s.Coefficients[i].addOdds()
		}
	}
	return s, nil
}

func checkLevel(level float64) error {
	if !(level > 0 && level < 1) {
		return fmt.Errorf("lclass: Level = %v; it must be between 0 and 1, such as 0.95", level)
	}
	return nil
}

// describe returns the summary without coefficients.
func (e *evidence) describe() (*Summary, error) {
	m := e.model
	s := &Summary{
		Target: m.Target, Meaning: outputs[m.Output].meaning(m), Method: "maximum likelihood", Loss: m.Loss,
		Features: slices.Clone(m.Features), Classes: slices.Clone(m.Classes), NoIntercept: m.NoIntercept,
		Fingerprints: e.fingerprint.texts(), N: e.count,
	}
	if err := m.Status.Err(); err != nil {
		s.Caveat = err.Error()
	}
	p := float64(e.parameters())
	s.Residual = s.N - p
	switch m.Output {
	case Identity:
		s.Method = "least squares"
		e.judgeRegression(s)
		p++
	case SoftmaxOutput:
		s.Reference = m.Classes[e.reference]
	}
	if e.biasReduced {
		s.Method = "Firth's likelihood"
	}
	if m.Output != Identity {
		if err := e.judgeClasses(s); err != nil {
			return nil, err
		}
	}
	if e.covariance != Classical {
		s.Robust = e.covariance.String()
	}
	if s.ClassWeights = e.weighted; e.weighted {
		s.CoxSnell, s.Nagelkerke = 0, 0
		return s, nil
	}
	s.AIC = 2*p - 2*s.LogLikelihood
	s.BIC = p*math.Log(s.N) - 2*s.LogLikelihood
	return s, nil
}

// parameters returns the number of coefficients.
func (e *evidence) parameters() int {
	return (len(e.model.Features) + e.intercept()) * len(e.kept())
}

// null returns the mean log-likelihood of classes of the best b with W = 0.
func (e *evidence) null() (float64, error) {
	o := *e.objective
	if o.Offset == nil && !o.NoBias {
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
	b, err := bestBiases(&o)
	if err != nil {
		return 0, err
	}
	o.X = rows.NewDense(o.Samples(), 0, nil)
	return -o.Value(o.Pass(b, objective.Want{}), b), nil
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
	s.CoxSnell = 0 - math.Expm1(2*(s.NullLogLikelihood-s.LogLikelihood)/s.N)
	s.Nagelkerke = s.CoxSnell / -math.Expm1(2*s.NullLogLikelihood/s.N)
	if !e.biasReduced {
		s.Overall = chiSquare(2*(s.LogLikelihood-s.NullLogLikelihood), float64(len(s.Features)*len(e.kept())))
	}
	return nil
}

// kept returns the scores that have coefficients of their own.
func (e *evidence) kept() []int {
	if e.objective.K == 1 {
		return []int{0}
	}
	var kept []int
	for c := range e.objective.K {
		if c != e.reference {
			kept = append(kept, c)
		}
	}
	return kept
}

// weigh sets the coefficients, with intervals by Wald, and their covariance.
func (e *evidence) weigh(s *Summary) error {
	m := e.model
	quantile, tail := normalQuantile(s.Level), normalTail
	if m.Output == Identity {
		quantile = studentQuantile(s.Level, s.Residual)
		tail = func(t float64) float64 { return studentTail(t, s.Residual) }
	}
	half, err := e.half(s)
	if err != nil {
		return err
	}
	covariance := factor.Product(half.T(), half, e.objective.Stop)
	if covariance == nil {
		return solve.ErrStopped
	}

	kept, order, bias := e.kept(), []int{}, biasName(m.Features)
	for at, k := range kept {
		for j := range len(m.Features) + e.intercept() {
			c := Coefficient{Name: bias, Value: m.B[k]}
			if j < len(m.Features) {
				c.Name, c.Value = m.Features[j], m.W.At(k, j)
			}
			if m.Output == SoftmaxOutput {
				c.Class = m.Classes[k]
				if j < len(m.Features) {
					c.Value -= m.W.At(e.reference, j)
				} else {
					c.Value -= m.B[e.reference]
				}
			}
			i := j*len(kept) + at
			order = append(order, i)
			c.SE = mat.Norm(half.ColView(i), 2)
			c.Statistic = c.Value / c.SE
			c.P = tail(c.Statistic)
			c.Interval = Interval{Low: c.Value - quantile*c.SE, High: c.Value + quantile*c.SE}
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

func (c *Coefficient) addOdds() {
	c.Odds = math.Exp(c.Value)
	c.OddsInterval = Interval{Low: math.Exp(c.Interval.Low), High: math.Exp(c.Interval.High)}
}

package lclass

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// Reasons why standard errors, tests and intervals would be meaningless, for errors.Is, in
// addition to [ErrSeparated] and [ErrNotConverged]. The message adds what to use instead.
var (
	ErrPenalised    = errors.New("lclass: the fit is penalised")
	ErrCollinear    = errors.New("lclass: the features are linearly dependent")
	ErrNoLikelihood = errors.New("lclass: the model has no likelihood")
	ErrOtherData    = errors.New("lclass: these are not the data that the model was fitted to")
)

var (
	errNoResidual = errors.New("lclass: the fit leaves no residuals")
	errWeights    = errors.New("lclass: the weights do not say how many samples there are")
)

func meaningless(reason error, format string, args ...any) error {
	return fmt.Errorf("%w: %s", reason, fmt.Sprintf(format, args...))
}

// An evidence is a model with the data it was fitted to: the maximum of the likelihood
// and its curvature.
type evidence struct {
	model       *Model
	biasReduced bool // by Jeffreys' prior
	objective   *objective.Objective
	theta       []float64
	reference   int // class of softmax, 0 otherwise
	info        *solve.Information
	total       float64   // Σs
	number      []float64 // how many samples each one stands for
	count       float64   // N, their sum
	analytic    bool
	covariance  Covariance
	cluster     []int // of each sample
	clusters    int   // 0: each sample is one
	weighted    bool  // classes are
	local       *solve.Local
	pass        *objective.Sum

	fingerprint *fingerprint
}

// evidence pairs a model with its data. It returns one of the reasons above if standard
// errors would be meaningless.
func (m *Model) evidence(d *Data, o SummaryOptions) (*evidence, error) {
	if err := m.valid(); err != nil {
		return nil, err
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	if err := o.check(biasReduced(m.Loss)); err != nil {
		return nil, err
	}
	l, err := m.likelihood()
	if err != nil {
		return nil, err
	}
	p, err := m.problem(d)
	if err != nil {
		return nil, err
	}
	if n := len(p.start); n > mostValues/n {
		return nil, fmt.Errorf("lclass: the covariances of %d weights take %d GB; leave features out, or merge classes", n, n>>10*n>>17)
	}
	e := &evidence{
		model: m, biasReduced: l.Jeffreys(), theta: p.start, analytic: o.PrecisionWeights, covariance: o.Covariance,
		weighted: d.plain != nil, objective: p.objective(),
	}
	e.reference = m.referenced()
	if o.PrecisionWeights {
		e.objective.Weight = moderate(e.objective.Weight)
	}
	e.total = e.objective.TotalWeight()
	e.number = d.numbers(o.PrecisionWeights)
	for _, n := range e.number {
		e.count += n
	}
	if err := e.join(o.Clusters); err != nil {
		return nil, err
	}
	if err := e.checkLeverages(); err != nil {
		return nil, err
	}
	e.fingerprint = newFingerprint(e.objective, m.Classes)
	e.look()
	return e, e.check(p.data)
}

// check returns an error if standard errors would be meaningless.
func (e *evidence) check(d *Data) error {
	if err := e.checkWeights(); err != nil {
		return err
	}
	if err := e.checkMaximum(d); err != nil {
		return err
	}
	return e.checkClasses()
}

// look passes over the data. Where the features may be far from 0, scores are
// those of rows about their mean, so that W x and b do not cancel, and b of a
// regression is what makes the mean residual 0, if that is b to rounding: as a
// float64 it is too coarse for the residuals.
func (e *evidence) look() {
	const far = 100
	o := e.objective
	beside := e.fingerprint.add
	mean, std := o.Moments()
	apart := e.model.Output == Identity
	for j, s := range std {
		apart = apart || math.Abs(mean[j]) > far*s
	}
	if apart {
		raw := o.X
		e.fingerprint.Objective = &objective.Objective{X: raw, Targets: o.Targets, Weight: o.Weight, Offset: o.Offset}
		o.X = rows.About(raw, mean, nil)
		if e.model.Output == Identity {
			sum := o.PassBeside(e.theta, objective.Want{Gradient: true}, beside)
			beside = nil
			w, b := o.Split(e.theta)
			_, slope := o.Split(sum.Gradient)
			shift, coarse := -slope[0]/sum.Weight, math.Abs(b[0])
			for j, v := range w {
				coarse += math.Abs(v * mean[j])
			}
			if math.Abs(shift) <= 8*epsilon*coarse {
				o.X = rows.About(raw, mean, []float64{shift})
			}
		}
	}
	e.local = solve.At(o, e.theta, beside)
	e.pass = e.local.Sum
}

// mostCounted is the largest number up to which float64 counts.
const mostCounted = 1 << 53

// checkWeights returns an error if sums with the weights overflow or lose the number of
// samples.
func (e *evidence) checkWeights() error {
	if math.IsInf(e.pass.Loss, 0) || math.IsNaN(e.pass.Loss) {
		return meaningless(errWeights, "their sum is %.3g, and that of the losses overflows; set SummaryOptions.PrecisionWeights, with which only ratios matter, and divide the weights by a number", e.total)
	}
	if e.count < 1 || e.count > mostCounted {
		return meaningless(errWeights, "their sum is %.3g, which cannot be a number of samples; set SummaryOptions.PrecisionWeights if they are precisions, or else use counts", e.total)
	}
	return nil
}

// likelihood returns the loss of a model that is where a likelihood has its maximum.
func (m *Model) likelihood() (loss.Likelihood, error) {
	if m.Output == DensityOutput {
		return nil, meaningless(ErrNoLikelihood, "class densities maximise the joint likelihood of features and classes and have no weights; fit Logistic or Softmax to the same data")
	}
	if m.Loss == "" {
		return nil, meaningless(ErrNoLikelihood, "the model minimises no loss: LDA maximises the joint likelihood of features and classes, but standard errors need the likelihood of the classes given the features; fit Logistic or Softmax to the same data, or use the intervals of Bootstrap")
	}
	named, err := loss.ByName(m.Loss)
	if err != nil {
		return nil, fmt.Errorf("lclass: the model: %w", err)
	}
	l, ok := named.(loss.Likelihood)
	if !ok {
		return nil, meaningless(ErrNoLikelihood, "the loss %q is not −log of a probability of the target; fit Logistic or Softmax, or use the intervals of Bootstrap", m.Loss)
	}
	switch classes := is[loss.Classifier](l); {
	case m.Output == Identity && !classes, m.Output == SigmoidOutput && classes && !l.Mixed(), m.Output == SoftmaxOutput && l.Mixed():
	default:
		return nil, meaningless(ErrNoLikelihood, "scores with %v output and the loss %q give no probabilities of one target; fit Logistic or Softmax, or use the intervals of Bootstrap", m.Output, m.Loss)
	}
	if m.Penalty.isBounded() {
		return nil, meaningless(ErrPenalised, "bounds hold weights, which standard errors do not take into account; fit without Lower and Upper")
	}
	if m.Penalty.Lambda > 0 {
		return nil, meaningless(ErrPenalised, "%v shrinks the weights, which standard errors do not take into account; use the intervals of Bootstrap, or fit without it", m.Penalty)
	}
	return l, nil
}

// infinite returns the error for weights of the model that grow without bound along a
// direction of (W, b), nil if unknown.
func (m *Model) infinite(d *Data, along *mat.Dense) error {
	cause := ""
	control, _ := m.Penalty.of(d.features) // that of a model is valid
	if text := separatingFeatures(d, along, growth{m.NoIntercept, m.Penalty.Lambda, control, len(m.B)}); text != "" {
		cause = ", because " + text
	}
	return meaningless(ErrSeparated, "some weights are infinite%s; for two classes, fit Firth, which has finite weights; or leave out the features that separate the classes, or use a penalty and the intervals of Bootstrap", cause)
}

// biasReduced reports whether Jeffreys' prior belongs to the likelihood of that loss.
func biasReduced(name string) bool {
	l, _ := loss.ByName(name)
	likelihood, ok := l.(loss.Likelihood)
	return ok && likelihood.Jeffreys()
}

// problem restates the problem that the model solved, with the data d and the model as
// its start.
func (m *Model) problem(d *Data) (*problem, error) {
	d, err := m.matched(d)
	if e, ok := errors.AsType[*ColumnError](err); ok && e.owner == offsetOwner {
		return nil, err
	}
	if err != nil {
		return nil, meaningless(ErrOtherData, "%v", err)
	}
	data := *d
	p := &problem{data: &data, k: len(m.B), output: m.Output, noBias: m.NoIntercept}
	if !m.Offset {
		data.offset = nil
	}
	if p.loss, err = loss.ByName(m.Loss); err != nil {
		return nil, err
	}
	if m.Output == Identity {
		if d.y == nil {
			return nil, meaningless(ErrOtherData, "target %q is not numeric", d.target)
		}
		p.targets.Value = d.y
		return p, p.from(m)
	}
	t, err := m.Targets(d)
	if err != nil {
		return nil, meaningless(ErrOtherData, "%v", err)
	}
	data.t, data.classes = t, slices.Clone(m.Classes)
	p.targets.Class = t
	if p.k == 1 {
		p.targets.Value = pick([]float64{0, 1}, t)
	}
	return p, p.from(m)
}

// referenced returns the class that the others are compared with: the one whose weights
// and bias are all 0, as [Model.Reference] leaves them, or else the first.
func (m *Model) referenced() int {
	for k, b := range m.B {
		if b == 0 && mat.Norm(m.W.RowView(k), 2) == 0 {
			return k
		}
	}
	return 0
}

// maxDistance is how many standard errors a model may be away from the maximum
// of the likelihood.
const maxDistance = 0.01

// checkMaximum reports whether the likelihood has its maximum at θ, and one only.
func (e *evidence) checkMaximum(d *Data) error {
	m, o := e.model, e.objective
	if m.Output == SoftmaxOutput {
		for k, share := range e.shares() {
			if share == 0 {
				return meaningless(ErrSeparated, "class %q has no samples, so its weights are infinite; leave it out with Data.DropEmptyClasses", m.Classes[k])
			}
		}
	}
	if m.Status.Outcome == Separated {
		return m.infinite(d, m.Direction)
	}
	var err error
	if m.Output == SoftmaxOutput {
		e.info, err = e.local.InformMixed(e.reference)
	} else {
		e.info, err = e.local.Inform(e.biasReduced)
	}
	if dependent, ok := err.(solve.DependentError); ok {
		// Of separated classes few samples have any curvature.
		if along := e.separated(); along != nil {
			return e.model.infinite(d, e.matrix(along))
		}
		return e.collinear(int(dependent))
	}
	if err != nil {
		return err
	}
	unit, least := math.Sqrt(e.total/e.count), 0.0
	if m.Output == Identity {
		if err := e.checkResiduals(d); err != nil {
			return err
		}
		residual, null := e.squares()
		unit, least = math.Sqrt(residual/(e.count-float64(e.parameters()))), 1e-10*math.Sqrt(null)
	}
	distance := e.info.Distance
	close := distance <= maxDistance*unit || distance <= least
	if !close && math.Abs(o.Value(e.pass, e.theta)-m.Status.Loss) > 1e-9*m.Status.Loss {
		return meaningless(ErrOtherData, "the weights are %.2g standard errors from the best fit to these data; pass the data that the model was fitted to, with the same sample weights", distance/unit)
	}
	if along := e.separated(); along != nil {
		return e.model.infinite(d, e.matrix(along))
	}
	if !close && strings.Contains(m.Status.Note, "of all equal solutions") {
		return meaningless(ErrCollinear, "%s; leave features out", m.Status.Note)
	}
	if !close {
		return meaningless(ErrNotConverged, "the weights are %.2g standard errors from the maximum of the likelihood; fit with Newton, or with a smaller Tol and more steps", distance/unit)
	}
	return nil
}

// separated returns a direction along which the likelihood keeps growing, nil if there is
// none.
func (e *evidence) separated() []float64 {
	if e.biasReduced {
		return nil
	}
	return e.local.Separated()
}

// matrix returns θ as (W, b), a row for each score.
func (e *evidence) matrix(theta []float64) *mat.Dense {
	return transposed(len(e.model.Features)+1, e.objective.K, theta)
}

// collinear names the feature that is a combination of the others.
func (e *evidence) collinear(j int) error {
	if j < 0 {
		return meaningless(ErrCollinear, "the likelihood is flat in some direction; leave features out")
	}
	what := "is a combination of the features before it"
	if low, high := e.objective.Range(); low[j] == high[j] {
		what = "is constant"
	}
	return meaningless(ErrCollinear, "%q %s, so its weight is arbitrary; leave it out", e.model.Features[j], what)
}

// shares returns the weighted share of each class, or of the second of two.
func (e *evidence) shares() []float64 {
	if e.objective.Elsewhere != nil {
		return e.sharesElsewhere()
	}
	share := make([]float64, e.objective.K)
	for i, class := range e.objective.Targets.Class {
		if e.objective.K == 1 {
			share[0] += float64(class) * e.objective.Weight[i] / e.total
		} else {
			share[class] += e.objective.Weight[i] / e.total
		}
	}
	return share
}

// The tails keep their digits however small they are, as those of 1 − CDF would not.

// normalTail returns P(|Z| ≥ |z|) for a standard normal Z.
func normalTail(z float64) float64 { return math.Erfc(math.Abs(z) / math.Sqrt2) }

// studentTail returns P(|T| ≥ |t|) for Student's T with df degrees of freedom.
func studentTail(t, df float64) float64 {
	return mathext.RegIncBeta(df/2, 0.5, df/(df+t*t))
}

// fisherTail returns P(F ≥ f) for F with d1 and d2 degrees of freedom.
func fisherTail(f, d1, d2 float64) float64 {
	return mathext.RegIncBeta(d2/2, d1/2, d2/(d2+d1*f))
}

// chiSquareTail returns P(X ≥ x) for χ² with df degrees of freedom.
func chiSquareTail(x, df float64) float64 { return mathext.GammaIncRegComp(df/2, x/2) }

// normalQuantile returns the z with P(|Z| ≤ z) = level.
func normalQuantile(level float64) float64 { return math.Sqrt2 * math.Erfinv(level) }

// studentQuantile returns the t with P(|T| ≤ t) = level for df degrees of
// freedom: t²/(df + t²) and what it lacks to 1, each with its own digits.
func studentQuantile(level, df float64) float64 {
	share := mathext.InvRegIncBeta(0.5, df/2, level)
	rest := mathext.InvRegIncBeta(df/2, 0.5, 1-level)
	return math.Sqrt(df * share / rest)
}

// profile sets the intervals to those of the profile likelihood: the values c of a
// coefficient for which the largest likelihood with it, l(c), has 2(l − l(c)) below the
// quantile of χ² with one degree of freedom. For regression, where the test of c is F, those
// are Wald's.
func (e *evidence) profile(s *Summary) error {
	if e.model.Output == Identity {
		return nil
	}
	z := normalQuantile(s.Level)
	p, err := solve.NewProfile(e.objective, e.theta)
	if err != nil {
		return err
	}
	var at int
	for _, k := range e.kept() {
		for _, j := range e.order() {
			a := make([]float64, len(e.theta))
			a[j*e.objective.K+k] = 1
			if e.objective.K > 1 {
				a[j*e.objective.K+e.reference] = -1
			}
			c := &s.Coefficients[at]
			if c.Low, c.High, err = p.Ends(a, z*z/(2*s.N)); err != nil {
				return err
			}
			at++
		}
	}
	return nil
}

package lclass

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"linclass/internal/invalid"
	"linclass/lclass/internal/parallel"
)

// Bootstrap repeats a fit on samples drawn from the data with replacement. The spread of
// the weights estimates their uncertainty (Efron 1979). No likelihood is needed, so it
// also works for penalised fits, perceptrons and SVMs. For a penalised fit, the intervals
// are for the penalised weights, not for the weights without a penalty. For a weight that
// is at a bound of the [Penalty] they have no coverage probability (Andrews 2000).
//
// Integer sample weights are counts: a replicate draws Σs samples, and each row in
// proportion to its weight. With other weights, or with PrecisionWeights, a replicate
// draws n rows, which keep their weights. Class weights ([Data.WithClassWeight]) are not
// counts: each sample drawn keeps the weight of its class.
type Bootstrap struct {
	// Replicates is the number of fits; 0 means 1000.
	Replicates int
	// Seed seeds the random numbers. The same seed gives the same result on any number of
	// cores.
	Seed uint64
	// Level is the coverage probability of the intervals; 0 means 0.95.
	Level float64
	// BCa corrects the intervals for bias and for a standard error that changes with the
	// weight (Efron 1987). It takes one more fit per row. If false, the intervals are
	// percentile intervals.
	BCa bool
	// PrecisionWeights treats integer weights as precisions, as in [SummaryOptions].
	PrecisionWeights bool
}

// A BootstrapSummary holds the standard errors, biases and intervals from the replicates
// of a fit. The Value of a coefficient is that of the fit to all data, its SE the standard
// deviation of the replicates, and its Bias their mean, less Value. It can be printed,
// shown as HTML, written as JSON, and converted to a [Table].
type BootstrapSummary struct {
	Meaning      string         `json:"meaning"`                 // what the scores mean
	NotConverged int            `json:"not_converged,omitempty"` // replicates that did not converge; they are included
	Failures     map[string]int `json:"failures,omitempty"`      // how many replicates have no weights, by the reason; they are left out
	Level        float64        `json:"level"`
	Intervals    string         `json:"intervals"` // "percentile" or "BCa"
	Coefficients []Estimate     `json:"coefficients"`
	// Estimates holds the coefficients of each replicate that did not fail, in the order
	// of Coefficients.
	Estimates [][]float64 `json:"estimates"`
}

// Of fits e to d and to the replicates. A replicate has no weights if a class is missing,
// the classes are separated, or features are linearly dependent. Such replicates are
// counted in Failures and left out; if there are many, the intervals are too narrow.
//
// A [Pipeline] learns its preparation anew for each replicate. Because the scales differ
// between replicates, the coefficients are those of [Model.RawUnits]. A replicate that
// lacks a category has other features and is a failure.
//
// Of returns an error if e cannot be fitted to d, [ErrSeparated] if the classes of d are
// separated, and an error if fewer than 2/(1−level) − 1 replicates are left.
func (b Bootstrap) Of(e Estimator, d *Data) (*BootstrapSummary, error) {
	b.Replicates, b.Level = cmp.Or(b.Replicates, 1000), cmp.Or(b.Level, 0.95)
	if err := checkLevel(b.Level); err != nil {
		return nil, err
	}
	if least := b.least(); b.Replicates < least {
		return nil, badSetting("Bootstrap.Replicates", b.Replicates, "intervals of level %v need at least %d", b.Level, least)
	}
	m, err := learn(e, d)
	if err != nil {
		return nil, err
	}
	if m.Status.Outcome == Separated {
		x, err := m.matched(d)
		if err != nil {
			return nil, err
		}
		return nil, m.infinite(x, m.Direction)
	}
	resampler, err := newResampler(d, b.PrecisionWeights)
	if err != nil {
		return nil, err
	}
	if err := m.linear(); err != nil {
		return nil, &placeError{"Bootstrap", err}
	}
	if m, err = m.RawUnits(); err != nil {
		return nil, &placeError{"Bootstrap compares weights in the units of the data", err}
	}
	s := &BootstrapSummary{
		Meaning: outputs[m.Output].meaning(m),
		Level:   b.Level, Intervals: "percentile", Coefficients: bootstrapCoefficients(m),
	}
	fits, err := refit(e, m, d, b.Replicates, func(r int) *Data { return resampler.draw(b.Seed, uint64(r)) })
	if err != nil {
		return nil, err
	}
	s.collect(fits)
	if least := b.least(); len(s.Estimates) < least {
		return nil, fmt.Errorf("lclass: Bootstrap: %d of %d replicates have weights, %s; intervals of level %v need at least %d; add a penalty",
			len(s.Estimates), b.Replicates, s.failed(), b.Level, least)
	}
	s.estimate()
	if b.BCa {
		s.Intervals = "BCa"
		rows := indices(d.N(), d.counts)
		left, err := refit(e, m, d, len(rows), func(i int) *Data { return resampler.without(rows[i]) })
		if err != nil {
			return nil, err
		}
		if err := s.correct(left, pick(resampler.number, rows)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// least returns how many replicates have as many beyond each end as it takes
// to find the end among them.
func (b Bootstrap) least() int {
	const rounding = 1e-9
	return max(1, int(math.Ceil(2*(1-rounding)/(1-b.Level)))-1)
}

// bootstrapCoefficients returns the coefficients of a model without what the
// replicates say.
func bootstrapCoefficients(m *Model) []Estimate {
	var list []Estimate
	values := m.listed(seq(len(m.B)), m.NoIntercept)
	names := m.coefficientNames()
	for k := range m.B {
		class := ""
		if len(m.B) > 1 {
			class = m.RowNames()[k]
		}
		for _, name := range names {
			list = append(list, Estimate{Name: name, Class: class, Value: values[len(list)]})
		}
	}
	return list
}

// A refitted is a fit to other samples.
type refitted struct {
	values     []float64 // nil if it failed
	unfinished bool
	err        error
}

// refit fits e to count data sets made of d, in parallel, unless d cannot be read or its
// context is done. The model of all data says which classes there are.
func refit(e Estimator, all *Model, d *Data, count int, data func(i int) *Data) ([]refitted, error) {
	fits := make([]refitted, count)
	err := parallel.Do(count, 0, func(i int) error {
		fits[i] = refitOne(e, all, data(i))
		return d.Err()
	})
	return fits, err
}

func refitOne(e Estimator, all *Model, d *Data) refitted {
	if all.Classes != nil && missesClass(d) {
		return refitted{err: errMissingClass}
	}
	m, err := learn(e, d)
	switch {
	case err != nil:
		return refitted{err: err}
	case m.Status.Outcome == Separated:
		return refitted{err: ErrSeparated}
	case m.Status.Outcome == Converged && m.Penalty.Lambda == 0 && m.Status.Note != "" && all.Status.Note == "":
		return refitted{err: ErrCollinear}
	}
	if m, err = m.RawUnits(); err != nil {
		return refitted{err: err}
	}
	if !slices.Equal(m.Features, all.Features) {
		return refitted{err: errOtherFeatures}
	}
	return refitted{values: m.listed(seq(len(m.B)), all.NoIntercept), unfinished: m.Status.Outcome == NotConverged}
}

var errOtherFeatures = errors.New("lclass: the preparation makes other features because a category or a missing value does not occur")

// missesClass reports whether a class of d that occurs has no weight.
func missesClass(d *Data) bool {
	occurs, counts := make([]bool, d.K()), make([]bool, d.K())
	for i, class := range d.t {
		occurs[class] = true
		counts[class] = counts[class] || d.counts(i)
	}
	return !slices.Equal(occurs, counts)
}

// collect keeps the replicates that have weights and counts the others.
func (s *BootstrapSummary) collect(fits []refitted) {
	for _, f := range fits {
		if f.err == nil {
			s.Estimates = append(s.Estimates, f.values)
			if f.unfinished {
				s.NotConverged++
			}
			continue
		}
		if s.Failures == nil {
			s.Failures = map[string]int{}
		}
		s.Failures[f.err.Error()]++
	}
}

// estimate sets standard errors, biases and percentile intervals.
func (s *BootstrapSummary) estimate() {
	for j := range s.Coefficients {
		c := &s.Coefficients[j]
		t := s.replicates(j)
		var mean, square float64
		for _, v := range t {
			mean += (v - c.Value) / float64(len(t))
		}
		for _, v := range t {
			square += (v - c.Value - mean) * (v - c.Value - mean)
		}
		c.Bias, c.SE = mean, math.Sqrt(square/float64(len(t)-1))
		c.Low, c.High = percentile(t, (1-s.Level)/2), percentile(t, (1+s.Level)/2)
	}
}

// replicates returns the estimates of coefficient j in increasing order.
func (s *BootstrapSummary) replicates(j int) []float64 {
	t := transform(s.Estimates, func(estimate []float64) float64 { return estimate[j] })
	slices.Sort(t)
	return t
}

// percentile returns the value that a share α of the R sorted values lies
// below: number (R+1)α of them, between two in the proportion of normal
// quantiles (Davison and Hinkley 1997, equation 5.8).
func percentile(t []float64, alpha float64) float64 {
	all := float64(len(t) + 1)
	below := math.Floor(all*alpha + 1e-9)
	switch {
	case below < 1:
		return t[0]
	case below >= float64(len(t)):
		return t[len(t)-1]
	}
	low, high := t[int(below)-1], t[int(below)]
	from, to := normalAt(below/all), normalAt((below+1)/all)
	return low + max(0, normalAt(alpha)-from)/(to-from)*(high-low)
}

// normalAt returns the z with P(Z ≤ z) = p for a standard normal Z.
func normalAt(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// correct moves the percentiles of the intervals: with the bias z₀, which is
// how far the estimate is from the median of the replicates, and the
// acceleration a, by which its standard error grows with its value, α becomes
//
//	Φ(z₀ + (z₀ + z_α)/(1 − a(z₀ + z_α)))
//
// (Efron and Tibshirani 1993, equations 14.10 to 14.15). Each fit
// of left lacks one sample, of which the data have the given number of copies.
func (s *BootstrapSummary) correct(left []refitted, copies []float64) error {
	for _, f := range left {
		if f.err != nil {
			return fmt.Errorf("lclass: Bootstrap.BCa: the fit without one of the samples failed: %w; use percentile intervals", f.err)
		}
	}
	for j := range s.Coefficients {
		c := &s.Coefficients[j]
		a := acceleration(left, copies, j)
		t := s.replicates(j)
		var below float64
		for _, v := range t {
			switch {
			case v < c.Value:
				below++
			case v == c.Value:
				below += 0.5
			}
		}
		bias := normalAt(below / float64(len(t)))
		end := func(alpha float64) float64 {
			z := bias + normalAt(alpha)
			return percentile(t, math.Erfc(-(bias+z/(1-a*z))/math.Sqrt2)/2)
		}
		z := max(bias+normalAt((1+s.Level)/2), -bias-normalAt((1-s.Level)/2))
		if math.IsInf(bias, 0) || math.Abs(a)*z >= 1 {
			return fmt.Errorf("lclass: Bootstrap.BCa: the replicates of the weight of %q are too far from the fit (bias %v, acceleration %.2g); use percentile intervals", c.Name, bias, a)
		}
		c.Low, c.High = end((1-s.Level)/2), end((1+s.Level)/2)
	}
	return nil
}

// acceleration returns a sixth of the skewness of coefficient j over the fits
// without a sample each.
func acceleration(left []refitted, copies []float64, j int) float64 {
	var total, mean, size, square, cube float64
	for i, f := range left {
		total += copies[i]
		mean += copies[i] * f.values[j]
	}
	mean /= total
	for _, f := range left {
		size = max(size, math.Abs(mean-f.values[j]))
	}
	if size == 0 {
		return 0
	}
	for i, f := range left {
		v := (mean - f.values[j]) / size // squares of extreme units are beyond float64
		square += copies[i] * v * v
		cube += copies[i] * v * v * v
	}
	return cube / (6 * math.Pow(square, 1.5))
}

// Table returns a row per coefficient with the columns name, class (if there are several
// scores), value, bias, se, low and high.
func (s *BootstrapSummary) Table() Table {
	list := s.Coefficients
	t := tabulate(list)
	t.add(list, "value", func(c Estimate) float64 { return c.Value })
	t.add(list, "bias", func(c Estimate) float64 { return c.Bias })
	t.add(list, "se", func(c Estimate) float64 { return c.SE })
	t.add(list, "low", func(c Estimate) float64 { return c.Low })
	t.add(list, "high", func(c Estimate) float64 { return c.High })
	return t
}

// String returns the failures, if any, the meaning of the coefficients, and their table.
func (s *BootstrapSummary) String() string {
	return strings.Join(append(s.head(), s.Table().String()), "\n")
}

// HTML returns the same as String as self-contained HTML, for a notebook.
func (s *BootstrapSummary) HTML() string { return paragraph(s.head()) + s.Table().HTML() }

func (s *BootstrapSummary) head() []string {
	var lines []string
	failures := 0
	for _, n := range s.Failures {
		failures += n
	}
	all := len(s.Estimates) + failures
	if failures > 0 {
		lines = append(lines, fmt.Sprintf("%d of %d replicates left out: %s", failures, all, s.failed()))
	}
	if s.NotConverged > 0 {
		lines = append(lines, fmt.Sprintf("%d of %d replicates did not converge", s.NotConverged, all))
	}
	return append(lines, s.Meaning,
		fmt.Sprintf("bootstrap, %d replicates, intervals %.4g %% %s", len(s.Estimates), 100*s.Level, s.Intervals))
}

// failed returns why replicates have no weights, and how many, the most frequent reason
// first.
func (s *BootstrapSummary) failed() string {
	reasons := slices.SortedFunc(maps.Keys(s.Failures), func(a, b string) int {
		return cmp.Or(s.Failures[b]-s.Failures[a], cmp.Compare(a, b))
	})
	for i, reason := range reasons {
		reasons[i] = fmt.Sprintf("%d × %s", s.Failures[reason], strings.TrimPrefix(reason, "lclass: "))
	}
	return strings.Join(reasons, ", ")
}

// A resampler draws bootstrap replicates: rows of data, or, if weights are counts, the
// samples that each row stands for.
type resampler struct {
	data   *Data
	number []float64 // of samples in each row, 1 if rows are drawn
	total  int
	upTo   []int // samples in the rows up to each; nil if rows are drawn
}

// mostSamples limits how long a single replicate takes to draw.
const mostSamples = 1e9

func newResampler(d *Data, analytic bool) (*resampler, error) {
	n := d.N()
	of := &resampler{data: d, number: slices.Repeat([]float64{1}, n), total: n}
	if analytic || d.weight == nil {
		return of, nil
	}
	var total float64
	number, upTo := d.numbers(false), make([]int, n)
	for i, v := range number {
		if v != math.Trunc(v) {
			return of, nil
		}
		total += v
		if total > mostSamples {
			return nil, invalid.Worded("Bootstrap.PrecisionWeights", false, "lclass: Bootstrap: the weights stand for more than %.0g samples; set Bootstrap.PrecisionWeights if they are not counts", mostSamples)
		}
		upTo[i] = int(total)
	}
	return &resampler{d, number, int(total), upTo}, nil
}

// draw returns a replicate: the same rows, with weights that say how often
// each was drawn.
func (r *resampler) draw(seed, replicate uint64) *Data {
	rng := rand.New(rand.NewPCG(seed, replicate))
	times := make([]float64, len(r.number))
	for range r.total {
		i := rng.IntN(r.total)
		if r.upTo != nil {
			i, _ = slices.BinarySearch(r.upTo, i+1)
		}
		times[i]++
	}
	return r.weighted(times)
}

// without returns the data less one sample of row i.
func (r *resampler) without(i int) *Data {
	number := slices.Clone(r.number)
	number[i]--
	return r.weighted(number)
}

// weighted returns the data with so many samples in each row.
func (r *resampler) weighted(number []float64) *Data {
	d := *r.data
	for i, s := range r.data.weight {
		if r.number[i] > 0 {
			number[i] *= s / r.number[i]
		}
	}
	d.weight, d.plain = number, nil
	return &d
}

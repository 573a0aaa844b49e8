package lclass

import (
	"fmt"
	"linclass/lclass/internal/rows"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// EffectOptions are the options of [Model.MarginalEffects]. The zero value is the default.
type EffectOptions struct {
	// SummaryOptions choose the level and the covariance. Effects do not depend on the
	// reference class, and have no profile intervals.
	SummaryOptions
	// At holds the samples whose effects are averaged, such as one sample of given
	// values. Nil means the samples of the fit.
	At *Data
	// AtMean computes the effects at a single sample instead: the means of the numeric
	// features of At and the most frequent category of each text column, also where
	// features encode it.
	AtMean bool
	// Discrete names numeric features whose effect is that of a change from 0 to 1.
	Discrete []string
}

// Effects are marginal effects on the probabilities of the classes, or on the number that a
// regression predicts, with standard errors by the delta method; see
// [Model.MarginalEffects]. They can be printed, shown as HTML, written as JSON, and
// converted to a [Table].
type Effects struct {
	Of      string     `json:"of"`    // what they are effects on, such as P(t = yes)
	At      string     `json:"at"`    // the samples they hold for
	Level   float64    `json:"level"` // of the intervals
	Robust  string     `json:"robust,omitempty"`
	Effects []Estimate `json:"effects"`
}

// MarginalEffects returns how much the probabilities of a model change with its features,
// averaged over samples: for a number xⱼ the mean of the derivatives
//
//	∂P(t = c | xᵢ)/∂xⱼ,
//
// per unit of the feature, and for a category the mean of the differences between the
// probabilities with that category and with the reference, all else being equal. For
// regression P is the number that the model predicts. Standard errors are √(gᵀVg), with V
// the covariance of the coefficients and g the gradient of the effect (delta method).
//
// With the steps of a [Pipeline], features are the raw columns: a derivative goes through
// all steps, so that x and x² of [Polynomial] change together. A sample without a value in
// a column is left out of the effects of that column. Samples count by their weights,
// unless those are precisions.
//
// d must be the data of the fit; MarginalEffects returns the errors of [Model.Summary].
// The effects are those of Stata's margins, of R's marginaleffects (avg_slopes,
// avg_comparisons) and of statsmodels' get_margeff, whose dummy=True differs for columns
// with more than two categories.
func (m *Model) MarginalEffects(d *Data, options ...EffectOptions) (*Effects, error) {
	if len(options) > 1 {
		return nil, badSetting("number of EffectOptions", len(options), "pass at most one")
	}
	o := append(options, EffectOptions{})[0]
	if o.Profile {
		return nil, badSetting("EffectOptions.Profile", true, "effects have intervals by the delta method only; leave it out")
	}
	e, err := m.evidence(d, o.SummaryOptions)
	if failed := d.Err(); failed != nil {
		return nil, failed
	}
	if err != nil {
		return nil, err
	}
	s, err := e.estimate(o.SummaryOptions)
	if err != nil {
		return nil, err
	}
	x, err := m.rawSamples(d, o.PrecisionWeights)
	if err != nil {
		return nil, err
	}
	step := x.step
	if o.At != nil {
		if x, err = m.rawSamples(o.At, o.PrecisionWeights); err != nil {
			return nil, err
		}
	}
	if o.AtMean {
		if x, err = x.mean(); err != nil {
			return nil, err
		}
	}
	changes, err := x.changes(o.Discrete, step)
	if err != nil {
		return nil, err
	}
	sums, err := x.sum(changes, newResponse(m, e.kept()))
	if err != nil {
		return nil, err
	}
	effects := &Effects{Of: m.responseName(), At: describe(sums, o), Level: s.Level, Robust: s.Robust}
	v := covarianceOf(s)
	for i, c := range changes {
		if sums[i].n == 0 {
			return nil, fmt.Errorf("lclass: MarginalEffects: no sample has a value in %q; give samples that have one in EffectOptions.At", c.name)
		}
		for r, value := range sums[i].value {
			g := mat.NewVecDense(len(sums[i].gradient[r]), sums[i].gradient[r])
			effect := Estimate{Name: c.name, Contrast: c.contrast, Value: value / sums[i].n, SE: math.Sqrt(mat.Inner(g, v, g)) / sums[i].n}
			if m.Output == SoftmaxOutput {
				effect.Class = m.Classes[r]
			}
			s.judge(&effect)
			effects.Effects = append(effects.Effects, effect)
		}
	}
	return effects, nil
}

// covarianceOf returns the covariance of the coefficients as a matrix.
func covarianceOf(s *Summary) *mat.SymDense {
	v := mat.NewSymDense(len(s.Covariance), nil)
	for i, row := range s.Covariance {
		for j := range i + 1 {
			v.SetSym(i, j, row[j])
		}
	}
	return v
}

// responseName says what a model predicts.
func (m *Model) responseName() string {
	switch m.Output {
	case Identity:
		return m.Target
	case SigmoidOutput:
		return fmt.Sprintf("P(%s = %s)", m.Target, m.Classes[1])
	}
	return fmt.Sprintf("P(%s)", m.Target)
}

// rawSamples are the inputs of a model for n samples, before its preparation.
type rawSamples struct {
	model    *Model
	data     *Data
	features []feature
	prepare  func(φ, x []float64) error
	width    int
	number   []float64 // of samples that each one stands for
}

// rawSamples returns the samples of d, which must be as for Scores.
func (m *Model) rawSamples(d *Data, analytic bool) (*rawSamples, error) {
	if _, err := m.matched(d); err != nil {
		return nil, err
	}
	x := &rawSamples{model: m, width: len(m.featureNames())}
	var err error
	if x.data, err = d.arranged("model", m.inputs()); err != nil {
		return nil, err
	}
	x.features, x.number = x.data.described(), d.numbers(analytic)
	if m.Preparation == nil {
		return x, nil
	}
	for j, f := range m.Preparation.inputs {
		for _, category := range f.categories {
			if !slices.Contains(x.features[j].categories, category) {
				x.features[j].categories = append(slices.Clip(x.features[j].categories), category)
			}
		}
	}
	_, x.prepare, err = chain(x.features, m.Preparation.steps)
	return x, err
}

// A change is what an effect is the effect of: the features that it sets, and to which
// values, or, if there are none, a slope by one feature.
type change struct {
	name, contrast string
	features       []int
	from, to       []float64
	step           float64 // by which a slope is found numerically
	gaps           bool    // a missing text is a category, too
}

// changes returns the changes of all inputs, given the step of a slope.
func (x *rawSamples) changes(discrete []string, step func(j int) float64) ([]change, error) {
	var changes []change
	used := map[string]bool{}
	for j, f := range x.features {
		switch {
		case f.categories != nil:
			changes = append(changes, x.categories(j)...)
		case f.of == "" && slices.Contains(discrete, f.name), f.gap:
			used[f.name] = true
			changes = append(changes, change{name: f.name, contrast: "1 − 0", features: []int{j}, from: []float64{0}, to: []float64{1}})
		case f.of == "":
			changes = append(changes, change{name: f.name, contrast: "slope", features: []int{j}, step: step(j)})
		default:
			changes = append(changes, x.dummy(j))
		}
	}
	for _, name := range discrete {
		if !used[name] {
			return nil, badSetting("EffectOptions.Discrete", name, "it is not a numeric feature; the features are %s", abbreviate(namesOf(x.features)))
		}
	}
	return changes, nil
}

// step is small against the differences within a column, and large against their rounding.
func (x *rawSamples) step(j int) float64 {
	if x.prepare == nil {
		return 0
	}
	values, weight := x.data.present(j)
	mean, size := stat.PopMeanStdDev(values, weight)
	if !(size > 1e-8*math.Abs(mean)) {
		size = max(math.Abs(mean), 1)
	}
	return 1e-3 * size
}

// categories returns the changes from the reference of a text column that is one-hot
// encoded to the other categories.
func (x *rawSamples) categories(j int) []change {
	c := x.model.Preparation.encoded(x.features[j].name)
	if c == nil {
		return nil
	}
	number := func(category string) float64 {
		if category == rareLevel && c.Rare != nil {
			category = c.Rare[0]
		}
		if k := slices.Index(x.features[j].categories, category); k >= 0 {
			return float64(k)
		}
		return math.NaN() // Impute makes this category of missing texts
	}
	var changes []change
	for _, category := range c.Categories[min(1, len(c.Categories)):] {
		changes = append(changes, change{
			name: c.Column, contrast: category + " − " + c.Categories[0], features: []int{j}, gaps: x.countsGaps(j),
			from: []float64{number(c.Categories[0])}, to: []float64{number(category)},
		})
	}
	return changes
}

// countsGaps reports whether missing texts of column j are a category of their own.
func (x *rawSamples) countsGaps(j int) bool {
	c := x.model.Preparation.encoded(x.features[j].name)
	return c != nil && slices.ContainsFunc(c.known(), func(category string) bool { return !slices.Contains(x.features[j].categories, category) })
}

// dummy returns the change from the reference to the category that feature j stands for.
func (x *rawSamples) dummy(j int) change {
	of := x.features[j].of
	c := change{name: of}
	for i, f := range x.features {
		if f.of == of && !f.gap {
			c.features, c.from, c.to = append(c.features, i), append(c.from, 0), append(c.to, 0)
			if i == j {
				c.to[len(c.to)-1] = 1
			}
		}
	}
	category := strings.TrimSuffix(strings.TrimPrefix(x.features[j].name, of+"["), "]")
	c.contrast = category + " − reference"
	if all := x.model.frame.Categories[of]; len(all) > 0 && !slices.Contains(namesOf(x.features), of+"["+all[0]+"]") {
		c.contrast = category + " − " + all[0]
	}
	return c
}

// mean returns one sample: the means of numbers and the most frequent categories.
func (x *rawSamples) mean() (*rawSamples, error) {
	columns := x.data.observe(seq(len(x.features)), x.number, nil)
	if err := x.data.Err(); err != nil {
		return nil, err
	}
	var all float64
	for _, n := range x.number {
		all += n
	}
	// Of the features that stand for a column, how often one is 1, and the most frequent.
	any, most := map[string]float64{}, map[string]float64{}
	isDummy := func(f feature) bool { return f.of != "" && !f.gap }
	for j, f := range x.features {
		if n := columns[j].First; isDummy(f) {
			any[f.of], most[f.of] = any[f.of]+n, max(most[f.of], n)
		}
	}
	row := make([]float64, len(x.features))
	for j, f := range x.features {
		c := columns[j]
		switch {
		case f.categories != nil && (c.Weight == 0 || x.countsGaps(j) && all-c.Weight > slices.Max(c.Weights)):
			row[j] = math.NaN()
		case f.categories != nil:
			row[j] = float64(Argmax(c.Weights))
		case isDummy(f):
			if c.First == most[f.of] && c.First > all-any[f.of] {
				row[j], most[f.of] = 1, math.Inf(1)
			}
		default:
			row[j] = c.First / c.Weight
		}
	}
	out, one := *x, *x.data
	out.data, out.number = &one, []float64{1}
	one.x = rows.NewDense(1, len(row), row)
	if one.offset != nil {
		one.offset = []float64{floats.Dot(x.number, one.offset) / all}
	}
	return &out, nil
}

// describe says for which samples the effects hold.
func describe(totals []total, o EffectOptions) string {
	least, most := math.Inf(1), 0.0
	for _, t := range totals {
		least, most = min(least, t.n), max(most, t.n)
	}
	switch {
	case o.AtMean:
		return "at the mean of numbers and the most frequent categories"
	case least < most:
		return fmt.Sprintf("means over the samples that have a value, %.10g to %.10g", least, most)
	case most == 1:
		return "at one sample"
	}
	return fmt.Sprintf("means over %.10g samples", most)
}

// Table returns a row per effect with the columns name, class (for Softmax only),
// contrast, effect, se, z (t for regression), p, low and high.
func (f *Effects) Table() Table {
	f = f.orNone()
	t := tabulate(f.Effects)
	statistic := "z"
	if !strings.HasPrefix(f.Of, "P(") {
		statistic = "t"
	}
	t.addTests(f.Effects, "effect", statistic)
	return t
}

// String returns what the effects are on and for which samples, and their table.
func (f *Effects) String() string {
	f = f.orNone()
	return strings.Join(append(f.head(), f.Table().String()), "\n")
}

// HTML returns the same as String as self-contained HTML, for a notebook.
func (f *Effects) HTML() string {
	f = f.orNone()
	return paragraph(f.head()) + f.Table().HTML()
}

func (f *Effects) orNone() *Effects {
	if f == nil {
		return &Effects{Of: "nothing: Model.MarginalEffects returned an error"}
	}
	return f
}

func (f *Effects) head() []string {
	how := "delta method"
	if f.Robust != "" {
		how += ", robust (" + f.Robust + ")"
	}
	return []string{"marginal effects on " + f.Of, fmt.Sprintf("%s, intervals %.4g %% %s", f.At, 100*f.Level, how)}
}

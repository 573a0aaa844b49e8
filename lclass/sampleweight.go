package lclass

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// WithWeight returns the data with the sample weights sᵢ in place of any earlier ones.
// Every learner minimises the mean loss (1/Σs) Σ sᵢℓᵢ plus the penalty. So a sample of
// weight 3 counts as three copies, a sample of weight 0 does not count, and only the
// ratios of the weights matter.
//
// A weight can mean two things, which give the same W and b:
//
//   - a frequency, or count: sᵢ identical samples share one row, so that Σs is the number
//     of samples;
//   - a precision, or analytic weight: one sample that counts sᵢ times as much, such as
//     1/σᵢ² for a target measured with standard deviation σᵢ. The number of samples stays
//     n.
//
// The uncertainty of W and b depends on the meaning. Doubled counts are twice as many
// samples and divide standard errors by √2; doubled precisions change nothing. Choose
// with the field PrecisionWeights of [SummaryOptions] and [Bootstrap]. Other weights,
// such as survey weights, need PrecisionWeights and a robust [Covariance]. WithWeight
// also removes the class weights of [Data.WithClassWeight] and [Data.Balanced].
//
// WithWeight returns an error unless there are n weights, all finite and ≥ 0, and at
// least one positive.
func (d *Data) WithWeight(s []float64) (*Data, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	if len(s) != d.N() {
		return nil, badLength("weights", len(s), "samples", d.N())
	}
	var total float64
	for i, v := range s {
		if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
			return nil, &ValueError{Column: "weight", Row: i, Value: fmt.Sprint(v), remedy: "weights must be finite and not negative"}
		}
		total += v
	}
	if total == 0 {
		return nil, errNoWeight
	}
	if math.IsInf(total, 0) {
		return nil, errHeavy
	}
	w := *d
	w.weight, w.plain = slices.Clone(s), nil
	return &w, nil
}

// SampleWeight returns the weights of the samples in scores: without class weights, but 0
// for classes of weight 0. It is nil if none are set.
func (d *Data) SampleWeight() []float64 {
	if d = d.orNone(); d.weight == nil {
		return nil
	}
	return d.numbers(false)
}

// sampleWeights returns the weights, 1 each unless given.
func (d *Data) sampleWeights() []float64 {
	if d.weight != nil {
		return d.weight
	}
	return slices.Repeat([]float64{1}, d.N())
}

func (d *Data) counts(i int) bool { return d.weight == nil || d.weight[i] > 0 }

// counted returns the samples whose weight is not 0.
func (d *Data) counted() *Data {
	if d.weight == nil {
		return d
	}
	return d.Subset(indices(d.N(), d.counts))
}

// printWeight returns the sum of the weights as it is printed.
func (d *Data) printWeight() string {
	if !slices.ContainsFunc(d.weight, func(s float64) bool { return s != 1 }) {
		return ""
	}
	return fmt.Sprintf(", Σs = %.6g", floats.Sum(d.weight))
}

// moderate returns weights in the same ratios that can be summed up. Those that
// are no weights, which are errors later, stay what they are.
func moderate(weight []float64) []float64 {
	var most float64
	for _, s := range weight {
		if s > most {
			most = s
		}
	}
	if !(most > 0) || math.IsInf(most, 0) || most <= extreme && most >= 1/extreme {
		return weight
	}
	weight = slices.Clone(weight)
	for i := range weight {
		weight[i] /= most
	}
	return weight
}

// WithClassWeight returns the data with the weight of each sample multiplied by that of
// its class. Use it for classes that are rarer in the data than in the application, or
// whose errors cost more. Classes that are not named keep their weights; weight 0 leaves
// a class out.
//
// Class weights are not counts and are kept apart from sample weights: with them,
// [Model.Summary] needs a robust SummaryOptions.Covariance, such as HC1. As in scikit-learn,
// they count in fits and not in scores: neither in [Model.Accuracy] nor in the scorings,
// reports, thresholds and calibrations of package validate. For weights that count
// everywhere, use [Data.WithWeight]. WithClassWeight returns an
// error if the data do not have a named class, or if a weight is negative, NaN or
// infinite.
func (d *Data) WithClassWeight(weight map[string]float64) (*Data, error) {
	if err := d.checkIsClass(); err != nil {
		return nil, err
	}
	factor := slices.Repeat([]float64{1}, d.K())
	for _, class := range slices.Sorted(maps.Keys(weight)) {
		k := slices.Index(d.classes, class)
		if k < 0 {
			return nil, d.noClass(class)
		}
		s := weight[class]
		if math.IsNaN(s) || math.IsInf(s, 0) || s < 0 {
			return nil, badSetting(fmt.Sprintf("weight of class %q", class), s, "weights must be finite and not negative")
		}
		factor[k] = s
	}
	return d.withFactors(factor)
}

// Balanced returns the data weighted so that each of the K classes that occur has the
// same total weight: the weights of class k are multiplied by Σs / (K Σₖs), where Σₖs is
// their sum. The total Σs stays as it is. Without sample weights, that is scikit-learn's
// class_weight="balanced", n/(K nₖ); unlike scikit-learn, existing sample weights are
// respected. The bias b and the probabilities of a classifier become those of classes of
// equal size.
//
// As with WithClassWeight, a summary needs a robust covariance, and scores ignore the class
// weights. They are those of d, also where folds split the result.
//
// Balanced returns an error if the target has no classes or all weights are 0.
func (d *Data) Balanced() (*Data, error) {
	if err := d.checkIsClass(); err != nil {
		return nil, err
	}
	of := make([]float64, d.K())
	var total, occur float64
	for i, s := range d.sampleWeights() {
		of[d.t[i]] += s
		total += s
	}
	for _, s := range of {
		if s > 0 {
			occur++
		}
	}
	factor := make([]float64, d.K())
	for k, s := range of {
		if s > 0 {
			factor[k] = total / occur / s
		}
	}
	return d.withFactors(factor)
}

// withFactors multiplies the weights of each class by its factor, and remembers
// those that they had. Factors of 1 and 0 leave numbers of samples what they
// are.
func (d *Data) withFactors(factor []float64) (*Data, error) {
	s := slices.Clone(d.sampleWeights())
	var weighs bool
	for i, k := range d.t {
		s[i] *= factor[k]
		weighs = weighs || factor[k] != 0 && factor[k] != 1
	}
	w, err := d.WithWeight(s)
	if err != nil {
		return nil, err
	}
	if w.plain = d.plain; weighs && w.plain == nil {
		w.plain = d.sampleWeights()
	}
	return w, nil
}

// numbers returns how many samples each one stands for: with analytic weights 1
// for each that counts, otherwise its weight without that of its class.
func (d *Data) numbers(analytic bool) []float64 {
	number := slices.Clone(d.sampleWeights())
	for i, s := range number {
		switch {
		case s == 0:
		case analytic:
			number[i] = 1
		case d.plain != nil:
			number[i] = d.plain[i]
		}
	}
	return number
}

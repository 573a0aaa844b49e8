package lclass

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

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

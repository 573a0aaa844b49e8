package lclass

import (
	"fmt"
	"iter"
)

// OneVsOne learns K classes by K(K−1)/2 binary learners, one for each pair of
// classes from the samples of these two alone (Chemnitz section 4; Dongguk,
// Bishop 4.1.2; Edinburgh). The model has a row of W for each of the pairs
// (0,1), (0,2) … (1,2) …, see [Model.Pairs]; z ≥ 0 is a vote for the second
// class of the pair. The class with the most votes gets the sample; of classes
// with as many votes the one with the largest sum of scores for it less those
// against it, as in scikit-learn's OneVsOneClassifier. Where there are such
// ties the sample is ambiguous; see [Model.VotesOne] and [Model.AmbiguousOne].
//
// With two classes there is nothing to reduce and the model is that of the
// binary learner.
type OneVsOne struct {
	// Of is the binary learner, with one score for two classes: Perceptron,
	// Logistic, LinearSVM or RegressionClassifier. It is used by several
	// goroutines at once.
	Of Estimator
}

var _ Estimator = OneVsOne{}

// Fit learns from two classes or more, each with samples that count, or it is
// [ErrMissingClass]. The pairs are learnt side by side; what they achieve is
// added up as in [OneVsRest.Fit].
func (o OneVsOne) Fit(d *Data) (*Model, error) { return fitParts(o.reduction(d)) }

// Steps returns the steps of all pairs at once: a pair that has ended keeps
// its place. It is an error if the binary learner has no Steps.
func (o OneVsOne) Steps(d *Data) iter.Seq2[Step, error] { return stepParts(o.reduction(d)) }

func (o OneVsOne) reduction(d *Data) (*reduction, error) {
	r, err := d.reduce("OneVsOne", o.Of, func() []part {
		var parts []part
		for _, p := range pairs(d.K()) {
			parts = append(parts, part{
				name: fmt.Sprintf("class %q against %q", d.classes[p[1]], d.classes[p[0]]),
				of:   o.Of,
				data: func() (*Data, error) { return d.pair(p[0], p[1]), nil },
			})
		}
		return parts
	})
	if err == nil && len(r.parts) > 1 {
		r.signs, r.sigmoids = OneVsOneOutput, OneVsOneOutput
	}
	return r, err
}

// pair returns the samples of two classes as a problem of these.
func (d *Data) pair(first, second int) *Data {
	var index []int
	for i, class := range d.t {
		if class == first || class == second {
			index = append(index, i)
		}
	}
	p := d.Subset(index)
	p.y = nil
	p.classes = []string{d.classes[first], d.classes[second]}
	for i, class := range p.t {
		p.t[i] = 0
		if class == second {
			p.t[i] = 1
		}
	}
	return p
}

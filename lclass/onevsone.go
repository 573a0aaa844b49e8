package lclass

import (
	"fmt"
	"iter"
)

// OneVsOne learns K classes with K(K−1)/2 binary models, one for each pair of classes,
// fitted to the samples of these two (Chemnitz section 4; Dongguk, Bishop 4.1.2;
// Edinburgh). W has a row for each of the pairs (0,1), (0,2) … (1,2) …, see
// [Model.Pairs]; z ≥ 0 is a vote for the second class of the pair. The class with the
// most votes is predicted. A tie goes to the class with the largest sum of scores for it
// minus those against it, as in scikit-learn's OneVsOneClassifier, and the sample is
// ambiguous; see [Model.VotesOne] and [Model.AmbiguousOne].
//
// With two classes the model is that of the binary learner.
type OneVsOne struct {
	// Of is the binary learner, with one score for two classes: Perceptron, Logistic,
	// LinearSVM or RegressionClassifier. Several goroutines use it at once.
	Of Estimator
}

// Fit learns from two or more classes and returns an error if one has no samples
// of positive weight. The pairs are fitted in parallel; the Status is as in
// [OneVsRest.Fit].
func (o OneVsOne) Fit(d *Data) (*Model, error) { return fitBinaries(o.reduction(d)) }

// Steps returns the steps of all pairs at once; a pair that has finished keeps its last
// state. It returns an error if the binary learner has no Steps.
func (o OneVsOne) Steps(d *Data) iter.Seq2[Step, error] { return stepBinaries(o.reduction(d)) }

func (o OneVsOne) reduction(d *Data) (*reduction, error) {
	r, err := d.reduce("OneVsOne", o.Of, func() []binaryFit {
		var binaries []binaryFit
		for _, p := range pairs(d.K()) {
			binaries = append(binaries, binaryFit{
				name: fmt.Sprintf("class %q against %q", d.classes[p[1]], d.classes[p[0]]),
				of:   o.Of,
				data: func() *Data { return d.pair(p[0], p[1]) },
			})
		}
		return binaries
	})
	if err == nil && len(r.binaries) > 1 {
		r.signs, r.sigmoids = OneVsOneOutput, OneVsOneOutput
	}
	return r, err
}

// pair returns the samples of two classes as a problem of these.
func (d *Data) pair(first, second int) *Data {
	p := d.Subset(indices(len(d.t), func(i int) bool { return d.t[i] == first || d.t[i] == second }))
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

package lclass

import (
	"fmt"
	"iter"
)

// OneVsRest learns K classes by K binary learners, each of which tells one
// class from the rest (Chemnitz section 4, one-vs-all; Edinburgh). The model
// has a row of W for each class,
//
//	z = W x + b,  y = argmax_k z_k,
//
// and, if the binary learner has probabilities, y_k = σ(z_k)/Σⱼ σ(z_j), as
// scikit-learn's OneVsRestClassifier does. A sample that no class or more than
// one claims by z_k ≥ 0 is ambiguous; see [Model.VotesOne] and [Model.AmbiguousOne].
// The scores come from different fits and are comparable only as far as the
// learner keeps to one scale, as Logistic does and Perceptron does not.
//
// Bishop (4.1.2, Dongguk) has K−1 classifiers: the samples that none of them
// claims are of the last class. They are the first K−1 rows of this model: if
// v are the Votes, a sample is of class k < K−1 if only v[k] of the first K−1 is
// 1, of the last class if none is, and ambiguous otherwise.
//
// With two classes there is nothing to reduce and the model is that of the
// binary learner.
type OneVsRest struct {
	// Of is the binary learner, with one score for two classes: Perceptron,
	// Logistic, LinearSVM or RegressionClassifier. It is used by several
	// goroutines at once.
	Of Estimator
}

var _ Estimator = OneVsRest{}

// Fit learns from two classes or more, each with samples that count, or it is
// [ErrMissingClass]. The parts are learnt side by side. Loss, Gap, Updates and
// Errors are the sums over the parts, Iterations and Gradient the largest; the
// worst Outcome counts, and the note names its class.
func (o OneVsRest) Fit(d *Data) (*Model, error) { return fitParts(o.reduction(d)) }

// Steps returns the steps of all parts at once: a part that has ended keeps
// its place. It is an error if the binary learner has no Steps.
func (o OneVsRest) Steps(d *Data) iter.Seq2[Step, error] { return stepParts(o.reduction(d)) }

func (o OneVsRest) reduction(d *Data) (*reduction, error) {
	r, err := d.reduce("OneVsRest", o.Of, func() []part {
		parts := make([]part, d.K())
		for k, class := range d.classes {
			parts[k] = part{
				name: fmt.Sprintf("class %q against the rest", class),
				of:   o.Of,
				data: func() (*Data, error) { return d.Positive(class) },
			}
		}
		return parts
	})
	if err == nil && len(r.parts) > 1 {
		r.signs, r.sigmoids = OneVsRestOutput, OneVsRestSigmoidOutput
	}
	return r, err
}

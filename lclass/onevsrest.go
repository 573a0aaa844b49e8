package lclass

import (
	"fmt"
	"iter"
)

// OneVsRest learns K classes with K binary models, each of which separates one class from
// the rest (Chemnitz section 4, one-vs-all; Edinburgh). W has a row for each class,
//
//	z = W x + b,  y = argmax_k z_k,
//
// and, if the binary learner has probabilities, y_k = σ(z_k)/Σⱼ σ(z_j), as in
// scikit-learn's OneVsRestClassifier. A sample is ambiguous if z_k ≥ 0 for no class or
// for more than one; see [Model.VotesOne] and [Model.AmbiguousOne]. The scores come from
// different fits. They are comparable only if the learner has a fixed scale, as Logistic
// does and Perceptron does not.
//
// Bishop (4.1.2, Dongguk) uses only K−1 classifiers, the first K−1 rows of this model.
// With the votes v of [Model.VotesOne], a sample belongs to class k < K−1 if v[k] is the
// only 1 among the first K−1 votes, to the last class if there is none, and is ambiguous
// otherwise.
//
// With two classes the model is that of the binary learner.
type OneVsRest struct {
	// Of is the binary learner, with one score for two classes: Perceptron, Logistic,
	// LinearSVM or RegressionClassifier. Several goroutines use it at once.
	Of Estimator
}

// Fit learns from two or more classes and returns an error if one has no samples
// of positive weight. The binary models are fitted in parallel. In the Status, Loss, Gap,
// Updates and Errors are sums over them, Iterations and Gradient maxima, and the Outcome
// is the worst; the note names its class.
func (o OneVsRest) Fit(d *Data) (*Model, error) { return fitBinaries(o.reduction(d)) }

// Steps returns the steps of all binary models at once; one that has finished keeps its
// last state. It returns an error if the binary learner has no Steps.
func (o OneVsRest) Steps(d *Data) iter.Seq2[Step, error] { return stepBinaries(o.reduction(d)) }

func (o OneVsRest) reduction(d *Data) (*reduction, error) {
	r, err := d.reduce("OneVsRest", o.Of, func() []binaryFit {
		binaries := make([]binaryFit, d.K())
		for k, class := range d.classes {
			binaries[k] = binaryFit{
				name: fmt.Sprintf("class %q against the rest", class),
				of:   o.Of,
				data: func() *Data { return d.against(k) },
			}
		}
		return binaries
	})
	if err == nil && len(r.binaries) > 1 {
		r.signs, r.sigmoids = OneVsRestOutput, OneVsRestSigmoidOutput
	}
	return r, err
}

// Package lclass learns linear classifiers the way the lectures write them.
//
// A specification such as [Perceptron], [Logistic] or [Softmax] is a plain
// struct named after its algorithm; its Fit method learns from a [Data] and
// returns a new, immutable [Model]. Every model is a linear score
//
//	z = W x + b,  W K×d, b K
//
// of the features x of one sample, followed by the output that the loss
// brings with it (a sign, a probability, the largest score). What is
// minimised is the same for all of them:
//
//	L(W, b) = (1/Σs) Σ sᵢ ℓ(zᵢ, tᵢ) + ½λ‖W‖²
//
// with sample weights s (1 each unless given), the loss ℓ of the learner, and
// a [Penalty] that is zero unless asked for and never touches the bias b.
//
// Iterative specifications also have Steps, an iterator over the epochs or
// iterations that Fit runs through, for those who want to watch.
//
// Failure has three levels: an error when there is no usable model, a
// [Status] on the model when there is a caveat (not converged, separated
// data), and a panic only when a low-level helper is called with slices of
// the wrong length.
//
// Arithmetic is float64 throughout.
package lclass

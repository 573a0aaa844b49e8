// Package shard is what a fit asks of its samples, in a form that travels.
//
// Every fit is a sum over samples, and its solver never sees one of them: it
// puts a [Query] and gets a [Sum]. Sums over different samples merge into the
// sum over all, so the samples may lie in memory, in blocks, or in shards on many
// machines, each with an [Evaluator] of its own. On the machine that has a shard
// lclass.Shard makes one; the machine that runs the solver has another, which
// sends the query to all shards, as [Together] does within one process, and
// hands it to lclass.FitShards.
//
// Query and Sum have exported fields of numbers and slices of them alone. Encode
// them as gob or the like: a Sum may hold infinities, which JSON cannot represent.
package shard

// A Kind is what a query asks for.
type Kind int

const (
	// Loss asks for the loss at Theta.
	Loss Kind = iota
	// Targets asks for what is known without the features: the loss where all
	// scores are 0, and the targets themselves.
	Targets
	// Moments asks for the sums of the features and of their squares.
	Moments
	// Range asks for the least and the largest value of each feature.
	Range
	// Products asks for the products of the features.
	Products
	// Triangle asks for the triangle R of a QR decomposition.
	Triangle
	// Margins asks how far the samples are from the boundary, and how fast they
	// move.
	Margins
	// Factors asks for the second derivatives of the loss at Theta as two
	// factors: the scores' and the features'.
	Factors
)

// A Query says what to add up over samples i with weights sᵢ, features xᵢ and
// the scores zᵢ = W xᵢ + b, plus their offsets. Fields that the kind does not name are not looked at.
type Query struct {
	Kind Kind
	// Theta is θ for Loss, Margins and Factors: the d×K weights with the K of a feature
	// side by side, then the K biases.
	Theta []float64
	// Gradient asks Loss for Sum.Gradient.
	Gradient bool
	// Rough allows Loss six digits, where fewer are faster.
	Rough bool
	// Curvature asks Loss for Sum.Curvature.
	Curvature bool
	// Centre is what is taken off the d features before their products: for
	// Loss with Curvature, Moments, Products, Triangle, Margins and Factors. nil
	// is 0.
	Centre []float64
	// Scale is what they are divided by after that: for Triangle and Margins.
	Scale []float64
	// Target is what is taken off the K numeric targets, for Triangle.
	Target []float64
	// Along is a direction of Theta, for Margins; nil for none.
	Along []float64
	// Skip has Moments and Products look at every Skip-th of the stretches of
	// samples alone; 0 and 1 are all of them.
	Skip int
	// Share is the part of the samples whose features Factors looks at, those
	// that bend the loss most with preference; 1 is all of them. With less than 1
	// some of them say how the scores bend it, too.
	Share float64
}

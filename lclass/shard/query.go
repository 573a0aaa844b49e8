// Package shard defines the queries of a fit to its samples, in a form that can be sent
// to other machines.
//
// A solver never sees single samples: it sends a [Query] and gets a [Sum] over samples.
// Sums over different samples can be merged, so the samples may be in memory, in blocks,
// or in shards on many machines, each with its own [Evaluator]. On the machine that has a
// shard, lclass.Shard returns one. The machine that runs the solver passes
// lclass.FitShards another one, which sends the query to all shards, as [Together] does
// within a process.
//
// Query and Sum have only exported fields of numbers, texts, and slices of them. Encode
// them as gob or similar: a Sum may hold infinities, which JSON cannot represent.
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
	// Range asks for the smallest and the largest value of each feature.
	Range
	// Products asks for the products of the features.
	Products
	// Triangle asks for the triangle R of a QR decomposition.
	Triangle
	// Margins asks for the distances of the samples from the boundary and for their rates
	// of change.
	Margins
	// Factors asks for the second derivatives of the loss at Theta as two factors: one of
	// the scores and one of the features.
	Factors
	// Columns asks for a description of each feature: its numbers, texts and missing
	// values.
	Columns
	// Ranks asks for the weight of the samples whose features are at most Cuts.
	Ranks
	// Sandwich asks for the products of the gradients of the loss at Theta.
	Sandwich
	// Values asks for the different values of Features and the weight of each.
	Values
)

// A Query specifies a sum over samples i with weights sᵢ, features xᵢ and the scores zᵢ =
// W xᵢ + b, plus their offsets. Fields that do not mention the kind are ignored.
type Query struct {
	Kind Kind
	// Preparation is the JSON of the lclass.Prepared that the features go through first;
	// nil for none. The d features below are those that it makes.
	Preparation []byte
	// Theta is θ for Loss, Margins, Factors and Sandwich: the d×K weights, feature by
	// feature, then the K biases.
	Theta []float64
	// Gradient asks Loss for Sum.Gradient.
	Gradient bool
	// Rough allows Loss to be precise to only six digits if that is faster.
	Rough bool
	// Curvature asks Loss for Sum.Curvature.
	Curvature bool
	// Centre is subtracted from the d features before products: for Loss with Curvature,
	// Moments, Products, Triangle, Margins, Factors, Columns and Sandwich. nil is 0.
	Centre []float64
	// Scale then divides them: for Triangle, Margins and Sandwich.
	Scale []float64
	// Target is subtracted from the K numeric targets, for Triangle.
	Target []float64
	// Along is a direction of Theta, for Margins; nil for none.
	Along []float64
	// Skip limits Moments and Products to every Skip-th block of samples; 0 and 1 mean
	// all.
	Skip int
	// Share is the fraction of the samples whose features Factors uses, preferably those
	// with the largest curvature; 1 means all. Below 1, the factor of the scores is
	// estimated from some samples too.
	Share float64
	// Features are indices of features, for Values and Ranks. Ranks may repeat a feature.
	Features []int
	// Cuts are the values to compare with, the same number for each of Features, in
	// increasing order, for Ranks.
	Cuts []float64
	// Root is M of the inverse MᵀM of the second derivatives, p×p for the p parameters
	// (w̃, b̃) of the centred and scaled features, feature by feature. For Sandwich.
	Root []float64
	// Reference is the class whose scores are left out of these parameters, −1 for none.
	// For Sandwich.
	Reference int
	// Leverage divides the gradient of a sample with the leverage h by (1 − h)^Leverage,
	// for Sandwich with one score.
	Leverage float64
}

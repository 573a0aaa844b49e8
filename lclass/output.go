package lclass

import (
	"fmt"
	"math"
	"slices"
)

// An Output turns the scores z of a model into predictions.
type Output int

const (
	// Identity: the score is the predicted number.
	Identity Output = iota
	// SignOutput: z ≥ 0 predicts the second of two classes.
	SignOutput
	// SigmoidOutput: σ(z) is the probability of the second of two classes.
	SigmoidOutput
	// LargestOutput: the class with the largest of K scores.
	LargestOutput
	// SoftmaxOutput: softmax(z) are the probabilities of K classes.
	SoftmaxOutput
	// OneVsRestOutput: z_k ≥ 0 is a vote for class k against the rest; the class with the
	// largest of K scores is predicted.
	OneVsRestOutput
	// OneVsRestSigmoidOutput: the same, with probabilities σ(z_k)/Σⱼ σ(z_j).
	OneVsRestSigmoidOutput
	// OneVsOneOutput: each of K(K−1)/2 scores is a vote for one class of a pair, z ≥ 0
	// for the second; the class with the most votes is predicted.
	OneVsOneOutput
	// MultiLabelOutput: σ(z_k) is the probability of label k, independent of the others;
	// labels with z_k ≥ 0 are assigned.
	MultiLabelOutput
	// DensityOutput: the scores are the logarithms of the joint densities of x and
	// each of K classes, and softmax(z) are the probabilities (Bayes' theorem).
	DensityOutput
	// ClippedOutput: (clip(z, −1, 1) + 1)/2 is the probability of the second of two
	// classes.
	ClippedOutput
)

// A behaviour is what an Output does.
type behaviour struct {
	name string
	// fits reports whether so many classes go with so many scores.
	fits func(classes, scores int) bool
	// class decides between k classes. It is nil if there is nothing to
	// decide, and noClass then says why and what to use instead.
	class   func(z []float64, k int) int
	noClass string
	// votes sets v, one value a class, to the votes of z. It is nil if the
	// class has the only vote.
	votes func(v []int, z []float64)
	// probability sets y, one value a class. It is nil if there is none.
	probability func(y, z []float64)
	meaning     func(m *Model) string
}

var outputs = []behaviour{
	Identity: {
		name:    "identity",
		fits:    func(classes, scores int) bool { return classes == 0 && scores == 1 },
		noClass: "the model predicts numbers, not classes; use Number of Predict, or ScoresOne",
		meaning: func(m *Model) string { return m.Target + " = " + m.formula("w·x") },
	},
	SignOutput: {
		name: "sign", fits: oneScore, class: bySign,
		meaning: func(m *Model) string {
			return fmt.Sprintf("%s is %s where %s ≥ 0, else %s", m.Target, m.Classes[1], m.formula("w·x"), m.Classes[0])
		},
	},
	SigmoidOutput: {
		name: "sigmoid", fits: oneScore, class: bySign,
		probability: func(y, z []float64) { y[0], y[1] = Sigmoid(-z[0]), Sigmoid(z[0]) },
		meaning: func(m *Model) string {
			return fmt.Sprintf("P(%s = %s) = σ(%s)", m.Target, m.Classes[1], m.formula("w·x"))
		},
	},
	LargestOutput: {
		name: "largest", fits: scoreEach, class: byLargest,
		meaning: func(m *Model) string { return m.Target + " is the class with the largest score " + m.formula("W x") },
	},
	SoftmaxOutput: {
		name: "softmax", fits: scoreEach, class: byLargest, probability: SoftmaxTo,
		meaning: func(m *Model) string { return fmt.Sprintf("P(%s) = softmax(%s)", m.Target, m.formula("W x")) },
	},
	OneVsRestOutput: {
		name: "one-vs-rest", fits: scoreEach, class: byLargest, votes: claims,
		meaning: func(m *Model) string {
			return m.Target + " is the class with the largest score " + m.formula("W x") + ", each of them against the rest"
		},
	},
	OneVsRestSigmoidOutput: {
		name: "one-vs-rest-sigmoid", fits: scoreEach, class: byLargest, votes: claims, probability: shares,
		meaning: func(m *Model) string {
			return fmt.Sprintf("P(%s) = σ(%s), each class against the rest, divided by their sum", m.Target, m.formula("W x"))
		},
	},
	OneVsOneOutput: {
		name:  "one-vs-one",
		fits:  func(classes, scores int) bool { return classes >= 2 && scores == classes*(classes-1)/2 },
		class: byVotes, votes: duels,
		meaning: func(m *Model) string {
			return m.Target + " is the class with the most votes; " + m.formula("W x") + " ≥ 0 is one for the second of a pair"
		},
	},
	MultiLabelOutput: {
		name:        "multi-label",
		fits:        func(labels, scores int) bool { return labels > 0 && scores == labels },
		noClass:     "the model gives each sample a set of labels, not one class; use Sets and Labels of Predict",
		probability: sigmoids,
		meaning:     func(m *Model) string { return "P(label) = σ(" + m.formula("W x") + "), each label by itself" },
	},
	DensityOutput: {
		name: "density", fits: scoreEach, class: byLargest, probability: SoftmaxTo,
		meaning: func(m *Model) string {
			features := "correlated"
			if m.Densities.Factors == nil {
				features = "independent"
			}
			return fmt.Sprintf("P(%s) ∝ prior × normal density, features %s within a class", m.Target, features)
		},
	},
	ClippedOutput: {
		name: "clipped", fits: oneScore, class: bySign, probability: clip,
		meaning: func(m *Model) string {
			return fmt.Sprintf("P(%s = %s) = (%s + 1)/2, from 0 to 1", m.Target, m.Classes[1], m.formula("w·x"))
		},
	},
}

// formula returns the score as people write it, such as "w·x + b", given the product of
// weights and features.
func (m *Model) formula(product string) string {
	if !m.NoIntercept {
		product += " + b"
	}
	if m.Offset {
		product += " + offset"
	}
	return product
}

// String returns the name used in JSON, such as "softmax".
func (o Output) String() string { return nameOf("Output", int(o), outputNames) }

var outputNames = transform(outputs, func(b behaviour) string { return b.name })

// outputNamed returns the Output of a name used in JSON.
func outputNamed(name string) (Output, error) {
	if o := slices.Index(outputNames, name); o >= 0 {
		return Output(o), nil
	}
	return 0, fmt.Errorf("output is %q; it must be one of %q", name, outputNames)
}

func oneScore(classes, scores int) bool  { return classes == 2 && scores == 1 }
func scoreEach(classes, scores int) bool { return classes >= 2 && scores == classes }

func bySign(z []float64, _ int) int    { return int(StepFunc(z[0])) }
func byLargest(z []float64, _ int) int { return Argmax(z) }

func sigmoids(y, z []float64) {
	for k, v := range z {
		y[k] = Sigmoid(v)
	}
}

// clip sets y to (1 ∓ z)/2 with z between −1 and 1.
func clip(y, z []float64) {
	v := min(max(z[0], -1), 1)
	y[0], y[1] = (1-v)/2, (1+v)/2
}

// shares sets y to σ(z_k)/Σⱼ σ(z_j), by way of the softmax of log σ(z), which
// has an answer where all σ(z) are too small for a float64.
func shares(y, z []float64) {
	for k, v := range z {
		y[k] = min(v, 0) - math.Log1p(math.Exp(-math.Abs(v)))
	}
	SoftmaxTo(y, y)
}

// Sign returns +1 for z ≥ 0 and −1 for z < 0 (Chemnitz section 1; the sign of
// 0 is +1 in all lectures that define it).
func Sign(z float64) float64 {
	if z >= 0 {
		return 1
	}
	return -1
}

// StepFunc returns 1 for z ≥ 0 and 0 for z < 0 (KMITL, activation functions).
func StepFunc(z float64) float64 {
	if z >= 0 {
		return 1
	}
	return 0
}

// Sigmoid returns σ(z) = 1/(1 + e⁻ᶻ) (Dongguk, equation 2). It neither
// overflows nor loses digits for scores far from 0.
func Sigmoid(z float64) float64 {
	if z >= 0 {
		return 1 / (1 + math.Exp(-z))
	}
	e := math.Exp(z)
	return e / (1 + e)
}

// SoftmaxTo sets y to the softmax of the scores z, yⱼ = exp(zⱼ)/Σₖ exp(zₖ) (Chemnitz
// section 4). y may be z. It panics if the lengths differ.
func SoftmaxTo(y, z []float64) {
	if len(y) != len(z) {
		panic("lclass: SoftmaxTo: y and z differ in length")
	}
	largest := math.Inf(-1)
	for _, v := range z {
		largest = max(largest, v)
	}
	var sum float64
	for j, v := range z {
		y[j] = math.Exp(v - largest)
		sum += y[j]
	}
	for j := range y {
		y[j] /= sum
	}
}

// Argmax returns the index of the largest score, the first one in a tie.
func Argmax(z []float64) int {
	best := 0
	for k, v := range z {
		if v > z[best] {
			best = k
		}
	}
	return best
}

package lclass

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/normal"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// LDA is linear discriminant analysis, the generative approach to a linear model (Dongguk
// 1, approaches, and 3, overview). Each class has a normal density with its own mean and
// a common covariance,
//
//	p(x | C_k) = N(x; μ_k, Σ),  P(C_k) = π_k,
//
// which Bayes' theorem turns into class probabilities. The quadratic terms in x cancel,
// so that (Bishop 2006, 4.2.1)
//
//	P(C_k | x) = softmax(W x + b)_k,  w_k = Σ⁻¹μ_k,  b_k = −½ μ_kᵀΣ⁻¹μ_k + log π_k
//
// The model subtracts the mean over the classes from w_k and b_k, which changes no
// probability: the rows of W sum to 0, as those of [Softmax] do. For two classes w =
// Σ⁻¹(μ₂ − μ₁) and b, 1×d, give σ(w·x + b), as for [Logistic].
//
// The maximum likelihood estimates are (Bishop 2006, 4.2.2), with the covariance S_k of
// class k:
//
//	μ_k = (1/n_k) Σ sᵢ xᵢ,  S_k = (1/n_k) Σ sᵢ (xᵢ − μ_k)(xᵢ − μ_k)ᵀ,  Σ = Σ_k (n_k/n) S_k
//
// where n_k is the sum of the weights of class k, and n the sum of all weights.
//
// The Loss of the Status is the log-loss −(1/Σs) Σ sᵢ log P(tᵢ | xᵢ) that Softmax and
// Logistic minimise, for comparison. LDA maximises the joint likelihood of features and
// classes instead, so its Gradient is NaN and [Model.Summary] returns [ErrNoLikelihood].
//
// Linearly dependent features share their weight (the solution of least norm in units of
// standard deviations); constant features have weight 0. Fit returns an error if Σ has no
// variance in a direction in which the means differ, as with few samples.
type LDA struct {
	// Shrinkage α replaces S_k by (1−α) S_k + α diag S_k, which reduces the correlations
	// in any units. It lies between 0, none, and 1, or is LedoitWolf.
	Shrinkage float64
	// Unbiased divides Σ by n − K instead of n, as R's MASS and scikit-learn's
	// default solver do. The weights must then count samples.
	Unbiased bool
	// Priors are the π_k by class name; they are divided by their sum. Nil means n_k/n.
	Priors map[string]float64
}

// Fit learns from two or more classes. A class without samples is left out of the model;
// Status.Note says so.
func (l LDA) Fit(d *Data) (*Model, error) {
	if err := checkShrinkage(l.Shrinkage); err != nil {
		return nil, err
	}
	g, err := newGaussians(d, l.Priors)
	if err != nil {
		return nil, err
	}
	classes, err := g.covariances(l.Shrinkage)
	if err != nil {
		return nil, err
	}
	cov, err := g.common(classes, l.Unbiased)
	if err != nil {
		return nil, err
	}
	common, err := g.whitened(cov)
	if err != nil {
		return nil, err
	}
	w, b, err := g.discriminants(common)
	if err != nil {
		return nil, err
	}
	if rank := common.Rank(); rank < len(g.kept) {
		g.notes = append(g.notes, fmt.Sprintf("the features are linearly dependent (rank %d of %d); of all equal solutions this is the one of least norm in units of standard deviations", rank, len(g.kept)))
	}
	return g.linear(w, b)
}

const constantRemedy = "leave them out, or use NaiveBayes with Smoothing"

// discriminants returns W and b for the K classes, each with mean 0.
func (g *gaussians) discriminants(common *normal.Whitening) (*mat.Dense, []float64, error) {
	k := len(g.classes)
	center := make([]float64, len(g.kept))
	for _, c := range g.classes {
		floats.AddScaled(center, 1/float64(k), c.mean)
	}
	w, b := mat.NewDense(k, g.data.D(), nil), make([]float64, k)
	delta := make([]float64, len(g.kept))
	for i, c := range g.classes {
		floats.SubTo(delta, c.mean, center)
		x, square, outside := common.Solve(delta)
		if outside != nil {
			return nil, nil, g.singular(nil, common, outside, "set Shrinkage, leave features out, or use NaiveBayes with Smoothing", constantRemedy)
		}
		b[i] = math.Log(c.prior) - square/2 - dot(x, center)
		for a, j := range g.kept {
			w.Set(i, j, x[a]/g.unit[a])
		}
	}
	floats.AddConst(-floats.Sum(b)/float64(k), b)
	return w, b, nil
}

// linear returns the model with a row of W and a value of b for each class, or for two
// classes with their differences.
func (g *gaussians) linear(w *mat.Dense, b []float64) (*Model, error) {
	m := g.bare(SoftmaxOutput)
	m.W, m.B = w, b
	if len(b) == 2 {
		m.Output = SigmoidOutput
		weights, bias := line(w, b)
		m.W, m.B = mat.NewDense(1, len(weights), weights), []float64{bias}
	}
	if err := g.conclude(m); err != nil {
		return nil, err
	}
	return m, nil
}

// conclude gives the model its status.
func (g *gaussians) conclude(m *Model) error {
	for j, name := range m.Features {
		for i := range m.B {
			if v := m.W.At(i, j); math.IsInf(v, 0) || math.IsNaN(v) {
				return &ValueError{Err: ErrOverflow, Column: name, Row: -1, remedy: "the weight overflows"}
			}
		}
	}
	// About a sample, so that W x and b do not cancel where features are far from 0.
	n, k := g.data.N(), len(m.B)
	centre := (&objective.Objective{X: g.data.x}).Origin()
	z := mat.NewDense(n, k, nil)
	about, w := rows.About(g.data.x, centre, nil), mat.DenseCopyOf(m.W.T()).RawMatrix().Data
	for lo := 0; lo < n; lo += rows.Block {
		if err := g.data.Err(); err != nil {
			return err
		}
		about.Scores(z.RawMatrix().Data[lo*k:], lo, min(lo+rows.Block, n), k, w, m.B)
	}
	var err error
	if infinite := func(v float64) bool { return math.IsNaN(v - v) }; slices.ContainsFunc(z.RawMatrix().Data, infinite) {
		z, err = m.Scores(g.data)
	}
	if err != nil {
		return err
	}
	t, err := m.Targets(g.data)
	if err != nil {
		return err
	}
	y, err := m.Predict(g.data)
	if err != nil {
		return err
	}
	var loss float64
	var wrong int
	for i, s := range g.weight {
		scores := z.RawRowView(i)
		if y.Class[i] != t[i] {
			wrong++
		}
		if m.Output == SigmoidOutput {
			scores = []float64{0, scores[0]}
		}
		loss += s / g.total * (floats.LogSumExp(scores) - scores[t[i]])
	}
	m.Status = g.status(loss)
	m.History = []Progress{{Epoch: 1, Loss: loss, Updates: 1, Errors: wrong}}
	return nil
}

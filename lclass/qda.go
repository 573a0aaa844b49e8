package lclass

import (
	"linclass/lclass/internal/normal"

	"gonum.org/v1/gonum/mat"
)

// QDA is quadratic discriminant analysis: each class has a normal density with its own
// mean and covariance,
//
//	p(x | C_k) = N(x; μ_k, Σ_k),  P(C_k) = π_k
//
// Unlike in [LDA], the quadratic terms in x do not cancel, and the boundaries between
// classes are quadrics (Bishop 2006, 4.2.1). The estimates are, with the sum n_k of the
// weights of class k:
//
//	μ_k = (1/n_k) Σ sᵢ xᵢ,  Σ_k = (1/n_k) Σ sᵢ (xᵢ − μ_k)(xᵢ − μ_k)ᵀ
//
// Features that are constant in all samples are left out. Fit returns an error if the
// covariance of a class is singular, as it is with d samples or fewer.
type QDA struct {
	// Shrinkage α replaces Σ_k by (1−α) Σ_k + α diag Σ_k, which reduces the correlations
	// in any units. It lies between 0, none, and 1, which is NaiveBayes, or is
	// LedoitWolf.
	Shrinkage float64
	// Pooling λ then replaces Σ_k by (1−λ) Σ_k + λ Σ with the common covariance Σ of LDA.
	// It lies between 0, none, and 1, whose probabilities are those of LDA. This is
	// regularised discriminant analysis (Friedman 1989; Hastie, Tibshirani and Friedman 2009, 4.3.1).
	Pooling float64
	// Unbiased divides Σ_k by n_k − 1 instead of n_k, as R's MASS and
	// scikit-learn do. The weights must then count samples.
	Unbiased bool
	// Priors are the π_k by class name; they are divided by their sum. Nil means n_k/n.
	Priors map[string]float64
}

// Fit learns from two or more classes. A class without samples is left out of the model;
// Status.Note says so.
func (q QDA) Fit(d *Data) (*Model, error) {
	if err := checkShrinkage(q.Shrinkage); err != nil {
		return nil, err
	}
	if !(q.Pooling >= 0 && q.Pooling <= 1) {
		return nil, badSetting("Pooling", q.Pooling, "it must be from 0 to 1")
	}
	g, err := newGaussians(d, q.Priors)
	if err != nil {
		return nil, err
	}
	classes, err := g.covariances(q.Shrinkage)
	if err != nil {
		return nil, err
	}
	var common normal.Covariance
	if q.Pooling > 0 {
		if common, err = g.common(classes, q.Unbiased); err != nil {
			return nil, err
		}
	}
	factors, std := make([]*mat.TriDense, len(classes)), make([][]float64, len(classes))
	if q.Pooling == 1 {
		factor, deviations, err := g.regular(nil, common, "leave some out, or set Shrinkage", constantRemedy)
		if err != nil {
			return nil, err
		}
		for k := range classes {
			factors[k], std[k] = factor, deviations
		}
		return g.model(std, factors)
	}
	for k := range classes {
		own := 1 - q.Pooling
		if q.Unbiased {
			by, err := g.classes[k].unbiased()
			if err != nil {
				return nil, err
			}
			own *= by
		}
		share, parts := []float64{own}, []normal.Covariance{classes[k]}
		if q.Pooling > 0 {
			share, parts = append(share, q.Pooling), append(parts, common)
		}
		factors[k], std[k], err = g.regular(&g.classes[k], normal.Mix(share, parts, g.data.stop()),
			"set Shrinkage, Pooling or both, or use LDA or NaiveBayes",
			"set Pooling, or leave them out if they are constant in every class")
		if err != nil {
			return nil, err
		}
	}
	return g.model(std, factors)
}

// regular returns the factor and the deviations of a covariance, or an error if it is
// singular; see [gaussians.singular].
func (g *gaussians) regular(c *gaussianClass, cov normal.Covariance, remedy, constancy string) (*mat.TriDense, []float64, error) {
	w, err := g.whitened(cov)
	if err != nil {
		return nil, nil, err
	}
	if features := w.Dependent(); features != nil {
		return nil, nil, g.singular(c, w, features, remedy, constancy)
	}
	return g.factor(w), w.Std, nil
}

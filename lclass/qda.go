package lclass

import (
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
	var common covariance
	if q.Pooling > 0 {
		if common, err = g.common(classes, q.Unbiased); err != nil {
			return nil, err
		}
	}
	if q.Pooling == 1 {
		return g.pooled(common)
	}
	factors := make([]*mat.TriDense, len(classes))
	std := make([][]float64, len(classes))
	for k := range classes {
		own := 1 - q.Pooling
		if q.Unbiased && own > 0 {
			by, err := g.classes[k].unbiased()
			if err != nil {
				return nil, err
			}
			own *= by
		}
		share, parts := []float64{own}, []covariance{classes[k]}
		if q.Pooling > 0 {
			share, parts = append(share, q.Pooling), append(parts, common)
		}
		w, err := g.whitened(g.mix(share, parts))
		if err != nil {
			return nil, err
		}
		if features := w.dependent(); features != nil {
			return nil, g.singular(&g.classes[k], w, features,
				"set Shrinkage, Pooling or both, or use LDA or NaiveBayes",
				"set Pooling, or leave them out if they are constant in every class")
		}
		factors[k], std[k] = g.factor(w), w.std
	}
	return g.model(std, factors)
}

// pooled returns the model whose classes have a common covariance.
func (g *gaussians) pooled(common covariance) (*Model, error) {
	w, err := g.whitened(common)
	if err != nil {
		return nil, err
	}
	if features := w.dependent(); features != nil {
		return nil, g.singular(nil, w, features, "leave some out, or set Shrinkage", constantRemedy)
	}
	factor := g.factor(w)
	factors := make([]*mat.TriDense, len(g.classes))
	std := make([][]float64, len(g.classes))
	for k := range g.classes {
		factors[k], std[k] = factor, w.std
	}
	return g.model(std, factors)
}

package lclass

import (
	"linclass/lclass/internal/normal"
	"math"
)

// NaiveBayes is the Gaussian naive Bayes classifier: within a class the
// features are independent of each other and normal,
//
//	p(x | C_k) = Π_j N(x_j; μ_kj, σ²_kj),  P(C_k) = π_k
//
// It is the generative model of [QDA] with diagonal covariances (Dongguk 1, approaches;
// Bishop 2006, 4.2.3). The estimates are, with the sum n_k of the weights of class k:
//
//	μ_kj = (1/n_k) Σ sᵢ xᵢⱼ,  σ²_kj = (1/n_k) Σ sᵢ (xᵢⱼ − μ_kj)²
//
// Features that are constant in all samples are left out. Fit returns an error if a feature
// is constant in a class but not in all.
type NaiveBayes struct {
	// Smoothing ε ≥ 0 adds ε times the variance of feature j over all samples to each
	// σ²_kj. With 1e-9, features may be constant in a class. scikit-learn's var_smoothing
	// uses the largest variance of all features instead, which depends on their units.
	Smoothing float64
	// Unbiased divides by n_k − 1 instead of n_k. The weights must then count
	// samples.
	Unbiased bool
	// Priors are the π_k by class name; they are divided by their sum. Nil means n_k/n.
	Priors map[string]float64
}

// Fit learns from two or more classes. A class without samples is left out of the model;
// Status.Note says so.
func (b NaiveBayes) Fit(d *Data) (*Model, error) {
	if !(b.Smoothing >= 0) || math.IsInf(b.Smoothing, 0) {
		return nil, badSetting("Smoothing", b.Smoothing, "it must be a finite number ≥ 0")
	}
	g, err := newGaussians(d, b.Priors)
	if err != nil {
		return nil, err
	}
	spread := g.spread()
	std := make([][]float64, len(g.classes))
	for k := range g.classes {
		c := &g.classes[k]
		by := 1.0
		if b.Unbiased {
			if by, err = c.unbiased(); err != nil {
				return nil, err
			}
		}
		w := &normal.Whitening{Std: make([]float64, len(g.kept))}
		for j, s := range c.std {
			w.Std[j] = math.Hypot(math.Sqrt(by)*s, math.Sqrt(b.Smoothing)*spread[j])
		}
		if constant := w.Constant(); constant != nil {
			return nil, g.singular(c, w, constant, "set Smoothing, such as to 1e-9", "set Smoothing, such as to 1e-9, or leave them out")
		}
		std[k] = w.Std
	}
	return g.model(std, nil)
}

package lclass

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"linclass/lclass/internal/rows"
)

// Sample draws n synthetic samples from the model (Dongguk 3, overview): a
// class by the priors, then features from its normal density,
//
//	k ~ π,  x = μ_k + S_k R_kᵀ ε,  ε ~ N(0, I),
//
// so that without the classes x comes from p(x) = Σ_k π_k N(x; μ_k, Σ_k). A
// feature that is left out of the densities has its mean. The random numbers
// are those of rand.NewPCG(seed, 1). An n below 0 counts as 0. Features of a
// [GaussianPipeline] are prepared ones. It panics if there is no model.
func (m *GaussianModel) Sample(n int, seed uint64) *Data {
	mustBe(m.valid(), "Sample")
	n = max(n, 0)
	d := len(m.Features)
	r := rand.New(rand.NewPCG(seed, 1))
	t, x, e := make([]int, n), make([]float64, n*d), make([]float64, d)
	for i := range t {
		t[i] = m.draw(r.Float64())
		for j := range e {
			e[j] = r.NormFloat64()
		}
		if m.Factors != nil {
			blas64.Trmv(blas.Trans, m.Factors[t[i]].RawTriangular(), blas64.Vector{N: d, Inc: 1, Data: e})
		}
		mean, std := m.Means.RawRowView(t[i]), m.Std.RawRowView(t[i])
		for j, v := range e {
			x[i*d+j] = max(-math.MaxFloat64, min(math.MaxFloat64, mean[j]+std[j]*v)) // Data are finite
		}
	}
	return &Data{
		x: rows.NewDense(n, d, x), t: t, target: m.Target,
		features: append([]string(nil), m.Features...), classes: append([]string(nil), m.Classes...),
	}
}

// draw returns the class in whose part of [0, 1) u lies.
func (m *GaussianModel) draw(u float64) int {
	for k, p := range m.Priors {
		if u -= p; u < 0 {
			return k
		}
	}
	return len(m.Priors) - 1
}

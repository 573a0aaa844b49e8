package main

import "math"

// objective returns L(W, b) of a problem, written down here once more, from the
// formulas alone and row by row, so that lclass and its peers are measured
// with the same yardstick and not with their own:
//
//	(1/Σs) Σ sᵢ ℓ(W xᵢ + b, tᵢ) + λ(ρ‖W‖₁ + ½(1−ρ)‖W‖²)
func (p problem) objective(s set, a answer) float64 {
	total := p.penaltyOf(a)
	if p.learner == "one-vs-one" {
		for r, pair := range pairs(s.K()) {
			total += p.mean(s, a, func(z []float64, t float64) (loss, weight float64) {
				if t != pair[0] && t != pair[1] {
					return 0, 0
				}
				return logistic(z[r], t == pair[1]), 1
			})
		}
		return total
	}
	loss := pointwise[p.learner]
	return total + p.mean(s, a, func(z []float64, t float64) (float64, float64) { return loss(z, t), 1 })
}

// mean returns the mean of the loss over the samples, with the weights that
// samples, their classes and the loss itself give them.
func (p problem) mean(s set, a answer, loss func(z []float64, t float64) (loss, weight float64)) float64 {
	class, number, weights := s.T(), s.Y(), p.weights(s)
	z := make([]float64, len(a.b))
	var sum, total float64
	for i, x := range s.Rows() {
		for c := range z {
			z[c] = a.score(c, x)
		}
		var t float64
		if number != nil {
			t = number[i]
		} else {
			t = float64(class[i])
		}
		l, weight := loss(z, t)
		sum += weights[i] * weight * l
		total += weights[i] * weight
	}
	return sum / total
}

// penaltyOf returns λ(ρ‖W‖₁ + ½(1−ρ)‖W‖²).
func (p problem) penaltyOf(a answer) float64 {
	var ones, squares float64
	for _, w := range a.w {
		for _, v := range w {
			ones += math.Abs(v)
			squares += v * v
		}
	}
	λ, ρ := p.penalty.Lambda, p.penalty.Ratio
	if λ == 0 {
		return 0
	}
	return λ * (ρ*ones + (1-ρ)/2*squares)
}

// weights returns the weights of the samples, balanced if the problem is:
// those of class k multiplied by Σs / (K Σₖs).
func (p problem) weights(s set) []float64 {
	weights := s.Weight()
	if weights == nil {
		weights = make([]float64, s.N())
		for i := range weights {
			weights[i] = 1
		}
	}
	if !p.balanced {
		return weights
	}
	of, total := make([]float64, s.K()), 0.0
	for i, t := range s.T() {
		of[t] += weights[i]
		total += weights[i]
	}
	balanced := make([]float64, len(weights))
	for i, t := range s.T() {
		balanced[i] = weights[i] * total / (float64(len(of)) * of[t])
	}
	return balanced
}

// pairs returns the pairs of K classes in the order (0,1), (0,2) … (1,2) …
func pairs(k int) [][2]float64 {
	var all [][2]float64
	for i := range k {
		for j := i + 1; j < k; j++ {
			all = append(all, [2]float64{float64(i), float64(j)})
		}
	}
	return all
}

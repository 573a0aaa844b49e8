package objective

import (
	"math"

	"linclass/lclass/internal/loss"
	"linclass/lclass/shard"
)

const (
	// stratum is the number of rows of which factors take a share.
	stratum = 128 * block
	// scoresFrom is of how many blocks one says enough of the scores.
	scoresFrom = 4
)

// factors adds up ∂²ℓ/∂z_a∂z_b, and φφᵀ with φ = (x − centre, 1) times the mean
// of ∂²ℓ/∂z_a² over the scores, for a share of the rows: their products come near
// the second derivatives of the sum (Martens and Grosse 2015).
func (o *Objective) factors(q shard.Query) *Sum {
	n, d := o.X.Dims()
	k, p := o.K, d+1
	curved := o.Loss.(loss.Curved)
	pairs := blockPairs(curved, k)
	scores := 1. // with a curvature of their own
	if curved.Mixed() {
		scores = float64(k)
	}
	w, b := o.Split(q.Theta)
	return merge(o.chunks(n, block, 3*p*p, func(lo, hi int) *Sum {
		sum := newSum()
		sum.N = hi - lo
		sum.Curvature, sum.Scores = make([]float64, p*p), make([]float64, k*k)
		m := remember(k)
		defer memories.Put(m)
		curvature := make([]float64, min(stratum, hi-lo))
		for ; lo < hi; lo += stratum {
			mean := curvature[:min(stratum, hi-lo)]
			clear(mean)
			for at := 0; at < len(mean); at += block {
				if o.Stopped() {
					spoil(sum)
					return sum
				}
				mean := mean[at:min(at+block, len(mean))]
				from, to := lo+at, lo+at+len(mean)
				z, r, l, c := m.z[:len(mean)*k], m.r[:len(mean)*k], m.l[:len(mean)], m.curvature[:len(mean)]
				targets := o.Targets.Slice(from, to, k)
				o.Scores(z, from, to, w, b)
				o.Loss.Residuals(l, r, z, k, targets)
				all := q.Share >= 1 || from/block%scoresFrom == 0
				for _, pair := range pairs {
					own := pair[0] == pair[1]
					if !all && !own {
						continue
					}
					curved.Curvature(c, r, k, pair[0], pair[1], targets)
					var between float64
					for i, s := range o.Weight[from:to] {
						between += s * c[i]
						if own {
							mean[i] += s * c[i] / scores
						}
					}
					if all {
						sum.Scores[pair[0]*k+pair[1]] += between
					}
				}
				for _, s := range o.Weight[from:to] {
					sum.Weight += s
				}
			}
			thin(mean, q.Share)
			if !o.addGram(sum.Curvature, lo, lo+len(mean), mean, q.Centre) {
				spoil(sum)
				return sum
			}
		}
		for a := range k {
			for b := range a {
				sum.Scores[a*k+b] = sum.Scores[b*k+a]
			}
			if !curved.Mixed() {
				sum.Scores[a*k+a] = sum.Scores[0]
			}
		}
		return sum
	}))
}

// thin leaves about a share of the weights: those at even steps along their sum,
// which stand for as much of it as there are steps in them. So the larger are
// left more often.
func thin(weight []float64, share float64) {
	if share >= 1 {
		return
	}
	var total float64
	for _, v := range weight {
		total += v
	}
	step := total / (share * float64(len(weight)))
	if !(step > 0) {
		return
	}
	gone := step / 2
	for i, v := range weight {
		gone += v
		steps := math.Floor(gone / step)
		weight[i] = steps * step
		gone -= weight[i]
	}
}

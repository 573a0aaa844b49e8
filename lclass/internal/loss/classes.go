package loss

import (
	"math"
	"slices"
)

// A Classifier is a loss of classes of which it is known how low constant scores
// make it. That of a sample is no less than how far its score, or a difference of two,
// is on the wrong side.
type Classifier interface {
	Loss
	// Shares returns the share of each class in the samples, given the mean
	// slopes of the k scores where all of them are 0.
	Shares(slopes []float64) []float64
	// Constant returns the least mean loss of constant scores for classes of
	// these shares.
	Constant(shares []float64) float64
}

var (
	_ Classifier = Logistic{}
	_ Classifier = Softmax{}
	_ Classifier = Hinge{}
	_ Classifier = SquaredHinge{}
	_ Classifier = CrammerSinger{}
	_ Classifier = WestonWatkins{}
)

// Shares implements Classifier. At score 0 the slope is ½ − t.
func (Logistic) Shares(slopes []float64) []float64 { return twoShares(0.5 - slopes[0]) }

// Constant implements Classifier: the entropy.
func (Logistic) Constant(shares []float64) float64 { return entropy(shares) }

// Shares implements Classifier. At equal scores the slopes are 1/k − t.
func (Softmax) Shares(slopes []float64) []float64 {
	shares := make([]float64, len(slopes))
	for c, v := range slopes {
		shares[c] = max(0, 1/float64(len(slopes))-v)
	}
	return shares
}

// Constant implements Classifier: the entropy.
func (Softmax) Constant(shares []float64) float64 { return entropy(shares) }

// Shares implements Classifier. At score 0 the slope is −t.
func (Hinge) Shares(slopes []float64) []float64 { return twoShares((1 - slopes[0]) / 2) }

// Constant implements Classifier: a score of ±1 for all.
func (Hinge) Constant(shares []float64) float64 { return 2 * slices.Min(shares) }

// Shares implements Classifier. At score 0 the slope is −2t.
func (SquaredHinge) Shares(slopes []float64) []float64 { return twoShares((1 - slopes[0]/2) / 2) }

// Constant implements Classifier: the mean of t as the score of all.
func (SquaredHinge) Constant(shares []float64) float64 { return 4 * shares[0] * shares[1] }

// Shares implements Classifier. At equal scores the first of the other classes
// has slope 1, the own one −1.
func (CrammerSinger) Shares(slopes []float64) []float64 {
	shares := slices.Clone(slopes)
	shares[0] = (1 - slopes[0]) / 2
	for c := 1; c < len(shares); c++ {
		shares[c] = -slopes[c]
	}
	if len(shares) > 1 {
		shares[1] += shares[0]
	}
	return shares
}

// Constant implements Classifier: equal scores, or those of one class larger by 1.
func (CrammerSinger) Constant(shares []float64) float64 {
	return min(1, 2*(1-slices.Max(shares)))
}

// Shares implements Classifier. At equal scores the slopes are 1, and 1 − k of the
// own class.
func (WestonWatkins) Shares(slopes []float64) []float64 {
	shares := make([]float64, len(slopes))
	for c, v := range slopes {
		shares[c] = max(0, (1-v)/float64(len(slopes)))
	}
	return shares
}

// Constant implements Classifier. The best scores are whole numbers, the larger the
// share the higher, in steps of 1: with classes first to last−1 at one height, each
// of these has last−first−1 others beside it and first above it, and all from first
// on are 1 further below those.
func (WestonWatkins) Constant(shares []float64) float64 {
	k := len(shares)
	sorted := slices.Sorted(slices.Values(shares))
	slices.Reverse(sorted)
	below := make([]float64, k+1) // the share of the classes from there on
	for i := k - 1; i >= 0; i-- {
		below[i] = below[i+1] + sorted[i]
	}
	least := make([]float64, k+1) // for the classes before
	for last := 1; last <= k; last++ {
		least[last] = math.Inf(1)
		for first := range last {
			share := below[first] - below[last]
			least[last] = min(least[last], least[first]+float64(last-1)*share+float64(first)*below[first])
		}
	}
	return least[k]
}

func twoShares(second float64) []float64 {
	second = min(max(second, 0), 1)
	return []float64{1 - second, second}
}

func entropy(shares []float64) (h float64) {
	for _, p := range shares {
		if p > 0 {
			h -= p * math.Log(p)
		}
	}
	return h
}

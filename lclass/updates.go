package lclass

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// An Update is one move of the online perceptron, at a sample on the wrong side:
//
//	w ← w + c x,  b ← b + c
//
// The slices are copies that stay as they are.
type Update struct {
	Epoch  int       // from 1
	Sample int       // the number of the sample in the data
	X      []float64 // its d features
	T      float64   // its target
	Z      float64   // its score w·x + b before the move
	Y      float64   // its output before the move
	Factor float64   // c: η(t − y) for DeltaRule, ηt for RosenblattRule
	W      []float64 // the d weights after the move
	B      float64   // the bias after it
}

// Updates returns the moves of the online perceptron one after the other, which
// are those of Fit, for those who want to watch each of them. It ends after an
// epoch without a move, or after the last epoch. The factor of a sample with a
// weight is multiplied by that, and divided by the mean weight.
//
// Batch must be 1, or 0, which is 1. Blocks are read into memory.
func (p Perceptron) Updates(d *Data) iter.Seq2[Update, error] {
	return func(yield func(Update, error) bool) {
		o, err := p.online(d)
		if err != nil {
			yield(Update{}, err)
			return
		}
		for epoch := 1; epoch <= o.epochs; epoch++ {
			if o.rng != nil {
				o.rng.Shuffle(len(o.order), func(i, j int) { o.order[i], o.order[j] = o.order[j], o.order[i] })
			}
			moved := false
			for _, i := range o.order {
				u := o.visit(i)
				if u.Factor == 0 {
					continue
				}
				moved, u.Epoch = true, epoch
				if !o.finite() {
					yield(Update{}, fmt.Errorf("%w in epoch %d of Perceptron with η = %v; take a smaller Eta or standardise the features", ErrDiverged, epoch, o.eta))
					return
				}
				if !yield(u, nil) {
					return
				}
			}
			if !moved {
				return
			}
		}
	}
}

// online is a perceptron that learns from one sample at a time.
type online struct {
	*problem
	eta    float64
	low    float64 // the output of the first class
	fixed  bool    // the bias stays
	epochs int
	w      []float64
	b      float64
	weight []float64 // of the samples, 1 on the average
	order  []int
	rng    *rand.Rand // nil to keep the order
}

func (p Perceptron) online(d *Data) (*online, error) {
	if p.Batch > 1 {
		return nil, fmt.Errorf("lclass: Perceptron.Updates with Batch = %d; an update is of one sample, take Batch 1, or Steps", p.Batch)
	}
	problem, err := p.problem(d)
	if err != nil {
		return nil, err
	}
	if problem.data, err = d.inMemory(); err != nil {
		return nil, err
	}
	o := &online{
		problem: problem, eta: cmp.Or(p.Eta, 0.1), low: p.low(), fixed: p.FixedBias, epochs: cmp.Or(p.Epochs, 100),
		w: make([]float64, d.D()), b: p.B0,
		weight: slices.Clone(d.sampleWeights()), order: make([]int, d.N()),
	}
	copy(o.w, p.W0)
	floats.Scale(float64(d.N())/floats.Sum(o.weight), o.weight)
	for i := range o.order {
		o.order[i] = i
	}
	if p.Seed != 0 {
		o.rng = rand.New(rand.NewPCG(p.Seed, p.Seed))
	}
	return o, nil
}

// visit looks at sample i and moves if it is on the wrong side. Factor is 0 if it
// is not.
func (o *online) visit(i int) Update {
	x := o.data.Row(i)
	z := floats.Dot(o.w, x) + o.b
	t := o.targets.Slice(i, i+1, 1)
	var l, r [1]float64
	o.loss.Residuals(l[:], r[:], []float64{z}, 1, t)
	u := Update{Sample: i, X: x, T: t.Value[0], Z: z, Y: t.Value[0]}
	if r[0] == 0 {
		return u
	}
	u.Factor = -o.eta * o.weight[i] * r[0]
	floats.AddScaled(o.w, u.Factor, x)
	if !o.fixed {
		o.b += u.Factor
	}
	u.Y = o.low
	if z >= 0 {
		u.Y = 1
	}
	u.W, u.B = slices.Clone(o.w), o.b
	return u
}

// finite tells whether the weights are numbers still.
func (o *online) finite() bool {
	return !slices.ContainsFunc(append(o.w[:len(o.w):len(o.w)], o.b), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

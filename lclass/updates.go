package lclass

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"linclass/lclass/internal/solve"
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
		var problem *problem
		problem, err := p.online(d, func(m solve.Move) bool {
			u := p.update(problem, m)
			return u.overflows() || yield(u, nil)
		})
		for _, err := range steps(problem, err) {
			if err != nil {
				yield(Update{}, err)
				return
			}
		}
	}
}

// online is the problem of a perceptron that tells moved of each update.
func (p Perceptron) online(d *Data, moved func(solve.Move) bool) (*problem, error) {
	if p.Batch > 1 {
		return nil, fmt.Errorf("lclass: Perceptron.Updates with Batch = %d; an update is of one sample, take Batch 1, or Steps", p.Batch)
	}
	problem, err := p.telling(d, moved)
	if err == nil {
		problem.data, err = d.inMemory()
	}
	return problem, err
}

func (p Perceptron) update(of *problem, m solve.Move) Update {
	y := p.low()
	if m.Score >= 0 {
		y = 1
	}
	d := of.data.D()
	return Update{
		Epoch: m.Epoch, Sample: m.Sample, X: of.data.Row(m.Sample), T: of.targets.Value[m.Sample],
		Z: m.Score, Y: y, Factor: m.Factor, W: slices.Clone(m.Theta[:d]), B: m.Theta[d],
	}
}

// overflows reports whether the weights are numbers no more, of which the fit makes
// an error.
func (u Update) overflows() bool {
	return slices.ContainsFunc(append(u.W[:len(u.W):len(u.W)], u.B), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

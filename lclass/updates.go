package lclass

import (
	"iter"
	"math"
	"slices"

	"linclass/lclass/internal/solve"
)

// An Update is one update of the online perceptron, at a misclassified sample:
//
//	w ← w + c x,  b ← b + c
//
// The slices are copies.
type Update struct {
	Epoch  int       // from 1
	Sample int       // the index of the sample in the data
	X      []float64 // its d features
	T      float64   // its target
	Z      float64   // its score w·x + b before the update
	Y      float64   // its output before the update
	Factor float64   // c: η(t − y), or ηt with Rosenblatt
	W      []float64 // the d weights after the update
	B      float64   // the bias after the update
}

// Updates returns the updates of the online perceptron, the same as those of Fit. It ends
// after an epoch without an update, or after the last epoch. With sample weights, Factor
// is multiplied by the weight divided by the mean weight.
//
// Batch must be 0 or 1. [Blocks] are read into memory.
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

// online is the problem of a perceptron that calls moved after each update.
func (p Perceptron) online(d *Data, moved func(solve.Move) bool) (*problem, error) {
	if p.Batch > 1 {
		return nil, badSetting("Perceptron.Batch", p.Batch, "an update of Updates uses one sample; set Batch to 1, or use Steps")
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

// overflows reports whether a weight is NaN or infinite, which ends the fit with an error.
func (u Update) overflows() bool {
	return slices.ContainsFunc(append(u.W[:len(u.W):len(u.W)], u.B), func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) })
}

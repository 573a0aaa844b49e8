package lclass

import (
	"cmp"
	"math"
)

// A Schedule changes the learning rate η of Descent from epoch to epoch.
type Schedule interface {
	// factor returns the multiplier of η in an epoch, counted from 1.
	factor(epoch, epochs int) float64
	check() error
}

// InverseTime is the rate η/(1 + Decay·(epoch − 1)): the sum of the rates diverges, so
// descent can reach any point, but the sum of their squares does not, so it settles
// (Robbins and Monro 1951).
type InverseTime struct {
	// Decay is how fast the rate falls; 0 means 1.
	Decay float64
}

// Cosine lowers the rate from η to 0 along half a wave of the cosine over all
// epochs (Loshchilov and Hutter 2017).
type Cosine struct{}

func (s InverseTime) factor(epoch, _ int) float64 {
	return 1 / (1 + cmp.Or(s.Decay, 1)*float64(epoch-1))
}

func (Cosine) factor(epoch, epochs int) float64 {
	return (1 + math.Cos(math.Pi*float64(epoch-1)/float64(epochs))) / 2
}

func (s InverseTime) check() error {
	if !(s.Decay >= 0) || math.IsInf(s.Decay, 0) {
		return badSetting("InverseTime.Decay", s.Decay, "it must be a finite number ≥ 0")
	}
	return nil
}

func (Cosine) check() error { return nil }

package lclass

import "gonum.org/v1/gonum/mat"

// Progress is what one epoch or iteration achieved.
type Progress struct {
	Epoch   int     `json:"epoch"`   // 0 at the start; epochs of descent, iterations of other solvers
	Loss    float64 `json:"loss"`    // L after it, penalty included
	Updates int     `json:"updates"` // how often W and b were changed during it
	Errors  int     `json:"errors"`  // samples on the wrong side after it; 0 for regression
}

// A Step is the state of a fit: number 0 is where it starts, the others come
// after one epoch or iteration each. W and b are copies that stay as they are.
type Step struct {
	Progress
	W *mat.Dense // K×d, 1×d for two classes and for regression
	B []float64  // K
}

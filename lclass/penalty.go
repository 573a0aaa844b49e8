package lclass

import (
	"fmt"
	"math"
)

// A Penalty is a regularisation term that is added to the mean loss,
//
//	λ(ρ‖W‖₁ + ½(1−ρ)‖W‖²)
//
// with ‖W‖₁ the sum of absolute values and ‖W‖² the sum of squares. The zero value is no
// penalty; the fit is then maximum likelihood. The bias b is never penalised.
//
// Other libraries use other scales: C in scikit-learn is 1/(nλ), alpha of SGDClassifier
// and Lasso is λ, alpha of Ridge is nλ, and lambda in glmnet is λ.
type Penalty struct {
	// Lambda is λ ≥ 0.
	Lambda float64
	// Ratio is ρ, the proportion of L1, between 0 and 1.
	Ratio float64
}

// L2 returns the ridge penalty ½λ‖W‖², which shrinks all weights (Edinburgh,
// regularisation).
func L2(lambda float64) Penalty { return Penalty{Lambda: lambda} }

// L1 returns the lasso penalty λ‖W‖₁, which makes unimportant weights exactly 0
// (Edinburgh, MNIST).
func L1(lambda float64) Penalty { return Penalty{Lambda: lambda, Ratio: 1} }

// ElasticNet returns the penalty λ(ρ‖W‖₁ + ½(1−ρ)‖W‖²), with which correlated features
// share their weight (Zou and Hastie 2005).
func ElasticNet(lambda, ratio float64) Penalty { return Penalty{Lambda: lambda, Ratio: ratio} }

// String returns the penalty as Go code, such as "L1(0.01)".
func (p Penalty) String() string {
	switch {
	case p.Lambda == 0:
		return "no penalty"
	case p.Ratio == 0:
		return fmt.Sprintf("L2(%.4g)", p.Lambda)
	case p.Ratio == 1:
		return fmt.Sprintf("L1(%.4g)", p.Lambda)
	}
	return fmt.Sprintf("ElasticNet(%.4g, %.4g)", p.Lambda, p.Ratio)
}

func (p Penalty) l1() float64 { return p.Lambda * p.Ratio }
func (p Penalty) l2() float64 { return p.Lambda * (1 - p.Ratio) }

func (p Penalty) check() error {
	if p.Lambda < 0 || math.IsNaN(p.Lambda) || math.IsInf(p.Lambda, 0) {
		return fmt.Errorf("lclass: penalty λ = %v; it must be a finite number ≥ 0", p.Lambda)
	}
	if !(p.Ratio >= 0 && p.Ratio <= 1) {
		return fmt.Errorf("lclass: penalty ρ = %v; the proportion of L1 must be between 0 and 1", p.Ratio)
	}
	return nil
}

package lclass

import (
	"fmt"
	"math"
)

// A Penalty is added to the mean loss to keep the weights W small,
//
//	λ(ρ‖W‖₁ + ½(1−ρ)‖W‖²)
//
// with ‖W‖₁ the sum of absolute values and ‖W‖² that of squares. The zero
// value is no penalty, which makes a fit maximum likelihood. The bias b is
// never penalised.
//
// Other libraries scale it differently: scikit-learn's C is 1/(nλ), its
// SGD alpha and its Lasso alpha are λ, its Ridge alpha is nλ, and glmnet's
// lambda is λ.
type Penalty struct {
	// Lambda is λ ≥ 0.
	Lambda float64
	// Ratio is ρ, the share of L1, between 0 and 1.
	Ratio float64
}

// L2 returns the penalty ½λ‖W‖², ridge, which shrinks all weights (Edinburgh,
// regularisation).
func L2(lambda float64) Penalty { return Penalty{Lambda: lambda} }

// L1 returns the penalty λ‖W‖₁, the lasso, which makes weights that help
// little exactly 0 (Edinburgh, MNIST).
func L1(lambda float64) Penalty { return Penalty{Lambda: lambda, Ratio: 1} }

// ElasticNet returns the penalty λ(ρ‖W‖₁ + ½(1−ρ)‖W‖²), in which features that
// say the same share their weight (Zou and Hastie 2005).
func ElasticNet(lambda, ratio float64) Penalty { return Penalty{Lambda: lambda, Ratio: ratio} }

// String returns the penalty as it would be written, such as "L1(0.01)".
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
		return fmt.Errorf("lclass: penalty ρ = %v; the share of L1 must be between 0 and 1", p.Ratio)
	}
	return nil
}

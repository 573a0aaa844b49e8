package lclass

import (
	"fmt"
	"math"
)

// A Penalty is added to the mean loss to keep the weights W small. The zero
// value is no penalty, which makes a fit maximum likelihood. The bias b is
// never penalised.
//
// Other libraries scale it differently: scikit-learn's C is 1/(nλ), its
// SGD alpha is λ, and glmnet's lambda is λ.
type Penalty struct {
	// Lambda is λ ≥ 0 in ½λ‖W‖².
	Lambda float64
}

// L2 returns the penalty ½λ‖W‖² (Edinburgh, regularisation).
func L2(lambda float64) Penalty { return Penalty{Lambda: lambda} }

func (p Penalty) check() error {
	if p.Lambda < 0 || math.IsNaN(p.Lambda) || math.IsInf(p.Lambda, 0) {
		return fmt.Errorf("lclass: penalty λ = %v; it must be a finite number ≥ 0", p.Lambda)
	}
	return nil
}

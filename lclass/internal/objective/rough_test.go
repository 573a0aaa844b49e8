package objective_test

import (
	"math"
	"testing"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
)

// More rows than are added up in float32 at once, and not a multiple of it.
const manyRows = 9001

func TestRoughPassesHaveSixDigits(t *testing.T) {
	const k = 5
	o := problem(loss.Softmax{}, k, table("sparse", manyRows, 30), 0.1)
	theta := start(o.Dim())
	exact := o.Pass(theta, objective.Want{Gradient: true})
	rough := o.Pass(theta, objective.Want{Gradient: true, Rough: true})
	if math.Abs(rough.Loss-exact.Loss) > 1e-6*exact.Loss || rough.Errors != exact.Errors {
		t.Errorf("loss %v with %d errors, want %v with %d", rough.Loss, rough.Errors, exact.Loss, exact.Errors)
	}
	var most float64
	for _, v := range exact.Gradient {
		most = max(most, math.Abs(v))
	}
	for i, v := range exact.Gradient {
		if math.Abs(rough.Gradient[i]-v) > 1e-6*most {
			t.Errorf("slope %d: %v, want %v", i, rough.Gradient[i], v)
		}
	}
	if kernel.Rough() && rough.Loss == exact.Loss {
		t.Error("the pass was not rough")
	}
}

// Two classes and features of float64 have no rough pass.
func TestRoughIsOnlyAllowed(t *testing.T) {
	for _, o := range []*objective.Objective{
		problem(loss.Softmax{}, 5, table("dense", 300, 30), 0.1),
		problem(loss.Logistic{}, 1, table("sparse", 300, 30), 0.1),
	} {
		theta := start(o.Dim())
		exact := o.Pass(theta, objective.Want{})
		rough := o.Pass(theta, objective.Want{Rough: true})
		if exact.Loss != rough.Loss {
			t.Errorf("%T: loss %v, want %v", o.Loss, rough.Loss, exact.Loss)
		}
	}
}

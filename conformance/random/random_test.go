package main

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// underRace tells whether the race detector makes everything ten times slower.
var underRace bool

// No Status of random fits says more than is true, nor less. In each learner
// there are 300 problems at least.
func TestRandomFits(t *testing.T) {
	each := 300
	if testing.Short() || underRace {
		each = 20
	}
	pairs := pairings()
	fits := make([]int, len(learners))
	var numbers []int
	for n := 0; len(numbers) < each*len(learners); n++ {
		if l := pairs[n%len(pairs)].learner; fits[l] < each {
			fits[l]++
			numbers = append(numbers, n)
		}
	}
	var unjudged int
	for _, v := range judgeAll(2, numbers) {
		if !v.judged {
			unjudged++
		}
		for _, f := range v.findings {
			t.Errorf("%s: go run ./conformance/random -seed 2 -only %d; %.3g ×; %v\n%s", f.fault, f.number, f.size, f.problem, f.text)
		}
	}
	if unjudged > len(numbers)/100 {
		t.Errorf("%d of %d could not be judged", unjudged, len(numbers))
	}
}

// The arithmetic has 30 digits.
func TestLong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	exactly := func(a long) *big.Float {
		sum := new(big.Float).SetPrec(400).SetFloat64(a.hi)
		return sum.Add(sum, new(big.Float).SetPrec(400).SetFloat64(a.lo))
	}
	near := func(name string, got long, want *big.Float) {
		t.Helper()
		off := new(big.Float).SetPrec(400).Sub(exactly(got), want)
		if ratio, _ := off.Quo(off, want).Float64(); math.Abs(ratio) > 1e-30 {
			t.Errorf("%s = %v is off by %.2g", name, got, ratio)
		}
	}
	for range 200 {
		a := number(r.NormFloat64()).div(number(3))
		b := number(r.NormFloat64()).div(number(7))
		x, y := exactly(a), exactly(b)
		near("a + b", a.abs().add(b.abs()), now().Add(now().Abs(x), now().Abs(y)))
		near("ab", a.mul(b), now().Mul(x, y))
		near("a/b", a.div(b), now().Quo(x, y))
		near("√a", a.abs().sqrt(), now().Sqrt(now().Abs(x)))
		v := a.times(16)
		near("e^a", v.exp(), bigExp(exactly(v)))
		// log(1 + (e^a − 1)) = a
		e := v.abs()
		near("log(1 + a)", e.exp().sub(one).log1p(), exactly(e))
	}
	for _, v := range []float64{1e-40, 1e-20, 1e-10, 1e-3, 0.009} {
		u := now().SetFloat64(v)
		sum, power := now(), now().SetInt64(-1)
		for i := range 60 {
			power.Mul(power, u).Neg(power)
			sum.Add(sum, now().Quo(power, now().SetInt64(int64(i+1))))
		}
		near("log(1 + small)", number(v).log1p(), sum)
	}
}

func now() *big.Float { return new(big.Float).SetPrec(400) }

// bigExp returns eˣ by its series.
func bigExp(x *big.Float) *big.Float {
	small := now().SetMantExp(x, -10)
	sum, term := now().SetInt64(1), now().SetInt64(1)
	for i := range 80 {
		term.Mul(term, small).Quo(term, now().SetInt64(int64(i+1)))
		sum.Add(sum, term)
	}
	for range 10 {
		sum.Mul(sum, sum)
	}
	return sum
}

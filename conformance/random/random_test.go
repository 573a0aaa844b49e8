package main

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// underRace reports whether the race detector makes everything ten times slower.
var underRace bool

// No Status of random fits says more than is true. In each learner there are 300
// problems at least. Hinge losses and corners may end unfinished though solved, which
// is to stay rare.
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
	const slack = 1.25 // second derivatives are sums, of which the least keeps few digits
	var unjudged, modest int
	for _, v := range judgeAll(1, numbers) {
		if !v.judged {
			unjudged++
			continue
		}
		for _, f := range v.findings {
			if f.size <= slack && (f.fault == falseConverged || f.fault == falseGap) {
				continue
			}
			switch f.fault {
			case solvedUnfinished:
				modest++
				continue
			case judgeWrong:
				unjudged++
				continue
			}
			t.Errorf("%s: go run ./conformance/random -seed 1 -only %d; %.3g ×; %v\n%s", f.fault, f.number, f.size, f.problem, f.text)
		}
	}
	if modest > len(numbers)/100 {
		t.Errorf("%d of %d are solved and say that they are not", modest, len(numbers))
	}
	if unjudged > len(numbers)/50 {
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

// From the optimum every step goes up: as the objective is convex, it is the least.
func TestOptima(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	var solved, unsolved int
	pairs := pairings()
	for at := range 400 {
		q := draw(3, at, pairs)
		if q.learner().kind == perceptron {
			continue
		}
		for _, p := range q.learner().parts(q.learner(), q) {
			g := p.program(nil, q.penalty.Lambda, q.penalty.Ratio)
			o := g.solve()
			if o.separated || o.unknown {
				continue
			}
			if o.doubt > 1e-13*math.Max(o.value.hi, 1e-9) {
				unsolved++
				continue
			}
			solved++
			for _, size := range []float64{1e-9, 1e-6, 1e-3, 1} {
				theta := make([]long, len(o.theta))
				for i, v := range o.theta {
					theta[i] = v.add(number(size * r.NormFloat64()).mul(v.abs().add(number(1e-3))))
				}
				if lower := o.value.sub(g.value(theta)).hi; lower > o.doubt {
					t.Errorf("%d, %v: %.2g below the optimum %v", at, q, lower, o.value.hi)
				}
			}
		}
	}
	if solved < 400 || unsolved > solved/50 {
		t.Errorf("%d optima, %d are not found", solved, unsolved)
	}
}

// Two classes are not separated if and only if Σ uᵢtᵢφᵢ = 0 for some uᵢ ≥ 1
// (Stiemke), which is a linear program.
func TestSeparated(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 0))
	var both [2]int
	for range 300 {
		d := 1 + r.IntN(3)
		n := d + 3 + r.IntN(8)
		p := part{loss: logistic, k: 1}
		a, right := mat.NewDense(d+1, n, nil), make([]float64, d+1)
		for i := range n {
			row := make([]float64, d)
			for j := range row {
				row[j] = float64(r.IntN(7) - 3)
			}
			class := i % 2
			row[0] += float64(class * r.IntN(4))
			p.x, p.weight, p.target = append(p.x, row), append(p.weight, 1), append(p.target, target{class: class})
			for j, v := range append(row, 1) {
				a.Set(j, i, float64(2*class-1)*v)
				right[j] -= float64(2*class-1) * v
			}
		}
		if rank(a) < d+1 {
			continue
		}
		_, _, err := lp.Simplex(make([]float64, n), a, right, 0, nil)
		want := err == lp.ErrInfeasible
		if err != nil && !want {
			continue // the simplex method has lost its way
		}
		both[is(want)]++
		o := p.program(nil, 0, 0).solve()
		if o.unknown || o.separated != want {
			t.Errorf("separated %v, unknown %v; the linear program says %v: %v", o.separated, o.unknown, want, p.x)
		}
	}
	if both[0] < 50 || both[1] < 50 {
		t.Errorf("%d not separated, %d separated", both[0], both[1])
	}
}

func rank(a *mat.Dense) int {
	var svd mat.SVD
	svd.Factorize(a, mat.SVDNone)
	return svd.Rank(1e-9)
}

// Fits whose Gap was once smaller than what was left, in directions that are flat but
// for rounding, and one whose direction proves that the classes are separated.
func TestFlatDirections(t *testing.T) {
	for _, number := range []int{412, 3271, 4060, 5579, 8540, 8631, 8819} {
		q := draw(2, number, pairings())
		for _, f := range q.judge().findings {
			if f.fault.claims() {
				t.Errorf("%d: %s: %s", number, f.fault, f.text)
			}
		}
	}
}

package loss_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"linclass/lclass/internal/loss"
)

// A sample is one row of scores with its target.
type sample struct {
	z      []float64
	target loss.Targets
}

// smooth are the losses with a derivative everywhere, each with a generator
// of targets for k scores.
var smooth = []struct {
	loss   loss.Bounded
	scores []int // which k to try
	target func(k, i int) loss.Targets
}{
	{loss.Logistic{}, []int{1}, func(_, i int) loss.Targets {
		return loss.Targets{Class: []int{i % 2}, Value: []float64{float64(i % 2)}}
	}},
	{loss.Softmax{}, []int{2, 3, 5}, func(k, i int) loss.Targets {
		return loss.Targets{Class: []int{i % k}}
	}},
	{loss.SquaredHinge{}, []int{1}, func(_, i int) loss.Targets {
		return loss.Targets{Class: []int{i % 2}, Value: []float64{float64(2*(i%2) - 1)}}
	}},
	{loss.ModifiedHuber{}, []int{1}, func(_, i int) loss.Targets {
		return loss.Targets{Class: []int{i % 2}, Value: []float64{float64(2*(i%2) - 1)}}
	}},
	{loss.Squared{}, []int{1, 3}, func(k, i int) loss.Targets {
		value := make([]float64, k)
		value[i%k] = 1.5
		return loss.Targets{Value: value}
	}},
}

// eachSmooth calls f with random scores of standard deviation 3.
func eachSmooth(t *testing.T, f func(t *testing.T, l loss.Bounded, s sample)) {
	for _, c := range smooth {
		for _, k := range c.scores {
			t.Run(fmt.Sprintf("%T/%d", c.loss, k), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(1, 1))
				for i := range 40 {
					z := make([]float64, k)
					for j := range z {
						z[j] = 3 * rng.NormFloat64()
					}
					f(t, c.loss, sample{z, c.target(k, i)})
				}
			})
		}
	}
}

func residuals(l loss.Loss, s sample) (value float64, r []float64) {
	v := make([]float64, 1)
	r = make([]float64, len(s.z))
	l.Residuals(v, r, s.z, len(s.z), s.target)
	return v[0], r
}

// step is ε^⅓, which balances the h² of a central difference with the ε/h of
// its rounding; both are then below 1e-9 for values up to 10.
const step = 6e-6

func moved(s sample, j int, h float64) sample {
	z := append([]float64(nil), s.z...)
	z[j] += h
	return sample{z, s.target}
}

func TestGradientIsTheSlopeOfTheValue(t *testing.T) {
	eachSmooth(t, func(t *testing.T, l loss.Bounded, s sample) {
		_, r := residuals(l, s)
		for j := range s.z {
			up, _ := residuals(l, moved(s, j, step))
			down, _ := residuals(l, moved(s, j, -step))
			if slope := (up - down) / (2 * step); math.Abs(slope-r[j]) > 1e-8 {
				t.Errorf("z = %v: ∂ℓ/∂z%d = %v, differences give %v", s.z, j, r[j], slope)
			}
		}
	})
}

func TestCurvatureIsTheSlopeOfTheGradientAndBounded(t *testing.T) {
	eachSmooth(t, func(t *testing.T, l loss.Bounded, s sample) {
		k := len(s.z)
		_, r := residuals(l, s)
		curved, isCurved := l.(loss.Curved)
		c := make([]float64, 1)
		// A vector v with v′Hv > bound·v′v would break the bound.
		v := make([]float64, k)
		rng := rand.New(rand.NewPCG(2, 2))
		var vv, vHv float64
		for j := range v {
			v[j] = rng.NormFloat64()
			vv += v[j] * v[j]
		}
		for j := range s.z {
			_, up := residuals(l, moved(s, j, step))
			_, down := residuals(l, moved(s, j, -step))
			for i := range s.z {
				h := (up[i] - down[i]) / (2 * step)
				vHv += v[i] * h * v[j]
				if !isCurved {
					continue
				}
				c[0] = 0
				if curved.Mixed() || i == j {
					curved.Curvature(c, r, k, i, j, s.target)
				}
				if math.Abs(h-c[0]) > 1e-8 {
					t.Errorf("z = %v: ∂²ℓ/∂z%d∂z%d = %v, differences give %v", s.z, i, j, c[0], h)
				}
			}
		}
		if vHv < -1e-8 || vHv > l.Bound()*vv+1e-8 {
			t.Errorf("z = %v: curvature %v along a vector of length² %v, want 0 to %v of it", s.z, vHv, vv, l.Bound())
		}
	})
}

// Products with the second derivatives are those of their k² numbers. The errors are those of
// the part of probability that is left to the other classes, so a sure class has all digits.
func TestMixingLossesMultiply(t *testing.T) {
	eachSmooth(t, func(t *testing.T, l loss.Bounded, s sample) {
		mixing, ok := l.(loss.Mixing)
		if !ok {
			return
		}
		k := len(s.z)
		_, r := residuals(l, s)
		got, c := make([]float64, k), make([]float64, 1)
		for at := range k {
			v := make([]float64, k)
			v[at] = 1
			mixing.Times(got, r, v, k, s.target)
			for j := range got {
				mixing.Curvature(c, r, k, min(at, j), max(at, j), s.target)
				if want := c[0]; math.Abs(got[j]-want) > -1e-15*r[s.target.Class[0]] {
					t.Errorf("z = %v: ∂²ℓ/∂z%d∂z%d is %v, want %v", s.z, j, at, got[j], want)
				}
			}
		}
	})
}

// The bounds are attained: ¼ at z = 0, ½ where two of the classes share all
// the probability.
func TestBoundIsTheLeast(t *testing.T) {
	c := make([]float64, 1)
	target := loss.Targets{Class: []int{1}, Value: []float64{1}}
	_, r := residuals(loss.Logistic{}, sample{[]float64{0}, target})
	loss.Logistic{}.Curvature(c, r, 1, 0, 0, target)
	if c[0] != (loss.Logistic{}).Bound() {
		t.Errorf("logistic curvature at 0 is %v, bound %v", c[0], (loss.Logistic{}).Bound())
	}
	s := sample{[]float64{0, 0, -800}, loss.Targets{Class: []int{0}}}
	_, up := residuals(loss.Softmax{}, moved(moved(s, 0, step), 1, -step))
	_, down := residuals(loss.Softmax{}, moved(moved(s, 0, -step), 1, step))
	h := (up[0] - down[0] - up[1] + down[1]) / (2 * step) / 2 // v = (1, −1, 0), v′v = 2
	if math.Abs(h-(loss.Softmax{}).Bound()) > 1e-8 {
		t.Errorf("softmax curvature is %v, bound %v", h, (loss.Softmax{}).Bound())
	}
}

// e⁷¹⁰ overflows and e⁻⁷⁴⁶ underflows in float64, so ±700 and ±1e4 lie on both
// sides of what a naive formula survives.
func TestExtremeScores(t *testing.T) {
	zero, one := loss.Targets{Class: []int{0}, Value: []float64{0}}, loss.Targets{Class: []int{1}, Value: []float64{1}}
	plus, minus := loss.Targets{Class: []int{1}, Value: []float64{1}}, loss.Targets{Class: []int{0}, Value: []float64{-1}}
	three := loss.Targets{Class: []int{2}}
	for _, c := range []struct {
		l        loss.Loss
		z        []float64
		t        loss.Targets
		value    float64
		gradient []float64
	}{
		{loss.Logistic{}, []float64{1e4}, one, 0, []float64{0}},
		{loss.Logistic{}, []float64{1e4}, zero, 1e4, []float64{1}},
		{loss.Logistic{}, []float64{-1e4}, one, 1e4, []float64{-1}},
		{loss.Logistic{}, []float64{-1e4}, zero, 0, []float64{0}},
		{loss.Logistic{}, []float64{700}, one, math.Exp(-700), []float64{-math.Exp(-700)}},
		{loss.Logistic{}, []float64{-700}, zero, math.Exp(-700), []float64{math.Exp(-700)}},
		{loss.Logistic{}, []float64{700}, zero, 700, []float64{1}},
		{loss.Softmax{}, []float64{1e4, -1e4, 0}, three, 1e4, []float64{1, 0, -1}},
		{loss.Softmax{}, []float64{1e4, 1e4, -1e4}, three, 2e4 + math.Ln2, []float64{.5, .5, -1}},
		{loss.Softmax{}, []float64{-1e4, -1e4, 1e4}, three, 0, []float64{0, 0, 0}},
		{loss.Softmax{}, []float64{0, -1000, 700}, three, math.Exp(-700), []float64{math.Exp(-700), 0, -math.Exp(-700)}},
		{loss.Squared{}, []float64{1e4}, zero, 5e7, []float64{1e4}},
		{loss.ModifiedHuber{}, []float64{-1e4}, plus, 4e4, []float64{-4}},
		{loss.ModifiedHuber{}, []float64{1}, minus, 4, []float64{4}}, // where the pieces meet
		{loss.ModifiedHuber{}, []float64{1e4}, plus, 0, []float64{0}},
		{loss.Delta{Low: -1}, []float64{-1e4}, plus, 4, []float64{-2}},
		{loss.Delta{Low: -1}, []float64{0}, plus, 0, []float64{0}}, // sign(0) = +1
		{loss.Delta{Low: 0}, []float64{0}, zero, 1, []float64{1}},  // step(0) = 1
		{loss.Delta{Low: 0}, []float64{-700}, zero, 0, []float64{0}},
		{loss.Criterion{}, []float64{-1e4}, plus, 1e4, []float64{-1}},
		{loss.Criterion{}, []float64{1e4}, plus, 0, []float64{0}},
		{loss.Criterion{}, []float64{0}, minus, 0, []float64{1}}, // on the wrong side of sign(0)
	} {
		value, r := residuals(c.l, sample{c.z, c.t})
		if math.Abs(value-c.value) > 1e-14*c.value {
			t.Errorf("%T at %v, class %d: loss %v, want %v", c.l, c.z, c.t.Class, value, c.value)
		}
		for j, want := range c.gradient {
			if math.Abs(r[j]-want) > 1e-14*math.Abs(want) {
				t.Errorf("%T at %v, class %d: gradient %v, want %v", c.l, c.z, c.t.Class, r, c.gradient)
			}
		}
	}
}

// Where a sample is nearly sure the loss is about e⁻ᶻ ≪ 1, which 1 + e⁻ᶻ would
// round away: log(1+e) = e − e²/2 and y − t = −e/(1+e) to the last digits.
func TestDigitsOfSureSamples(t *testing.T) {
	for _, z := range []float64{20, 40, 100, 600} {
		e := math.Exp(-z)
		one := loss.Targets{Class: []int{1}, Value: []float64{1}}
		for _, c := range []struct {
			l loss.Loss
			z []float64
		}{{loss.Logistic{}, []float64{z}}, {loss.Softmax{}, []float64{0, z}}} {
			value, r := residuals(c.l, sample{c.z, one})
			if want := e - e*e/2; math.Abs(value-want) > 1e-15*want {
				t.Errorf("%T at %v: loss %v, want %v", c.l, c.z, value, want)
			}
			if got, want := r[len(r)-1], -e/(1+e); math.Abs(got-want) > 1e-15*-want {
				t.Errorf("%T at %v: gradient %v, want %v", c.l, c.z, got, want)
			}
		}
	}
}

// z and r may be the same memory.
func TestResidualsInPlace(t *testing.T) {
	eachSmooth(t, func(t *testing.T, l loss.Bounded, s sample) {
		value, r := residuals(l, s)
		z := append([]float64(nil), s.z...)
		v := make([]float64, 1)
		l.Residuals(v, z, z, len(z), s.target)
		if v[0] != value {
			t.Errorf("in place the loss is %v, apart %v", v[0], value)
		}
		for j := range z {
			if z[j] != r[j] {
				t.Errorf("in place the gradient is %v, apart %v", z, r)
			}
		}
	})
}

func TestWrongAndMargin(t *testing.T) {
	for _, c := range []struct {
		z      []float64
		class  int
		wrong  bool
		margin float64
	}{
		{[]float64{0}, 1, false, 0}, // sign(0) = +1
		{[]float64{0}, 0, true, 0},
		{[]float64{2}, 0, true, -2},
		{[]float64{-2}, 0, false, 2},
		{[]float64{1, 3, 2}, 1, false, 1},
		{[]float64{1, 3, 2}, 2, true, -1},
		{[]float64{3, 3, 2}, 0, false, 0}, // the first in a tie wins
		{[]float64{3, 3, 2}, 1, true, 0},
	} {
		if got := loss.Wrong(c.z, c.class); got != c.wrong {
			t.Errorf("Wrong(%v, %d) = %v", c.z, c.class, got)
		}
		if got := loss.Margin(c.z, c.class); got != c.margin {
			t.Errorf("Margin(%v, %d) = %v, want %v", c.z, c.class, got, c.margin)
		}
	}
}

func TestSlice(t *testing.T) {
	values := []float64{1, 2, 3, 4, 5, 6}
	all := loss.Targets{Class: []int{0, 1, 2}, Value: values, Bend: values, Bends: values[:3]}
	s := all.Slice(1, 3, 2)
	if fmt.Sprint(s) != "{[1 2] [3 4 5 6] [3 4 5 6] [2 3]}" {
		t.Errorf("rows 1 and 2 are %v", s)
	}
	if none := (loss.Targets{}).Slice(1, 3, 2); none.Class != nil || none.Value != nil || none.Bend != nil || none.Bends != nil {
		t.Errorf("no targets become %v", none)
	}
}

// Where a score leaves the range in which the loss is quadratic, Leaving says how much
// less the loss and its slope are than the second derivative where it began says.
func TestPiecewise(t *testing.T) {
	for _, l := range []loss.Piecewise{loss.SquaredHinge{}, loss.ModifiedHuber{}} {
		low, high := l.Quadratic()
		rng := rand.New(rand.NewPCG(4, 4))
		for i := range 300 {
			side := float64(2*(i%2) - 1)
			z, delta := 3*rng.NormFloat64(), 3*rng.NormFloat64()
			target := loss.Targets{Class: []int{i % 2}, Value: []float64{side}}
			value, r := residuals(l, sample{[]float64{z}, target})
			end, rEnd := residuals(l, sample{[]float64{z - delta}, target})
			curvature := 0.0
			if tz := side * z; low < tz && tz < high {
				curvature = l.Bound()
			}
			less, pull := residuals(loss.Leaving{Low: low, High: high}, sample{[]float64{z, delta}, loss.Targets{Value: []float64{side, side}}})
			quadratic := value - r[0]*delta + curvature/2*delta*delta - l.Bound()*less
			slope := r[0] - curvature*delta - l.Bound()*pull[0]
			if curvature == 0 { // a tangent
				if less != 0 || pull[0] != 0 || end < quadratic-1e-12*(1+end) {
					t.Errorf("%T from %v to %v: %v, its tangent %v, less %v", l, side*z, side*(z-delta), end, quadratic, less)
				}
			} else if math.Abs(end-quadratic) > 1e-12*(1+end) || math.Abs(rEnd[0]-slope) > 1e-12*(1+math.Abs(slope)) {
				t.Errorf("%T from %v to %v: %v with slope %v, want %v and %v", l, side*z, side*(z-delta), end, rEnd[0], quadratic, slope)
			}
		}
	}
}

// Beyond their margin passive losses have slope 0, and just before it they do not.
func TestPassive(t *testing.T) {
	for _, l := range []loss.Passive{loss.Criterion{}, loss.Delta{Low: -1}, loss.Hinge{}, loss.SquaredHinge{}, loss.ModifiedHuber{}} {
		margin := l.Beyond()
		for class, side := range []float64{-1, 1} {
			slope := func(tz float64) float64 {
				_, r := residuals(l, sample{[]float64{tz * side}, loss.Targets{Class: []int{class}, Value: []float64{side}}})
				return r[0]
			}
			for _, tz := range []float64{math.Nextafter(margin, 9), margin + 1e-9, margin + 1, 1e300, math.Inf(1)} {
				if r := slope(tz); r != 0 {
					t.Errorf("%T: slope %v where tz = %v", l, r, tz)
				}
			}
			if slope(margin-1e-9) == 0 {
				t.Errorf("%T: no slope before the margin of %v", l, margin)
			}
		}
	}
	if margin := (loss.Delta{Low: 0}).Beyond(); !math.IsInf(margin, 1) {
		t.Errorf("targets 0 and 1 have the margin %v", margin)
	}
}

package main

import "math"

// A long is a number of 32 digits, the sum of two float64 of which the second is
// below the last digit of the first (Dekker 1971).
type long struct{ hi, lo float64 }

func number(v float64) long { return long{v, 0} }

// normal returns a + b for |a| ≥ |b|.
func normal(a, b float64) long {
	s := a + b
	return long{s, b - (s - a)}
}

func (a long) add(b long) long {
	s := a.hi + b.hi
	v := s - a.hi
	e := (a.hi - (s - v)) + (b.hi - v)
	t := a.lo + b.lo
	v = t - a.lo
	f := (a.lo - (t - v)) + (b.lo - v)
	s2 := s + (e + t)
	e2 := (e + t) - (s2 - s)
	return normal(s2, e2+f)
}

func (a long) neg() long       { return long{-a.hi, -a.lo} }
func (a long) sub(b long) long { return a.add(b.neg()) }

func (a long) mul(b long) long {
	p := a.hi * b.hi
	e := math.FMA(a.hi, b.hi, -p)
	return normal(p, e+(a.hi*b.lo+a.lo*b.hi))
}

// times returns a·v for a power of two v.
func (a long) times(v float64) long { return long{a.hi * v, a.lo * v} }

func (a long) div(b long) long {
	q := number(a.hi / b.hi)
	r := a.sub(q.mul(b))
	q2 := number(r.hi / b.hi)
	r = r.sub(q2.mul(b))
	return q.add(q2).add(number(r.hi / b.hi))
}

func (a long) sqrt() long {
	if a.hi <= 0 {
		return long{}
	}
	r := number(math.Sqrt(a.hi))
	for range 2 {
		r = r.add(a.div(r)).times(0.5)
	}
	return r
}

func (a long) abs() long {
	if a.hi < 0 {
		return a.neg()
	}
	return a
}

func (a long) less(b long) bool { return a.sub(b).hi < 0 }
func (a long) float() float64   { return a.hi + a.lo }
func (a long) isZero() bool     { return a.hi == 0 }

func maxLong(a, b long) long {
	if a.less(b) {
		return b
	}
	return a
}

// ln2 is log 2.
var ln2 = long{6.931471805599452862e-01, 2.319046813846299558e-17}

// inverse are 1/i.
var inverse = func() (v [24]long) {
	for i := 1; i < len(v); i++ {
		v[i] = number(1).div(number(float64(i)))
	}
	return v
}()

// exp returns eᵃ.
func (a long) exp() long {
	const halvings = 9
	switch {
	case a.hi < -700:
		return long{}
	case a.hi > 700:
		return number(math.Inf(1))
	}
	k := math.Round(a.hi / ln2.hi)
	r := a.sub(ln2.mul(number(k))).times(1. / (1 << halvings))
	// e^r − 1 by its series, and (1 + u)² − 1 = 2u + u² nine times.
	u, term := r, r
	for i := 2; i < 14; i++ {
		term = term.mul(r).mul(inverse[i])
		u = u.add(term)
	}
	for range halvings {
		u = u.times(2).add(u.mul(u))
	}
	return u.add(number(1)).times(math.Ldexp(1, int(k)))
}

// log1p returns log(1 + a) for 0 ≤ a.
func (a long) log1p() long {
	if a.hi > 0.01 {
		x := a.add(number(1))
		y := number(math.Log(x.hi))
		for range 2 {
			y = y.add(x.mul(y.neg().exp())).sub(number(1))
		}
		return y
	}
	// 2 artanh(a/(2 + a))
	s := a.div(a.add(number(2)))
	square, power, sum := s.mul(s), s, s
	for i := 3; i < 24; i += 2 {
		power = power.mul(square)
		sum = sum.add(power.mul(inverse[i]))
	}
	return sum.times(2)
}

package main

// A loss is ℓ(z, t) of one sample with K scores, either smooth, with first and
// second derivatives, or the sum of pieces
//
//	min ½qξ² + cξ  so that  ξ ≥ a·z + e  for all (a, e) of the piece.
type loss struct {
	smooth func(z []long, t target) (value long, gradient, hessian []long)
	pieces func(k int, t target) []piece
	bend   float64 // a bound of the second derivatives, 0 with corners
}

// A target is a class, or a number for each score.
type target struct {
	class int
	value []float64
}

type piece struct {
	q, c  float64
	sides []side
}

type side struct {
	a []float64 // of each score
	e float64
}

var (
	zero = long{}
	one  = number(1)
)

// sigmoid returns log(1 + eᶻ) and its derivative.
func softplus(z long) (value, slope long) {
	e := z.abs().neg().exp()
	value, slope = e.log1p(), one.div(one.add(e))
	if z.hi > 0 {
		return value.add(z), slope
	}
	return value, e.mul(slope)
}

var logistic = loss{
	smooth: func(z []long, t target) (long, []long, []long) {
		// The loss of class 1 is softplus(−z), of class 0 softplus(z).
		sign := 1.0
		if t.class == 1 {
			sign = -1
		}
		value, slope := softplus(z[0].times(sign))
		_, other := softplus(z[0].times(-sign))
		return value, []long{slope.times(sign)}, []long{slope.mul(other)}
	},
	bend: 0.25,
}

var softmax = loss{
	smooth: func(z []long, t target) (long, []long, []long) {
		k, top := len(z), 0
		for c := range z {
			if z[top].less(z[c]) {
				top = c
			}
		}
		y, rest := make([]long, k), zero
		for c := range z {
			y[c] = z[c].sub(z[top]).exp()
			if c != top {
				rest = rest.add(y[c])
			}
		}
		value := z[top].sub(z[t.class]).add(rest.log1p())
		sum, others := rest.add(one), zero
		for c := range y {
			y[c] = y[c].div(sum)
			if c != t.class {
				others = others.add(y[c])
			}
		}
		g, h := append([]long(nil), y...), make([]long, k*k)
		g[t.class] = others.neg()
		for c := range k {
			for j := range k {
				if c != j {
					p := y[c].mul(y[j])
					h[c*k+j] = p.neg()
					h[c*k+c] = h[c*k+c].add(p)
				}
			}
		}
		return value, g, h
	},
	bend: 0.5,
}

var squared = loss{
	smooth: func(z []long, t target) (value long, g, h []long) {
		k := len(z)
		g, h = make([]long, k), make([]long, k*k)
		for c := range z {
			g[c] = z[c].sub(number(t.value[c]))
			value = value.add(g[c].mul(g[c]).times(0.5))
			h[c*k+c] = one
		}
		return value, g, h
	},
	bend: 1,
}

// margin is the side ξ ≥ 1 − t z of a sample of class 0 or 1.
func margin(t target) side { return side{[]float64{1 - 2*float64(t.class)}, 1} }

var hinge = loss{pieces: func(_ int, t target) []piece {
	return []piece{{c: 1, sides: []side{{[]float64{0}, 0}, margin(t)}}}
}}

var squaredHinge = loss{pieces: func(_ int, t target) []piece {
	return []piece{{q: 2, sides: []side{margin(t)}}}
}, bend: 2}

// beside is the side ξ ≥ 1 + zⱼ − z_t.
func beside(k, j, t int) side {
	a := make([]float64, k)
	a[j], a[t] = 1, -1
	return side{a, 1}
}

var westonWatkins = loss{pieces: func(k int, t target) []piece {
	var all []piece
	for j := range k {
		if j != t.class {
			all = append(all, piece{c: 1, sides: []side{{make([]float64, k), 0}, beside(k, j, t.class)}})
		}
	}
	return all
}}

var crammerSinger = loss{pieces: func(k int, t target) []piece {
	p := piece{c: 1, sides: []side{{make([]float64, k), 0}}}
	for j := range k {
		if j != t.class {
			p.sides = append(p.sides, beside(k, j, t.class))
		}
	}
	return []piece{p}
}}

// at returns a·z + e.
func (s side) at(z []long) long {
	sum := number(s.e)
	for c, a := range s.a {
		if a != 0 {
			sum = sum.add(z[c].times(a))
		}
	}
	return sum
}

// least returns the least ½qξ² + cξ.
func (p piece) least(z []long) long {
	xi := p.sides[0].at(z)
	for _, s := range p.sides[1:] {
		xi = maxLong(xi, s.at(z))
	}
	if p.q > 0 {
		xi = maxLong(xi, zero)
	}
	return xi.mul(xi).times(p.q / 2).add(xi.times(p.c))
}

// at returns ℓ(z, t).
func (l loss) at(z []long, t target) long {
	if l.smooth != nil {
		v, _, _ := l.smooth(z, t)
		return v
	}
	sum := zero
	for _, p := range l.pieces(len(z), t) {
		sum = sum.add(p.least(z))
	}
	return sum
}

package main

import "math"

// A block is a piece of the program with its ξ, slacks and multipliers.
type block struct {
	piece
	weight      long
	sample      int // −1 for |θ|
	coordinate  int
	xi, dxi     long
	s, y        []long
	ds, dy      []long
	sumW, shift long   // Σ w, and what dξ is where θ stays
	meanA       []long // Σ w a / Σ w
}

// An optimum is what the interior point method ends with.
type optimum struct {
	theta     []long
	value     long
	doubt     float64 // the value is at most this far above the least
	separated bool    // the classes are, so that there is no least
	unknown   bool    // whether they are is not clear
}

// solve minimises the program by a primal-dual interior point method in 32
// digits (Boyd and Vandenberghe 2004, 11.7), by Newton's alone where there is
// nothing but smooth losses.
func (g *program) solve() optimum {
	width := len(g.l1)
	p := g.k * width
	m := &interior{program: g, theta: make([]long, p), p: p, width: width}
	m.begin()
	return m.run()
}

type interior struct {
	*program
	theta    []long
	p, width int
	blocks   []*block
	of       [][]*block // of each sample
	sides    int
}

func (m *interior) begin() {
	m.of = make([][]*block, len(m.x))
	add := func(b *block, z []long) {
		b.xi = b.sides[0].at(z)
		for _, s := range b.sides {
			b.xi = maxLong(b.xi, s.at(z))
		}
		b.xi = b.xi.add(one)
		for range b.sides {
			b.y = append(b.y, b.weight.mul(number(b.c).add(b.xi.times(b.q))).div(number(float64(len(b.sides)))))
		}
		for _, s := range b.sides {
			b.s = append(b.s, b.xi.sub(s.at(z)))
		}
		b.ds, b.dy = make([]long, len(b.s)), make([]long, len(b.s))
		b.meanA = make([]long, len(b.sides[0].a))
		m.blocks, m.sides = append(m.blocks, b), m.sides+len(b.sides)
	}
	if m.loss.pieces != nil {
		for i := range m.x {
			for _, piece := range m.loss.pieces(m.k, m.target[i]) {
				b := &block{piece: piece, weight: m.weight[i], sample: i}
				add(b, make([]long, m.k))
				m.of[i] = append(m.of[i], b)
			}
		}
	}
	for t := range m.p {
		if l1 := m.l1[t%m.width]; l1.hi > 0 {
			add(&block{
				piece: piece{c: 1, sides: []side{{[]float64{1}, 0}, {[]float64{-1}, 0}}}, weight: l1, sample: -1, coordinate: t,
			}, []long{zero})
		}
	}
}

// gap returns Σ s y.
func (m *interior) gap() long {
	sum := zero
	for _, b := range m.blocks {
		for r := range b.s {
			sum = sum.add(b.s[r].mul(b.y[r]))
		}
	}
	return sum
}

// residual returns the gradient of the Lagrangian by θ, and the sum of its
// squares with those of ξ and of sy − μ.
func (m *interior) residual(theta []long, mu long) (r []long, size float64) {
	r = make([]long, m.p)
	for i, x := range m.x {
		g := make([]long, m.k)
		if m.loss.smooth != nil {
			_, gradient, _ := m.loss.smooth(m.scores(theta, x), m.target[i])
			for c := range g {
				g[c] = gradient[c].mul(m.weight[i])
			}
		}
		for _, b := range m.of[i] {
			for q, s := range b.sides {
				for c, a := range s.a {
					if a != 0 {
						g[c] = g[c].add(b.y[q].times(a))
					}
				}
			}
		}
		for c := range g {
			for j, v := range x {
				r[c*m.width+j] = r[c*m.width+j].add(g[c].mul(v))
			}
		}
	}
	for t := range r {
		r[t] = r[t].add(m.l2[t%m.width].mul(theta[t]))
	}
	for _, b := range m.blocks {
		if b.sample < 0 {
			r[b.coordinate] = r[b.coordinate].add(b.y[0]).sub(b.y[1])
		}
		xi := b.weight.mul(number(b.c).add(b.xi.times(b.q)))
		for q := range b.y {
			xi = xi.sub(b.y[q])
			size += square(b.s[q].mul(b.y[q]).sub(mu).hi)
		}
		size += square(xi.hi)
	}
	for _, v := range r {
		size += square(v.hi)
	}
	return r, size
}

func square(v float64) float64 { return v * v }

// direction sets the steps of all blocks and returns that of θ.
func (m *interior) direction(mu long) []long {
	h, right := make([]long, m.p*m.p), make([]long, m.p)
	k := m.k
	for i, x := range m.x {
		bend, g := make([]long, k*k), make([]long, k)
		if m.loss.smooth != nil {
			_, gradient, hessian := m.loss.smooth(m.scores(m.theta, x), m.target[i])
			for c := range g {
				g[c] = gradient[c].mul(m.weight[i]).neg()
			}
			for c := range bend {
				bend[c] = hessian[c].mul(m.weight[i])
			}
		}
		for _, b := range m.of[i] {
			b.reduce(mu, bend, g)
		}
		for c := range k {
			for j, v := range x {
				row := c*m.width + j
				right[row] = right[row].add(g[c].mul(v))
				for c2 := range c + 1 {
					f := bend[c*k+c2].mul(v)
					if f.isZero() {
						continue
					}
					last := m.width
					if c2 == c {
						last = j + 1
					}
					for j2 := range last {
						at := row*m.p + c2*m.width + j2
						h[at] = h[at].add(f.mul(x[j2]))
					}
				}
			}
		}
	}
	for t := range m.p {
		l2 := m.l2[t%m.width]
		h[t*m.p+t] = h[t*m.p+t].add(l2)
		right[t] = right[t].sub(l2.mul(m.theta[t]))
	}
	for _, b := range m.blocks {
		if b.sample < 0 {
			t := b.coordinate
			bend, g := []long{zero}, []long{zero}
			b.reduce(mu, bend, g)
			h[t*m.p+t] = h[t*m.p+t].add(bend[0])
			right[t] = right[t].add(g[0])
		}
	}
	cholesky(h, m.p)
	step := solveCholesky(h, m.p, right)
	for i, x := range m.x {
		if len(m.of[i]) == 0 {
			continue
		}
		dz := m.scores(step, x)
		for _, b := range m.of[i] {
			b.back(mu, dz)
		}
	}
	for _, b := range m.blocks {
		if b.sample < 0 {
			b.back(mu, step[b.coordinate:b.coordinate+1])
		}
	}
	return step
}

// reduce eliminates ξ and the multipliers: it adds what they are to the second
// derivatives by z and to the right side.
func (b *block) reduce(mu long, bend, g []long) {
	k := len(b.meanA)
	b.sumW, b.shift = zero, b.weight.mul(number(b.c).add(b.xi.times(b.q))).neg()
	for c := range b.meanA {
		b.meanA[c] = zero
	}
	w := make([]long, len(b.s))
	for r, s := range b.sides {
		w[r] = b.y[r].div(b.s[r])
		pull := mu.div(b.s[r])
		b.sumW, b.shift = b.sumW.add(w[r]), b.shift.add(pull)
		for c, a := range s.a {
			b.meanA[c] = b.meanA[c].add(w[r].times(a))
			g[c] = g[c].sub(pull.times(a))
		}
	}
	for c := range b.meanA {
		b.meanA[c] = b.meanA[c].div(b.sumW)
	}
	q := b.weight.times(b.q)
	all := q.add(b.sumW)
	b.shift = b.shift.div(all)
	both := b.sumW.mul(q).div(all)
	for c := range k {
		g[c] = g[c].add(b.sumW.mul(b.meanA[c]).mul(b.shift))
		for j := range k {
			sum := both.mul(b.meanA[c]).mul(b.meanA[j])
			for r, s := range b.sides {
				sum = sum.add(w[r].mul(number(s.a[c]).sub(b.meanA[c])).mul(number(s.a[j]).sub(b.meanA[j])))
			}
			bend[c*k+j] = bend[c*k+j].add(sum)
		}
	}
}

// back finds the steps of ξ, slacks and multipliers.
func (b *block) back(mu long, dz []long) {
	along := zero
	for c := range dz {
		along = along.add(b.meanA[c].mul(dz[c]))
	}
	b.dxi = b.shift.add(b.sumW.mul(along).div(b.sumW.add(b.weight.times(b.q))))
	for r, s := range b.sides {
		d := b.dxi
		for c, a := range s.a {
			d = d.sub(dz[c].times(a))
		}
		b.ds[r] = d
		b.dy[r] = mu.sub(b.y[r].mul(d)).div(b.s[r]).sub(b.y[r])
	}
}

// move goes a part of the step, and back for a negative one.
func (m *interior) move(step []long, by float64) {
	a := number(by)
	for t := range m.theta {
		m.theta[t] = m.theta[t].add(step[t].mul(a))
	}
	for _, b := range m.blocks {
		b.xi = b.xi.add(b.dxi.mul(a))
		for r := range b.s {
			b.s[r], b.y[r] = b.s[r].add(b.ds[r].mul(a)), b.y[r].add(b.dy[r].mul(a))
		}
	}
}

func (m *interior) run() optimum {
	const (
		most  = 250
		exact = 1e-22
	)
	value, sigma := m.value(m.theta), 0.1
	scale := value.hi // of the loss at 0
	best := optimum{value: value, theta: append([]long(nil), m.theta...), doubt: math.Inf(1)}
	for n := range most {
		gap, mu := zero, zero
		if m.sides > 0 {
			gap = m.gap()
			mu = gap.mul(number(sigma / float64(m.sides)))
		}
		step := m.direction(mu)
		r, before := m.residual(m.theta, mu)
		doubt := gap.hi
		for t := range r {
			doubt += math.Abs(r[t].hi * (step[t].hi + 1e-3*m.theta[t].hi))
			if m.sides > 0 {
				doubt += math.Abs(r[t].hi * m.theta[t].hi)
			}
		}
		if m.free {
			if o, done := m.separated(step, n); done {
				return o
			}
		}
		value = m.value(m.theta)
		if doubt < best.doubt {
			best = optimum{value: value, theta: append([]long(nil), m.theta...), doubt: doubt}
		}
		if doubt <= exact*value.hi || doubt <= 1e-28*scale {
			break
		}
		alpha := 1.0
		for _, b := range m.blocks {
			for r := range b.s {
				if b.ds[r].hi < 0 {
					alpha = min(alpha, -0.995*b.s[r].hi/b.ds[r].hi)
				}
				if b.dy[r].hi < 0 {
					alpha = min(alpha, -0.995*b.y[r].hi/b.dy[r].hi)
				}
			}
		}
		m.move(step, alpha)
		if m.sides == 0 {
			slope := zero
			for t := range r {
				slope = slope.add(r[t].mul(step[t]))
			}
			for alpha > 1e-12 && m.value(m.theta).sub(value).hi > 1e-4*alpha*slope.hi && doubt > 1e-20*value.hi {
				m.move(step, -alpha/2)
				alpha /= 2
			}
		} else if m.loss.smooth != nil && m.loss.bend < 1 {
			for alpha > 1e-9 {
				if _, after := m.residual(m.theta, mu); math.Sqrt(after) <= (1-0.01*alpha)*math.Sqrt(before)*(1+1e-20) || math.Sqrt(before) < 1e-26 {
					break
				}
				m.move(step, -alpha/2)
				alpha /= 2
			}
		}
		switch {
		case alpha > 0.9:
			sigma = 0.02
		case alpha > 0.5:
			sigma = 0.1
		default:
			sigma = 0.5
		}
	}
	if m.free {
		best.unknown = true
	}
	return best
}

// separated reports whether θ, or the step, is a proof that the classes are
// separated or that they are not, as then the Newton step completes the
// multipliers of Stiemke's lemma.
func (m *interior) separated(step []long, n int) (optimum, bool) {
	least := func(theta []long) (least, most, largest float64) {
		least, most = math.Inf(1), math.Inf(-1)
		for i, x := range m.x {
			z, t := m.scores(theta, x), m.target[i].class
			if m.k == 1 {
				v := z[0].times(float64(2*t - 1)).hi
				least, most, largest = min(least, v), max(most, v), max(largest, math.Abs(v))
			}
			for c := range m.k {
				if m.k > 1 && c != t {
					v := z[t].sub(z[c]).hi
					least, most, largest = min(least, v), max(most, v), max(largest, math.Abs(v))
				}
			}
		}
		return least, most, largest
	}
	if low, _, large := least(m.theta); n > 0 && low > 1e-20*large {
		return optimum{separated: true}, true
	}
	low, high, large := least(step)
	if n >= 40 && high > 0.3 && low > -1e-15*high {
		return optimum{separated: true}, true
	}
	if large < 1e-9 {
		m.free = false // there is a minimum
	}
	return optimum{}, false
}

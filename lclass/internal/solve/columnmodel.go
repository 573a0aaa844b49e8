package solve

import (
	"math"
	"math/rand/v2"
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// A columnModel is a quadratic model of a loss by its second derivatives, of which no matrix
// is made: it keeps how the slopes of the rows by their k scores change. A step along a weight
// then costs as much as its sparse column has entries (Yuan, Ho and Lin 2012), for each of the
// scores that mix. With C the second derivatives of a row and t what all scores change by
// because features are centred, the scores change by z = (Σ xⱼδⱼ/stdⱼ) + t.
type columnModel struct {
	*objective.Scaled
	corners
	x     *rows.ByColumn
	bends *objective.Bends
	same  bool // whether the second derivatives are the same everywhere

	c      []float64 // of the rows, over Σs: C is cI, or c(diag(p) − ppᵀ) where scores mix
	p      []float64 // k of each row, nil where scores do not mix
	total  []float64 // Σ C, k×k
	place  []int     // of each feature in first, −1 for none
	first  []float64 // Σ C x of some features, k×k each
	second []float64 // Σ C x² of each weight, NaN before it is known
	little float64   // part of the fall of a model that is left of it
	enough float64   // a fall that is as good as none
	loss   float64   // where the model was made

	near     []int // the weights that may change
	active   []coordinate
	isActive []bool
	step     []float64 // δ of all
	y        []float64 // C(z − t), k values of each row
	t        []float64
	pulls    []float64   // the slopes along the biases
	seen     [][]float64 // memory of extrapolation
}

// A coordinate is a weight or a bias that changes, with what its steps need side by side.
type coordinate struct {
	i, j, a    int // its number, its feature and its score
	psi, g, l1 float64
	delta      float64
	curvature  float64
	mean, std  float64
	ridge      float64   // L2/std
	first      []float64 // Σ C x of score a with each score, nil of a bias
}

// mostScores is the largest number of scores of a columnModel, as Σ C x of each feature has the
// square of that.
const mostScores = 64

// columnsPay reports whether a columnModel is for such an objective: there is one score, or L1 and
// not too many scores and not so many more rows than features that a bound is faster.
func columnsPay(s *objective.Scaled) bool {
	const taller = 10
	return s.K == 1 || s.K <= mostScores && s.L1 > 0 && s.Samples() <= taller*s.Features()
}

// newColumnModel returns nil if the rows are not sparse, or a columnModel does not pay.
func newColumnModel(s *objective.Scaled) *columnModel {
	if _, ok := s.Loss.(loss.Curved); !ok || s.Elsewhere != nil || !columnsPay(s) {
		return nil
	}
	x := s.ByColumn()
	if x == nil {
		return nil
	}
	_, same := s.Loss.(loss.LeastSquares)
	m := &columnModel{
		Scaled: s, x: x, bends: s.NewBends(), same: same,
		total: make([]float64, s.K*s.K), place: make([]int, s.Features()), second: make([]float64, s.Features()*s.K),
		isActive: make([]bool, s.Dim()), step: make([]float64, s.Dim()),
		y: make([]float64, s.Samples()*s.K), t: make([]float64, s.K), pulls: make([]float64, s.K),
	}
	m.penalise(s)
	return m
}

// penalise gives the model another penalty over the same rows.
func (m *columnModel) penalise(s *objective.Scaled) {
	m.Scaled, m.little = s, 1
	m.bends.Penalise(s.Objective)
}

// begin makes the model that about where bends has passed, at a loss of that value, in a fit that
// ends where goal is left to gain.
func (m *columnModel) begin(value, goal float64) {
	const most, least, unseen = 0.1, 1e-4, 1e-4
	m.loss, m.enough, m.little = value, unseen*goal, max(least, min(most, m.little*most))
	for _, q := range m.active {
		m.isActive[q.i], m.step[q.i] = false, 0
	}
	m.active = m.active[:0]
	for _, zeros := range [][]float64{m.y, m.t, m.pulls} {
		clear(zeros)
	}
	if m.same && m.c != nil {
		return
	}
	m.c, m.p = m.bends.Outer(m.c, m.p)
	clear(m.total)
	if m.p == nil {
		m.addUnmixed(m.total, sum(m.c))
	} else {
		for i, c := range m.c {
			m.addMixed(m.total, i, c)
		}
	}
	m.first = m.first[:0]
	for j := range m.place {
		m.place[j] = -1
	}
	for i := range m.second {
		m.second[i] = math.NaN()
	}
}

// split returns the feature and the score of weight i.
func (m *columnModel) split(i int) (j, a int) {
	if m.K == 1 {
		return i, 0 // without the division, which takes long
	}
	return i / m.K, i % m.K
}

// addUnmixed adds cI to a k×k matrix.
func (m *columnModel) addUnmixed(to []float64, c float64) {
	for a := range m.K {
		to[a*m.K+a] += c
	}
}

// addMixed adds c(diag(p) − ppᵀ), with p of a row, to a k×k matrix.
func (m *columnModel) addMixed(to []float64, row int, c float64) {
	p := m.p[row*m.K:][:m.K]
	for a, v := range p {
		of := to[a*m.K:][:m.K]
		for b, w := range p {
			of[b] -= c * v * w
		}
		of[a] += c * v
	}
}

// firstOf returns Σ C x of a feature.
func (m *columnModel) firstOf(j int) []float64 {
	size := m.K * m.K
	if m.place[j] < 0 {
		m.place[j] = len(m.first)
		m.first = append(m.first, make([]float64, size)...)
		of := m.first[m.place[j]:]
		if m.p == nil {
			m.addUnmixed(of, m.x.Dot(j, m.c, 1, 0))
		} else {
			row, value := m.x.Column(j)
			for e, i := range row {
				m.addMixed(of, int(i), m.c[i]*value[e])
			}
		}
	}
	return m.first[m.place[j]:][:size]
}

// coordinate returns that of weight i.
func (m *columnModel) coordinate(i int, psi, g float64) coordinate {
	j, a := m.split(i)
	q := coordinate{i: i, j: j, a: a, psi: psi, g: g, l1: m.l1[i]}
	if j == len(m.Std) {
		q.curvature = m.total[a*m.K+a]
		return q
	}
	q.mean, q.std = m.Mean[j], m.Std[j]
	q.ridge, q.first = m.L2Of(j)/q.std, m.firstOf(j)[a*m.K:][:m.K]
	if math.IsNaN(m.second[i]) {
		m.second[i] = m.x.Squares(j, m.c, m.p, m.K, a)
	}
	q.curvature = max(((m.second[i]-q.mean*(2*q.first[a]-q.mean*m.total[a*m.K+a]))/q.std+q.ridge)/q.std, littleCurvature(m.Loss))
	return q
}

// slope returns that of ½δᵀBδ along a coordinate.
func (m *columnModel) slope(q *coordinate) float64 {
	if q.first == nil {
		return m.pulls[q.a]
	}
	xy := m.x.Dot(q.j, m.y, m.K, q.a)
	for b, c := range q.first {
		xy += c * m.t[b]
	}
	return (xy-q.mean*m.pulls[q.a])/q.std + q.ridge/q.std*q.delta
}

// move moves a coordinate by d to w.
func (m *columnModel) move(q *coordinate, w, d float64) {
	q.delta = w - q.psi
	if q.first == nil {
		m.shift(q.a, d)
		return
	}
	d /= q.std
	m.x.AddWeighted(q.j, d, m.c, m.p, m.K, q.a, m.y)
	for b, c := range q.first {
		m.pulls[b] += d * c
	}
	m.shift(q.a, -d*q.mean)
}

// shift changes score a of all rows by d.
func (m *columnModel) shift(a int, d float64) {
	m.t[a] += d
	for b, c := range m.total[a*m.K:][:m.K] {
		m.pulls[b] += d * c
	}
}

// bent returns how the slopes of the rows change, C z.
func (m *columnModel) bent(y, t []float64) []float64 {
	y = slices.Clone(y)
	for row, c := range m.c {
		y := y[row*m.K:][:m.K]
		if m.p == nil {
			for a := range y {
				y[a] += c * t[a]
			}
			continue
		}
		p := m.p[row*m.K:][:m.K]
		mean := kernel.Dot(p, t)
		for a, w := range p {
			y[a] += c * w * (t[a] - mean)
		}
	}
	return y
}

// still returns the slope of ½δᵀBδ along a weight of which δ is 0, given what the slopes of the
// rows change by.
func (m *columnModel) still(i int, bent []float64) float64 {
	j, a := m.split(i)
	if j == len(m.Std) {
		return m.pulls[a]
	}
	return (m.x.Dot(j, bent, m.K, a) - m.Mean[j]*m.pulls[a]) / m.Std[j]
}

// choose finds the weights and biases that may change: those that are not 0, and those that L1
// hardly holds there.
func (m *columnModel) choose(psi, g []float64) {
	const hardly = 0.7
	m.near = m.near[:0]
	if m.NoBias {
		psi, _ = m.Split(psi)
	}
	for i, w := range psi {
		if w != 0 || math.Abs(g[i]) >= hardly*m.l1[i] {
			m.near = append(m.near, i)
		}
	}
}

// activate takes in the weights that are not 0 or want to leave it, and reports whether it has
// found any.
func (m *columnModel) activate(psi, g []float64) (found bool) {
	var bent []float64
	if len(m.active) > 0 {
		bent = m.bent(m.y, m.t)
	}
	for _, i := range m.near {
		if m.isActive[i] {
			continue
		}
		if j, _ := m.split(i); j < len(m.Std) && math.IsInf(m.Std[j], 1) {
			continue
		}
		slope := g[i]
		if bent != nil {
			slope += m.still(i, bent)
		}
		if w := psi[i]; m.corners.slope(i, w, slope) != 0 || w != 0 && !m.bounds(i, w) {
			m.active = append(m.active, m.coordinate(i, w, g[i]))
			m.isActive[i] = true
			found = true
		}
	}
	return found
}

// sweep minimises along each active coordinate in turn. It returns by how much the model falls
// at least.
func (m *columnModel) sweep() (fell float64) {
	for at := range m.active {
		q := &m.active[at]
		w := q.psi + q.delta
		next := m.within(q.i, objective.Shrink(w-(q.g+m.slope(q))/q.curvature, q.l1/q.curvature))
		if d := next - w; d != 0 {
			m.move(q, next, d)
			fell += q.curvature * d * d / 2
		}
	}
	return fell
}

// minimise implements model: it descends until a sweep lowers the model little beside those
// before, also one over all coordinates that want to leave 0. Each model says more of the loss
// than the one before, and is taken more exactly; one that is the loss itself is taken as
// exactly as the fit.
func (m *columnModel) minimise(psi, g []float64, c corners, _ float64) []float64 {
	m.corners = c
	m.choose(psi, g)
	var fallen float64
	for m.activate(psi, g) {
		fallen = m.descend(fallen)
	}
	for _, q := range m.active {
		m.step[q.i] = q.delta
	}
	return m.step
}

// descend sweeps over the active coordinates, and returns by how much the model has fallen. The
// first sweeps are in random order, which is faster while much changes; several scores go
// one after the other along a feature, whose column they share. Then the order stays, and where it
// leads is extrapolated. As long as that goes far beyond the sweeps, these say little of what is
// left.
func (m *columnModel) descend(fallen float64) float64 {
	const most = 100 // sweeps
	random, until := 6, 0
	if m.K > 1 {
		random = 0
	}
	rng := rand.New(rand.NewPCG(1, 1))
	ahead := extrapolation{columnModel: m, seen: m.seen}
	defer func() { m.seen = ahead.seen }()
	for sweep := range most {
		if sweep < random {
			rng.Shuffle(len(m.active), func(i, j int) { m.active[i], m.active[j] = m.active[j], m.active[i] })
		} else if sweep == random {
			ahead.begin()
		}
		fell := m.sweep()
		if sweep >= random {
			jump := ahead.after()
			if jump > creeping*fell {
				until = sweep + lookBack
			}
			fell += jump
		}
		fallen += fell
		if sweep >= until && fell <= m.little*fallen && (!m.same || fell <= m.enough) || m.Stopped() {
			break
		}
	}
	return fallen
}

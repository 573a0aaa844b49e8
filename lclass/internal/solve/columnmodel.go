package solve

import (
	"iter"
	"math"
	"math/rand/v2"

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
	x     *rows.ByColumn
	bends *objective.Bends

	c      []float64 // of the rows, over Σs: C is cI, or c(diag(p) − ppᵀ) where scores mix
	p      []float64 // k of each row, nil where scores do not mix
	total  []float64 // Σ C, k×k
	place  []int     // of each feature in first, −1 for none
	first  []float64 // Σ C x of some features, k×k each
	second []float64 // Σ C x² of each weight, NaN before it is known
	little float64   // part of the fall of a model that is left of it

	near  []int // the weights that may change
	delta []float64
	moved bool      // whether δ is not 0
	y     []float64 // C(z − t), k values of each row
	t     []float64
	pulls []float64 // the slopes along the biases
}

// mostScores is the largest number of scores of a columnModel, as Σ C x of each feature has the
// square of that.
const mostScores = 64

// newColumnModel returns nil if the rows are not sparse, or have too many scores, or several and
// are so many more than features that a bound is faster, or there is no L1.
func newColumnModel(s *objective.Scaled) *columnModel {
	const taller = 10
	several := s.K > 1 && (s.K > mostScores || s.L1 == 0 || s.Samples() > taller*s.Features())
	if _, ok := s.Loss.(loss.Curved); !ok || s.Elsewhere != nil || several {
		return nil
	}
	x := s.ByColumn()
	if x == nil {
		return nil
	}
	return &columnModel{
		Scaled: s, x: x, bends: s.NewBends(), little: 1,
		total: make([]float64, s.K*s.K), place: make([]int, s.Features()), second: make([]float64, s.Features()*s.K),
		delta: make([]float64, s.Dim()), y: make([]float64, s.Samples()*s.K), t: make([]float64, s.K), pulls: make([]float64, s.K),
	}
}

// begin makes the model that about where bends has passed.
func (m *columnModel) begin() {
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
	for _, zeros := range [][]float64{m.delta, m.y, m.t, m.pulls} {
		clear(zeros)
	}
	m.moved = false
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

// curvature returns that along weight i, or a little for a feature that no row with a
// second derivative has: there the penalty alone says where the weight ends.
func (m *columnModel) curvature(i int) float64 {
	j, a := m.split(i)
	own := a*m.K + a
	switch {
	case j == len(m.Std) && m.NoBias:
		return 1
	case j == len(m.Std):
		return m.total[own]
	}
	mean, std := m.Mean[j], m.Std[j]
	if math.IsInf(std, 1) {
		return 0
	}
	if math.IsNaN(m.second[i]) {
		m.second[i] = m.x.Squares(j, m.c, m.p, m.K, a)
	}
	return max((m.second[i]-mean*(2*m.firstOf(j)[own]-mean*m.total[own])+m.L2Of(j))/std/std, littleCurvature(m.Loss))
}

// slope returns that of ½δᵀBδ along weight i.
func (m *columnModel) slope(i int) float64 {
	j, a := m.split(i)
	if j == len(m.Std) {
		return m.biasSlope(a)
	}
	xy := m.x.Dot(j, m.y, m.K, a)
	for b, c := range m.firstOf(j)[a*m.K:][:m.K] {
		xy += c * m.t[b]
	}
	std := m.Std[j]
	return (xy - m.Mean[j]*m.pulls[a] + m.L2Of(j)/std*m.delta[i]) / std
}

// slopes implements model.
func (m *columnModel) slopes() iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		for _, i := range m.near {
			var slope float64
			if m.moved {
				slope = m.slope(i)
			}
			if !yield(i, slope) {
				return
			}
		}
	}
}

func (m *columnModel) biasSlope(a int) float64 {
	if m.NoBias {
		return m.delta[len(m.Std)*m.K+a]
	}
	return m.pulls[a]
}

func (m *columnModel) move(i int, d float64) {
	m.delta[i] += d
	m.moved = true
	j, a := m.split(i)
	if j == len(m.Std) {
		if !m.NoBias {
			m.shift(a, d)
		}
		return
	}
	d /= m.Std[j]
	m.x.AddWeighted(j, d, m.c, m.p, m.K, a, m.y)
	for b, c := range m.firstOf(j)[a*m.K:][:m.K] {
		m.pulls[b] += d * c
	}
	m.shift(a, -d*m.Mean[j])
}

// shift changes score a of all rows by d.
func (m *columnModel) shift(a int, d float64) {
	m.t[a] += d
	for b, c := range m.total[a*m.K:][:m.K] {
		m.pulls[b] += d * c
	}
}

func (m *columnModel) curves(i int) bool {
	j, _ := m.split(i)
	return j == len(m.Std) || !math.IsInf(m.Std[j], 1)
}

// choose finds the weights that may change: those that are not 0, and those that L1 hardly
// holds there.
func (m *columnModel) choose(psi, g []float64, c corners) {
	const hardly = 0.7
	m.near = m.near[:0]
	for i, w := range psi {
		if w != 0 || math.Abs(g[i]) >= hardly*c.l1[i] {
			m.near = append(m.near, i)
		}
	}
}

// minimise implements model: it descends in random order, which is faster where many features
// go together, or one after the other along the weights of a feature, which share its column,
// until a sweep lowers the model little beside those before, also one over all coordinates that
// want to leave 0. Each model says more of the loss than the one before, and is taken more
// exactly.
func (m *columnModel) minimise(psi, g []float64, c corners, _ float64) []float64 {
	const most, least = 0.1, 0.01
	m.little = max(least, min(most, m.little*most))
	m.choose(psi, g, c)
	s := newSweeper(m, m.Stop, psi, g, c)
	rng := rand.New(rand.NewPCG(1, 1))
	var fallen float64
	for s.activate() {
		for sweep := 0; ; sweep++ {
			if m.K == 1 {
				rng.Shuffle(len(s.active), func(i, j int) { s.active[i], s.active[j] = s.active[j], s.active[i] })
			}
			fell := s.sweep().all
			fallen += fell
			if fell > m.little*fallen && !s.stop.Now() {
				continue
			}
			if sweep == 0 {
				return s.delta
			}
			break
		}
	}
	return s.delta
}

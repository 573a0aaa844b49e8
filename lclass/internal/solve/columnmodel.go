package solve

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// A columnModel is a quadratic model of a loss with one score by its second derivatives,
// of which no matrix is made: it keeps how the scores of the rows change. A step along a
// weight then costs as much as its sparse column has entries (Yuan, Ho and Lin 2012).
// With C the second derivatives of the rows and t what all scores change by because
// features are centred, the scores change by z = (Σ xⱼδⱼ/stdⱼ) + t.
type columnModel struct {
	*objective.Scaled
	x     *rows.ByColumn
	bends *objective.Bends

	c      []float64 // of the rows, over Σs
	total  float64   // Σ c
	first  []float64 // Σ c x of each feature
	second []float64 // Σ c x², NaN before it is known
	little float64   // part of the fall of a model that is left of it

	delta []float64
	y     []float64 // C(z − t)
	sum   float64   // of y
	t     float64
}

// newColumnModel returns nil if the rows are not sparse, or the loss has several scores.
func newColumnModel(s *objective.Scaled) *columnModel {
	if _, ok := s.Loss.(loss.Curved); !ok || s.K > 1 || s.Elsewhere != nil {
		return nil
	}
	x := s.ByColumn()
	if x == nil {
		return nil
	}
	return &columnModel{
		Scaled: s, x: x, bends: s.NewBends(), little: 1, second: make([]float64, s.Features()),
		delta: make([]float64, s.Dim()), y: make([]float64, s.Samples()),
	}
}

// begin makes the model that about where bends has passed.
func (m *columnModel) begin() {
	m.c = m.bends.Of(m.c)
	m.total = 0
	for _, c := range m.c {
		m.total += c
	}
	m.first = m.Combine(m.c)
	for j := range m.second {
		m.second[j] = math.NaN()
	}
	clear(m.delta)
	clear(m.y)
	m.sum, m.t = 0, 0
}

// curvature returns that along weight i, or a little for a feature that no row with a
// second derivative has: there the penalty alone says where the weight ends.
func (m *columnModel) curvature(i int) float64 {
	if i == len(m.Std) {
		if m.NoBias {
			return 1
		}
		return m.total
	}
	if math.IsNaN(m.second[i]) {
		m.second[i] = m.x.Squares(i, m.c)
	}
	mean, std := m.Mean[i], m.Std[i]
	if math.IsInf(std, 1) {
		return 0
	}
	return max((m.second[i]-mean*(2*m.first[i]-mean*m.total)+m.L2Of(i))/std/std, littleCurvature(m.Loss))
}

// slope returns that of ½δᵀBδ along weight i.
func (m *columnModel) slope(i int) float64 {
	if i == len(m.Std) {
		return m.biasSlope()
	}
	return m.slopeOf(i, m.x.Dot(i, m.y))
}

// slopes implements model: it takes one look at the rows for all.
func (m *columnModel) slopes() iter.Seq2[int, float64] {
	all := append(m.Combine(m.y), m.biasSlope())
	for j := range m.Std {
		all[j] = m.slopeOf(j, all[j])
	}
	return slices.All(all)
}

// slopeOf returns the slope along weight j, where the feature times y is xy.
func (m *columnModel) slopeOf(j int, xy float64) float64 {
	std := m.Std[j]
	return (xy + m.t*m.first[j] - m.Mean[j]*(m.sum+m.t*m.total) + m.L2Of(j)/std*m.delta[j]) / std
}

func (m *columnModel) biasSlope() float64 {
	if m.NoBias {
		return m.delta[len(m.Std)]
	}
	return m.sum + m.t*m.total
}

func (m *columnModel) move(i int, d float64) {
	m.delta[i] += d
	if i == len(m.Std) {
		if !m.NoBias {
			m.t += d
		}
		return
	}
	d /= m.Std[i]
	m.x.AddWeighted(i, d, m.c, m.y)
	m.sum += d * m.first[i]
	m.t -= d * m.Mean[i]
}

func (m *columnModel) curves(i int) bool { return i == len(m.Std) || !math.IsInf(m.Std[i], 1) }

// minimise implements model: it descends in random order, which is faster where many features
// go together, until a sweep lowers the model little beside those before, also one over all
// coordinates that want to leave 0. Each model says more of the loss than the one before, and
// is taken more exactly.
func (m *columnModel) minimise(psi, g []float64, c corners, _ float64) []float64 {
	const most, least = 0.1, 0.01
	m.little = max(least, min(most, m.little*most))
	s := newSweeper(m, m.Stop, psi, g, c)
	rng := rand.New(rand.NewPCG(1, 1))
	var fallen float64
	for s.activate() {
		for sweep := 0; ; sweep++ {
			rng.Shuffle(len(s.active), func(i, j int) { s.active[i], s.active[j] = s.active[j], s.active[i] })
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

package solve

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// A denseModel is a quadratic model of a loss by its second derivatives, of which it makes
// a matrix only for the weights that Newton's method is to fit together. With the
// features x̃ one after the other and the second derivatives C_ab of the rows by two of
// their scores, it keeps y_a = Σ_b C_ab z_b for the change z of the scores. A step along a
// weight then costs as much as so many passes over one column as there are scores.
type denseModel struct {
	*objective.Scaled
	bends  *objective.Bends
	n      int
	column []float64   // x̃ of each feature and the 1 of the bias, n each
	c      [][]float64 // C_ab over Σs, for a ≤ b if scores mix, or one for all
	bent   [][]float64 // of a weight of score a its C_ab x̃ for all b, nil before they are known
	y      []float64   // n of each score
	second []float64   // the second derivative by each weight, NaN before it is known
	delta  []float64

	place []int       // of a weight in gram, −1 for none
	known []int       // the weights in gram
	gram  [][]float64 // the second derivatives by weight known[i] and those before
}

// newDenseModel returns nil if the rows are not dense.
func newDenseModel(s *objective.Scaled) *denseModel {
	if _, ok := s.X.(*rows.Dense); !ok {
		return nil
	}
	n, d := s.Samples(), s.Features()
	m := &denseModel{
		Scaled: s, bends: s.NewBends(), n: n, column: make([]float64, (d+1)*n),
		bent: make([][]float64, s.Dim()), y: make([]float64, s.K*n), delta: make([]float64, s.Dim()), place: make([]int, s.Dim()), second: make([]float64, s.Dim()),
	}
	row := make([]float64, d)
	for i := range n {
		s.X.Row(row, i)
		for j, v := range row {
			if !math.IsInf(s.Std[j], 1) {
				m.column[j*n+i] = (v - s.Mean[j]) / s.Std[j]
			}
		}
		if !s.NoBias {
			m.column[d*n+i] = 1
		}
	}
	return m
}

func (m *denseModel) mixed() bool { return m.Loss.(loss.Curved).Mixed() }

// quadratic returns the model about where bends has passed. Slopes that are no more than
// enough are as good as 0.
func (m *denseModel) quadratic(enough float64) *quadratic {
	const little = 0.1
	q := &quadratic{p: m.Dim(), k: 1, exact: true, dense: m, enough: enough, stop: m.Stop}
	clear(m.y)
	clear(m.delta)
	if _, ok := m.Loss.(loss.LeastSquares); ok && m.c != nil {
		return q // the same second derivatives
	} else if !ok {
		q.little = little
	}
	m.c = m.bends.Pairs(m.c)
	clear(m.bent)
	m.known, m.gram = m.known[:0], m.gram[:0]
	for i := range m.place {
		m.place[i], m.second[i] = -1, math.NaN()
	}
	return q
}

// of returns x̃ of a weight.
func (m *denseModel) of(i int) []float64 { return m.column[i/m.K*m.n:][:m.n] }

// bend returns C_ab x̃ of a weight of score a, for all scores b, or for a alone where
// scores do not mix.
func (m *denseModel) bend(i int) []float64 {
	if m.bent[i] == nil {
		x, a := m.of(i), i%m.K
		if !m.mixed() {
			m.bent[i] = product(make([]float64, m.n), m.c[0], x)
			return m.bent[i]
		}
		bent := make([]float64, m.K*m.n)
		for b := range m.K {
			product(bent[b*m.n:][:m.n], m.pair(a, b), x)
		}
		m.bent[i] = bent
	}
	return m.bent[i]
}

// pair returns C_ab.
func (m *denseModel) pair(a, b int) []float64 {
	a, b = min(a, b), max(a, b)
	return m.c[a*m.K-a*(a-1)/2+b-a]
}

func product(to, x, y []float64) []float64 {
	for i, v := range x {
		to[i] = v * y[i]
	}
	return to
}

// ridge is the second derivative of the penalty.
func (m *denseModel) ridge(i int) float64 {
	j := i / m.K
	switch {
	case j < len(m.Std):
		return m.L2Of(j) / m.Std[j] / m.Std[j]
	case m.NoBias:
		return 1
	}
	return 0
}

func (m *denseModel) curvature(i int) float64 {
	if math.IsNaN(m.second[i]) {
		bent := m.bend(i)
		if m.mixed() {
			bent = bent[i%m.K*m.n:]
		}
		m.second[i] = kernel.Dot(m.of(i), bent) + m.ridge(i)
	}
	return m.second[i]
}

// slope returns that of ½δᵀBδ along weight i.
func (m *denseModel) slope(i int) float64 {
	return kernel.Dot(m.of(i), m.y[i%m.K*m.n:]) + m.ridge(i)*m.delta[i]
}

func (m *denseModel) move(i int, d float64) {
	m.delta[i] += d
	if m.mixed() {
		kernel.Axpy(d, m.bend(i), m.y)
		return
	}
	kernel.Axpy(d, m.bend(i), m.y[i%m.K*m.n:][:m.n])
}

// block returns the second derivatives by some of the weights, or some of these if the fit
// is stopped.
func (m *denseModel) block(at []int) *mat.SymDense {
	const parts = 16
	before := len(m.known)
	for _, i := range at {
		if m.place[i] < 0 {
			m.place[i] = len(m.known)
			m.known, m.gram = append(m.known, i), append(m.gram, nil)
			m.bend(i)
		}
	}
	var wg sync.WaitGroup
	for part := range parts {
		wg.Go(func() {
			for place := before + part; place < len(m.known) && !m.Stopped(); place += parts {
				m.gram[place] = m.products(place)
			}
		})
	}
	wg.Wait()
	sub := mat.NewSymDense(len(at), nil)
	if m.Stopped() {
		return sub
	}
	for a, i := range at {
		for b, j := range at[:a+1] {
			high, low := max(m.place[i], m.place[j]), min(m.place[i], m.place[j])
			sub.SetSym(a, b, m.gram[high][low])
		}
	}
	return sub
}

// products returns the second derivatives by weight known[place] and those before.
func (m *denseModel) products(place int) []float64 {
	row := make([]float64, place+1)
	i := m.known[place]
	for at, j := range m.known[:place+1] {
		switch {
		case m.mixed():
			row[at] = kernel.Dot(m.of(j), m.bent[i][j%m.K*m.n:])
		case j%m.K == i%m.K:
			row[at] = kernel.Dot(m.of(j), m.bent[i])
		}
	}
	row[place] += m.ridge(i)
	return row
}

// steps is roughly how many multiplications a step along a weight takes.
func (m *denseModel) steps() int {
	if m.mixed() {
		return (1 + m.K) * m.n
	}
	return 2 * m.n
}

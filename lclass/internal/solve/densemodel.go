package solve

import (
	"iter"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// A denseModel is a quadratic model of a loss by its second derivatives, of which it makes
// a matrix only for some weights. With columns of features x̃ and the second derivatives C_ab
// of the rows by two of their scores, it keeps y_a = Σ_b C_ab z_b for the change z of the
// scores. A step along a weight then costs as much as so many passes over one column as there
// are scores, and the matrix is of the weights that Newton's method is to fit together. Second
// derivatives that are the same for all θ are worth a matrix of all weights that may change,
// unless most of them are new: it keeps their slopes, and a step along a weight costs as much
// as one row. What it makes it keeps for the fits for other λ.
type denseModel struct {
	*objective.Scaled
	rows   chosenColumns
	bends  *objective.Bends
	n      int
	mixed  bool        // whether scores mix
	x      [][]float64 // x̃ of the feature of each weight, 1 of the biases, nil before it is needed
	c      [][]float64 // C_ab over Σs, for a ≤ b if scores mix, or one for all
	bent   [][]float64 // of a weight of score a its C_ab x̃ for all b
	isBent []bool      // whether bent is of this C
	y      []float64   // n of each score
	yOf    [][]float64 // those of the score of each weight
	second []float64   // the second derivative of the loss by each weight, NaN before it is known
	ridge  []float64   // that of the penalty
	delta  []float64
	moved  bool    // whether δ is not 0
	near   []int   // the weights that may change
	enough float64 // slopes that minimise is to leave at most,
	little float64 // or as a part of what they were

	place []int       // of a weight in gram, −1 for none
	known []int       // the weights in gram
	gram  [][]float64 // the second derivatives of the loss by any two of these

	same   bool      // whether second derivatives are the same for all θ
	summed bool      // whether this model keeps
	pull   []float64 // the slopes of ½δᵀBδ, without the penalty, along the weights in gram
}

// newDenseModel returns nil if the rows are not dense.
func newDenseModel(s *objective.Scaled) *denseModel {
	x, ok := s.X.(*rows.Dense)
	if !ok {
		return nil
	}
	n, dim := s.Samples(), s.Dim()
	_, same := s.Loss.(loss.LeastSquares)
	m := &denseModel{
		bends: s.NewBends(), n: n, mixed: s.Loss.(loss.Curved).Mixed(), same: same,
		x: make([][]float64, dim), bent: make([][]float64, dim), isBent: make([]bool, dim),
		y: make([]float64, s.K*n), yOf: make([][]float64, dim), second: make([]float64, dim),
		ridge: make([]float64, dim), delta: make([]float64, dim), place: make([]int, dim),
	}
	for i := range m.yOf {
		m.yOf[i] = m.y[i%s.K*n:][:n]
	}
	m.rows = chosenColumns{Dense: x, mean: s.Mean, std: s.Std, column: m.x}
	m.penalise(s)
	return m
}

// penalise gives the model the penalty of another objective over the same rows.
func (m *denseModel) penalise(s *objective.Scaled) {
	m.Scaled = s
	of := *s.Objective
	of.X = &m.rows
	m.bends.Penalise(&of)
	for i := range m.ridge {
		switch j := i / m.K; {
		case j < len(m.Std):
			m.ridge[i] = m.L2Of(j) / m.Std[j] / m.Std[j]
		case m.NoBias:
			m.ridge[i] = 1
		}
	}
}

// choose finds the weights that may change: those that are not 0, biases among them, and
// those that L1 does not hold there, or as many of these as there is room for. It reports
// whether those that are not 0 are few enough.
func (m *denseModel) choose(psi, g []float64, c corners) bool {
	pulls := make([]float64, 0, len(psi))
	biases := len(m.Std) * m.K
	for i, w := range psi {
		pull := math.Inf(1)
		if w == 0 && i < biases {
			pull = math.Abs(c.slope(i, w, g[i]))
		}
		pulls = append(pulls, pull)
	}
	m.near = strongest(pulls, mostSelected)
	return m.near != nil
}

// begin makes the model that about where bends has passed. Slopes that are no more than
// enough are as good as 0.
func (m *denseModel) begin(enough float64) {
	const little = 0.1
	m.enough, m.little = enough, 0
	clear(m.y)
	clear(m.delta)
	clear(m.pull)
	m.moved = false
	if !m.same {
		m.little = little
	}
	if !m.same || m.c == nil || len(m.known) > mostSelected {
		m.c = m.bends.Pairs(m.c)
		clear(m.isBent)
		m.known, m.gram, m.pull = m.known[:0], m.gram[:0], m.pull[:0]
		for i := range m.place {
			m.place[i], m.second[i] = -1, math.NaN()
		}
	}
	if m.summed = m.same && m.matrixPays(); m.summed {
		m.know(m.near)
	}
}

// matrixPays reports whether the second derivatives that are not known of the weights that
// may change take less time than the sweeps without them.
func (m *denseModel) matrixPays() bool {
	const sweeps = 30
	var unknown int
	for _, i := range m.near {
		if m.place[i] < 0 {
			unknown++
		}
	}
	entries := float64(unknown) * (float64(len(m.known)) + float64(unknown)/2)
	return entries*m.entry() <= float64(sweeps*len(m.near)*2*m.n)
}

// of returns x̃ of the feature of a weight.
func (m *denseModel) of(i int) []float64 {
	if m.x[i] == nil {
		m.standardise(i / m.K)
	}
	return m.x[i]
}

// standardise finds x̃ of a feature, or the 1 of the bias.
func (m *denseModel) standardise(j int) {
	x := make([]float64, m.n)
	switch {
	case j < len(m.Std) && !math.IsInf(m.Std[j], 1):
		for i := range x {
			x[i] = (m.rows.At(i, j) - m.Mean[j]) / m.Std[j]
		}
	case j == len(m.Std) && !m.NoBias:
		for i := range x {
			x[i] = 1
		}
	}
	for c := range m.K {
		m.x[j*m.K+c] = x
	}
}

// bend returns C_ab x̃ of a weight of score a, for all scores b, or for a alone where
// scores do not mix.
func (m *denseModel) bend(i int) []float64 {
	if m.isBent[i] {
		return m.bent[i]
	}
	m.isBent[i] = true
	x, a, scores := m.of(i), i%m.K, 1
	if m.mixed {
		scores = m.K
	}
	if m.bent[i] == nil {
		m.bent[i] = make([]float64, scores*m.n)
	}
	for b := range scores {
		c := m.c[0]
		if m.mixed {
			c = m.pair(a, b)
		}
		product(m.bent[i][b*m.n:][:m.n], c, x)
	}
	return m.bent[i]
}

// pair returns C_ab.
func (m *denseModel) pair(a, b int) []float64 {
	a, b = min(a, b), max(a, b)
	return m.c[a*m.K-a*(a-1)/2+b-a]
}

func product(to, x, y []float64) {
	to, y = to[:len(x)], y[:len(x)]
	for i, v := range x {
		to[i] = v * y[i]
	}
}

// curvature returns that along a weight, or a little for a feature that no row with a second
// derivative has: there the penalty alone says where the weight ends.
func (m *denseModel) curvature(i int) float64 {
	if m.summed {
		place := m.placeOf(i)
		return m.gram[place][place] + m.ridge[i]
	}
	if math.IsNaN(m.second[i]) {
		bent := m.bend(i)
		if m.mixed {
			bent = bent[i%m.K*m.n:]
		}
		m.second[i] = kernel.Dot(m.of(i), bent)
		if m.second[i] == 0 && m.Varies(i/m.K) {
			m.second[i] = littleCurvature(m.Loss)
		}
	}
	return m.second[i] + m.ridge[i]
}

// slope returns that of ½δᵀBδ along weight i.
func (m *denseModel) slope(i int) float64 {
	if !m.moved {
		return 0
	}
	if m.summed {
		place := m.placeOf(i)
		return m.pull[place] + m.ridge[i]*m.delta[i]
	}
	return kernel.Dot(m.of(i), m.yOf[i]) + m.ridge[i]*m.delta[i]
}

// slopes implements model.
func (m *denseModel) slopes() iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		for _, i := range m.near {
			if !yield(i, m.slope(i)) {
				return
			}
		}
	}
}

func (m *denseModel) curves(i int) bool { return !(m.curvature(i) <= 0) }

func (m *denseModel) prefetch(int) {}

func (m *denseModel) move(i int, d float64) {
	switch {
	case m.summed:
		place := m.placeOf(i)
		kernel.Axpy(d, m.gram[place], m.pull)
	case m.mixed:
		kernel.Axpy(d, m.bend(i), m.y)
	default:
		kernel.Axpy(d, m.bend(i), m.yOf[i])
	}
	m.delta[i] += d
	m.moved = true
}

// placeOf returns the place of a weight in gram.
func (m *denseModel) placeOf(i int) int {
	if m.place[i] < 0 {
		m.know([]int{i})
	}
	return m.place[i]
}

// know finds the second derivatives by some weights, or some of them if the fit is stopped.
func (m *denseModel) know(weights []int) {
	const mostParts = 16
	before := len(m.known)
	for _, i := range weights {
		if m.place[i] < 0 {
			m.place[i] = len(m.known)
			m.known, m.gram = append(m.known, i), append(m.gram, nil)
			m.of(i)
			if !m.same {
				m.bend(i)
			}
		}
	}
	if len(m.known) == before {
		return
	}
	parts := min(mostParts, len(m.known)-before)
	var wg sync.WaitGroup
	for part := range parts {
		wg.Go(func() {
			var bent []float64
			for place := before + part; place < len(m.known) && !m.Stopped(); place += parts {
				if i := m.known[place]; m.same {
					bent = append(bent[:0], m.x[i]...)
					product(bent, bent, m.c[0])
				} else {
					bent = m.bent[i]
				}
				m.gram[place] = m.products(place, bent)
			}
		})
	}
	wg.Wait()
	for place := before; place < len(m.known) && !m.Stopped(); place++ {
		for at, v := range m.gram[place][:place] {
			m.gram[at] = append(m.gram[at], v)
		}
	}
	for _, row := range m.gram[before:] {
		var slope float64
		for at, v := range row {
			slope += v * m.delta[m.known[at]]
		}
		m.pull = append(m.pull, slope)
	}
}

// block returns the second derivatives by some of the weights, or some of these if the fit
// is stopped.
func (m *denseModel) block(at []int) *mat.SymDense {
	m.know(at)
	sub := factor.NewSymmetric(len(at))
	if m.Stopped() {
		return sub
	}
	for a, i := range at {
		row := m.gram[m.place[i]]
		for b, j := range at[:a+1] {
			sub.SetSym(a, b, row[m.place[j]])
		}
		sub.SetSym(a, a, sub.At(a, a)+m.ridge[i])
	}
	return sub
}

// products returns the second derivatives of the loss by weight known[place], of which bent
// is as of bend, and those before. Hardly more weights than rows will be known.
func (m *denseModel) products(place int, bent []float64) []float64 {
	row := make([]float64, place+1, max(len(m.known), min(m.Dim(), m.n+m.n/4)))
	i := m.known[place]
	for at, j := range m.known[:place+1] {
		switch {
		case m.mixed:
			row[at] = kernel.Dot(m.x[j], bent[j%m.K*m.n:])
		case j%m.K == i%m.K:
			row[at] = kernel.Dot(m.x[j], bent)
		}
	}
	return row
}

// minimise implements model: it descends until the slopes that are left are no more than
// enough, or a little of those at the beginning. Where sweeps would cost more, steps of
// Newton's method take their place.
func (m *denseModel) minimise(psi, g []float64, c corners, _ float64) []float64 {
	const mostRounds, fewSweeps = 30, 3
	s := newSweeper(m, m.Stop, psi, g, c)
	entry := m.entry()
	if m.summed {
		entry = 0 // they are known
	}
	var first float64
	var arrived bool // whether Newton's method was at the minimum of some signs
	for round := 0; round < mostRounds && s.activate(); round++ {
		var last float64
		for sweep := 0; ; sweep++ {
			if s.stop.Now() {
				return s.delta
			}
			slope := s.sweep().slope
			if round == 0 && sweep == 0 {
				first = slope
			}
			goal := max(m.enough, m.little*first)
			if sweep == 0 && (slope <= goal || arrived) {
				return s.delta
			}
			rate := slope / last
			if sweep > 0 && rate < 1 && slope*max(1, rate/(1-rate)) <= goal {
				break
			}
			if sweep >= fewSweeps && s.newtonPays(rate, goal/slope, m.visit(), entry) {
				at := s.smooth()
				arrived = s.newton(at, m.block(at))
				break
			}
			if sweep == fewSweeps {
				s.active = slices.DeleteFunc(s.active, func(i int) bool { return s.l1[i] > 0 && s.at(i) == 0 })
			}
			last = slope
		}
	}
	return s.delta
}

// visit is roughly how many multiplications a step along a weight takes, or as much time.
func (m *denseModel) visit() float64 {
	const overhead = 400
	switch {
	case m.summed:
		return float64(len(m.known)) + overhead
	case m.mixed:
		return float64((1+m.K)*m.n) + overhead
	}
	return float64(2*m.n) + overhead
}

// entry is roughly how many multiplications one of the second derivatives takes.
func (m *denseModel) entry() float64 {
	const times = 0.25 // that of those of a step, of which each waits for the one before
	return times * float64(m.n)
}

package solve

import (
	"cmp"
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
// scores, or √C z where scores do not mix. A step along a weight then costs as much as so many
// passes over one column as there are scores, and the matrix is of the weights that Newton's
// method is to fit together. Second derivatives that are the same for all θ are worth a matrix
// of all weights that may change, unless most of them are new: it keeps their slopes, and a
// step along a weight costs as much as one row. What it makes it keeps for the fits for other λ.
type denseModel struct {
	*objective.Scaled
	rows   chosenColumns
	bends  *objective.Bends
	n      int
	mixed  bool        // whether scores mix
	x      [][]float64 // x̃ of the feature of each weight, 1 of the biases, nil before it is needed
	c      [][]float64 // C_ab over Σs, for a ≤ b if scores mix, or one for all
	root   []float64   // of c where scores do not mix, else 1
	bent   [][]float64 // of a weight of score a its C_ab x̃ for all b, or its √C x̃ where scores do not mix
	isBent []bool      // whether bent is of this C
	y      []float64   // n of each score; √C z where scores do not mix
	yOf    [][]float64 // those of the score of each weight
	second []float64   // the second derivative of the loss by each weight, NaN before it is known
	ridge  []float64   // that of the penalty
	delta  []float64
	moved  bool      // whether δ is not 0
	pulls  []float64 // memory of choose
	near   []int     // the weights that may change
	enough float64   // slopes that minimise is to leave at most,
	little float64   // or as a part of what they were

	place  []int       // of a weight in gram, −1 for none
	known  []int       // the weights in gram
	packed []packed    // those of each score
	some   []packed    // memory of multiply
	gram   [][]float64 // the second derivatives of the loss by any two of these

	same   bool      // whether second derivatives are the same for all θ
	summed bool      // whether this model keeps
	pull   []float64 // the slopes of ½δᵀBδ, without the penalty, along the weights in gram
}

// mostSelected is the largest number of weights that change in a denseModel.
const mostSelected = 2000

// mostCopied is how many values their columns have at most, or as many as the rows have.
const mostCopied = 1 << 25

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
		root: make([]float64, n), y: make([]float64, s.K*n), yOf: make([][]float64, dim), second: make([]float64, dim),
		ridge: make([]float64, dim), delta: make([]float64, dim), place: make([]int, dim), packed: make([]packed, s.K), some: make([]packed, s.K),
	}
	for c := range m.packed {
		m.packed[c].n, m.some[c].n = n, n
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
	const few = 100
	pulls := m.pulls[:0]
	biases := len(m.Std) * m.K
	var used int
	for i, w := range psi {
		pull := math.Inf(1)
		if w == 0 && i < biases {
			pull = math.Abs(c.slope(i, w, g[i]))
		} else {
			used++
		}
		pulls = append(pulls, pull)
	}
	m.pulls = pulls
	most := m.most()
	m.near = strongest(pulls, min(most, max(few, 2*used)))
	m.release(most)
	return m.near != nil
}

// strongest returns the numbers of the pulls that are not 0, or of the largest of them if
// these are more than most; nil if more are infinite.
func strongest(pulls []float64, most int) []int {
	var chosen []int
	for i, pull := range pulls {
		if pull > 0 {
			chosen = append(chosen, i)
		}
	}
	if len(chosen) <= most {
		return chosen
	}
	slices.SortStableFunc(chosen, func(a, b int) int { return cmp.Compare(pulls[b], pulls[a]) })
	if math.IsInf(pulls[chosen[most]], 1) {
		return nil
	}
	chosen = chosen[:most]
	slices.Sort(chosen)
	return chosen
}

// most returns the largest number of weights that may change.
func (m *denseModel) most() int {
	of := 2 // columns of each
	if m.mixed {
		of = 1 + m.K
	}
	return min(mostSelected, max(mostCopied/max(1, m.n), len(m.Std))/of)
}

// release forgets columns that are not of the weights near if more than most are known.
func (m *denseModel) release(most int) {
	var known int
	for _, bent := range m.bent {
		if bent != nil {
			known++
		}
	}
	if known <= most {
		return
	}
	next := 0
	for i := range m.bent {
		if next < len(m.near) && m.near[next] == i {
			next++
			continue
		}
		m.bent[i], m.isBent[i] = nil, false
	}
}

// begin makes the model that about where bends has passed. Slopes that are no more than
// enough are as good as 0.
func (m *denseModel) begin(enough float64) {
	const little = 0.2
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
		for c := range m.packed {
			m.packed[c].empty()
		}
		for i := range m.place {
			m.place[i], m.second[i] = -1, math.NaN()
		}
		for i := range m.root {
			m.root[i] = 1
			if !m.mixed {
				m.root[i] = math.Sqrt(m.c[0][i])
			}
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

// bend returns C_ab x̃ of a weight of score a, for all scores b, or √C x̃ where scores do not
// mix.
func (m *denseModel) bend(i int) []float64 {
	scores := m.K
	if !m.mixed {
		i -= i % m.K // the same for all scores
		scores = 1
	}
	if m.isBent[i] {
		return m.bent[i]
	}
	m.isBent[i] = true
	x := m.of(i)
	if m.bent[i] == nil {
		m.bent[i] = make([]float64, scores*m.n)
	}
	if !m.mixed {
		kernel.Times(m.bent[i], x, m.root)
		return m.bent[i]
	}
	for b := range scores {
		kernel.Times(m.bent[i][b*m.n:], x, m.pair(i%m.K, b))
	}
	return m.bent[i]
}

// pair returns C_ab.
func (m *denseModel) pair(a, b int) []float64 {
	a, b = min(a, b), max(a, b)
	return m.c[a*m.K-a*(a-1)/2+b-a]
}

// curvature returns that along a weight, or a little for a feature that no row with a second
// derivative has: there the penalty alone says where the weight ends.
func (m *denseModel) curvature(i int) float64 {
	if m.summed {
		place := m.placeOf(i)
		return m.gram[place][place] + m.ridge[i]
	}
	if math.IsNaN(m.second[i]) {
		if bent := m.bend(i); m.mixed {
			m.second[i] = kernel.Dot(m.of(i), bent[i%m.K*m.n:])
		} else {
			m.second[i] = kernel.Dot(bent, bent)
		}
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
	x := m.of(i)
	if !m.mixed {
		x = m.bend(i)
	}
	return kernel.Dot(x, m.yOf[i]) + m.ridge[i]*m.delta[i]
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

// know finds the second derivatives by some weights, which are the same for all θ, or some of
// them if the fit is stopped.
func (m *denseModel) know(weights []int) {
	before := len(m.known)
	from := make([]int, m.K)
	for c := range from {
		from[c] = m.packed[c].count
	}
	for _, i := range weights {
		if m.place[i] < 0 {
			m.packed[i%m.K].add(len(m.known), m.of(i), m.root)
			m.place[i] = len(m.known)
			m.known = append(m.known, i)
		}
	}
	if len(m.known) == before {
		return
	}
	room := max(len(m.known), min(m.Dim(), m.n+m.n/4)) // hardly more weights than rows will be known
	for at := range m.known {
		if at >= before {
			m.gram, m.pull = append(m.gram, make([]float64, 0, room)), append(m.pull, 0)
		}
		m.gram[at] = append(m.gram[at], make([]float64, len(m.known)-len(m.gram[at]))...)
	}
	var wg sync.WaitGroup
	for c := range m.packed {
		own := &m.packed[c]
		own.products(&wg, from[c], nil, &own.panels, m.Stop, func(t *tile) {
			for x := range t.rows {
				a := own.place[t.x+x]
				for y, v := range t.values[x*panelWidth:][:t.columns] {
					b := own.place[t.y+y]
					m.gram[a][b], m.gram[b][a] = v, v
				}
			}
		})
	}
	wg.Wait()
	for at := before; at < len(m.known); at++ {
		for b, v := range m.gram[at] {
			m.pull[at] += v * m.delta[m.known[b]]
		}
	}
}

// packed are columns of weights of one score: x̃ where scores mix, √C x̃ where they do not.
type packed struct {
	panels
	place []int // of these weights among those of all scores
}

func (p *packed) empty() {
	p.panels.empty()
	p.place = p.place[:0]
}

func (p *packed) add(place int, x, by []float64) {
	p.panels.add(x, by)
	p.place = append(p.place, place)
}

// block returns the second derivatives by some of the weights, or some of these if the fit
// is stopped.
func (m *denseModel) block(at []int) *mat.SymDense {
	sub := factor.NewSymmetric(len(at))
	if m.summed {
		m.know(at)
		for a, i := range at {
			row := m.gram[m.place[i]]
			for b, j := range at[:a+1] {
				sub.SetSym(a, b, row[m.place[j]])
			}
		}
	} else {
		m.multiply(sub, at)
	}
	for a, i := range at {
		sub.SetSym(a, a, sub.At(a, a)+m.ridge[i])
	}
	return sub
}

// multiply sets sub to the second derivatives of the loss by some weights.
func (m *denseModel) multiply(sub *mat.SymDense, at []int) {
	for c := range m.some {
		m.some[c].empty()
	}
	for place, i := range at {
		m.some[i%m.K].add(place, m.of(i), m.root)
	}
	raw := sub.RawSymmetric()
	var wg sync.WaitGroup
	defer wg.Wait()
	for a := range m.some {
		for b := range a + 1 {
			if a != b && !m.mixed {
				continue
			}
			var c []float64
			if m.mixed {
				c = m.pair(a, b)
			}
			x, y := &m.some[a], &m.some[b]
			x.products(&wg, 0, c, &y.panels, m.Stop, func(t *tile) {
				for i := range t.rows {
					row := x.place[t.x+i]
					for j, v := range t.values[i*panelWidth:][:t.columns] {
						if column := y.place[t.y+j]; row <= column {
							raw.Data[row*raw.Stride+column] = v
						} else {
							raw.Data[column*raw.Stride+row] = v
						}
					}
				}
			})
		}
	}
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

package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// A problem is a fit and its data.
type problem struct {
	number    int
	pair      pair
	penalty   lclass.Penalty
	tol       float64 // 0 for that of the solver
	k         int
	x         [][]float64
	class     []int
	labels    [][]int
	y         []float64
	weight    []float64
	weighted  bool
	redundant map[int]bool // columns that others make, but for rounding
	family    []string
}

func (q *problem) learner() learner { return learners[q.pair.learner] }
func (q *problem) solver() solver   { return solvers[q.pair.solver] }

// draw returns the problem of that number. It depends on the seed and the number
// alone.
func draw(seed uint64, number int, pairs []pair) *problem {
	r := rand.New(rand.NewPCG(seed, uint64(number)))
	q := &problem{number: number, pair: pairs[number%len(pairs)], redundant: map[int]bool{}}
	between := func(low, high float64) float64 { return low + (high-low)*r.Float64() }
	power := func(low, high float64) float64 { return math.Pow(10, between(low, high)) }
	some := func(share float64, name string) bool {
		if r.Float64() >= share {
			return false
		}
		q.family = append(q.family, name)
		return true
	}
	if !math.IsNaN(q.pair.ratio) {
		q.penalty = lclass.Penalty{Lambda: power(-12, 3), Ratio: q.pair.ratio}
		if q.pair.ratio == 0.5 {
			q.penalty.Ratio = between(0.01, 0.99)
		}
	}
	if r.Float64() < 0.3 && q.pair.solver > 1 {
		q.tol = power(-13, -3)
	}
	n, d := 2+r.IntN(29), 1+r.IntN(6)
	if some(0.15, "wide") {
		d = n + r.IntN(5)
		d = min(d, 16)
	}
	q.k = 2
	if q.learner().classes == 3 {
		q.k = 2 + r.IntN(4)
	}
	n = max(n, q.k)

	// Classes, and rows around their centres.
	skewed := some(0.2, "imbalanced")
	for i := range n {
		c := i % q.k
		if skewed && i >= q.k && r.Float64() < 0.9 {
			c = 0
		}
		q.class = append(q.class, c)
	}
	apart := []float64{0, 0.5, 1, 3, 10}[r.IntN(5)]
	centre := make([][]float64, q.k)
	for c := range centre {
		for range d {
			centre[c] = append(centre[c], apart*r.NormFloat64())
		}
	}
	whole := some(0.25, "whole numbers")
	for i := range n {
		row := make([]float64, d)
		for j := range row {
			row[j] = centre[q.class[i]][j] + r.NormFloat64()
			if whole {
				row[j] = math.Round(2 * row[j])
			}
		}
		q.x = append(q.x, row)
	}
	if q.k == 2 && some(0.2, "nearly separated") {
		// All on their side by little, and one on the wrong one by less.
		w := make([]float64, d)
		for j := range w {
			w[j] = r.NormFloat64()
		}
		width := power(-6, 0)
		for i, row := range q.x {
			var z, length float64
			for j, v := range row {
				z += w[j] * v
				length += w[j] * w[j]
			}
			want := float64(2*q.class[i]-1) * (width + math.Abs(z))
			if i == n-1 && r.Float64() < 0.5 {
				want = -float64(2*q.class[i]-1) * width * r.Float64()
			}
			for j := range row {
				row[j] += w[j] * (want - z) / length
			}
		}
	}
	if some(0.1, "duplicates") {
		for i := range n {
			if i >= q.k && r.Float64() < 0.7 {
				q.x[i] = slices.Clone(q.x[r.IntN(i)])
			}
		}
	}
	if some(0.2, "units") {
		for j := range d {
			by := power(-6, 6)
			for i := range q.x {
				q.x[i][j] *= by
			}
		}
	}
	if some(0.2, "offsets") {
		for j := range d {
			var size float64
			for i := range q.x {
				size = max(size, math.Abs(q.x[i][j]))
			}
			by := size * power(0, 6) * float64(1-2*r.IntN(2))
			if whole {
				by = math.Round(by)
			}
			for i := range q.x {
				q.x[i][j] += by
			}
		}
	}
	if some(0.1, "constant column") {
		at, v := r.IntN(d), r.NormFloat64()
		for i := range q.x {
			q.x[i][at] = v
		}
	}
	column := func(f func(row []float64) float64) {
		q.redundant[len(q.x[0])] = true
		for i, row := range q.x {
			q.x[i] = append(row, f(row))
		}
	}
	switch {
	case some(0.06, "other units"):
		by, from := between(0.3, 3), math.Round(between(-40, 40))
		column(func(row []float64) float64 { return row[0]*by + from })
	case some(0.05, "sum"):
		column(func(row []float64) float64 {
			sum := 1.0
			for _, v := range row {
				sum += v
			}
			return sum
		})
	case some(0.05, "year and age"):
		column(func(row []float64) float64 { return 2026 - row[0] })
	case some(0.05, "dummies"):
		first := len(q.x[0])
		for level := range 3 {
			for i, row := range q.x {
				q.x[i] = append(row, float64(is((i*7+i/3)%3 == level)))
			}
		}
		if n >= 3 {
			q.redundant[first+2] = true
		}
	case some(0.06, "near copy"):
		by := power(-7, -2)
		var size float64
		for _, row := range q.x {
			size = max(size, math.Abs(row[0]-q.x[0][0]))
		}
		for i, row := range q.x {
			q.x[i] = append(row, row[0]+by*size*r.NormFloat64())
		}
	}
	q.weight = make([]float64, n)
	for i := range q.weight {
		q.weight[i] = 1
	}
	if q.weighted = some(0.2, "weights"); q.weighted {
		span := between(0, 6)
		for i := range q.weight {
			q.weight[i] = power(-span, span)
			if i >= q.k && r.Float64() < 0.2 {
				q.weight[i] = 0
			}
		}
	}
	for range n {
		q.y = append(q.y, r.NormFloat64())
	}
	signal, level := power(-3, 3), 0.0
	if r.Float64() < 0.3 {
		level = power(0, 6)
	}
	for i, row := range q.x {
		q.y[i] += level
		for j := range min(2, d) {
			q.y[i] += signal * (row[j] - q.x[0][j])
		}
	}
	for i := range n {
		set := make([]int, q.k)
		for c := range set {
			set[c] = r.IntN(2)
			if q.class[i] == c {
				set[c] = 1
			}
			if i < q.k { // each label is on one of the first and not on another
				set[c] = is(i == c)
			}
		}
		q.labels = append(q.labels, set)
	}
	return q
}

func (q *problem) String() string {
	tol := "Tol as it is"
	if q.tol > 0 {
		tol = "Tol " + short(q.tol)
	}
	return strings.Join([]string{q.learner().name, q.solver().name, q.penalty.String(), tol, strings.Join(q.family, ", ")}, "; ")
}

// eta is a learning rate with which descent does not diverge: one over a bound of
// the second derivatives.
func (q *problem) eta() float64 {
	var longest float64
	for _, row := range q.x {
		length := 1.0
		for _, v := range row {
			length += v * v
		}
		longest = max(longest, length)
	}
	bend := max(q.learner().loss.bend, 0.5)
	return 1 / (bend*longest + q.penalty.Lambda*(1-q.penalty.Ratio))
}

// fit learns the problem.
func (q *problem) fit() (*lclass.Model, error) {
	n, d := len(q.x), len(q.x[0])
	x := mat.NewDense(n, d, nil)
	for i, row := range q.x {
		x.SetRow(i, row)
	}
	s, l := q.solver().make(q.tol, q.eta()), q.learner()
	if l.kind == multi {
		t, names := mat.NewDense(n, q.k, nil), []string{"a", "b", "c", "d", "e"}[:q.k]
		for i, set := range q.labels {
			for c, v := range set {
				t.Set(i, c, float64(v))
			}
		}
		data, err := lclass.FromMatrix(x, make([]int, n), []string{"none"})
		if err != nil {
			return nil, err
		}
		if q.weighted {
			if data, err = data.WithWeight(q.weight); err != nil {
				return nil, err
			}
		}
		labelled, err := data.WithLabels(t, names)
		if err != nil {
			return nil, err
		}
		return lclass.MultiLabel{Penalty: q.penalty, Solver: s}.Fit(labelled)
	}
	var data *lclass.Data
	var err error
	if l.classes == 0 {
		data, err = lclass.RegressionFromMatrix(x, q.y)
	} else {
		data, err = lclass.FromMatrix(x, q.class, []string{"a", "b", "c", "d", "e"}[:q.k])
	}
	if err == nil && q.weighted {
		data, err = data.WithWeight(q.weight)
	}
	if err != nil {
		return nil, err
	}
	return l.make(q.penalty, s).Fit(data)
}

package solve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// The model by columns has the slopes and curvatures of the Hessian, of one score or of scores
// that mix, with an intercept and without, with weights and factors.
func TestColumnModelIsTheHessian(t *testing.T) {
	for _, noBias := range []bool{false, true} {
		isTheHessian(t, loss.Logistic{}, 1, noBias)
		isTheHessian(t, loss.Softmax{}, 3, noBias)
	}
}

func isTheHessian(t *testing.T, l loss.Loss, k int, noBias bool) {
	t.Run(fmt.Sprintf("%T/no bias %v", l, noBias), func(t *testing.T) {
		const n, d = 60, 6
		r := rand.New(rand.NewPCG(8, 8))
		var b rows.Builder
		o := &objective.Objective{Loss: l, K: k, L1: 0.1, L2: 0.2, PenaltyFactors: []float64{1, 0, 2, 1, 1, 0.5}, NoBias: noBias}
		for range n {
			for j := range d {
				if r.IntN(3) == 0 {
					b.Add(j, 1+float64(j)*r.NormFloat64())
				}
			}
			b.EndRow()
			class := r.IntN(max(2, k))
			o.Weight = append(o.Weight, r.ExpFloat64())
			o.Targets.Class = append(o.Targets.Class, class)
			if k == 1 {
				o.Targets.Value = append(o.Targets.Value, float64(class))
			}
		}
		o.X = b.Sparse(d)
		s := objective.Scale(o)
		theta := make([]float64, (d+1)*k)
		for i := range theta {
			theta[i] = r.NormFloat64()
		}
		o.Subgradient(theta, theta)
		if noBias {
			clear(theta[d*k:])
		}
		h := s.Hessian(o.Pass(theta, objective.Want{Gradient: true, Shift: s.Mean})).Full()
		m := newColumnModel(s)
		m.bends.Pass(theta)
		m.begin(math.Inf(1), 1)
		m.corners = cornersOf(s)
		psi, g := make([]float64, len(theta)), make([]float64, len(theta))
		for i := range g {
			psi[i], g[i] = r.NormFloat64(), r.NormFloat64()
			if i%2 == 0 && !(noBias && i >= d*k) {
				m.active = append(m.active, m.coordinate(i, psi[i], g[i]))
			}
		}
		delta := make([]float64, len(theta))
		for range 20 {
			q, v := &m.active[r.IntN(len(m.active))], r.NormFloat64()
			m.move(q, q.psi+q.delta+v, v)
			delta[q.i] += v
		}
		bent, next := m.bent(m.y, m.t), 0
		var value float64
		for i := range delta {
			if noBias && i >= d*k {
				continue
			}
			var want float64
			for j, v := range delta {
				want += h.At(i, j) * v
			}
			if next == len(m.active) || m.active[next].i != i {
				if got := m.still(i, bent); math.Abs(got-want) > 1e-11 {
					t.Errorf("slope %d, that is still, is %v, want %v", i, got, want)
				}
				continue
			}
			q := &m.active[next]
			next++
			if got := m.slope(q); math.Abs(got-want) > 1e-11 {
				t.Errorf("slope %d is %v, want %v", i, got, want)
			}
			if want := h.At(i, i); math.Abs(q.curvature-want) > 1e-11*want {
				t.Errorf("curvature %d is %v, want %v", i, q.curvature, want)
			}
			value += g[i]*delta[i] + want*delta[i]/2 + q.l1*math.Abs(psi[i]+delta[i])
		}
		ahead := extrapolation{columnModel: m}
		ahead.begin()
		if got := ahead.value(ahead.seen[0]); math.Abs(got-value) > 1e-11*math.Abs(value) {
			t.Errorf("the model plus the penalty is %v, want %v", got, value)
		}
		goesAhead(t, m, h)
	})
}

// goesAhead checks that what sweeps and their extrapolation change agrees, that both lower
// the model by as much as they say, and that they leave weights at exactly 0.
func goesAhead(t *testing.T, m *columnModel, h mat.Matrix) {
	ahead, look := extrapolation{columnModel: m}, extrapolation{columnModel: m}
	value := func() float64 {
		look.begin()
		return look.value(look.seen[0])
	}
	ahead.begin()
	before := value()
	var jumps int
	for range 6 * lookBack {
		fell := m.sweep()
		after := value()
		if !(fell <= before-after+1e-12*math.Abs(after)) {
			t.Errorf("a sweep lowers the model by %v, not %v", before-after, fell)
		}
		before = after
		jump := ahead.after()
		after = value()
		if math.Abs(before-after-jump) > 1e-12*math.Abs(after) {
			t.Errorf("an extrapolation lowers the model by %v, not %v", before-after, jump)
		}
		if jump > 0 {
			jumps++
		}
		before = after
		for _, q := range m.active {
			if w := q.psi + q.delta; w != 0 && math.Abs(w) < 1e-12 {
				t.Errorf("weight %d is %v, not 0", q.i, w)
			}
		}
	}
	if jumps == 0 {
		t.Error("no extrapolation lowers the model")
	}
	for at := range m.active {
		q := &m.active[at]
		var want float64
		for _, other := range m.active {
			want += h.At(q.i, other.i) * other.delta
		}
		if got := m.slope(q); math.Abs(got-want) > 1e-9 {
			t.Errorf("after extrapolations slope %d is %v, want %v", q.i, got, want)
		}
	}
}

// Columns that are almost alike, far from 0, end a fit as soon as others do.
func TestColumnsAlmostAlike(t *testing.T) {
	const n, d, alike = 10, 600, 6
	r := rand.New(rand.NewPCG(4, 4))
	var b rows.Builder
	o := &objective.Objective{Loss: loss.SquaredHinge{}, K: 1, L1: 400}
	for i := range n {
		class := r.IntN(2)
		for j := range d {
			switch {
			case j < alike && i > 1:
				b.Add(j, 1e5+r.NormFloat64())
			case j >= alike && r.IntN(20) == 0:
				b.Add(j, r.NormFloat64())
			}
		}
		b.EndRow()
		o.Weight = append(o.Weight, 1)
		o.Targets.Value = append(o.Targets.Value, float64(2*class-1))
		o.Targets.Class = append(o.Targets.Class, class)
	}
	o.X = b.Sparse(d)
	last := lastOf(t, o)
	if last.End != Converged || last.Epoch > 50 {
		t.Errorf("end %v after %d models, %v", last.End, last.Epoch, last.Note)
	}
}

// An elastic net shares a weight out among many columns that are the same.
func TestColumnsThatAreTheSame(t *testing.T) {
	const d, same = 600, 50
	var b rows.Builder
	o := &objective.Objective{
		Loss: loss.SquaredHinge{}, K: 1, L1: 1e-3, L2: 5e-5, NoBias: true, Weight: []float64{1, 1},
		Targets: loss.Targets{Class: []int{0, 1}, Value: []float64{-1, 1}},
	}
	for i := range 2 {
		for j := range same {
			b.Add(2*j+i, 1)
		}
		b.EndRow()
	}
	o.X = b.Sparse(d)
	last := lastOf(t, o)
	if last.End != Converged {
		t.Errorf("end %v after %d models, %v", last.End, last.Epoch, last.Note)
	}
	for i, w := range last.Theta[:2*same] {
		if want := last.Theta[i%2]; math.Abs(w-want) > 1e-3*math.Abs(want) {
			t.Errorf("weight %d is %v, that of the same column %v", i, w, want)
		}
	}
}

// Where the loss is flat and L1 alone says which column is best, sweeps go straight on.
func TestColumnsOfOneRow(t *testing.T) {
	const d = 600
	var b rows.Builder
	o := &objective.Objective{
		Loss: loss.SquaredHinge{}, K: 1, L1: 1e-6, Weight: []float64{1, 1},
		Targets: loss.Targets{Class: []int{1, 0}, Value: []float64{1, -1}},
	}
	for i := range 2 {
		for j := i; j < 40; j += 2 {
			b.Add(j, 1+float64(j)/10)
		}
		b.EndRow()
	}
	o.X = b.Sparse(d)
	if last := lastOf(t, o); last.End != Converged || last.Epoch > 50 {
		t.Errorf("end %v after %d models, %v", last.End, last.Epoch, last.Note)
	}
}

func lastOf(t *testing.T, o *objective.Objective) (last Iterate) {
	for it, err := range Proximal(o, ProximalSettings{MaxIter: 1000, Tol: 1e-12, Memory: 10}) {
		if err != nil {
			t.Fatal(err)
		}
		last = it
	}
	return last
}

// A path of several scores leaves the columns where L1 ends.
func TestPathLeavesColumns(t *testing.T) {
	const n, d, k = 30, 300, 3
	r := rand.New(rand.NewPCG(2, 2))
	var b rows.Builder
	o := &objective.Objective{Loss: loss.Softmax{}, K: k, L1: 1e-2, L2: 1e-2}
	for i := range n {
		for e := range 5 {
			b.Add(i%k*100+20*e+r.IntN(20), 1)
		}
		b.EndRow()
		o.Weight, o.Targets.Class = append(o.Weight, 1), append(o.Targets.Class, i%k)
	}
	o.X = b.Sparse(d)
	o.Common = &objective.Common{X: o.X, Weight: o.Weight}
	set := ProximalSettings{MaxIter: 100, Tol: 1e-8, Memory: 10, Path: &Path{Common: o.Common}}
	for it := range Proximal(o, set) {
		set.Start = it.Theta
	}
	set.Path.Next()
	smooth := *o
	smooth.L1 = 0
	if m := newProximal(objective.Scale(&smooth), set); !m.resumed || m.columns != nil {
		t.Errorf("resumed %v, columns %v", m.resumed, m.columns != nil)
	}
}

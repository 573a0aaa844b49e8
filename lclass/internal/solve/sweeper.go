package solve

import (
	"iter"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
)

// A model is gᵀδ + ½δᵀBδ, what a loss changes by where ψ changes by δ, or about that.
type model interface {
	// minimise returns the δ at which the model plus the penalty Σ l1ᵢ|ψᵢ + δᵢ| is
	// least within the bounds, up to about tol.
	minimise(psi, g []float64, c corners, tol float64) []float64
}

// A sweepable is a model over which a sweeper descends.
type sweepable interface {
	// curvature returns Bᵢᵢ.
	curvature(i int) float64
	// curves reports whether Bᵢᵢ is above 0, without finding it where that takes long.
	curves(i int) bool
	// slope returns (Bδ)ᵢ.
	slope(i int) float64
	// slopes returns those of the coordinates that may change.
	slopes() iter.Seq2[int, float64]
	// move changes δᵢ by d.
	move(i int, d float64)
}

// A sweeper descends on a model along one coordinate after the other.
type sweeper struct {
	sweepable
	corners
	stop   factor.Stop
	psi, g []float64
	delta  []float64
	active []int
}

func newSweeper(m sweepable, stop factor.Stop, psi, g []float64, c corners) *sweeper {
	return &sweeper{sweepable: m, corners: c, stop: stop, psi: psi, g: g, delta: make([]float64, len(psi))}
}

// at returns ψᵢ + δᵢ.
func (s *sweeper) at(i int) float64 { return s.within(i, s.psi[i]+s.delta[i]) }

// activate finds the coordinates that are not 0 or want to leave it, and tells
// whether any of them has somewhere to go.
func (s *sweeper) activate() bool {
	s.active = s.active[:0]
	var any bool
	for i, slope := range s.slopes() {
		w := s.at(i)
		slope := s.corners.slope(i, w, s.g[i]+slope)
		if slope == 0 && (w == 0 || s.bounds(i, w)) || !s.curves(i) {
			continue
		}
		s.active = append(s.active, i)
		any = any || slope != 0
	}
	return any
}

// swept is what a sweep has done.
type swept struct {
	most, all float64 // falls of the model: the largest, and all of them at least
	slope     float64 // the largest that a coordinate had before its turn
}

// sweep minimises along each active coordinate in turn.
func (s *sweeper) sweep() (did swept) {
	for _, i := range s.active {
		c := s.curvature(i)
		w := s.at(i)
		next := s.within(i, objective.Shrink(w-(s.g[i]+s.sweepable.slope(i))/c, s.l1[i]/c))
		if d := next - w; d != 0 {
			s.set(i, next, d)
			did.most = max(did.most, c*d*d/2)
			did.all += c * d * d / 2
			did.slope = max(did.slope, c*math.Abs(d))
		}
	}
	return did
}

// set moves coordinate i by d to w.
func (s *sweeper) set(i int, w, d float64) {
	s.delta[i] = w - s.psi[i]
	s.move(i, d)
}

// newtonPays reports whether a step of Newton's method costs less than the sweeps that
// are left where each lowers the model by a factor as much as the one before, until that
// has fallen by a factor. A step along a coordinate takes as long as visit multiplications,
// and to find a second derivative as long as entry.
func (s *sweeper) newtonPays(rate, until, visit, entry float64) bool {
	const overhead = 1e5
	if !(rate < 1) {
		return true
	}
	m := float64(len(s.active))
	return math.Log(until)/math.Log(rate)*m*visit > m*m*m/3+m*m/2*entry+overhead
}

// smooth returns the active coordinates that are at no corner and at no bound.
func (s *sweeper) smooth() (at []int) {
	for _, i := range s.active {
		if w := s.at(i); (s.l1[i] == 0 || w != 0) && !s.bounds(i, w) {
			at = append(at, i)
		}
	}
	return at
}

// newton steps to where the model is least while the smooth coordinates, of which sub has the
// second derivatives and is forgotten, keep their signs. Those that would change it, or pass
// a bound, end there; if the step without these parts does not lower the model as much, it
// goes only to where the first of them ends. It reports whether there are none.
//
// Weights of softmax that all move alike are felt by the penalty only. A
// little more curvature sends them far, to where one of them becomes 0.
func (s *sweeper) newton(at []int, sub *mat.SymDense) bool {
	const drift = 1 + 1e-9
	defer factor.Forget(sub)
	if len(at) == 0 || s.stop.Now() {
		return true
	}
	rhs := make([]float64, len(at))
	for a, i := range at {
		rhs[a] = -objective.Slope(s.at(i), s.g[i]+s.sweepable.slope(i), s.l1[i])
		sub.SetSym(a, a, sub.At(a, a)*drift)
	}
	step := solveFast(sub, rhs, s.stop)
	ends := make([]float64, len(at))
	t, first := 1.0, -1
	for a, i := range at {
		w := s.at(i)
		end, meets := s.corner(i, w, step[a])
		if part := (end - w) / step[a]; meets && part < t {
			t, first = part, a
		}
		ends[a] = end
	}
	if first >= 0 {
		cut := make([]float64, len(at))
		for a, i := range at {
			cut[a] = ends[a] - s.at(i)
		}
		bent := make([]float64, len(at))
		blas64.Symv(1, sub.RawSymmetric(), vector(cut), 0, vector(bent))
		if fall := kernel.Dot(rhs, cut) - kernel.Dot(cut, bent)/2; !(fall > (t-t*t/2)*kernel.Dot(rhs, step)) {
			for a, i := range at {
				if a != first {
					ends[a] = s.within(i, s.at(i)+t*step[a])
				}
			}
		}
	}
	for a, i := range at {
		s.set(i, ends[a], ends[a]-s.at(i))
	}
	return first < 0
}

// corner returns where coordinate i ends by a step from w, or the first corner or bound that
// it meets before.
func (s *sweeper) corner(i int, w, step float64) (end float64, meets bool) {
	end = s.within(i, w+step)
	stop := func(v float64) {
		if (w-v)*(end-v) < 0 {
			end, meets = v, true
		}
	}
	if s.l1[i] > 0 {
		stop(0)
	}
	if s.low != nil && !meets && (end == s.low[i] || end == s.high[i]) {
		meets = true
	}
	return end, meets
}

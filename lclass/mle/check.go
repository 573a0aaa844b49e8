package mle

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// What follows is what gonum/optimize does not say about the place where it ends:
// whether l is lower on all sides (TestFlat), has its maximum on a bound
// (TestMaximumOnTheEdge) or at a kink (TestLaplaceIsKinked), or grows for ever
// (TestUnbounded).

const (
	// outskirts is where the logarithm or logit of a parameter is so large that
	// its bound may be meant: e⁻¹² is 6e-6.
	outskirts = 12
	// far is where it has left the numbers that mean something.
	far = 400
)

// judge says in the status what the place is where Newton's method has ended.
// If that is not the end, it returns where to go on.
func (p *problem) judge() (next []float64, err error) {
	h := p.last()
	if i := p.edge(h); i >= 0 {
		p.fix(h, i)
		return h.u, nil
	}
	if p.beyond(h) {
		return nil, fmt.Errorf("%w: l = %.6g and still rising at %v", ErrUnbounded, h.l, h.theta)
	}
	if h.blocked >= 0 {
		return nil, p.end(Corner, "it ends or jumps at %s = %v; if that is the boundary of the range of %[1]s, set it as a bound", p.Names[h.blocked], h.theta[h.blocked])
	}
	if h.slope == nil && len(p.free) > 0 {
		return nil, p.end(NotConverged, "l has no finite derivatives at %v", h.theta)
	}
	h = p.polish(h)
	if i := h.narrow; i >= 0 {
		return nil, fmt.Errorf("%w: it narrows on %s = %v down to the rounding of float64; if the sample itself is that narrow, subtract its mean", ErrUnbounded, p.Names[i], h.theta[i])
	}
	if u := p.released(h); u != nil && p.more() > 0 {
		return u, nil
	}
	if h.kinks != nil {
		var names []string
		for _, i := range h.kinks {
			names = append(names, p.Names[i])
		}
		return nil, p.corner(h, fmt.Sprintf("along %s it ends here, has a corner or a jump, or Log loses digits", strings.Join(names, ", ")))
	}
	u, axis := p.around(h)
	distance := p.toTop(h)
	rests := distance <= p.Tol || distance <= 1e-3 && distance*distance/2 <= 8*h.noise
	switch {
	case axis >= 0 && (rests || p.more() > 0):
		return nil, p.end(Flat, "along %s it is constant up to rounding; fix a parameter, or collect other data", p.direction(h, axis))
	case (u != nil || !rests) && p.more() <= 0:
		return nil, p.end(NotConverged, "%d steps were not enough; start nearer to the maximum, or raise MaxIter", p.MaxIter)
	case u != nil:
		return u, nil
	case !rests:
		return nil, p.corner(h, fmt.Sprintf("no step raises it, although by its slope the maximum is %.2g standard errors away; it has a corner or a jump here, or Log loses digits", distance))
	}
	return nil, p.edges()
}

func (p *problem) end(outcome Outcome, note string, values ...any) error {
	p.status = Status{Outcome: outcome, Note: fmt.Sprintf(note, values...)}
	return nil
}

// polish goes on where l is flat to the last digit, but its slope still counts:
// by Newton steps that at least halve the distance.
func (p *problem) polish(h *point) *point {
	for p.more() > 0 && p.toTop(h) > p.Tol && !math.IsInf(p.toTop(h), 1) {
		var g, step mat.VecDense
		g.MulVec(&h.axes, mat.NewVecDense(len(h.slope), h.slope))
		step.MulVec(h.matrix(func(bend, _ float64) float64 { return 1 / max(bend, h.flat()) }), &g)
		next := p.look(p.move(h, step.RawVector().Data), h.unit)
		if next.slope == nil || !(p.toTop(next) <= p.toTop(h)/2) || next.l < h.l-64*h.noise {
			break
		}
		p.steps = append(p.steps, next)
		h = next
	}
	return h
}

// around looks one natural unit away from h, both ways along each axis of the
// hill. It returns the axis along which l is not lower, or −1, or a place where
// l is higher: then this was a saddle, or the top of a smaller hill.
func (p *problem) around(h *point) (u []float64, axis int) {
	for k, bend := range h.bend {
		if math.Abs(bend) <= h.flat() {
			return nil, k
		}
		for _, sign := range []float64{1, -1} {
			var v mat.VecDense
			v.ScaleVec(sign/math.Sqrt(math.Abs(bend)), h.axes.ColView(k))
			there := p.move(h, v.RawVector().Data)
			l, noise := p.value(there)
			switch noise = 64 * (noise + h.noise); {
			case l > h.l+noise:
				return there, -1
			case l >= h.l-noise:
				return nil, k
			}
		}
	}
	return nil, -1
}

// direction names the parameters that change along an axis of the hill.
func (p *problem) direction(h *point, axis int) string {
	var names []string
	for a, i := range p.free {
		if math.Abs(h.axes.At(a, axis)) > 0.1 {
			names = append(names, p.Names[i])
		}
	}
	if len(names) == 1 {
		return names[0]
	}
	return "a common change of " + strings.Join(names, ", ")
}

// corner goes on without derivatives, by the simplex method of Nelder and Mead.
func (p *problem) corner(h *point, note string) error {
	result := minimise(optimize.Problem{Func: func(v []float64) float64 {
		l, _ := p.value(p.move(h, v))
		return (h.l - l) / p.n
	}}, make([]float64, len(p.free)), &optimize.Settings{
		Converger: &optimize.FunctionConverge{Absolute: h.noise / p.n, Iterations: 100}, FuncEvaluations: 5000,
	}, &optimize.NelderMead{SimplexSize: reach})
	if math.IsInf(result.F, -1) {
		return fmt.Errorf("%w: l is infinite at %v", ErrUnbounded, p.theta(p.move(h, result.X)))
	}
	if result.F < 0 {
		h.u = p.move(h, result.X)
		h.theta = p.theta(h.u)
		h.l, _ = p.value(h.u)
	}
	return p.end(Corner, "%s", note)
}

// beyond reports whether l rises, or parameters go, beyond all numbers.
func (p *problem) beyond(h *point) bool {
	return math.IsInf(h.l, 1) || slices.ContainsFunc(p.free, func(i int) bool { return !p.ranges[i].isFree() && math.Abs(h.u[i]) > far })
}

// edge returns the free parameter towards whose bound l rises to a limit that
// it has all but reached, or −1.
func (p *problem) edge(h *point) int {
	little := 1e-4*min(1, p.n) + 16*h.noise // a density may lose more to rounding than the sum
next:
	for _, i := range p.free {
		if p.ranges[i].isFree() || math.Abs(h.u[i]) < outskirts || h.gradient[i]*h.u[i] <= 0 {
			continue
		}
		u, before := slices.Clone(h.u), h.l
		var first, rise float64
		for _, t := range []float64{1, 2, 4, 6} {
			u[i] = h.u[i] + math.Copysign(t, h.u[i])
			l, _ := p.value(u)
			if rise = l - before; !(rise >= -little) || math.IsInf(l, 1) {
				continue next
			}
			if t == 1 {
				first = rise
			}
			before = l
		}
		if rise <= min(10*little, 0.1*first+little) {
			return i
		}
	}
	return -1
}

// fix fixes parameter i at its bound, or next to it if the density fails there,
// as 0·log 0 does.
func (p *problem) fix(h *point, i int) {
	u := h.u[i]
	p.limit[i] = p.ranges[i].limit(u)
	p.free = slices.DeleteFunc(slices.Clone(p.free), func(j int) bool { return j == i })
	values := []float64{p.limit[i], p.ranges[i].inside(math.Copysign(far, u)), p.ranges[i].inside(u + math.Copysign(6, u)), h.theta[i]}
	if math.IsInf(p.limit[i], 0) {
		values = values[3:]
	}
	for _, p.pin[i] = range values {
		if l, _ := p.value(h.u); l >= h.l && !math.IsInf(l, 1) {
			return
		}
	}
}

// released returns a place off the bound of a fixed parameter where l is higher,
// if there is one now that the others have moved, and frees the parameter.
func (p *problem) released(h *point) []float64 {
	for i, pin := range p.pin {
		if math.IsNaN(pin) {
			continue
		}
		u, free := slices.Clone(h.u), p.free
		u[i] -= math.Copysign(1, u[i])
		p.free = slices.Sorted(slices.Values(append(slices.Clone(free), i)))
		if l, noise := p.value(u); l > h.l+64*(noise+h.noise) {
			p.pin[i], p.limit[i] = math.NaN(), math.NaN()
			return u
		}
		p.free = free
	}
	return nil
}

// edges says whether the maximum lies on bounds.
func (p *problem) edges() error {
	var at []string
	for i, limit := range p.limit {
		if math.IsInf(limit, 0) {
			return p.end(Flat, "l rises to a limit as %s goes to %v and has no maximum", p.Names[i], limit)
		}
		if !math.IsNaN(limit) {
			at = append(at, fmt.Sprintf("%s = %v", p.Names[i], limit))
		}
	}
	if at == nil {
		return p.end(Converged, "")
	}
	return p.end(Boundary, "%s", strings.Join(at, ", "))
}

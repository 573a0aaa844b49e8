package solve

import (
	"math"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/objective"
)

// Truncated is Newton's method for weights that are too many for a matrix of second
// derivatives: preconditioned conjugate gradients find about the step H⁻¹g by products
// with H, each of which is a pass over the rows (Nocedal and Wright, Numerical
// Optimization, 7.1). The loss must be a loss.Curved, λ₂ above 0, and the rows here.
func Truncated(o *objective.Objective, set QuasiNewtonSettings) Seq {
	return func(yield func(Iterate, error) bool) {
		s := objective.Scale(o)
		if ifFar(yield, s, set.Start, func(o *objective.Objective, from []float64) Seq {
			set := set
			set.Start = from
			return Truncated(o, set)
		}) {
			return
		}
		t := newTruncated(s, set)
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1, Updates: 1}) {
			if err := t.stopOrTurn(&it); err != nil {
				yield(Iterate{}, err)
				return
			}
			if it.End == Running && !t.lineSearch() {
				t.rest(&it)
			}
			if !yield(it, nil) || it.End != Running {
				return
			}
			t.move()
		}
	}
}

// A truncated is a fit by Truncated: one by QuasiNewton but for its steps, for which weights
// are in the units of the features.
type truncated struct {
	*quasiNewton
	residual, towards, image, short []float64 // of conjugate gradients
	inverse                         []float64 // of the diagonal of H, about
	biases                          []float64
}

func newTruncated(s *objective.Scaled, set QuasiNewtonSettings) *truncated {
	zeros := func() []float64 { return make([]float64, s.Dim()) }
	t := &truncated{
		quasiNewton: newQuasiNewton(s, set), residual: zeros(), towards: zeros(), image: zeros(), short: zeros(),
		inverse: zeros(), biases: make([]float64, s.K),
	}
	t.want.Rough = false
	t.step = zeros()
	t.here.bends, t.next.bends = s.NewBends(), s.NewBends()
	start(s, t.here.psi, t.theta, beginning(s.Objective, set.Start))
	t.look()
	return t
}

// stopOrTurn ends the fit, without looking for a step where the slopes prove its end, or sets
// the step.
func (t *truncated) stopOrTurn(it *Iterate) error {
	p, at := t.proof, &t.here
	if p.weights(at.psi, at.g, at.value) <= p.goal(at.value)/2 {
		t.slope = 0
		if err := t.stop(it); err != nil || it.End != Running {
			return err
		}
	}
	t.direction()
	return t.stop(it)
}

// direction sets the step to about H⁻¹g. It ends when another product would change the
// fall of the quadratic model little (Nash and Sofer 1990).
func (t *truncated) direction() {
	const most, little = 250, 0.5
	t.invertDiagonal()
	x, r, p, g := t.step, t.residual, t.towards, t.here.g
	clear(x)
	t.inUnits(r, g)
	across := t.shorten(p, r) // rᵀD⁻¹r
	fall := 0.0               // of the model, twice
	for i := 1; i <= most && across > 0 && !t.Stopped(); i++ {
		t.times(t.image, p)
		t.products++
		curvature := kernel.Dot(p, t.image)
		if !(curvature > 0) {
			break
		}
		a := across / curvature
		kernel.Axpy(a, p, x)
		kernel.Axpy(-a, t.image, r)
		gained := a * across
		if fall += gained; float64(i)*gained <= little*fall {
			break
		}
		next := t.shorten(t.short, r)
		for j, v := range t.short {
			p[j] = v + next/across*p[j]
		}
		across = next
	}
	t.inUnits(x, x)
	t.slope = kernel.Dot(g, x)
}

// times sets out to Hv.
func (t *truncated) times(out, v []float64) {
	w, b := t.Split(v)
	copy(t.biases, b)
	if t.NoBias {
		clear(b)
	} else {
		for j, m := range t.Mean {
			for k := range b {
				b[k] -= w[j*t.K+k] * m
			}
		}
	}
	t.here.bends.Times(out, v)
	copy(b, t.biases)
	g, slopes := t.Split(out)
	for j, m := range t.Mean {
		l2 := t.L2Of(j)
		for k, slope := range slopes {
			at := j*t.K + k
			g[at] += l2*w[at] - slope*m
		}
	}
}

// inUnits sets out to v with each weight times the deviation of its feature: slopes and steps in
// standardised coordinates become those in the units of the features. Constant
// features have 0.
func (t *truncated) inUnits(out, v []float64) {
	copy(out, v)
	w, _ := t.Split(out)
	for i, u := range w {
		if std := t.Std[i/t.K]; math.IsInf(std, 1) {
			w[i] = 0
		} else {
			w[i] = u * std
		}
	}
}

// shorten sets out to D⁻¹r and returns rᵀD⁻¹r, for the diagonal D of H.
func (t *truncated) shorten(out, r []float64) float64 {
	for i, v := range r {
		out[i] = v * t.inverse[i]
	}
	return kernel.Dot(out, r)
}

// invertDiagonal sets the inverse of H's diagonal, where the bend of a row is taken to
// have nothing to do with its features.
func (t *truncated) invertDiagonal() {
	bend := t.here.bends.Mean() + tiny
	w, b := t.Split(t.inverse)
	for i := range w {
		std := t.Std[i/t.K]
		w[i] = 1 / (bend*std*std + t.L2Of(i/t.K))
	}
	for k := range b {
		b[k] = 1 / bend
	}
}

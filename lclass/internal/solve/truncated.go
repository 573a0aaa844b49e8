package solve

import (
	"slices"

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
			t.direction()
			if err := t.stop(&it); err != nil {
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

// A truncated is a fit by Truncated: one by QuasiNewton but for its steps.
type truncated struct {
	*quasiNewton
	residual, towards, image, short, raw []float64 // of conjugate gradients
	inverse                              []float64 // of the diagonal of H, about
	unit, mean, l2                       []float64 // 1/std, mean and λ₂/std of each weight
}

func newTruncated(s *objective.Scaled, set QuasiNewtonSettings) *truncated {
	zeros := func() []float64 { return make([]float64, s.Dim()) }
	w, _ := s.Split(zeros())
	t := &truncated{
		quasiNewton: newQuasiNewton(s, set), residual: zeros(), towards: zeros(), image: zeros(), short: zeros(), raw: zeros(),
		inverse: zeros(), unit: w, mean: slices.Clone(w), l2: slices.Clone(w),
	}
	for i := range w {
		j := i / s.K
		t.unit[i], t.mean[i], t.l2[i] = 1/s.Std[j], s.Mean[j], s.L2Of(j)/s.Std[j]
	}
	t.want.Rough = false
	t.step = zeros()
	t.here.bends, t.next.bends = s.NewBends(), s.NewBends()
	start(s, t.here.psi, t.theta, beginning(s.Objective, set.Start))
	t.look()
	return t
}

// move takes the step.
func (t *truncated) move() {
	t.flat++
	if t.next.value < t.here.value*(1-epsilon) {
		t.flat = 0
	}
	t.slopes(&t.next)
	t.here, t.next = t.next, t.here
}

// direction sets the step to about H⁻¹g. It ends when another product would change the
// fall of the quadratic model little (Nash and Sofer 1990).
func (t *truncated) direction() {
	const most, little = 250, 0.5
	t.invertDiagonal()
	x, r, p, g := t.step, t.residual, t.towards, t.here.g
	clear(x)
	copy(r, g)
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
	t.slope = kernel.Dot(g, x)
}

// times sets out to Hv. It is Raw, Times and Gradient without their divisions.
func (t *truncated) times(out, v []float64) {
	w, b := t.Split(t.raw)
	v, c := t.Split(v)
	for i, u := range t.unit {
		w[i] = v[i] * u
	}
	copy(b, c)
	for i := 0; i < len(w); i += t.K {
		for k := range b {
			b[k] -= w[i+k] * t.mean[i+k]
		}
	}
	if t.NoBias {
		clear(b)
	}
	sum := t.here.bends.Times(t.raw)
	g, gb := t.Split(sum.Gradient)
	out, slopes := t.Split(out)
	for k, v := range gb {
		slopes[k] = v / sum.Weight
	}
	scale := 1 / sum.Weight
	for i := 0; i < len(out); i += t.K {
		for k, slope := range slopes {
			at := i + k
			out[at] = (g[at]*scale - slope*t.mean[at] + v[at]*t.l2[at]) * t.unit[at]
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
	for i := range t.inverse {
		d := bend
		if j := i / t.K; j < len(t.Std) {
			d += t.L2Of(j) / t.Std[j] / t.Std[j]
		}
		t.inverse[i] = 1 / d
	}
}

package solve

import (
	"fmt"
	"math"
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// separated ends the fit with a direction in standardised coordinates.
func (it *Iterate) separated(s *objective.Scaled, along []float64) {
	it.End, it.Note, it.Direction = Separated, separatedNote, direction(s, along)
}

// direction returns ψ, along which the loss falls for ever, in the units of the
// features and without the rounding that Newton's method leaves where there
// should be 0: in weights, as long as no margin shrinks without them, and in
// what is left of the bias where the means take it away.
func direction(s *objective.Scaled, psi []float64) []float64 {
	const (
		noise   = 1e-5
		cancels = 1e-9
	)
	tidy := slices.Clone(psi)
	v, c := s.Split(tidy)
	least := noise * largest(v)
	for i := range v {
		if math.Abs(v[i]) <= least {
			v[i] = 0
		}
	}
	if !recedes(s, tidy) {
		tidy = psi
		v, c = s.Split(tidy)
	}
	theta := make([]float64, len(psi))
	s.Raw(theta, tidy)
	w, b := s.Split(theta)
	for k := range b {
		size := math.Abs(c[k])
		for i := k; i < len(w); i += s.K {
			size = max(size, math.Abs(w[i]*s.Mean[i/s.K]), math.Abs(v[i]))
		}
		if math.Abs(b[k]) <= cancels*size {
			b[k] = 0
		}
	}
	return theta
}

// recedes reports whether no margin shrinks along ψ, but for rounding, and some
// grow.
func recedes(s *objective.Scaled, psi []float64) bool {
	const rounding = 1e-7
	margins := s.Margins(psi, nil)
	least, most := min(margins.Margin, 0), max(margins.Largest, 0)
	return most > 0 && least >= -rounding*most
}

// settle ends the fit at ψ if what may be left to gain is small enough: it has
// converged, unless the classes are separated but for the rows on the boundary,
// which is looked for before the loss is so flat that it does not show.
func (it *Iterate) settle(p *proof, psi []float64, separable, resting bool, note string) {
	if separable {
		if along := recession(p.Scaled, psi); along != nil {
			it.separated(p.Scaled, along)
			return
		}
	}
	if p.done(it, psi, resting) {
		it.End, it.Note = Converged, note
	}
}

// rest ends the fit at ψ, where no step lowers the loss.
func (it *Iterate) rest(p *proof, psi []float64, separable bool, note string) {
	if it.settle(p, psi, separable, true, note); it.End != Running {
		return
	}
	it.End = Exhausted
	above := fmt.Sprintf("its slope is %.2g", it.Gradient)
	if it.Proved {
		above = fmt.Sprintf("it may be %.2g above its minimum", it.Gap)
	}
	it.Note = fmt.Sprintf("no step lowers the loss, although %s; standardise the features, or use another Start", above)
	if note != "" {
		it.Note = note + "; " + it.Note
	}
}

// separates reports whether every row that counts is on its side at ψ: the classes
// are completely separated, and along ψ itself the loss falls for ever.
// Centred features leave no doubt about rows close to the boundary.
func separates(s *objective.Scaled, psi []float64) bool {
	const rounding = 64 * epsilon
	margins := s.Margins(psi, nil)
	return margins.Margin > rounding*margins.Largest
}

// recession looks, where a solver has converged at ψ, for a direction along
// which no margin shrinks and some grow, so that the loss falls for ever:
// quasi-complete separation, with some rows on the boundary for good.
//
// The signs tᵢ, features and residuals uᵢ = |yᵢ − tᵢ| of a gradient that is 0
// are the proof that there is none (Stiemke's lemma: Σ uᵢtᵢφᵢ = 0 with all
// uᵢ > 0). A Newton step changes uᵢ to first order by the factor 1 − ∆mᵢ with
// ∆mᵢ the change of the margin. So if all |∆mᵢ| < 1 the proof can be
// completed, and there is a minimum; and if the classes are separated some
// ∆mᵢ ≥ 1 at every step, while the rows on the boundary come to rest. Margins
// know nothing of the units of features and weights.
//
// A solver of long steps may have carried rows to margins m where e⁻ᵐ is
// nothing beside 1 and their growth is not seen; then the search starts from 0, with
// all rows that count of the same weight and without offsets, on which separation does
// not depend.
// Means far beyond the deviations are taken off first, as rounding of scores
// would look like rows that move.
func recession(s *objective.Scaled, psi []float64) []float64 {
	if s.PenaltyFactors != nil || s.Lower != nil {
		return controlledRecession(s)
	}
	if !provable(s.Objective) {
		return nil
	}
	s = near(s)
	along, largest := search(s, psi)
	if along == nil && largest > vanishes(s.Loss) {
		along, _ = search(even(s), make([]float64, len(psi)))
	}
	return along
}

// even returns the objective with a weight of 1 for each row that counts, without
// offsets, in the same coordinates. Rows that are elsewhere stay as they are.
func even(s *objective.Scaled) *objective.Scaled {
	if s.Elsewhere != nil {
		return s
	}
	o := *s.Objective
	o.Common, o.Weight, o.Offset = nil, make([]float64, len(s.Weight)), nil
	for i, v := range s.Weight {
		if v > 0 {
			o.Weight[i] = 1
		}
	}
	return &objective.Scaled{Objective: &o, Mean: s.Mean, Std: s.Std}
}

// moving is how much a margin changes at most in a proof.
const moving = 0.5

// vanishes returns the margin from which on no solver sees the loss fall.
func vanishes(l loss.Loss) float64 { return l.(loss.Separable).Vanishes() }

// proves reports whether a Newton step, found with a Hessian of that rank and the
// sum of the pass where it begins, is the proof of recession that there is a
// minimum. It looks at no row: no margin changes by more than Σ max|x̃|·|step|. With
// two scores or more a margin changes with the difference of two.
func proves(s *objective.Scaled, sum *objective.Sum, step []float64, rank int) bool {
	d := s.Features()
	if rank <= d || sum.Largest > vanishes(s.Loss) || remote(s) {
		return false
	}
	var change float64
	for j, r := range append(slices.Clone(s.MaxAbs()), 1) {
		least, most := 0.0, 0.0
		if s.K > 1 {
			least, most = step[j*s.K], step[j*s.K]
		}
		for _, v := range step[j*s.K : (j+1)*s.K] {
			least, most = min(least, v), max(most, v)
		}
		change += r * (most - least)
	}
	return change < moving
}

// proveMinimum takes a step with a Hessian of that rank for the proof that there is a
// minimum, if it is one.
func (n *newton) proveMinimum(rank int) {
	if !n.proved && n.fresh() && n.along == nil && n.set.Separable && n.PenaltyFactors == nil && provable(n.Objective) {
		n.proved = proves(n.Scaled, n.sum, n.step, rank)
	}
}

// separable reports whether the classes may be separated, so that there is no minimum.
func (n *newton) separable() bool { return n.set.Separable && !n.proved }

// near returns the objective with the means of the features taken off, if one is
// far beyond its deviation, and forgets that they were: what rounding has made of the
// features counts as given. Standardised coordinates stay what they are. Rows that
// are elsewhere stay so, too.
func near(s *objective.Scaled) *objective.Scaled {
	if s.Elsewhere != nil || s.Off == nil && !remote(s) {
		return s
	}
	o, mean := *s.Objective, s.Mean
	o.Off = nil
	if remote(s) {
		o.X, mean = rows.Centred(o.X, s.Mean), make([]float64, len(s.Mean))
	}
	return &objective.Scaled{Objective: &o, Mean: mean, Std: s.Std}
}

// provable reports whether the proof can be had: for a loss that separated classes
// leave without a minimum, and few enough parameters for the Hessian.
func provable(o *objective.Objective) bool {
	d := o.Features()
	l, ok := o.Loss.(loss.Separable)
	switch {
	case !ok:
		return false
	case l.Mixed():
		return o.Dim() <= 300
	}
	return d <= 1000
}

// search takes Newton steps from ψ until there is a proof or a direction, and
// returns the largest margin at ψ, too.
func search(s *objective.Scaled, psi []float64) (along []float64, largest float64) {
	const (
		mostSteps = 60
		settled   = 1e-8
	)
	psi = slices.Clone(psi)
	theta, g := make([]float64, len(psi)), make([]float64, len(psi))
	for count := range mostSteps {
		s.Raw(theta, psi)
		sum := s.Pass(theta, objective.Want{Gradient: true, Shift: s.Mean})
		if count == 0 {
			largest = sum.Largest
		}
		s.Gradient(g, sum, theta)
		step, rank := newtonStep(s.Hessian(sum), g)
		if proves(s, sum, step, rank) {
			return nil, largest
		}
		for i := range step {
			step[i] = -step[i]
		}
		margins := s.Margins(psi, step)
		grows, shrinks := margins.Fastest > moving, margins.Slowest < -settled
		switch {
		case !grows:
			return nil, largest
		case !shrinks:
			return step, largest
		}
		value := s.Value(sum, theta)
		for t := 1.0; t > 1e-3; t /= 2 {
			next := slices.Clone(psi)
			kernel.Axpy(t, step, next)
			s.Raw(theta, next)
			if s.Value(s.Pass(theta, objective.Want{}), theta) <= value || s.Stopped() {
				psi = next
				break
			}
		}
	}
	return nil, largest
}

const separatedNote = "a hyperplane separates the classes, so the likelihood has no maximum and the weights grow without bound; add a penalty such as L2(1e-3), use Firth, for more than two classes in OneVsRest, or leave out the feature that separates them"

package solve

import (
	"cmp"
	"math"
	"slices"

	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// mostSelected is the largest number of parameters of some features.
const mostSelected = 2000

// A workingSet is what byWorkingSets knows about all features.
type workingSet struct {
	*proof
	o             *objective.Objective
	corners       corners
	psi, theta, g []float64
	value         float64
	errors        int
}

// byWorkingSets is Proximal for more weights than its exact model has, of which few
// end other than 0: it minimises over some features, with all other weights 0, and looks at
// the slopes of all (Massias, Gramfort and Salmon 2018). The features are those with a
// weight and those that L1 does not hold at 0, or as many of these as there is room for. Once
// too many have a weight, it goes on with the given solver, from where it is and after so many
// models. It returns nil if there are more samples than features, which makes second
// derivatives expensive, and if the columns of the rows cannot be chosen.
func byWorkingSets(s *objective.Scaled, set ProximalSettings, rest func(from []float64, models int) Seq) Seq {
	o := s.Objective
	if !isWide(o) || rows.Columns(o.X, nil) == nil {
		return nil
	}
	return func(yield func(Iterate, error) bool) {
		n := o.Dim()
		w := &workingSet{
			proof: newProof(s, set.Tol), o: o, corners: cornersOf(s),
			psi: make([]float64, n), theta: make([]float64, n), g: make([]float64, n),
		}
		w.begin(set.Start)
		if set.Start != nil && w.isFar(w.value) {
			w.begin(nil)
		}
		inner := set
		inner.Tol, inner.part = set.Tol/10, true
		const patience = 100 // models of one set
		stuck := false
		for it := (Iterate{}); ; it.Updates = 1 {
			it = w.at(it)
			if !finite(it.Loss) || !finite(it.Gradient) {
				yield(Iterate{}, errUnits)
				return
			}
			w.prove(&it)
			if it.settle(w.proof, w.psi, set.Separable, false, ""); it.End == Running && it.Epoch >= set.MaxIter {
				it.exhausted(w.proof, w.psi, set)
			}
			features := w.features()
			if it.End == Running && (features == nil || stuck || inner.Tol < epsilon*epsilon) {
				w.handOver(it.Epoch, rest, yield)
				return
			}
			if !yield(it, nil) || it.End != Running {
				return
			}
			inner.MaxIter = min(patience, set.MaxIter-it.Epoch)
			end, err := w.fit(features, inner)
			if err != nil {
				yield(Iterate{}, err)
				return
			}
			it.Epoch += end.Epoch
			w.look()
			if end.Epoch == 0 {
				inner.Tol /= 100
			}
			stuck = end.End != Converged
		}
	}
}

// begin starts at θ, or 0.
func (w *workingSet) begin(theta []float64) {
	clear(w.psi)
	start(w.Scaled, w.psi, w.theta, theta)
	w.corners.all(w.psi)
	w.corners.raw(w.Scaled, w.theta, w.psi)
	w.look()
}

// look passes over all features.
func (w *workingSet) look() {
	sum := w.o.Pass(w.theta, objective.Want{Gradient: true})
	w.value, w.errors = w.o.Value(sum, w.theta), sum.Errors
	w.Gradient(w.g, sum, w.theta)
}

func (w *workingSet) at(it Iterate) Iterate {
	it.Theta, it.Loss, it.Errors, it.Gradient = slices.Clone(w.theta), w.value, w.errors, violation(w.psi, w.g, w.corners)
	it.Proved, it.Gap = false, 0
	return it
}

func (w *workingSet) prove(it *Iterate) { it.bounded(w.penalised(w.psi, w.g, w.value)) }

// features returns the numbers of those to fit, or nil if too many have a weight.
func (w *workingSet) features() []int {
	k := w.o.K
	pulls := make([]float64, w.o.Features()) // infinite for those that have a weight
	for i := range pulls {
		for c := i * k; c < (i+1)*k; c++ {
			if w.psi[c] != 0 {
				pulls[i] = math.Inf(1)
			}
			pulls[i] = max(pulls[i], math.Abs(w.corners.slope(c, 0, w.g[c])))
		}
	}
	return strongest(pulls, mostSelected/k-1)
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

// fit minimises over some features and returns the last step.
func (w *workingSet) fit(features []int, set ProximalSettings) (end Iterate, err error) {
	o := w.o.Columns(features)
	set.Start = w.part(features, w.theta)
	for it, err := range Proximal(o, set) {
		if err != nil {
			return Iterate{}, err
		}
		end = it
	}
	clear(w.theta)
	k := o.K
	for at, j := range features {
		copy(w.theta[j*k:(j+1)*k], end.Theta[at*k:])
	}
	_, b := w.Split(w.theta)
	_, from := o.Split(end.Theta)
	copy(b, from)
	w.Standard(w.psi, w.theta)
	w.corners.all(w.psi)
	return end, nil
}

// part returns the weights of some features, and the biases.
func (w *workingSet) part(features []int, theta []float64) []float64 {
	k := w.o.K
	var part []float64
	for _, j := range features {
		part = append(part, theta[j*k:(j+1)*k]...)
	}
	_, b := w.Split(theta)
	return append(part, b...)
}

// handOver goes on with another solver.
func (w *workingSet) handOver(epoch int, rest func(from []float64, models int) Seq, yield func(Iterate, error) bool) {
	for it, err := range rest(w.theta, epoch) {
		it.Epoch += epoch
		if !yield(it, err) || err != nil {
			return
		}
	}
}

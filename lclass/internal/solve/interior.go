package solve

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// InteriorSettings are the limits of Interior.
type InteriorSettings struct {
	Start   []float64 // θ, nil for 0
	MaxIter int
	Tol     float64 // for the gap, relative to the loss
}

// Interior is the interior-point method of Mehrotra (1992) for losses made of flat pieces,
// with one correction of Gondzio's (1996) a step. The loss must be a loss.Polyhedral, λ₂
// above 0 and λ₁ 0.
func Interior(o *objective.Objective, set InteriorSettings) Seq {
	usual := usualWeight(o)
	return combineEmpty(o, func(o *objective.Objective) Seq { return interiorOf(o, set, usual) })
}

// usualWeight is that of the samples, each as often as its weight.
func usualWeight(o *objective.Objective) float64 {
	var squares float64
	for _, s := range o.Weight {
		squares += s * s
	}
	return squares / o.TotalWeight()
}

// interiorOf is Interior for rows that are combined, of which usual is the usual weight of one.
func interiorOf(o *objective.Objective, set InteriorSettings, usual float64) Seq {
	return byRows(o, beginning(o, set.Start), func(o *objective.Objective, from, mean, std []float64) Seq {
		return interiorSteps(o, set, usual, from, mean, std)
	})
}

// finest is the smallest gap relative to the loss that Interior is asked for.
const finest = 1e-10

func interiorSteps(o *objective.Objective, set InteriorSettings, usual float64, from, mean, std []float64) Seq {
	const further, patience, few = 100, 8, 2
	return func(yield func(Iterate, error) bool) {
		d := newDual(o, nil, mean, std)
		p := newProof(objective.Scale(o), max(set.Tol, finest))
		p.null = math.Inf(1) // the gap is relative to the loss
		n := newInterior(p.Scaled, from, usual)
		var best Iterate
		since := 0
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1, Updates: 1}) {
			sum := n.predict()
			if n.Stopped() {
				yield(Iterate{}, ErrStopped)
				return
			}
			it.Theta, it.Loss, it.Errors = slices.Clone(n.theta), n.Value(sum, n.theta), sum.Errors
			if !finite(it.Loss) {
				yield(Iterate{}, errUnits)
				return
			}
			last := it.Epoch == set.MaxIter
			if near := n.now/sum.Weight <= p.goal(it.Loss); near || last {
				d.set(n.slopes())
				slope := d.biasSlope()
				d.hold(it.Theta, slope)
				it.prove(p, d, d.bound(slope, d.theta()))
				if since++; best.Theta == nil || it.Gap < best.Gap {
					best, since = it, 0
				}
			}
			// The last steps gain digits fast. The fit goes on to a part of the tolerance, or
			// until more steps bring nothing.
			enough := best.Proved && best.Gap <= max(finest*best.Loss, p.goal(best.Loss)/further)
			stuck := since == patience || since == few && best.Gap <= p.goal(best.Loss)
			if enough || stuck || last {
				best.Epoch, best.Updates = it.Epoch, it.Updates
				it = best
				if p.Standard(n.psi, it.Theta); p.done(&it, n.psi, true) {
					it.End = Converged
				} else {
					it.End = Exhausted
					it.Note = fmt.Sprintf("the loss may be %.2g above its minimum after %d steps of Newton's method; standardise the features or raise the penalty", it.Gap, it.Epoch)
				}
			}
			if !yield(it, nil) || it.End != Running {
				return
			}
			n.move()
		}
	}
}

// An interior is a fit by Interior. Each way in which the loss of a sample can grow has a
// shortfall s = ξ − η and a pull a, of which c is left to 1. At the minimum the products
// aη and cξ are 0. Before, all four are above 0, and the steps are Newton's towards equal
// products that shrink. Where the pulls of a sample share the 1, they share c and ξ, in
// the place of the true class.
type interior struct {
	*objective.Scaled
	share      bool
	psi, theta []float64
	pairs      []pair    // of each sample a and η, then c and ξ if these are not shared
	loose      []float64 // how many times μ the products of each sample are to become
	count      float64   // of pairs, each as often as its products are to count

	mu           float64 // what the products are to become
	h            *objective.Hessian
	chol         *factor.Cholesky // of D h D if that is small, nil if there is none
	fast         *fastCholesky    // of D h D if that is large
	scale        []float64        // diagonal of D
	g            []float64
	step, dTheta []float64
	dz           []float64 // change of the scores
	taken        float64   // how much of the step
	equal        bool      // whether it makes all products equal
	prospect
}

// A pair has two numbers above 0, the product of which is to become 0; they are 0 where
// there is none.
type pair struct {
	x, y, dx, dy float64
	bent         float64 // what the step adds to the product beyond its linear part
}

// after returns the product after that much of the step.
func (p *pair) after(t float64) float64 { return (p.x + t*p.dx) * (p.y + t*p.dy) }

// rise returns by how much y is to rise for the product μ if x stays, and by how much less
// for each 1 that x rises.
func (p *pair) rise(mu float64) (rise, bend float64) {
	by := 1 / p.x
	return (mu-p.bent)*by - p.y, p.y * by
}

func newInterior(s *objective.Scaled, from []float64, usual float64) *interior {
	size, dim := s.Samples()*s.K, s.Dim()
	own, flat := *s.Objective, s.Loss.(loss.Polyhedral)
	own.Loss = loss.Interior{Polyhedral: flat}
	own.Targets.Bend, own.Targets.Bends = make([]float64, size), make([]float64, s.Samples())
	n := &interior{
		Scaled: &objective.Scaled{Objective: &own, Mean: s.Mean, Std: s.Std}, share: flat.Shared(),
		psi: make([]float64, dim), theta: make([]float64, dim), step: make([]float64, dim), dTheta: make([]float64, dim), g: make([]float64, dim),
		pairs: make([]pair, 2*size), dz: make([]float64, size), loose: loose(s.Weight, usual),
	}
	if n.share {
		n.pairs = n.pairs[:size]
	}
	if from != nil {
		n.Standard(n.psi, from)
	}
	n.Raw(n.theta, n.psi)
	n.sweep(n.theta, n.start)
	for i, s := range n.Weight {
		for _, p := range n.of(i) {
			if p.x > 0 {
				n.count += s * n.loose[i]
			}
		}
	}
	return n
}

// loose returns how many times μ the products of samples with those weights are to become.
// The larger its weight the smaller they are, as those of a sample of many others weigh as
// much as theirs, and products of samples of hardly any weight need not be small.
func loose(weights []float64, usual float64) []float64 {
	const lightest = 1e-3 // of the usual weight
	times := make([]float64, len(weights))
	for i, s := range weights {
		by := usual / s
		times[i] = max(min(1, by), lightest*by)
	}
	return times
}

// of returns the pairs of sample i.
func (n *interior) of(i int) []pair {
	size := len(n.pairs) / len(n.Weight)
	return n.pairs[i*size : (i+1)*size]
}

// parts returns the pulls of sample i by class, and what is left to 1 of each, or of all
// that of the true class. That is before them where there is one score.
func (n *interior) parts(i int) (pulls, rests []pair, own int) {
	all := n.of(i)
	pulls, rests, own = all[:n.K], all[len(all)-n.K:], -1
	if n.K > 1 {
		own = n.Targets.Class[i]
	}
	return pulls, rests, own
}

// shorter returns by how much the change dz of the scores of sample i changes the
// shortfall of class j.
func (n *interior) shorter(dz []float64, i, j, own int) float64 {
	if own < 0 {
		return -n.Targets.Value[i] * dz[0]
	}
	return dz[j] - dz[own]
}

// start gives sample i, which has the scores dz, numbers with equal products.
func (n *interior) start(i int) {
	apart := max(1, n.loose[i])
	pulls, rests, own := n.parts(i)
	z := n.dz[i*n.K : (i+1)*n.K]
	if !n.share {
		for j := range pulls {
			if s := 1 + n.shorter(z, i, j, own); j != own {
				xi, eta := max(s, 0)+apart, max(-s, 0)+apart
				pulls[j], rests[j] = pair{x: xi / (xi + eta), y: eta}, pair{x: eta / (xi + eta), y: xi}
			}
		}
		return
	}
	var xi float64
	for j := range pulls {
		if j != own {
			xi = max(xi, 1+n.shorter(z, i, j, own))
		}
	}
	xi += apart
	sum := 1 / xi
	for j := range pulls {
		if j != own {
			pulls[j].y = xi - 1 - n.shorter(z, i, j, own)
			sum += 1 / pulls[j].y
		}
	}
	rests[own].y = xi
	for j := range pulls {
		pulls[j].x = 1 / pulls[j].y / sum
	}
}

// answer sets the pulls of sample i at the end of the next step, but for what its scores
// change, and how they answer to these.
func (n *interior) answer(i int) {
	pulls, rests, own := n.parts(i)
	bends, mu := n.Targets.Bend[i*n.K:(i+1)*n.K], n.mu*n.loose[i]
	var sum, moved float64
	for j := range pulls {
		if j == own {
			continue
		}
		a := &pulls[j]
		rise, bend := a.rise(mu)
		if !n.share {
			other, more := rests[j].rise(mu)
			rise -= other
			bend += more
		}
		bends[j] = 1 / bend
		a.dx = rise * bends[j]
		sum += bends[j]
		moved += a.dx
	}
	n.Targets.Bends[i] = sum
	if n.share {
		c := &rests[own]
		rise, bend := c.rise(mu)
		bends[own] = bend
		shared := 1 + bend*sum
		c.dx = (sum*rise - moved) / shared
		lessen(pulls, bends, own, (bend*moved+rise)/shared)
	}
}

// lessen takes from the steps of the pulls of a sample what they share.
func lessen(pulls []pair, bends []float64, own int, by float64) {
	for j := range pulls {
		if j != own {
			pulls[j].dx -= bends[j] * by
		}
	}
}

// pull sets the slopes u of sample i to those of its pulls after t steps, divided by most.
func (n *interior) pull(u []float64, i int, t, most float64) {
	pulls, _, own := n.parts(i)
	if own < 0 {
		u[0] = -n.Targets.Value[i] * (pulls[0].x + t*pulls[0].dx) / most
		return
	}
	var sum float64
	for j := range pulls {
		if j != own {
			u[j] = (pulls[j].x + t*pulls[j].dx) / most
			sum += u[j]
		}
	}
	u[own] = -sum
}

// follow sets the step of sample i to what the change of its scores asks for.
func (n *interior) follow(i int) {
	pulls, rests, own := n.parts(i)
	dz, bends, mu := n.dz[i*n.K:(i+1)*n.K], n.Targets.Bend[i*n.K:(i+1)*n.K], n.mu*n.loose[i]
	var sum, moved float64
	for j := range pulls {
		if j != own {
			by := bends[j] * n.shorter(dz, i, j, own)
			pulls[j].dx += by
			if !n.share {
				rests[j].dx = -pulls[j].dx
			}
			sum += bends[j]
			moved += by
		}
	}
	if n.share {
		shared := 1 + bends[own]*sum
		rests[own].dx -= moved / shared
		lessen(pulls, bends, own, bends[own]*moved/shared)
	}
	all := n.of(i)
	for v := range all {
		if p := &all[v]; p.x > 0 {
			by := 1 / p.x
			p.dy = (mu-p.bent-p.y*p.dx)*by - p.y
		}
	}
}

// predict takes what the last step is to take, looks at θ and sets the step to where all
// products would be 0.
func (n *interior) predict() *objective.Sum {
	for i := range n.psi {
		n.psi[i] += n.taken * n.step[i]
	}
	n.Raw(n.theta, n.psi)
	n.mu = 0
	return n.direct(n.Mean, func(_ int, p *pair) {
		p.x += n.taken * p.dx
		p.y += n.taken * p.dy
		p.bent = 0
	})
}

// move corrects the step by what it would make of the products, and once more towards
// products that are nearer to each other if not all of it can be taken. If it can hardly
// be taken at all the step is to make the products equal, and if they are, a little smaller.
func (n *interior) move() {
	const most, enough, little, smaller = 0.99, 0.9, 0.05, 0.8
	const longer, low, high = 0.3, 0.5, 2
	before, after := n.now, n.after(n.longest)
	n.mu = before / n.count * math.Pow(after/before, 3)
	n.direct(nil, func(_ int, p *pair) { p.bent = p.dx * p.dy })
	if n.longest*most < enough {
		t := min(1, most*n.longest+longer)
		n.direct(nil, func(i int, p *pair) {
			mu := n.mu * n.loose[i]
			switch after := p.after(t); {
			case after < low*mu:
				p.bent -= low*mu - after
			case after > high*mu:
				p.bent += min(after-high*mu, high*mu)
			}
		})
	}
	hardly := n.longest < little
	if hardly {
		n.mu = before / n.count
		if n.equal {
			n.mu *= smaller
		}
		n.direct(nil, func(_ int, p *pair) { p.bent = 0 })
	}
	n.equal = hardly && !n.equal && n.longest == 1
	n.taken = most * n.longest
}

// direct sets the step by Newton's method, with the second derivatives of here if shift
// is not nil, after a change of all pairs.
func (n *interior) direct(shift []float64, change func(i int, p *pair)) *objective.Sum {
	slopes := func(lo, hi int, r []float64) {
		for i := lo; i < hi; i++ {
			if r := r[(i-lo)*n.K : (i-lo+1)*n.K]; n.Weight[i] == 0 {
				clear(r)
			} else {
				all := n.of(i)
				for v := range all {
					if p := &all[v]; p.x > 0 {
						change(i, p)
					}
				}
				n.answer(i)
				n.pull(r, i, 1, 1)
			}
		}
	}
	var sum *objective.Sum
	if shift != nil {
		sum = n.PassBeside(n.theta, objective.Want{Gradient: true, Shift: shift}, slopes)
		n.h = n.Hessian(sum)
		n.factorise()
	} else {
		sum = n.SlopesPass(slopes)
	}
	n.Gradient(n.g, sum, n.theta)
	n.solve()
	n.Raw(n.dTheta, n.step)
	n.prospect = n.sweep(n.dTheta, n.follow)
	return sum
}

// factorise decomposes h, if it can. Near the end large second derivatives, which do no
// harm, stand beside small ones.
func (n *interior) factorise() {
	const small = 100 // weights, for which the slower way is quick, and loses fewer digits
	n.chol, n.fast = nil, nil
	full, _ := whole(n.h)
	unit, scale := unitDiagonal(full, n.Stop)
	n.scale = scale
	switch {
	case unit == nil:
	case len(scale) <= small:
		n.chol = factor.NewCholesky(unit, n.Stop)
	default:
		n.fast = newFastCholesky(unit, n.Stop)
	}
}

// solve sets the step to −h⁻¹g.
func (n *interior) solve() {
	switch {
	case n.chol != nil:
		n.step = solveScaled(n.chol, n.scale, mat.NewDense(len(n.g), 1, slices.Clone(n.g)))
	case n.fast != nil:
		for i, s := range n.scale {
			n.step[i] = s * n.g[i]
		}
		n.fast.solve(n.step)
		for i, s := range n.scale {
			n.step[i] *= s
		}
	default:
		n.step, _ = newtonStep(n.h, n.g)
	}
	for i := range n.step {
		n.step[i] = -n.step[i]
	}
}

// A prospect is how much of a step leaves all above 0, at most 1, and what becomes of the
// sum of products.
type prospect struct{ longest, now, linear, square float64 }

// after returns the sum of products after that much of the step.
func (p prospect) after(t float64) float64 { return max(0, p.now+t*(p.linear+t*p.square)) }

// sweep sets dz to the scores at θ, calls f for all samples that count, and returns what
// becomes of them.
func (n *interior) sweep(theta []float64, f func(i int)) prospect {
	w, b := n.Split(theta)
	size, k := len(n.Weight), n.K
	parts := make([]prospect, rows.Count(size, rows.Block, 1))
	rows.Parts(size, len(parts), func(part, lo, hi int) {
		sum, steepest := prospect{}, 1.0
		for ; lo < hi && !n.Stopped(); lo += rows.Block {
			end := min(lo+rows.Block, hi)
			n.X.Scores(n.dz[lo*k:end*k], lo, end, k, w, b)
			for i := lo; i < end; i++ {
				s := n.Weight[i]
				if s == 0 {
					continue
				}
				f(i)
				all := n.of(i)
				for v := range all {
					p := &all[v]
					if -p.dx > steepest*p.x {
						steepest = -p.dx / p.x
					}
					if -p.dy > steepest*p.y {
						steepest = -p.dy / p.y
					}
					sum.now += s * p.x * p.y
					sum.linear += s * (p.x*p.dy + p.y*p.dx)
					sum.square += s * p.dx * p.dy
				}
			}
		}
		sum.longest = 1 / steepest
		parts[part] = sum
	})
	all := prospect{longest: 1}
	for _, p := range parts {
		all.longest = min(all.longest, p.longest)
		all.now += p.now
		all.linear += p.linear
		all.square += p.square
	}
	return all
}

// slopes returns the slopes of all samples, with the rounding taken from pulls above 1.
func (n *interior) slopes() []float64 {
	u := make([]float64, len(n.dz))
	for i, s := range n.Weight {
		if s == 0 {
			continue
		}
		var sum, most float64
		pulls, _, own := n.parts(i)
		for j, a := range pulls {
			if j != own {
				sum += a.x
				most = max(most, a.x)
			}
		}
		if n.share {
			most = sum
		}
		n.pull(u[i*n.K:(i+1)*n.K], i, 0, max(1, most))
	}
	return u
}

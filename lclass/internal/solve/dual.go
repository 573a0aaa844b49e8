package solve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"linclass/lclass/internal/kernel"
	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
)

// DualSettings are the limits of Dual.
type DualSettings struct {
	Start   []float64 // θ, nil for 0
	MaxIter int
	Tol     float64 // for the gap, relative to the loss
	Seed    uint64
}

// Dual is dual coordinate descent: with slopes uᵢ of the samples, which pull
//
//	W = −(1/λΣs) Σ sᵢuᵢ(xᵢ − mean)ᵀ
//
// one sample after another is set to the u that is best for it while the
// others stay (Hsieh et al. 2008). The loss must be a loss.Dual, λ₂ above 0
// and λ₁ 0. The biases, which nothing keeps small, are drawn to where they
// were at the end of the last epoch by ½μ‖c − c₀‖² (proximal point method),
// which makes them c₀ − (1/μΣs) Σ sᵢuᵢ. If they are to stay 0, μ is infinite.
func Dual(o *objective.Objective, set DualSettings) Seq {
	return combineEmpty(o, func(o *objective.Objective) Seq { return dualOf(o, set) })
}

// combineEmpty takes the steps of a solver that visits rows one by one, on fewer rows where
// some have no value.
func combineEmpty(o *objective.Objective, run func(o *objective.Objective) Seq) Seq {
	return func(yield func(Iterate, error) bool) {
		c, out := o.CombineEmpty()
		for it, err := range run(c) {
			if it.Theta != nil {
				_, biases := c.Split(it.Theta)
				for class, count := range out {
					if count > 0 && loss.Wrong(biases, class) {
						it.Errors += count
					}
				}
			}
			if !yield(it, err) {
				return
			}
		}
	}
}

// dualOf is Dual for rows that are combined.
func dualOf(o *objective.Objective, set DualSettings) Seq {
	return byRows(o, beginning(o, set.Start), func(o *objective.Objective, from, mean, std []float64) Seq {
		return dualSteps(o, set, from, mean, std)
	})
}

func dualSteps(o *objective.Objective, set DualSettings, from, mean, std []float64) Seq {
	return func(yield func(Iterate, error) bool) {
		d := newDual(o, from, mean, std)
		p := newProof(objective.Scale(o), set.Tol)
		p.null = math.Inf(1) // the gap is relative to the loss
		rng := rand.New(rand.NewPCG(set.Seed, set.Seed))
		for it := (Iterate{}); ; it = (Iterate{Epoch: it.Epoch + 1}) {
			if it.Epoch > 0 {
				it.Visits, it.Updates = d.epoch(rng)
			}
			it.Theta = d.theta()
			sum := o.Pass(it.Theta, objective.Want{})
			it.Loss, it.Errors = o.Value(sum, it.Theta), sum.Errors
			slope := d.biasSlope()
			it.prove(p, d, d.bound(slope, it.Theta))
			switch {
			case !finite(it.Loss):
				yield(Iterate{}, errUnits)
				return
			case p.done(&it, d.psi, true):
				it.End = Converged
			case it.Epoch == set.MaxIter:
				it.End = Exhausted
				it.Note = fmt.Sprintf("the loss may be %.2g above its minimum after %d epochs; standardise the features, raise the penalty or DualCoordinateDescent.MaxIter", it.Gap, it.Epoch)
			}
			if !yield(it, nil) || it.End != Running {
				return
			}
			d.anchor(slope)
			d.hasten(slope)
		}
	}
}

// A bound is how low L can be with biases c, at least: at0 + c·slope, by slopes u of
// the samples.
type bound struct {
	at0      float64
	slope, u []float64
}

// bound returns what the slopes of the samples, which give θ, prove for all biases, of which
// they have that slope.
func (d *dual) bound(slope, theta []float64) bound {
	return bound{d.value(slope, theta) - kernel.Dot(d.biases(slope), slope), slope, d.u}
}

// prove bounds what is left by the value of the dual, and by how far the biases may
// be from their best or what slopes of 0 cost. It sets d.psi.
func (it *Iterate) prove(p *proof, d *dual, by bound) {
	it.Gradient = largest(by.slope)
	p.Standard(d.psi, it.Theta)
	_, c := p.Split(d.psi)
	gap := math.Max(0, it.Loss-by.at0-kernel.Dot(c, by.slope))
	lost := p.biases(c, by.slope, it.Loss)
	if gap <= p.goal(it.Loss) && gap+lost > p.goal(it.Loss) {
		lost = min(lost, d.level(p, it.Theta, c, by.u, by.slope, it.Loss))
	}
	it.Between = gap
	it.bounded(gap + lost)
}

// dual is the state of Dual. Means are taken off without touching the rows:
// of w the part that they make is kept apart.
type dual struct {
	*objective.Objective
	loss    loss.Dual
	total   float64   // Σs
	mu      float64   // μ
	most    float64   // the largest μ, where it begins
	last    []float64 // the slope of the biases after the last epoch
	alike   int       // epochs in a row that have left it about the same
	mean    []float64 // of the features
	square  float64   // mean·mean
	samples []visited // n
	u       []float64 // n×k
	w       []float64 // −(1/λΣs) Σ s u xᵀ, d×k
	pulls   []float64 // −(1/λΣs) Σ s u
	atm     []float64 // w·mean
	c0      []float64
	z, v    []float64       // of one row
	psi     []float64       // of the latest θ
	zero    []float64       // k zeros
	next    rows.Prefetcher // the rows, if they can be asked for
}

// visited is what a visit of a sample needs to know besides its values.
type visited struct {
	share float64 // s/Σs
	about float64 // x·mean
	q     float64 // curvature of the dual along its u
}

func newDual(o *objective.Objective, from, mean, std []float64) *dual {
	n, cols := o.X.Dims()
	d := &dual{
		Objective: o, loss: o.Loss.(loss.Dual), total: o.TotalWeight(), mean: mean, square: kernel.Dot(mean, mean),
		samples: make([]visited, n), u: make([]float64, n*o.K),
		w: make([]float64, cols*o.K), pulls: make([]float64, o.K), atm: make([]float64, o.K), c0: make([]float64, o.K),
		z: make([]float64, o.K), v: make([]float64, o.K), psi: make([]float64, o.Dim()), zero: make([]float64, o.K), next: rows.AsPrefetcher(o.X),
	}
	// Scores move as far with the bias as with one more feature, or else by
	// about 1.
	d.mu = 1
	if o.NoBias {
		d.mu = math.Inf(1)
	} else if variance := kernel.Dot(std, std) / float64(max(1, varying(std))); variance > o.L2 {
		d.mu = o.L2 / variance
	}
	d.most, d.last = d.mu, make([]float64, o.K)
	if o.Stopped() {
		return d
	}
	rows.Parts(n, rows.Count(n, rows.Block, cols), func(_, lo, hi int) {
		about, square := make([]float64, rows.Block), make([]float64, rows.Block)
		for ; lo < hi && !o.Stopped(); lo += rows.Block {
			part := d.samples[lo:min(lo+rows.Block, hi)]
			o.X.Scores(about[:len(part)], lo, lo+len(part), 1, mean, []float64{0})
			rows.Distances(o.X, square[:len(part)], lo, lo+len(part), mean)
			for i := range part {
				share := o.Weight[lo+i] / d.total
				part[i] = visited{share, about[i], share * (square[i]/o.L2 + 1/d.mu)}
				if part[i].q == 0 {
					part[i].q = 1 / float64(n) // any number: the score is 0 whatever u is
				}
			}
		}
	})
	if from != nil {
		d.take(o, from)
		d.hold(from, d.zero)
	}
	return d
}

// varying returns how many features are not the same in all rows.
func varying(std []float64) (count int) {
	for _, s := range std {
		if s > 0 {
			count++
		}
	}
	return count
}

// take gives each sample the slope that the objective has at θ.
func (d *dual) take(o *objective.Objective, theta []float64) {
	n, k := len(d.Weight), d.K
	w, b := d.Split(theta)
	z := make([]float64, n*k)
	d.scores(z, k, w, b)
	o.Loss.Residuals(make([]float64, n), z, z, k, o.Targets)
	d.set(z)
}

// scores sets z to the scores of all rows.
func (d *dual) scores(z []float64, k int, w, b []float64) {
	for lo := 0; lo < len(d.Weight) && !d.Stopped(); lo += rows.Block {
		hi := min(lo+rows.Block, len(d.Weight))
		d.X.Scores(z[lo*k:hi*k], lo, hi, k, w, b)
	}
}

// set gives the samples slopes u.
func (d *dual) set(u []float64) {
	n, k := len(d.Weight), d.K
	copy(d.u, u)
	clear(d.w)
	clear(d.pulls)
	clear(d.atm)
	for i := range n {
		if i%rows.Block == 0 && d.Stopped() {
			return
		}
		copy(d.v, d.u[i*k:(i+1)*k])
		d.add(i)
	}
}

// hold anchors the biases so that they are those of θ.
func (d *dual) hold(theta, slope []float64) {
	w, b := d.Split(theta)
	for c, e := range slope {
		d.c0[c] = b[c] + e/d.mu
	}
	for j, m := range d.mean {
		kernel.Axpy(m, w[j*d.K:(j+1)*d.K], d.c0)
	}
}

// epoch visits all rows and then, again and again, those that moved when they were visited
// last, while such a visit gains more than one of all rows did: most rows soon rest at a
// corner of the loss, and are asked again in the next epoch. It returns the visits, and how many
// moved a row.
func (d *dual) epoch(rng *rand.Rand) (visits, updates int) {
	const most = 4  // visits a row
	const ahead = 4 // rows that are asked for before they are visited
	active := shuffled(len(d.Weight), rng)
	var first float64 // gain of a visit of all
	for len(active) > 0 {
		visits += len(active)
		var gain float64
		moving := active[:0]
		for at, i := range active {
			if at%rows.Block == 0 && d.Stopped() {
				return visits, updates
			}
			if d.next != nil && at+ahead < len(active) {
				d.prefetch(active[at+ahead])
			}
			if by := d.visit(i); by != 0 {
				gain += by
				moving = append(moving, i)
			}
		}
		updates += len(moving)
		gain /= float64(len(active))
		if first == 0 {
			first = gain
		}
		if gain < first || visits >= most*len(d.Weight) {
			break
		}
		active = moving
		rng.Shuffle(len(active), func(i, j int) { active[i], active[j] = active[j], active[i] })
	}
	return visits, updates
}

// shuffled returns the numbers below n in random order, but for neighbours, which
// stay together, because such rows are quickly read one after the other.
func shuffled(n int, rng *rand.Rand) []int {
	const together = 64
	order := make([]int, 0, n)
	for _, block := range rng.Perm((n + together - 1) / together) {
		lo := block * together
		for _, i := range rng.Perm(min(together, n-lo)) {
			order = append(order, lo+i)
		}
	}
	return order
}

// prefetch asks for what a visit of row i reads.
func (d *dual) prefetch(i int) {
	d.next.Prefetch(i)
	kernel.Prefetch(d.samples[i : i+1])
	kernel.Prefetch(d.u[i*d.K : (i+1)*d.K])
	if t := d.Targets.Class; t != nil {
		kernel.Prefetch(t[i : i+1])
	}
	if t := d.Targets.Value; t != nil {
		kernel.Prefetch(t[i*d.K : (i+1)*d.K])
	}
}

// visit sets the u of row i to its best and returns how much that raises the dual value, at
// least; 0 if it was there.
func (d *dual) visit(i int) float64 {
	row := d.samples[i]
	if row.share == 0 {
		return 0
	}
	k := d.K
	u := d.u[i*k : (i+1)*k]
	d.X.Scores(d.z, i, i+1, k, d.w, d.zero)
	shift := d.square - row.about + d.L2/d.mu
	for c, z := range d.z {
		d.v[c] = u[c] + (z+d.pulls[c]*shift-d.atm[c]+d.c0[c])/row.q
	}
	d.loss.Nearest(d.v, d.v, row.q, &d.Targets, i)
	var square float64
	for c, v := range d.v {
		d.v[c] -= u[c]
		square += d.v[c] * d.v[c]
		u[c] = v
	}
	if square != 0 {
		d.add(i)
	}
	return row.share * row.q / 2 * square
}

// add takes up that the u of row i has changed by v.
func (d *dual) add(i int) {
	by := -d.samples[i].share / d.L2
	for c := range d.v {
		d.v[c] *= by
		d.pulls[c] += d.v[c]
		d.atm[c] += d.v[c] * d.samples[i].about
	}
	d.X.AddGradient(d.w, i, i+1, d.K, d.v)
}

// theta returns the W and b of the slopes.
func (d *dual) theta() []float64 {
	theta := make([]float64, d.Dim())
	w, b := d.Split(theta)
	copy(w, d.w)
	for c := range b {
		b[c] = d.c0[c] + d.pulls[c]*d.L2/d.mu
	}
	for j, m := range d.mean {
		for c := range b {
			w[j*d.K+c] -= d.pulls[c] * m
			b[c] -= w[j*d.K+c] * m
		}
	}
	return theta
}

// biasSlope returns (1/Σs) Σ s u, which is 0 where the biases are best, and of those
// that stay 0.
func (d *dual) biasSlope() []float64 {
	e := make([]float64, d.K)
	if d.NoBias {
		return e
	}
	for c, v := range d.pulls {
		e[c] = -d.L2 * v
	}
	return e
}

// value returns the dual value for the biases as they are, a bound from below
// on L with them: −(1/Σs) Σ s ℓ*(u) − ½λ‖W‖² + c·e.
func (d *dual) value(e, theta []float64) float64 {
	k := d.K
	var value float64
	for i, s := range d.Weight {
		if s > 0 {
			value -= s / d.total * d.loss.Conjugate(d.u[i*k:(i+1)*k], &d.Targets, i)
		}
	}
	w, _ := d.Split(theta)
	value -= d.L2 / 2 * kernel.Dot(w, w)
	return value + kernel.Dot(d.biases(e), e)
}

// biases returns those of the model with the means taken off.
func (d *dual) biases(e []float64) []float64 {
	c := slices.Clone(d.c0)
	kernel.Axpy(-1/d.mu, e, c)
	return c
}

// anchor draws the biases to where they are now.
func (d *dual) anchor(e []float64) {
	for c, v := range e {
		d.c0[c] -= v / d.mu
	}
}

// hasten lets biases that are far from their best take longer steps: while their slope
// stays about the same μ falls, and it rises again when they have gone too far.
func (d *dual) hasten(e []float64) {
	const patience, change, faster, slower, farthest = 8, 0.1, 2, 4, 1 << 20
	var off float64
	for c, v := range e {
		off = max(off, math.Abs(v-d.last[c]))
	}
	turned := kernel.Dot(e, d.last) < 0
	if off > change*largest(e) {
		d.alike = 0
	} else {
		d.alike++
	}
	copy(d.last, e)
	switch {
	case turned && d.mu < d.most:
		d.setMu(min(d.most, d.mu*slower))
	case d.alike >= patience && d.mu > d.most/farthest && !d.NoBias:
		d.setMu(d.mu / faster)
	}
}

// setMu changes μ, of which the curvatures have a part.
func (d *dual) setMu(mu float64) {
	for i, row := range d.samples {
		d.samples[i].q += row.share * (1/mu - 1/d.mu)
	}
	d.mu = mu
}

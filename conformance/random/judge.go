package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// A fault is what is wrong with a fit.
type fault string

const (
	falseConverged   fault = "converged, and is not"
	missedSeparation fault = "converged, and the classes are separated"
	falseSeparation  fault = "separated, and the classes are not"
	fittedRounding   fault = "fits the rounding of a redundant column"
	noNote           fault = "no note that features depend on each other"
	falseNote        fault = "a note that features depend on each other, and they do not"
	falseGap         fault = "the gap is larger than the Status says"
	falseLoss        fault = "the loss of the model is not that of the Status"
	falseErrors      fault = "converged, and samples are on the wrong side"
	solvedUnfinished fault = "unfinished, and is solved to rounding"
	failed           fault = "error"
	judgeWrong       fault = "below the least: the judge is wrong"
)

// claims reports whether the fault is to say more than is true: not to say less, and
// not one of the judge.
func (f fault) claims() bool { return f != solvedUnfinished && f != judgeWrong }

// A finding is a fault of a problem. Its size is how many times that which is
// promised, where that has a meaning.
type finding struct {
	*problem
	fault fault
	size  float64
	text  string
}

// A verdict is what is found out about a fit.
type verdict struct {
	problem  *problem
	outcome  string // of the Status, or "error"
	ratio    float64
	judged   bool
	findings []finding
}

const (
	epsilon = 1. / (1 << 52)
	// relative is what sums of float64 lose.
	relative = 1e-13
)

// A measure is a part of a model beside its optimum.
type measure struct {
	optimum
	objective long
	constant  float64 // the loss of the best constant scores
	floor     float64 // what rounded scores add to the least
	noise     float64 // what they change where the loss has slopes
	sound     bool    // whether the optimum has its value also in the units of the features
	far       float64 // ‖θ − optimum‖₁, for Descent
}

func (m measure) excess() float64 { return m.objective.sub(m.value).float() }
func (m measure) gain() float64   { return math.Max(0, m.constant-m.value.float()) }

// finest is the smallest gap relative to the loss that a solver of the hinge losses
// promises.
const finest = 1e-10

// judge fits the problem and compares with its optimum.
func (q *problem) judge() (v verdict) {
	v = verdict{problem: q, judged: true}
	find := func(f fault, size float64, format string, values ...any) {
		v.findings = append(v.findings, finding{q, f, size, fmt.Sprintf(format, values...)})
	}
	m, err := q.fit()
	if err != nil {
		v.outcome = "error"
		find(failed, 0, "%v", err)
		return v
	}
	v.outcome = m.Status.Outcome.String()
	parts := q.learner().parts(q.learner(), q)
	if q.learner().kind == perceptron {
		if wrong := parts[0].wrong(m); wrong > 0 && m.Status.Outcome == lclass.Converged {
			find(falseErrors, float64(wrong), "%d", wrong)
		}
		return v
	}
	s, k := q.pair.solver, q.learner().kind
	if s == 0 {
		s = chosen(k, q.penalty, m)
	}
	tol := q.tol
	if tol == 0 {
		tol = solvers[s].usual(k)
		if s == 2 && k == squareHinge {
			tol = 1e-12
		}
		if q.pair.solver == 0 && solvers[s].name == "Newton" && isSmooth(k) {
			tol = max(tol, 1e-11) // its conjugate gradients promise what quasi-Newton steps do
		}
	}
	descends, exactly := solvers[s].name == "Descent", solvers[s].name == "ClosedForm"

	var separated, unknown bool
	var excess, floor, noise, objective, doubt float64
	solved := true
	for _, p := range parts {
		r := p.measure(q, m)
		if !r.separated && q.penalty.Lambda == 0 && (k == smooth || k == multi) && (p.parted(m.W, m.B) || p.partedAlong(m.Direction)) {
			r.separated = true // which the model itself proves
		}
		separated, unknown = separated || r.separated, unknown || r.unknown
		if r.separated {
			continue
		}
		promise := tol * min(r.gain(), r.objective.float())
		switch {
		case k == hinges && !descends, solvers[s].name == "DualCoordinateDescent":
			promise = max(tol, finest)*r.objective.float() + p.dualDigits(q)
		case exactly:
			promise = tol * r.constant
		case descends:
			promise = tol * r.far
		}
		if !r.sound && !r.unknown {
			v.judged = false
		}
		over := r.excess() - r.floor - r.noise
		excess, floor, doubt = excess+r.excess(), floor+r.floor, doubt+r.doubt
		noise += r.noise
		objective += r.objective.float()
		solved = solved && r.excess() <= r.floor
		if r.doubt > 0.1*(promise+r.floor) {
			v.judged = false
		}
		if m.Status.Outcome == lclass.Converged && over > 0 {
			v.ratio = math.Max(v.ratio, over/promise)
			if over > promise+r.doubt && over > promise+r.doubt+p.lastDigits(q, r) {
				size := over / promise
				find(falseConverged, size, "objective %.17g, optimum %.17g, above it %.3g, promised %.3g and %.2g for rounding; of constant scores %.6g; Status %.17g",
					r.objective.float(), r.value.float(), r.excess(), promise, r.floor+r.noise, r.constant, m.Status.Loss)
			}
		}
		if below := -r.excess() - r.floor - r.doubt; below > 0 {
			if q.penalty.Lambda == 0 && len(q.redundant) > 0 {
				if least := max(promise, 1e-15*r.constant) + r.noise; k == squares && below > least {
					find(fittedRounding, below/r.constant, "objective %.17g, without the column at best %.17g", r.objective.float(), r.value.float())
				}
			} else {
				v.judged = false
				find(judgeWrong, below, "objective %.17g, optimum %.17g ± %.2g", r.objective.float(), r.value.float(), r.doubt)
			}
		}
	}
	if unknown {
		v.judged = false
	}
	switch m.Status.Outcome {
	case lclass.Converged:
		if separated && !descends {
			find(missedSeparation, 1, "%v", m.Status)
		}
	case lclass.NotConverged:
		if solved && !separated && v.judged && !descends {
			find(solvedUnfinished, 0, "above the optimum %.3g, rounding %.3g; %v", excess, floor, m.Status)
		}
	case lclass.Separated:
		if !separated && !unknown {
			find(falseSeparation, 1, "%v", m.Status)
		}
	}
	if separated || unknown {
		return v
	}
	if most := m.Status.Gap*(1+1e-6) + floor + noise + doubt + 1e-12*objective; !math.IsNaN(most) && excess > most {
		for _, p := range parts {
			most += p.lastDigits(q, p.measure(q, m))
		}
		if excess > most {
			find(falseGap, excess/(m.Status.Gap+floor+noise), "gap %.3g, above the optimum %.3g, rounding %.2g", m.Status.Gap, excess, floor+noise)
		}
	}
	if off := math.Abs(m.Status.Loss - objective); off > 1e-10*objective+floor+noise {
		find(falseLoss, off/objective, "Status %.17g, model %.17g, rounding %.2g", m.Status.Loss, objective, floor+noise)
	}
	if q.penalty.Lambda == 0 && (k == squares || k == smooth && m.Status.Outcome == lclass.Converged) && (solvers[s].name == "Newton" || exactly) {
		noted := strings.Contains(m.Status.Note, "depend")
		switch dependent, clear := parts[0].dependent(q); {
		case !clear:
		case dependent && !noted && (k == squares || len(q.redundant) > 0):
			find(noNote, 1, "%v", m.Status)
		case !dependent && noted && k == squares:
			find(falseNote, 1, "%v", m.Status)
		}
	}
	return v
}

// wrong counts the samples on the wrong side by more than rounding.
func (p part) wrong(m *lclass.Model) int {
	var n int
	for i, x := range p.x {
		z, size := number(m.B[0]), math.Abs(m.B[0])
		for j, v := range x {
			z = z.add(number(m.W.At(0, j)).mul(number(v)))
			size += math.Abs(m.W.At(0, j) * v)
		}
		if p.weight[i] > 0 && z.hi*float64(2*p.target[i].class-1) < -8*epsilon*size {
			n++
		}
	}
	return n
}

// parted reports whether the model has every sample of the part that counts on its side.
func (p part) parted(w *mat.Dense, b []float64) bool {
	for i, x := range p.x {
		if p.weight[i] == 0 {
			continue
		}
		scores := make([]long, len(p.rows))
		for c, row := range p.rows {
			scores[c] = number(b[row])
			for j, v := range x {
				scores[c] = scores[c].add(number(w.At(row, j)).mul(number(v)))
			}
		}
		own := p.target[i].class
		if len(scores) == 1 {
			if scores[0].hi*float64(2*own-1) <= 0 {
				return false
			}
			continue
		}
		for c, z := range scores {
			if c != own && scores[own].sub(z).hi <= 0 {
				return false
			}
		}
	}
	return true
}

// partedAlong is parted for the direction of (W, b) in which the likelihood rises for
// ever, nil if there is none.
func (p part) partedAlong(direction *mat.Dense) bool {
	if direction == nil {
		return false
	}
	k, d := direction.Dims()
	return p.parted(direction.Slice(0, k, 0, d-1).(*mat.Dense), mat.Col(nil, d-1, direction))
}

// dualDigits is what the last digits of the slopes, which add up to the weights, cost in the
// value of the dual: of long samples and a small penalty that is much beside a small loss.
func (p part) dualDigits(q *problem) float64 {
	var longest float64
	for _, x := range p.x {
		longest = max(longest, floats.Norm(x, 2))
	}
	turned := 0x1p-51 * longest / math.Sqrt(float64(len(p.x)))
	return turned * turned / (2 * q.penalty.Lambda)
}

// lastDigits is how far the least loss is another where each value is another in its
// last digit. Features that depend on each other but for their rounding, such as sums of
// features of other units, leave a least that rests on these digits: what is solved
// is then a problem beside the given one.
func (p part) lastDigits(q *problem, m measure) (most float64) {
	const times = 3
	r := rand.New(rand.NewPCG(1, uint64(q.number)))
	for range times {
		beside := p
		beside.x = make([][]float64, len(p.x))
		for i, row := range p.x {
			beside.x[i] = make([]float64, len(row))
			for j, v := range row {
				beside.x[i][j] = v * (1 + epsilon*float64(r.IntN(3)-1))
			}
		}
		o := beside.program(q.without(), q.penalty.Lambda, q.penalty.Ratio).solve()
		if o.separated || o.unknown {
			return math.Inf(1)
		}
		most = max(most, math.Abs(o.value.sub(m.value).float()))
	}
	return most
}

// without are the features that are left out as redundant.
func (q *problem) without() map[int]bool {
	if q.penalty.Lambda == 0 {
		return q.redundant
	}
	return nil
}

// measure finds the optimum of the part, and how far the model is from it.
func (p part) measure(q *problem, m *lclass.Model) (r measure) {
	lambda, ratio := q.penalty.Lambda, q.penalty.Ratio
	without := q.without()
	g := p.program(without, lambda, ratio)
	r.optimum = g.solve()
	if r.separated {
		return r
	}
	d := len(p.x[0])
	var w [][]float64
	var b []float64
	for _, c := range p.rows {
		w, b = append(w, mat.Row(nil, c, m.W)), append(b, m.B[c])
	}
	r.objective = p.objective(w, b, lambda, ratio)
	none := map[int]bool{}
	for j := range d {
		none[j] = true
	}
	constant := p.program(none, 0, 0)
	constant.free = false
	r.constant = constant.solve().value.float()

	// Scores of float64 are off by the digits that weights and features lose.
	best, bias := g.raw(r.theta, d)
	var i int
	for row, x := range p.x {
		if p.weight[row] == 0 {
			continue
		}
		for c := range best {
			off := 16 * epsilon * max(size(best[c], bias[c], x), size(w[c], b[c], x))
			if bend := p.loss.bend; bend > 0 {
				// |ℓ'| ≤ √(2·bend·ℓ)
				r.noise += g.weight[i].hi * off * math.Sqrt(2*bend*r.objective.float())
				off *= off * bend / 2 * 4
			}
			r.floor += g.weight[i].hi * off
		}
		i++
	}
	r.floor += relative * r.value.float()

	// What the program says of the optimum holds for its W and b, too.
	if !r.unknown {
		own := p.objective(best, bias, lambda, ratio)
		r.sound = math.Abs(own.sub(r.value).float()) <= r.floor+r.noise+r.doubt
	}

	var raw, standard float64
	for c := range best {
		at, bestAt := number(b[c]), r.theta[c*len(g.l1)+len(g.columns)]
		for j := range d {
			raw += math.Abs(w[c][j] - best[c][j])
		}
		raw += math.Abs(b[c] - bias[c])
		for i, j := range g.columns {
			v := number(w[c][j])
			at = at.add(v.mul(g.mean[i]))
			standard += math.Abs(v.mul(g.sd[i]).sub(r.theta[c*len(g.l1)+i]).float())
		}
		standard += math.Abs(at.sub(bestAt).float())
	}
	r.far = raw
	if without == nil && len(g.columns) == d {
		r.far = math.Min(raw, standard)
	}
	return r
}

// size returns Σ|wx| + |b|, of which the rounding of a score is some digits.
func size(w []float64, b float64, x []float64) float64 {
	sum := math.Abs(b)
	for j, v := range x {
		sum += math.Abs(w[j] * v)
	}
	return sum
}

// dependent reports whether the features depend on each other by construction or
// by their rank in 32 digits, and whether that is clear in 16. A constant feature
// depends on the bias, which is another question.
func (p part) dependent(q *problem) (dependent, clear bool) {
	const (
		noDistance = 1e-26 // squared
		distance   = 1e-12
	)
	all := p.program(nil, 0, 0)
	if len(all.columns) < len(p.x[0]) || len(all.columns) == 0 {
		return false, false
	}
	g := p.program(q.redundant, 0, 0)
	d := len(g.columns)
	gram := make([]long, d*d)
	for i, x := range g.x {
		for a := range d {
			for b := range d {
				gram[a*d+b] = gram[a*d+b].add(g.weight[i].mul(x[a]).mul(x[b]))
			}
		}
	}
	// Gaussian elimination with the largest pivot each time.
	left := make([]bool, d)
	least := 1.0
	for range d {
		top := -1
		for a := range d {
			if !left[a] && (top < 0 || gram[top*d+top].less(gram[a*d+a])) {
				top = a
			}
		}
		left[top] = true
		pivot := gram[top*d+top]
		least = min(least, pivot.hi)
		if pivot.hi <= noDistance {
			return true, true
		}
		for a := range d {
			if left[a] {
				continue
			}
			f := gram[a*d+top].div(pivot)
			for b := range d {
				if !left[b] {
					gram[a*d+b] = gram[a*d+b].sub(f.mul(gram[top*d+b]))
				}
			}
		}
	}
	if len(q.redundant) > 0 {
		return true, true
	}
	return false, least > distance
}

package mle

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// A problem is the log-likelihood of a sample as a function of numbers u, which its
// ranges turn into the parameters θ. Newton's method of gonum/optimize maximises it. That
// does not handle bounds, corners and flat directions, and ends wherever its line search
// fails, so judge looks at each point where it ends.
type problem struct {
	Density           // with the defaults of its settings
	x, s    []float64 // s nil: all 1
	ranges  []span

	n    float64 // Σs
	free []int   // the parameters that are not fixed
	// pin has the values of those that are, because l rises towards a bound of
	// theirs; NaN for the others. limit has the bounds.
	pin, limit []float64

	steps  []*point // the start and all steps
	radius float64  // the longest step, in natural units
	status Status
}

// maximise checks the density and the sample, and goes from the start to a maximum of l.
func (d Density) maximise(x, weights []float64) (*problem, error) {
	if err := d.check(); err != nil {
		return nil, err
	}
	if err := checkSample(x, "a finite number", isFinite); err != nil {
		return nil, err
	}
	if err := checkWeights(weights, len(x)); err != nil {
		return nil, err
	}
	d.Names, d.Tol, d.MaxIter = d.names(), cmp.Or(d.Tol, 1e-9), cmp.Or(d.MaxIter, 500)
	p := &problem{Density: d, x: x, s: weights}
	for i := range x {
		p.n += p.weight(i)
	}
	for i := range d.Start {
		p.ranges = append(p.ranges, d.span(i))
		p.free = append(p.free, i)
		p.pin, p.limit = append(p.pin, math.NaN()), append(p.limit, math.NaN())
	}
	if err := p.checkStart(); err != nil {
		return nil, err
	}
	return p, p.climb()
}

func (p *problem) weight(i int) float64 {
	if p.s == nil {
		return 1
	}
	return p.s[i]
}

// climb goes from the start to a maximum of l and says in the status what kind of maximum it
// is.
func (p *problem) climb() error {
	u, unit := p.outside(p.Start)
	for u != nil {
		p.steps, p.radius = append(p.steps, p.look(u, unit)), 1
		for p.newton() == rescaled {
		}
		var err error
		if u, err = p.judge(); err != nil {
			return err
		}
		unit = p.last().unit
	}
	p.status.Iterations = len(p.steps) - 1
	return nil
}

func (p *problem) last() *point { return p.steps[len(p.steps)-1] }

// more returns how many steps may still be taken.
func (p *problem) more() int { return p.MaxIter - (len(p.steps) - 1) }

// rescaled ends a run whose units no longer suit the place it has come to.
var rescaled = optimize.NewStatus("rescaled", true, nil)

// newton minimises −l/n from the last point on, in the natural units of that
// point. Curvatures are made positive, so that it goes upwards from everywhere,
// and so large that no step is more than four times as long as the last.
func (p *problem) newton() optimize.Status {
	start := p.last()
	if start.slope == nil || p.more() <= 0 {
		return optimize.Failure
	}
	there := start
	look := func(v []float64) *point {
		if u := p.move(start, v); !slices.Equal(u, there.u) {
			there = p.look(u, there.unit)
		}
		return there
	}
	scale := func(a int) float64 { i := p.free[a]; return start.unit[i] / there.unit[i] }
	result := minimise(optimize.Problem{
		Func: func(v []float64) float64 {
			l, _ := p.value(p.move(start, v))
			return (start.l - l) / p.n
		},
		Grad: func(g, v []float64) {
			if h := look(v); h.slope != nil {
				mat.NewVecDense(len(g), g).MulVec(&h.axes, mat.NewVecDense(len(g), h.slope))
				for a := range g {
					g[a] *= -scale(a)
				}
			}
		},
		Hess: func(m *mat.SymDense, v []float64) {
			if h := look(v); h.slope != nil {
				positive := h.matrix(func(bend, slope float64) float64 { return max(math.Abs(bend), h.flat(), math.Abs(slope)/p.radius) })
				for a := range v {
					for b := range a + 1 {
						m.SetSym(a, b, positive.At(a, b)*scale(a)*scale(b))
					}
				}
			}
		},
	}, make([]float64, len(p.free)), &optimize.Settings{
		MajorIterations: p.more() + 1, // gonum counts the start
		Converger:       converger(func() optimize.Status { return p.arrive(there, start) }),
	}, &optimize.Newton{Linesearcher: &optimize.Backtracking{}, GradStopThreshold: math.NaN()})
	return result.Status
}

// converger lets a function decide after each step.
type converger func() optimize.Status

func (converger) Init(int) {}

func (c converger) Converged(*optimize.Location) optimize.Status { return c() }

// arrive records a step and decides whether the run that began at start ends.
func (p *problem) arrive(here, start *point) optimize.Status {
	if before := p.last(); here != before {
		var squares float64
		for _, i := range p.free {
			squares += math.Pow((here.u[i]-before.u[i])/before.unit[i], 2)
		}
		p.steps, p.radius = append(p.steps, here), max(1, 4*math.Sqrt(squares))
	}
	if here.slope == nil || p.toTop(here) <= p.Tol || p.edge(here) >= 0 || p.beyond(here) {
		return optimize.Success
	}
	for _, i := range p.free {
		if q := here.unit[i] / start.unit[i]; q < 0.1 || q > 10 {
			return rescaled
		}
	}
	return optimize.NotTerminated
}

// move returns the place that is v natural units away from h.
func (p *problem) move(h *point, v []float64) []float64 {
	u := slices.Clone(h.u)
	for a, i := range p.free {
		u[i] += v[a] * h.unit[i]
	}
	return u
}

// outside returns the u of θ, and units to begin with.
func (p *problem) outside(theta []float64) (u, unit []float64) {
	for i, v := range theta {
		u = append(u, p.ranges[i].outside(v))
		unit = append(unit, max(1, math.Abs(u[i])))
	}
	return u, unit
}

func (p *problem) theta(u []float64) []float64 {
	theta := slices.Clone(p.pin)
	for _, i := range p.free {
		theta[i] = p.ranges[i].inside(u[i])
	}
	return theta
}

// value returns l at u, −Inf where it is NaN, and by how much rounding may have
// changed it.
func (p *problem) value(u []float64) (l, noise float64) {
	theta := p.theta(u)
	var lost float64 // what the sum has lost to rounding (Neumaier)
	for i, x := range p.x {
		s := p.weight(i)
		if s == 0 {
			continue
		}
		v := s * p.Log(theta, x)
		sum := l + v
		if math.Abs(l) >= math.Abs(v) {
			lost += (l - sum) + v
		} else {
			lost += (v - sum) + l
		}
		l = sum
		noise += epsilon * math.Abs(v)
	}
	switch {
	case math.IsNaN(l):
		return math.Inf(-1), 0
	case math.IsInf(l, 0):
		return l, 0
	}
	return l + lost, noise
}

// checkStart reports whether the sample is possible at the start, and the
// gradient the one of the density.
func (p *problem) checkStart() error {
	start := p.Start
	for i, x := range p.x {
		switch l := p.Log(start, x); {
		case p.weight(i) == 0 || isFinite(l):
		case math.IsInf(l, 1):
			return fmt.Errorf("%w: value %d of the sample, %v, has an infinite density at the start %v", ErrUnbounded, i, x, start)
		default:
			return badSetting(fmt.Sprintf("Density.Log of value %d", i), l, "at the start %v and x = %v; start where all values are possible, or leave out those that never are", start, x)
		}
	}
	u, unit := p.outside(start)
	if l, _ := p.value(u); !isFinite(l) {
		return badSetting("log-likelihood at the start", l, "%v is too far away; start closer to the sample", start)
	}
	if p.Gradient == nil {
		return nil
	}
	differences := *p
	differences.Gradient = nil
	given, want := p.look(u, unit), differences.look(u, unit)
	for i := range u {
		per := want.unit[i] * p.ranges[i].slope(u[i]) / p.n
		if diff := (given.gradient[i] - want.gradient[i]) * per; want.blocked < 0 && !(math.Abs(diff) <= 1e-4*(1+math.Abs(want.gradient[i]*per))) {
			return badSetting("Density.Gradient by "+p.Names[i], given.gradient[i], "it is not that of Log: summed over the sample, differences of Log at the start give %.6g", want.gradient[i])
		}
	}
	return nil
}

// minimise is optimize.Minimize, which calls the functions of a problem in goroutines of
// its own: a panic of theirs, such as that of a user's density, becomes one of the caller,
// who can recover from it.
func minimise(p optimize.Problem, start []float64, set *optimize.Settings, method optimize.Method) *optimize.Result {
	var panicked any
	guarded := func(f func()) {
		defer func() {
			if r := recover(); r != nil {
				panicked = r
			}
		}()
		if panicked == nil {
			f()
		}
	}
	safe := optimize.Problem{
		Func: func(x []float64) float64 {
			v := math.NaN()
			guarded(func() { v = p.Func(x) })
			return v
		},
		Status: func() (optimize.Status, error) {
			if panicked != nil {
				return optimize.Failure, nil
			}
			return optimize.NotTerminated, nil
		},
	}
	if p.Grad != nil {
		safe.Grad = func(g, x []float64) { guarded(func() { p.Grad(g, x) }) }
		safe.Hess = func(h *mat.SymDense, x []float64) { guarded(func() { p.Hess(h, x) }) }
	}
	result, _ := optimize.Minimize(safe, start, set, method)
	if panicked != nil {
		panic(panicked)
	}
	return result
}

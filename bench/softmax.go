package main

import (
	"fmt"
	"log"
	"math"

	"linclass/lclass"
)

// The least L of softmax on MNIST with λ = 1/60000.
const softmaxLeast = 0.232118

// softmax is L2, C = 1 of scikit-learn, to four objectives. Both are told after
// how many steps they are there, and then timed. The peer is for each objective the
// solver and the layout of the data that take it there first.
func (b *bench) softmax() error {
	d, err := b.needMNIST()
	if err != nil {
		return err
	}
	penalty := lclass.L2(1. / 60000)
	value := func(w [][]float64, bias []float64) float64 { return objective(d.Data, logLoss, penalty, w, bias) }
	ours, err := watch(lclass.Softmax{Penalty: penalty}.Steps(d.Data), math.Inf(-1))
	if err != nil {
		return err
	}
	ours = ours.in("softmax, L2", "linclass")
	b.curves = append(b.curves, ours)
	request := fmt.Sprintf("softmax_l2 %s lam=%v", d.request, penalty.Lambda)
	lbfgs, err := b.lbfgs(request)
	if err != nil {
		return err
	}
	// scikit-learn's default Tol ends it.
	ended, err := b.inPython(lbfgs[0].request + " tol=1e-4 max_iter=1000")
	if err != nil {
		return err
	}
	end := value(ended.W, ended.B)
	sag := b.sag(request, value)
	for _, to := range []struct {
		name   string
		target float64
		goal   float64
	}{
		{"softmax L2 to 0.232118 + 1e-4", softmaxLeast + 1e-4, 100},
		{"softmax L2 to 0.232118 + 2e-6", softmaxLeast + 2e-6, 120},
		{"softmax L2 to where lbfgs ends by itself", end, 120},
		{"softmax L2 to 0.24244", 0.24244, 60},
	} {
		k, err := ours.to(to.target)
		if err != nil {
			return err
		}
		peer, err := b.first(to.name, lbfgs, sag, to.target, value)
		if err != nil {
			return err
		}
		spec := lclass.Softmax{Penalty: penalty, Solver: lclass.QuasiNewton{MaxIter: k}}
		err = b.race(contest{
			name: to.name, peer: peer.name, goal: to.goal,
			data:      d.Data,
			ours:      spec.Fit,
			passes:    func() (float64, error) { return d.passes(spec) },
			theirs:    func() (*reply, error) { return b.inPython(peer.request) },
			objective: value,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// A run is a whole fit by lbfgs.
type run struct {
	way
	curve curve
}

// lbfgs fits as far as it comes in float64 and in float32, each in the layout that
// takes the least time for 10 iterations.
func (b *bench) lbfgs(request string) ([]run, error) {
	var runs []run
	for _, layouts := range [][]string{{"float64", "csr"}, {"float32", "csr32"}} {
		var form string
		least := math.Inf(1)
		for _, layout := range layouts {
			r, err := b.inPython(fmt.Sprintf("%s solver=lbfgs max_iter=10 form=%s", request, layout))
			if err != nil {
				return nil, err
			}
			b.tries = append(b.tries, try{row: "softmax L2, 10 iterations", way: "scikit-learn lbfgs, " + layout, seconds: r.Seconds})
			log.Printf("softmax L2: 10 iterations of lbfgs, %s, take %s", layout, seconds(r.Seconds))
			if r.Seconds < least {
				form, least = layout, r.Seconds
			}
		}
		w := way{"scikit-learn lbfgs, " + form, fmt.Sprintf("%s solver=lbfgs form=%s", request, form)}
		whole, err := b.inPython(w.request + " max_iter=1000")
		if err != nil {
			return nil, err
		}
		c := whole.Curve.in("softmax, L2", w.name)
		log.Printf("softmax L2: %s takes %s for %d iterations, to %.9f", w.name, seconds(whole.Seconds), whole.Iterations, c.Values[len(c.Values)-1])
		runs, b.curves = append(runs, run{w, c}), append(b.curves, c)
	}
	return runs, nil
}

// A stepper fits in so many epochs, and remembers what came out.
type stepper struct {
	name    string
	request func(epochs int) string
	fit     func(epochs int) (value, seconds float64, err error)
}

// sag fits with sparse data.
func (b *bench) sag(request string, value func([][]float64, []float64) float64) stepper {
	type end struct{ value, seconds float64 }
	known := make(map[int]end)
	s := stepper{name: "scikit-learn sag, csr"}
	s.request = func(epochs int) string { return fmt.Sprintf("%s solver=sag form=csr max_iter=%d", request, epochs) }
	s.fit = func(epochs int) (float64, float64, error) {
		if _, ok := known[epochs]; !ok {
			r, err := b.inPython(s.request(epochs))
			if err != nil {
				return 0, 0, err
			}
			known[epochs] = end{value(r.W, r.B), r.Seconds}
			log.Printf("%s: %d epochs take %s", s.name, epochs, seconds(r.Seconds))
		}
		return known[epochs].value, known[epochs].seconds, nil
	}
	return s
}

// first returns the fit of the peer that is the first at the target: one of those by
// lbfgs, or sag.
func (b *bench) first(row string, lbfgs []run, sag stepper, target float64, value func([][]float64, []float64) float64) (way, error) {
	var ways []way
	limit := math.Inf(1)
	there := func(r *reply) bool { return value(r.W, r.B) <= target+1e-8 }
	for _, r := range lbfgs {
		w, seconds, err := b.fewestOf(r, target, there)
		if err != nil {
			return way{}, err
		}
		if w.request == "" { // float32 does not get that far
			b.tries = append(b.tries, try{row: row, way: r.name + ", target never reached", seconds: r.curve.Seconds[len(r.curve.Seconds)-1]})
			continue
		}
		ways = append(ways, w)
		limit = min(limit, seconds)
	}
	log.Printf("%s: lbfgs reaches it in %s", row, seconds(limit))
	epochs, _, ok, err := fewest(target, limit, sag.fit)
	if err != nil {
		return way{}, err
	}
	if ok {
		ways = append(ways, way{sag.name, sag.request(epochs)})
	} else {
		b.tries = append(b.tries, try{row: row, way: sag.name + ", target not reached before", seconds: limit})
	}
	best, _, err := b.quickest(row, ways, there)
	return best, err
}

// fewestOf returns the way with the fewest iterations of a run, to a fiftieth, that is there,
// and its seconds, or a way without a request. The objective in the run's curve is the
// peer's, in float32 if the data are, and so off by what many iterations near the end gain.
func (b *bench) fewestOf(r run, target float64, there func(*reply) bool) (way, float64, error) {
	const off = 1e-6
	last := len(r.curve.Values) - 1
	k, err := r.curve.to(target * (1 + off))
	for ; err == nil && k <= last; k += max(1, k/50) {
		w := way{r.name, fmt.Sprint(r.request, " max_iter=", k)}
		reply, err := b.inPython(w.request)
		if err != nil {
			return way{}, 0, err
		}
		log.Printf("%s: %d iterations, %s", r.name, k, seconds(reply.Seconds))
		if there(reply) {
			return w, reply.Seconds, nil
		}
	}
	return way{}, 0, nil
}

// lasso is L1, λ = 1e-3, against saga.
func (b *bench) lasso() error {
	d, err := b.needMNIST()
	if err != nil {
		return err
	}
	const target = 0.5965 // about 1e-4 above the least
	const name = "softmax L1 to 0.5965"
	penalty := lclass.L1(1e-3)
	value := func(w [][]float64, bias []float64) float64 { return objective(d.Data, logLoss, penalty, w, bias) }
	ours, err := watch(lclass.Softmax{Penalty: penalty}.Steps(d.Data), math.Inf(-1))
	if err != nil {
		return err
	}
	k, err := ours.to(target)
	if err != nil {
		return err
	}
	ask := func(form string, epochs int) string {
		return fmt.Sprintf("softmax_l1 %s lam=%v max_iter=%d form=%s", d.request, penalty.Lambda, epochs, form)
	}
	const few = 16 // epochs, which take as long as all others
	var ways []way
	for _, form := range []string{"csr", "csr32", "float64", "float32"} {
		ways = append(ways, way{form, ask(form, few)})
	}
	best, _, err := b.quickest(fmt.Sprintf("%s, %d epochs of saga", name, few), ways, nil)
	if err != nil {
		return err
	}
	peer, c, reached := "scikit-learn saga, "+best.name, curve{}, map[int]float64{}
	epochs, _, _, err := fewest(target, patience, func(epochs int) (float64, float64, error) {
		r, err := b.inPython(ask(best.name, epochs))
		if err != nil {
			return 0, 0, err
		}
		v := value(r.W, r.B)
		c.Seconds, c.Values, reached[epochs] = append(c.Seconds, r.Seconds), append(c.Values, v), v
		log.Printf("%s: %s: %d epochs take %s, to %.6f", name, peer, epochs, seconds(r.Seconds), v)
		return v, r.Seconds, nil
	})
	if err != nil {
		return err
	}
	contestant := peer
	if reached[epochs] > target {
		contestant += ", target not yet reached"
	}
	b.curves = append(b.curves, ours.in("softmax, L1", "linclass"), c.sorted().in("softmax, L1", peer))
	spec := lclass.Softmax{Penalty: penalty, Solver: lclass.CoordinateDescent{MaxIter: k}}
	return b.race(contest{
		name: name, peer: contestant, goal: 50,
		data:      d.Data,
		ours:      spec.Fit,
		passes:    func() (float64, error) { return d.passes(spec) },
		theirs:    func() (*reply, error) { return b.inPython(ask(best.name, epochs)) },
		objective: value,
		note: func(m *lclass.Model, r *reply) string {
			return fmt.Sprintf("weights that are 0: %.0f %%, peer %.0f %%", zeros(rowsOf(m.W)), zeros(r.W))
		},
	})
}

// zeros is the share of weights that are 0, in per cent.
func zeros(w [][]float64) float64 {
	var count, all float64
	for _, row := range w {
		for _, v := range row {
			all++
			if v == 0 {
				count++
			}
		}
	}
	return 100 * count / all
}

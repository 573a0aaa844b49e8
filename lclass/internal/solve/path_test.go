package solve_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// The gradient changes that a fit recalls are those of its own penalty along
// the steps of the fit before.
func TestPathRecallsCurvature(t *testing.T) {
	for _, k := range []int{1, 3} {
		var l loss.Loss = loss.Logistic{}
		if k == 3 {
			l = loss.Softmax{}
		}
		o := problem(l, 200, 4, k, 0.3)
		path := &solve.Path{Common: &objective.Common{X: o.X, Weight: o.Weight}}
		set := quasiNewton
		set.Memory, set.Tol, set.Path = 100, 1e-10, path
		var psis [][]float64
		var end solve.Iterate
		for it, err := range solve.QuasiNewton(o, set) {
			if err != nil {
				t.Fatal(err)
			}
			psi := make([]float64, o.Dim())
			objective.Scale(o).Standard(psi, it.Theta)
			psis, end = append(psis, psi), it
		}
		next := *o
		next.L2 = 0.01
		if s, _ := solve.Recall(path, &next, end.Theta, 20); len(s) != 0 {
			t.Error("fits for the same λ recall each other")
		}
		path.Next()
		s, y := solve.Recall(path, &next, end.Theta, 100)
		if len(s) < 3 || len(s) != len(psis)-1 {
			t.Fatalf("%d steps of %d are recalled", len(s), len(psis)-1)
		}
		scaled := objective.Scale(&next)
		for i := range len(s) - 1 { // after the last the biases are settled
			from, to := psis[i], psis[i+1]
			gFrom, gTo := slopes(scaled, from), slopes(scaled, to)
			for j := range from {
				if math.Abs(s[i][j]-(to[j]-from[j])) > 1e-12 || math.Abs(y[i][j]-(gTo[j]-gFrom[j])) > 1e-12 {
					t.Fatalf("k = %d, pair %d: %v, %v", k, i, s[i], y[i])
				}
			}
		}
		if s, _ := solve.Recall(path, &next, end.Theta, 2); len(s) != 2 {
			t.Errorf("%d steps with a memory of 2", len(s))
		}
		elsewhere := slices.Clone(end.Theta)
		elsewhere[0]++
		weighted := next
		weighted.Weight = slices.Repeat([]float64{1}, len(o.Weight))
		for name, got := range map[string]func() (s, y [][]float64){
			"another start": func() (s, y [][]float64) { return solve.Recall(path, &next, elsewhere, 20) },
			"no start":      func() (s, y [][]float64) { return solve.Recall(path, &next, nil, 20) },
			"other weights": func() (s, y [][]float64) { return solve.Recall(path, &weighted, end.Theta, 20) },
			"no path":       func() (s, y [][]float64) { return solve.Recall(nil, &next, end.Theta, 20) },
		} {
			if s, _ := got(); len(s) != 0 {
				t.Errorf("%s: %d steps are recalled", name, len(s))
			}
		}
		path.Next()
		if s, _ := solve.Recall(path, &next, end.Theta, 20); len(s) != 0 {
			t.Error("steps of two λ before are recalled")
		}
	}
}

func slopes(s *objective.Scaled, psi []float64) []float64 {
	theta, g := make([]float64, len(psi)), make([]float64, len(psi))
	s.Raw(theta, psi)
	s.Gradient(g, s.Pass(theta, objective.Want{Gradient: true}), theta)
	return g
}

// A fit on a path ends where one alone does, after fewer steps than one that
// only starts from the same θ.
func TestPathSavesSteps(t *testing.T) {
	lambdas := []float64{1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4}
	var onPath, warm int
	first := problem(loss.Softmax{}, 400, 60, 3, 0)
	path := &solve.Path{Common: &objective.Common{X: first.X, Weight: first.Weight}}
	set := quasiNewton
	set.Tol = 1e-7
	var start []float64
	for _, lambda := range lambdas {
		o := problem(loss.Softmax{}, 400, 60, 3, lambda)
		o.X, o.Weight = first.X, first.Weight
		set.Start, set.Path = start, nil
		alone := last(t, solve.QuasiNewton(o, set))
		set.Path = path
		it := last(t, solve.QuasiNewton(o, set))
		path.Next()
		if it.End != solve.Converged || math.Abs(it.Loss-alone.Loss) > 1e-5*alone.Loss {
			t.Errorf("λ = %v: end %v, loss %v on the path, %v alone", lambda, it.End, it.Loss, alone.Loss)
		}
		onPath, warm = onPath+it.Epoch, warm+alone.Epoch
		start = it.Theta
	}
	if onPath > warm*3/4 {
		t.Errorf("%d steps on the path, %d without", onPath, warm)
	}
}

// A path with L1 ends where each fit alone does, with samples many and few, although each
// fit goes on with what the one before has left.
func TestPathContinues(t *testing.T) {
	const tol = 1e-9
	for _, c := range []struct {
		l    loss.Loss
		k    int
		n, d int
	}{
		{loss.Squared{}, 1, 400, 20}, {loss.Logistic{}, 1, 400, 20}, {loss.Softmax{}, 3, 400, 10},
		{loss.Squared{}, 1, 80, 600}, {loss.Logistic{}, 1, 80, 600}, {loss.Softmax{}, 3, 80, 200},
	} {
		for _, ratio := range []float64{1, 0.5} {
			t.Run(fmt.Sprintf("%T/%d×%d/ρ=%v", c.l, c.n, c.d, ratio), func(t *testing.T) {
				first := problem(c.l, c.n, c.d, c.k, 0)
				path := &solve.Path{Common: &objective.Common{X: first.X, Weight: first.Weight, Lasting: true}}
				set := solve.ProximalSettings{MaxIter: 1000, Tol: tol, Memory: 10}
				var resumed int
				for _, lambda := range []float64{0.2, 0.1, 0.05, 0.02} {
					o := *first
					o.L1, o.L2 = lambda*ratio, lambda*(1-ratio)
					alone := last(t, solve.Proximal(&o, set))
					onPath := set
					onPath.Path = path
					o.Common = path.Common
					if solve.Resumes(path, &o, set.Start) {
						resumed++
					}
					it := last(t, solve.Proximal(&o, onPath))
					path.Next()
					if it.End != solve.Converged || alone.End != solve.Converged {
						t.Fatalf("λ = %v: end %v on the path, %v alone", lambda, it.End, alone.End)
					}
					if math.Abs(it.Loss-alone.Loss) > it.Gap+alone.Gap+1e-14 {
						t.Errorf("λ = %v: loss %v on the path, %v alone; gaps %v and %v", lambda, it.Loss, alone.Loss, it.Gap, alone.Gap)
					}
					if it.Gradient > 2*tol {
						t.Errorf("λ = %v: slope %v", lambda, it.Gradient)
					}
					set.Start = it.Theta
				}
				if resumed != 3 {
					t.Errorf("%d of 3 fits know the end of the one before", resumed)
				}
			})
		}
	}
}

// A path may go from L1 to L2 and back, although models of L1 know other sums of the rows.
func TestPathChangesPenalty(t *testing.T) {
	for _, c := range []struct {
		l loss.Loss
		k int
	}{{loss.Squared{}, 1}, {loss.Logistic{}, 1}, {loss.Softmax{}, 3}} {
		for name, sparse := range map[string]bool{"dense": false, "sparse": true} {
			t.Run(fmt.Sprintf("%T/%s", c.l, name), func(t *testing.T) {
				first := problem(c.l, 400, 120, c.k, 0)
				if sparse {
					first.X = asSparse(first.X)
				}
				path := &solve.Path{Common: &objective.Common{X: first.X, Weight: first.Weight, Lasting: true}}
				set := solve.ProximalSettings{MaxIter: 100, Tol: 1e-9, Memory: 10}
				for step, penalty := range []struct{ l1, l2 float64 }{{0.05, 0}, {0, 0.1}, {0.02, 0}, {0, 0.1}, {0.01, 0.01}} {
					o := *first
					o.L1, o.L2 = penalty.l1, penalty.l2
					alone := last(t, solve.Proximal(&o, solve.ProximalSettings{MaxIter: set.MaxIter, Tol: set.Tol, Memory: set.Memory}))
					onPath := set
					onPath.Path = path
					o.Common = path.Common
					it := last(t, solve.Proximal(&o, onPath))
					path.Next()
					if it.End != solve.Converged || alone.End != solve.Converged {
						t.Fatalf("step %d: end %v on the path, %v alone", step, it.End, alone.End)
					}
					if math.Abs(it.Loss-alone.Loss) > it.Gap+alone.Gap+1e-14 {
						t.Errorf("step %d: loss %v on the path, %v alone; gaps %v and %v", step, it.Loss, alone.Loss, it.Gap, alone.Gap)
					}
					set.Start = it.Theta
				}
			})
		}
	}
}

// asSparse returns the rows of a table as sparse ones.
func asSparse(x rows.Rows) rows.Rows {
	n, d := x.Dims()
	values := make([]float64, n*d)
	for i := range n {
		x.Row(values[i*d:][:d], i)
	}
	return rows.NewSparse(n, d, values, 1)
}

// Where proofs by second derivatives take longer than models, a path needs few of them, also
// with a loose tolerance, and none needs eigenvalues, although the features depend on each other.
func TestPathNeedsFewProofs(t *testing.T) {
	const n, d, words = 250, 90, 20
	rng := rand.New(rand.NewPCG(5, 6))
	x := make([]float64, n*d)
	first := &objective.Objective{Loss: loss.Logistic{}, K: 1, Weight: slices.Repeat([]float64{1}, n)}
	for i := range n {
		score := rng.NormFloat64()
		for range words { // as many in each row
			j := rng.IntN(d)
			x[i*d+j]++
			score += float64(j%5 - 2)
		}
		class := 0
		if score > 0 {
			class = 1
		}
		first.Targets.Class = append(first.Targets.Class, class)
		first.Targets.Value = append(first.Targets.Value, float64(class))
	}
	first.X = rows.NewSparse(n, d, x, 1)
	lambdas := make([]float64, 20)
	for i := range lambdas {
		lambdas[i] = 0.05 * math.Pow(0.8, float64(i))
	}
	var all int64
	for _, tol := range []float64{1e-2, 1e-4, 1e-10} {
		path := &solve.Path{Common: &objective.Common{X: first.X, Weight: first.Weight, Lasting: true}}
		set := solve.ProximalSettings{MaxIter: 1000, Tol: tol, Memory: 10, Path: path}
		var proofs, eigenvalues atomic.Int64
		for _, lambda := range lambdas {
			o := *first
			o.L1, o.Common = lambda, path.Common
			o.Stop = func() bool { // each decomposition asks
				switch within := functions(); {
				case within["factor.Eigen"]:
					eigenvalues.Add(1)
				case within["solve.curvatureOf"] && within["solve.unitDiagonal"]: // once in a proof
					proofs.Add(1)
				}
				return false
			}
			it := last(t, solve.Proximal(&o, set))
			if it.End != solve.Converged {
				t.Fatalf("Tol %v, λ = %v: end %v", tol, lambda, it.End)
			}
			set.Start = it.Theta
			path.Next()
		}
		if got := proofs.Load(); got > int64(len(lambdas)/2) || eigenvalues.Load() > 0 {
			t.Errorf("Tol %v: %d proofs for %d λ, and %d looks in eigenvalues", tol, got, len(lambdas), eigenvalues.Load())
		}
		all += proofs.Load()
	}
	if all == 0 {
		t.Error("no proof is counted")
	}
}

// functions returns the functions that are on the stack, each as package.name.
func functions() map[string]bool {
	var at [64]uintptr
	within := map[string]bool{}
	for frames := runtime.CallersFrames(at[:runtime.Callers(2, at[:])]); ; {
		frame, more := frames.Next()
		within[path.Base(frame.Function)] = true
		if !more {
			return within
		}
	}
}

// A fit does not go on from an end with other targets, offsets, weights or biases, or
// with bounds.
func TestPathResumesTheSameProblem(t *testing.T) {
	o := problem(loss.Logistic{}, 200, 5, 1, 0)
	o.L1 = 0.05
	path := &solve.Path{Common: &objective.Common{X: o.X, Weight: o.Weight}}
	o.Common = path.Common
	end := last(t, solve.Proximal(o, solve.ProximalSettings{MaxIter: 100, Tol: 1e-9, Path: path}))
	if solve.Resumes(path, o, end.Theta) {
		t.Error("fits for the same λ resume each other")
	}
	path.Next()
	if !solve.Resumes(path, o, end.Theta) {
		t.Error("the next fit does not resume")
	}
	for name, change := range map[string]func(*objective.Objective){
		"classes": func(o *objective.Objective) { o.Targets.Class = make([]int, 200) },
		"values":  func(o *objective.Objective) { o.Targets.Value = make([]float64, 200) },
		"offset":  func(o *objective.Objective) { o.Offset = make([]float64, 200) },
		"weights": func(o *objective.Objective) { o.Weight = slices.Repeat([]float64{1}, 200) },
		"no bias": func(o *objective.Objective) { o.NoBias = true },
		"loss":    func(o *objective.Objective) { o.Loss = loss.Squared{} },
		"bounds":  func(o *objective.Objective) { o.Lower, o.Upper = make([]float64, 5), slices.Repeat([]float64{1}, 5) },
	} {
		other := *o
		change(&other)
		if solve.Resumes(path, &other, end.Theta) {
			t.Errorf("a fit with other %s resumes", name)
		}
	}
	path.Next()
	if solve.Resumes(path, o, end.Theta) {
		t.Error("a fit resumes from two λ before")
	}
}

package solve_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// A classification is a small two-class problem.
type classification struct {
	x      [][]float64
	class  []int
	weight []float64 // nil: 1 each
}

func (c classification) objective() *objective.Objective {
	x := mat.NewDense(len(c.x), len(c.x[0]), nil)
	for i, row := range c.x {
		x.SetRow(i, row)
	}
	o := squares(x, nil, 0)
	o.Loss = loss.Logistic{}
	o.Targets.Class = c.class
	for _, class := range c.class {
		o.Targets.Value = append(o.Targets.Value, float64(class))
	}
	if c.weight != nil {
		o.Weight = c.weight
	}
	return o
}

// change returns the problem with other features.
func (c classification) change(f func(j int, v float64) float64) classification {
	x := make([][]float64, len(c.x))
	for i, row := range c.x {
		x[i] = slices.Clone(row)
		for j := range row {
			x[i][j] = f(j, row[j])
		}
	}
	c.x = x
	return c
}

var complete = classification{
	x:     [][]float64{{-1, 3}, {-2, 1}, {-3, 2}, {1, 2}, {2, 3}, {4, 1}},
	class: []int{0, 0, 0, 1, 1, 1},
}

// quasi has two rows of either class on the boundary x₁ = 0.
var quasi = classification{
	x:     [][]float64{{0, 1}, {0, 2}, {0, 2}, {0, 1}, {-1, 3}, {-2, 1}, {1, 2}, {2, 5}},
	class: []int{0, 1, 0, 1, 0, 0, 1, 1},
}

// dummy is the usual case in practice: all the samples of one level (x₂ = 1)
// have the same class, those of the other overlap.
var dummy = classification{
	x:     [][]float64{{1, 0}, {2, 0}, {3, 0}, {4, 0}, {2.5, 0}, {1, 1}, {5, 1}, {3, 1}},
	class: []int{0, 1, 0, 1, 1, 1, 1, 1},
}

// overlapping has the row (1.5, 2) of class 0 inside the triangle of (1, 2),
// (2, 3) and (2, 1) of class 1.
var overlapping = classification{
	x:     [][]float64{{-1, 3}, {-2, 1}, {1.5, 2}, {1, 2}, {2, 3}, {2, 1}, {-0.5, 1}},
	class: []int{0, 0, 0, 1, 1, 1, 1},
}

// closeCall is separated but for one pair that is wrong by 2·gap, where most
// rows are 1 away from the boundary.
func closeCall(gap float64) classification {
	c := classification{x: [][]float64{{gap}, {-gap}}, class: []int{0, 1}}
	for i := range 20 {
		side := float64(2*(i%2) - 1)
		c.x, c.class = append(c.x, []float64{side * (1 + float64(i)/10)}), append(c.class, i%2)
	}
	return c
}

// withOutlier has rows that overlap within [−1, 1] and one at far.
func withOutlier(far float64) classification {
	rng := rand.New(rand.NewPCG(1, 1))
	c := classification{x: [][]float64{{far}}, class: []int{1}}
	for i := range 40 {
		c.x, c.class = append(c.x, []float64{rng.NormFloat64() + float64(i%2)}), append(c.class, i%2)
	}
	return c
}

// weightless is complete but for rows that overlap and weigh nothing.
var weightless = classification{
	x:      append([][]float64{{3, 0}, {-3, 0}}, complete.x...),
	class:  append([]int{0, 1}, complete.class...),
	weight: []float64{0, 0, 1, 2, 3, 1e-3, 1, 1},
}

func TestSeparation(t *testing.T) {
	scaled := func(c classification, by ...float64) classification {
		return c.change(func(j int, v float64) float64 { return v * by[j] })
	}
	moved := func(c classification, by float64) classification {
		return c.change(func(_ int, v float64) float64 { return v + by })
	}
	light := weightless
	light.weight = []float64{1e-6, 1e-6, 1, 2, 3, 1, 1, 1}
	lightQuasi := quasi
	lightQuasi.weight = []float64{1, 1, 1, 1, 1e-9, 1e-9, 1e-9, 1e-9}
	for _, c := range []struct {
		name string
		classification
		separated bool
	}{
		{"complete", complete, true},
		{"complete, columns 1e-12 and 1e12", scaled(complete, 1e-12, 1e12), true},
		{"complete, columns 1e12 and 1e-12", scaled(complete, 1e12, 1e-12), true},
		{"complete, mean 1e9", moved(complete, 1e9), true},
		{"complete, overlap of no weight", weightless, true},
		{"overlap of little weight", light, false},
		{"quasi-complete", quasi, true},
		{"quasi-complete, columns 1e-12 and 1e12", scaled(quasi, 1e-12, 1e12), true},
		{"quasi-complete, columns 1e12 and 1e-12", scaled(quasi, 1e12, 1e-12), true},
		{"quasi-complete, mean 1e6", moved(quasi, 1e6), true}, // at 1e9 the rows at rest move by 1e-7
		{"quasi-complete, off the boundary of little weight", lightQuasi, true},
		{"a level of one class", dummy, true},
		{"a level of one class, scaled", scaled(dummy, 1e-6, 1e9), true},
		{"overlapping", overlapping, false},
		{"overlapping, columns 1e-12 and 1e12", scaled(overlapping, 1e-12, 1e12), false},
		{"overlapping, mean 1e9", moved(overlapping, 1e9), false},
		{"overlap of 1e-2", closeCall(1e-2), false},
		{"overlap of 1e-4", closeCall(1e-4), false},
		{"overlap of 1e-6", closeCall(1e-6), false},
		{"touching", closeCall(0), true},
		{"gap of 1e-6", closeCall(-1e-6), true},
		{"outlier at 1e3", withOutlier(1e3), false},
		{"outlier at 1e6", withOutlier(1e6), false},
	} {
		for name, solver := range map[string]func(*objective.Objective) solve.Seq{
			"Newton":       func(o *objective.Objective) solve.Seq { return solve.Newton(o, newton) },
			"quasi-Newton": func(o *objective.Objective) solve.Seq { return solve.QuasiNewton(o, quasiNewton) },
			"softmax":      func(o *objective.Objective) solve.Seq { return asSoftmax(solve.QuasiNewton(twoScores(o), quasiNewton)) },
		} {
			t.Run(c.name+"/"+name, func(t *testing.T) {
				o := c.objective()
				const rounding = 1e-7 // ε times the mean of 1e9
				end := lastWithin(t, solver(o), rounding)
				if !c.separated {
					if end.End != solve.Converged {
						t.Errorf("end %v after %d steps: %s", end.End, end.Epoch, end.Note)
					}
					return
				}
				if end.End != solve.Separated || !strings.Contains(end.Note, "hyperplane") || !strings.Contains(end.Note, "Firth") {
					t.Fatalf("end %v after %d steps: %s", end.End, end.Epoch, end.Note)
				}
				checkDirection(t, o, end.Direction)
				// A penalty leaves a minimum, and the same spec finds it.
				o.L2 = 1e-3
				set := newton
				set.Separable = false
				if end := lastWithin(t, solve.Newton(o, set), rounding); end.End != solve.Converged || end.Gradient > 1e-6 {
					t.Errorf("with a penalty: end %v, gradient %v", end.End, end.Gradient)
				}
			})
		}
	}
}

// twoScores is the same problem as a softmax of two classes.
func twoScores(o *objective.Objective) *objective.Objective {
	two := *o
	two.Loss, two.K, two.Targets.Value = loss.Softmax{}, 2, nil
	return &two
}

func difference(two []float64) (one []float64) {
	for i := 0; i < len(two); i += 2 {
		one = append(one, two[i+1]-two[i])
	}
	return one
}

// asSoftmax gives the parameters and directions of a softmax of two classes as those of one
// score.
func asSoftmax(steps solve.Seq) solve.Seq {
	return func(yield func(solve.Iterate, error) bool) {
		for it, err := range steps {
			it.Theta, it.Direction = difference(it.Theta), difference(it.Direction)
			if !yield(it, err) {
				return
			}
		}
	}
}

// checkDirection reports whether no margin shrinks along the direction, but for
// the rounding of x·w + b, and one grows.
func checkDirection(t *testing.T, o *objective.Objective, direction []float64) {
	t.Helper()
	n, d := o.X.Dims()
	w, b := o.Split(direction)
	var grows bool
	for i := range n {
		if o.Weight[i] == 0 {
			continue
		}
		margin, size := b[0], math.Abs(b[0])
		for j := range d {
			margin += w[j] * o.X.At(i, j)
			size += math.Abs(w[j] * o.X.At(i, j))
		}
		if o.Targets.Class[i] == 0 {
			margin = -margin
		}
		if margin < -1e-8-1e-14*size {
			t.Errorf("the margin of row %d changes by %v", i, margin)
		}
		grows = grows || margin > 0.1
	}
	if !grows {
		t.Error("no margin grows")
	}
}

// Descent, too, tells complete separation at its end.
func TestDescentOnSeparatedClasses(t *testing.T) {
	o := complete.objective()
	set := descent
	set.Epochs, set.Separable = 500, true
	end := last(t, solve.Descent(o, set))
	if end.End != solve.Separated {
		t.Fatalf("end %v: %s", end.End, end.Note)
	}
	checkDirection(t, o, end.Direction)
}

// Softmax tells complete separation of several classes.
func TestSoftmaxOnSeparatedClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var x []float64
	o := &objective.Objective{Loss: loss.Softmax{}, K: 3}
	for i := range 60 {
		angle := 2 * math.Pi * float64(i%3) / 3
		x = append(x, 4*math.Cos(angle)+rng.Float64(), 4*math.Sin(angle)+rng.Float64())
		o.Targets.Class = append(o.Targets.Class, i%3)
		o.Weight = append(o.Weight, 1)
	}
	o.X = rows.NewDense(60, 2, x)
	end := last(t, solve.QuasiNewton(o, quasiNewton))
	if end.End != solve.Separated {
		t.Fatalf("end %v", end.End)
	}
	if s := o.Pass(end.Direction, objective.Want{}); s.Margin <= 0 {
		t.Errorf("least margin along the direction %v", s.Margin)
	}
}

// Random problems of few rows are separated or not by chance; every one that
// is not reported must have a gradient of 0, every one that is a direction.
func TestSeparationOfRandomProblems(t *testing.T) {
	var separated int
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		c := classification{}
		for i := range 12 {
			// Small whole numbers put many rows on the boundary.
			c.x = append(c.x, []float64{float64(rng.IntN(4)), float64(rng.IntN(3)), float64(rng.IntN(2))})
			c.class = append(c.class, (i+rng.IntN(2))%2)
		}
		if !slices.Contains(c.class, 0) || !slices.Contains(c.class, 1) {
			continue
		}
		o := c.objective()
		for name, steps := range map[string]solve.Seq{
			"Newton": solve.Newton(o, newton), "quasi-Newton": solve.QuasiNewton(o, quasiNewton),
			"softmax": asSoftmax(solve.QuasiNewton(twoScores(o), quasiNewton)),
		} {
			t.Run(fmt.Sprint(seed, name), func(t *testing.T) {
				end := last(t, steps)
				switch end.End {
				case solve.Separated:
					separated++
					checkDirection(t, o, end.Direction)
				case solve.Converged:
					if most := largestScore(o, end.Theta); end.Gradient > 1e-6 || most > 15 {
						t.Errorf("converged with gradient %v and scores up to %v", end.Gradient, most)
					}
				default:
					t.Errorf("end %v: %s", end.End, end.Note)
				}
			})
		}
	}
	if separated < 100 || separated > 800 {
		t.Errorf("%d of 900 fits found separation: the problems test one side only", separated)
	}
}

// Whole-number features up to 3 with 12 rows leave scores of a few units at a
// minimum, if there is one.
func largestScore(o *objective.Objective, theta []float64) float64 {
	var most float64
	n, _ := o.X.Dims()
	z := make([]float64, n)
	w, b := o.Split(theta)
	o.X.Scores(z, 0, n, 1, w, b)
	for _, v := range z {
		most = math.Max(most, math.Abs(v))
	}
	return most
}

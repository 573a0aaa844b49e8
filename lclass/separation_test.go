package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// The classes are parted by x₁ = 0, completely or but for two samples on it.
func separatedData(t *testing.T, complete bool) *lclass.Data {
	t.Helper()
	x := mat.NewDense(8, 2, []float64{-1, 3, -2, 1, -3, 2, -0.5, 0, 1, 2, 2, 3, 4, 1, 0.5, 0})
	if !complete {
		x.Set(3, 0, 0)
		x.Set(7, 0, 0)
	}
	d, err := lclass.FromMatrix(x, []int{0, 0, 0, 0, 1, 1, 1, 1}, []string{"no", "yes"})
	return must(t, d, err)
}

func TestSeparatedClasses(t *testing.T) {
	for _, complete := range []bool{true, false} {
		d := separatedData(t, complete)
		for name, e := range map[string]lclass.Estimator{
			"Newton":      lclass.Logistic{},
			"QuasiNewton": lclass.Logistic{Solver: lclass.QuasiNewton{}},
			"Descent":     lclass.Logistic{Solver: lclass.Descent{Eta: 1, Epochs: 1000}},
			"Softmax":     lclass.Softmax{},
		} {
			if !complete && name == "Descent" {
				continue // it knows complete separation only
			}
			m := learn(t, e, d)
			if m == nil {
				continue
			}
			if m.Status.Outcome != lclass.Separated || !errors.Is(m.Status.Err(), lclass.ErrSeparated) {
				t.Errorf("%s, complete %v: %v", name, complete, m.Status)
				continue
			}
			fails(t, m.Status.Err(), lclass.ErrSeparated)
			checkDirection(t, m, d)
		}
		for _, e := range []lclass.Estimator{
			lclass.Logistic{Penalty: lclass.L2(1e-3)},
			lclass.Logistic{Penalty: lclass.L2(1e-3), Solver: lclass.QuasiNewton{}},
			lclass.Softmax{Penalty: lclass.L2(1e-3)},
		} {
			if m := learn(t, e, d); m != nil && (m.Status.Err() != nil || m.Direction != nil) {
				t.Errorf("%#v: %v, direction %v", e, m.Status, m.Direction)
			}
		}
	}
}

// checkDirection reports whether no margin shrinks and one grows along the
// Direction (W, b) of a model.
func checkDirection(t *testing.T, m *lclass.Model, d *lclass.Data) {
	t.Helper()
	k, p := m.W.Dims()
	along := &lclass.Model{W: mat.NewDense(k, p, nil), B: make([]float64, k), Output: m.Output}
	for c := range k {
		for j := range p {
			along.W.Set(c, j, m.Direction.At(c, j))
		}
		along.B[c] = m.Direction.At(c, p)
	}
	var grows bool
	class := d.T()
	for i, x := range d.Rows() {
		z := along.ScoresOne(x)
		margin := z[0]
		switch {
		case k == 1 && class[i] == 0:
			margin = -margin
		case k == 2:
			margin = z[class[i]] - z[1-class[i]]
		}
		if margin < -5e-7 { // the direction comes from a search that ends
			t.Errorf("the margin of sample %d shrinks by %v", i, margin)
		}
		grows = grows || margin > 0.1
	}
	if !grows {
		t.Error("no margin grows")
	}
}

// A perceptron likes separated classes: that is its convergence.
func TestPerceptronOnSeparatedClasses(t *testing.T) {
	m := learn(t, lclass.Perceptron{}, separatedData(t, true))
	if m == nil || m.Status.Outcome != lclass.Converged || m.Direction != nil {
		t.Errorf("%v", m)
	}
}

// A class without samples that count is named as the cause, with a penalty, too.
func TestSoftmaxWithoutSamplesOfAClass(t *testing.T) {
	x, class := clouds(90, 3, 3, 1)
	weight := make([]float64, 90)
	for i, c := range class {
		if c != 1 {
			weight[i] = 1
		}
	}
	d, err := lclass.FromMatrix(x, class, classNames(3))
	d = weigh(t, must(t, d, err), weight)
	for _, c := range []struct {
		s    lclass.Softmax
		want lclass.Outcome
	}{
		{lclass.Softmax{}, lclass.Separated},
		{lclass.Softmax{Solver: lclass.QuasiNewton{}}, lclass.Separated},
		{lclass.Softmax{Solver: lclass.Descent{Epochs: 3}}, lclass.NotConverged},
		{lclass.Softmax{Penalty: lclass.L2(0.05)}, lclass.Converged},
		{lclass.Softmax{Penalty: lclass.L1(0.05)}, lclass.Converged},
	} {
		m := learn(t, c.s, d)
		if m.Status.Outcome != c.want || !strings.Contains(m.Status.Note, `classes ["c1"] have no samples`) || strings.Contains(m.Status.Note, "hyperplane") {
			t.Errorf("%#v: %v", c.s, m.Status)
		}
		if c.want == lclass.NotConverged {
			fails(t, m.Status.Err(), lclass.ErrNotConverged, "epochs")
			continue
		}
		for i, y := range lclass.Must(m.Proba(d)).RawMatrix().Data {
			if i%3 == 1 && y > 1e-5 {
				t.Errorf("%#v: probability %v of a class without samples", c.s, y)
			}
		}
	}
}

// Offsets up to 1e12 deviations and weights down to 1e-40 of others neither hide
// separated classes nor make them.
func TestSeparationAtItsLimits(t *testing.T) {
	for _, c := range []struct {
		name string
		x    func(i, class int, v float64) float64
		want lclass.Outcome
	}{
		{"none", func(i, class int, v float64) float64 { return v }, lclass.Converged},
		{"complete", func(i, class int, v float64) float64 { return (0.1 + math.Abs(v)) * float64(2*class-1) }, lclass.Separated},
		{"quasi-complete", func(i, class int, v float64) float64 {
			if i%5 < 2 {
				return 0
			}
			return math.Abs(v) * float64(2*class-1)
		}, lclass.Separated},
		{"a level of one class", func(i, class int, v float64) float64 {
			if class == 1 && i%5 == 0 {
				return 1
			}
			return 0
		}, lclass.Separated},
	} {
		for _, e := range []lclass.Estimator{
			lclass.Logistic{}, lclass.Softmax{}, lclass.Logistic{Solver: lclass.QuasiNewton{}}, lclass.Logistic{Solver: lclass.CoordinateDescent{}},
		} {
			x, class := clouds(300, 2, 2, 1)
			even := make([]float64, 300)
			for i := range class {
				x.Set(i, 1, c.x(i, class[i], x.At(i, 1)))
				even[i] = 1
			}
			blurred := false // so far away that QuasiNewton may not see the end
			outcome := func(what string, d *lclass.Data, want lclass.Outcome) {
				t.Helper()
				m := learn(t, e, d)
				if m.Status.Outcome != want && !(blurred && m.Status.Outcome == lclass.NotConverged) {
					t.Errorf("%s, %s, %T: %v, want %v", c.name, what, e, m.Status, want)
				}
				if _, err := m.Summary(d, lclass.SummaryOptions{PrecisionWeights: true}); errors.Is(err, lclass.ErrSeparated) != (want == lclass.Separated) {
					t.Errorf("%s, %s, %T: summary with error %v", c.name, what, e, err)
				}
			}
			for _, offset := range []float64{1, 1e4, -1e6, 1e8, 1e10, 1e12} {
				far := mat.DenseCopyOf(x)
				for i := range class {
					far.Set(i, 1, offset+x.At(i, 1))
				}
				blurred = offset > 1e11 && c.want == lclass.Converged && reflect.DeepEqual(e, lclass.Logistic{Solver: lclass.QuasiNewton{}})
				outcome(fmt.Sprintf("offset %g", offset), both(t, far, class), c.want)
			}
			blurred = false
			for _, weight := range []float64{1e-10, 1e-20, 1e-40} {
				third, movers := slices.Clone(even), slices.Clone(even)
				for i := range class {
					if i%3 == 0 {
						third[i] = weight
					}
					if x.At(i, 1) != 0 {
						movers[i] = weight
					}
				}
				for what, s := range map[string][]float64{"some": third, "those that part": movers} {
					d, err := both(t, x, class).WithWeight(s)
					must(t, d, err)
					outcome(fmt.Sprintf("weights of %s %g", what, weight), d, c.want)
				}
			}
		}
	}
}

// The features that part the classes are named, in the note and in the error of
// a summary, and only they have a weight in the Direction.
func TestSeparationNamesTheFeatures(t *testing.T) {
	x, class := clouds(300, 6, 3, 1)
	noise := mat.DenseCopyOf(x)
	set := func(j int, f func(i, class int) float64) {
		for i, c := range class {
			x.Set(i, j, f(i, c))
		}
	}
	for _, c := range []struct {
		name, says string
		change     func()
		zero       []int // columns of Direction
	}{
		{"a level of one class", `"x3" alone separates "c1" from the rest`, func() {
			set(2, func(i, class int) float64 { return float64((1 - i%2) * (class * (2 - class))) })
		}, []int{0, 1, 3, 4, 5, 6}},
		{"in far units", `"x3" alone separates "c1" from the rest`, func() {
			set(2, func(i, class int) float64 { return 1e7 + 1e-2*float64((1-i%2)*(class*(2-class))) })
			set(4, func(i, _ int) float64 { return 1e9*noise.At(i, 4) - 1e8 })
		}, []int{0, 1, 3, 4, 5}},
		{"either of two", `"x1" or "x5" alone separates "c1" from the rest`, func() {
			set(0, func(i, class int) float64 { return float64(class*(2-class)) * (3 + noise.At(i, 0)*noise.At(i, 0)) })
			set(4, func(i, class int) float64 { return -7 * float64(class*(2-class)) })
		}, nil},
		{"two together", `the hyperplane depends on "x2" and "x4"`, func() {
			set(1, func(i, class int) float64 { return 10 * noise.At(i, 1) })
			set(3, func(i, class int) float64 {
				if i%4 < 2 {
					return -1e4 * noise.At(i, 1)
				}
				return -1e4*noise.At(i, 1) + 5e3*float64(class*(2-class))
			})
		}, []int{0, 2, 4, 5, 6}},
	} {
		x.Copy(noise)
		c.change()
		three, err := lclass.FromMatrix(x, class, classNames(3))
		must(t, three, err)
		two, err := three.Positive("c1")
		must(t, two, err)
		for name, m := range map[string]*lclass.Model{
			"Newton":            learn(t, lclass.Logistic{}, two),
			"QuasiNewton":       learn(t, lclass.Logistic{Solver: lclass.QuasiNewton{}}, two),
			"CoordinateDescent": learn(t, lclass.Logistic{Solver: lclass.CoordinateDescent{}}, two),
			"Softmax":           learn(t, lclass.Softmax{}, three),
		} {
			t.Run(c.name+", "+name, func(t *testing.T) {
				fails(t, m.Status.Err(), lclass.ErrSeparated, "leave out the feature", c.says)
				d := two
				if name == "Softmax" {
					d = three
				}
				refuses(t, m, d, lclass.ErrSeparated, c.says, "Firth", "leave out")
				m.Status.Outcome = lclass.Converged // should a solver not notice
				refuses(t, m, d, lclass.ErrSeparated, c.says)
				for k := range m.B {
					for _, j := range c.zero {
						if v := m.Direction.At(k, j); v != 0 {
							t.Errorf("column %d of the direction is %v", j, mat.Formatted(m.Direction))
						}
					}
				}
				if name != "Softmax" && c.name != "in far units" { // where Score rounds
					checkDirection(t, m, d)
				}
			})
		}
	}
	_, err := lclass.Bootstrap{}.Of(lclass.Logistic{}, separatedData(t, true))
	fails(t, err, lclass.ErrSeparated, `"x1" alone separates "yes" from the rest`)

	// Many names are not written out, and samples of weight 0 are not asked.
	many, class := clouds(30, 40, 2, 1)
	d, err := lclass.FromMatrix(many, class, classNames(2))
	must(t, d, err)
	fails(t, learn(t, lclass.Logistic{}, d).Status.Err(), lclass.ErrSeparated, "the hyperplane depends on ", " and 35 more")
	d = separatedData(t, true)
	x = mat.NewDense(9, 2, nil)
	x.Slice(0, 8, 0, 2).(*mat.Dense).Copy(d.Matrix())
	x.Set(8, 0, 9)
	d, err = lclass.FromMatrix(x, append(d.T(), 0), d.Classes())
	must(t, d, err)
	d = weighted(t, d, []float64{1, 1, 1, 1, 1, 1, 1, 1, 0})
	fails(t, learn(t, lclass.Logistic{}, d).Status.Err(), lclass.ErrSeparated, `"x1" alone`)
}

// A feature separates alone only if a fit with it alone would be separated, without an
// intercept, too, and if nothing holds its weight.
func TestSeparationNamesWhatIsFree(t *testing.T) {
	x := mat.NewDense(8, 2, []float64{1, -1, 1, -2, 2, 1, 2, 2, 1.5, -3, 1, -1.5, 3, 1, 2.5, 3})
	d, err := lclass.FromMatrix(x, []int{0, 0, 1, 1, 0, 0, 1, 1}, classNames(2))
	must(t, d, err)
	either := `"x1" or "x2" alone separates`
	for name, c := range map[string]struct {
		of   lclass.Logistic
		says string
	}{
		"free":                {lclass.Logistic{}, either},
		"no intercept":        {lclass.Logistic{NoIntercept: true}, `: "x2" alone separates`},
		"x2 has a penalty":    {lclass.Logistic{Penalty: lclass.Penalty{Lambda: 0.1, Factors: map[string]float64{"x1": 0}}}, `: "x1" alone separates`},
		"x1 has a bound":      {lclass.Logistic{Penalty: lclass.Penalty{Upper: map[string]float64{"x1": 1}}}, `: "x2" alone separates`},
		"a bound far from it": {lclass.Logistic{Penalty: lclass.Penalty{Lower: map[string]float64{"x1": -1}}}, either},
	} {
		fails(t, learn(t, c.of, d).Status.Err(), lclass.ErrSeparated, c.says)
		for _, j := range []int{0, 1} {
			one, err := lclass.FromMatrix(x.Slice(0, 8, j, j+1), d.T(), d.Classes())
			must(t, one, err)
			alone := learn(t, lclass.Logistic{NoIntercept: c.of.NoIntercept}, one).Status.Outcome == lclass.Separated
			if named := strings.Contains(c.says, fmt.Sprintf(`"x%d"`, j+1)); c.of.Penalty.Factors == nil && c.of.Penalty.Upper == nil && named != alone {
				t.Errorf("%s: x%d alone separates: %v, want %v", name, j+1, alone, named)
			}
		}
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// A solverFit is a cell of the grid of solvers: a learner, data, and the solvers that can do
// the same.
type solverFit struct {
	learner    string
	of         func(lclass.Solver, lclass.Penalty) lclass.Estimator
	solvers    []lclass.Solver
	classes    []int  // how many the grid has
	name       string // of the data
	data       func() (*lclass.Data, error)
	n, d, k    int
	filled     float64
	chosen     string
	took       float64 // CPU seconds of the default solver; infinity if it does not end
	best       float64 // of the fastest other
	bestSolver string
}

func (f *solverFit) String() string {
	return f.learner + " " + f.name
}

// ratio is how many times as long as the fastest solver the default one takes.
func (f *solverFit) ratio() float64 { return f.took / min(f.took, f.best) }

// solverPatience is after how many CPU seconds a fit is given up. The default solver has
// half as many more, so that its ratio to another is known up to 1.5.
const solverPatience = 6

var (
	solverSamples  = []int{1000, 10_000, 100_000, 1_000_000}
	solverFeatures = []int{10, 50, 200, 1000, 2000}
	solverFilled   = []float64{1, 0.02}
)

// solverLearners is what the grid has for each learner.
func solverLearners() []solverFit {
	svm := func(l lclass.SVMLoss) func(lclass.Solver, lclass.Penalty) lclass.Estimator {
		return func(s lclass.Solver, p lclass.Penalty) lclass.Estimator {
			return lclass.LinearSVM{Loss: l, Solver: s, Penalty: p}
		}
	}
	smooth := []lclass.Solver{lclass.Newton{}, lclass.QuasiNewton{}}
	hinge := []lclass.Solver{lclass.Newton{}, lclass.DualCoordinateDescent{}}
	two := []int{2}
	return []solverFit{
		{learner: "Logistic", classes: two, solvers: smooth, of: func(s lclass.Solver, p lclass.Penalty) lclass.Estimator {
			return lclass.Logistic{Solver: s, Penalty: p}
		}},
		{learner: "SquaredHinge", classes: two, solvers: smooth, of: svm(lclass.SquaredHinge)},
		{learner: "Hinge", classes: two, solvers: hinge, of: svm(lclass.Hinge)},
		{learner: "Softmax", classes: []int{3, 10, 100}, solvers: smooth, of: func(s lclass.Solver, p lclass.Penalty) lclass.Estimator { return lclass.Softmax{Solver: s, Penalty: p} }},
		{learner: "CrammerSinger", classes: []int{3, 10}, solvers: hinge, of: svm(lclass.CrammerSinger)},
		{learner: "WestonWatkins", classes: []int{3, 10}, solvers: hinge, of: svm(lclass.WestonWatkins)},
	}
}

// solverGrid is all fits of at most 10⁷ values, 3·10⁷ products with weights, and 20 000
// weights.
func solverGrid() (grid []*solverFit) {
	for _, l := range solverLearners() {
		for _, k := range l.classes {
			for _, filled := range solverFilled {
				for _, n := range solverSamples {
					for _, d := range solverFeatures {
						if n*d <= 1e7 && n*d*k <= 3e7 && k*d <= 20_000 && n >= 10*k {
							f := l
							f.n, f.d, f.k, f.filled = n, d, k, filled
							f.name = fmt.Sprintf("%d×%d, %d classes, %v filled", n, d, k, filled)
							f.data = func() (*lclass.Data, error) { return grouped(n, d, k, filled) }
							grid = append(grid, &f)
						}
					}
				}
			}
		}
	}
	return grid
}

// solverImages is fits of images of digits. Learners of two classes tell 3 from the others.
// The pixels are sparse; the mixed images keep all values.
func (b *bench) solverImages() (fits []*solverFit, err error) {
	mnist, _, err := datasets.MNIST()
	switch {
	case errors.Is(err, datasets.ErrUnavailable):
		b.leaveOut("solvers, MNIST", noMNIST)
	case err != nil:
		return nil, err
	}
	first := func(n int) *lclass.Data {
		index := make([]int, n)
		for i := range index {
			index[i] = i
		}
		return mnist.Subset(index)
	}
	for _, l := range solverLearners() {
		add := func(name string, d *lclass.Data) {
			f := l
			f.name, f.n, f.d, f.k = name, d.N(), d.D(), d.K()
			f.data = func() (*lclass.Data, error) { return d, nil }
			if f.classes[0] == 2 {
				f.k = 2
				f.data = func() (*lclass.Data, error) { return d.Positive("3") }
			}
			fits = append(fits, &f)
		}
		add("Digits", datasets.Digits())
		if mnist != nil {
			add("MNIST, the first 1000", first(1000))
			add("MNIST, the first 10000", first(10_000))
			add("MNIST, 10000 of 7×7, mixed", mixed(first(10_000), 28, 4))
		}
	}
	return fits, nil
}

// mixed returns images of side×side pixels with the means of p×p pixels, mixed by a random
// matrix into as many features, of which all values differ from 0.
func mixed(images *lclass.Data, side, p int) *lclass.Data {
	small := side / p
	d := small * small
	pooled := mat.NewDense(images.N(), d, nil)
	for i := range images.N() {
		row := pooled.RawRowView(i)
		for j, v := range images.NonZero(i) {
			row[j/side/p*small+j%side/p] += v / float64(p*p)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	by := mat.NewDense(d, d, nil)
	by.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() / float64(small) }, by)
	var x mat.Dense
	x.Mul(pooled, by)
	return lclass.Must(lclass.FromMatrix(&x, images.T(), images.Classes()))
}

// solvers measures the solver that each learner chooses and all others that can solve
// the same, over numbers of samples, features and classes, dense and sparse. It counts
// CPU seconds on one core.
func (b *bench) solvers() error {
	if _, err := cpuTime(); err != nil {
		return err
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	images, err := b.solverImages()
	if err != nil {
		return err
	}
	for _, part := range []struct {
		fits  []*solverFit
		table func([]*solverFit) table
	}{{solverGrid(), solverTable}, {images, imagesTable}} {
		var done []*solverFit
		worst, unsolved := 1.0, 0
		for _, f := range part.fits {
			if !b.fits.MatchString(f.String()) {
				continue
			}
			if err := f.measure(); err != nil {
				return err
			}
			log.Printf("solvers: %v: %s %s, %s %s, %.2f", f, f.chosen, seconds(f.took), f.bestSolver, seconds(f.best), f.ratio())
			done = append(done, f)
			if math.IsInf(min(f.best, f.took), 1) {
				unsolved++
				continue
			}
			worst = max(worst, f.ratio())
		}
		if len(done) == 0 {
			continue
		}
		t := part.table(done)
		t.foot = fmt.Sprintf("At worst %.1f times as long as the fastest. No solver finished %d fits within %v s.", worst, unsolved, solverPatience)
		b.tables = append(b.tables, t)
	}
	return nil
}

// measure sets the least CPU time of five runs of each solver, or the only one of long
// runs. Others than the default stop when they take longer.
func (f *solverFit) measure() error {
	data, err := f.data()
	if err != nil {
		return err
	}
	penalty := lclass.L2(1 / float64(f.n))
	f.took, f.best, f.chosen = math.Inf(1), math.Inf(1), "none"
	for range 5 {
		took, m, err := cpuOf(f.of(nil, penalty), data, 1.5*solverPatience)
		if err != nil {
			return fmt.Errorf("%v: %w", f, err)
		}
		if m != nil {
			f.chosen = m.Status.Solver
		}
		f.took = min(f.took, took)
		for _, s := range f.solvers {
			s = f.asExact(s)
			took, _, err := cpuOf(f.of(s, penalty), data, min(solverPatience, 1.2*min(f.took, f.best)+0.01))
			if err == nil && took < f.best { // an error if it does not support so many weights
				f.best, f.bestSolver = took, strings.TrimPrefix(reflect.TypeOf(s).String(), "lclass.")
			}
		}
		if min(f.took, f.best) > 0.1 {
			break
		}
	}
	return nil
}

// asExact returns a solver that goes as far as the default one for hinge losses.
func (f *solverFit) asExact(s lclass.Solver) lclass.Solver {
	scores := f.k
	if f.learner == "Hinge" {
		scores = 1
	}
	tol := 1e-8
	if (f.d+1)*scores > 501 {
		tol = 1e-6
	}
	switch s.(type) {
	case lclass.DualCoordinateDescent:
		return lclass.DualCoordinateDescent{Tol: tol}
	case lclass.Newton:
		if len(f.solvers) == 2 && f.solvers[1] == (lclass.DualCoordinateDescent{}) {
			return lclass.Newton{Tol: tol}
		}
	}
	return s
}

// cpuOf returns the CPU seconds of a fit, infinity if it does not converge within the
// limit.
func cpuOf(e lclass.Estimator, data *lclass.Data, limit float64) (float64, *lclass.Model, error) {
	runtime.GC()
	start, err := cpuTime()
	if err != nil {
		return 0, nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		tick := time.NewTicker(5 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				if now, err := cpuTime(); err != nil || now-start > limit {
					cancel()
				}
			}
		}
	}()
	m, err := e.Fit(data.WithContext(ctx))
	switch {
	case errors.Is(err, context.Canceled):
		return math.Inf(1), nil, nil
	case err != nil:
		return 0, nil, err
	case m.Status.Err() != nil:
		return math.Inf(1), m, nil
	}
	end, err := cpuTime()
	return end - start, m, err
}

// solverTable has a line for each learner and number of samples, a column for each
// number of features.
func solverTable(fits []*solverFit) table {
	t := table{
		title: "The default solver and its CPU time, λ = 1/n: N is Newton, Q QuasiNewton, D DualCoordinateDescent.\n" +
			"Where another solver is faster, it follows:",
		head: []string{"learner", "classes", "filled", "n"},
	}
	for _, d := range solverFeatures {
		t.head = append(t.head, fmt.Sprint("d = ", d))
	}
	var row []any
	var last string
	flush := func() {
		if row != nil {
			t.add(row...)
		}
	}
	for _, f := range fits {
		if name := fmt.Sprint(f.learner, f.k, f.filled, f.n); name != last {
			flush()
			last, row = name, []any{f.learner, f.k, percent(f.filled), f.n}
			for range solverFeatures {
				row = append(row, "")
			}
		}
		for j, d := range solverFeatures {
			if d != f.d {
				continue
			}
			row[4+j] = f.cell()
		}
	}
	flush()
	return t
}

// imagesTable has a line for each learner, a column for each data set.
func imagesTable(fits []*solverFit) table {
	t := table{title: "The same for images of digits:", head: []string{"learner"}}
	var rows [][]any
	for _, f := range fits {
		if !slices.Contains(t.head, f.name) {
			t.head = append(t.head, f.name)
		}
		if len(rows) == 0 || rows[len(rows)-1][0] != f.learner {
			rows = append(rows, []any{f.learner})
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], f.cell())
	}
	for _, row := range rows {
		t.add(row...)
	}
	return t
}

// cell is the letter of the solver that the default chose and its time, and those of a faster
// one.
func (f *solverFit) cell() string {
	letters := map[string]string{"Newton": "N", "QuasiNewton": "Q", "DualCoordinateDescent": "D"}
	cell := "none"
	if !math.IsInf(f.took, 1) {
		cell = letters[f.chosen] + " " + seconds(f.took)
	}
	if f.best < f.took/1.05 {
		cell += "; " + letters[f.bestSolver] + " " + seconds(f.best)
	}
	return cell
}

// grouped returns n samples of d features, of which a part is filled, and k classes
// that follow the features by softmax. No class is empty: the biases of softmax would have no
// best value.
func grouped(n, d, k int, filled float64) (*lclass.Data, error) {
	r := rand.New(rand.NewPCG(1, 2))
	w := mat.NewDense(d, k, nil)
	w.Apply(func(_, _ int, _ float64) float64 { return 2 * r.NormFloat64() / math.Sqrt(float64(d)*filled) }, w)
	t, classes := make([]int, n), make([]string, k)
	for c := range classes {
		classes[c] = fmt.Sprint(c)
	}
	start, column, value := []int{0}, []int(nil), []float64(nil)
	z := make([]float64, k)
	for i := range n {
		for c := range z {
			z[c] = -math.Log(r.ExpFloat64()) // the largest of scores and this is one of softmax
		}
		for j := range d {
			if filled < 1 && r.Float64() > filled {
				continue
			}
			v := r.NormFloat64()
			column, value = append(column, j), append(value, v)
			for c, u := range w.RawRowView(j) {
				z[c] += u * v
			}
		}
		start = append(start, len(column))
		for c := range z {
			if z[c] > z[t[i]] {
				t[i] = c
			}
		}
	}
	fillClasses(t, k)
	if filled == 1 {
		return lclass.FromMatrix(mat.NewDense(n, d, value), t, classes)
	}
	x, err := lclass.SparseFromRows(d, start, column, value)
	if err != nil {
		return nil, err
	}
	return lclass.FromMatrix(x, t, classes)
}

// fillClasses gives each of k classes without a sample the first one of a class that has
// others.
func fillClasses(class []int, k int) {
	count := make([]int, k)
	for _, c := range class {
		count[c]++
	}
	for c := range count {
		for i := 0; count[c] == 0; i++ {
			if old := class[i]; count[old] > 1 {
				class[i] = c
				count[old]--
				count[c]++
			}
		}
	}
}

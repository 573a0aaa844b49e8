package lclass

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/normal"
	"linclass/lclass/internal/rows"
)

// work counts the rows that are passed over, and says when there were so many.
type work struct {
	done atomic.Int64
	at   int64
	then func()
}

func (w *work) add(rows int) {
	if after := w.done.Add(int64(rows)); w.then != nil && after >= w.at && after-int64(rows) < w.at {
		w.then()
	}
}

// A worker is a table that counts.
type worker struct {
	rows.Rows
	work *work
}

func (w worker) Row(dst []float64, i int) {
	w.work.add(1)
	w.Rows.Row(dst, i)
}

func (w worker) Scores(z []float64, lo, hi, k int, v, b []float64) {
	w.work.add(hi - lo)
	w.Rows.Scores(z, lo, hi, k, v, b)
}

func (w worker) AddGradient(g []float64, lo, hi, k int, r []float64) {
	w.work.add(hi - lo)
	w.Rows.AddGradient(g, lo, hi, k, r)
}

func (w worker) AddGram(h []float64, lo, hi int, r, shift []float64) {
	w.work.add(hi - lo)
	w.Rows.AddGram(h, lo, hi, r, shift)
}

func (w worker) AddMoments(sum, square []float64, lo, hi int, r, shift []float64) {
	w.work.add(hi - lo)
	w.Rows.AddMoments(sum, square, lo, hi, r, shift)
}

func (w worker) Subset(index []int) rows.Rows {
	w.work.add(len(index))
	return worker{w.Rows.Subset(index), w.work}
}

// learners are all kinds of fits in memory.
var learners = map[string]interface{ Fit(*Data) (*Model, error) }{
	"Logistic by Newton":                 Logistic{},
	"Logistic by QuasiNewton":            Logistic{Penalty: L2(0.01), Solver: QuasiNewton{Tol: 1e-14}},
	"Logistic by CoordinateDescent":      Logistic{Penalty: L1(1e-3)},
	"Logistic by batches":                Logistic{Solver: Descent{Epochs: 4, Batch: 100, Eta: 0.01}},
	"Logistic by the whole":              Logistic{Solver: Descent{Epochs: 4, Batch: FullBatch, Eta: 0.1}},
	"Logistic online":                    Logistic{Solver: Descent{Epochs: 4, Batch: 1, Eta: 0.01}},
	"Logistic online, shuffled":          Logistic{Solver: Descent{Epochs: 4, Batch: 1, Eta: 0.01, Seed: 1}},
	"Softmax by Newton":                  Softmax{},
	"Softmax by QuasiNewton":             Softmax{Penalty: L2(0.01), Solver: QuasiNewton{Tol: 1e-14}},
	"Hinge by Newton":                    LinearSVM{Penalty: L2(0.01), Solver: Newton{}},
	"Hinge by DualCoordinateDescent":     LinearSVM{Penalty: L2(0.01), Solver: DualCoordinateDescent{Tol: 1e-4}},
	"Crammer-Singer by Newton":           LinearSVM{Loss: CrammerSinger, Penalty: L2(0.01), Solver: Newton{}},
	"Crammer-Singer by its dual":         LinearSVM{Loss: CrammerSinger, Penalty: L2(0.01), Solver: DualCoordinateDescent{Tol: 1e-4}},
	"SquaredHinge":                       LinearSVM{Loss: SquaredHinge, Penalty: L2(0.01)},
	"RegressionClassifier by ClosedForm": RegressionClassifier{},
	"Firth":                              Firth{},
	"Perceptron":                         Perceptron{Epochs: 4},
	"LDA":                                LDA{},
	"LDA by Ledoit and Wolf":             LDA{Shrinkage: LedoitWolf},
	"OneVsRest":                          OneVsRest{Of: Logistic{}},
	"OneVsOne":                           OneVsOne{Of: Logistic{}},
}

func overlapping(t *testing.T, n int) *Data {
	t.Helper()
	const d = 4
	rng := rand.New(rand.NewPCG(1, 1))
	x, class := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		class[i] = i % 2
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, 0, x.At(i, 0)+float64(class[i]))
	}
	data, err := FromMatrix(x, class, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// After its context is done a fit passes over some blocks of rows, and over all of them
// once for sums that are not interrupted, or three times where it begins, for means and
// deviations.
func TestCancelEndsTheWork(t *testing.T) {
	const n = 1 << 11
	all := overlapping(t, n)
	for name, e := range learners {
		t.Run(name, func(t *testing.T) {
			fit := func(at int64) (after int64, err error) {
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				d := *all.WithContext(ctx)
				w := &work{at: at}
				if at > 0 {
					w.then = cancel
				}
				d.x = worker{d.x, w}
				_, err = e.Fit(&d)
				return w.done.Load() - at, err
			}
			whole, err := fit(0)
			if err != nil {
				t.Fatal(err)
			}
			for quarter := range int64(4) {
				at := max(1, whole*quarter/4)
				after, err := fit(at)
				if !errors.Is(err, context.Canceled) {
					t.Errorf("at row %d of %d: error %v", at, whole, err)
				}
				most := int64(n + 8*rows.Block*runtime.GOMAXPROCS(0))
				if at <= 4*n {
					most += 2 * n
				}
				if after > most {
					t.Errorf("at row %d of %d: %d more rows, want at most %d", at, whole, after, most)
				}
			}
		})
	}
}

// A countdown is done when it has been looked at so often.
type countdown struct {
	context.Context
	looks atomic.Int64
	at    int64 // 0 for never
}

func (c *countdown) Err() error {
	if looks := c.looks.Add(1); c.at > 0 && looks >= c.at {
		return context.Canceled
	}
	return nil
}

// Wherever a fit looks at its context, that is its error.
func TestCancelAtEveryLook(t *testing.T) {
	const n = 1 << 11
	// Data remember what a fit has looked at, so each fit has a copy.
	all := func() *Data { return overlapping(t, n) }
	fits := map[string]func(*Data) error{
		"QDA":        func(d *Data) error { return failed(QDA{}.Fit(d)) },
		"NaiveBayes": func(d *Data) error { return failed(NaiveBayes{}.Fit(d)) },
	}
	for name, e := range learners {
		fits[name] = func(d *Data) error { return failed(e.Fit(d)) }
	}
	for name, fit := range fits {
		t.Run(name, func(t *testing.T) {
			whole := &countdown{Context: context.Background()}
			if err := fit(all().WithContext(whole)); err != nil {
				t.Fatal(err)
			}
			looks := whole.looks.Load()
			if looks < 4 {
				t.Errorf("only %d looks", looks)
			}
			for quarter := range int64(4) {
				at := max(1, looks*quarter/4)
				c := &countdown{Context: context.Background(), at: at}
				if err := fit(all().WithContext(c)); !errors.Is(err, context.Canceled) {
					t.Errorf("at look %d of %d: error %v", at, looks, err)
				}
			}
		})
	}
}

// The decomposition of a matrix looks at the context, too, and what comes after it ends
// when the context is done: of the looks of the whole fit there are only a few more.
func TestCancelEndsDecompositions(t *testing.T) {
	const n, d = 800, 200
	rng := rand.New(rand.NewPCG(1, 1))
	x, class := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		class[i] = rng.IntN(2)
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, d-1, x.At(i, 0)+x.At(i, 1)) // so that second derivatives are singular
	}
	all, err := FromMatrix(x, class, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	for name, fit := range map[string]func(*Data) error{
		"LDA":        func(d *Data) error { return failed(LDA{}.Fit(d)) },
		"QDA":        func(d *Data) error { return failed(QDA{Shrinkage: LedoitWolf}.Fit(d)) },
		"ClosedForm": func(d *Data) error { return failed(RegressionClassifier{Penalty: L2(0.1)}.Fit(d)) },
		"Newton":     func(d *Data) error { return failed(Logistic{Penalty: L2(1e-3), Solver: Newton{}}.Fit(d)) },
		"singular":   func(d *Data) error { return failed(LinearSVM{Loss: SquaredHinge, Solver: Newton{}}.Fit(d)) },
		"Firth":      func(d *Data) error { return failed(Firth{MaxIter: 2}.Fit(d)) },
	} {
		t.Run(name, func(t *testing.T) {
			whole := &countdown{Context: context.Background()}
			if err := fit(all.Subset(seq(n)).WithContext(whole)); err != nil {
				t.Fatal(err)
			}
			looks := whole.looks.Load()
			if looks < d/4 {
				t.Errorf("only %d looks", looks)
			}
			for part := range int64(8) {
				at := max(1, looks*part/8)
				cut := &countdown{Context: context.Background(), at: at}
				err := fit(all.Subset(seq(n)).WithContext(cut))
				if after := cut.looks.Load() - at; !errors.Is(err, context.Canceled) || after > 30 {
					t.Errorf("at look %d of %d: %d more, error %v", at, looks, after, err)
				}
			}
		})
	}
}

// So do the steps that go through the rows of sparse samples without a solver.
func TestLooksAmongSparseRows(t *testing.T) {
	const n = 20 * rows.Block
	var b rows.Builder
	class := make([]int, n)
	for i := range n {
		class[i] = i % 2
		b.Add(0, float64(class[i]))
		b.Add(9, 1)
		b.EndRow()
	}
	x := b.Sparse(10)
	for name, f := range map[string]func(*Data) bool{
		"separating features": func(d *Data) bool { return d.separatesAlone(growth{}) != "" },
		"share of values":     func(d *Data) bool { return d.share(10, func(φ, x []float64) error { φ[0] = 1; return nil }) > 0.05 },
	} {
		whole := &countdown{Context: context.Background()}
		d := &Data{x: x, t: class, classes: []string{"a", "b"}, features: make([]string, 10), ctx: whole}
		if !f(d) || whole.looks.Load() < n/rows.Block {
			t.Errorf("%s: %d looks", name, whole.looks.Load())
		}
		d.ctx = &countdown{Context: context.Background(), at: 1}
		if f(d) {
			t.Errorf("%s: there is a result, although it was to stop at once", name)
		}
	}
}

// Texts are cut into n-grams, and counted, only as long as the context is not done. What
// ends an n-gram search early is that error, and not that there are no n-grams.
func TestCancelTexts(t *testing.T) {
	const n = 3000
	categories, x, class := make([]string, n), mat.NewDense(n, 1, nil), make([]int, n)
	for i := range n {
		class[i] = i % 2
		categories[i] = fmt.Sprintf("word%d of the class c%d and number%d", i%700, class[i], i)
		x.Set(i, 0, float64(i))
	}
	all, err := FromMatrix(x, class, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	all.features, all.roles = []string{"text"}, []role{{categories: categories}}
	for name, p := range map[string]Pipeline{
		"counts":               {Prepare: []Preparation{NGrams{Max: 2}}, Of: MultinomialNaiveBayes{}},
		"the most frequent":    {Prepare: []Preparation{NGrams{MaxFeatures: 100, IDF: true}}, Of: Logistic{Penalty: L2(0.1)}},
		"hashes of characters": {Prepare: []Preparation{NGrams{Of: Chars, Hash: 1 << 10}}, Of: LinearSVM{Penalty: L2(0.1)}},
	} {
		t.Run(name, func(t *testing.T) {
			whole := &countdown{Context: context.Background()}
			if err := failed(p.Fit(all.WithContext(whole))); err != nil {
				t.Fatal(err)
			}
			looks := whole.looks.Load()
			for part := range int64(16) {
				c := &countdown{Context: context.Background(), at: max(1, looks*part/16)}
				err := failed(p.Fit(all.WithContext(c)))
				if after := c.looks.Load() - c.at; !errors.Is(err, context.Canceled) || after > 40 {
					t.Errorf("at look %d of %d: %d more, error %v", c.at, looks, after, err)
				}
			}
		})
	}
}

// So do the values that Impute learns.
func TestCancelImpute(t *testing.T) {
	const n = 60_000
	all := overlapping(t, n)
	raw := *all
	raw.gaps = true
	for _, fill := range []Fill{FillMean, FillMedian, FillMostFrequent} {
		t.Run(fill.String(), func(t *testing.T) {
			fit := func(c *countdown) error {
				_, err := Impute{Numbers: fill}.prepare(raw.WithContext(c))
				return err
			}
			whole := &countdown{Context: context.Background()}
			if err := fit(whole); err != nil {
				t.Fatal(err)
			}
			looks := whole.looks.Load()
			if looks < n/rows.Block {
				t.Errorf("only %d looks", looks)
			}
			for part := range int64(16) {
				c := &countdown{Context: context.Background(), at: max(1, looks*part/16)}
				err := fit(c)
				if after := c.looks.Load() - c.at; !errors.Is(err, context.Canceled) || after > 20 {
					t.Errorf("at look %d of %d: %d more, error %v", c.at, looks, after, err)
				}
			}
		})
	}
}

// A lookout is a context that counts the multiplications since it was looked at last. It
// is done after some products.
type lookout struct {
	context.Context
	since, most, left int
}

func (l *lookout) Err() error {
	l.since = 0
	if l.left <= 0 {
		return context.Canceled
	}
	return nil
}

// A heavy table reports the multiplications of second derivatives.
type heavy struct {
	rows.Rows
	at *lookout
}

func (h heavy) AddGram(sum []float64, lo, hi int, r, shift []float64) {
	h.at.since += (hi - lo) * len(sum)
	h.at.most = max(h.at.most, h.at.since)
	h.at.left--
	h.Rows.AddGram(sum, lo, hi, r, shift)
}

// Between two looks at the context second derivatives take no more multiplications than
// are done in a tenth of a second: a block of all pairs of scores would take 312 million.
func TestLooksAmongSecondDerivatives(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const n, d, classes = 512, 450, 3
	rng := rand.New(rand.NewPCG(1, 1))
	x, class := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		class[i] = i % classes
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	all, err := FromMatrix(x, class, []string{"a", "b", "c"})
	if err != nil {
		t.Fatal(err)
	}
	l := &lookout{Context: context.Background(), left: 12} // six pairs of scores in two blocks
	data := *all.WithContext(l)
	data.x = heavy{data.x, l}
	if _, err := (Softmax{Penalty: L2(1), Solver: Newton{MaxIter: 1}}).Fit(&data); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if l.most == 0 || l.most > 1<<28 {
		t.Errorf("%d multiplications between two looks", l.most)
	}
}

// A bootstrap whose context is done has no result, however many replicates there are.
func TestCancelBootstrap(t *testing.T) {
	all := overlapping(t, 200)
	fit := func(c *countdown) error {
		_, err := Bootstrap{Replicates: 100}.Of(Logistic{Penalty: L2(0.1)}, all.WithContext(c))
		return err
	}
	whole := &countdown{Context: context.Background()}
	if err := fit(whole); err != nil {
		t.Fatal(err)
	}
	looks := whole.looks.Load()
	for part := range int64(8) {
		c := &countdown{Context: context.Background(), at: max(1, looks*part/8)}
		if err := fit(c); !errors.Is(err, context.Canceled) {
			t.Errorf("at look %d of %d: error %v", c.at, looks, err)
		}
	}
}

// The rows of a class are decomposed some at a time, as if at once.
func TestReduced(t *testing.T) {
	const n, p = 10000, 3
	x := make([]float64, n*p)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range x {
		x[i] = rng.NormFloat64()
	}
	g := &gaussians{data: &Data{}}
	want, got := normal.Triangle(mat.NewDense(n, p, slices.Clone(x)), nil), g.reduced(x, p)
	var a, b mat.Dense
	a.Mul(got.T(), got)
	b.Mul(want.T(), want)
	if !mat.EqualApprox(&a, &b, 1e-12*n) {
		t.Error(fmt.Sprint(mat.Formatted(&a), mat.Formatted(&b)))
	}
}

// A gauge is a table that counts the multiplications since its context was looked at, but
// for those of second derivatives: see TestLooksAmongSecondDerivatives.
type gauge struct {
	rows.Rows
	d  int
	at *effort
}

// An effort is a context that knows how much was done between two looks at it. Solvers
// compute beside each other.
type effort struct {
	context.Context
	mu          sync.Mutex
	since, most int
}

func (e *effort) Err() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.since = 0
	return nil
}

func (e *effort) add(products int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.since += products
	e.most = max(e.most, e.since)
}

func (g gauge) Row(dst []float64, i int) {
	g.at.add(g.d)
	g.Rows.Row(dst, i)
}

func (g gauge) Scores(z []float64, lo, hi, k int, w, b []float64) {
	g.at.add((hi - lo) * g.d * k)
	g.Rows.Scores(z, lo, hi, k, w, b)
}

func (g gauge) AddGradient(sum []float64, lo, hi, k int, r []float64) {
	g.at.add((hi - lo) * g.d * k)
	g.Rows.AddGradient(sum, lo, hi, k, r)
}

func (g gauge) AddMoments(sum, square []float64, lo, hi int, r, shift []float64) {
	g.at.add((hi - lo) * g.d)
	g.Rows.AddMoments(sum, square, lo, hi, r, shift)
}

func (g gauge) Subset(index []int) rows.Rows {
	return gauge{g.Rows.Subset(index), g.d, g.at}
}

// However many rows there are, a fit passes over few of them between two looks at its
// context.
func TestLooksAreFrequent(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const n, few = 1 << 16, 64
	all := overlapping(t, n)
	block := rows.Block * all.D()
	for name, e := range learners {
		f := &effort{Context: context.Background()}
		d := *all.WithContext(f)
		d.x = gauge{d.x, all.D(), f}
		if _, err := e.Fit(&d); err != nil {
			t.Fatal(err)
		}
		if f.most == 0 || f.most > few*block {
			t.Errorf("%s: %d blocks of %d between two looks", name, f.most/block, n/rows.Block)
		}
	}
}

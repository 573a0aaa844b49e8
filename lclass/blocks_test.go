package lclass_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// streamed returns a matrix in blocks of 256 rows.
func streamed(x *mat.Dense) lclass.Blocks {
	n, d := x.Dims()
	return lclass.Blocks{N: n, D: d, Size: 1, Read: func(dst []float64, lo, hi int) error {
		copy(dst, x.RawMatrix().Data[lo*d:hi*d])
		return nil
	}}
}

// quick are all learners with all penalties and solvers, and Descent with few
// epochs.
func quick() []spec {
	all := slices.DeleteFunc(specs(), func(s spec) bool { return strings.Contains(s.name, "lclass.Descent") })
	for name, solver := range map[string]lclass.Solver{
		"whole": lclass.Descent{Epochs: 5}, "batches": lclass.Descent{Epochs: 5, Batch: 100}, "online": lclass.Descent{Epochs: 2, Batch: 1},
	} {
		all = append(all, spec{"Softmax/Descent/" + name, lclass.L2(0.1), 3, 0, true, func(p lclass.Penalty) lclass.Estimator {
			return lclass.Softmax{Penalty: p, Solver: solver}
		}})
	}
	return all
}

// Learners learn from blocks what they learn from the same rows in memory, to
// the last bit; dual coordinate descent says why it does not.
func TestBlocksLearnTheSame(t *testing.T) {
	for _, size := range []string{"few samples", "many samples"} {
		t.Run(size, func(t *testing.T) {
			if size == "many samples" {
				lowered(t)
			}
			blocksLearnTheSame(t)
		})
	}
}

func blocksLearnTheSame(t *testing.T) {
	for _, s := range quick() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			x, class := s.clouds(1300, 3)
			memory, stream := s.data(t, x, class), s.data(t, streamed(x), class)
			weight, _ := counts(1300)
			memory, stream = weigh(t, memory, weight), weigh(t, stream, weight)
			e := s.estimator(s.penalty)
			if strings.Contains(s.name, "DualCoordinateDescent") {
				fails(t, failure(e.Fit(stream)), &lclass.SettingError{Setting: "Solver", Value: "DualCoordinateDescent"})
				return
			}
			want, got := learn(t, e, memory), learn(t, e, stream)
			svm, isSVM := e.(lclass.LinearSVM)
			turned := isSVM && svm.Solver == nil && got.Status.Iterations < want.Status.Iterations
			if got.Status.Solver != want.Status.Solver || turned {
				// The default goes by what a pass costs.
				if far := math.Abs(got.Status.Loss - want.Status.Loss); !(far <= got.Status.Gap+want.Status.Gap) {
					t.Errorf("%v; in memory %v", got.Status, want.Status)
				}
				if !turned {
					return
				}
				// In memory it began with DualCoordinateDescent. Blocks have Newton alone.
				svm.Solver = lclass.Newton{}
				want = learn(t, svm, memory)
			}
			if !slices.Equal(parameters(got), parameters(want)) || got.Status.String() != want.Status.String() {
				t.Errorf("W, b = %v, %v; in memory %v, %v", parameters(got), got.Status, parameters(want), want.Status)
			}
			if slices.Contains(parameters(got)[:1], 0) && s.penalty.Ratio == 0 {
				t.Error("nothing was learnt")
			}
			z, err := got.Scores(stream)
			wantZ, _ := want.Scores(memory)
			if must(t, z, err); !mat.Equal(z, wantZ) {
				t.Error("the scores differ")
			}
		})
	}
}

// Learners without a loss bring the rows into memory, those of parts read the
// same source side by side.
func TestBlocksOfOtherLearners(t *testing.T) {
	x, class := clouds(900, 4, 3, 2)
	memory, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, memory, err)
	stream, err := lclass.FromMatrix(streamed(x), class, classNames(3))
	must(t, stream, err)
	for _, e := range []lclass.Estimator{
		lclass.LDA{}, lclass.OneVsRest{Of: lclass.Logistic{}}, lclass.OneVsOne{Of: lclass.Logistic{}}, lclass.OneVsRest{Of: lclass.Perceptron{Epochs: 3}},
	} {
		near(t, "parameters", parameters(learn(t, e, stream)), parameters(learn(t, e, memory)), 0)
	}
	for _, e := range []interface {
		Fit(*lclass.Data) (*lclass.Model, error)
	}{lclass.QDA{}, lclass.NaiveBayes{}} {
		got, err := e.Fit(stream)
		must(t, got, err)
		want, err := e.Fit(memory)
		must(t, want, err)
		z, err := got.Scores(stream)
		must(t, z, err)
		wantZ, err := want.Scores(memory)
		if must(t, wantZ, err); !mat.Equal(z, wantZ) {
			t.Errorf("%T: other scores", e)
		}
	}
	sets := mat.NewDense(900, 2, nil)
	for i, c := range class {
		sets.Set(i, 0, float64(c%2))
		sets.Set(i, 1, float64(c/2))
	}
	fit := func(x mat.Matrix) []float64 {
		d, err := withLabels(x, sets, []string{"odd", "two"})
		must(t, d, err)
		m, err := lclass.MultiLabel{}.Fit(d)
		must(t, m, err)
		return append(slices.Clone(m.W.RawMatrix().Data), m.B...)
	}
	near(t, "MultiLabel", fit(streamed(x)), fit(x), 0)
}

// Features made of streamed ones are computed at every pass.
func TestBlocksStandardisedAndMapped(t *testing.T) {
	x, class := clouds(900, 3, 2, 4)
	memory, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, memory, err)
	stream, err := lclass.FromMatrix(streamed(x), class, classNames(2))
	must(t, stream, err)
	for name, make := range map[string]func(d *lclass.Data) (*lclass.Data, error){
		"standardised": func(d *lclass.Data) (*lclass.Data, error) { return prepared(d, lclass.Standardize{}) },
		"polynomial":   func(d *lclass.Data) (*lclass.Data, error) { return prepared(d, lclass.Polynomial{}) },
		"subset": func(d *lclass.Data) (*lclass.Data, error) {
			return d.Subset([]int{5, 899, 300, 3, 4, 100, 700, 44}), nil
		},
	} {
		a, err := make(memory)
		must(t, a, err)
		b, err := make(stream)
		must(t, b, err)
		if !slices.Equal(a.Features(), b.Features()) {
			t.Errorf("%s: features %v and %v", name, a.Features(), b.Features())
		}
		ridge := lclass.Logistic{Penalty: lclass.L2(0.1)}
		near(t, name, parameters(learn(t, ridge, b)), parameters(learn(t, ridge, a)), 0)
		if !mat.Equal(a.Matrix(), b.Matrix()) {
			t.Errorf("%s: other values", name)
		}
	}
}

// Pixels are read as bytes.
func TestBlocksOfBytes(t *testing.T) {
	const n, d = 1000, 4
	x, class := clouds(n, d, 3, 5)
	bytes := make([]byte, n*d)
	for i, v := range x.RawMatrix().Data {
		bytes[i] = byte(60 * max(0, v))
	}
	memory, err := fromBytes(bytes, d, 1./255, class, classNames(3))
	must(t, memory, err)
	stream, err := lclass.FromMatrix(&lclass.Blocks{N: n, D: d, Scale: 1. / 255, ReadBytes: func(x []byte, lo, hi int) error {
		copy(x, bytes[lo*d:hi*d])
		return nil
	}}, class, classNames(3))
	must(t, stream, err)
	near(t, "W, b", parameters(learn(t, lclass.Softmax{}, stream)), parameters(learn(t, lclass.Softmax{}, memory)), 0)
	lowered(t)
	memory, err = fromBytes(bytes, d, 1./255, class, classNames(3)) // which has no moments yet
	must(t, memory, err)
	near(t, "W, b of many", parameters(learn(t, lclass.Softmax{Penalty: lclass.L2(1e-3), Solver: lclass.QuasiNewton{}}, stream)),
		parameters(learn(t, lclass.Softmax{Penalty: lclass.L2(1e-3), Solver: lclass.QuasiNewton{}}, memory)), 0)
}

// So they do where the rows that are added up at once lie in several blocks, from 4097
// rows on, and however the blocks are cut.
func TestBlocksOfAnyShape(t *testing.T) {
	for _, shape := range []struct{ n, d, k, size int }{
		{4097, 1, 2, 256}, {5000, 3, 3, 256}, {5003, 17, 4, 512}, {9000, 5, 3, 256}, {9001, 33, 5, 1024}, {20_000, 4, 10, 256},
	} {
		x, class := clouds(shape.n, shape.d, shape.k, 5)
		blocks := streamed(x)
		blocks.Size = shape.size
		memory, err := lclass.FromMatrix(x, class, classNames(shape.k))
		must(t, memory, err)
		stream, err := lclass.FromMatrix(blocks, class, classNames(shape.k))
		must(t, stream, err)
		learners := []lclass.Estimator{
			lclass.Softmax{Solver: lclass.QuasiNewton{MaxIter: 10}}, lclass.Softmax{Penalty: lclass.L2(0.01), Solver: lclass.QuasiNewton{MaxIter: 10}},
			lclass.Softmax{Solver: lclass.Newton{MaxIter: 3}}, lclass.Softmax{Penalty: lclass.L1(0.01), Solver: lclass.CoordinateDescent{MaxIter: 3}},
			lclass.LeastSquares{}, lclass.LDA{},
		}
		if shape.k == 2 {
			learners = append(learners, lclass.Logistic{Solver: lclass.QuasiNewton{MaxIter: 10}}, lclass.Logistic{Solver: lclass.Newton{MaxIter: 3}},
				lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lclass.L2(0.01), Solver: lclass.Newton{MaxIter: 3}}, lclass.Firth{MaxIter: 3})
		}
		for _, e := range learners {
			want, err := e.Fit(memory)
			must(t, want, err)
			got, err := e.Fit(stream)
			near(t, fmt.Sprintf("%+v, %+v: W, b", shape, e), parameters(must(t, got, err)), parameters(want), 0)
		}
	}
}

// The number of cores changes nothing in memory, whatever the learner.
func TestAnyNumberOfCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	lowered(t)
	for _, s := range quick() {
		x, class := s.clouds(1300, 3)
		d := s.data(t, x, class)
		runtime.GOMAXPROCS(1)
		want := learn(t, s.estimator(s.penalty), d)
		for _, cores := range []int{2, 5} {
			runtime.GOMAXPROCS(cores)
			got := learn(t, s.estimator(s.penalty), d)
			near(t, fmt.Sprintf("%s on %d cores: W, b", s.name, cores), parameters(got), parameters(want), 0)
			if got.Status.String() != want.Status.String() {
				t.Errorf("%s on %d cores: %v, want %v", s.name, cores, got.Status, want.Status)
			}
		}
	}
}

// The number of cores changes nothing.
func TestBlocksOnAnyNumberOfCores(t *testing.T) {
	x, class := clouds(5000, 6, 2, 6)
	d, err := lclass.FromMatrix(streamed(x), class, classNames(2))
	must(t, d, err)
	cores := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(cores)
	want := parameters(learn(t, lclass.Logistic{}, d))
	for _, cores := range []int{2, 5} {
		runtime.GOMAXPROCS(cores)
		near(t, "W, b", parameters(learn(t, lclass.Logistic{}, d)), want, 0)
	}
}

func TestSummaryOfBlocks(t *testing.T) {
	x, class := clouds(700, 3, 2, 6)
	memory, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, memory, err)
	stream, err := lclass.FromMatrix(streamed(x), class, classNames(2))
	must(t, stream, err)
	m := learn(t, lclass.Logistic{}, stream)
	got, err := m.Summary(stream)
	must(t, got, err)
	want, err := m.Summary(memory)
	if must(t, want, err); got.String() != want.String() {
		t.Errorf("%v, in memory %v", got, want)
	}
	l, err := lclass.LambdaMax(lclass.Logistic{Penalty: lclass.L1(1)}, stream)
	must(t, l, err)
	if other, _ := lclass.LambdaMax(lclass.Logistic{Penalty: lclass.L1(1)}, memory); l != other {
		t.Errorf("λ = %v, in memory %v", l, other)
	}
}

// failsAt returns x in blocks, of which the one that begins at row at cannot be
// read from the given pass on, beginning with 1.
func failsAt(x *mat.Dense, at, pass int) lclass.Blocks {
	b := streamed(x)
	read := b.Read
	var times atomic.Int64
	b.Read = func(dst []float64, lo, hi int) error {
		if lo == at && int(times.Add(1)) >= pass {
			return io.ErrUnexpectedEOF
		}
		return read(dst, lo, hi)
	}
	return b
}

// Whatever the solver and the pass, a source that fails is the error of Fit and
// of Steps.
func TestBlocksThatCannotBeRead(t *testing.T) {
	for _, s := range quick() {
		if strings.Contains(s.name, "DualCoordinateDescent") {
			continue
		}
		x, class := s.clouds(1300, 3)
		for pass := 1; pass <= 3; pass++ {
			d := s.data(t, failsAt(x, 512, pass), class)
			_, err := s.estimator(s.penalty).Fit(d)
			fails(t, err, io.ErrUnexpectedEOF, "rows 512 to 767")
			if d.Err() == nil {
				t.Errorf("%s, pass %d: the data have no error, the fit has %v", s.name, pass, err)
			}
		}
	}
	x, class := clouds(1300, 3, 2, 1)
	fail := func() *lclass.Data {
		d, err := lclass.FromMatrix(failsAt(x, 512, 1), class, classNames(2))
		return must(t, d, err)
	}
	var last error
	for _, err := range (lclass.Logistic{}).Steps(fail()) {
		last = err
	}
	memory, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, memory, err)
	m := learn(t, lclass.Logistic{}, memory)
	q, err := lclass.QDA{}.Fit(memory)
	must(t, q, err)
	standard, err := lclass.Prepare(memory, lclass.Standardize{})
	must(t, standard, err)
	for name, err := range map[string]error{
		"Steps":       last,
		"Scores":      failure(m.Scores(fail())),
		"Predict":     failure(m.Predict(fail())),
		"Summary":     failure(m.Summary(fail())),
		"LDA":         failure(lclass.LDA{}.Fit(fail())),
		"QDA":         failure(q.Scores(fail())),
		"LambdaMax":   failure(lclass.LambdaMax(lclass.Logistic{Penalty: lclass.L1(1)}, fail())),
		"Standardize": failure(prepared(fail(), lclass.Standardize{})),
		"applied":     failure(m.Scores(must2(standard.Apply(fail())))),
		"OneVsRest":   failure(lclass.OneVsRest{Of: lclass.Perceptron{}}.Fit(fail())),
	} {
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func must2[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestBlocksOfBadValues(t *testing.T) {
	x, class := clouds(600, 3, 2, 1)
	x.Set(300, 1, math.NaN())
	b := streamed(x)
	b.Features = []string{"length", "width", "height"}
	d, err := lclass.FromMatrix(b, class, classNames(2))
	must(t, d, err)
	_, err = lclass.Logistic{}.Fit(d)
	var bad *lclass.ValueError
	if !isValue(err, nil, &bad) || bad.Column != "width" || bad.Row != 300 {
		t.Errorf("error %v", err)
	}
	x.Set(300, 1, 1e200)
	d, err = lclass.FromMatrix(b, class, classNames(2))
	must(t, d, err)
	squares, err := prepared(d, lclass.Polynomial{})
	must(t, squares, err)
	fails(t, failure(lclass.Logistic{}.Fit(squares)), &lclass.ValueError{Column: "width^2", Row: 300, Value: "+Inf"})
}

// A source must be the same at every pass: other values, fewer rows.
func TestBlocksThatChange(t *testing.T) {
	x, class := clouds(1300, 3, 2, 1)
	b := streamed(x)
	read := b.Read
	var calls atomic.Int64
	b.Read = func(dst []float64, lo, hi int) error {
		err := read(dst, lo, hi)
		if calls.Add(1) > 20 {
			dst[4]++
		}
		return err
	}
	d, err := lclass.FromMatrix(b, class, classNames(2))
	must(t, d, err)
	_, err = lclass.Logistic{}.Fit(d)
	if !errors.Is(err, lclass.ErrChanged) {
		t.Errorf("error %v", err)
	}
	fails(t, err, lclass.ErrChanged)
}

// A context ends a fit: between steps in memory, between blocks beyond it. The
// data without it are as they were.
func TestContext(t *testing.T) {
	x, class := clouds(1300, 3, 2, 1)
	for _, s := range []mat.Matrix{x, streamed(x)} {
		d, err := lclass.FromMatrix(s, class, classNames(2))
		must(t, d, err)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		watched := d.WithContext(ctx)
		near(t, "W, b", parameters(learn(t, lclass.Logistic{}, watched)), parameters(learn(t, lclass.Logistic{}, d)), 0)
		var steps int
		for _, err = range (lclass.Logistic{Solver: lclass.Descent{}}).Steps(watched) {
			if steps++; steps == 3 {
				cancel()
			}
		}
		if steps != 4 || !errors.Is(err, context.Canceled) {
			t.Errorf("%T: error %v after %d steps", s, err, steps)
		}
		if _, err := (lclass.Logistic{}).Fit(watched); !errors.Is(err, context.Canceled) || !errors.Is(watched.Err(), context.Canceled) {
			t.Errorf("%T: error %v", s, err)
		}
		if d.Err() != nil {
			t.Errorf("%T: the data themselves have error %v", s, d.Err())
		}
		learn(t, lclass.Logistic{}, d)
	}
	// In the middle of a pass.
	ctx, cancel := context.WithCancel(context.Background())
	b := streamed(x)
	read := b.Read
	var after atomic.Int64
	b.Read = func(dst []float64, lo, hi int) error {
		if ctx.Err() != nil {
			after.Add(1)
		}
		if lo == 512 {
			cancel()
		}
		return read(dst, lo, hi)
	}
	d, err := lclass.FromMatrix(b, class, classNames(2))
	must(t, d, err)
	if _, err := (lclass.Logistic{}).Fit(d.WithContext(ctx)); !errors.Is(err, context.Canceled) || after.Load() > int64(runtime.GOMAXPROCS(0)) {
		t.Errorf("error %v, %d blocks read afterwards", err, after.Load())
	}
}

// What needs another order than that of the rows says so.
func TestBlocksAreReadInOrder(t *testing.T) {
	x, class := clouds(600, 3, 2, 1)
	d, err := lclass.FromMatrix(streamed(x), class, classNames(2))
	must(t, d, err)
	fails(t, failure(lclass.Perceptron{Seed: 3}.Fit(d)), &lclass.SettingError{Setting: "Perceptron.Seed", Value: uint64(3)})
	fails(t, failure(lclass.Logistic{Solver: lclass.Descent{Batch: 10, Seed: 2}}.Fit(d)), &lclass.SettingError{Setting: "Descent.Seed", Value: uint64(2)})
	learn(t, lclass.Perceptron{Epochs: 2}, d)
	wide := lclass.Blocks{N: 600, D: 600, Read: func(x []float64, lo, hi int) error { return nil }}
	w, err := lclass.FromMatrix(wide, class, classNames(2))
	must(t, w, err)
	learn(t, lclass.LinearSVM{Penalty: lclass.L2(1), Solver: lclass.Newton{MaxIter: 1}}, w)
	wide.D = 6000
	w, err = lclass.FromMatrix(wide, class, classNames(2))
	must(t, w, err)
	fails(t, failure(lclass.LinearSVM{Penalty: lclass.L2(1)}.Fit(w)), lclass.ErrNoOrder)
	fails(t, failure(lclass.LinearSVM{Penalty: lclass.L2(1), Solver: lclass.DualCoordinateDescent{}}.Fit(w)), &lclass.SettingError{Setting: "Solver", Value: "DualCoordinateDescent"})
}

func TestBlocksThatMakeNoSense(t *testing.T) {
	read := func([]float64, int, int) error { return nil }
	bytes := func([]byte, int, int) error { return nil }
	for _, c := range []struct {
		b    lclass.Blocks
		want error
	}{
		{lclass.Blocks{N: -1, Read: read}, &lclass.SettingError{Setting: "Blocks.N", Value: -1}},
		{lclass.Blocks{N: 1, D: 2, Features: []string{"a"}, Read: read}, &invalid.LengthError{Of: "names in Blocks.Features", Have: 1, Want: 2}},
		{lclass.Blocks{N: 1, D: 2, Features: []string{"a", "a"}, Read: read}, &lclass.NameError{Name: "a"}},
		{lclass.Blocks{N: 1, D: 2}, &lclass.SettingError{Setting: "Blocks.Read"}},
		{lclass.Blocks{N: 1, D: 2, Read: read, ReadBytes: bytes}, &lclass.SettingError{Setting: "Blocks.Read"}},
		{lclass.Blocks{N: 1, D: 1 << 17, ReadBytes: bytes}, &lclass.SettingError{Setting: "Blocks.D", Value: 1 << 17}},
		{lclass.Blocks{N: 1, D: 2, ReadBytes: bytes, Scale: math.Inf(1)}, &lclass.SettingError{Setting: "Blocks.Scale", Value: math.Inf(1)}},
	} {
		fails(t, failure(lclass.FromMatrix(c.b, []int{0}, []string{"a"})), c.want)
	}
	b := lclass.Blocks{N: 300, D: 2, Read: func(x []float64, lo, hi int) error { x[1] = 7; return nil }}
	if v := b.At(0, 1); v != 7 {
		t.Errorf("At = %v", v)
	}
	if n, d := b.T().Dims(); n != 2 || d != 300 || b.T().At(1, 0) != 7 {
		t.Errorf("the transpose is %d×%d", n, d)
	}
	if v := (lclass.Blocks{N: 1, D: 1}).At(0, 0); !math.IsNaN(v) {
		t.Errorf("At without Read = %v", v)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	b.At(300, 0)
}

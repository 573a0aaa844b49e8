package lclass_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/shard"
)

// remote is a shard on another machine: queries and sums travel as bytes.
type remote struct{ shard.Evaluator }

func (r remote) Sum(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	var there shard.Query
	if err := travel(q, &there); err != nil {
		return nil, err
	}
	sum, err := r.Evaluator.Sum(ctx, there)
	if err != nil {
		return nil, err
	}
	var back shard.Sum
	return &back, travel(sum, &back)
}

func travel(from, to any) error {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(from); err != nil {
		return err
	}
	return gob.NewDecoder(&b).Decode(to)
}

// shards divides data into four parts: none, the first sample alone, and two
// large ones, the last of which is read in blocks.
func shards(t *testing.T, s spec, x *mat.Dense, class []int, weight []float64) []*lclass.Data {
	t.Helper()
	n, d := x.Dims()
	all := weigh(t, s.data(t, x, class), weight)
	var parts []*lclass.Data
	for _, p := range [][2]int{{0, 0}, {0, 1}, {1, n / 2}} {
		var index []int
		for i := p[0]; i < p[1]; i++ {
			index = append(index, i)
		}
		parts = append(parts, all.Subset(index))
	}
	last := s.data(t, streamed(x.Slice(n/2, n, 0, d).(*mat.Dense)), class[n/2:])
	return append(parts, weigh(t, last, weight[n/2:]))
}

// samples returns the evaluator over all parts.
func samples(t *testing.T, e lclass.Estimator, parts []*lclass.Data) shard.Evaluator {
	t.Helper()
	var evaluators []shard.Evaluator
	for _, d := range parts {
		v, err := lclass.Shard(e, d)
		evaluators = append(evaluators, remote{must(t, v, err)})
	}
	return shard.Together(evaluators...)
}

// A fit over shards is that of all samples in one place.
func TestShardsLearnTheSame(t *testing.T) {
	var fitted int
	for _, s := range quick() {
		if strings.Contains(s.name, "DualCoordinateDescent") {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			x, class := s.clouds(700, 3)
			weight, _ := counts(700)
			weight[0] = 2
			all := weigh(t, s.data(t, x, class), weight)
			like := s.data(t, x.Slice(0, 6, 0, 3), class[:6])
			e := s.estimator(s.penalty)
			v := samples(t, e, shards(t, s, x, class, weight))
			got, err := lclass.FitShards(context.Background(), e, like, v)
			want := learn(t, e, all)
			switch want.Status.Solver {
			case "Descent", "Firth":
				fails(t, err, &lclass.SettingError{Setting: "Solver", Value: want.Status.Solver})
				return
			}
			if strings.HasPrefix(s.name, "Hinge") || strings.HasPrefix(s.name, "Weston") || strings.HasPrefix(s.name, "Crammer") {
				fails(t, err, &lclass.SettingError{Setting: "Loss", Value: want.Loss}, "use Loss SquaredHinge")
				return
			}
			must(t, got, err)
			fitted++
			near(t, "W, b", parameters(got), parameters(want), s.tol)
			if want.Status.Solver == "Newton" || want.Status.Solver == "ClosedForm" {
				near(t, "W, b", parameters(got), parameters(want), 1e-10)
			}
			if got.Status.Outcome != want.Status.Outcome || got.Target != want.Target || !slices.Equal(got.Classes, want.Classes) {
				t.Errorf("%v, want %v", got, want)
			}
			again, err := lclass.FitShards(context.Background(), e, like, v)
			near(t, "the same fit again", parameters(must(t, again, err)), parameters(got), 0)
		})
	}
	if fitted < 50 {
		t.Errorf("only %d fits", fitted)
	}
}

// Separation is found though no machine sees all samples.
func TestShardsOfSeparatedClasses(t *testing.T) {
	x, class := clouds(300, 2, 2, 1)
	for i, c := range class {
		x.Set(i, 0, float64(i)+1000*float64(c))
		x.Set(i, 1, float64(i%7))
	}
	var parts []*lclass.Data
	for lo := 0; lo < 300; lo += 100 {
		d, err := lclass.FromMatrix(x.Slice(lo, lo+100, 0, 2), class[lo:lo+100], classNames(2))
		parts = append(parts, must(t, d, err))
	}
	for _, solver := range []lclass.Solver{lclass.Newton{}, lclass.QuasiNewton{}} {
		e := lclass.Logistic{Solver: solver}
		m, err := lclass.FitShards(context.Background(), e, parts[0], samples(t, e, parts))
		if must(t, m, err); m.Status.Outcome != lclass.Separated {
			t.Errorf("%T: %v", solver, m.Status)
		}
	}
}

// A class may be missing where the solver runs, but not everywhere.
func TestShardsWithClassesElsewhere(t *testing.T) {
	x, class := clouds(300, 3, 3, 1)
	fit := func(class []int, like []int) *lclass.Model {
		d, err := lclass.FromMatrix(x, class, classNames(3))
		must(t, d, err)
		m, err := lclass.FitShards(context.Background(), lclass.Softmax{}, d.Subset(like), samples(t, lclass.Softmax{}, []*lclass.Data{d}))
		return must(t, m, err)
	}
	if m := fit(class, []int{0, 1}); m.Status.Err() != nil {
		t.Error(m.Status)
	}
	for i, c := range class {
		class[i] = c % 2
	}
	if m := fit(class, []int{0, 1}); m.Status.Err() == nil || !strings.Contains(m.Status.Note, "c2") {
		t.Error(m.Status)
	}
}

// broken fails from the given query on.
type broken struct {
	shard.Evaluator
	after int
	asked *int
}

var errCable = errors.New("cable cut")

func (b broken) Sum(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	if *b.asked++; *b.asked > b.after {
		return nil, errCable
	}
	return b.Evaluator.Sum(ctx, q)
}

func TestShardsThatFail(t *testing.T) {
	for _, e := range []lclass.Estimator{
		lclass.Logistic{}, lclass.Logistic{Solver: lclass.QuasiNewton{}}, lclass.Logistic{Penalty: lclass.L1(0.01)}, lclass.RegressionClassifier{},
	} {
		x, class := clouds(600, 3, 2, 1)
		d, err := lclass.FromMatrix(x, class, classNames(2))
		must(t, d, err)
		good := samples(t, e, []*lclass.Data{d})
		for after := 0; ; after++ {
			var asked int
			_, err := lclass.FitShards(context.Background(), e, d, shard.Together(good, broken{good, after, &asked}))
			if err == nil {
				if after < 4 {
					t.Errorf("%T: only %d queries", e, after)
				}
				break
			}
			if fails(t, err, errCable, "shard 1"); t.Failed() {
				t.Fatalf("%T after %d: error %v", e, after, err)
			}
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if _, err := lclass.FitShards(ctx, e, d, good); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		torn, err := lclass.FromMatrix(failsAt(x, 256, 4), class, classNames(2))
		must(t, torn, err)
		fails(t, failure(lclass.FitShards(context.Background(), e, d, samples(t, e, []*lclass.Data{torn}))), io.ErrUnexpectedEOF, "rows 256 to 511 cannot be read")
	}
}

// answer is a shard that says whatever it likes.
type answer func(q shard.Query) *shard.Sum

func (a answer) Sum(_ context.Context, q shard.Query) (*shard.Sum, error) { return a(q), nil }

func TestShardsThatDoNotFit(t *testing.T) {
	x, class := clouds(60, 3, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	wide, err := lclass.FromMatrix(mat.NewDense(60, 4, nil), class, classNames(2))
	must(t, wide, err)
	three, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, three, err)
	numbers, err := lclass.RegressionFromMatrix(x, x.RawMatrix().Data[:60])
	must(t, numbers, err)
	one := d.Subset([]int{0, 2, 4})
	none := d.Subset(nil)
	logistic := lclass.Logistic{}
	over := func(e lclass.Estimator, of lclass.Estimator, d, like *lclass.Data) error {
		v, err := lclass.Shard(of, d)
		if err != nil {
			return err
		}
		return failure(lclass.FitShards(context.Background(), e, like, v))
	}
	for name, c := range map[string]struct {
		err  error
		want error // nil: any
		says string
	}{
		"other features":  {over(logistic, logistic, wide, d), shard.ErrNames, "features"},
		"other scores":    {over(logistic, lclass.Softmax{}, d, d), nil, "does not match"},
		"other classes":   {over(lclass.Softmax{}, lclass.Softmax{}, three, d), shard.ErrNames, "classes"},
		"one class":       {over(logistic, logistic, one, d), lclass.ErrOneClass, ""},
		"no samples":      {over(logistic, logistic, none, d), lclass.ErrNoSamples, ""},
		"no likeness":     {over(logistic, logistic, d, none), lclass.ErrNoSamples, ""},
		"nil":             {over(logistic, logistic, nil, d), lclass.ErrNoTarget, ""},
		"nil likeness":    {over(logistic, logistic, d, nil), lclass.ErrNoSamples, ""},
		"no estimator":    {over(nil, logistic, d, d), lclass.ErrNoEstimator, ""},
		"perceptron":      {over(lclass.Perceptron{}, logistic, d, d), &lclass.SettingError{Setting: "Solver", Value: "Perceptron"}, ""},
		"Firth":           {over(lclass.Firth{}, logistic, d, d), &lclass.SettingError{Setting: "Solver", Value: "Firth"}, ""},
		"parts":           {over(lclass.OneVsRest{Of: logistic}, logistic, d, d), &lclass.SettingError{Setting: "Estimator", Value: "a lclass.OneVsRest"}, ""},
		"nothing":         {failure(lclass.FitShards(context.Background(), logistic, d, shard.Together())), nil, "there are no shards"},
		"no answer":       {failure(lclass.FitShards(context.Background(), logistic, d, answer(func(shard.Query) *shard.Sum { return nil }))), nil, "neither a sum nor an error"},
		"without weights": {failure(lclass.FitShards(context.Background(), logistic, d, answer(func(shard.Query) *shard.Sum { return &shard.Sum{N: 3, Classes: []int{0, 0}} }))), lclass.ErrNoWeight, ""},
		"other answer": {failure(lclass.FitShards(context.Background(), logistic, d, answer(func(shard.Query) *shard.Sum {
			return &shard.Sum{N: 3, Weight: 3, Classes: []int{1, 2}}
		}))), nil, "does not match"},
	} {
		t.Run(name, func(t *testing.T) {
			if c.want != nil {
				fails(t, c.err, c.want)
			}
			mentions(t, c.err, "lclass: ", c.says)
		})
	}

	v, err := lclass.Shard(logistic, d)
	must(t, v, err)
	numbered, err := lclass.Shard(lclass.LinearRegression{}, numbers)
	must(t, numbered, err)
	hinge, err := lclass.Shard(lclass.LinearSVM{Penalty: lclass.L2(1)}, d)
	must(t, hinge, err)
	softmax, err := lclass.Shard(lclass.Softmax{}, d)
	must(t, softmax, err)
	zero := make([]float64, 4)
	for _, c := range []struct {
		v    shard.Evaluator
		q    shard.Query
		want error
	}{
		{v, shard.Query{Kind: 99, Theta: zero}, &lclass.SettingError{Setting: "Query.Kind", Value: 99}},
		{v, shard.Query{Kind: shard.Loss}, &invalid.LengthError{Of: "values of Query.Theta", Have: 0, Want: 4}},
		{v, shard.Query{Kind: shard.Moments, Centre: zero}, &invalid.LengthError{Of: "values of Query.Centre", Have: 4, Want: 3}},
		{v, shard.Query{Kind: shard.Triangle, Centre: zero[:3]}, &invalid.LengthError{Of: "values of Query.Scale", Have: 0, Want: 3}},
		{v, shard.Query{Kind: shard.Margins, Theta: zero, Centre: zero[:3], Scale: zero[:3], Along: zero[:1]}, &invalid.LengthError{Of: "values of Query.Along", Have: 1, Want: 4}},
		{hinge, shard.Query{Kind: shard.Loss, Theta: zero, Centre: zero[:3], Curvature: true}, lclass.ErrNotSmooth},
		{hinge, shard.Query{Kind: shard.Factors, Theta: zero, Centre: zero[:3]}, lclass.ErrNotSmooth},
		{softmax, shard.Query{Kind: shard.Triangle, Centre: zero[:3], Scale: zero[:3], Target: zero[:2]}, lclass.ErrNotSquared},
		{numbered, shard.Query{Kind: shard.Margins, Theta: zero, Centre: zero[:3], Scale: zero[:3]}, &invalid.TargetError{Target: "t", Want: "classes"}},
	} {
		fails(t, failure(c.v.Sum(context.Background(), c.q)), c.want)
	}
}

// Three machines, each with some of the samples.
func ExampleFitShards() {
	x, class := clouds(3000, 4, 2, 1)
	spec := lclass.Logistic{Penalty: lclass.L2(1e-3)}
	var machines []shard.Evaluator
	for lo := 0; lo < 3000; lo += 1000 {
		part := lclass.Must(lclass.FromMatrix(x.Slice(lo, lo+1000, 0, 4), class[lo:lo+1000], []string{"no", "yes"}))
		machines = append(machines, lclass.Must(lclass.Shard(spec, part)))
	}
	// A cluster has an evaluator of its own, which sends the query to its machines.
	all := shard.Together(machines...)

	like := lclass.Must(lclass.FromMatrix(x.Slice(0, 10, 0, 4), class[:10], []string{"no", "yes"}))
	m := lclass.Must(lclass.FitShards(context.Background(), spec, like, all))
	fmt.Println(m.Status.Outcome, "by", m.Status.Solver)
	whole := lclass.Must(spec.Fit(lclass.Must(lclass.FromMatrix(x, class, []string{"no", "yes"}))))
	fmt.Println("as in one place:", mat.EqualApprox(m.W, whole.W, 1e-12))
	// Output:
	// converged by Newton
	// as in one place: true
}

// says is a shard that changes the answers of another from the second query on.
type says struct {
	shard.Evaluator
	asked  *atomic.Int64
	change func(q shard.Query, s *shard.Sum) *shard.Sum
}

func (v says) Sum(ctx context.Context, q shard.Query) (*shard.Sum, error) {
	sum, err := v.Evaluator.Sum(ctx, q)
	if err != nil || v.asked.Add(1) == 1 {
		return sum, err
	}
	return v.change(q, sum), nil
}

// An answer that is none, or is of other samples, is an error that names the shard.
func TestShardsThatAnswerWrongly(t *testing.T) {
	x, class := clouds(600, 3, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	gradient := func(change func(g []float64) []float64) func(q shard.Query, s *shard.Sum) *shard.Sum {
		return func(q shard.Query, s *shard.Sum) *shard.Sum {
			if q.Kind == shard.Loss && s.Gradient != nil {
				s.Gradient = change(s.Gradient)
			}
			return s
		}
	}
	for name, c := range map[string]struct {
		change  func(q shard.Query, s *shard.Sum) *shard.Sum
		changed bool // that is the error
		says    string
	}{
		"nil":           {func(shard.Query, *shard.Sum) *shard.Sum { return nil }, false, "neither a sum nor an error"},
		"NaN gradient":  {gradient(func(g []float64) []float64 { g[2] = math.NaN(); return g }), false, "Sum.Gradient, value 2, is NaN"},
		"all NaN":       {gradient(func(g []float64) []float64 { return slices.Repeat([]float64{math.NaN()}, len(g)) }), false, "is NaN"},
		"NaN loss":      {func(_ shard.Query, s *shard.Sum) *shard.Sum { s.Loss = math.NaN(); return s }, false, "Sum.Loss, value 0, is NaN"},
		"no gradient":   {gradient(func([]float64) []float64 { return nil }), false, "Sum.Gradient has 0 values; the query asks for 4"},
		"long gradient": {gradient(func(g []float64) []float64 { return append(g, 0) }), false, "Sum.Gradient has 5 values"},
		"moments": {func(_ shard.Query, s *shard.Sum) *shard.Sum {
			if s.Second != nil {
				s.Second = s.Second[1:]
			}
			return s
		}, false, "Sum.Second has 2 values"},
		"negative": {func(_ shard.Query, s *shard.Sum) *shard.Sum { s.N = -1; return s }, false, "Sum.N = -1"},
		"another N": {func(_ shard.Query, s *shard.Sum) *shard.Sum {
			s.Shards[0].N++
			return s
		}, true, "has 601 samples, but had 600"},
		"another fingerprint": {func(_ shard.Query, s *shard.Sum) *shard.Sum { s.Shards[0].Fingerprint++; return s }, true, "the targets, weights, names or loss of shard"},
	} {
		for _, e := range []lclass.Estimator{
			lclass.Logistic{}, lclass.Logistic{Solver: lclass.QuasiNewton{}}, lclass.Logistic{Penalty: lclass.L1(0.01)}, lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lclass.L1(0.01)},
		} {
			good := samples(t, e, []*lclass.Data{d})
			all := shard.Together(good, says{good, new(atomic.Int64), c.change})
			m, err := lclass.FitShards(context.Background(), e, d, all)
			if m != nil || err == nil {
				t.Fatalf("%s, %T: %v", name, e, m)
			}
			mentions(t, err, "shard 1", c.says)
			if errors.Is(err, lclass.ErrChanged) != c.changed {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	// An evaluator of its own that knows no identities.
	e := lclass.Logistic{}
	_, err = lclass.FitShards(context.Background(), e, d, says{samples(t, e, []*lclass.Data{d}), new(atomic.Int64), func(q shard.Query, s *shard.Sum) *shard.Sum {
		s.N, s.Shards = s.N+1, nil
		return s
	}})
	if !errors.Is(err, lclass.ErrChanged) {
		t.Errorf("error %v", err)
	}
}

// What a shard has besides features is in its fingerprint.
func TestFingerprintsOfShards(t *testing.T) {
	x, class := clouds(60, 3, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	print := func(e lclass.Estimator, d *lclass.Data) shard.Identity {
		v, err := lclass.Shard(e, d)
		must(t, v, err)
		s, err := v.Sum(context.Background(), shard.Query{Kind: shard.Targets})
		return must(t, s, err).Shards[0]
	}
	other := slices.Clone(class)
	other[7] = 1 - other[7]
	flipped, err := lclass.FromMatrix(x, other, classNames(2))
	must(t, flipped, err)
	renamed, err := d.WithFeatures("a", "b", "c")
	must(t, renamed, err)
	weight, _ := counts(60)
	if first, again := print(lclass.Logistic{}, d), print(lclass.Logistic{}, d); first != again {
		t.Error("the same shard has two fingerprints")
	}
	seen := map[uint64]string{print(lclass.Logistic{}, d).Fingerprint: "Logistic"}
	for name, p := range map[string]shard.Identity{
		"targets":  print(lclass.Logistic{}, flipped),
		"features": print(lclass.Logistic{}, renamed),
		"weights":  print(lclass.Logistic{}, weigh(t, d, weight)),
		"loss":     print(lclass.LinearSVM{Loss: lclass.SquaredHinge, Penalty: lclass.L2(1)}, d),
		"scores":   print(lclass.Softmax{}, d),
	} {
		if p.N != 60 || seen[p.Fingerprint] != "" {
			t.Errorf("%s: %v as %s", name, p, seen[p.Fingerprint])
		}
		seen[p.Fingerprint] = name
	}
}

// Shards that have the same names but in another order, or other classes, are not merged.
func TestShardsOfOtherNames(t *testing.T) {
	x, class := clouds(60, 3, 2, 1)
	d, err := lclass.FromMatrix(x, class, []string{"no", "yes"})
	must(t, d, err)
	d, err = d.WithFeatures("x1", "x2", "x3")
	must(t, d, err)
	swapped, err := d.WithFeatures("x2", "x1", "x3")
	must(t, swapped, err)
	later, err := lclass.FromMatrix(x, class, []string{"yes", "zzz"})
	must(t, later, err)
	counts, other := make([]float64, 60), make([]float64, 60)
	for i, k := range class {
		counts[i], other[i] = float64(k), float64(k+1)
	}
	numbers, err := lclass.RegressionFromMatrix(x, counts)
	must(t, numbers, err)
	more, err := lclass.RegressionFromMatrix(x, other)
	must(t, more, err)
	pipeline := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Logistic{}}
	for name, c := range map[string]struct {
		e    lclass.Estimator
		a, b *lclass.Data
		says string // empty: no error
	}{
		"features":           {lclass.Logistic{}, d, swapped, "features"},
		"features, pipeline": {pipeline, d, swapped, "features"},
		"classes":            {lclass.Logistic{}, d, later, "classes"},
		"classes, softmax":   {lclass.Softmax{}, d, later, "classes"},
		"integers":           {lclass.Logistic{}, numbers, more, "classes"},
		"numbers":            {lclass.LinearRegression{}, numbers, more, ""},
	} {
		t.Run(name, func(t *testing.T) {
			over := func(parts ...*lclass.Data) error {
				return failure(lclass.FitShards(context.Background(), c.e, c.a, samples(t, c.e, parts)))
			}
			for _, err := range []error{over(c.a, c.b), over(c.b)} { // one that differs from the other, or from like
				if c.says == "" {
					must(t, c, err)
					continue
				}
				fails(t, err, shard.ErrNames, c.says)
			}
		})
	}
}

// deaf answers some queries and then none, whatever its context.
type deaf struct {
	shard.Evaluator
	after  int64
	asked  *atomic.Int64
	silent chan struct{} // closed when it answers no more
	end    chan struct{}
}

func (v deaf) Sum(_ context.Context, q shard.Query) (*shard.Sum, error) {
	if asked := v.asked.Add(1); asked > v.after {
		if asked == v.after+1 {
			close(v.silent)
		}
		<-v.end
	}
	return v.Evaluator.Sum(context.Background(), q)
}

func TestShardThatIsDeaf(t *testing.T) {
	x, class := clouds(600, 3, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	e := lclass.Logistic{Penalty: lclass.L1(0.01)}
	good := samples(t, e, []*lclass.Data{d})
	for after := range int64(6) {
		ctx, cancel := context.WithCancel(context.Background())
		v := deaf{good, after, new(atomic.Int64), make(chan struct{}), make(chan struct{})}
		go func() {
			<-v.silent
			cancel()
		}()
		if _, err := lclass.FitShards(ctx, e, d, shard.Together(good, v)); !errors.Is(err, context.Canceled) {
			t.Errorf("after %d: error %v", after, err)
		}
		close(v.end)
	}
}

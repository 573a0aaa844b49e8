package lclass_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/lclass/shard"
)

// withoutIntercept returns the learner with NoIntercept, nil if it has no such field.
func withoutIntercept(e lclass.Estimator) lclass.Estimator {
	switch e := e.(type) {
	case lclass.Logistic:
		e.NoIntercept = true
		return e
	case lclass.Softmax:
		e.NoIntercept = true
		return e
	case lclass.LinearRegression:
		e.NoIntercept = true
		return e
	case lclass.RegressionClassifier:
		e.NoIntercept = true
		return e
	case lclass.LinearSVM:
		e.NoIntercept = true
		return e
	case lclass.Firth:
		e.NoIntercept = true
		return e
	}
	return nil
}

// mirrored adds to each sample the one on the other side of 0, of the other class or the
// negative number.
func mirrored(s spec, t *testing.T, x *mat.Dense, class []int) *lclass.Data {
	var minus, both mat.Dense
	minus.Scale(-1, x)
	both.Stack(x, &minus)
	if s.classes == 0 {
		y := numbers(class)
		for _, v := range numbers(class) {
			y = append(y, -v)
		}
		d, err := lclass.RegressionFromMatrix(&both, y)
		return must(t, d, err)
	}
	other := slices.Clone(class)
	for _, c := range class {
		other = append(other, 1-c)
	}
	return s.data(t, &both, other)
}

// On data that are symmetric about 0 the best b is 0, whatever the penalty: the fit with
// it is that without, of all samples and of one half of them.
func TestWithoutInterceptIsSymmetric(t *testing.T) {
	var fits int
	for _, s := range specs() {
		without := withoutIntercept(s.estimator(s.penalty))
		if without == nil || s.classes == 3 || strings.HasPrefix(s.name, "Firth") { // whose prior weighs less beside more samples
			continue
		}
		fits++
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			x, class := s.clouds(90, 3)
			want := s.fit(t, mirrored(s, t, x, class))
			for name, d := range map[string]*lclass.Data{"half": s.data(t, x, class), "all": mirrored(s, t, x, class)} {
				m := learn(t, without, d)
				if err := m.Status.Err(); err != nil {
					t.Error(err)
				}
				near(t, name, parameters(m), parameters(want), 10*s.tol)
				if !m.NoIntercept || m.B[0] != 0 {
					t.Errorf("NoIntercept %v, b = %v", m.NoIntercept, m.B)
				}
			}
		})
	}
	if fits < 60 {
		t.Errorf("only %d fits", fits)
	}
}

// Without a penalty a constant feature is an intercept.
func TestConstantFeatureIsIntercept(t *testing.T) {
	for _, s := range specs() {
		without := withoutIntercept(s.estimator(s.penalty))
		if without == nil || s.penalty.Lambda > 0 {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			x, class := s.clouds(90, 3)
			one := mat.NewDense(90, 1, slices.Repeat([]float64{1}, 90))
			var with mat.Dense
			with.Augment(x, one)
			want, d := s.fit(t, s.data(t, x, class)), s.data(t, &with, class)
			m := learn(t, without, d)
			if err := m.Status.Err(); err != nil {
				t.Error(err)
			}
			k, _ := m.W.Dims()
			for c := range k {
				near(t, fmt.Sprint("score ", c), mat.Row(nil, c, m.W), append(mat.Row(nil, c, want.W), want.B[c]), 10*s.tol)
			}
			if _, err := m.Summary(d); err != nil {
				if !errors.Is(err, lclass.ErrNoLikelihood) && !errors.Is(err, lclass.ErrNotConverged) {
					t.Error(err)
				}
				return
			}
			a, err := m.Summary(d)
			must(t, a, err)
			b, err := want.Summary(s.data(t, x, class))
			must(t, b, err)
			near(t, "standard errors", listOf(a, se), listOf(b, se), 1e-5)
			near(t, "likelihood and degrees of freedom", []float64{a.LogLikelihood, a.Residual, a.AIC}, []float64{b.LogLikelihood, b.Residual, b.AIC}, 1e-8)
			if strings.HasPrefix(s.name, "Firth") {
				return // has neither
			}
			for name, o := range map[string]lclass.SummaryOptions{"HC1": {Covariance: lclass.HC1}, "profile": {Profile: true}} {
				a, err := m.Summary(d, o)
				must(t, a, err)
				b, err := want.Summary(s.data(t, x, class), o)
				must(t, b, err)
				near(t, name, slices.Concat(intervals(a)...), slices.Concat(intervals(b)...), 1e-5)
			}
		})
	}
}

// Solvers agree where nothing else says what is right: several scores with a penalty.
func TestSolversAgreeWithoutIntercept(t *testing.T) {
	found := map[string]*lclass.Model{}
	for _, s := range specs() {
		without := withoutIntercept(s.estimator(s.penalty))
		if without == nil {
			continue
		}
		x, class := s.clouds(90, 3)
		d := s.data(t, x, class)
		m := learn(t, without, d)
		if err := m.Status.Err(); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		name, _, _ := strings.Cut(s.name, "/")
		key := fmt.Sprint(name, " with ", s.penalty)
		if found[key] == nil {
			found[key] = m
			continue
		}
		near(t, s.name, parameters(m), parameters(found[key]), 10*max(s.tol, 1e-6))
	}
	if len(found) != 6*4+3+1 { // six learners with four penalties, three with L2 only, Firth with none
		t.Errorf("%d problems", len(found))
	}
}

// offsetSpecs are the specs of learners that take an offset.
func offsetSpecs() []spec {
	return slices.DeleteFunc(specs(), func(s spec) bool {
		switch s.estimator(s.penalty).(type) {
		case lclass.Logistic, lclass.LinearRegression, lclass.Firth:
			return false
		}
		return true
	})
}

func offset(t *testing.T, d *lclass.Data, o []float64) *lclass.Data {
	t.Helper()
	d, err := d.WithOffset(o)
	return must(t, d, err)
}

// An offset of c·x takes c from that weight, and a constant one takes it from b.
func TestOffsetShiftsCoefficients(t *testing.T) {
	for _, s := range offsetSpecs() {
		if s.penalty.Lambda > 0 {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			x, class := s.clouds(90, 3)
			d := s.data(t, x, class)
			o := make([]float64, 90)
			for i := range o {
				o[i] = 2*x.At(i, 1) - 0.5
			}
			want := parameters(s.fit(t, d))
			want[1] -= 2
			want[3] += 0.5
			m := s.fit(t, offset(t, d, o))
			near(t, "with offset", parameters(m), want, 10*s.tol)
			near(t, "scores", scores(t, m, offset(t, d, o)), scores(t, s.fit(t, d), d), 100*s.tol)

			without := learn(t, withoutIntercept(s.estimator(s.penalty)), d)
			for i := range o {
				o[i] += 0.5
			}
			want = parameters(without)
			want[1] -= 2
			near(t, "without intercept", parameters(learn(t, withoutIntercept(s.estimator(s.penalty)), offset(t, d, o))), want, 10*s.tol)
		})
	}
}

// drawn are offsets as large as the scores.
func drawn(n int) []float64 {
	rng, o := rand.New(rand.NewPCG(1, 2)), make([]float64, n)
	for i := range o {
		o[i] = 2*rng.NormFloat64() + 1
	}
	return o
}

// With an offset, too, all solvers find the same weights, and say that they have converged.
func TestSolversAgreeWithOffset(t *testing.T) {
	found := map[string]*lclass.Model{}
	for _, s := range offsetSpecs() {
		x, class := s.clouds(90, 3)
		m := s.fit(t, offset(t, s.data(t, x, class), drawn(90)))
		name, _, _ := strings.Cut(s.name, "/")
		key := fmt.Sprint(name, " with ", s.penalty)
		if found[key] == nil {
			found[key] = m
			continue
		}
		near(t, s.name, parameters(m), parameters(found[key]), 10*max(s.tol, 1e-6))
	}
	if len(found) != 2*4+1 {
		t.Errorf("%d problems", len(found))
	}
}

// A weight of 3 is three samples, each with the offset.
func TestOffsetGoesWithItsSample(t *testing.T) {
	for _, s := range offsetSpecs() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			x, class := s.clouds(90, 3)
			d := offset(t, s.data(t, x, class), drawn(90))
			weight, repeated := counts(90)
			near(t, "weighted", parameters(s.fit(t, weigh(t, d, weight))), parameters(s.fit(t, d.Subset(repeated))), s.tol)
		})
	}
}

// Rows in blocks and in shards are those in memory.
func TestInterceptAndOffsetElsewhere(t *testing.T) {
	x, class := clouds(900, 3, 2, 1)
	o := drawn(900)
	blocks := lclass.Blocks{N: 900, D: 3, Size: 256, Read: func(v []float64, lo, hi int) error {
		copy(v, x.RawMatrix().Data[3*lo:3*hi])
		return nil
	}}
	memory, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, memory, err)
	stream, err := lclass.FromMatrix(blocks, class, classNames(2))
	must(t, stream, err)
	numbered, err := lclass.RegressionFromMatrix(x, numbers(class))
	must(t, numbered, err)
	for _, c := range []struct {
		name      string
		e         lclass.Estimator
		d, stream *lclass.Data
	}{
		{"Newton", lclass.Logistic{NoIntercept: true, Solver: lclass.Newton{}}, memory, stream},
		{"QuasiNewton", lclass.Logistic{NoIntercept: true, Penalty: lclass.L2(0.01), Solver: lclass.QuasiNewton{Tol: 1e-14}}, memory, stream},
		{"with intercept", lclass.Logistic{Penalty: lclass.L2(0.01), Solver: lclass.QuasiNewton{Tol: 1e-14}}, memory, stream},
		{"CoordinateDescent", lclass.Logistic{NoIntercept: true, Penalty: lclass.L1(0.01), Solver: lclass.CoordinateDescent{Tol: 1e-14}}, memory, stream},
		{"ClosedForm", lclass.LinearRegression{NoIntercept: true}, numbered, nil},
		{"ClosedForm with intercept", lclass.LinearRegression{}, numbered, nil},
	} {
		d := offset(t, c.d, o)
		want := learn(t, c.e, d)
		if c.stream != nil {
			m := learn(t, c.e, offset(t, c.stream, o))
			if !slices.Equal(parameters(m), parameters(want)) {
				t.Errorf("%s: blocks give %v, memory %v", c.name, parameters(m), parameters(want))
			}
			near(t, "scores", scores(t, m, offset(t, c.stream, o)), scores(t, want, d), 0)
		}
		var parts []shard.Evaluator
		for _, at := range [][2]int{{0, 300}, {300, 900}} {
			part, err := lclass.Shard(c.e, d.Subset(between(at[0], at[1])))
			parts = append(parts, must(t, part, err))
		}
		m, err := lclass.FitShards(context.Background(), c.e, d.Subset(between(0, 20)), shard.Together(parts...))
		near(t, c.name+" in shards", parameters(must(t, m, err)), parameters(want), 1e-6)
		if !m.Offset {
			t.Errorf("%s: the model in shards has no Offset", c.name)
		}
		plain := lclass.Must(d.WithOffset(nil)).Subset(between(0, 20))
		_, err = lclass.FitShards(context.Background(), c.e, plain, shard.Together(parts...))
		mentions(t, err, "like has none", "WithOffset")
	}
}

// Bytes, of which early passes are in float32, and the λ of a path change no solution.
func TestNoInterceptOfBytesAndPaths(t *testing.T) {
	const n, d, scale = 300, 8, 1. / 255
	bytes, class := pixels(n, d, 4)
	x := mat.NewDense(n, d, nil)
	for i, v := range bytes {
		x.Set(i/d, i%d, scale*float64(v))
	}
	sparse, err := fromBytes(bytes, d, scale, class, classNames(4))
	must(t, sparse, err)
	dense, err := lclass.FromMatrix(x, class, classNames(4))
	must(t, dense, err)
	softmax := func(λ float64, start *lclass.Model, s lclass.Solver) lclass.Softmax {
		return lclass.Softmax{Penalty: lclass.L2(λ), NoIntercept: true, Start: start, Solver: s}
	}
	quasi := lclass.QuasiNewton{Tol: 1e-14}
	want := parameters(learn(t, softmax(0.001, nil, lclass.Newton{Tol: 1e-14}), dense))
	near(t, "bytes", parameters(learn(t, softmax(0.001, nil, quasi), sparse)), want, 1e-6)
	for m, err := range lclass.Path(sparse, []float64{0.1, 0.01, 0.001}, func(λ float64, start *lclass.Model) lclass.Estimator {
		return softmax(λ, start, quasi)
	}) {
		if must(t, m, err); m.Penalty.Lambda == 0.001 {
			near(t, "path", parameters(m), want, 1e-6)
		}
	}
}

func between(lo, hi int) []int {
	var index []int
	for i := lo; i < hi; i++ {
		index = append(index, i)
	}
	return index
}

// An offset can be so large that it puts every sample on its side. That is no separation,
// which goes by the features alone, and hides none.
func TestOffsetDoesNotSeparate(t *testing.T) {
	x, class := clouds(60, 2, 2, 1)
	o := make([]float64, len(class))
	for i, c := range class {
		o[i] = 30 * (float64(c) - 0.5)
	}
	d, err := lclass.FromMatrix(x, class, classNames(2))
	d = offset(t, must(t, d, err), o)
	apart := mat.DenseCopyOf(x)
	for i, c := range class {
		apart.Set(i, 0, math.Abs(x.At(i, 0))*float64(2*c-1))
	}
	separated, err := lclass.FromMatrix(apart, class, classNames(2))
	separated = offset(t, must(t, separated, err), o)
	for _, s := range []lclass.Solver{lclass.Newton{}, lclass.QuasiNewton{}, lclass.CoordinateDescent{}} {
		if m := learn(t, lclass.Logistic{Solver: s}, d); m.Status.Outcome == lclass.Separated {
			t.Errorf("%T: %v", s, m.Status)
		}
		for _, none := range []bool{false, true} {
			if m := learn(t, lclass.Logistic{Solver: s, NoIntercept: none}, separated); m.Status.Outcome != lclass.Separated {
				t.Errorf("%T, NoIntercept %v: %v", s, none, m.Status)
			}
		}
	}
	if m := learn(t, lclass.Logistic{Solver: lclass.Descent{Epochs: 3}}, d); m.Status.Outcome == lclass.Separated {
		t.Errorf("descent: %v", m.Status)
	}
}

// A hyperplane that does not pass through 0 separates with an intercept only.
func TestSeparatedByInterceptOnly(t *testing.T) {
	d, err := lclass.FromMatrix(mat.NewDense(6, 1, []float64{1, 2, 3, 4, 5, 6}), []int{0, 0, 0, 1, 1, 1}, classNames(2))
	must(t, d, err)
	for _, s := range []lclass.Solver{nil, lclass.Newton{}, lclass.QuasiNewton{}, lclass.CoordinateDescent{}, lclass.Descent{Eta: 0.1, Epochs: 5000}} {
		if m := learn(t, lclass.Logistic{Solver: s}, d); m.Status.Outcome != lclass.Separated {
			t.Errorf("%T with intercept: %v", s, m.Status)
		}
		if m := learn(t, lclass.Logistic{Solver: s, NoIntercept: true}, d); m.Status.Outcome != lclass.Converged {
			t.Errorf("%T without: %v", s, m.Status)
		}
	}
}

// A sample whose features are all 0 has a score of 0 without an intercept.
func TestZeroRowWithoutIntercept(t *testing.T) {
	x, class := clouds(30, 2, 2, 1)
	x.SetRow(0, []float64{0, 0})
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	rest := d.Subset(between(1, 30))
	for _, loss := range []lclass.SVMLoss{lclass.Hinge, lclass.SquaredHinge, lclass.ModifiedHuber, lclass.CrammerSinger} {
		dual := lclass.LinearSVM{Loss: loss, Penalty: lclass.L2(0.1 * 29 / 30), Solver: lclass.DualCoordinateDescent{Tol: 1e-10}, NoIntercept: true}
		m := learn(t, dual, d)
		if err := m.Status.Err(); err != nil {
			t.Errorf("%v: %v", loss, err)
		}
		dual.Penalty = lclass.L2(0.1)
		near(t, fmt.Sprint(loss), parameters(m), parameters(learn(t, dual, rest)), 1e-5)
	}
}

// LambdaMax is where the last weight becomes 0.
func TestLambdaMaxOfOffset(t *testing.T) {
	x, class := clouds(90, 3, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	d = offset(t, must(t, d, err), drawn(90))
	for _, none := range []bool{false, true} {
		most, err := lclass.LambdaMax(lclass.Logistic{Penalty: lclass.L1(1), NoIntercept: none}, d)
		must(t, most, err)
		for by, want := range map[float64]bool{1.0001: true, 0.999: false} {
			m := learn(t, lclass.Logistic{Penalty: lclass.L1(by * most), NoIntercept: none}, d)
			if all := mat.Norm(m.W, 1) == 0; all != want {
				t.Errorf("NoIntercept %v: all weights are 0 with %v times LambdaMax: %v", none, by, all)
			}
		}
	}
}

func TestFeaturesWithoutIntercept(t *testing.T) {
	// The third is twice the first: two of three are independent.
	d, err := lclass.RegressionFromMatrix(mat.NewDense(4, 3, []float64{1, 2, 2, 3, 1, 6, 0, 5, 0, 2, 2, 4}), []float64{1, 2, 3, 5})
	must(t, d, err)
	for _, s := range []lclass.Solver{lclass.ClosedForm{}, lclass.Newton{}} {
		m := learn(t, lclass.LinearRegression{NoIntercept: true, Solver: s}, d)
		if !strings.Contains(m.Status.Note, "rank 2 of 3") {
			t.Errorf("%T: %v", s, m.Status)
		}
	}
	// A feature that is the same in all samples is no worse than another one.
	constant, err := lclass.RegressionFromMatrix(mat.NewDense(3, 1, []float64{2, 2, 2}), []float64{1, 2, 6})
	m := learn(t, lclass.LinearRegression{NoIntercept: true}, must(t, constant, err))
	near(t, "mean over 2", parameters(m), []float64{1.5, 0}, 1e-12)
}

func TestPredictionWithOffset(t *testing.T) {
	x, class := clouds(60, 2, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	o := drawn(60)
	m := learn(t, lclass.Logistic{NoIntercept: true}, offset(t, d, o))
	plain := *m
	plain.Offset = false
	want := scores(t, &plain, d)
	for i, v := range o {
		want[i] += v
	}
	near(t, "scores", scores(t, m, offset(t, d, o)), want, 0)
	p, err := m.Proba(offset(t, d, o))
	must(t, p, err)
	near(t, "probabilities", []float64{p.At(7, 1)}, []float64{lclass.Sigmoid(want[7])}, 1e-15)
	if z := scores(t, &plain, offset(t, d, o)); !slices.Equal(z, scores(t, &plain, d)) {
		t.Error("a model that has learnt without an offset adds that of the data")
	}
	for what, err := range map[string]error{
		"Predict": failure(m.Predict(d)), "Proba": failure(m.Proba(d)), "Scores": failure(m.Scores(d)),
		"Accuracy": failure(m.Accuracy(d)), "Summary": failure(m.Summary(d)),
	} {
		if !errtest.Is(err, &lclass.ColumnError{Missing: []string{"offset"}, Have: d.Features()}) {
			t.Errorf("%s of data without an offset: %v", what, err)
		}
	}
	func() {
		defer func() {
			if text, ok := recover().(string); !ok || !strings.Contains(text, "offset") {
				t.Errorf("ScoresOne: %v", text)
			}
		}()
		m.ScoresOne([]float64{1, 2})
	}()
	huge := offset(t, d, slices.Repeat([]float64{math.MaxFloat64}, 60))
	far := *m
	far.W = mat.NewDense(1, 2, []float64{math.MaxFloat64, math.MaxFloat64})
	if !isFinite(scores(t, &far, huge)) {
		t.Error("scores beyond float64")
	}
}

func TestOffsetRefused(t *testing.T) {
	x, class := clouds(60, 2, 3, 1)
	three, err := lclass.FromMatrix(x, class, classNames(3))
	three = offset(t, must(t, three, err), drawn(60))
	two, err := lclass.FromMatrix(x, numbersBelow(class, 2), classNames(2))
	two = offset(t, must(t, two, err), drawn(60))
	for _, c := range []struct {
		e    lclass.Estimator
		d    *lclass.Data
		want error
	}{
		{lclass.Softmax{}, three, lclass.ErrSoftmaxOffset},
		{lclass.OneVsRest{Of: lclass.Logistic{}}, three, lclass.ErrBinaryOffset},
		{lclass.OneVsOne{Of: lclass.Logistic{}}, three, lclass.ErrBinaryOffset},
		{lclass.LeastSquares{}, three, lclass.ErrOffset},
		{lclass.LDA{}, three, lclass.ErrOffset},
		{lclass.QDA{}, three, lclass.ErrOffset},
		{lclass.NaiveBayes{}, three, lclass.ErrOffset},
		{lclass.LinearSVM{Penalty: lclass.L2(1)}, two, lclass.ErrOffset},
		{lclass.Perceptron{}, two, lclass.ErrOffset},
		{lclass.RegressionClassifier{}, two, lclass.ErrOffset},
	} {
		t.Run(fmt.Sprintf("%T", c.e), func(t *testing.T) { fails(t, failure(c.e.Fit(c.d)), c.want, "WithOffset(nil)") })
	}
	if m := learn(t, lclass.OneVsRest{Of: lclass.Logistic{NoIntercept: true}}, two); !m.Offset || !m.NoIntercept {
		t.Error("OneVsRest of two classes is not Logistic")
	}
	if m := learn(t, lclass.OneVsRest{Of: lclass.Logistic{NoIntercept: true}}, lclass.Must(three.WithOffset(nil))); !m.NoIntercept || m.Offset {
		t.Error("OneVsRest has lost NoIntercept")
	}
	for _, o := range [][]float64{{1}, append(drawn(59), math.NaN()), append(drawn(59), math.Inf(1))} {
		if _, err := two.WithOffset(o); err == nil {
			t.Errorf("no error for offsets %v", head(o))
		}
	}
	_, err = lclass.RegressionClassifier{NoIntercept: true, ZeroOne: true}.Fit(lclass.Must(two.WithOffset(nil)))
	fails(t, err, &lclass.SettingError{Setting: "RegressionClassifier.ZeroOne", Value: true})
	d := lclass.Must(two.WithOffset(nil))
	_, err = lclass.Logistic{NoIntercept: true, Start: learn(t, lclass.Logistic{}, d)}.Fit(d)
	fails(t, err, lclass.ErrStart)
}

// numbersBelow returns the classes modulo k.
func numbersBelow(class []int, k int) []int {
	below := slices.Clone(class)
	for i := range below {
		below[i] %= k
	}
	return below
}

func TestOffsetOfFrame(t *testing.T) {
	df := dataframe.ReadCSV(strings.NewReader("x,t,o,s\n1,0,0.5,1\n2,1,-1,2\n3,0,0.25,1\n4,1,2,1\n2.5,0,0,3\n"))
	d, err := lclass.FromFrame(df, lclass.Columns{Target: "t", Offset: "o", Weight: "s"})
	must(t, d, err)
	if !slices.Equal(d.Features(), []string{"x"}) || !slices.Equal(d.Offset(), []float64{0.5, -1, 0.25, 2, 0}) || !slices.Equal(d.Weight(), []float64{1, 2, 1, 1, 3}) {
		t.Errorf("%v, offset %v, weight %v", d.Features(), d.Offset(), d.Weight())
	}
	if !strings.Contains(d.String(), "offset") {
		t.Errorf("%v does not mention the offset", d)
	}
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}, d)
	text, err := json.Marshal(m)
	must(t, text, err)
	var read lclass.Model
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	again, err := lclass.FromFrame(df, lclass.Columns{Like: &read})
	near(t, "scores of the frame", scores(t, &read, must(t, again, err)), scores(t, m, d), 1e-15)
	renamed, err := lclass.FromFrame(df.Rename("p", "o"), lclass.Columns{Like: &read, Offset: "p"})
	near(t, "scores of another column", scores(t, &read, must(t, renamed, err)), scores(t, m, d), 1e-15)
	like, err := lclass.FromFrame(df, lclass.Columns{Like: d})
	if must(t, like, err); !slices.Equal(like.Offset(), d.Offset()) {
		t.Errorf("like the data, the offset is %v", like.Offset())
	}
	var missing *lclass.ColumnError
	if _, err := lclass.FromFrame(df.Drop("o"), lclass.Columns{Like: &read}); !errors.As(err, &missing) || !slices.Equal(missing.Missing, []string{"o"}) {
		t.Errorf("a frame without the offset: %v", err)
	}
	_, err = lclass.FromFrame(df, lclass.Columns{Target: "t", Offset: "none"})
	if !errors.As(err, &missing) || !slices.Equal(missing.Missing, []string{"none"}) {
		t.Errorf("a column that is not there: %v", err)
	}
	_, err = lclass.FromFrame(df, lclass.Columns{Target: "t", Offset: "t"})
	fails(t, err, &lclass.NameError{Name: "t"})
	gap := dataframe.ReadCSV(strings.NewReader("x,t,o\n1,0,0.5\n2,1,\n3,0,1\n"))
	var none *lclass.ValueError
	if _, err := lclass.FromFrame(gap, lclass.Columns{Target: "t", Offset: "o"}); !isValue(err, lclass.ErrMissing, &none) || none.Column != "o" {
		t.Errorf("a missing offset: %v", err)
	}
	texts := dataframe.ReadCSV(strings.NewReader("x,t,o\n1,0,a\n2,1,b\n3,0,c\n"))
	_, err = lclass.FromFrame(texts, lclass.Columns{Target: "t", Offset: "o"})
	fails(t, err, &lclass.ValueError{Err: lclass.ErrKind, Column: "o", Value: "a", Want: []string{"numbers"}})
}

// Tables, texts and files of a model without an intercept have none.
func TestNoInterceptIsKept(t *testing.T) {
	x, class := clouds(60, 2, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	m := learn(t, lclass.Logistic{NoIntercept: true}, must(t, d, err))
	if text := m.String(); strings.Contains(text, "\nb") || strings.Contains(text, " b  ") || !strings.Contains(text, "σ(w·x)") {
		t.Errorf("printed as\n%s", text)
	}
	if names := m.Table().Columns[0].Text; !slices.Equal(names, []string{"x1", "x2"}) {
		t.Errorf("the table has the rows %v", names)
	}
	text, err := json.Marshal(m)
	must(t, text, err)
	var read lclass.Model
	if err := json.Unmarshal(text, &read); err != nil || !read.NoIntercept || !slices.Equal(parameters(&read), parameters(m)) {
		t.Errorf("read as %+v, error %v", read, err)
	}
	for old, bad := range map[string]string{
		`"b":[0]`:             `"b":[1]`,
		`"no_intercept":true`: `"no_intercept":1`,
		`"penalty"`:           `"offset":"x","penalty"`,
	} {
		changed := strings.Replace(string(text), old, bad, 1)
		var file *lclass.FileError
		if err := json.Unmarshal([]byte(changed), new(lclass.Model)); changed == string(text) || !errors.As(err, &file) {
			t.Errorf("%s in place of %s: %v", bad, old, err)
		}
	}
	wrong := *m
	wrong.B = []float64{1}
	fails(t, failure(wrong.Predict(d)), &lclass.SettingError{Setting: "Model.NoIntercept", Value: true})
	s, err := lclass.Bootstrap{Replicates: 50}.Of(lclass.Logistic{NoIntercept: true}, d)
	must(t, s, err)
	if len(s.Coefficients) != 2 || len(s.Estimates[0]) != 2 {
		t.Errorf("a bootstrap of %d coefficients", len(s.Coefficients))
	}
}

// Means that are taken off become an intercept in the units before.
func TestRawUnitsMakeAnIntercept(t *testing.T) {
	x, class := clouds(60, 2, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	of := lclass.Logistic{NoIntercept: true}
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: of}, d)
	raw, err := m.RawUnits()
	must(t, raw, err)
	if raw.NoIntercept || raw.B[0] == 0 || !m.NoIntercept {
		t.Errorf("NoIntercept %v with b = %v", raw.NoIntercept, raw.B)
	}
	near(t, "scores", scores(t, raw, d), scores(t, m, d), 1e-12)
	same, err := learn(t, lclass.Pipeline{Of: of}, d).RawUnits()
	if must(t, same, err); !same.NoIntercept {
		t.Error("a pipeline without scales has an intercept")
	}
}

// The likelihood ratio compares an intercept with none, and refuses what is not nested.
func TestInterceptIsTested(t *testing.T) {
	x, class := clouds(90, 2, 2, 1)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	with, err := learn(t, lclass.Logistic{}, d).Summary(d)
	must(t, with, err)
	without, err := learn(t, lclass.Logistic{NoIntercept: true}, d).Summary(d)
	must(t, without, err)
	test, err := lclass.LikelihoodRatio(without, with)
	must(t, &test, err)
	near(t, "test", []float64{test.Statistic, test.DF}, []float64{2 * (with.LogLikelihood - without.LogLikelihood), 1}, 1e-12)
	_, err = lclass.LikelihoodRatio(with, without)
	if !errors.Is(err, lclass.ErrNotNested) {
		t.Error(err)
	}
	shifted := offset(t, d, drawn(90))
	other, err := learn(t, lclass.Logistic{}, shifted).Summary(shifted)
	must(t, other, err)
	if _, err := lclass.LikelihoodRatio(without, other); !errors.Is(err, lclass.ErrNotNested) {
		t.Errorf("another offset: %v", err)
	}
}

// Hostile data are no worse without an intercept, or with an offset: solvers that say
// they have converged have found the same loss, and no gap is too small. Which classes are
// separated by a hyperplane through 0, the table does not say.
func TestLearnersSurviveWithoutIntercept(t *testing.T) {
	forNumbers(t)
	for _, h := range hostileData {
		h.far, h.least = true, 0
		for _, l := range learnerSpecs {
			without := func(p lclass.Penalty, s lclass.Solver) lclass.Estimator { return withoutIntercept(l.make(p, s)) }
			for _, p := range []lclass.Penalty{{}, lclass.L2(0.05), lclass.L1(0.05), lclass.ElasticNet(0.05, 0.5)} {
				if !l.kind.takes(nil, p) || without(p, nil) == nil {
					continue
				}
				t.Run(fmt.Sprint(h.name, "/", l.name, "/", p), func(t *testing.T) {
					t.Parallel()
					d := h.data(t, l.classes)
					h.agree(t, d, h.sparse(t, l.classes), fits(without, l.kind, p))
					if l.name == "Logistic" || l.name == "LinearRegression" || l.name == "Firth" {
						o := drawn(d.N())
						h.agree(t, offset(t, d, o), nil, fits(without, l.kind, p))
						if l.name == "Firth" && isConstant(d) {
							mentions(t, failure(lclass.Firth{}.Fit(offset(t, d, o))), "feature that varies")
							return
						}
						h.agree(t, offset(t, d, o), nil, fits(l.make, l.kind, p))
					}
				})
			}
		}
	}
}

// isConstant reports whether all samples have the same features.
func isConstant(d *lclass.Data) bool {
	for _, x := range d.Rows() {
		if !slices.Equal(x, d.Row(0)) {
			return false
		}
	}
	return true
}

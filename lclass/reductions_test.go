package lclass_test

import (
	"errors"
	"iter"
	"math"
	"reflect"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// reductions make K classes of a binary learner.
var reductions = map[string]func(of lclass.Estimator) lclass.Estimator{
	"OneVsRest": func(of lclass.Estimator) lclass.Estimator { return lclass.OneVsRest{Of: of} },
	"OneVsOne":  func(of lclass.Estimator) lclass.Estimator { return lclass.OneVsOne{Of: of} },
}

// binaries are learners with one score for two classes.
var binaries = map[string]lclass.Estimator{
	"Perceptron":           lclass.Perceptron{Epochs: 20, Seed: 1},
	"Logistic":             lclass.Logistic{Penalty: lclass.L2(0.01), Solver: lclass.Newton{Tol: 1e-14}},
	"RegressionClassifier": lclass.RegressionClassifier{},
	"LinearSVM":            lclass.LinearSVM{Penalty: lclass.L2(0.1), Solver: lclass.Newton{Tol: 1e-12}},
	"ModifiedHuber":        lclass.LinearSVM{Loss: lclass.ModifiedHuber, Penalty: lclass.L2(0.1), Solver: lclass.Newton{Tol: 1e-14}},
}

// eachReduction runs f for each reduction of each binary learner.
func eachReduction(t *testing.T, f func(t *testing.T, reduction string, of, e lclass.Estimator)) {
	for reduction, over := range reductions {
		for binary, of := range binaries {
			t.Run(reduction+"/"+binary, func(t *testing.T) { f(t, reduction, of, over(of)) })
		}
	}
}

func cloudData(t *testing.T, n, d, k int) *lclass.Data {
	t.Helper()
	x, class := clouds(n, d, k, 1)
	data, err := lclass.FromMatrix(x, class, classNames(k))
	return must(t, data, err)
}

// Each row of W is the binary learner on the part that the row stands for.
func TestReductionsAreTheirParts(t *testing.T) {
	eachReduction(t, func(t *testing.T, reduction string, of, e lclass.Estimator) {
		const k = 4
		d := cloudData(t, 120, 3, k)
		m := learn(t, e, d)
		binary := learn(t, of, lclass.Must(d.Positive("c0")))
		sigmoid := binary.Output == lclass.SigmoidOutput
		var parts []*lclass.Data
		wantOutput, names := lclass.OneVsOneOutput, []string{"c1 not c0", "c2 not c0", "c3 not c0", "c2 not c1", "c3 not c1", "c3 not c2"}
		if reduction == "OneVsRest" {
			names = classNames(k)
			if wantOutput = lclass.OneVsRestOutput; sigmoid {
				wantOutput = lclass.OneVsRestSigmoidOutput
			}
			for _, class := range names {
				parts = append(parts, lclass.Must(d.Positive(class)))
			}
			equal(t, "pairs", m.Pairs(), nil)
		} else {
			for _, p := range m.Pairs() {
				var index []int
				for i, class := range d.T() {
					if class == p[0] || class == p[1] {
						index = append(index, i)
					}
				}
				two, err := d.Subset(index).Positive(d.Classes()[p[1]])
				parts = append(parts, must(t, two, err))
			}
		}
		equal(t, "output", m.Output, wantOutput)
		equal(t, "probabilities", m.HasProbability(), wantOutput == lclass.OneVsRestSigmoidOutput)
		equal(t, "names of rows", m.RowNames(), names)
		equal(t, "rows of W", len(m.B), len(parts))
		var loss float64
		var errors int
		for r, part := range parts {
			want := learn(t, of, part)
			loss += want.Status.Loss
			errors += want.History[len(want.History)-1].Errors
			near(t, "row "+names[r], append(mat.Row(nil, r, m.W), m.B[r]), parameters(want), 1e-12)
		}
		near(t, "loss", []float64{m.Status.Loss}, []float64{loss}, 1e-12)
		equal(t, "errors", m.History[len(m.History)-1].Errors, errors)
	})
}

// With two classes there is nothing to reduce.
func TestReductionOfTwoClassesIsTheBinaryLearner(t *testing.T) {
	eachReduction(t, func(t *testing.T, _ string, of, e lclass.Estimator) {
		d := cloudData(t, 60, 3, 2)
		got, want := learn(t, e, d), learn(t, of, d)
		equal(t, "model", got, want)
		equal(t, "history", got.History, want.History)
		if got.Output != want.Output || !reflect.DeepEqual(parameters(got), parameters(want)) {
			t.Errorf("got %v, want %v", got, want)
		}
		equal(t, "votes", got.VotesOne([]float64{9, -9, 0}), []int{1, 0})
		equal(t, "ambiguous", got.AmbiguousOne([]float64{9, -9, 0}), false)
	})
}

func TestReductionsKnowRepetitionOrderAndSparsity(t *testing.T) {
	eachReduction(t, func(t *testing.T, reduction string, of, e lclass.Estimator) {
		if _, ok := of.(lclass.Perceptron); ok {
			t.Skip("depends on the order of the samples by its definition")
		}
		const n, k = 120, 3
		d := cloudData(t, n, 3, k)
		weight, repeated := counts(n)
		near(t, "weight is repetition", parameters(learn(t, e, weigh(t, d, weight))), parameters(learn(t, e, d.Subset(repeated))), 1e-9)

		// Class c becomes (c + 1) mod 3 of other names, and the answers with it.
		x, class := clouds(n, 3, k, 1)
		for i, c := range class {
			class[i] = (c + 1) % k
		}
		other, err := lclass.FromMatrix(x, class, []string{"p", "q", "r"})
		must(t, other, err)
		before, err := learn(t, e, d).Predict(d)
		after, err2 := learn(t, e, other).Predict(d)
		must(t, before, err)
		for i, c := range must(t, after, err2).Class {
			if c != (before.Class[i]+1)%k {
				t.Fatalf("sample %d is of class %d, and %d before the classes were renumbered", i, c, before.Class[i])
			}
		}

		bytes, class := pixels(n, 6, k)
		dense := mat.NewDense(n, 6, nil)
		for i, v := range bytes {
			dense.Set(i/6, i%6, float64(v)/255)
		}
		sparse, err := fromBytes(bytes, 6, 1./255, class, classNames(k))
		full, err2 := lclass.FromMatrix(dense, class, classNames(k))
		within := 1e-9
		if _, ok := of.(lclass.LinearSVM); ok {
			within = 1e-7 // its fits end at a gap, of which the weights have half the digits
		}
		near(t, "sparse", parameters(learn(t, e, must(t, sparse, err))), parameters(learn(t, e, must(t, full, err2))), within)
	})
}

// The steps end at the model, and number as many as its history.
func TestStepsOfReductionsEndAtTheModel(t *testing.T) {
	descent := lclass.Logistic{Solver: lclass.Descent{Eta: 1, Epochs: 400, Tol: 1e-3}} // the parts end at different epochs
	for reduction, over := range reductions {
		for _, of := range []lclass.Estimator{binaries["Perceptron"], binaries["Logistic"], descent} {
			d := cloudData(t, 90, 2, 3)
			m := learn(t, over(of), d)
			last := watch(t, over(of).(stepper).Steps(d), m.History)
			if got := append(mat.DenseCopyOf(last.W).RawMatrix().Data, last.B...); !reflect.DeepEqual(got, parameters(m)) {
				t.Errorf("%s of %T: the last step has %v, the model %v", reduction, of, got, parameters(m))
			}
			equal(t, "iterations", m.Status.Iterations, last.Epoch)
			near(t, "loss", []float64{last.Loss}, []float64{m.Status.Loss}, 1e-12)
		}
	}
}

// watch compares steps with a history and returns the last.
func watch(t *testing.T, steps iter.Seq2[lclass.Step, error], history []lclass.Progress) lclass.Step {
	t.Helper()
	var last lclass.Step
	var seen []lclass.Progress
	for s, err := range steps {
		last = must(t, s, err)
		seen = append(seen, s.Progress)
	}
	if !reflect.DeepEqual(seen, history) {
		t.Errorf("%d steps %v, history of %d %v", len(seen), seen, len(history), history)
	}
	return last
}

func TestReductionsDoNotDependOnCores(t *testing.T) {
	eachReduction(t, func(t *testing.T, _ string, _, e lclass.Estimator) {
		d := cloudData(t, 120, 3, 5)
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
		one := learn(t, e, d)
		runtime.GOMAXPROCS(4)
		if four := learn(t, e, d); !reflect.DeepEqual(parameters(one), parameters(four)) {
			t.Error("1 and 4 cores differ")
		}
	})
}

// The worst part is the outcome, and is named: iris setosa can be parted from
// the rest, versicolor from the rest not, and from virginica not.
func TestStatusNamesTheWorstPart(t *testing.T) {
	d := irisData(t, false)
	rest := learn(t, lclass.OneVsRest{Of: lclass.Logistic{}}, d)
	fails(t, rest.Status.Err(), lclass.ErrSeparated, `class "setosa" against the rest: `, "hyperplane", "penalty")
	pairs := learn(t, lclass.OneVsOne{Of: lclass.Logistic{}}, d)
	fails(t, pairs.Status.Err(), lclass.ErrSeparated, `class "versicolor" against "setosa": `, "(1 more of the 3 fits did not converge)")
	for m, separated := range map[*lclass.Model][]bool{rest: {true, false, false}, pairs: {true, true, false}} {
		for r, want := range separated {
			if got := mat.Norm(m.Direction.RowView(r), 1) > 0; got != want {
				t.Errorf("%v: row %d of Direction is %v", m.Output, r, mat.Row(nil, r, m.Direction))
			}
		}
	}
	unfinished := learn(t, lclass.OneVsRest{Of: lclass.Logistic{Solver: lclass.Descent{Epochs: 1}}}, cloudData(t, 60, 2, 3))
	fails(t, unfinished.Status.Err(), lclass.ErrNotConverged, `class "c0" against the rest: `, "raise Epochs", "(2 more of the 3 fits")
	if !errors.Is(unfinished.Status.Err(), lclass.ErrNotConverged) {
		t.Error(unfinished.Status)
	}
	online := learn(t, lclass.OneVsRest{Of: lclass.Logistic{Solver: lclass.Descent{Batch: 1, Epochs: 2}}}, cloudData(t, 60, 2, 3))
	if !math.IsNaN(online.Status.Gradient) || !math.IsNaN(online.Status.Gap) {
		t.Errorf("of online descent: gradient %v, gap %v", online.Status.Gradient, online.Status.Gap)
	}
}

// A one-hot regression is one regression a class, decided at the same place.
func TestOneVsRestOfRegressionIsLeastSquares(t *testing.T) {
	d := cloudData(t, 120, 3, 4)
	for _, penalty := range []lclass.Penalty{{}, lclass.L2(0.1)} {
		m := learn(t, lclass.OneVsRest{Of: lclass.RegressionClassifier{ZeroOne: true, Penalty: penalty}}, d)
		want := learn(t, lclass.LeastSquares{Penalty: penalty}, d)
		near(t, "W", m.W.RawMatrix().Data, want.W.RawMatrix().Data, 1e-10)
		for k, b := range m.B {
			near(t, "b", []float64{b + 0.5}, want.B[k:k+1], 1e-10)
		}
	}
}

func TestReductionsThatCannotBeLearnt(t *testing.T) {
	d := cloudData(t, 60, 3, 3)
	empty, err := lclass.FromMatrix(&mat.Dense{}, nil, nil)
	must(t, empty, err)
	zero := make([]float64, 60)
	for i, class := range d.T() {
		if class != 2 {
			zero[i] = 1
		}
	}
	onlyOf := func(class int) *lclass.Data {
		var index []int
		for i, c := range d.T() {
			if c == class {
				index = append(index, i)
			}
		}
		return d.Subset(index)
	}
	for name, over := range reductions {
		logistic := over(lclass.Logistic{})
		for what, c := range map[string]struct {
			d     *lclass.Data
			want  error
			words []string
		}{
			"empty":              {empty, lclass.ErrNoSamples, nil},
			"empty subset":       {d.Subset(nil), lclass.ErrNoSamples, nil},
			"one row":            {d.Subset([]int{3}), lclass.ErrOneClass, nil},
			"one class":          {onlyOf(1), lclass.ErrOneClass, []string{`"c1"`}},
			"no weight":          {weigh(t, d, zero).Subset([]int{2, 5, 8}), lclass.ErrNoSamples, []string{"weights are 0"}},
			"a class is missing": {d.Subset([]int{0, 1, 3, 4}), lclass.ErrMissingClass, []string{`"c2" of target "t"`, "leave it out"}},
			"a class weighs 0":   {weigh(t, d, zero), lclass.ErrMissingClass, []string{`"c2"`}},
		} {
			m, err := logistic.Fit(c.d)
			if m != nil {
				t.Errorf("%s, %s: there is a model", name, what)
			}
			fails(t, err, c.want, c.words...)
			for _, err := range logistic.(stepper).Steps(c.d) {
				if !errors.Is(err, c.want) {
					t.Errorf("%s, %s: Steps: %v", name, what, err)
				}
			}
		}
		first := `class "c0" against the rest: `
		if name == "OneVsOne" {
			first = `class "c1" against "c0": `
		}
		for _, c := range []struct {
			of    lclass.Estimator
			place string
			want  error
		}{
			{nil, "", &lclass.SettingError{Setting: name + ".Of"}},
			{lclass.Softmax{}, first, &lclass.SettingError{Setting: "output of a lclass.Softmax", Value: lclass.SoftmaxOutput}},
			{lclass.LeastSquares{}, first, &lclass.SettingError{Setting: "output of a lclass.LeastSquares", Value: lclass.LargestOutput}},
			{lclass.LinearSVM{Loss: lclass.CrammerSinger, Penalty: lclass.L2(1)}, first, &lclass.SettingError{Setting: "output of a lclass.LinearSVM", Value: lclass.LargestOutput}},
			{lclass.LinearSVM{}, first, lclass.ErrNoMargin},
			{lclass.Logistic{Penalty: lclass.L2(-1)}, first, &lclass.SettingError{Setting: "Penalty.Lambda", Value: -1}},
			{lclass.Perceptron{Eta: 1e308, Epochs: 10000}, first, lclass.ErrDiverged},
		} {
			m, err := over(c.of).Fit(d)
			if m != nil || prefixes(err) != 1 {
				t.Errorf("%s of %T: %v", name, c.of, err)
			}
			fails(t, err, c.want, c.place)
			if _, ok := c.of.(lclass.Perceptron); ok != errors.Is(err, lclass.ErrDiverged) {
				t.Errorf("%s of %T: %v is ErrDiverged: %v", name, c.of, err, !ok)
			}
		}
		for _, d := range []*lclass.Data{d, cloudData(t, 20, 2, 2)} {
			fails(t, failure(over(lclass.Softmax{}).Fit(d)), &lclass.SettingError{Setting: "output of a lclass.Softmax", Value: lclass.SoftmaxOutput})
			for _, err := range over(silent{}).(stepper).Steps(d) {
				mentions(t, err, "silent has no Steps", "Fit")
			}
		}
		x, class := clouds(60, 3, 3, 1)
		fails(t, failure(over(lclass.LinearRegression{}).Fit(both(t, x, class))), &invalid.TargetError{Target: "t", Want: "numbers"}, "against")
		for _, err := range over(lclass.Perceptron{Eta: -1}).(stepper).Steps(d) {
			fails(t, err, &lclass.SettingError{Setting: "Eta", Value: -1}, first)
		}
	}
}

// silent is a learner from elsewhere, without Steps and partly without history
// and probabilities.
type silent struct{}

func (silent) Fit(d *lclass.Data) (*lclass.Model, error) {
	m, err := lclass.Logistic{}.Fit(d)
	if err != nil {
		return nil, err
	}
	m.Status.Gap = 0.5
	if d.Classes()[1] == "c1" {
		m.History = nil
		m.Output = lclass.SignOutput
	}
	return m, nil
}

// Probabilities of the whole need those of all parts; histories that are not
// there count as nothing.
func TestReductionOfMixedParts(t *testing.T) {
	m := learn(t, lclass.OneVsRest{Of: silent{}}, cloudData(t, 90, 2, 3))
	equal(t, "output", m.Output, lclass.OneVsRestOutput)
	equal(t, "gap", m.Status.Gap, 1.5)
	if m.HasProbability() || len(m.History) == 0 {
		t.Errorf("probabilities %v, history %v", m.HasProbability(), m.History)
	}
}

// endless is a learner whose steps go on until nobody watches.
type endless struct {
	lclass.Logistic
	ended *int
}

func (e endless) Steps(*lclass.Data) iter.Seq2[lclass.Step, error] {
	return func(yield func(lclass.Step, error) bool) {
		defer func() { *e.ended++ }()
		for yield(lclass.Step{W: mat.NewDense(1, 2, nil), B: []float64{0}}, nil) {
		}
	}
}

func TestStepsOfPartsEndWithTheWatcher(t *testing.T) {
	var ended int
	for s, err := range (lclass.OneVsRest{Of: endless{ended: &ended}}).Steps(cloudData(t, 30, 2, 3)) {
		must(t, s, err)
		break
	}
	equal(t, "parts that ended", ended, 3)
}

// An estimator of another package may do anything.
type stub struct {
	model *lclass.Model
	step  *lclass.Step
}

func (s stub) Fit(*lclass.Data) (*lclass.Model, error) { return s.model, nil }

func (s stub) Steps(*lclass.Data) iter.Seq2[lclass.Step, error] {
	return func(yield func(lclass.Step, error) bool) {
		if s.step != nil {
			yield(*s.step, nil)
		}
	}
}

func TestReductionsOfEstimatorsWithoutModels(t *testing.T) {
	d := cloudData(t, 30, 2, 3)
	var none *lclass.Logistic
	for _, of := range []struct {
		e     lclass.Estimator
		want  error
		words []string
	}{
		{stub{}, &lclass.SettingError{Setting: "result of the Fit of lclass_test.stub"}, []string{"lclass: class"}},
		{stub{model: &lclass.Model{}}, lclass.ErrNoModel, []string{"lclass: class", "Fit of lclass_test.stub"}},
		{stub{model: learn(t, lclass.Logistic{}, cloudData(t, 30, 3, 2))}, &lclass.ColumnError{Missing: []string{"x3"}, Have: []string{"x1", "x2"}}, []string{"lclass: class", "Fit of lclass_test.stub"}},
	} {
		for _, e := range []lclass.Estimator{lclass.OneVsRest{Of: of.e}, lclass.OneVsOne{Of: of.e}} {
			fails(t, failure(e.Fit(d)), of.want, of.words...)
		}
	}
	fails(t, failure(lclass.OneVsRest{Of: none}.Fit(d)), &lclass.SettingError{Setting: "OneVsRest.Of"})
	fails(t, failure(lclass.OneVsOne{Of: none}.Fit(d)), &lclass.SettingError{Setting: "OneVsOne.Of"})
	fails(t, failure(lclass.Bootstrap{}.Of(stub{}, d)), &lclass.SettingError{Setting: "result of the Fit of lclass_test.stub"})
	fails(t, failure(lclass.Bootstrap{}.Of(nil, d)), lclass.ErrNoEstimator)
	for _, s := range []*lclass.Step{nil, {}, {W: mat.NewDense(1, 2, nil)}} {
		var steps int
		for _, err := range (lclass.OneVsRest{Of: stub{step: s}}).Steps(d) {
			steps++
			mentions(t, err, "lclass: class", "Steps of lclass_test.stub have no W")
		}
		equal(t, "steps", steps, 1)
	}
}

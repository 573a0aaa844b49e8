package validate_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/validate"
)

func iris(t *testing.T) *lclass.Data {
	t.Helper()
	return lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
}

var fiveFolds = validate.KFold{K: 5, Stratify: true}

// A spy is a learner that tells of its calls.
type spy struct {
	of    lclass.Estimator
	begin func(d *lclass.Data) error
}

func (s spy) Fit(d *lclass.Data) (*lclass.Model, error) {
	if err := s.begin(d); err != nil {
		return nil, err
	}
	return s.of.Fit(d)
}

func TestResultsDoNotDependOnWorkers(t *testing.T) {
	d := iris(t)
	grid := lclass.LogSpace(1, 1e-3, 4)
	spec := func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }
	path := func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ), Start: start}
	}
	for name, search := range map[string]func(o validate.Options) (*validate.Search[float64, *lclass.Model], error){
		"grid": func(o validate.Options) (*validate.Search[float64, *lclass.Model], error) {
			return validate.GridSearch(d, o, grid, spec, validate.LogLoss)
		},
		"path": func(o validate.Options) (*validate.Search[float64, *lclass.Model], error) {
			return validate.PathSearch(d, o, grid, path, validate.LogLoss)
		},
	} {
		one := lclass.Must(search(validate.Options{Folds: fiveFolds, Workers: 1, Models: true}))
		many := lclass.Must(search(validate.Options{Folds: fiveFolds, Workers: 7, Models: true}))
		for i := range grid {
			a, b := one.Validations[i], many.Validations[i]
			if !slices.Equal(a.Scores[0].Test, b.Scores[0].Test) {
				t.Errorf("%s: scores %v with one worker, %v with seven", name, a.Scores[0].Test, b.Scores[0].Test)
			}
			for k := range a.Models {
				if !mat.Equal(a.Models[k].W, b.Models[k].W) {
					t.Errorf("%s: the weights of fold %d depend on the workers", name, k)
				}
			}
		}
		if !mat.Equal(one.Model.W, many.Model.W) || one.Best != many.Best {
			t.Errorf("%s: the best model depends on the workers", name)
		}
	}
}

// Scores are those of models learnt and measured one by one.
func TestCrossValidateByHand(t *testing.T) {
	d := iris(t)
	s := make([]float64, d.N())
	for i := range s {
		s[i] = float64(i%4 + 1)
	}
	d = lclass.Must(d.WithWeight(s))
	l := lclass.LDA{}
	v := lclass.Must(validate.CrossValidate(d, validate.Options{Folds: fiveFolds, Models: true}, l, validate.Accuracy, errorRate, validate.LogLoss))
	for k, f := range lclass.Must(fiveFolds.Split(d)) {
		m := lclass.Must(l.Fit(d.Subset(f.Train)))
		for where, part := range map[string][]int{"test": f.Test, "train": f.Train} {
			scores := func(i int) float64 {
				if where == "test" {
					return v.Scores[i].Test[k]
				}
				return v.Scores[i].Train[k]
			}
			some := d.Subset(part)
			want := lclass.Must(m.Accuracy(some))
			var loss, total float64
			p := lclass.Must(m.Proba(some))
			for i, class := range some.T() {
				loss -= some.Weight()[i] * math.Log(p.At(i, class))
				total += some.Weight()[i]
			}
			near(t, where, []float64{scores(0), scores(1), scores(2)}, []float64{want, 1 - want, loss / total}, 1e-12)
		}
		if !mat.Equal(v.Models[k].W, m.W) {
			t.Errorf("fold %d: the model is another one", k)
		}
		least := time.Duration(1)
		if runtime.GOOS == "windows" {
			least = 0 // its clock may stand still meanwhile
		}
		if v.FitTime[k] < least || v.ScoreTime[k] < least {
			t.Errorf("fold %d: times %v and %v", k, v.FitTime[k], v.ScoreTime[k])
		}
	}
	if mean := (v.Scores[0].Test[0] + v.Scores[0].Test[1] + v.Scores[0].Test[2] + v.Scores[0].Test[3] + v.Scores[0].Test[4]) / 5; math.Abs(v.Mean()-mean) > 1e-15 {
		t.Errorf("mean %v, want %v", v.Mean(), mean)
	}
}

func TestOtherModels(t *testing.T) {
	d := iris(t)
	v := lclass.Must(validate.CrossValidate(d, validate.Options{Folds: fiveFolds, Models: true}, lclass.QDA{}, validate.Accuracy))
	if v.Mean() < 0.95 || v.Models[0].Densities.Means == nil {
		t.Errorf("accuracy of QDA %v", v.Mean())
	}
	s := lclass.Must(validate.GridSearch(d, fiveFolds, []float64{0, 0.5, 1}, func(α float64) lclass.Estimator { return lclass.QDA{Shrinkage: α} }))
	if s.Model == nil || s.Mean() < 0.95 {
		t.Errorf("best α %v, accuracy %v", s.Best, s.Mean())
	}
	regression := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"petal_length", "sepal_length"}}))
	r := lclass.Must(validate.CrossValidate(regression, validate.KFold{Seed: 1}, lclass.LinearRegression{}))
	if name := r.Scores[0].Name; name != "MSE" || !(r.Mean() > 0 && r.Mean() < 0.1) {
		t.Errorf("%s of a regression is %v", name, r.Mean())
	}
}

// foldOf returns the fold of a FoldError, 0 if err is none.
func foldOf(err error) int {
	var at *validate.FoldError
	if !errors.As(err, &at) {
		return 0
	}
	return at.Fold
}

func TestScoringErrors(t *testing.T) {
	d := iris(t)
	nan := validate.Scoring{Name: "luck", Of: func(validate.Predictor, *lclass.Data) (float64, error) { return math.NaN(), nil }}
	regression := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"petal_length"}}))
	for _, c := range []struct {
		name    string
		d       *lclass.Data
		l       lclass.Estimator
		scoring validate.Scoring
		fold    int
		want    error
	}{
		{"empty", d, lclass.LDA{}, validate.Scoring{Name: "nothing"}, 0, &lclass.SettingError{Setting: `Scoring "nothing", number 1: Of`}},
		{"NaN", d, lclass.LDA{}, nan, 1, validate.ErrUndefined},
		{"no probabilities", d, lclass.LeastSquares{}, validate.LogLoss, 1, &lclass.SettingError{Setting: "Model.Output", Value: lclass.LargestOutput}},
		{"classes of numbers", regression, lclass.LinearRegression{}, validate.Accuracy, 1, &invalid.TargetError{Target: "petal_width", Want: "classes"}},
		{"numbers of classes", d, lclass.LDA{}, validate.MSE, 1, &invalid.TargetError{Target: "species", Want: "numbers"}},
		{"nil learner", d, nil, validate.Accuracy, 1, &lclass.SettingError{Setting: "learner"}},
		{"two classes only", d, lclass.Logistic{}, validate.Accuracy, 1, &invalid.TargetError{Target: "species", Want: "two classes"}},
	} {
		_, err := validate.CrossValidate(c.d, validate.KFold{Seed: 1}, c.l, c.scoring)
		if err == nil || foldOf(err) != c.fold || !errtest.Is(err, c.want) || prefixes(err) > 0 {
			t.Errorf("%s: error %v, want %#v of fold %d", c.name, err, c.want, c.fold)
		}
	}
	nothing := spy{begin: func(*lclass.Data) error { return nil }, of: none{}}
	_, err := validate.CrossValidate(d, fiveFolds, nothing)
	fails(t, err, &lclass.SettingError{Setting: "Fit of validate_test.spy"}, "neither a model nor an error")
}

// A scoring that is undefined in a fold takes no score from the others.
func TestOtherScoresOfAFold(t *testing.T) {
	d, folds := iris(t), validate.KFold{K: 3, Stratify: true}
	second := d.Subset(lclass.Must(folds.Split(d))[1].Test).Column(0)
	rare := validate.Scoring{Name: "rare", Of: func(_ validate.Predictor, d *lclass.Data) (float64, error) {
		if slices.Equal(d.Column(0), second) {
			return math.NaN(), nil
		}
		return 1, nil
	}}
	v, err := validate.CrossValidate(d, folds, lclass.LDA{}, rare, validate.Accuracy)
	if !errors.Is(err, validate.ErrUndefined) || foldOf(err) != 2 {
		t.Errorf("error %v", err)
	}
	for k := range 3 {
		if test, train := v.Scores[0].Test[k], v.Scores[0].Train[k]; math.IsNaN(test) != (k == 1) || train != 1 {
			t.Errorf("fold %d: scores %v and %v", k+1, test, train)
		}
		if test, train := v.Scores[1].Test[k], v.Scores[1].Train[k]; math.IsNaN(test) || math.IsNaN(train) || v.FitTime[k] == 0 {
			t.Errorf("fold %d: accuracy %v and %v", k+1, test, train)
		}
	}
}

type none struct{}

func (none) Fit(*lclass.Data) (*lclass.Model, error) { return nil, nil }

// The error is that of the first fold, however late it comes.
func TestFirstError(t *testing.T) {
	d := iris(t)
	folds := lclass.Must(fiveFolds.Split(d))
	wrong := errors.New("lclass: out of luck")

	var late sync.WaitGroup
	late.Add(1)
	var once sync.Once
	l := spy{of: lclass.LDA{}, begin: func(train *lclass.Data) error {
		switch {
		case slices.Equal(train.Column(0), d.Subset(folds[0].Train).Column(0)):
			return nil
		case slices.Equal(train.Column(0), d.Subset(folds[1].Train).Column(0)):
			late.Wait()
		default:
			once.Do(late.Done)
		}
		return wrong
	}}
	v, err := validate.CrossValidate(d, validate.Options{Folds: fiveFolds, Workers: 5}, l)
	var fold *validate.FoldError
	if !errors.As(err, &fold) || fold.Fold != 2 || !errors.Is(err, wrong) {
		t.Errorf("error %v", err)
	}
	reads(t, err, "validate: fold 2 of 5: out of luck")
	if v == nil || math.IsNaN(v.Scores[0].Test[0]) || !math.IsNaN(v.Scores[0].Test[1]) || !math.IsNaN(v.Mean()) {
		t.Errorf("result %v beside the error", v)
	}
}

// An interrupted search keeps what it has, and says so.
func TestInterrupted(t *testing.T) {
	grid := lclass.LogSpace(1, 1e-3, 4)
	stop := errors.New("enough")
	for name, search := range map[string]func(d *lclass.Data, begin func(*lclass.Data) error) (*validate.Search[float64, *lclass.Model], error){
		"grid": func(d *lclass.Data, begin func(*lclass.Data) error) (*validate.Search[float64, *lclass.Model], error) {
			return validate.GridSearch(d, validate.Options{Folds: fiveFolds, Workers: 1}, grid, func(λ float64) lclass.Estimator {
				return spy{lclass.Softmax{Penalty: lclass.L2(λ)}, begin}
			}, validate.LogLoss)
		},
		"path": func(d *lclass.Data, begin func(*lclass.Data) error) (*validate.Search[float64, *lclass.Model], error) {
			return validate.PathSearch(d, validate.Options{Folds: fiveFolds, Workers: 1}, grid, func(λ float64, start *lclass.Model) lclass.Estimator {
				return spy{lclass.Softmax{Penalty: lclass.L2(λ), Start: start}, begin}
			}, validate.LogLoss)
		},
	} {
		for _, after := range []int32{3, 10} {
			ctx, cancel := context.WithCancelCause(context.Background())
			var fits atomic.Int32
			s, err := search(iris(t).WithContext(ctx), func(*lclass.Data) error {
				if fits.Add(1) == after {
					cancel(stop)
				}
				return nil
			})
			if !errors.Is(err, stop) {
				t.Errorf("%s: error %v, want the cause of the context", name, err)
			}
			var measured int
			for _, v := range s.Validations {
				for _, score := range v.Scores[0].Test {
					if !math.IsNaN(score) {
						measured++
					}
				}
			}
			if measured != int(after)-1 || s.Model != nil {
				t.Errorf("%s: stopped in fit %d, %d scores, model %v", name, after, measured, s.Model)
			}
			if chosen := s.At >= 0; chosen != (after == 10) {
				t.Errorf("%s: stopped in fit %d, best is number %d", name, after, s.At)
			}
			says := "none of 4 parameters was measured on all folds; 2 of 20 fits were"
			if after == 10 {
				says = fmt.Sprintf("%.4g", s.Mean())
				by := map[string]string{"path": ", by 2 of 5 folds\n", "grid": ", chosen among the 1 that were measured on all folds\n"}
				if !strings.Contains(s.String(), by[name]) {
					t.Errorf("%s: %s", name, s)
				}
			}
			if !strings.Contains(s.String(), says) || !strings.Contains(s.HTML(), says) || math.IsNaN(s.Mean()) != (after == 3) {
				t.Errorf("%s: %s", name, s)
			}
		}
	}
}

// A learner that does not look at the context ends its fit. Its model is not measured, as
// that may take long, and there is no other fit.
func TestInterruptedBetweenFits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := validate.Options{Folds: fiveFolds, Workers: 1}
	v, err := validate.CrossValidate(iris(t).WithContext(ctx), o, deaf{cancel})
	if !errors.Is(err, context.Canceled) || !math.IsNaN(v.Scores[0].Test[0]) || !math.IsNaN(v.Scores[0].Test[1]) {
		t.Errorf("error %v, scores %v", err, v.Scores[0].Test)
	}
	ctx, cancel = context.WithCancel(context.Background())
	if p, err := validate.CrossPredict(iris(t).WithContext(ctx), o, deaf{cancel}); !errors.Is(err, context.Canceled) || p != nil {
		t.Errorf("error %v, predictions %v", err, p)
	}
}

// Calibrated and Tuned fit no more folds side by side than the Workers of their Folds.
func TestWorkersWithin(t *testing.T) {
	var now, most atomic.Int32
	l := spy{lclass.LDA{}, func(*lclass.Data) error {
		most.Store(max(most.Load(), now.Add(1)))
		time.Sleep(time.Millisecond)
		now.Add(-1)
		return nil
	}}
	d := lclass.Must(iris(t).Positive("setosa"))
	one := validate.Options{Folds: fiveFolds, Workers: 1}
	lclass.Must(validate.Calibrated[*lclass.Model]{Of: l, Folds: one}.Fit(d))
	lclass.Must(validate.Tuned[*lclass.Model]{Of: l, Folds: one}.Fit(d))
	if most.Load() != 1 {
		t.Errorf("%d fits at once", most.Load())
	}
}

type deaf struct{ cancel func() }

func (l deaf) Fit(d *lclass.Data) (*lclass.Model, error) {
	l.cancel()
	return lclass.LDA{}.Fit(d.WithContext(context.Background()))
}

// No more folds are in memory than workers need.
func TestFoldsAreLetGo(t *testing.T) {
	d := iris(t)
	var live, most atomic.Int32
	l := func(float64) lclass.Estimator {
		return spy{lclass.LDA{}, func(train *lclass.Data) error {
			if live.Add(1) > most.Load() {
				most.Store(live.Load())
			}
			runtime.AddCleanup(train, func(int) { live.Add(-1) }, 0)
			runtime.GC()
			runtime.GC()
			return nil
		}}
	}
	// One fit a fold, so that each fit sees new samples.
	if _, err := validate.GridSearch(d, validate.Options{Folds: validate.KFold{K: 30, Stratify: true}, Workers: 1}, []float64{1}, l); err != nil {
		t.Fatal(err)
	}
	if most.Load() > 8 {
		t.Errorf("%d training sets were in memory at once", most.Load())
	}
}

func TestProgress(t *testing.T) {
	var told []validate.Progress
	var s *validate.Search[float64, *lclass.Model]
	synctest.Test(t, func(t *testing.T) {
		second := func(*lclass.Data) error { time.Sleep(time.Second); return nil }
		o := validate.Options{Folds: fiveFolds, Workers: 2, Progress: func(p validate.Progress) { told = append(told, p) }}
		s = lclass.Must(validate.GridSearch(iris(t), o, []float64{1, 0.1}, func(λ float64) lclass.Estimator {
			return spy{lclass.Softmax{Penalty: lclass.L2(λ)}, second}
		}))
	})
	if len(told) != 10 {
		t.Fatalf("%d reports, want 10", len(told))
	}
	for i, p := range told {
		at := slices.Index([]string{"1", "0.1"}, p.Parameter)
		if p.Done != i+1 || p.Total != 10 || at < 0 || s.Validations[at].Scores[0].Test[p.Fold-1] != p.Score || p.Elapsed != time.Duration(i/2+1)*time.Second {
			t.Errorf("report %d is %+v", i, p)
		}
		if left, want := p.Left(), p.Elapsed/time.Duration(i+1)*time.Duration(9-i); left != want {
			t.Errorf("%v left after %d of 10, want %v", left, i+1, want)
		}
	}
	if left := (validate.Progress{}).Left(); left != 0 {
		t.Errorf("%v left of nothing", left)
	}
}

// Scores are those of the validations, scoring by scoring.
func TestScoresOfAll(t *testing.T) {
	d := datasets.ThreeClasses(60, 1)
	folds := validate.KFold{K: 3, Stratify: true}
	s := lclass.Must(validate.GridSearch(d, validate.Options{Folds: folds, Train: true, NoRefit: true}, []float64{1, 0.1}, func(λ float64) lclass.Estimator {
		return lclass.Softmax{Penalty: lclass.L2(λ)}
	}, validate.Accuracy, validate.LogLoss))
	c := lclass.Must(validate.LearningCurve(d, folds, []float64{0.5, 1}, lclass.Softmax{Penalty: lclass.L2(1)}, validate.Accuracy, validate.LogLoss))
	for i, name := range []string{"accuracy", "log-loss"} {
		for p := range 2 {
			if got, want := s.Scores(i)[p], s.Validations[p].Scores[i]; got.Name != name || !slices.Equal(got.Test, want.Test) || !slices.Equal(got.Train, want.Train) {
				t.Errorf("search: %+v, want %+v", got, want)
			}
			if got, want := c.Scores(i)[p], c.Validations[p].Scores[i]; got.Name != name || !slices.Equal(got.Test, want.Test) {
				t.Errorf("curve: %+v, want %+v", got, want)
			}
		}
	}
}

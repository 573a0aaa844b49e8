package lclass_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/calibrate"
	"linclass/lclass/validate"
)

// A predictor is what all models are.
type predictor interface {
	Predict(d *lclass.Data) (lclass.Prediction, error)
	Scores(d *lclass.Data) (*mat.Dense, error)
	String() string
}

// keptKinds are all kinds of models: what fits one also tells how it is read.
func keptKinds() map[string]func(d *lclass.Data) (predictor, func(text []byte) (predictor, error), error) {
	kinds := map[string]func(d *lclass.Data) (predictor, func(text []byte) (predictor, error), error){}
	add := func(name string, e lclass.Estimator) {
		kinds[name] = func(d *lclass.Data) (predictor, func([]byte) (predictor, error), error) {
			m, err := e.Fit(d)
			return m, func(text []byte) (predictor, error) { return readModel(text, new(lclass.Model)) }, err
		}
	}
	density := func(name string, e lclass.Estimator) {
		kinds[name] = func(d *lclass.Data) (predictor, func([]byte) (predictor, error), error) {
			m, err := e.Fit(d)
			return m, func(text []byte) (predictor, error) { return readModel(text, new(lclass.Model)) }, err
		}
	}
	for _, l := range learnerSpecs {
		if l.classes == 2 && l.kind != alone {
			add(l.name, l.make(lclass.L2(0.05), nil))
		}
	}
	scales := []lclass.Preparation{lclass.Standardize{}, lclass.Polynomial{}}
	add("Logistic, free", lclass.Logistic{})
	add("Firth", lclass.Firth{})
	add("Softmax", lclass.Softmax{Penalty: lclass.L2(0.05)})
	add("LDA", lclass.LDA{Shrinkage: 0.1})
	add("Perceptron", lclass.Perceptron{Epochs: 5})
	add("OneVsRest", lclass.OneVsRest{Of: lclass.RegressionClassifier{}})
	add("OneVsOne", lclass.OneVsOne{Of: lclass.Perceptron{Epochs: 5}})
	add("Pipeline", lclass.Pipeline{Prepare: scales, Of: lclass.Logistic{Penalty: lclass.L2(0.05)}})
	density("QDA", lclass.QDA{Shrinkage: 0.1})
	density("NaiveBayes", lclass.NaiveBayes{Smoothing: 1e-3})
	density("Pipeline", lclass.Pipeline{Prepare: scales, Of: lclass.NaiveBayes{Smoothing: 1e-3}})
	return kinds
}

func readModel[M predictor](text []byte, m M) (predictor, error) {
	err := json.Unmarshal(text, m)
	return m, err
}

// Every kind of model of hostile data is written and read to the last bit, and
// predicts the same; what is damaged on the way is refused, or can be used.
func TestModelsSurviveTheFile(t *testing.T) {
	forNumbers(t)
	var fits int
	for n, h := range hostileData {
		for name, of := range keptKinds() {
			m, read, err := of(h.data(t, 2))
			if err != nil {
				continue // as the other tests demand
			}
			fits++
			what := h.name + ", " + name
			text, err := json.Marshal(m)
			must(t, text, err)
			again, err := read(text)
			twice, err2 := json.Marshal(must(t, again, err))
			equal(t, what+": written again", string(must(t, twice, err2)), string(text))
			for _, d := range []*lclass.Data{h.data(t, 2), faraway(t, h.data(t, 2))} {
				a, err := m.Scores(d)
				b, err2 := again.Scores(d)
				equal(t, what+": error", fmt.Sprint(err2), fmt.Sprint(err))
				if err == nil {
					equal(t, what+": scores", b.RawMatrix().Data, a.RawMatrix().Data)
				}
			}
			damage(t, what, text, read, h.data(t, 2), uint64(n))
		}
	}
	if fits < 350 {
		t.Errorf("only %d models", fits)
	}
}

// faraway has the features at the ends of float64.
func faraway(t *testing.T, d *lclass.Data) *lclass.Data {
	t.Helper()
	x := d.Matrix()
	x.Apply(func(i, j int, v float64) float64 {
		return []float64{math.MaxFloat64, -math.MaxFloat64, 5e-324, 1e300, 0}[(i+j)%5]
	}, x)
	far, err := lclass.FromMatrix(x, d.T(), d.Classes())
	return must(t, far, err)
}

// damage cuts texts off and changes bits of them: they are refused, or read as
// something that can be used.
func damage(t *testing.T, what string, text []byte, read func([]byte) (predictor, error), d *lclass.Data, seed uint64) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%s: it panics: %v", what, r)
		}
	}()
	random := rand.New(rand.NewPCG(seed, 3))
	for range 8 {
		if m, err := read(text[:random.IntN(len(text))]); err == nil {
			t.Errorf("%s: half of it is read: %v", what, m)
		}
		bad := append([]byte(nil), text...)
		bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
		m, err := read(bad)
		if err != nil {
			continue
		}
		_ = m.String()
		if _, err := json.Marshal(m); err != nil {
			t.Errorf("%s: it is read and cannot be written: %v\n%s", what, err, bad)
		}
		if _, err := m.Predict(d); err == nil {
			z, err := m.Scores(d)
			must(t, z, err)
		}
	}
}

// Searches, calibrations and preparations of hostile data are kept, and a damaged
// file is replaced.
func TestKeepSurvives(t *testing.T) {
	forNumbers(t)
	dir := t.TempDir()
	t.Setenv("LCLASS_KEEP", dir)
	of := func(λ float64) lclass.Estimator { return lclass.Logistic{Penalty: lclass.L2(λ)} }
	random := rand.New(rand.NewPCG(1, 2))
	for i, h := range hostileData {
		if i%12 != 0 {
			continue // each write waits for the disk
		}
		d := h.data(t, 2)
		survivesKeep(t, dir, h.name+", search", random, func() (*validate.Search[float64, *lclass.Model], error) {
			return validate.GridSearch(d, validate.Options{Folds: validate.KFold{K: 2, Seed: 1}, Train: true, Models: true}, []float64{0.1, 0.01}, of, validate.LogLoss)
		})
		survivesKeep(t, dir, h.name+", preparation", random, func() (*lclass.Prepared, error) { return lclass.Prepare(d, lclass.MinMax{}, lclass.Interactions{}) })
		survivesKeep(t, dir, h.name+", model", random, func() (*lclass.Model, error) { return lclass.Logistic{}.Fit(d) })
		survivesKeep(t, dir, h.name+", isotonic", random, func() (calibrate.Isotonic, error) {
			return calibrate.FitIsotonic(d.T(), d.Column(0), d.Weight())
		})
		survivesKeep(t, dir, h.name+", Platt", random, func() (calibrate.Platt, error) { return calibrate.FitPlatt(d.T(), d.Column(0), d.Weight()) })
	}
}

// survivesKeep keeps what fit returns, if it returns something, and damages the
// file: it is then fitted again.
func survivesKeep[T any](t *testing.T, dir, name string, random *rand.Rand, fit func() (T, error)) {
	t.Helper()
	value, err := fit()
	if err != nil {
		return
	}
	var fits int
	keep := func() (T, error) {
		return lclass.Keep(name, func() (T, error) { fits++; return value, nil })
	}
	want, err := keep()
	must(t, want, err)
	before, err := json.Marshal(want)
	must(t, before, err)
	same := func() {
		t.Helper()
		got, err := keep()
		after, err2 := json.Marshal(must(t, got, err))
		if must(t, after, err2); string(after) != string(before) {
			t.Errorf("%s: kept as\n%s\nwant\n%s", name, after, before)
		}
	}
	if same(); fits != 1 {
		t.Errorf("%s: %d fits", name, fits)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	must(t, files, err)
	text, err := os.ReadFile(files[0])
	must(t, text, err)
	for _, bad := range [][]byte{nil, text[:random.IntN(len(text))]} {
		if err := os.WriteFile(files[0], bad, 0o600); err != nil {
			t.Fatal(err)
		}
		fits = 0
		if same(); fits != 1 {
			t.Errorf("%s: %d fits after the damage %q", name, fits, bad)
		}
	}
	if err := lclass.Forget(name); err != nil {
		t.Fatal(err)
	}
}

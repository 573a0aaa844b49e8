package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// A perceptron on hostile data ends without an error exactly where no sample
// is on the wrong side, and its loss is that of the lecture.
func TestPerceptronSurvives(t *testing.T) {
	forNumbers(t)
	specs := map[string]lclass.Perceptron{
		"online":     {},
		"shuffled":   {Seed: 1, Epochs: 30, B0: 7},
		"batch":      {Batch: lclass.FullBatch},
		"0 and 1":    {ZeroOne: true, Eta: 1},
		"Rosenblatt": {Rosenblatt: true},
		"threshold":  {FixedBias: true, B0: -1},
	}
	for _, h := range hostileData {
		for name, spec := range specs {
			t.Run(h.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				d, spec, h := h.data(t, 2), spec, h
				if name == "shuffled" {
					spec.W0 = make([]float64, d.D())
					spec.W0[0] = 1
				}
				far := h.unit != ""
				h.unit = "" // it takes no squares
				m := survives(t, name, h, d, spec.Fit)
				if m == nil {
					if !far {
						t.Error("there is no model")
					}
					return
				}
				var loss, total float64
				var errors int
				eachWeight(d, func(i int, s float64) {
					x := d.Row(i)
					wrong := m.PredictOne(x) != d.T()[i]
					if wrong {
						errors++
					}
					total += s
					switch {
					case !wrong:
					case spec.Rosenblatt:
						loss += s * math.Abs(m.ScoresOne(x)[0])
					case spec.ZeroOne:
						loss += s
					default:
						loss += 4 * s
					}
				})
				if (m.Status.Outcome == lclass.Converged) != (errors == 0) {
					t.Errorf("%d errors: %v", errors, m.Status)
				}
				near(t, "loss", []float64{m.Status.Loss}, []float64{loss / total}, 1e-9)
			})
		}
	}
}

// A learner made of binary ones has a model where all of them have, and its
// loss is the sum of theirs.
func TestReductionsSurvive(t *testing.T) {
	forNumbers(t)
	binaries := map[string]lclass.Estimator{
		"Perceptron":           lclass.Perceptron{Epochs: 20},
		"Logistic":             lclass.Logistic{},
		"Logistic with L1":     lclass.Logistic{Penalty: lclass.L1(0.05)},
		"RegressionClassifier": lclass.RegressionClassifier{},
		"Hinge":                lclass.LinearSVM{Penalty: lclass.L2(0.05)},
		"SquaredHinge":         lclass.LinearSVM{Loss: lclass.SquaredHinge},
	}
	for _, h := range hostileData {
		for reduction, over := range reductions {
			for binary, of := range binaries {
				t.Run(h.name+"/"+reduction+" of "+binary, func(t *testing.T) {
					t.Parallel()
					d, h := h.data(t, 3), h
					if h.missing() {
						m, err := over(of).Fit(d)
						if m != nil || !errors.Is(err, lclass.ErrMissingClass) {
							t.Errorf("model %v, error %v", m != nil, err)
						}
						fails(t, err, lclass.ErrMissingClass)
						return
					}
					if _, ok := of.(lclass.Perceptron); ok {
						h.unit = ""
					}
					m := partsSurvive(t, h, d, over(of))
					if m == nil {
						return
					}
					var loss float64
					for _, p := range binaryParts(t, reduction, d) {
						part, err := of.Fit(p)
						loss += must(t, part, err).Status.Loss
					}
					near(t, "loss", []float64{m.Status.Loss}, []float64{loss}, 1e-12)
					accuracy, err := m.Accuracy(d)
					if must(t, accuracy, err) < 0.3 && m.Status.Err() == nil {
						t.Errorf("accuracy %v; %v", accuracy, m.Status)
					}
				})
			}
		}
	}
}

// missing reports whether the last of three classes does not occur.
func (h hostile) missing() bool { return strings.HasPrefix(h.name, "a class that") }

// partsSurvive is survives for a learner made of binary ones: errors and notes
// name the part, and the direction, which is that of a part, is not looked at.
func partsSurvive(t *testing.T, h hostile, d *lclass.Data, e lclass.Estimator) *lclass.Model {
	t.Helper()
	m, err := fitted(func() (*lclass.Model, error) { return e.Fit(d) })
	if err != nil {
		var unit *lclass.ValueError
		if h.unit == "" || !isValue(err, lclass.ErrOverflow, &unit) || unit.Column != h.unit {
			if !errors.Is(err, lclass.ErrDiverged) {
				t.Error(err)
			}
		}
		mentions(t, err, "against ")
		return nil
	}
	if h.unit != "" || !isFinite(parameters(m)) || !isFinite([]float64{m.Status.Loss}) {
		t.Errorf("W, b = %v; %v", parameters(m), m.Status)
	}
	if s := m.Status; s.Outcome != lclass.Converged && !strings.Contains(s.Note, "against ") {
		t.Errorf("the note does not name the part: %v", s)
	}
	return m
}

// binaryParts are the two-class problems of a reduction of three classes, made
// anew.
func binaryParts(t *testing.T, reduction string, d *lclass.Data) []*lclass.Data {
	t.Helper()
	var parts []*lclass.Data
	for a := range 3 {
		if reduction == "OneVsRest" {
			parts = append(parts, lclass.Must(d.Positive(classNames(3)[a])))
			continue
		}
		for b := a + 1; b < 3; b++ {
			var index, class []int
			for i, c := range d.T() {
				if c == a || c == b {
					index, class = append(index, i), append(class, min(1, c-a))
				}
			}
			pair := d.Subset(index)
			p, err := lclass.FromMatrix(pair.Matrix(), class, classNames(2))
			must(t, p, err)
			if w := pair.Weight(); w != nil {
				p = weigh(t, p, w)
			}
			parts = append(parts, p)
		}
	}
	return parts
}

// Labels that are the classes one by one are one class against the rest.
func TestMultiLabelSurvives(t *testing.T) {
	forNumbers(t)
	for _, h := range hostileData {
		for _, p := range []lclass.Penalty{{}, lclass.L2(0.05), lclass.L1(0.05)} {
			t.Run(fmt.Sprint(h.name, "/", p), func(t *testing.T) {
				t.Parallel()
				d := h.data(t, 3)
				labels := mat.NewDense(d.N(), 3, nil)
				for i, c := range d.T() {
					labels.Set(i, c, 1)
				}
				multi, err := d.WithLabels(labels, classNames(3))
				must(t, multi, err)
				m, err := fitted(func() (*lclass.Model, error) { return lclass.MultiLabel{Penalty: p}.Fit(multi) })
				switch {
				case h.missing():
					if m != nil {
						t.Error("there is a model")
					}
					fails(t, err, lclass.ErrOneClass, `label "c2"`, "Select")
					return
				case h.unit != "":
					if m != nil {
						t.Error("there is a model")
					}
					fails(t, err, &lclass.ValueError{Err: lclass.ErrOverflow, Column: h.unit, Row: -1}, `label "c0"`)
					return
				}
				rest, err2 := lclass.OneVsRest{Of: lclass.Logistic{Penalty: p}}.Fit(d)
				must(t, rest, err2)
				near(t, "parameters", parameters(must(t, m, err)), parameters(rest), 0)
				near(t, "loss", []float64{m.Status.Loss}, []float64{rest.Status.Loss}, 0)
			})
		}
	}
}

// Generative learners have a model whose loss is that of its probabilities, or
// a covariance that is singular indeed.
func TestGaussiansSurvive(t *testing.T) {
	forNumbers(t)
	for _, h := range hostileData {
		for _, k := range []int{2, 3} {
			t.Run(fmt.Sprint(h.name, "/", k), func(t *testing.T) {
				t.Parallel()
				d := h.data(t, k)
				m, err := fitted(func() (*lclass.Model, error) { return lclass.LDA{}.Fit(d) })
				if h.checkSingular(t, "LDA", d, err) {
					if !isFinite(append(parameters(m), m.Status.Loss)) {
						t.Errorf("LDA: %v", m)
					}
					// Of raw scores, in which W x and b cancel for means of 1e9.
					near(t, "loss of LDA", []float64{m.Status.Loss}, []float64{logLoss(t, m, d)}, 1e-7)
				}
				for name, spec := range generators {
					g, err := fitted(func() (*lclass.Model, error) { return spec.Fit(d) })
					if !h.checkSingular(t, name, d, err) {
						continue
					}
					checkGaussian(t, name, g, d)
					var loss, total float64
					truth, err := g.Targets(d)
					must(t, truth, err)
					eachWeight(d, func(i int, s float64) {
						loss -= s * g.ScoresOne(d.Row(i))[truth[i]]
						total += s
					})
					near(t, "loss of "+name, []float64{g.Status.Loss}, []float64{loss / total}, 1e-9)
				}
			})
		}
	}
}

// eachWeight runs f for the samples that count, with weights of at most 1.
func eachWeight(d *lclass.Data, f func(i int, s float64)) {
	weight := d.Weight()
	var most float64
	for _, s := range weight {
		most = math.Max(most, s)
	}
	for i := range d.N() {
		switch {
		case weight == nil:
			f(i, 1)
		case weight[i] > 0:
			f(i, weight[i]/most)
		}
	}
}

// logLoss is −(1/Σs) Σ s log P(t | x).
func logLoss(t *testing.T, m *lclass.Model, d *lclass.Data) float64 {
	t.Helper()
	y, err := m.Proba(d)
	must(t, y, err)
	truth, err := m.Targets(d)
	must(t, truth, err)
	var loss, total float64
	eachWeight(d, func(i int, s float64) {
		loss -= s * math.Log(y.At(i, truth[i]))
		total += s
	})
	return loss / total
}

// checkSingular reports whether there is a model. If there is none the error must
// name features that, less their means in the class or in each class, depend on
// each other to 6 digits, or the column of which the unit is to be changed.
func (h hostile) checkSingular(t *testing.T, name string, d *lclass.Data, err error) bool {
	t.Helper()
	if err == nil {
		return true
	}
	var e *lclass.SingularError
	if !errors.As(err, &e) {
		if h.unit == "" {
			t.Errorf("%s: %v", name, err)
		}
		fails(t, err, &lclass.ValueError{Err: lclass.ErrOverflow, Column: "x1", Row: -1})
		return false
	}
	if len(e.Features) == 0 {
		t.Errorf("%s: %#v", name, e)
	}
	var columns [][]float64
	for _, feature := range e.Features {
		for j, f := range d.Features() {
			if f == feature {
				columns = append(columns, within(d, j, e.Class))
			}
		}
	}
	x := mat.NewDense(len(columns[0]), len(columns), nil)
	for j, c := range columns {
		x.SetCol(j, c)
	}
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDNone) {
		t.Fatal("no singular values")
	}
	if s := svd.Values(nil); len(columns[0]) >= len(columns) && s[len(s)-1] > 1e-6 {
		t.Errorf("%s: singular values %v: %v", name, s, err)
	}
	return false
}

// within is feature j of the samples of one class, or of all if it has no name,
// less its mean over each class, at length 1 or 0.
func within(d *lclass.Data, j int, class string) []float64 {
	sum, total := make([]float64, d.K()), make([]float64, d.K())
	column := d.Column(j)
	var most float64
	for _, v := range column {
		most = math.Max(most, math.Abs(v))
	}
	if most == 0 {
		most = 1
	}
	eachWeight(d, func(i int, s float64) {
		sum[d.T()[i]] += s * (column[i] / most)
		total[d.T()[i]] += s
	})
	var x []float64
	var square float64
	eachWeight(d, func(i int, s float64) {
		c := d.T()[i]
		if class == "" || d.Classes()[c] == class {
			v := math.Sqrt(s) * (column[i]/most - sum[c]/total[c])
			x = append(x, v)
			square += v * v
		}
	})
	if square > 1e-28 {
		for i := range x {
			x[i] /= math.Sqrt(square)
		}
	}
	return x
}

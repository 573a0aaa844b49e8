package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// unpenalised are the learners with standard errors, by the number of classes.
var unpenalised = map[int]lclass.Estimator{0: lclass.LinearRegression{}, 2: lclass.Logistic{}, 3: lclass.Softmax{}}

// meaningless is why a summary must say nothing, nil if it must say something.
func (h hostile) meaningless(classes int, o lclass.SummaryOptions) error {
	extreme := map[string]error{"tiny weights": lclass.ErrWeights, "huge weights": lclass.ErrWeights}[h.name]
	switch {
	case h.separates(classes):
		return lclass.ErrSeparated
	case extreme != nil && !o.PrecisionWeights:
		return extreme
	case h.dependent:
		return lclass.ErrCollinear
	case classes == 0 && h.name == "a row a class":
		return lclass.ErrNoResidual
	}
	return nil
}

// What is said about the weights of a model of hostile data is finite, fits
// together, and does not depend on the units of the features; or there is an
// error that says why there is nothing to say.
func TestInferenceSurvives(t *testing.T) {
	forNumbers(t)
	for _, h := range hostileData {
		if h.unit != "" {
			continue // no model to ask
		}
		for classes, e := range unpenalised {
			for _, o := range []lclass.SummaryOptions{{}, {Profile: true}, {PrecisionWeights: true}} {
				t.Run(fmt.Sprintf("%s/%T/%+v", h.name, e, o), func(t *testing.T) {
					t.Parallel()
					d := h.data(t, classes)
					s := h.summary(t, e, d, o)
					if s == nil {
						return
					}
					if h.weight == nil && classes != 0 {
						near(t, "deviance", []float64{s.Deviance}, []float64{2 * s.N * learn(t, e, d).Status.Loss}, 1e-9)
					}
					standard := h.summary(t, e, standardised(t, d), o)
					for i, c := range s.Coefficients {
						if c.Name != "b" {
							near(t, "z of "+c.Name, []float64{c.Statistic}, []float64{standard.Coefficients[i].Statistic}, h.toleranceOfTests())
						}
					}
					if d.D() > 1 {
						h.withoutFirst(t, e, d, s, o)
					}
				})
			}
		}
	}
}

// toleranceOfTests is how exactly z and F are known. Where one value is far
// from all others, these are 1e-6 standard deviations from each other, and the
// curvature along them is known to that many digits less.
func (h hostile) toleranceOfTests() float64 {
	if h.far {
		return 1e-5
	}
	return math.Max(1e-6, 10*h.rounding)
}

// summary is that of a fit, nil if it must say nothing and says why.
func (h hostile) summary(t *testing.T, e lclass.Estimator, d *lclass.Data, o lclass.SummaryOptions) *lclass.Summary {
	t.Helper()
	m, err := e.Fit(d)
	s, err := must(t, m, err).Summary(d, o)
	want := h.meaningless(d.K()*min(1, len(m.Classes)), o)
	if want != nil {
		if s != nil || !errors.Is(err, want) || !mentionsOne(err.Error(), "leave", "take", "fit with", "set ") {
			t.Errorf("error %v, want %v", err, want)
		}
		return nil
	}
	must(t, s, err)
	numbers := []float64{
		s.N, s.LogLikelihood, s.NullLogLikelihood, s.Deviance, s.NullDeviance, s.AIC, s.BIC, s.McFadden,
		s.R2, s.AdjustedR2, s.Sigma, s.Overall.Statistic, s.Overall.P,
	}
	for _, c := range s.Coefficients {
		numbers = append(numbers, c.Value, c.SE, c.Statistic, c.P)
		if !(c.SE > 0) || c.P < 0 || c.P > 1 || !(c.Low < c.Value) || !(c.Value < c.High) {
			t.Errorf("%+v", c)
		}
	}
	if !isFinite(numbers) || s.Overall.P < 0 || s.Overall.P > 1 {
		t.Errorf("%+v", s)
	}
	text, err := json.Marshal(s)
	var again lclass.Summary
	if err != nil || json.Unmarshal(text, &again) != nil || again.String() != s.String() || strings.Contains(s.String(), "NaN") {
		t.Errorf("it cannot be kept: %v\n%v", err, s)
	}
	return s
}

// standardised has each feature with mean 0 and deviation 1.
func standardised(t *testing.T, d *lclass.Data) *lclass.Data {
	t.Helper()
	e, err := prepared(d, lclass.Standardize{})
	return must(t, e, err)
}

// withoutFirst tests a summary against that without the first feature.
func (h hostile) withoutFirst(t *testing.T, e lclass.Estimator, d *lclass.Data, large *lclass.Summary, o lclass.SummaryOptions) {
	t.Helper()
	x := d.Matrix()
	n, p := x.Dims()
	rest := mat.DenseCopyOf(x.Slice(0, n, 1, p))
	var less *lclass.Data
	var err error
	if d.Y() != nil {
		less, err = lclass.RegressionFromMatrix(rest, d.Y())
	} else {
		less, err = lclass.FromMatrix(rest, d.T(), d.Classes())
	}
	must(t, less, err)
	if w := d.Weight(); w != nil {
		less = weigh(t, less, w)
	}
	less, err = less.WithFeatures(d.Features()[1:]...)
	must(t, less, err)
	small := h.summary(t, e, less, o)
	test, err := lclass.LikelihoodRatio(small, large)
	must(t, test, err)
	if test.P < 0 || test.P > 1 || !isFinite([]float64{test.Statistic, test.P}) {
		t.Errorf("likelihood ratio %+v", test)
	}
	if large.Classes == nil {
		// F with one degree of freedom is t².
		f, err := lclass.FTest(small, large)
		squares := large.Coefficients[1].Statistic // of the first feature
		near(t, "F", []float64{must(t, f, err).Statistic}, []float64{squares * squares}, h.toleranceOfTests())
	}
}

// The bootstrap of a model of hostile data has intervals with two finite ends,
// or says why there are none.
func TestBootstrapSurvives(t *testing.T) {
	forNumbers(t)
	for _, h := range hostileData {
		for classes, e := range unpenalised {
			t.Run(fmt.Sprintf("%s/%T", h.name, e), func(t *testing.T) {
				t.Parallel()
				d := h.data(t, classes)
				b, err := fitted(func() (*lclass.BootstrapSummary, error) {
					return lclass.Bootstrap{Replicates: 40, Seed: 1, BCa: true, PrecisionWeights: h.weight != nil}.Of(e, d)
				})
				var unit *lclass.ValueError
				switch {
				case h.unit != "":
					if !isValue(err, lclass.ErrOverflow, &unit) || unit.Column != h.unit {
						t.Errorf("error %v", err)
					}
					return
				case h.separates(classes):
					if !errors.Is(err, lclass.ErrSeparated) {
						t.Errorf("error %v", err)
					}
					return
				case err != nil:
					mentions(t, err, "lclass: Bootstrap", "replicates", "×")
					return
				}
				for _, c := range b.Coefficients {
					if !isFinite([]float64{c.Value, c.SE, c.Bias, c.Low, c.High}) || c.Low > c.High {
						t.Errorf("%+v", c)
					}
				}
			})
		}
	}
}

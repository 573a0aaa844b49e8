package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// An effectPeer is an entry of testdata/effects-python.json, made by effects.py with
// statsmodels 0.13.5.
type effectPeer struct {
	Name, At, Robust string
	Dummy            bool
	Sample           []float64
	Effect, SE, P    [][]float64
	Interval         [][][]float64
}

type intervalPeer struct {
	Name, Robust         string
	Value, SE, Low, High [][]float64
}

func effectPeers(t *testing.T) (effects []effectPeer, intervals []intervalPeer) {
	t.Helper()
	var python struct {
		Cases     []effectPeer
		Intervals []intervalPeer
	}
	readPeers(t, "testdata/effects-python.json", &python)
	if len(python.Cases) != 31 || len(python.Intervals) != 4 {
		t.Fatalf("%d effects and %d intervals", len(python.Cases), len(python.Intervals))
	}
	return python.Cases, python.Intervals
}

// plain is the data without what it knows of text columns.
func plain(t *testing.T, d *lclass.Data) *lclass.Data {
	t.Helper()
	p, err := lclass.FromMatrix(d.Matrix(), d.T(), d.Classes())
	must(t, p, err)
	return weighted(t, p, d.Weight())
}

func exact(d *lclass.Data) lclass.Estimator {
	if d.K() > 2 {
		return lclass.Softmax{Solver: lclass.Newton{Tol: 1e-14}}
	}
	return lclass.Logistic{Solver: lclass.Newton{Tol: 1e-14}}
}

func robustOf(name string) lclass.Covariance {
	if name == "HC0" {
		return lclass.HC0
	}
	return lclass.Classical
}

func TestEffectsAgreeWithPeers(t *testing.T) {
	other := inferencePeers(t)
	data := map[string]*lclass.Data{
		"breast cancer": other["breast cancer"].data(t), "housing": other["housing multinom"].data(t),
		"titanic": plain(t, titanicTable(t)), "titanic categories": titanicTable(t),
	}
	effects, _ := effectPeers(t)
	for _, c := range effects {
		d, there := data[c.Name]
		if !there {
			continue
		}
		t.Run(fmt.Sprint(c.Name, c.At, c.Robust, c.Dummy), func(t *testing.T) {
			o := lclass.EffectOptions{SummaryOptions: lclass.SummaryOptions{Covariance: robustOf(c.Robust)}, AtMean: c.At == "mean"}
			if c.Dummy {
				o.Discrete = d.Features()
			}
			if c.Sample != nil {
				at, err := lclass.FromMatrix(mat.NewDense(1, d.D(), c.Sample), []int{0}, d.Classes())
				o.At = must(t, at, err)
				if o.At, err = at.WithFeatures(d.Features()...); err != nil {
					t.Fatal(err)
				}
			}
			m := learn(t, exact(d), d)
			e, err := m.MarginalEffects(d, o)
			must(t, e, err)
			checkEffects(t, e, c)
		})
	}
}

func checkEffects(t *testing.T, e *lclass.Effects, c effectPeer) {
	t.Helper()
	var value, se, p, low, high []float64
	for _, v := range e.Effects {
		value, se, p = append(value, v.Value), append(se, v.SE), append(p, v.P)
		low, high = append(low, v.Low), append(high, v.High)
	}
	agree(t, "effects", value, slices.Concat(c.Effect...), 1e-6)
	agree(t, "standard errors", se, slices.Concat(c.SE...), 1e-6)
	if c.P == nil {
		return
	}
	agree(t, "p", p, slices.Concat(c.P...), 1e-6)
	var wantLow, wantHigh []float64
	for _, i := range slices.Concat(c.Interval...) {
		wantLow, wantHigh = append(wantLow, i[0]), append(wantHigh, i[1])
	}
	agree(t, "low", low, wantLow, 1e-6)
	agree(t, "high", high, wantHigh, 1e-6)
}

// The columns are raw: x and x² change together, and a standardised column has its unit.
func TestEffectsGoThroughThePreparation(t *testing.T) {
	effects, _ := effectPeers(t)
	at := slices.IndexFunc(effects, func(c effectPeer) bool { return c.Name == "breast cancer squares" })
	d := inferencePeers(t)["breast cancer"].data(t)
	m := learn(t, lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Select(d.Features()[:2]), lclass.Standardize{}, lclass.Polynomial{Degree: 2}},
		Of:      lclass.Logistic{Solver: lclass.Newton{Tol: 1e-14}},
	}, d)
	e, err := m.MarginalEffects(d)
	must(t, e, err)
	checkEffects(t, e, effects[at])
}

// Text columns that the pipeline encodes, and those that the frame has encoded, have the
// same effects; those of counted rows are those of repeated ones.
func TestEffectsOfCategories(t *testing.T) {
	table := titanicTable(t)
	l := lclass.Logistic{Solver: lclass.Newton{Tol: 1e-14}}
	want := effectsOf(t, l, table)
	raw, err := lclass.FromFrame(datasets.TitanicTable(), lclass.Columns{Target: "Survived", Weight: "Freq", Raw: true})
	must(t, raw, err)
	for name, e := range map[string]*lclass.Effects{
		"raw":      effectsOf(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.OneHot{}}, Of: l}, raw),
		"repeated": effectsOf(t, l, repeated(table)),
		"softmax":  secondClass(effectsOf(t, lclass.Softmax{Solver: lclass.Newton{Tol: 1e-14}}, table)),
	} {
		for i, v := range e.Effects {
			w := want.Effects[i]
			if v.Name != w.Name || v.Contrast != w.Contrast {
				t.Errorf("%s: %s %s, want %s %s", name, v.Name, v.Contrast, w.Name, w.Contrast)
			}
			agree(t, name, []float64{v.Value, v.SE}, []float64{w.Value, w.SE}, 1e-8)
		}
	}
	if want.Effects[0].Contrast != "2nd − 1st" || want.Effects[3].Name != "Sex" {
		t.Errorf("effects %v", want)
	}
	other := effectsOf(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.OneHot{Reference: map[string]string{"Sex": "Male"}}}, Of: l}, raw)
	if c := other.Effects[3]; c.Contrast != "Female − Male" || math.Abs(c.Value+want.Effects[3].Value) > 1e-10 {
		t.Errorf("effect %v, want the opposite of %v", c, want.Effects[3])
	}
}

func secondClass(e *lclass.Effects) *lclass.Effects {
	var second []lclass.Estimate
	for _, v := range e.Effects {
		if v.Class == "Yes" {
			second = append(second, v)
		}
	}
	e.Effects = second
	return e
}

func effectsOf(t *testing.T, e lclass.Estimator, d *lclass.Data) *lclass.Effects {
	t.Helper()
	effects, err := learn(t, e, d).MarginalEffects(d)
	return must(t, effects, err)
}

// Of a regression without powers they are the coefficients.
func TestEffectsOfARegression(t *testing.T) {
	d := irisWidth(t)
	for _, l := range []lclass.LinearRegression{{}, {NoIntercept: true}} {
		m := learn(t, l, d)
		o := lclass.SummaryOptions{Covariance: lclass.HC3, Level: 0.9}
		s := summary(t, m, d, o)
		e, err := m.MarginalEffects(d, lclass.EffectOptions{SummaryOptions: o})
		must(t, e, err)
		for _, v := range e.Effects {
			c, err := s.Coefficient(v.Name)
			must(t, &c, err)
			agree(t, v.Name, []float64{v.Value, v.SE, v.Statistic, v.P, v.Low, v.High},
				[]float64{c.Value, c.SE, c.Statistic, c.P, c.Low, c.High}, 1e-9)
		}
	}
}

// A sample without a value in a column does not count for its effects, but for others.
func TestEffectsOfColumnsWithGaps(t *testing.T) {
	d := raw(t, passengers())
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}}, Of: lclass.Firth{}}, d)
	e, err := m.MarginalEffects(d)
	must(t, e, err)
	contains(t, e.String(), "samples that have a value", "slope")
	at, err := m.MarginalEffects(d, lclass.EffectOptions{AtMean: true})
	must(t, at, err)
	contains(t, at.String(), "at the mean")
}

// Impute makes missing texts a category of their own: effects compare it with the others, by
// what Proba says of all samples with each of them.
func TestEffectsOfMissingTexts(t *testing.T) {
	const n = 60
	rng := rand.New(rand.NewPCG(3, 5))
	ports, ages, died := make([]string, n+1), make([]float64, n+1), make([]string, n+1)
	for i := range ports {
		ports[i], ages[i], died[i] = []string{"S", "C", "", "Q"}[i%4], 40+10*rng.NormFloat64(), []string{"no", "yes"}[rng.IntN(2)]
	}
	read := func(ports []string) *lclass.Data {
		df := dataframe.New(series.New(ports, series.String, "port"), series.New(ages, series.Float, "age"), series.New(died, series.String, "died"))
		d, err := lclass.FromFrame(df, lclass.Columns{Target: "died", Raw: true})
		must(t, d, err)
		return d
	}
	d := read(ports)
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{Category: "unknown"}, lclass.OneHot{}}, Of: lclass.Logistic{}}, d)
	text := map[string]string{"S": "S", "C": "C", "Q": "Q", "unknown": ""}
	of := func(port string) (mean float64) {
		p := lclass.Must(m.Proba(read(append(slices.Repeat([]string{text[port]}, n), "S"))))
		last := lclass.Must(m.Proba(read(append(slices.Repeat([]string{"S"}, n), text[port]))))
		return (mat.Sum(p.Slice(0, n, 1, 2)) + last.At(n, 1)) / (n + 1)
	}
	e, err := m.MarginalEffects(d)
	must(t, e, err)
	var ofPort int
	for _, effect := range e.Effects {
		if to, from, is := strings.Cut(effect.Contrast, " − "); is {
			ofPort++
			near(t, effect.Contrast, []float64{effect.Value}, []float64{of(to) - of(from)}, 1e-12)
		}
	}
	if ofPort != 3 {
		t.Errorf("%d effects of the port, want 3: %v", ofPort, e)
	}
	for _, o := range []lclass.EffectOptions{{AtMean: true}, {At: d.Subset([]int{2})}} {
		at, err := m.MarginalEffects(d, o)
		must(t, at, err)
		if len(at.Effects) != len(e.Effects) {
			t.Errorf("effects %v, want those of %v", at, e)
		}
	}
}

// A slope at one sample goes by the differences within the training data, whatever the units:
// the reference is the difference of probabilities beside the sample.
func TestEffectsAtOneSampleOfPowers(t *testing.T) {
	for _, c := range []struct {
		mean, sd float64
		degree   int
	}{{0, 1, 3}, {1000, 5, 5}, {2000, 5, 5}, {1e6, 1, 5}, {0, 1e-8, 4}, {0, 1e-8, 5}, {-1e3, 1e8, 6}} {
		rng := rand.New(rand.NewPCG(7, 11))
		x, class := mat.NewDense(300, 1, nil), make([]int, 300)
		for i := range class {
			v := rng.NormFloat64()
			x.Set(i, 0, c.mean+c.sd*v)
			if rng.Float64() < 1/(1+math.Exp(-v)) {
				class[i] = 1
			}
		}
		d, err := lclass.FromMatrix(x, class, classNames(2))
		must(t, d, err)
		m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}, lclass.Polynomial{Degree: c.degree}}, Of: lclass.Logistic{}}, d)
		at, h := c.mean+0.7*c.sd, 1e-3*c.sd
		one, err := lclass.FromMatrix(mat.NewDense(1, 1, []float64{at}), []int{1}, classNames(2))
		must(t, one, err)
		e, err := m.MarginalEffects(d, lclass.EffectOptions{At: one})
		must(t, e, err)
		p := func(v float64) float64 { return m.ProbaOne([]float64{v})[1] }
		want := (8*(p(at+h)-p(at-h)) - (p(at+2*h) - p(at-2*h))) / (12 * h)
		if got := e.Effects[0].Value; math.Abs(got-want) > 1e-6*math.Abs(want) {
			t.Errorf("mean %v, deviation %v, degree %d: slope %v, want %v", c.mean, c.sd, c.degree, got, want)
		}
	}
}

func TestEffectsRefuse(t *testing.T) {
	d := irisData(t, true)
	m := learn(t, lclass.Logistic{}, d)
	fails(t, failure(m.MarginalEffects(d, lclass.EffectOptions{SummaryOptions: lclass.SummaryOptions{Profile: true}})), &lclass.SettingError{Setting: "EffectOptions.Profile", Value: true})
	fails(t, failure(m.MarginalEffects(d, lclass.EffectOptions{Discrete: []string{"height"}})), &lclass.SettingError{Setting: "EffectOptions.Discrete", Value: "height"})
	penalised := learn(t, lclass.Logistic{Penalty: lclass.L2(1)}, d)
	if _, err := penalised.MarginalEffects(d); !errors.Is(err, lclass.ErrPenalised) {
		t.Errorf("error %v, want ErrPenalised", err)
	}
	if _, err := m.MarginalEffects(d, lclass.EffectOptions{At: &lclass.Data{}}); err == nil {
		t.Error("no error for effects at no samples")
	}
	s := summary(t, m, d, lclass.SummaryOptions{})
	if _, err := penalised.ConfidenceIntervals(d, s); !errors.Is(err, lclass.ErrOtherData) {
		t.Errorf("error %v, want ErrOtherData", err)
	}
	if _, err := m.ConfidenceIntervals(d, nil); err == nil {
		t.Error("no error without a summary")
	}
}

func TestConfidenceIntervalsAgreeWithPeers(t *testing.T) {
	other := inferencePeers(t)
	data := map[string]*lclass.Data{"breast cancer": other["breast cancer"].data(t), "housing": other["housing multinom"].data(t)}
	_, intervals := effectPeers(t)
	for _, c := range intervals {
		d := data[c.Name]
		m := learn(t, exact(d), d)
		s := summary(t, m, d, lclass.SummaryOptions{Covariance: robustOf(c.Robust)})
		first := d.Subset([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
		i, err := m.ConfidenceIntervals(first, s)
		must(t, i, err)
		got := intervalColumns(i)
		for what, want := range map[string][][]float64{"value": c.Value, "se": c.SE, "low": c.Low, "high": c.High} {
			agree(t, c.Name+c.Robust+" "+what, got[what], slices.Concat(want...), 1e-6)
		}
		for k, class := range d.Classes() {
			equal(t, "class", i[1][k].Class, class)
		}
	}
}

// intervalColumns returns the parts of estimates, row after row.
func intervalColumns(rows [][]lclass.Estimate) map[string][]float64 {
	columns := map[string][]float64{}
	for _, row := range rows {
		for _, e := range row {
			columns["value"] = append(columns["value"], e.Value)
			columns["se"] = append(columns["se"], e.SE)
			columns["low"] = append(columns["low"], e.Low)
			columns["high"] = append(columns["high"], e.High)
		}
	}
	return columns
}

// R: predict(lm(Petal.Width ~ Sepal.Length + Sepal.Width + Petal.Length, iris)[c(1, 80), ], se.fit = TRUE, interval = "confidence")
func TestConfidenceIntervalsOfARegression(t *testing.T) {
	d := irisWidth(t)
	m := learn(t, lclass.LinearRegression{}, d)
	s := summary(t, m, d, lclass.SummaryOptions{})
	i, err := m.ConfidenceIntervals(d.Subset([]int{0, 79}), s)
	must(t, i, err)
	got := intervalColumns(i)
	for what, want := range map[string][]float64{
		"value": {0.21625189892792274, 0.99192110623333107},
		"se":    {0.027780800626950358, 0.027701727489512995},
		"low":   {0.16134743432771251, 0.93717291748469023},
		"high":  {0.27115636352813299, 1.04666929498197181},
	} {
		agree(t, what, got[what], want, 1e-9)
	}
	equal(t, "name", i[0][0].Name, "petal_width")
}

// The parts add up to the scores, of text columns together.
func TestContributionsAddUp(t *testing.T) {
	passengers := raw(t, passengers())
	steps := []lclass.Preparation{lclass.Impute{Indicator: true}, lclass.OneHot{}, lclass.Standardize{}}
	for name, c := range map[string]struct {
		e lclass.Estimator
		d *lclass.Data
	}{
		"pipeline":   {lclass.Pipeline{Prepare: steps, Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}, passengers},
		"softmax":    {lclass.Softmax{Penalty: lclass.L2(0.1)}, irisData(t, false)},
		"one-vs-one": {lclass.OneVsOne{Of: lclass.LinearSVM{Penalty: lclass.L2(0.1)}}, irisData(t, false)},
		"regression": {lclass.LinearRegression{}, irisWidth(t)},
		"weights":    {lclass.Logistic{}, titanicTable(t)},
	} {
		m := learn(t, c.e, c.d)
		parts, err := m.Contributions(c.d, c.d)
		must(t, parts, err)
		z, err := m.Scores(c.d)
		must(t, z, err)
		for i := range c.d.N() {
			var mean float64
			if name == "softmax" {
				mean = (z.At(i, 0) + z.At(i, 1) + z.At(i, 2)) / 3
			}
			for k := range parts.Base {
				sum := parts.Base[k]
				for _, v := range parts.Of[k].RawRowView(i) {
					sum += v
				}
				if want := z.At(i, k) - mean; math.Abs(sum-want) > 1e-10*(1+math.Abs(want)) {
					t.Fatalf("%s: the parts of score %d of sample %d add up to %v, want %v", name, k, i, sum, want)
				}
			}
		}
		for k := range parts.Base { // the average sample has no parts
			var total float64
			weight := c.d.Weight()
			for j := range parts.Features {
				var sum float64
				for i, v := range mat.Col(nil, j, parts.Of[k]) {
					if weight != nil {
						v *= weight[i]
					}
					sum += v
				}
				total += math.Abs(sum)
			}
			if total > 1e-8 {
				t.Errorf("%s: the mean of the parts is %v", name, total)
			}
		}
	}
	m := learn(t, lclass.Pipeline{Prepare: steps, Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}, passengers)
	parts, err := m.Contributions(passengers, passengers)
	must(t, parts, err)
	if want := passengers.Features(); len(parts.Features) != len(want) {
		t.Errorf("features %v, want %v in some order", parts.Features, want)
	}
	contains(t, parts.Sample(0, 0).String(), "base", "score of")
}

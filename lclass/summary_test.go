package lclass_test

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// summarised is a learner with data for it and the options of its summary.
type summarised struct {
	name string
	e    lclass.Estimator
	d    *lclass.Data
	o    lclass.SummaryOptions
}

// cases has each learner with a likelihood, with weights 1, 2 and 3.
func cases(t *testing.T) []summarised {
	t.Helper()
	newton := lclass.Newton{Tol: 1e-14}
	x, class := clouds(180, 2, 3, 5)
	three, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, three, err)
	two, err := three.Positive("c1")
	must(t, two, err)
	y := make([]float64, len(class))
	s := make([]float64, len(class))
	for i := range y {
		y[i] = float64(class[i]) + x.At(i, 0)*x.At(i, 1)
		s[i] = float64(1 + i%3)
	}
	numeric, err := lclass.RegressionFromMatrix(x, y)
	must(t, numeric, err)
	return []summarised{
		{"Logistic", lclass.Logistic{Solver: newton}, weighted(t, two, s), lclass.SummaryOptions{}},
		{"Softmax", lclass.Softmax{Solver: newton}, weighted(t, three, s), lclass.SummaryOptions{}},
		{"LinearRegression", lclass.LinearRegression{}, weighted(t, numeric, s), lclass.SummaryOptions{}},
		{"Logistic, profile", lclass.Logistic{Solver: newton}, weighted(t, two, s), lclass.SummaryOptions{Profile: true}},
		{"Softmax, profile", against{lclass.Softmax{Solver: newton}, "c1"}, weighted(t, three, s), lclass.SummaryOptions{Profile: true}},
		{"LinearRegression, profile", lclass.LinearRegression{}, weighted(t, numeric, s), lclass.SummaryOptions{Profile: true}},
	}
}

// figures returns all numbers of a summary that have a place in every one.
func figures(s *lclass.Summary) []float64 {
	list := []float64{s.N, s.Residual, s.LogLikelihood, s.NullLogLikelihood, s.Deviance, s.NullDeviance, s.AIC, s.BIC,
		s.McFadden, s.R2, s.AdjustedR2, s.Sigma, s.Overall.Statistic, s.Overall.P}
	for i, c := range s.Coefficients {
		list = append(list, c.Value, c.SE, c.Statistic, c.P, c.Low, c.High)
		list = append(list, s.Covariance[i]...)
	}
	return list
}

// repeated has a row for every sample that a weight stands for.
func repeated(d *lclass.Data) *lclass.Data {
	var rows []int
	weight := d.Weight()
	for i, s := range weight {
		for range int(s) {
			rows = append(rows, i)
		}
	}
	many := d.Subset(rows)
	once := make([]float64, len(rows))
	for i := range once {
		once[i] = 1
	}
	return lclass.Must(many.WithWeight(once))
}

// Frequencies are repetition; precisions are so but for how many samples they
// are, and know no unit.
func TestSummaryWeights(t *testing.T) {
	for _, c := range cases(t) {
		t.Run(c.name, func(t *testing.T) {
			m := learn(t, c.e, c.d)
			frequent := summary(t, m, c.d, c.o)
			many := repeated(c.d)
			agree(t, "repeated", figures(summary(t, learn(t, c.e, many), many, c.o)), figures(frequent), 1e-9)
			if frequent.N != 360 {
				t.Errorf("N = %v, want 360", frequent.N)
			}
			o := c.o
			o.PrecisionWeights = true
			precise := summary(t, m, c.d, o)
			if precise.N != 180 {
				t.Errorf("N = %v, want 180", precise.N)
			}
			tenth := c.d.Weight()
			for i := range tenth {
				tenth[i] /= 10
			}
			scaled := summary(t, m, weighted(t, c.d, tenth), o)
			if c.name[:6] == "Linear" { // in the unit of the weights, as in R
				scaled.Deviance *= 10
				scaled.NullDeviance *= 10
				scaled.Sigma *= math.Sqrt(10)
			}
			agree(t, "precisions in another unit", figures(scaled), figures(precise), 1e-9)

			n, p := frequent.N/precise.N, 1.0
			if c.name[:6] == "Linear" {
				n, p = frequent.Residual, precise.Residual
			}
			for i := range frequent.Coefficients {
				agree(t, "se", []float64{precise.Coefficients[i].SE}, []float64{frequent.Coefficients[i].SE * math.Sqrt(n/p)}, 1e-9)
			}
		})
	}
}

// A feature in another unit, from another 0, changes what it must.
func TestSummaryUnits(t *testing.T) {
	const scale, shift = 1e-12, 3.0
	for _, c := range cases(t) {
		t.Run(c.name, func(t *testing.T) {
			x := c.d.Matrix()
			for i := range c.d.N() {
				x.Set(i, 0, scale*(x.At(i, 0)+shift))
				x.Set(i, 1, x.At(i, 1)/scale)
			}
			var d *lclass.Data
			var err error
			if c.d.Classes() == nil {
				d, err = lclass.RegressionFromMatrix(x, c.d.Y())
			} else {
				d, err = lclass.FromMatrix(x, c.d.T(), c.d.Classes())
			}
			d = weighted(t, must(t, d, err), c.d.Weight())
			want := summary(t, learn(t, c.e, c.d), c.d, c.o)
			got := summary(t, learn(t, c.e, d), d, c.o)
			agree(t, "log-likelihood", []float64{got.LogLikelihood}, []float64{want.LogLikelihood}, 1e-12)
			for i, g := range got.Coefficients {
				w := want.Coefficients[i]
				if g.Name == "b" {
					// b' = b − shift·w
					v := want.Covariance
					agree(t, "se of b", []float64{g.SE}, []float64{math.Sqrt(v[i][i] - 2*shift*v[i][i+1] + shift*shift*v[i+1][i+1])}, 1e-9)
					continue
				}
				unit := 1 / scale
				if g.Name == "x1" {
					unit = scale
				}
				agree(t, g.Name, []float64{g.Value * unit, g.SE * unit, g.Statistic, g.P, g.Low * unit, g.High * unit},
					[]float64{w.Value, w.SE, w.Statistic, w.P, w.Low, w.High}, 1e-7)
			}
		})
	}
}

// Two classes of softmax are logistic regression.
func TestSoftmaxOfTwoIsLogistic(t *testing.T) {
	d := irisData(t, true)
	for _, profile := range []bool{false, true} {
		o := lclass.SummaryOptions{Profile: profile}
		want := summary(t, learn(t, lclass.Logistic{Solver: lclass.Newton{Tol: 1e-14}}, d), d, o)
		got := summary(t, learn(t, lclass.Softmax{Solver: lclass.Newton{Tol: 1e-14}}, d), d, o)
		agree(t, "softmax", figures(got), figures(want), 1e-7)
		if got.Reference != "versicolor" || got.Coefficients[0].Class != "virginica" {
			t.Errorf("%q against %q", got.Coefficients[0].Class, got.Reference)
		}
	}
}

// against fits a learner and makes the weights relative to a class.
type against struct {
	of    lclass.Estimator
	class string
}

func (a against) Fit(d *lclass.Data) (*lclass.Model, error) {
	m, err := a.of.Fit(d)
	if err != nil {
		return nil, err
	}
	return m.Reference(a.class)
}

// Against another class the same model says the same.
func TestReference(t *testing.T) {
	x, class := clouds(180, 2, 3, 5)
	d, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, d, err)
	m := learn(t, lclass.Softmax{}, d)
	a := summary(t, m, d, lclass.SummaryOptions{})
	for r, name := range m.Classes {
		relative, err := m.Reference(name)
		must(t, relative, err)
		s := summary(t, relative, d, lclass.SummaryOptions{})
		if s.Reference != name {
			t.Errorf("the reference %q that was chosen has become %q", name, s.Reference)
		}
		if !strings.Contains(s.String(), "W and b relative to those of "+name) {
			t.Errorf("nothing is said about the reference in\n%s", s)
		}
		columns := s.Table().Columns
		if columns[1].Name != "class" || columns[2].Name != "reference" || columns[1].Text[0] == name || columns[2].Text[0] != name {
			t.Errorf("class %q is compared with %q %q, want %q", columns[1].Text[0], columns[2].Name, columns[2].Text[0], name)
		}
		agree(t, "log-likelihood", []float64{s.LogLikelihood, s.Overall.Statistic}, []float64{a.LogLikelihood, a.Overall.Statistic}, 1e-12)
		var at int
		for k := range m.Classes {
			for j := range 3 {
				w := relative.B[k]
				if j > 0 {
					w = relative.W.At(k, j-1)
				}
				if k == r {
					if w != 0 {
						t.Errorf("weight %d of the reference is %v", j, w)
					}
					continue
				}
				agree(t, "weight", []float64{s.Coefficients[at].Value}, []float64{w}, 1e-12)
				at++
			}
		}
		for i := range 5 {
			near(t, "probabilities", relative.ProbaOne(d.Row(i)), m.ProbaOne(d.Row(i)), 1e-12)
		}
		back, err := relative.Reference("c0")
		must(t, back, err)
		first := summary(t, back, d, lclass.SummaryOptions{})
		agree(t, "se against another class", listOf(first, se), listOf(a, se), 1e-9)
		var read lclass.Model
		if err := json.Unmarshal(lclass.Must(json.Marshal(relative)), &read); err != nil {
			t.Fatal(err)
		}
		if s := summary(t, &read, d, lclass.SummaryOptions{}); s.Reference != name {
			t.Errorf("the reference %q of a model from JSON has become %q", name, s.Reference)
		}
	}
	fails(t, failure(m.Reference("c9")), &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "t", Row: -1, Value: "c9", Want: []string{"c0", "c1", "c2"}})
	fails(t, failure(learn(t, lclass.Logistic{}, irisData(t, true)).Reference("virginica")), &lclass.SettingError{Setting: "Output", Value: lclass.SigmoidOutput}, "Softmax", "Data.Positive")

	separated := learn(t, lclass.Softmax{}, separatedData(t, true))
	relative, err := separated.Reference("yes")
	if must(t, relative, err); mat.Sum(relative.Direction.RowView(1)) != 0 || relative.Direction.At(0, 0) == 0 {
		t.Errorf("direction %v", mat.Formatted(relative.Direction))
	}
}

// The definition: with w fixed at an end, the deviance of the rest has risen by
// the quantile of F with 1 and 146 degrees of freedom, in units of σ². R's
// confint, which knows no other profile of lm, has these ends.
func TestProfileOfRegression(t *testing.T) {
	d := irisWidth(t)
	m := learn(t, lclass.LinearRegression{}, d)
	s := summary(t, m, d, lclass.SummaryOptions{Profile: true, Level: 0.9})
	for j, c := range s.Coefficients[1:] {
		for _, end := range []float64{c.Low, c.High} {
			rest := mat.NewDense(d.N(), 2, nil)
			y := d.Y()
			for i := range y {
				y[i] -= end * d.At(i, j)
				var at int
				for k := range 3 {
					if k != j {
						rest.Set(i, at, d.At(i, k))
						at++
					}
				}
			}
			fixed, err := lclass.RegressionFromMatrix(rest, y)
			must(t, fixed, err)
			deviance := summary(t, learn(t, lclass.LinearRegression{}, fixed), fixed, lclass.SummaryOptions{}).Deviance
			agree(t, "F of the end", []float64{(deviance - s.Deviance) / (s.Sigma * s.Sigma)}, []float64{2.740207939320887}, 1e-9) // qf(0.9, 1, 146)
		}
	}
	s = summary(t, m, d, lclass.SummaryOptions{Profile: true})
	if s.Intervals != "profile likelihood" {
		t.Errorf("intervals %q", s.Intervals)
	}
	agreeRows(t, "profile", intervals(s), inferencePeers(t)["iris lm"].Interval, 1e-9)
	for _, analytic := range []bool{false, true} {
		o := lclass.SummaryOptions{Level: 0.8, PrecisionWeights: analytic}
		d := weighted(t, d, inferencePeers(t)["iris lm frequency"].Weight)
		m := learn(t, lclass.LinearRegression{}, d)
		wald := intervals(summary(t, m, d, o))
		o.Profile = true
		agreeRows(t, "profile and Wald", intervals(summary(t, m, d, o)), wald, 0)
	}
}

// Sparse features give the same summary.
func TestSummaryOfSparseFeatures(t *testing.T) {
	pixels := make([]byte, 0, 400)
	class := make([]int, 100)
	for i := range class {
		class[i] = i * 7 % 3
		pixels = append(pixels, byte(i*i%11%4), byte(class[i]*20+i%50), byte(i%2), byte(200*(i*13%29/17)))
	}
	sparse, err := fromBytes(pixels, 4, 1./255, class, classNames(3))
	must(t, sparse, err)
	dense, err := lclass.FromMatrix(sparse.Matrix(), class, classNames(3))
	must(t, dense, err)
	for _, e := range []lclass.Estimator{lclass.Logistic{}, lclass.Softmax{}} {
		of := func(d *lclass.Data) *lclass.Summary {
			if _, ok := e.(lclass.Logistic); ok {
				d = lclass.Must(d.Positive("c1"))
			}
			return summary(t, learn(t, e, d), d, lclass.SummaryOptions{Profile: true})
		}
		agree(t, "sparse", figures(of(sparse)), figures(of(dense)), 1e-6)
	}
}

func TestSummaryJSON(t *testing.T) {
	for _, c := range cases(t) {
		s := summary(t, learn(t, c.e, c.d), c.d, c.o)
		s.Coefficients[0].Low = math.Inf(-1)
		s.Coefficients[1].High = math.Inf(1)
		text, err := json.Marshal(s)
		must(t, text, err)
		var read lclass.Summary
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(&read, s) {
			t.Errorf("%s: read back %+v, want %+v", c.name, read, *s)
		}
		if !strings.Contains(string(text), `"low":"-Inf"`) {
			t.Errorf("%s: no infinite end in %s", c.name, text)
		}
	}
	var e lclass.Estimate
	equal(t, "place", placeOf(json.Unmarshal([]byte(`{"low": "-inf"}`), &e)), "$.low")
}

// A feature in small units has an odds ratio beyond float64, which is no
// reason to fail.
func TestOddsBeyondRange(t *testing.T) {
	x, class := clouds(200, 1, 2, 1)
	x.Scale(1e-9, x)
	d := both(t, x, class)
	s := summary(t, learn(t, lclass.Logistic{}, d), d, lclass.SummaryOptions{})
	c := s.Coefficients[1]
	if odds := s.Table().Columns[7].Number[1]; c.Value > -700 && c.Value < 700 || !(math.IsInf(odds, 1) || odds == 0) {
		t.Errorf("weight %v, odds ratio %v", c.Value, odds)
	}
	if _, err := json.Marshal(s); err != nil {
		t.Error(err)
	}
}

func TestSummaryInPrint(t *testing.T) {
	x, class := clouds(1000, 2, 2, 1)
	for i, c := range class {
		x.Set(i, 0, x.At(i, 0)+float64(4*c)-2) // far, but not far enough to part the classes
	}
	d, err := lclass.FromMatrix(x, class, []string{"<no>", "a&b"})
	must(t, d, err)
	d, err = d.WithFeatures("<x>", "y")
	must(t, d, err)
	s := summary(t, learn(t, lclass.Logistic{}, d), d, lclass.SummaryOptions{Level: 0.9})
	lines := strings.Split(s.String(), "\n")
	if lines[0] != "P(t = a&b) = σ(w·x + b)" || !strings.Contains(lines[1], "N = 1000, 997 residual df, intervals 90 % Wald") {
		t.Errorf("the head is\n%s\n%s", lines[0], lines[1])
	}
	width := len([]rune(lines[2]))
	for _, line := range lines[2:6] {
		if len([]rune(line)) != width {
			t.Errorf("the table is not aligned:\n%s", s)
		}
	}
	if p := s.Overall.P; !(p > 0 && p < 1e-150) || !strings.Contains(s.String(), fmt.Sprintf("p = %.2g", p)) {
		t.Errorf("p = %v in\n%s", p, s)
	}
	html := s.HTML()
	for _, want := range []string{"&lt;x&gt;", "a&amp;b", "<br>", "</table>"} {
		if !strings.Contains(html, want) {
			t.Errorf("HTML lacks %q:\n%s", want, html)
		}
	}
	if strings.Contains(html, "<x>") || strings.Count(html, "<tr>") != 4 {
		t.Errorf("HTML is\n%s", html)
	}
}

// Too small for a float64 is not 0.
func TestVanishingP(t *testing.T) {
	test := lclass.Test{Name: "χ²", Statistic: 2183, DF: 2}
	if got := test.String(); got != "χ² = 2183 on 2 df, p <1e-300" {
		t.Errorf("%q", got)
	}
	table := lclass.Table{Columns: []lclass.TableColumn{{Name: "p", Number: []float64{0, 1.234e-40}}}}
	if got := table.String(); got != "        p\n  <1e-300\n  1.2e-40\n" {
		t.Errorf("%q", got)
	}
}

// What is no test looks like none.
func TestNoTest(t *testing.T) {
	for _, test := range []lclass.Test{
		{}, {Name: "χ²"}, {Name: "χ²", Statistic: 3}, {Name: "χ²", Statistic: math.NaN(), DF: 2, P: 0.5}, {Name: "F", Statistic: 1, DF: 1, P: math.NaN()},
	} {
		if got := test.String(); got != "no test" {
			t.Errorf("%#v prints %q", test, got)
		}
		if s := (&lclass.Summary{Overall: test}).String(); strings.Contains(s, "W = 0: ") {
			t.Errorf("%#v is in\n%s", test, s)
		}
	}
	table := lclass.Table{Columns: []lclass.TableColumn{{Name: "p", Number: []float64{math.NaN(), 0.25}}}}
	if got := table.String(); got != "     p\n      \n  0.25\n" {
		t.Errorf("%q", got)
	}
}

func TestTable(t *testing.T) {
	table := lclass.Table{Columns: []lclass.TableColumn{{Name: "name", Text: []string{"a", "bc"}}, {Name: "v", Number: []float64{1.0 / 3, -2e9}}}}
	if got := table.String(); got != "  name       v\n     a  0.3333\n    bc  -2e+09\n" || table.Len() != 2 {
		t.Errorf("%d rows\n%s", table.Len(), got)
	}
	if empty := (lclass.Table{}); empty.String() != "" || empty.Len() != 0 {
		t.Errorf("the empty table has %d rows and prints %q", empty.Len(), empty.String())
	}
}

// Whatever solver found the model.
func TestSummaryAfterAnySolver(t *testing.T) {
	for _, c := range cases(t)[:3] {
		want := summary(t, learn(t, c.e, c.d), c.d, c.o)
		for _, s := range []lclass.Solver{
			nil, lclass.Newton{}, lclass.QuasiNewton{}, lclass.CoordinateDescent{}, lclass.Descent{Eta: 0.3, Epochs: 20000, Tol: 1e-6},
		} {
			e := map[string]lclass.Estimator{
				"Logistic": lclass.Logistic{Solver: s}, "Softmax": lclass.Softmax{Solver: s}, "LinearRegression": lclass.LinearRegression{Solver: s},
			}[c.name]
			m := learn(t, e, c.d)
			if m.Status.Err() != nil {
				t.Errorf("%s: %v", c.name, m.Status)
			}
			got := summary(t, m, c.d, c.o)
			for i, w := range want.Coefficients {
				if g := got.Coefficients[i]; math.Abs(g.Value-w.Value) > 0.01*w.SE || math.Abs(g.SE/w.SE-1) > 1e-3 {
					t.Errorf("%s by %s: %s is %v ± %v, want %v ± %v", c.name, m.Status.Solver, w.Name, g.Value, g.SE, w.Value, w.SE)
				}
			}
		}
	}
}

// Coefficients are found by the name of the feature, and of Softmax by the class, too.
func TestCoefficientByName(t *testing.T) {
	x, class := clouds(80, 2, 3, 5)
	d, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, d, err)
	two, err := d.Positive("c1")
	must(t, two, err)
	m := learn(t, lclass.Logistic{}, two)
	s, err := m.Summary(two)
	must(t, s, err)
	for j, name := range []string{"b", "x1", "x2"} {
		if c, err := s.Coefficient(name); err != nil || c != s.Coefficients[j] {
			t.Errorf("%s: %v, %v; want %v", name, c, err, s.Coefficients[j])
		}
	}
	fails(t, failure(s.Coefficient("height")), &lclass.NameError{Name: "height"}, "x1")
	fails(t, failure(s.Coefficient("b", "c1")), &lclass.NameError{Name: "b c1"})
	fails(t, failure(m.Summary(two, lclass.SummaryOptions{}, lclass.SummaryOptions{})), &lclass.SettingError{Setting: "number of SummaryOptions", Value: 2})

	soft, err := learn(t, lclass.Softmax{}, d).Summary(d)
	must(t, soft, err)
	for _, want := range soft.Coefficients {
		if c, err := soft.Coefficient(want.Name, want.Class); err != nil || c != want {
			t.Errorf("%s of %s: %v, %v; want %v", want.Name, want.Class, c, err, want)
		}
	}
	fails(t, failure(soft.Coefficient("x1")), &lclass.NameError{Name: "x1"})
	var none *lclass.Summary
	fails(t, failure(none.Coefficient("b")), &lclass.NameError{Name: "b"})
}

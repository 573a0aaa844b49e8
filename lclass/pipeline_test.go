package lclass_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// usual is the preparation of a table with gaps and texts.
func usual() []lclass.Preparation {
	return []lclass.Preparation{lclass.Impute{Indicator: true}, lclass.OneHot{}, lclass.Standardize{}}
}

func ridge(steps ...lclass.Preparation) lclass.Pipeline {
	return lclass.Pipeline{Prepare: steps, Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}
}

// voyage is a larger table with gaps and texts.
func voyage(t testing.TB, n int) *lclass.Data {
	f := sheet{[]string{"Sex", "Age", "Port", "Fare", "Survived"}, map[string]cells{}}
	for i := range n {
		age, port := fmt.Sprint(20+i*7%31), []string{"C", "Q", "S", "S", ""}[i%5]
		if i%6 == 1 {
			age = ""
		}
		for name, v := range map[string]string{
			"Sex": []string{"female", "male"}[i*i%3%2], "Age": age, "Port": port, "Fare": fmt.Sprint(float64(i*13%17) / 3), "Survived": []string{"no", "yes"}[(i*i+i/3)%5%2],
		} {
			f.values[name] = append(f.values[name], v)
		}
	}
	return raw(t, f)
}

// The pipeline is its steps by hand, and all that a model says is what the inner
// one says of prepared data.
func TestPipelineIsItsSteps(t *testing.T) {
	d := voyage(t, 90)
	p, err := lclass.Prepare(d, usual()...)
	must(t, p, err)
	x, err := p.Apply(d)
	must(t, x, err)
	inner := learn(t, lclass.Logistic{Penalty: lclass.L2(0.1)}, x)
	m := learn(t, ridge(usual()...), d)
	equal(t, "weights", parameters(m), parameters(inner))
	equal(t, "features", m.Features, x.Features())
	equal(t, "inputs", m.Preparation.Inputs(), d.Features())
	for name, f := range map[string]func(m *lclass.Model, d *lclass.Data) (*mat.Dense, error){
		"Scores": (*lclass.Model).Scores, "Proba": (*lclass.Model).Proba,
	} {
		got, err := f(m, d)
		must(t, got, err)
		want, err := f(inner, x)
		equal(t, name, got.RawMatrix().Data, must(t, want, err).RawMatrix().Data)
	}
	a, err := m.Accuracy(d)
	b, err2 := inner.Accuracy(x)
	equal(t, "accuracy", must(t, a, err), must(t, b, err2))
	z, err := m.Scores(d)
	must(t, z, err)
	near(t, "Score of a row", m.ScoresOne(d.Row(1)), z.RawRowView(1), 1e-15)
	equal(t, "Class of a row", m.PredictOne(d.Row(1)) == 1, z.At(1, 0) >= 0)
	panics(t, "Score of another row", func() { m.ScoresOne([]float64{1}) }, "1 values for 4 features")
	panics(t, "Score of no category", func() { m.ScoresOne([]float64{7, 1, 1, 1}) }, `category of "Sex" = 7`)
	equal(t, "printed", strings.Contains(m.String(), `x prepared from ["Sex" "Age" "Port" "Fare"]`), true)
	equal(t, "table", m.Table(), inner.Table())

	// Columns in another order, beside others.
	other, err := lclass.Prepare(d, lclass.Select{"Fare", "Port", "Sex", "Age"})
	must(t, other, err)
	turned, err := other.Apply(d)
	must(t, turned, err)
	again, err := m.Scores(turned)
	equal(t, "turned", must(t, again, err).RawMatrix().Data, z.RawMatrix().Data)
	few, err := lclass.Prepare(d, lclass.Drop{"Fare"})
	must(t, few, err)
	less, err := few.Apply(d)
	must(t, less, err)
	fails(t, failure(m.Scores(less)), &lclass.ColumnError{Missing: []string{"Fare"}, Have: []string{"Sex", "Age", "Port"}}, `lack "Fare" of the 4 features of the model`)

	// Pipelines in pipelines are one.
	nested := learn(t, lclass.Pipeline{Prepare: usual()[:1], Of: lclass.Pipeline{Prepare: usual()[1:2], Of: ridge(usual()[2])}}, d)
	equal(t, "nested", parameters(nested), parameters(m))
	equal(t, "nested preparation", nested.Preparation.String(), m.Preparation.String())
	plain := learn(t, ridge(), x)
	equal(t, "without steps", parameters(plain), parameters(inner))
}

// Fit sees nothing but its data: with a planted leak, test samples far away, the
// preparation of the others does not change.
func TestPipelineDoesNotLeak(t *testing.T) {
	d := voyage(t, 60)
	index := make([]int, 40)
	for i := range index {
		index[i] = i
	}
	want := learn(t, ridge(usual()...), d.Subset(index))
	zero := make([]float64, 60)
	for i := range index {
		zero[i] = 1
	}
	for name, of := range map[string]*lclass.Data{"weights of 0": weigh(t, d, zero), "subset": d.Subset(index)} {
		m := learn(t, ridge(usual()...), of)
		equal(t, name, parameters(m), parameters(want))
		a, err := json.Marshal(m.Preparation)
		must(t, a, err)
		b, err := json.Marshal(want.Preparation)
		equal(t, name, string(a), string(must(t, b, err)))
	}
	all := learn(t, ridge(usual()...), d)
	if slices.Equal(parameters(all), parameters(want)) {
		t.Error("the other samples change nothing")
	}
}

func TestPipelineOfEverything(t *testing.T) {
	d := voyage(t, 90)
	steps := usual()
	for name, of := range map[string]lclass.Estimator{
		"OneVsRest": lclass.OneVsRest{Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}, "OneVsOne": lclass.OneVsOne{Of: lclass.LinearSVM{Penalty: lclass.L2(0.1)}},
		"Softmax": lclass.Softmax{Penalty: lclass.L2(0.1)}, "LDA": lclass.LDA{}, "Perceptron": lclass.Perceptron{Epochs: 5},
	} {
		m := learn(t, lclass.Pipeline{Prepare: steps, Of: of}, d)
		a, err := m.Accuracy(d)
		if must(t, a, err) < 0.4 {
			t.Errorf("%s: accuracy %v", name, a)
		}
	}
	fails(t, failure(lclass.OneVsRest{Of: ridge(steps...)}.Fit(d)), lclass.ErrNested)

	for _, err := range (lclass.OneVsOne{Of: ridge(steps...)}).Steps(d) {
		fails(t, err, lclass.ErrNested)
	}

	// Steps are those of the learner.
	var last lclass.Step
	for s, err := range ridge(steps...).Steps(d) {
		must(t, s, err)
		last = s
	}
	m := learn(t, ridge(steps...), d)
	equal(t, "last step", last.W.RawMatrix().Data, m.W.RawMatrix().Data)
	for _, e := range []lclass.Pipeline{{}, {Of: lclass.LDA{}}, {Prepare: []lclass.Preparation{nil}, Of: lclass.Logistic{}}} {
		count := 0
		for _, err := range e.Steps(d) {
			count++
			if err == nil {
				t.Error("no error")
			}
		}
		equal(t, "one step with the error", count, 1)
	}

	// A path starts at the model before it, and LambdaMax is that of prepared data.
	spec := func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Pipeline{Prepare: steps, Of: lclass.Logistic{Penalty: lclass.L1(λ), Start: start}}
	}
	most, err := lclass.LambdaMax(spec(1, nil), d)
	must(t, most, err)
	pointer := spec(1, nil).(lclass.Pipeline)
	same, err := lclass.LambdaMax(&pointer, d)
	equal(t, "of a pointer", must(t, same, err), most)
	for m, err := range lclass.Path(d, []float64{most, most / 2}, spec) {
		must(t, m, err)
		if nothing := mat.Norm(m.W, 1) == 0; nothing != (m.Penalty.Lambda == most) {
			t.Errorf("λ = %v of %v: weights %v", m.Penalty.Lambda, most, mat.Formatted(m.W))
		}
	}

	// Densities and labels have pipelines of their own.
	g, err := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Drop{"Sex", "Port"}, lclass.Impute{}}, Of: lclass.QDA{}}.Fit(d)
	must(t, g, err)
	a, err := g.Accuracy(d)
	if must(t, a, err) < 0.5 {
		t.Errorf("QDA: accuracy %v", a)
	}
	z, err := g.Scores(d)
	must(t, z, err)
	near(t, "QDA: a row", g.ScoresOne([]float64{d.Column(1)[1], d.Column(3)[1]}), z.RawRowView(1), 1e-15)
	labels := mat.NewDense(90, 2, nil)
	for i := range 90 {
		labels.Set(i, 0, float64(i%2))
		labels.Set(i, 1, float64(i%3/2))
	}
	multi, err := d.WithLabels(labels, []string{"odd", "third"})
	must(t, multi, err)
	l, err := lclass.Pipeline{Prepare: steps, Of: lclass.MultiLabel{Penalty: lclass.L2(0.1)}}.Fit(multi)
	must(t, l, err)
	share, err := l.Accuracy(multi)
	if must(t, share, err) <= 0 {
		t.Errorf("no labels are right")
	}
	fails(t, failure(lclass.Pipeline{}.Fit(d)), &lclass.SettingError{Setting: "Pipeline.Of"})
	fails(t, failure(lclass.Pipeline{Of: lclass.MultiLabel{}}.Fit(nil)), lclass.ErrNoSamples)
	fails(t, failure(lclass.Pipeline{Of: lclass.MultiLabel{}}.Fit(multi)), &lclass.ValueError{Err: lclass.ErrKind, Column: "Sex", Value: "female", Want: []string{"numbers"}}, "OneHot")
}

// Weights come back to the units of the data, and predictions stay.
func TestRawUnits(t *testing.T) {
	d := voyage(t, 90)
	complete, err := lclass.Prepare(d, lclass.Impute{}, lclass.OneHot{})
	must(t, complete, err)
	x, err := complete.Apply(d)
	must(t, x, err)
	for name, c := range map[string]struct {
		steps []lclass.Preparation
		kept  string // what is left to prepare
	}{
		"scales":            {usual(), "impute"},
		"scales before":     {[]lclass.Preparation{lclass.Standardize{}, lclass.MinMax{Low: -3, High: 5}, lclass.Impute{}, lclass.OneHot{Reference: map[string]string{"Port": "S"}}}, "one-hot"},
		"polynomial":        {[]lclass.Preparation{lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}, lclass.Polynomial{Degree: 3, Columns: []string{"Age", "Fare", "Sex"}}, lclass.MinMax{}}, "products"},
		"interactions":      {append(usual(), lclass.Interactions{}), "products"},
		"interactions only": {append(usual(), lclass.Polynomial{Degree: 3, InteractionOnly: true, Columns: []string{"Age", "Fare", "Sex"}}, lclass.Standardize{}), "products"},
		"chosen":            {append(usual(), lclass.Select{"Fare", "Sex"}), "select"},
	} {
		m := learn(t, ridge(c.steps...), d)
		r, err := m.RawUnits()
		must(t, r, err)
		want, err := m.Scores(d)
		must(t, want, err)
		got, err := r.Scores(d)
		near(t, name, must(t, got, err).RawMatrix().Data, want.RawMatrix().Data, 1e-11)
		if text := r.Preparation.String(); !strings.Contains(text, c.kept) || strings.Contains(text, "standardize") || strings.Contains(text, "minmax") {
			t.Errorf("%s: left is %s", name, text)
		}
		twice, err := r.RawUnits()
		equal(t, name+" twice", parameters(must(t, twice, err)), parameters(r))
	}

	// Without a penalty they are the weights of a fit without scales, and so is
	// the summary.
	free := lclass.Pipeline{Prepare: usual()[2:], Of: lclass.Logistic{}}
	m := learn(t, free, x)
	r, err := m.RawUnits()
	must(t, r, err)
	plain := learn(t, lclass.Logistic{}, x)
	near(t, "without a penalty", parameters(r), parameters(plain), 1e-8)
	if r.Preparation != nil {
		t.Errorf("left is %v", r.Preparation)
	}
	s, err := r.Summary(x)
	must(t, s, err)
	want, err := plain.Summary(x)
	must(t, want, err)
	for i, c := range want.Coefficients {
		near(t, c.Name, []float64{s.Coefficients[i].SE, s.Coefficients[i].P}, []float64{c.SE, c.P}, 1e-6)
	}
	// That of the pipeline itself is in units of deviations: the same statistics.
	own, err := m.Summary(x)
	must(t, own, err)
	for i, c := range own.Coefficients[1:] {
		near(t, c.Name, []float64{c.Statistic}, []float64{want.Coefficients[i+1].Statistic}, 1e-6)
	}
	w, b := m.Line()
	near(t, "Line", append(w, b), parameters(r), 0)
	panics(t, "Line of dummies", func() { learn(t, ridge(usual()...), d).Line() }, "does more than scale features")

	for _, c := range map[string]struct {
		steps []lclass.Preparation
		words []string
	}{
		"powers of powers":  {append(usual(), lclass.Polynomial{Columns: []string{"Age"}}, lclass.Polynomial{Columns: []string{"Age^2"}}), []string{`"Age^2" is itself a product`}},
		"a product alone":   {append(usual(), lclass.Polynomial{Columns: []string{"Age"}}, lclass.Drop{"Age"}), []string{`keeps "Age^2"`, `"Age", but drops that`}},
		"gaps in a product": {[]lclass.Preparation{lclass.Drop{"Sex", "Port"}, lclass.Standardize{}, lclass.Polynomial{}, lclass.Impute{}}, []string{"put Impute before the products"}},
	} {
		m := learn(t, ridge(c.steps...), d)
		_, err := m.RawUnits()
		fails(t, err, &lclass.SettingError{Setting: "Model.Preparation"}, c.words...)
	}
	if same, err := plain.RawUnits(); err != nil || same != plain {
		t.Errorf("a model without preparation: %v", err)
	}
}

// A separated fit has a direction, which comes back, too.
func TestRawUnitsOfDirection(t *testing.T) {
	d, err := lclass.FromMatrix(mat.NewDense(4, 1, []float64{10, 12, 18, 20}), []int{0, 0, 1, 1}, classNames(2))
	must(t, d, err)
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Logistic{}}, d)
	r, err := m.RawUnits()
	must(t, r, err)
	v := r.Direction.RawRowView(0)
	if m.Direction == nil || v[0] <= 0 || v[0]*12+v[1] > 1e-12 || v[0]*18+v[1] < -1e-12 {
		t.Errorf("direction %v", v)
	}
}

// Replicates are prepared each by itself, and compared in the units of the data.
func TestBootstrapOfPipeline(t *testing.T) {
	d := voyage(t, 90)
	b := lclass.Bootstrap{Replicates: 60, Seed: 3}
	e := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}}, Of: lclass.Logistic{}}
	got, err := b.Of(e, d)
	must(t, got, err)
	scaleless := e
	scaleless.Prepare = e.Prepare[:2]
	want, err := b.Of(scaleless, d)
	must(t, want, err)
	for i, c := range want.Coefficients {
		near(t, c.Name, []float64{got.Coefficients[i].Value, got.Coefficients[i].SE}, []float64{c.Value, c.SE}, 1e-6)
	}
	rare := voyage(t, 90)
	one := make([]int, 0, 91)
	for i := range 90 {
		if v := rare.Row(i)[2]; v != 1 {
			one = append(one, i)
		}
	}
	s, err := b.Of(lclass.Pipeline{Prepare: e.Prepare, Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}, rare.Subset(append(one, 1)))
	must(t, s, err)
	if !failedBecause(s, "category or a missing value does not occur") {
		t.Errorf("failures %+v", s.Failures)
	}
}

// What is hostile is an error that says so, or does no harm.
func TestHostilePipelines(t *testing.T) {
	d := raw(t, passengers())
	column := func(name string, values ...string) *lclass.Data {
		f := passengers()
		f.values = map[string]cells{"Survived": f.values["Survived"], name: values}
		f.names = []string{name, "Survived"}
		return raw(t, f)
	}
	constant := column("x", "3", "3", "3", "3", "3", "3", "3", "3")
	nothing := column("x", "", "", "", "", "", "", "", "")
	oneLevel := column("x", "a", "a", "a", "", "a", "a", "a", "a")
	for name, c := range map[string]struct {
		d     *lclass.Data
		steps []lclass.Preparation
		want  error // nil: it works
		words []string
	}{
		"constant, standardised":       {constant, []lclass.Preparation{lclass.Standardize{}}, nil, nil},
		"constant, min-max":            {constant, []lclass.Preparation{lclass.MinMax{}}, nil, nil},
		"all missing":                  {nothing, []lclass.Preparation{lclass.Impute{}}, &lclass.ValueError{Err: lclass.ErrMissing, Column: "x", Row: -1, Count: 8}, []string{"Drop", "FillConstant"}},
		"all missing, standardised":    {nothing, []lclass.Preparation{lclass.Standardize{}}, &lclass.ValueError{Err: lclass.ErrMissing, Column: "x", Row: -1, Count: 8}, nil},
		"all missing, a constant":      {nothing, []lclass.Preparation{lclass.Impute{Numbers: lclass.FillConstant, Constant: 2}}, nil, nil},
		"one category":                 {oneLevel, []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}}, &invalid.TargetError{Target: "Survived", Want: "features"}, []string{"no features to learn from"}},
		"one category and gaps":        {oneLevel, []lclass.Preparation{lclass.Impute{Category: "?"}, lclass.OneHot{}}, nil, nil},
		"one category, kept":           {oneLevel, []lclass.Preparation{lclass.Impute{}, lclass.OneHot{KeepAll: true}}, nil, nil},
		"a gap at OneHot":              {oneLevel, []lclass.Preparation{lclass.OneHot{}}, &lclass.ValueError{Err: lclass.ErrMissing, Column: "x", Row: 3, Count: 1}, []string{"Impute before OneHot"}},
		"no steps":                     {d, nil, &lclass.ValueError{Err: lclass.ErrKind, Column: "Sex", Value: "male", Want: []string{"numbers"}}, []string{"OneHot"}},
		"a nil step":                   {d, []lclass.Preparation{nil}, &lclass.SettingError{Setting: "step 1 of the preparation"}, nil},
		"a nil pointer":                {d, []lclass.Preparation{(*lclass.Impute)(nil)}, &lclass.SettingError{Setting: "step 1 of the preparation"}, nil},
		"no samples":                   {d.Subset(nil), usual(), lclass.ErrNoSamples, nil},
		"nil data":                     {nil, usual(), lclass.ErrNoData, nil},
		"one class":                    {d.Subset([]int{0, 4, 5}), []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}}, lclass.ErrOneClass, nil},
		"an absent column":             {d, []lclass.Preparation{lclass.Standardize{Columns: []string{"Weight"}}}, &lclass.ColumnError{Missing: []string{"Weight"}, Have: d.Features()}, []string{"step 1 of the preparation (Standardize)"}},
		"an absent column, alike":      {d, []lclass.Preparation{lclass.Impute{Columns: []string{"age"}}}, &lclass.ColumnError{Missing: []string{"age"}, Have: d.Features()}, []string{`write "Age"`}},
		"a column twice":               {d, []lclass.Preparation{lclass.Impute{Columns: []string{"Age", "Age"}}}, &lclass.NameError{Name: "Age"}, []string{"must differ"}},
		"texts, standardised":          {d, []lclass.Preparation{lclass.Standardize{Columns: []string{"Sex"}}}, &lclass.ValueError{Err: lclass.ErrKind, Column: "Sex", Value: "male", Want: []string{"numbers"}}, []string{"put OneHot before Standardize"}},
		"texts, polynomial":            {d, []lclass.Preparation{lclass.Polynomial{}}, &lclass.ValueError{Err: lclass.ErrKind, Column: "Sex", Value: "male", Want: []string{"numbers"}}, []string{"put OneHot before Polynomial"}},
		"numbers, one-hot":             {d, []lclass.Preparation{lclass.OneHot{Columns: []string{"Age"}}}, &lclass.ValueError{Err: lclass.ErrKind, Column: "Age", Value: "22", Want: []string{"texts"}}, []string{"Categorical"}},
		"no such reference":            {d, []lclass.Preparation{lclass.Impute{}, lclass.OneHot{Reference: map[string]string{"Sex": "Male"}}}, &lclass.SettingError{Setting: "OneHot.Reference", Value: "Male"}, []string{`"Sex"`}},
		"reference of no column":       {d, []lclass.Preparation{lclass.Impute{}, lclass.OneHot{Reference: map[string]string{"Age": "3"}}}, &lclass.ColumnError{Missing: []string{"Age"}, Have: []string{"Sex", "Port"}}, []string{"OneHot.Reference"}},
		"a category called rare":       {column("x", "rare", "rare", "a", "b", "c", "c", "rare", "rare"), []lclass.Preparation{lclass.OneHot{Rare: 2}}, &lclass.SettingError{Setting: "OneHot.Rare", Value: 2.0}, []string{`"rare"`, "rename it"}},
		"names that clash":             {d, append(usual(), lclass.Polynomial{Columns: []string{"Age"}}, lclass.Polynomial{Columns: []string{"Age"}}), &lclass.NameError{Name: "Age^2"}, []string{"must differ"}},
		"min-max the wrong way":        {d, []lclass.Preparation{lclass.MinMax{Low: 1}}, &lclass.SettingError{Setting: "MinMax.High", Value: 0.0}, []string{"above Low = 1"}},
		"min-max to infinity":          {d, []lclass.Preparation{lclass.MinMax{Low: -math.MaxFloat64, High: math.MaxFloat64}}, &lclass.SettingError{Setting: "MinMax.High", Value: math.MaxFloat64}, []string{"must be finite"}},
		"an unknown fill":              {d, []lclass.Preparation{lclass.Impute{Numbers: 9}}, &lclass.SettingError{Setting: "Impute.Numbers", Value: lclass.Fill(9)}, []string{"FillMedian"}},
		"a constant that is not":       {d, []lclass.Preparation{lclass.Impute{Constant: 3}}, &lclass.SettingError{Setting: "Impute.Constant", Value: 3.0}, []string{"FillConstant"}},
		"a constant that is no number": {d, []lclass.Preparation{lclass.Impute{Numbers: lclass.FillConstant, Constant: math.NaN()}}, &lclass.SettingError{Setting: "Impute.Constant", Value: math.NaN()}, []string{"finite"}},
		"a rarity that is none":        {d, []lclass.Preparation{lclass.OneHot{Rare: math.NaN()}}, &lclass.SettingError{Setting: "OneHot.Rare", Value: math.NaN()}, nil},
		"pairs and columns":            {constant, []lclass.Preparation{lclass.Interactions{Pairs: [][2]string{{"x", "x"}}, Columns: []string{"x"}}}, &lclass.SettingError{Setting: "Interactions.Pairs", Value: [][2]string{{"x", "x"}}}, []string{"both Pairs and Columns"}},
		"pairs of an absent column":    {constant, []lclass.Preparation{lclass.Interactions{Pairs: [][2]string{{"x", "y"}}}}, &lclass.ColumnError{Missing: []string{"y"}, Have: []string{"x"}}, nil},
		"select nothing":               {constant, []lclass.Preparation{lclass.Select{}}, &invalid.TargetError{Target: "Survived", Want: "features"}, []string{"no features to learn from"}},
		"drop nothing":                 {constant, []lclass.Preparation{lclass.Drop{}}, nil, nil},
		"a degree of -1":               {constant, []lclass.Preparation{lclass.Polynomial{Degree: -1}}, &lclass.SettingError{Setting: "Polynomial.Degree", Value: -1}, nil},
	} {
		m, err := ridge(c.steps...).Fit(c.d)
		if c.want == nil {
			must(t, m, err)
			if !isFinite(parameters(m)) {
				t.Errorf("%s: weights %v", name, parameters(m))
			}
			continue
		}
		if m != nil || err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		t.Run(name, func(t *testing.T) { fails(t, err, c.want, c.words...) })
	}
	fails(t, failure(lclass.Pipeline{Prepare: usual()}.Fit(d)), &lclass.SettingError{Setting: "Pipeline.Of"})
	fails(t, failure(lclass.Pipeline{Prepare: usual(), Of: (*lclass.Logistic)(nil)}.Fit(d)), &lclass.SettingError{Setting: "Pipeline.Of"})
	fails(t, failure(lclass.LambdaMax(lclass.Pipeline{}, d)), &lclass.SettingError{Setting: "Pipeline.Of"})
	fails(t, failure(lclass.Prepare(weigh(t, d, []float64{1, 0, 0, 0, 0, 0, 0, 0}).Subset([]int{1}), usual()...)), lclass.ErrNoSamples)
	var none *lclass.Prepared
	equal(t, "nil prepares nothing", len(none.Inputs())+len(none.Outputs())+len(none.Categories())+len(none.String()), 0)
}

// Categories that the training data do not have are refused, or what the policy says.
func TestUnseenLevels(t *testing.T) {
	f := passengers()
	train := raw(t, f)
	f.values["Port"] = cells{"S", "C", "", "Z", "Q", "S", "S", "C"}
	test := raw(t, f)
	for _, c := range []struct {
		hot  lclass.OneHot
		want []float64 // features of Port in row 3
	}{
		{lclass.OneHot{}, nil},
		{lclass.OneHot{AllowUnknown: true}, []float64{0, 0}},
		{lclass.OneHot{AllowUnknown: true, Rare: 1}, []float64{0, 0}}, // merges none
		{lclass.OneHot{AllowUnknown: true, Rare: 2}, []float64{0, 1}},
		{lclass.OneHot{AllowUnknown: true, KeepAll: true}, []float64{0, 0, 0}},
	} {
		m := learn(t, ridge(lclass.Select{"Port"}, lclass.Impute{}, c.hot), train)
		_, err := m.Predict(test)
		if c.want == nil {
			var e *lclass.ValueError
			if !isValue(err, lclass.ErrUnknownCategory, &e) || e.Column != "Port" || e.Row != 3 || e.Value != "Z" || !slices.Equal(e.Want, []string{"C", "Q", "S"}) {
				t.Errorf("%+v: %v", c.hot, err)
			}
			fails(t, err, &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "Port", Row: 3, Value: "Z", Want: []string{"C", "Q", "S"}}, "OneHot.AllowUnknown")
			continue
		}
		x, err2 := m.Preparation.Apply(test)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		equal(t, fmt.Sprintf("%+v", c.hot), x.Row(3), c.want)
	}
	// A kind of column that is another.
	number := passengers()
	number.values["Port"] = cells{"1", "2", "3", "4", "5", "6", "7", "8"}
	m := learn(t, ridge(usual()...), train)
	var kind *lclass.ValueError
	if err := failure(m.Predict(raw(t, number))); !isValue(err, lclass.ErrKind, &kind) || kind.Column != "Port" || !slices.Equal(kind.Want, []string{"texts"}) {
		t.Errorf("numbers for texts: %v", err)
	}
	text := passengers()
	text.values["Fare"] = cells{"low", "high", "low", "high", "low", "high", "low", "high"}
	if err := failure(m.Predict(raw(t, text))); !isValue(err, lclass.ErrKind, &kind) || kind.Column != "Fare" || !slices.Equal(kind.Want, []string{"numbers"}) || kind.Value != "low" {
		t.Errorf("texts for numbers: %v", err)
	}
}

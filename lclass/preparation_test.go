package lclass_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// preparationPeers is what testdata/preparation.py wrote.
type preparationPeers struct {
	Columns map[string]cells
	Answers map[string]struct {
		Names       []string
		Train, Test [][]float64
		W, P        []float64
	}
}

// scikit-learn prepares the same features from the same training samples, and
// fits the same logistic regression to them. It minimises CΣℓ + ½‖w‖² with C = 1.
func TestPreparationPeers(t *testing.T) {
	text, err := os.ReadFile("testdata/preparation.json")
	must(t, text, err)
	var peers preparationPeers
	if err := json.Unmarshal(text, &peers); err != nil {
		t.Fatal(err)
	}
	names := []string{"Fare", "Number", "Class", "Sex", "Port"}
	all := raw(t, sheet{append([]string{"Survived"}, names...), peers.Columns}, names...)
	train, test := all.Subset(every(all.N(), 0)), all.Subset(every(all.N(), 1))
	numbers := lclass.Select(names[:2])
	texts := lclass.Select(names[2:])
	for name, steps := range map[string][]lclass.Preparation{
		"mean, standardised, reference": {lclass.Impute{Indicator: true}, lclass.Drop{"Class is missing", "Port is missing"},
			lclass.OneHot{AllowUnknown: true}, lclass.Standardize{}},
		"median, min-max, all levels": {lclass.Impute{Numbers: lclass.FillMedian}, lclass.OneHot{KeepAll: true, AllowUnknown: true}, lclass.MinMax{Low: -1, High: 1}},
		"standardised with gaps":      {numbers, lclass.Standardize{}, lclass.Impute{}},
		"most frequent":               {numbers, lclass.Impute{Numbers: lclass.FillMostFrequent}},
		"constant":                    {numbers, lclass.Impute{Numbers: lclass.FillConstant, Constant: -1}},
		"rare levels":                 {texts, lclass.Impute{}, lclass.OneHot{KeepAll: true, Rare: 6, AllowUnknown: true}},
		"polynomial":                  {numbers, lclass.Impute{}, lclass.Standardize{}, lclass.Polynomial{}},
	} {
		want := peers.Answers[name]
		p, err := lclass.Prepare(train, steps...)
		must(t, p, err)
		for set, c := range map[string]struct {
			d    *lclass.Data
			want [][]float64
		}{"train": {train, want.Train}, "test": {test, want.Test}} {
			x, err := p.Apply(c.d)
			must(t, x, err)
			at := columnsNamed(t, name, x.Features(), want.Names)
			for i, row := range c.want {
				near(t, fmt.Sprintf("%s: %s row %d", name, set, i), picked(x.Row(i), at), row, 1e-13)
				if sample, ok := sampleFor(p, c.d, i); ok {
					one, err := p.Row(sample)
					equal(t, name+": a row by itself", must(t, one, err), x.Row(i))
				}
			}
		}
		m := learn(t, lclass.Pipeline{Prepare: steps, Of: lclass.Logistic{Penalty: lclass.L2(1 / float64(train.N())), Solver: lclass.Newton{Tol: 1e-20}}}, train)
		at := append(columnsNamed(t, name, m.Features, want.Names), len(want.Names))
		near(t, name+": weights", picked(parameters(m), at), want.W, 1e-9)
		proba, err := m.Proba(test)
		near(t, name+": probabilities", mat.Col(nil, 1, must(t, proba, err)), want.P, 1e-9)
	}
}

// sampleFor returns sample i as p takes it by itself, if it knows its categories.
func sampleFor(p *lclass.Prepared, d *lclass.Data, i int) (x []float64, ok bool) {
	for _, name := range p.Inputs() {
		v := d.Column(slices.Index(d.Features(), name))[i]
		if categories := p.Categories()[name]; categories != nil && !math.IsNaN(v) {
			at := slices.Index(categories, d.Categories()[name][int(v)])
			if at < 0 {
				return nil, false
			}
			v = float64(at)
		}
		x = append(x, v)
	}
	return x, true
}

func every(n, from int) []int {
	var index []int
	for i := from; i < n; i += 2 {
		index = append(index, i)
	}
	return index
}

// columnsNamed returns where the wanted names are among those that there are.
func columnsNamed(t *testing.T, what string, have, want []string) []int {
	t.Helper()
	if len(have) != len(want) {
		t.Fatalf("%s: features %q, want %q", what, have, want)
	}
	at := make([]int, len(want))
	for i, name := range want {
		if at[i] = slices.Index(have, name); at[i] < 0 {
			t.Fatalf("%s: no feature %q among %q", what, name, have)
		}
	}
	return at
}

func picked(x []float64, at []int) []float64 {
	p := make([]float64, len(at))
	for i, j := range at {
		p[i] = x[j]
	}
	return p
}

// What FromFrame makes of texts, OneHot makes of raw data.
func TestOneHotIsFromFrame(t *testing.T) {
	_, own := people()
	want, err := lclass.FromFrame(own, lclass.Columns{Target: "ill"})
	must(t, want, err)
	r, err := lclass.FromFrame(own, lclass.Columns{Target: "ill", Raw: true})
	must(t, r, err)
	p, err := lclass.Prepare(r, lclass.OneHot{})
	must(t, p, err)
	d, err := p.Apply(r)
	must(t, d, err)
	equal(t, "features", d.Features(), want.Features())
	equal(t, "values", d.Matrix().RawMatrix().Data, want.Matrix().RawMatrix().Data)
	// Dummies of either are left alone by Standardize, unless they are named.
	for name, d := range map[string]*lclass.Data{"FromFrame": want, "OneHot": d} {
		s, err := lclass.Prepare(d, lclass.Standardize{})
		must(t, s, err)
		equal(t, name, s.String(), "standardize x, n\n")
		s, err = lclass.Prepare(d, lclass.Standardize{Columns: []string{"group", "n"}})
		must(t, s, err)
		equal(t, name, s.String(), "standardize group[b], group[c], n\n")
	}
}

// Weights count as repetition does, and 0 as absence.
func TestPreparationWeights(t *testing.T) {
	f := passengers()
	d := raw(t, f)
	s := []float64{3, 1, 2, 0, 1, 2, 0, 4}
	var repeated []int
	for i, v := range s {
		for range int(v) {
			repeated = append(repeated, i)
		}
	}
	for _, fill := range []lclass.Fill{lclass.FillMean, lclass.FillMedian, lclass.FillMostFrequent} {
		steps := []lclass.Preparation{lclass.Impute{Numbers: fill, Indicator: true}, lclass.OneHot{Rare: 3}, lclass.Standardize{Columns: []string{"Age"}}, lclass.MinMax{Columns: []string{"Fare"}}}
		a, err := lclass.Prepare(weigh(t, d, s), steps...)
		must(t, a, err)
		b, err := lclass.Prepare(d.Subset(repeated), steps...)
		must(t, b, err)
		equal(t, fmt.Sprint(fill, " features"), a.Outputs(), b.Outputs())
		for i := range d.N() {
			x, err := a.Row(d.Row(i))
			y, err2 := b.Row(d.Row(i))
			if (err == nil) != (err2 == nil) {
				t.Errorf("%v: %v and %v", fill, err, err2)
			}
			near(t, fill.String(), x, y, 1e-14)
		}
	}
}

func TestInteractions(t *testing.T) {
	d := raw(t, passengers())
	for _, c := range []struct {
		step lclass.Interactions
		want []string
	}{
		{lclass.Interactions{Pairs: [][2]string{{"Sex", "Age"}}}, []string{"Sex[male]·Age"}},
		{lclass.Interactions{Pairs: [][2]string{{"Age", "Port"}, {"Port", "Age"}}}, []string{"Age·Port[Q]", "Age·Port[S]"}},
		{lclass.Interactions{Columns: []string{"Port", "Fare"}}, []string{"Port[Q]·Fare", "Port[S]·Fare"}},
		{lclass.Interactions{Columns: []string{"Age", "Age is missing"}}, nil},
		{lclass.Interactions{Columns: []string{"Sex", "Age", "Fare"}}, []string{"Sex[male]·Age", "Sex[male]·Fare", "Age·Fare"}},
	} {
		p, err := lclass.Prepare(d, lclass.Impute{Indicator: true}, lclass.OneHot{}, c.step)
		must(t, p, err)
		had := []string{"Sex[male]", "Age", "Port[Q]", "Port[S]", "Fare", "Age is missing", "Port is missing"}
		equal(t, fmt.Sprintf("%+v", c.step), p.Outputs(), append(had, c.want...))
	}
	p, err := lclass.Prepare(d, lclass.Impute{}, lclass.OneHot{}, lclass.Interactions{Columns: []string{"Sex", "Fare"}})
	must(t, p, err)
	x, err := p.Row(d.Row(0))
	equal(t, "a product", must(t, x, err)[5], 7.25)
}

// Wide dummies are kept sparse, and are the same.
func TestPreparationSparse(t *testing.T) {
	n := 400
	f := sheet{[]string{"code", "x", "Survived"}, map[string]cells{}}
	for i := range n {
		f.values["code"] = append(f.values["code"], fmt.Sprint("c", i%80))
		f.values["x"] = append(f.values["x"], fmt.Sprint(i%7))
		f.values["Survived"] = append(f.values["Survived"], fmt.Sprint("c", (i*i/3)%2))
	}
	want, err := lclass.FromFrame(f, lclass.Columns{Target: "Survived"})
	must(t, want, err)
	m := learn(t, lclass.Pipeline{Prepare: []lclass.Preparation{lclass.OneHot{}}, Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}, raw(t, f))
	equal(t, "weights to the last bit", parameters(m), parameters(learn(t, lclass.Logistic{Penalty: lclass.L2(0.1)}, want)))
}

// Steps that only divide leave sparse features sparse, and make of them what they make of
// dense ones, to the last bit. Quotients that underflow are 0; those that overflow are
// errors that name their place.
func TestMinMaxOfSparse(t *testing.T) {
	for _, d := range []int{30, 70_000} { // a sparse table, and two side by side
		sparse, dense := sparseAndDense(t, d, func(i, j int) float64 {
			if j%2 == 0 && i > 6 {
				return math.SmallestNonzeroFloat64
			}
			return float64(1+i*j%11) / 7
		})
		for name, steps := range map[string][]lclass.Preparation{
			"once":         {lclass.MinMax{}},
			"twice":        {lclass.MinMax{High: 3}, lclass.MinMax{High: 0.1}},
			"some columns": {lclass.MinMax{Columns: []string{"x1", "x4", fmt.Sprint("x", d)}}},
			"not from 0":   {lclass.MinMax{}, lclass.MinMax{Low: 1, High: 2, Columns: []string{"x2"}}},
		} {
			if got := prepareAlike(t, name, sparse, dense, steps); name != "not from 0" && !isSparse(got) {
				t.Errorf("%s: the zeros are kept", name)
			}
		}
	}
	p, err := lclass.Prepare(classified(t, mat.NewDense(2, 30, append(make([]float64, 59), 1e-100)), []int{0, 1}), lclass.MinMax{Columns: []string{"x30"}})
	must(t, p, err)
	far, err := lclass.SparseFromRows(30, []int{0, 1, 1}, []int{29}, []float64{1e300})
	must(t, far, err)
	fails(t, failure(p.Apply(classified(t, far, []int{0, 1}))), &lclass.ValueError{Column: "x30", Value: "+Inf"})
}

// A pipeline of features in blocks is that of the same in memory.
func TestPipelineOfBlocks(t *testing.T) {
	x, class := clouds(600, 3, 2, 3)
	blocks := lclass.Blocks{N: 600, D: 3, Size: 256, Read: func(z []float64, lo, hi int) error {
		copy(z, x.RawMatrix().Data[lo*3:hi*3])
		return nil
	}}
	e := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}, lclass.Polynomial{}}, Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}
	near(t, "weights", parameters(learn(t, e, classified(t, blocks, class))), parameters(learn(t, e, classified(t, x, class))), 1e-12)
	broken, disk := blocks, errors.New("disk")
	broken.Read = func([]float64, int, int) error { return disk }
	fails(t, failure(e.Fit(classified(t, broken, class))), disk)
}

// Fitted values that float64 cannot hold, and what is NaN on the way, are errors.
func TestPreparationOverflow(t *testing.T) {
	d, err := lclass.FromMatrix(mat.NewDense(2, 1, []float64{1e300, -1e300}), []int{0, 1}, classNames(2))
	must(t, d, err)
	fails(t, failure(lclass.Prepare(d, lclass.Standardize{})), &lclass.ValueError{Err: lclass.ErrOverflow, Column: "x1", Row: -1}, "step 1 of the preparation (Standardize)")
	fails(t, failure(lclass.Prepare(d, lclass.Polynomial{})), &lclass.ValueError{Column: "x1^2", Value: "+Inf"}, "step 1 of the preparation (Polynomial)")
	p, err := lclass.Prepare(d, lclass.MinMax{})
	must(t, p, err)
	if x, err := p.Row([]float64{math.NaN()}); err != nil || !math.IsNaN(x[0]) {
		t.Errorf("a gap became %v, %v", x, err)
	}
}

// Steps that leave the values of sparse features as they are, or some of them out, give
// what they give for dense ones.
func TestStepsOfSparse(t *testing.T) {
	for _, d := range []int{30, 70_000} { // a sparse table, and two side by side
		sparse, dense := sparseAndDense(t, d, func(i, _ int) float64 { return float64(1 + i) })
		last := fmt.Sprint("x", d)
		for name, steps := range map[string][]lclass.Preparation{
			"OneHot":         {lclass.OneHot{}},
			"Impute":         {lclass.Impute{}, lclass.OneHot{}},
			"Drop":           {lclass.Drop{"x1", last}},
			"Select":         {lclass.Select{"x1", "x3", "x5", last}},
			"another order":  {lclass.Select{last, "x3", "x1"}},
			"one after them": {lclass.Impute{Indicator: true}, lclass.Drop{"x2"}, lclass.MinMax{}, lclass.Drop{"x4"}},
			"a shift":        {lclass.Drop{"x2"}, lclass.MinMax{Low: 1, High: 2, Columns: []string{"x3"}}},
		} {
			prepareAlike(t, name, sparse, dense, steps)
		}
	}
}

// sparseAndDense returns the same 40 samples with d features twice. About six features of
// each are not 0; value gives them.
func sparseAndDense(t *testing.T, d int, value func(i, j int) float64) (sparse, dense *lclass.Data) {
	t.Helper()
	const n = 40
	class, x := make([]int, n), mat.NewDense(n, d, nil)
	start, columns, values := []int{0}, []int{}, []float64{}
	for i := range n {
		class[i] = i % 2
		for j := i % 7; j < d; j += d / 6 {
			v := value(i, j)
			x.Set(i, j, v)
			columns, values = append(columns, j), append(values, v)
		}
		start = append(start, len(values))
	}
	s, err := lclass.SparseFromRows(d, start, columns, values)
	must(t, s, err)
	return classified(t, s, class), classified(t, x, class)
}

// prepareAlike compares what steps make of sparse and of dense samples to the last bit, and
// returns what they make of the sparse ones.
func prepareAlike(t *testing.T, name string, sparse, dense *lclass.Data, steps []lclass.Preparation) *lclass.Data {
	t.Helper()
	apply := func(d *lclass.Data) *lclass.Data {
		p, err := lclass.Prepare(d, steps...)
		must(t, p, err)
		prepared, err := p.Apply(d)
		must(t, prepared, err)
		return prepared
	}
	got, want := apply(sparse), apply(dense)
	if !slices.Equal(got.Features(), want.Features()) {
		t.Fatalf("%s: other features", name)
	}
	for i := range want.N() {
		if !slices.Equal(got.Row(i), want.Row(i)) {
			t.Fatalf("%s: row %d of %d features differs", name, i, dense.D())
		}
	}
	return got
}

package lclass_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/shard"
)

// travellers are n rows of numbers and texts, of which some are missing. Most routes occur
// in one part of the rows only.
func travellers(n int) sheet {
	rng := rand.New(rand.NewPCG(3, 5))
	s := sheet{[]string{"late", "age", "port", "route", "fare", "count"}, map[string]cells{}}
	add := func(name, value string) { s.values[name] = append(s.values[name], value) }
	for i := range n {
		age, fare := 20+20*rng.Float64(), 1e3+100*rng.NormFloat64()
		port, route := []string{"S", "C", "Q", "Aa"}[rng.IntN(4)], fmt.Sprintf("%c%d", 'z'-i*20/n, rng.IntN(2))
		late := "no"
		if age/20+fare/100+float64(len(port)+i*20/n%3)+2*rng.NormFloat64() > 13.5 {
			late = "yes"
		}
		add("late", late)
		add("age", gap(rng, 0.2, strconv.FormatFloat(age, 'f', 1, 64)))
		add("port", gap(rng, 0.1, port))
		add("route", route)
		add("fare", strconv.FormatFloat(fare, 'g', -1, 64))
		add("count", strconv.Itoa((i+1)%4))
	}
	return s
}

func gap(rng *rand.Rand, share float64, value string) string {
	if rng.Float64() < share {
		return ""
	}
	return value
}

// rows are those of a sheet from lo on, before hi.
func (s sheet) rows(lo, hi int) sheet {
	part := sheet{s.names, map[string]cells{}}
	for name, values := range s.values {
		part.values[name] = values[lo:hi]
	}
	return part
}

var travelled = lclass.Columns{Target: "late", Weight: "count", Raw: true, Categorical: []string{"port", "route"}, Categories: map[string][]string{"late": {"no", "yes"}}}

// travelling returns all rows of a sheet as Data and the same in four parts, each of which
// was read by itself.
func travelling(t *testing.T, s sheet, o lclass.Columns) (all *lclass.Data, parts []*lclass.Data) {
	t.Helper()
	all, err := lclass.FromFrame(s, o)
	must(t, all, err)
	n := all.N()
	for _, cut := range [][2]int{{0, 1}, {1, n / 3}, {n / 3, n / 2}, {n / 2, n}} {
		part, err := lclass.FromFrame(s.rows(cut[0], cut[1]), o)
		parts = append(parts, must(t, part, err))
	}
	return all, append(parts, parts[1].Subset(nil))
}

// Shards learn the categories, the values for gaps and the scales of all samples.
func TestShardsOfRawData(t *testing.T) {
	s := travellers(900)
	for i := range 3 {
		s.values["port"][i] = "" // the first part has none
	}
	all, parts := travelling(t, s, travelled)
	logistic := lclass.Logistic{Penalty: lclass.L2(0.01), Solver: lclass.Newton{}}
	for name, steps := range map[string][]lclass.Preparation{
		"means":       {lclass.Impute{Indicator: true}, lclass.OneHot{}, lclass.Standardize{}},
		"medians":     {lclass.Impute{Numbers: lclass.FillMedian, Category: "unknown"}, lclass.OneHot{KeepAll: true, Rare: 20, AllowUnknown: true}, lclass.MinMax{Low: -1, High: 1}},
		"frequent":    {lclass.Impute{Numbers: lclass.FillMostFrequent, Indicator: true}, lclass.OneHot{}, lclass.Standardize{}},
		"with gaps":   {lclass.Standardize{}, lclass.Impute{Numbers: lclass.FillConstant}, lclass.OneHot{Reference: map[string]string{"port": "S"}, AllowUnknown: true}},
		"ranges":      {lclass.Select{"fare", "age"}, lclass.MinMax{}, lclass.Impute{Numbers: lclass.FillConstant, Constant: 0.5}},
		"polynomials": {lclass.Drop{"port"}, lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}, lclass.Polynomial{Columns: []string{"age", "fare"}}},
		"in parts":    {lclass.Impute{Columns: []string{"port"}}, lclass.OneHot{Columns: []string{"port"}}, lclass.Impute{Numbers: lclass.FillMedian}, lclass.OneHot{}, lclass.Standardize{Columns: []string{"fare", "port"}}},
	} {
		for _, e := range []lclass.Pipeline{
			{Prepare: steps, Of: logistic},
			{Prepare: steps[:1], Of: lclass.Pipeline{Prepare: steps[1:], Of: logistic}},
		} {
			t.Run(name, func(t *testing.T) {
				v := samples(t, e, parts)
				got, err := lclass.FitShards(t.Context(), e, parts[1].Subset(seq(0, 20)), v)
				must(t, got, err)
				want := learn(t, e, all)
				equal(t, "features", got.Features, want.Features)
				equal(t, "inputs", got.Preparation.Inputs(), want.Preparation.Inputs())
				equal(t, "categories", got.Preparation.Categories(), want.Preparation.Categories())
				equal(t, "steps", got.Preparation.String(), want.Preparation.String())
				near(t, "W, b", parameters(got), parameters(want), 1e-9)
				p, err := got.Proba(all)
				must(t, p, err)
				q, err := want.Proba(all)
				near(t, "probabilities", p.RawMatrix().Data, must(t, q, err).RawMatrix().Data, 1e-10)
				again, err := lclass.FitShards(t.Context(), e, all, v)
				sameJSON(t, must(t, again, err), got)
			})
		}
	}
}

// sameJSON compares to the last bit.
func sameJSON(t *testing.T, got, want any) {
	t.Helper()
	a, err := json.Marshal(got)
	must(t, a, err)
	b, err := json.Marshal(want)
	if must(t, b, err); string(a) != string(b) {
		t.Errorf("got  %s\nwant %s", a, b)
	}
}

// What steps have learnt of a column in one place and over shards is the same to the last
// bit where sums are exact, and the order of categories is that of one place.
func TestShardsLearnTheSameState(t *testing.T) {
	s := travellers(400)
	for i := range s.values["fare"] {
		s.values["fare"][i] = strconv.Itoa(i * i % 1001)
		s.values["age"][i] = gap(rand.New(rand.NewPCG(uint64(i), 1)), 0.3, strconv.Itoa(i%37))
	}
	order := travelled
	order.Categories = map[string][]string{"late": {"no", "yes"}, "port": {"S", "Q", "never", "C", "Aa"}}
	order.Categorical = []string{"route"}
	for name, o := range map[string]lclass.Columns{"alphabetical": travelled, "in the given order": order} {
		all, parts := travelling(t, s, o)
		for _, steps := range [][]lclass.Preparation{
			{lclass.Impute{Category: "unknown"}, lclass.OneHot{}},
			{lclass.Impute{Numbers: lclass.FillMedian}, lclass.OneHot{KeepAll: true}},
			{lclass.Impute{Numbers: lclass.FillMostFrequent}, lclass.OneHot{}},
		} {
			e := lclass.Pipeline{Prepare: steps, Of: lclass.Logistic{Penalty: lclass.L2(1)}}
			m, err := lclass.FitShards(t.Context(), e, parts[1], samples(t, e, parts))
			must(t, m, err)
			p, err := lclass.Prepare(all, steps...)
			t.Run(name, func(t *testing.T) { sameJSON(t, m.Preparation, must(t, p, err)) })
		}
	}
}

// The median is that of one place for all numbers, in at most eleven queries.
func TestMediansOverShards(t *testing.T) {
	hostile := []float64{0, math.Copysign(0, -1), -1, 1, 5e-324, -5e-324, math.MaxFloat64, -math.MaxFloat64, 1e-300, 3, 3, 2.5, -7e200}
	rng := rand.New(rand.NewPCG(8, 8))
	for round := range 60 {
		n := 1 + rng.IntN(9)
		s := sheet{[]string{"t", "a", "b", "s"}, map[string]cells{}}
		for i := range n {
			s.values["t"] = append(s.values["t"], []string{"no", "yes"}[i%2])
			s.values["a"] = append(s.values["a"], fmt.Sprint(hostile[rng.IntN(len(hostile))]))
			s.values["b"] = append(s.values["b"], gap(rng, 0.3, fmt.Sprint(rng.NormFloat64())))
			s.values["s"] = append(s.values["s"], strconv.Itoa(rng.IntN(3)))
		}
		s.values["b"][n-1], s.values["s"][n-1] = "2", "1"
		o := lclass.Columns{Target: "t", Features: []string{"a", "b"}, Weight: "s", Raw: true, Categories: map[string][]string{"t": {"no", "yes"}}}
		all, err := lclass.FromFrame(s, o)
		must(t, all, err)
		want, err := lclass.Prepare(all, lclass.Impute{Numbers: lclass.FillMedian})
		must(t, want, err)
		e := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{Numbers: lclass.FillMedian}, lclass.MinMax{}}, Of: lclass.Logistic{}}
		var parts []*lclass.Data
		for i := range n {
			parts = append(parts, all.Subset([]int{i}))
		}
		a := &asks{Evaluator: samples(t, e, parts)}
		var learnt []byte
		// The fit may fail, as there may be one class; what Impute has learnt is in the queries.
		_, _ = lclass.FitShards(t.Context(), e, all, evaluator(func(ctx context.Context, q shard.Query) (*shard.Sum, error) {
			if q.Preparation != nil && learnt == nil {
				learnt = q.Preparation
			}
			return a.Sum(ctx, q)
		}))
		got := new(lclass.Prepared)
		if err := json.Unmarshal(learnt, got); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		sameJSON(t, got, want)
		if asked := len(slices.DeleteFunc(slices.Clone(a.kinds), func(k shard.Kind) bool { return k != shard.Ranks })); asked > 11 {
			t.Errorf("%d queries for medians", asked)
		}
	}
}

// A fit of raw data asks no more than it says.
func TestQueriesOfRawSteps(t *testing.T) {
	_, parts := travelling(t, travellers(300), travelled)
	e := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}}, Of: lclass.Logistic{}}
	a := &asks{Evaluator: samples(t, e, parts)}
	m, err := lclass.FitShards(t.Context(), e, parts[1], a)
	must(t, m, err)
	if want := []shard.Kind{shard.Targets, shard.Columns, shard.Columns, shard.Moments, shard.Moments}; !slices.Equal(a.kinds[:len(want)], want) {
		t.Errorf("queries %v, want %v first", a.kinds, want)
	}
}

func TestShardsRefuseRawData(t *testing.T) {
	s := travellers(300)
	all, parts := travelling(t, s, travelled)
	logistic := lclass.Logistic{Penalty: lclass.L2(1)}
	over := func(like *lclass.Data, parts []*lclass.Data, steps ...lclass.Preparation) error {
		e := lclass.Pipeline{Prepare: steps, Of: logistic}
		return failure(lclass.FitShards(t.Context(), e, like, samples(t, e, parts)))
	}
	fails(t, over(all, parts, lclass.Impute{}, lclass.NGrams{}), &lclass.SettingError{Setting: "Pipeline.Prepare", Value: "NGrams"}, "svmlight")
	gaps := 0
	for i, v := range s.values["port"] {
		if v == "" && s.values["count"][i] != "0" {
			gaps++
		}
	}
	fails(t, over(all, parts, lclass.OneHot{}), &lclass.ValueError{Err: lclass.ErrMissing, Column: "port", Row: -1, Count: gaps}, "Impute before OneHot")
	fails(t, over(all, parts, lclass.Impute{}), &lclass.ValueError{Err: lclass.ErrKind, Column: "port", Row: -1, Want: []string{"numbers"}}, "OneHot")
	fails(t, over(all, parts, lclass.Impute{}, lclass.OneHot{Columns: []string{"age"}}), &lclass.ValueError{Err: lclass.ErrKind, Column: "age", Row: -1, Want: []string{"texts"}})
	var missing *lclass.ValueError
	if err := over(all, parts, lclass.Impute{Columns: []string{"port"}}, lclass.OneHot{}); !isValue(err, lclass.ErrMissing, &missing) || missing.Column != "age" {
		t.Errorf("error %v", err)
	}
	numeric, err := lclass.FromMatrix(mat.NewDense(2, 4, nil), []int{0, 1}, []string{"no", "yes"})
	must(t, numeric, err)
	if numeric, err = numeric.WithFeatures("age", "port", "route", "fare"); err != nil {
		t.Fatal(err)
	}
	fails(t, over(numeric, parts, lclass.Impute{}), &lclass.ValueError{Err: lclass.ErrKind, Column: "port", Row: -1, Want: []string{"numbers"}}, "like has numbers")
	o := travelled
	o.Features = []string{"age", "port", "fare", "route"}
	other, err := lclass.FromFrame(s, o)
	must(t, other, err)
	mentions(t, over(other, parts, lclass.Impute{}), `"route"`, `"fare"`)
	none := s.rows(0, 300)
	none.values["age"] = slices.Repeat(cells{""}, 300)
	nothing, withoutAge := travelling(t, none, travelled)
	fails(t, over(nothing, withoutAge, lclass.Impute{}), &lclass.ValueError{Err: lclass.ErrMissing, Column: "age", Row: -1, Count: 225}) // the others weigh 0
	// Without a Pipeline there is nothing that encodes them.
	var kind *lclass.ValueError
	if err := failure(lclass.Shard(logistic, parts[1])); !isValue(err, lclass.ErrKind, &kind) || kind.Column != "port" || kind.Row < 0 {
		t.Errorf("error %v", err)
	}
}

// A text that was not there when the categories were collected means that the shard has
// changed.
func TestShardsWhoseTextsChange(t *testing.T) {
	s := travellers(300)
	_, parts := travelling(t, s, travelled)
	other := s.rows(0, 300)
	other.values["route"] = slices.Clone(other.values["route"])
	other.values["route"][170] = "new"
	_, changed := travelling(t, other, travelled)
	e := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}}, Of: lclass.Logistic{Penalty: lclass.L2(1)}}
	before, after := samples(t, e, parts), samples(t, e, changed)
	_, err := lclass.FitShards(t.Context(), e, parts[1], evaluator(func(ctx context.Context, q shard.Query) (*shard.Sum, error) {
		if q.Preparation == nil {
			return before.Sum(ctx, q)
		}
		return after.Sum(ctx, q)
	}))
	fails(t, err, lclass.ErrChanged, `"route"`, `"new"`)
}

func TestTooManyCategories(t *testing.T) {
	n := shard.MaxCategories + 2
	s := sheet{[]string{"t", "a"}, map[string]cells{"t": slices.Repeat(cells{"no", "yes"}, n/2)}}
	for i := range n {
		s.values["a"] = append(s.values["a"], fmt.Sprintf("v%d", i))
	}
	o := lclass.Columns{Target: "t", Raw: true}
	e := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.OneHot{}}, Of: lclass.Logistic{Penalty: lclass.L2(1)}}
	all, err := lclass.FromFrame(s, o)
	must(t, all, err)
	half, err := lclass.FromFrame(s.rows(0, n/2), o)
	must(t, half, err)
	rest, err := lclass.FromFrame(s.rows(n/2, n), o)
	must(t, rest, err)
	for _, parts := range [][]*lclass.Data{{all}, {half, rest}} {
		fails(t, failure(lclass.FitShards(t.Context(), e, half, samples(t, e, parts))), shard.ErrCategories, `"a"`, "65538", "65536")
	}
}

// More different numbers than there may be are an error, in one shard or in all together.
func TestTooManyValues(t *testing.T) {
	n := shard.MaxCategories + 2
	s := sheet{[]string{"t", "a"}, map[string]cells{"t": slices.Repeat(cells{"no", "yes"}, n/2)}}
	for i := range n {
		s.values["a"] = append(s.values["a"], strconv.Itoa(i))
	}
	e := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{Numbers: lclass.FillMostFrequent}}, Of: lclass.Logistic{Penalty: lclass.L2(1)}}
	part := func(lo, hi int) *lclass.Data {
		d, err := lclass.FromFrame(s.rows(lo, hi), lclass.Columns{Target: "t", Raw: true})
		return must(t, d, err)
	}
	for _, parts := range [][]*lclass.Data{{part(0, n)}, {part(0, n/2), part(n/2, n)}} {
		fails(t, failure(lclass.FitShards(t.Context(), e, parts[0], samples(t, e, parts))), shard.ErrCategories, `"a"`, "65536", "median")
	}
	parts := []*lclass.Data{part(0, n/2), part(n/2-10, n-10)}
	m, err := lclass.FitShards(t.Context(), e, parts[0], samples(t, e, parts))
	learnt, err := json.Marshal(must(t, m, err).Preparation)
	// The smallest of ten that occur twice.
	if want := fmt.Sprintf(`"number":%d}`, n/2-10); !strings.Contains(string(must(t, learnt, err)), want) {
		t.Errorf("%s lacks %s", learnt, want)
	}
}

// An answer about other columns than those of the query is an error.
func TestWrongValues(t *testing.T) {
	_, parts := travelling(t, travellers(60), travelled)
	e := lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Impute{Numbers: lclass.FillMostFrequent}, lclass.OneHot{}}, Of: lclass.Logistic{Penalty: lclass.L2(1)}}
	good := samples(t, e, parts)
	for name, change := range map[string]func(c []shard.Column) []shard.Column{
		"none":      func([]shard.Column) []shard.Column { return nil },
		"no values": func(c []shard.Column) []shard.Column { c[0].Values, c[0].Weights = nil, nil; return c },
		"order":     func(c []shard.Column) []shard.Column { slices.Reverse(c[0].Values); return c },
		"lengths":   func(c []shard.Column) []shard.Column { c[0].Weights = c[0].Weights[1:]; return c },
		"NaN":       func(c []shard.Column) []shard.Column { c[0].Values[0] = math.NaN(); return c },
	} {
		_, err := lclass.FitShards(t.Context(), e, parts[1], evaluator(func(ctx context.Context, q shard.Query) (*shard.Sum, error) {
			s, err := good.Sum(ctx, q)
			if err == nil && q.Kind == shard.Values {
				s.Columns = change(s.Columns)
			}
			return s, err
		}))
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestRawQueriesThatDoNotFit(t *testing.T) {
	_, parts := travelling(t, travellers(60), travelled)
	v := samples(t, lclass.Pipeline{Of: lclass.Logistic{}}, parts[1:2])
	ask := func(q shard.Query) error { return failure(v.Sum(t.Context(), q)) }
	var setting *lclass.SettingError
	for _, q := range []shard.Query{
		{Kind: shard.Ranks, Features: []int{1}, Cuts: []float64{0}},
		{Kind: shard.Ranks, Features: []int{4}, Cuts: []float64{0}},
		{Kind: shard.Ranks, Features: []int{-1}, Cuts: []float64{0}},
		{Kind: shard.Values, Features: []int{0, 1}},
		{Kind: shard.Values, Features: []int{4}},
		{Kind: shard.Ranks, Features: []int{0}, Cuts: []float64{1, 0}},
		{Kind: shard.Ranks, Features: []int{0}, Cuts: []float64{math.NaN()}},
	} {
		if err := ask(q); !errors.As(err, &setting) {
			t.Errorf("%+v: error %v", q, err)
		}
	}
	for _, q := range []shard.Query{
		{Kind: shard.Ranks}, {Kind: shard.Ranks, Features: []int{0, 3}, Cuts: []float64{1, 2, 3}}, {Kind: shard.Columns, Centre: make([]float64, 3)},
	} {
		if ask(q) == nil {
			t.Errorf("%+v: no error", q)
		}
	}
	var kind *lclass.ValueError
	if err := ask(shard.Query{Kind: shard.Moments}); !isValue(err, lclass.ErrKind, &kind) || kind.Column != "port" {
		t.Errorf("error %v", err)
	}
}

// Two machines have tables with texts and missing values, and other ports each.
func ExampleFitShards_raw() {
	spec := lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Impute{}, lclass.OneHot{}, lclass.Standardize{}},
		Of:      lclass.Logistic{Penalty: lclass.L2(0.1)},
	}
	columns := lclass.Columns{
		Target: "late", Raw: true, Categorical: []string{"port"}, Categories: map[string][]string{"late": {"no", "yes"}},
	}
	var like *lclass.Data
	var machines []shard.Evaluator
	for _, table := range []string{"late,age,port\nno,20,S\nyes,,Q\n", "late,age,port\nyes,40,C\nno,30,\n"} {
		like = lclass.Must(lclass.FromFrame(dataframe.ReadCSV(strings.NewReader(table)), columns))
		machines = append(machines, lclass.Must(lclass.Shard(spec, like)))
	}
	m := lclass.Must(lclass.FitShards(context.Background(), spec, like, shard.Together(machines...)))
	fmt.Print(m.Preparation)
	// Output:
	// impute age by 30, port by C
	// one-hot port (3 categories, reference C)
	// standardize age
}

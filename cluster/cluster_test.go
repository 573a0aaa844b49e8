package cluster_test

import (
	"context"
	"encoding/json"

	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.temporal.io/sdk/client"

	"linclass/cluster"
	"linclass/datasets/stream"
	"linclass/lclass"
	"linclass/lclass/shard"
)

// columns are those of the shards that write writes.
var columns = stream.Options{Target: "class", Categories: map[string][]string{"class": {"a", "b", "c"}}}

// two are those with two classes.
var two = stream.Options{Target: "class", Categories: map[string][]string{"class": {"a", "b"}}}

// write makes n shards of rows of three features and the target of o, whose classes overlap.
func write(t testing.TB, folder string, n, rows int, o stream.Options) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	classes := o.Categories[o.Target]
	for i := range n {
		var b strings.Builder
		b.WriteString("x1,x2,x3," + o.Target + "\n")
		for range rows {
			k := r.IntN(len(classes))
			fmt.Fprintf(&b, "%v,%v,%v,%s\n", r.NormFloat64()+float64(k), 100+10*r.NormFloat64(), r.NormFloat64()-float64(k*k)/2, classes[k])
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("part-%02d.csv", i)), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// alone fits in one process: the same shards, in the order of their names.
func alone(t *testing.T, folder string, spec cluster.Spec, o stream.Options) *lclass.Model {
	t.Helper()
	m, _ := aloneFrom(t, folder, spec, o, nil)
	return m
}

// aloneFrom does so from a start, and also returns the shards.
func aloneFrom(t *testing.T, folder string, spec cluster.Spec, o stream.Options, start *lclass.Model) (*lclass.Model, shard.Evaluator) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.csv"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := spec.Estimator(start)
	if err != nil {
		t.Fatal(err)
	}
	var like *lclass.Data
	var all []shard.Evaluator
	for _, name := range names {
		d, err := stream.CSV(name, o)
		if err != nil {
			t.Fatal(err)
		}
		s, err := lclass.Shard(e, d)
		if err != nil {
			t.Fatal(err)
		}
		like, all = d, append(all, s)
	}
	m, err := lclass.FitShards(t.Context(), e, like, shard.Together(all...))
	if err != nil {
		t.Fatal(err)
	}
	return m, shard.Together(all...)
}

// same compares all that a model says, to the last bit.
func same(t *testing.T, got, want any) {
	t.Helper()
	a, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if string(a) != string(b) {
		t.Errorf("got  %s\nwant %s", a, b)
	}
}

// work starts a worker that ends with the test, or when the returned function is called.
func work(t *testing.T, c client.Client, set, name string, f cluster.Files) (stop func()) {
	t.Helper()
	w, err := cluster.NewWorker(set, name, f)
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, c, w)
}

// serve runs a worker, and stops it likewise.
func serve(t *testing.T, c client.Client, w *cluster.Worker) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- w.Run(ctx, c) }()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(stop)
	return stop
}

var specs = []cluster.Spec{
	{Learner: "Logistic", Solver: "Newton"},
	{Learner: "Logistic", Solver: "QuasiNewton", Lambda: 0.01},
	{Learner: "Logistic", Lambda: 0.05, Ratio: 1},
	{Learner: "LinearSVM", Loss: "SquaredHinge", Lambda: 0.01},
	{Learner: "LinearSVM", Loss: "ModifiedHuber", Solver: "QuasiNewton", Lambda: 0.01},
	{Learner: "RegressionClassifier"},
	{Learner: "Softmax"},
	{Learner: "Logistic", Prepare: []cluster.Step{standardize}},
	{Learner: "Logistic", Lambda: 0.02, Ratio: 1, Prepare: []cluster.Step{standardize, {Polynomial: &lclass.Polynomial{}}, {MinMax: &lclass.MinMax{}}}},
	{Learner: "LinearSVM", Lambda: 0.01, Prepare: []cluster.Step{{Drop: &lclass.Drop{"x2"}}, {Interactions: &lclass.Interactions{}}, standardize}},
	{Learner: "Logistic", Lambda: 0.05, Ratio: 0.5, Factors: map[string]float64{"x1": 0}, Lower: map[string]float64{"x3": 0}, Upper: map[string]float64{"x2": 0.001}},
}

var standardize = cluster.Step{Standardize: &lclass.Standardize{}}

// divided is a set of that many shards, which workers divide among themselves. The second
// has its files in memory.
func divided(t *testing.T, c client.Client, set string, workers int, files cluster.Files, shards int) *cluster.Set {
	t.Helper()
	for i := range workers {
		files.Part, files.Of, files.Memory = i, workers, i == 1
		work(t, c, set, fmt.Sprint("w", i), files)
	}
	s, err := cluster.Open(t.Context(), c, cluster.Options{Set: set, Shards: shards, Patience: patience})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// With any number of workers the model is that of one process, to the last bit.
func TestTheSameBits(t *testing.T) {
	s := newServer(t)
	c := s.client()
	folder := t.TempDir()
	write(t, folder, 7, 300, two)
	for _, workers := range []int{1, 3} {
		set := fmt.Sprint("bits", workers)
		shards := divided(t, c, set, workers, cluster.Files{Folder: folder, Pattern: "*.csv", Columns: two}, 7)
		for _, spec := range specs {
			name, err := json.Marshal(spec)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(set+string(name), func(t *testing.T) {
				m, err := shards.Fit(t.Context(), spec, nil)
				if err != nil {
					t.Fatal(err)
				}
				want, all := aloneFrom(t, folder, spec, two, nil)
				same(t, m, want)
				if spec.Learner == "RegressionClassifier" || spec.Learner == "LinearSVM" || spec.Lambda > 0 {
					return // without a likelihood, or penalised
				}
				s, err := shards.Summary(t.Context(), spec, m)
				if err != nil {
					t.Fatal(err)
				}
				alone, err := want.SummaryShards(t.Context(), all)
				if err != nil {
					t.Fatal(err)
				}
				same(t, s, alone)
			})
		}
		t.Run(set+" path", func(t *testing.T) {
			spec := cluster.Spec{Learner: "Logistic", Ratio: 1, Prepare: []cluster.Step{standardize}}
			var last, want *lclass.Model
			for _, spec.Lambda = range []float64{0.2, 0.1, 0.05, 0.02, 0.01} {
				m, err := shards.Fit(t.Context(), spec, last)
				if err != nil {
					t.Fatal(err)
				}
				last = m
				want, _ = aloneFrom(t, folder, spec, two, want)
				same(t, last, want)
			}
		})
	}
}

func readModel(t *testing.T, file string) *lclass.Model {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m := new(lclass.Model)
	if err := json.Unmarshal(text, m); err != nil {
		t.Fatal(err)
	}
	return m
}

// A number to predict, and a class of three, with their summaries.
func TestTheSameBitsOfOtherTargets(t *testing.T) {
	c := newServer(t).client()
	numbers, classes := t.TempDir(), t.TempDir()
	write(t, classes, 5, 200, columns)
	r := rand.New(rand.NewPCG(6, 7))
	for i := range 5 {
		var b strings.Builder
		b.WriteString("x1,x2,y\n")
		for range 200 {
			x := 20 + r.NormFloat64()
			fmt.Fprintf(&b, "%v,%v,%v\n", x, r.NormFloat64(), 3*x+r.NormFloat64())
		}
		put(t, numbers, map[string]string{fmt.Sprintf("part-%02d.csv", i): b.String()})
	}
	for _, test := range []struct {
		set, folder string
		columns     stream.Options
		spec        cluster.Spec
	}{
		{"numbers", numbers, stream.Options{Target: "y"}, cluster.Spec{Learner: "LinearRegression"}},
		{"L1", numbers, stream.Options{Target: "y"}, cluster.Spec{Learner: "LinearRegression", Lambda: 0.1, Ratio: 1, Prepare: []cluster.Step{standardize}}},
		{"raw numbers", numbers, stream.Options{Target: "y", Raw: true}, cluster.Spec{Learner: "LinearRegression", Prepare: []cluster.Step{{Impute: &lclass.Impute{}}, standardize}}},
		{"three", classes, columns, cluster.Spec{Learner: "Softmax", Solver: "Newton", Prepare: []cluster.Step{standardize}}},
	} {
		t.Run(test.set, func(t *testing.T) {
			shards := divided(t, c, test.set, 2, cluster.Files{Folder: test.folder, Pattern: "*.csv", Columns: test.columns}, 5)
			m, err := shards.Fit(t.Context(), test.spec, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, all := aloneFrom(t, test.folder, test.spec, test.columns, nil)
			same(t, m, want)
			if test.spec.Lambda > 0 {
				return
			}
			s, err := shards.Summary(t.Context(), test.spec, m)
			if err != nil {
				t.Fatal(err)
			}
			alone, err := want.SummaryShards(t.Context(), all)
			if err != nil {
				t.Fatal(err)
			}
			same(t, s, alone)
		})
	}
}

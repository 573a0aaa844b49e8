package cluster_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"linclass/cluster"
	"linclass/datasets/stream"
	"linclass/lclass"
)

// rawColumns are those of the shards that writeRaw writes.
var rawColumns = stream.Options{Target: "class", Categories: map[string][]string{"class": {"a", "b"}}, Raw: true, Categorical: []string{"port", "code"}}

// writeRaw makes n shards with texts and missing values. Every shard has ports of its own.
func writeRaw(t testing.TB, folder string, n, rows int) {
	t.Helper()
	r := rand.New(rand.NewPCG(4, 4))
	gap := func(value string) string {
		if r.IntN(5) == 0 {
			return ""
		}
		return value
	}
	for i := range n {
		var b strings.Builder
		b.WriteString("age,port,code,fare,class\n")
		for range rows {
			k := r.IntN(2)
			port := fmt.Sprintf("%c", 'Z'-i)
			if r.IntN(2) == 0 {
				port = []string{"A", "B", "C"}[r.IntN(3)]
			}
			fmt.Fprintf(&b, "%s,%s,%s,%v,%c\n", gap(fmt.Sprint(40+10*r.NormFloat64()+float64(3*k))), gap(port), []string{"007", "7"}[r.IntN(4+k)/3], 100+10*r.NormFloat64(), 'a'+k)
		}
		put(t, folder, map[string]string{fmt.Sprintf("part-%02d.csv", i): b.String()})
	}
}

var rawSpecs = []cluster.Spec{
	{Learner: "Logistic", Prepare: []cluster.Step{{Impute: &lclass.Impute{Indicator: true, Numbers: lclass.FillMostFrequent, Columns: []string{"age"}}}, {Impute: &lclass.Impute{}}, {OneHot: &lclass.OneHot{}}, standardize}},
	{Learner: "Logistic", Lambda: 0.02, Ratio: 1, Prepare: []cluster.Step{
		{Impute: &lclass.Impute{Numbers: lclass.FillMedian, Category: "unknown"}}, {OneHot: &lclass.OneHot{KeepAll: true, Rare: 30, AllowUnknown: true}}, {MinMax: &lclass.MinMax{}},
	}},
	{Learner: "LinearSVM", Lambda: 0.01, Prepare: []cluster.Step{standardize, {Impute: &lclass.Impute{Numbers: lclass.FillConstant}}, {OneHot: &lclass.OneHot{AllowUnknown: true}}, {Interactions: &lclass.Interactions{}}}},
}

// Values for gaps and categories are learnt over all shards, and all that a model says is
// that of one process, to the last bit.
func TestRawShards(t *testing.T) {
	s := newServer(t)
	c := s.client()
	folder := t.TempDir()
	writeRaw(t, folder, 7, 200)
	for _, workers := range []int{1, 3} {
		set := fmt.Sprint("raw", workers)
		shards := divided(t, c, set, workers, cluster.Files{Folder: folder, Pattern: "*.csv", Columns: rawColumns}, 7)
		for i, spec := range rawSpecs {
			t.Run(fmt.Sprint(set, " ", i), func(t *testing.T) {
				m, err := shards.Fit(t.Context(), spec, nil)
				if err != nil {
					t.Fatal(err)
				}
				want, all := aloneFrom(t, folder, spec, rawColumns, nil)
				same(t, m, want)
				if ports := m.Preparation.Categories()["port"]; len(ports) < 10 || !slices.IsSorted(ports[:10]) {
					t.Errorf("ports %q", ports)
				}
				if spec.Lambda > 0 {
					return
				}
				for _, covariance := range []lclass.Covariance{lclass.Classical, lclass.HC1, lclass.HC3} {
					o := lclass.SummaryOptions{Covariance: covariance}
					s, err := shards.Summary(t.Context(), spec, m, o)
					if err != nil {
						t.Fatal(err)
					}
					alone, err := want.SummaryShards(t.Context(), all, o)
					if err != nil {
						t.Fatal(err)
					}
					same(t, s, alone)
				}
			})
		}
	}
}

// A specification in a file has the names of constants.
func TestRawSpecAsJSON(t *testing.T) {
	const text = `{"learner":"Logistic","prepare":[{"impute":{"numbers":"FillMedian"}},{"oneHot":{"allowUnknown":true,"columns":["port"]}}]}`
	var spec cluster.Spec
	if err := json.Unmarshal([]byte(text), &spec); err != nil {
		t.Fatal(err)
	}
	if spec.Prepare[0].Impute.Numbers != lclass.FillMedian || !spec.Prepare[1].OneHot.AllowUnknown {
		t.Errorf("%+v, %+v", spec.Prepare[0].Impute, spec.Prepare[1].OneHot)
	}
	written, err := json.Marshal(spec)
	if err != nil || !strings.Contains(string(written), `"FillMedian"`) {
		t.Errorf("%s, error %v", written, err)
	}
	for _, bad := range []string{`{"impute":{"numbers":"median"}}`, `{"impute":{"numbers":1}}`, `{"oneHot":{"allowUnknown":""}}`} {
		if err := json.Unmarshal([]byte(bad), new(cluster.Step)); err == nil {
			t.Errorf("%s is no error", bad)
		}
	}
}

// Shards whose texts read as numbers elsewhere, or that are raw where others are not, do
// not fit together.
func TestRawTables(t *testing.T) {
	dir := t.TempDir()
	writeRaw(t, dir, 2, 30)
	o := rawColumns
	o.Categorical = []string{"port"}
	o.Features = []string{"age", "port"}
	put(t, dir, map[string]string{"z.csv": "age,port,code,fare,class\nold,A,7,1,a\nyoung,B,7,1,b\n"})
	_, err := cluster.NewWorker("texts", "w", cluster.Files{Folder: dir, Pattern: "*.csv", Columns: o})
	fails(t, err, cluster.ErrTables, "z.csv", "Categorical", `"age"`)
	w, err := cluster.NewWorker("texts", "w", cluster.Files{Folder: dir, Pattern: "part-*.csv", Columns: o})
	if err != nil {
		t.Fatal(err)
	}
	if table := w.Table(); !table.Raw || !slices.Equal(table.Texts, []string{"port"}) {
		t.Errorf("%+v", table)
	}
}

// Whatever dies between the passes of a preparation and those of the fit, the model is the
// same to the last bit.
func TestFaultsOfPreparation(t *testing.T) {
	h := newHouse(t)
	all := t.TempDir()
	writeRaw(t, all, 6, 300)
	var of [hosts]string
	for i := range of {
		of[i] = t.TempDir()
		copyShard(t, all, of[i], 2*i)
		copyShard(t, all, of[i], 2*i+1)
	}
	// The third host has copies of the second one's shards, which it does not hold.
	copyShard(t, all, of[2], 2)
	copyShard(t, all, of[2], 3)
	spec := cluster.Spec{Learner: "Logistic", Solver: "QuasiNewton", Lambda: 0.001, Prepare: rawSpecs[1].Prepare}
	want := alone(t, all, spec, rawColumns)
	start := func(set string, host int) *process {
		return h.worker(host, set, of[host], fmt.Sprintf("part-0[%d%d].csv", 2*host, 2*host+1), "--classes", "a,b", "--raw", "--categorical", "port,code")
	}
	// fit disturbs the workers once, after some passes, and returns how many there were.
	fit := func(t *testing.T, set string, after int, disturb func(workers []*process)) (*lclass.Model, int, error) {
		t.Helper()
		workers := []*process{start(set, 0), start(set, 1), start(set, 2)}
		passes := 0
		shards, err := cluster.Open(t.Context(), h.client, cluster.Options{Set: set, Shards: 6, Gone: 3 * time.Second, Patience: patience, Progress: func() {
			if passes++; passes == after {
				disturb(workers)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer shards.Close()
		m, err := shards.Fit(t.Context(), spec, nil)
		for _, w := range workers {
			w.kill()
		}
		return m, passes, err
	}
	// Two passes for targets and columns, at most eleven for medians, and one each for the
	// categories and ranges.
	const columns, prepared = 2, 15
	for name, after := range map[string]int{"medians": columns, "fit": prepared} {
		t.Run("worker killed before the "+name, func(t *testing.T) {
			m, passes, err := fit(t, "killed before "+name, after, func(w []*process) { w[1].kill() })
			if err != nil {
				t.Fatal(err)
			}
			if same(t, m, want); passes < prepared+3 {
				t.Errorf("only %d passes: there was nothing left to disturb", passes)
			}
		})
		t.Run("worker started again before the "+name, func(t *testing.T) {
			m, _, err := fit(t, "restarted before "+name, after, func(w []*process) {
				w[0].kill() // nobody else has its shards
				w[0] = start("restarted before "+name, 0)
			})
			if err != nil {
				t.Fatal(err)
			}
			same(t, m, want)
		})
	}
	t.Run("server killed", func(t *testing.T) {
		m, _, err := fit(t, "raw server", columns, func([]*process) {
			h.engine.kill()
			h.engine.start()
		})
		if err != nil {
			t.Fatal(err)
		}
		same(t, m, want)
	})
	t.Run("fit killed", func(t *testing.T) { testFitKilled(t, h, start, "raw fit killed", spec, want) })
	t.Run("commands", func(t *testing.T) {
		for i := range hosts {
			defer start("raw commands", i).kill()
		}
		out := filepath.Join(t.TempDir(), "model.json")
		arguments := []string{"--server", h.engine.address, "--set", "raw commands", "--shards", "6", "--patience", patience.String(), "-o", out, "--learner", "Logistic", "--impute", "--one-hot", "--standardize"}
		text, err := exec.Command(filepath.Join(h.commands, "lclass-fit"), append(arguments, "--summary", "--covariance", "HC1")...).CombinedOutput()
		if err != nil || !strings.Contains(string(text), "HC1") {
			t.Fatalf("%v: %s", err, text)
		}
		same(t, readModel(t, out), alone(t, all, cluster.Spec{Learner: "Logistic", Prepare: []cluster.Step{{Impute: &lclass.Impute{}}, {OneHot: &lclass.OneHot{}}, standardize}}, rawColumns))
		if text, err := exec.Command(filepath.Join(h.commands, "lclass-fit"), append(arguments, "--summary", "--covariance", "HC4")...).CombinedOutput(); err == nil || !strings.Contains(string(text), "HC3") {
			t.Errorf("error %v: %s", err, text)
		}
	})
	t.Run("shard changed before the fit", func(t *testing.T) {
		_, _, err := fit(t, "raw changed", prepared, func(w []*process) {
			w[0].kill()
			name := filepath.Join(of[0], "part-00.csv")
			text, err := os.ReadFile(name)
			if err != nil {
				t.Error(err)
			}
			put(t, of[0], map[string]string{"part-00.csv": strings.Replace(string(text), ",A,", ",B,", 1)})
			w[0] = start("raw changed", 0)
		})
		fails(t, err, lclass.ErrChanged, "part-00.csv", "w0", "start a new fit")
	})
}

// A file that is read in every pass and changes between that of the moments and the fit is
// an error too.
func TestChangeAfterPreparation(t *testing.T) {
	c := newServer(t).client()
	dir := t.TempDir()
	write(t, dir, 2, 300, two)
	work(t, c, "moments", "w1", cluster.Files{Folder: dir, Pattern: "*.csv", Columns: two})
	passes := 0
	shards, err := cluster.Open(t.Context(), c, cluster.Options{Set: "moments", Shards: 2, Patience: patience, Progress: func() {
		if passes++; passes == 3 { // targets, and moments twice
			write(t, dir, 2, 301, two)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer shards.Close()
	_, err = shards.Fit(t.Context(), cluster.Spec{Learner: "Logistic", Prepare: []cluster.Step{standardize}}, nil)
	fails(t, err, lclass.ErrChanged, "part-0", "w1")
}

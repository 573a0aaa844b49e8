package cluster_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"linclass/cluster"
	"linclass/datasets/stream"
	"linclass/lclass"
	"linclass/lclass/shard"
)

// What a worker cannot do reaches the fit with its type and fields.
func TestTypesOfErrors(t *testing.T) {
	s := newServer(t)
	c := s.client()
	open := func(t *testing.T, o cluster.Options, files map[string]string, columns stream.Options) (set *cluster.Set, folder string) {
		t.Helper()
		folder = t.TempDir()
		put(t, folder, files)
		o.Patience, o.Shards = max(o.Patience, 5*time.Second), len(files)
		work(t, c, o.Set, "w1", cluster.Files{Folder: folder, Pattern: "*.csv", Columns: columns})
		set, err := cluster.Open(t.Context(), c, o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(set.Close)
		return set, folder
	}
	fit := func(t *testing.T, set *cluster.Set, steps ...cluster.Step) error {
		t.Helper()
		_, err := set.Fit(t.Context(), cluster.Spec{Learner: "Logistic", Lambda: 1, Prepare: steps}, nil)
		return err
	}

	t.Run("NaN in a column", func(t *testing.T) {
		set, _ := open(t, cluster.Options{Set: "nan"}, map[string]string{"a.csv": "x,class\n1,a\n2,b\nNaN,a\n"}, two)
		fails(t, fit(t, set), &lclass.ValueError{Column: "x", Row: 2, Value: "NaN"}, "a.csv", "w1")
	})
	t.Run("an unknown category", func(t *testing.T) {
		o := stream.Options{Target: "class", Categories: map[string][]string{"class": {"a", "b"}, "port": {"S", "C"}}}
		set, _ := open(t, cluster.Options{Set: "category"}, map[string]string{"a.csv": "port,class\nS,a\nC,b\nX,a\n"}, o)
		fails(t, fit(t, set), &lclass.ValueError{Err: lclass.ErrUnknownCategory, Column: "port", Row: 2, Value: "X", Want: []string{"S", "C"}})
	})
	t.Run("queries", func(t *testing.T) {
		raw := stream.Options{Target: "class", Categories: two.Categories, Raw: true}
		set, _ := open(t, cluster.Options{Set: "queries"}, map[string]string{"a.csv": "x,port,class\n1,S,a\n,C,b\n3,S,a\n"}, raw)
		samples, err := set.Samples(cluster.Spec{Learner: "Logistic", Prepare: []cluster.Step{standardize}})
		if err != nil {
			t.Fatal(err)
		}
		for name, test := range map[string]struct {
			q    shard.Query
			want error
		}{
			"setting": {shard.Query{Kind: shard.Ranks, Features: []int{7}, Cuts: []float64{0}}, &lclass.SettingError{Setting: "Query.Features", Value: 7}},
			"kind":    {shard.Query{Kind: shard.Moments}, &lclass.ValueError{Err: lclass.ErrKind, Column: "port", Row: 0, Value: "S", Want: []string{"numbers"}}},
			"missing": {shard.Query{Kind: shard.Moments, Preparation: prepared(t, "x,port,class\n1,S,a\n2,C,b\n", lclass.OneHot{})}, &lclass.ValueError{Err: lclass.ErrMissing, Column: "x", Row: 1, Count: 1}},
			"feature": {shard.Query{Kind: shard.Moments, Preparation: prepared(t, "y,port,class\n1,S,a\n2,C,b\n", lclass.OneHot{})}, &lclass.ColumnError{Missing: []string{"y"}, Have: []string{"x", "port"}}},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := samples.Sum(t.Context(), test.q)
				fails(t, err, test.want)
			})
		}
		_, err = samples.Sum(t.Context(), shard.Query{Kind: shard.Moments, Preparation: []byte("{}")})
		if file, ok := errors.AsType[*lclass.FileError](err); !ok || file.Path != "$.format" {
			t.Errorf("error %v, %+v", err, file)
		}
	})
	t.Run("too many categories together", func(t *testing.T) {
		files := map[string]string{}
		for _, letter := range []string{"a", "b"} {
			var b strings.Builder
			b.WriteString("port,class\n")
			for i := range shard.MaxCategories/2 + 1 {
				fmt.Fprintf(&b, "%s%d,%c\n", letter, i, 'a'+i%2)
			}
			files[letter+".csv"] = b.String()
		}
		set, _ := open(t, cluster.Options{Set: "categories", Patience: patience}, files, stream.Options{Target: "class", Categories: two.Categories, Raw: true})
		fails(t, fit(t, set, cluster.Step{OneHot: &lclass.OneHot{}}), shard.ErrCategories, `"port"`)
	})
	t.Run("a file is gone", func(t *testing.T) {
		var folder string
		passes := 0
		set, folder := open(t, cluster.Options{Set: "gone", Progress: func() {
			if passes++; passes == 1 {
				if err := os.Remove(filepath.Join(folder, "a.csv")); err != nil {
					t.Error(err)
				}
			}
		}}, map[string]string{"a.csv": "x,class\n1,a\n2,b\n3,a\n"}, two)
		err := fit(t, set)
		fails(t, err, fs.ErrNotExist, "w1 cannot read it")
		fails(t, err, cluster.ErrNotHeld, "a.csv")
	})
	t.Run("cancelled at the server", func(t *testing.T) {
		dir := t.TempDir()
		write(t, dir, 1, 30, two)
		stop := work(t, c, "operator", "w1", cluster.Files{Folder: dir, Pattern: "*.csv", Columns: two})
		set, err := cluster.Open(t.Context(), c, cluster.Options{Set: "operator", Shards: 1, Patience: 10 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		defer set.Close()
		stop() // now the pass waits
		done := make(chan struct{})
		go func() {
			defer close(done)
			cancelRunning(t, c)
		}()
		fails(t, fit(t, set), context.Canceled, "at the server")
		<-done
	})
}

// prepared returns what steps have learnt of a table.
func prepared(t *testing.T, table string, steps ...lclass.Preparation) []byte {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, map[string]string{"x.csv": table})
	d, err := stream.CSV(filepath.Join(dir, "x.csv"), stream.Options{Target: "class", Raw: true})
	if err != nil {
		t.Fatal(err)
	}
	p, err := lclass.Prepare(d, steps...)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// cancelRunning cancels the next pass that runs, as an operator does.
func cancelRunning(t *testing.T, c client.Client) {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		list, err := c.ListWorkflow(context.Background(), &workflowservice.ListWorkflowExecutionsRequest{Query: `WorkflowType = "lclass pass" AND ExecutionStatus = "Running"`})
		if err != nil {
			t.Error(err)
			return
		}
		for _, w := range list.Executions {
			if err := c.CancelWorkflow(context.Background(), w.Execution.WorkflowId, ""); err != nil {
				t.Error(err)
			}
			return
		}
	}
	t.Error("no pass runs")
}

// What is too large for the server names the remedy.
func TestTooLarge(t *testing.T) {
	c := newServer(t).client()
	dir := t.TempDir()
	var samples *cluster.Samples
	for _, d := range []int{1200, 800} { // d²/2 numbers are 6 and 3 MB
		var b strings.Builder
		for j := range d {
			fmt.Fprintf(&b, "x%d,", j)
		}
		b.WriteString("class\n")
		for row := range 4 {
			for j := range d {
				fmt.Fprintf(&b, "%v,", math.Sqrt(float64((row+1)*(j+7)%11)))
			}
			fmt.Fprintf(&b, "%c\n", 'a'+row%2)
		}
		name := fmt.Sprintf("%d.csv", d)
		put(t, dir, map[string]string{name: b.String()})
		work(t, c, name, "w1", cluster.Files{Folder: dir, Pattern: name, Columns: two})
		set, err := cluster.Open(t.Context(), c, cluster.Options{Set: name, Shards: 1, Gone: 2 * time.Second, Patience: patience})
		if err != nil {
			t.Fatal(err)
		}
		defer set.Close()
		if samples, err = set.Samples(newton); err != nil {
			t.Fatal(err)
		}
		_, err = samples.Sum(t.Context(), shard.Query{Kind: shard.Loss, Theta: make([]float64, d+1), Centre: make([]float64, d), Curvature: true})
		fails(t, err, cluster.ErrTooLarge, "--storage")
	}
	for _, n := range []int{300_000, 900_000} {
		cuts := make([]float64, n)
		for i := range cuts {
			cuts[i] = math.Sqrt(float64(i))
		}
		_, err := samples.Sum(t.Context(), shard.Query{Kind: shard.Ranks, Features: []int{0}, Cuts: cuts})
		fails(t, err, cluster.ErrTooLarge, "--storage")
	}
}

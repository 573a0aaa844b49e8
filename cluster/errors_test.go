package cluster_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.temporal.io/sdk/client"

	"linclass/cluster"
	"linclass/datasets/stream"
	"linclass/internal/errtest"
	"linclass/lclass"
)

var fails = errtest.Fails

var newton = cluster.Spec{Learner: "Logistic", Solver: "Newton"}

func TestErrors(t *testing.T) {
	s := newServer(t)
	c := s.client()
	open := func(o cluster.Options) (*cluster.Set, error) {
		shards, err := cluster.Open(t.Context(), c, o)
		if err == nil {
			t.Cleanup(shards.Close)
		}
		return shards, err
	}
	folder := func(o stream.Options) string {
		dir := t.TempDir()
		write(t, dir, 2, 30, o)
		return dir
	}
	files := func(dir string, o stream.Options) cluster.Files {
		return cluster.Files{Folder: dir, Pattern: "*.csv", Columns: o}
	}

	t.Run("no workers", func(t *testing.T) {
		_, err := open(cluster.Options{Set: "empty", Patience: time.Second})
		fails(t, err, cluster.ErrNoWorkers, `"empty"`, "start lclass-worker")
	})
	t.Run("a shard is missing", func(t *testing.T) {
		work(t, c, "missing", "w1", files(folder(two), two))
		shards, err := open(cluster.Options{Set: "missing", Shards: 2, Patience: patience})
		if err != nil {
			t.Fatal(err)
		}
		if w := shards.Warnings(); len(w) != 2 || !strings.Contains(w[0], "part-00.csv has only 30 samples") {
			t.Errorf("warnings %q", w)
		}
		_, err = open(cluster.Options{Set: "missing", Shards: 3, Patience: 10 * time.Second})
		fails(t, err, cluster.ErrNotHeld, "2 of 3 shards")
	})
	t.Run("other classes", func(t *testing.T) {
		work(t, c, "classes", "w1", files(folder(two), two))
		other := t.TempDir()
		text, err := os.ReadFile(filepath.Join(folder(columns), "part-01.csv"))
		if err == nil {
			err = os.WriteFile(filepath.Join(other, "last.csv"), text, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		work(t, c, "classes", "w2", files(other, columns))
		_, err = open(cluster.Options{Set: "classes", Shards: 3, Patience: patience})
		fails(t, err, cluster.ErrTables, "w2", "w1", `["a" "b" "c"]`)
	})
	t.Run("other integers", func(t *testing.T) {
		dir := t.TempDir()
		put(t, dir, map[string]string{"a.csv": "x,y\n1,0\n2,1\n3,0\n", "b.csv": "x,y\n1,1\n2,2\n3,2\n"})
		for i, name := range []string{"w1", "w2"} {
			f := files(dir, stream.Options{Target: "y"})
			f.Part, f.Of = i, 2
			work(t, c, "integers", name, f)
		}
		shards, err := open(cluster.Options{Set: "integers", Shards: 2, Patience: patience})
		if err != nil {
			t.Fatal(err)
		}
		_, err = shards.Fit(t.Context(), newton, nil)
		fails(t, err, cluster.ErrTables, "worker w2 differs from w1", `["1" "2"]`, `["0" "1"]`, "--classes")
		if _, err := shards.Fit(t.Context(), cluster.Spec{Learner: "LinearRegression"}, nil); err != nil {
			t.Error(err)
		}
	})
	t.Run("other columns", func(t *testing.T) {
		dir := folder(two)
		if err := os.WriteFile(filepath.Join(dir, "z.csv"), []byte("x1,x2,y3,class\n1,2,3,a\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := cluster.NewWorker("columns", "w1", files(dir, two))
		fails(t, err, cluster.ErrTables, "z.csv", "part-00.csv", `"y3"`, `"x3"`)
	})
	t.Run("two files of one name", func(t *testing.T) {
		work(t, c, "names", "w1", files(folder(two), two))
		dir := t.TempDir()
		write(t, dir, 1, 40, two)
		work(t, c, "names", "w2", files(dir, two))
		var err error
		for end := time.Now().Add(patience); err == nil && time.Now().Before(end); {
			_, err = open(cluster.Options{Set: "names", Patience: patience})
		}
		fails(t, err, cluster.ErrTables, "part-00.csv", "w1", "w2")
	})
	t.Run("another version", func(t *testing.T) {
		w, err := cluster.NewWorker("version", "w1", files(folder(two), two))
		if err != nil {
			t.Fatal(err)
		}
		w.SetVersion("protocol 0")
		serve(t, c, w)
		_, err = open(cluster.Options{Set: "version", Shards: 2, Patience: patience})
		fails(t, err, cluster.ErrVersion, "w1", "protocol 0", cluster.Version())
	})
	// The options whose fit calls do after its second pass.
	after := func(set string, do func()) cluster.Options {
		passes := 0
		return cluster.Options{Set: set, Shards: 2, Patience: patience, Progress: func() {
			if passes++; passes == 2 {
				do()
			}
		}}
	}
	t.Run("another version during a fit", func(t *testing.T) {
		w, err := cluster.NewWorker("later", "w1", files(folder(two), two))
		if err != nil {
			t.Fatal(err)
		}
		serve(t, c, w)
		shards, err := open(after("later", func() { w.SetVersion("protocol 0") }))
		if err != nil {
			t.Fatal(err)
		}
		_, err = shards.Fit(t.Context(), newton, nil)
		fails(t, err, cluster.ErrVersion, "w1", "protocol 0")
	})
	t.Run("a file changes", func(t *testing.T) {
		dir := folder(two)
		work(t, c, "changes", "w1", files(dir, two))
		shards, err := open(after("changes", func() { write(t, dir, 2, 31, two) }))
		if err != nil {
			t.Fatal(err)
		}
		_, err = shards.Fit(t.Context(), newton, nil)
		fails(t, err, lclass.ErrChanged, "part-0", "w1")
	})
	t.Run("a worker starts again with another file", func(t *testing.T) {
		dir := folder(two)
		stop := work(t, c, "replaced", "w1", files(dir, two))
		shards, err := open(after("replaced", func() {
			stop()
			write(t, dir, 2, 31, two)
			work(t, c, "replaced", "w1", files(dir, two))
		}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = shards.Fit(t.Context(), newton, nil)
		fails(t, err, lclass.ErrChanged, "part-0", "w1", "start a new fit")
	})
	t.Run("a worker ends for good", func(t *testing.T) {
		stop := work(t, c, "ends", "w1", files(folder(two), two))
		o := after("ends", func() { stop() })
		o.Gone, o.Patience = time.Second, 20*time.Second
		shards, err := open(o)
		if err != nil {
			t.Fatal(err)
		}
		_, err = shards.Fit(t.Context(), newton, nil)
		fails(t, err, cluster.ErrNotHeld, "part-00.csv", "w1", "20s")
	})
	t.Run("cancelled", func(t *testing.T) {
		work(t, c, "cancelled", "w1", files(folder(two), two))
		ctx, cancel := context.WithCancelCause(t.Context())
		enough := errors.New("enough")
		shards, err := open(after("cancelled", func() { cancel(enough) }))
		if err != nil {
			t.Fatal(err)
		}
		_, err = shards.Fit(ctx, newton, nil)
		fails(t, err, enough)
	})
	t.Run("no server", func(t *testing.T) {
		lost, err := client.NewLazyClient(client.Options{HostPort: "127.0.0.1:1", Logger: quiet{t}})
		if err != nil {
			t.Fatal(err)
		}
		defer lost.Close()
		_, err = cluster.Open(t.Context(), lost, cluster.Options{Set: "any", Patience: time.Second})
		fails(t, err, cluster.ErrNoEngine)
	})
	t.Run("large sums", func(t *testing.T) { testLargeSums(t, s) })
}

// Hessians of 120 features have 117 KB, so they go through the folder, and the bits stay.
func testLargeSums(t *testing.T, s *server) {
	dir, storage := t.TempDir(), t.TempDir()
	o := stream.Options{Target: "class", Categories: map[string][]string{"class": {"a", "b"}}}
	for i := range 2 {
		var b strings.Builder
		for j := range 120 {
			fmt.Fprintf(&b, "x%d,", j)
		}
		b.WriteString("class\n")
		for row := range 300 {
			for j := range 120 {
				fmt.Fprintf(&b, "%d,", (row*row*(j+3)+i*row+j*j)%17)
			}
			fmt.Fprintf(&b, "%c\n", 'a'+(row*7+i)%5%2)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("part-%d.csv", i)), []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	c := dialWith(t, client.Options{HostPort: s.address, Logger: quiet{t}, ExternalStorage: lclass.Must(cluster.Storage(storage))})
	work(t, c, "large", "w1", cluster.Files{Folder: dir, Pattern: "*.csv", Columns: o})
	shards, err := cluster.Open(t.Context(), c, cluster.Options{Set: "large", Shards: 2, Patience: patience})
	if err != nil {
		t.Fatal(err)
	}
	defer shards.Close()
	spec := cluster.Spec{Learner: "Logistic", Solver: "Newton", Lambda: 0.01}
	m, err := shards.Fit(t.Context(), spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, m, alone(t, dir, spec, o))
	stored, err := filepath.Glob(filepath.Join(storage, "*", "*"))
	if err != nil || len(stored) == 0 {
		t.Errorf("nothing is stored in the folder, error %v", err)
	}
	for _, file := range stored {
		if err := os.WriteFile(file, []byte("damaged"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := shards.Fit(ctx, spec, nil); err == nil {
		t.Error("a fit used damaged sums")
	}
}

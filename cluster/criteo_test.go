package cluster_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"linclass/cluster"
	"linclass/datasets/stream"
	"linclass/lclass"
	"linclass/lclass/shard"
)

// criteoRows is the variable with the number of rows of TestCriteo.
const criteoRows = "LCLASS_CRITEO"

// TestCriteo measures a fit to data of the shape of Criteo's, 39 features in 12 shards, in one
// process and on three hosts, for make bench: the same weights to the last bit. The last
// line is a JSON object with seconds.
func TestCriteo(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv(criteoRows))
	if n == 0 {
		t.Skipf("%s says with how many rows to measure", criteoRows)
	}
	const shards = 12
	folder := t.TempDir()
	for i := range shards {
		writeCriteo(t, folder, i, n/shards)
	}
	spec := cluster.Spec{Learner: "Logistic", Solver: "Newton"}

	seconds := func(since time.Time) float64 { return time.Since(since).Seconds() }
	result := map[string]float64{"rows": float64(n / shards * shards)}
	begin := time.Now()
	e, err := spec.Estimator(nil)
	if err != nil {
		t.Fatal(err)
	}
	var like *lclass.Data
	var all []shard.Evaluator
	for i := range shards {
		images, labels := criteoFiles(folder, i)
		d, err := stream.IDX(images, labels)
		if err != nil {
			t.Fatal(err)
		}
		if d, err = cluster.InMemory(d); err != nil {
			t.Fatal(err)
		}
		s, err := lclass.Shard(e, d)
		if err != nil {
			t.Fatal(err)
		}
		like, all = d, append(all, s)
	}
	result["read alone"] = seconds(begin)
	begin = time.Now()
	want, err := lclass.FitShards(t.Context(), e, like, shard.Together(all...))
	if err != nil {
		t.Fatal(err)
	}
	result["fit alone"] = seconds(begin)
	result["passes"] = float64(want.Status.Iterations)
	all, like = nil, nil // so that the workers have the memory

	h := newHouse(t)
	begin = time.Now()
	for i := range hosts {
		h.worker(i, "criteo", folder, "*-idx2-ubyte", "--part", fmt.Sprintf("%d/%d", i, hosts), "--memory")
	}
	set, err := cluster.Open(t.Context(), h.client, cluster.Options{Set: "criteo", Shards: shards, Patience: 30 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	result["read on hosts"] = seconds(begin)
	begin = time.Now()
	m, err := set.Fit(t.Context(), spec, nil)
	if err != nil {
		t.Fatal(err)
	}
	result["fit on hosts"] = seconds(begin)
	same(t, m, want)
	line, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("criteo: %s", line)
}

func criteoFiles(folder string, number int) (images, labels string) {
	return filepath.Join(folder, fmt.Sprintf("images-%02d-idx2-ubyte", number)), filepath.Join(folder, fmt.Sprintf("labels-%02d-idx1-ubyte", number))
}

// writeCriteo writes rows of 13 skewed counts and 26 rates, a byte each, and clicks that
// follow them by a logistic model, a quarter of the rows about as Criteo's.
func writeCriteo(t *testing.T, folder string, number, rows int) {
	t.Helper()
	const d, counts = 39, 13
	rng := rand.New(rand.NewPCG(1, uint64(number)))
	weights := rand.New(rand.NewPCG(2, 2))
	var w [d]float64
	b := -1.1
	for j := range w {
		w[j] = weights.NormFloat64() / math.Sqrt(d) / 50
		b -= w[j] * 100
	}
	x, y := make([]byte, 0, rows*d), make([]byte, rows)
	for i := range rows {
		z := b
		for j := range d {
			v := byte(rng.Uint32N(256))
			if j < counts {
				v = byte(uint32(v) * uint32(v) >> 8)
			}
			z += w[j] * float64(v)
			x = append(x, v)
		}
		if rng.Float64()*(1+math.Exp(-z)) < 1 {
			y[i] = 1
		}
	}
	size := func(n int) []byte { return []byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)} }
	images, labels := criteoFiles(folder, number)
	for name, parts := range map[string][][]byte{
		images: {{0, 0, 8, 2}, size(rows), size(d), x},
		labels: {{0, 0, 8, 1}, size(rows), y},
	} {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range parts {
			if _, err := f.Write(p); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

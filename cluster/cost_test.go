package cluster_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"linclass/cluster"
)

// TestCost prints what a pass costs beside the sums, which take less than a millisecond
// here, with eight workers. Time fails no test.
func TestCost(t *testing.T) {
	s := newServer(t)
	c := s.client()
	folder := t.TempDir()
	write(t, folder, 8, 10, two)
	for i := range 8 {
		work(t, c, "cost", fmt.Sprint("w", i), cluster.Files{Folder: folder, Pattern: "*.csv", Part: i, Of: 8, Columns: two, Memory: true})
	}
	var took []time.Duration
	last := time.Now()
	shards, err := cluster.Open(t.Context(), c, cluster.Options{Set: "cost", Shards: 8, Patience: patience, Progress: func() {
		took = append(took, time.Since(last))
		last = time.Now()
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer shards.Close()
	t.Logf("to find the workers: %v", time.Since(last))
	for i := range 3 {
		last = time.Now()
		if _, err := shards.Fit(t.Context(), cluster.Spec{Learner: "Logistic", Solver: "QuasiNewton", Lambda: 0.01 * float64(i+1)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(took)
	t.Logf("a pass of %d: least %v, median %v, largest %v", len(took), took[0], took[len(took)/2], took[len(took)-1])
}

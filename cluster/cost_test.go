package cluster_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"linclass/cluster"
)

// TestCost prints what a pass costs beside the sums, which take less than a millisecond
// here: the time, which depends on what else the computer does, and the processor time of
// the server and of this process, which has the fit and the workers. Time fails no test.
func TestCost(t *testing.T) {
	s := newServer(t)
	c := s.client()
	folder := t.TempDir()
	write(t, folder, 8, 10, two)
	for _, workers := range []int{1, 8} {
		set := fmt.Sprint("cost", workers)
		for i := range workers {
			work(t, c, set, fmt.Sprint("w", i), cluster.Files{Folder: folder, Pattern: "*.csv", Part: i, Of: workers, Columns: two, Memory: true})
		}
		var took []time.Duration
		last := time.Now()
		shards, err := cluster.Open(t.Context(), c, cluster.Options{Set: set, Shards: 8, Patience: patience, Progress: func() {
			took = append(took, time.Since(last))
			last = time.Now()
		}})
		if err != nil {
			t.Fatal(err)
		}
		defer shards.Close()
		t.Logf("%d workers, to find them: %v", workers, time.Since(last))
		server, own := s.process.Process.Pid, os.Getpid()
		there, here := cpu(server), cpu(own)
		for i := range 3 {
			last = time.Now()
			if _, err := shards.Fit(t.Context(), cluster.Spec{Learner: "Logistic", Solver: "QuasiNewton", Lambda: 0.01 * float64(i+1)}, nil); err != nil {
				t.Fatal(err)
			}
		}
		passes := time.Duration(len(took))
		there, here = (cpu(server)-there)/passes, (cpu(own)-here)/passes
		slices.Sort(took)
		t.Logf("%d workers, a pass of %d: least %v, median %v, largest %v; processor time: server %v, fit and workers %v",
			workers, len(took), took[0], took[len(took)/2], took[len(took)-1], there, here)
	}
}

// cpu returns the processor time of a process, to the hundredth of a second, or 0 where
// the system does not say.
func cpu(process int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", process))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(after)
	var ticks int
	for _, f := range fields[11:13] { // utime and stime, see proc(5)
		n, _ := strconv.Atoi(f)
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

//go:build unix

package grading

import (
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/notebook"
)

// BenchmarkGrade grades the solution of the assignment that LGRADE_BENCH names, of
// the clone that LGRADE_ASSIGNMENTS names; else that of testdata. The metric is what
// it computes, the compiler included, whatever else the machine does.
func BenchmarkGrade(b *testing.B) {
	g := grader(b)
	if name := os.Getenv("LGRADE_BENCH"); name != "" {
		home, err := assignment.Find("")
		if err != nil {
			b.Fatal(err)
		}
		a, err := home.Open(name)
		if err != nil {
			b.Fatal(err)
		}
		if g, err = New(a, Settings{Seed: 1}); err != nil {
			b.Fatal(err)
		}
		defer g.Close()
	}
	data, err := os.ReadFile(g.assignment.Notebook())
	if err != nil {
		b.Fatal(err)
	}
	n, err := notebook.Read(data)
	if err != nil {
		b.Fatal(err)
	}
	before := computed()
	for b.Loop() {
		clear(g.known) // what is the same is run once
		if _, err := g.Grade(b.Context(), n); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric((computed()-before).Seconds()/float64(b.N), "cpu-s/op")
}

// computed returns how long this process and its children have computed.
func computed() (sum time.Duration) {
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var usage unix.Rusage
		if unix.Getrusage(who, &usage) == nil {
			sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return sum
}

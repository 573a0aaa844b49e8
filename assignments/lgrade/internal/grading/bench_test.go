package grading

import (
	"os"
	"testing"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/notebook"
)

// BenchmarkGrade grades a notebook as lgrade grade does, after the solutions of the
// assignment in LGRADE_BENCH of the clone that LGRADE_ASSIGNMENTS names; else of the
// one of testdata.
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
	for b.Loop() {
		if _, err := g.Grade(b.Context(), n); err != nil {
			b.Fatal(err)
		}
	}
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linclass/assignments/checking"
	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/grading"
)

// inCourse works in the directory of a course with a seed.
func inCourse(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "course.toml"), []byte("seed = 5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
}

func TestMarks(t *testing.T) {
	path := handIn(t, "tiny.ipynb", map[string]string{
		"Score": "func Score(w []float64, b float64, x []float64) float64 { return w[0]*x[0] + w[1]*x[1] + b }", // not for three numbers
		"Step":  "// gone",
	})
	course, err := filepath.Abs(tiny)
	if err != nil {
		t.Fatal(err)
	}
	inCourse(t)
	out, errors, code := lgrade(t, "marks", path, "--json", "--course", course)
	if code != fine || errors != "" {
		t.Fatalf("exit code %d: %s", code, errors)
	}
	var m shownMarks
	if err := json.Unmarshal([]byte(out), &m); err != nil {
		t.Fatal(err)
	}
	if m.Assignment != "tiny" || len(m.Tasks) != 4 {
		t.Fatal(out)
	}
	score, step := m.Tasks[0], m.Tasks[1]
	if score.Cell != "Score-check" || score.Points != 4 || score.Earned != 3 || score.Hidden != 2 || score.Failed != 1 || len(score.Checks) != 4 {
		t.Errorf("%+v", score)
	}
	if step.Earned != 0 || !strings.Contains(step.Problem, "has no function") {
		t.Errorf("%+v", step)
	}
	if strings.Contains(out, "4711") || strings.Contains(out, "Score(secret)") {
		t.Errorf("the marks tell the data of a hidden check:\n%s", out)
	}

	out, _, code = lgrade(t, "marks", path, "--course", course)
	if want := "Score: 3 of 4\nStep: 0 of 3\nTrain: 4 of 4\nOrder: 2 of 2\n"; code != fine || out != want {
		t.Errorf("exit code %d\n%s", code, out)
	}
}

func TestMarksWantACourse(t *testing.T) {
	path := handIn(t, "tiny.ipynb", nil)
	course, err := filepath.Abs(tiny)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if _, errors, code := lgrade(t, "marks", path, "--course", course); code != failed || !strings.Contains(errors, "no course.toml, which has the seed") {
		t.Errorf("exit code %d: %s", code, errors)
	}
}

// What other programs get of a hidden check that fails, by what assignment.toml says.
func TestShown(t *testing.T) {
	failed := checking.Result{Task: "Score", Check: "is linear", Points: 2, What: "Score(0.17)", Got: "1", Want: "2", Hint: "try large numbers"}
	marks := &grading.Marks{Tasks: []grading.Task{{
		Name: "Score", Points: 4,
		Results: []grading.Result{{Result: failed}, {Result: failed, Hidden: true}},
	}}}
	for _, c := range []struct {
		feedback            string
		name, hint, numbers int // how often they are in it: of the open check once
	}{
		{assignment.Names, 2, 1, 1},
		{assignment.Hints, 2, 2, 1},
		{assignment.Count, 1, 1, 1},
	} {
		m := shown(&assignment.Assignment{Name: "tiny", Feedback: c.feedback}, marks)
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []struct {
			text string
			want int
		}{{"is linear", c.name}, {"try large numbers", c.hint}, {"Score(0.17)", c.numbers}} {
			if got := strings.Count(string(text), part.text); got != part.want {
				t.Errorf("%s: %q is %d times in it, want %d:\n%s", c.feedback, part.text, got, part.want, text)
			}
		}
		if m.Tasks[0].Hidden != 1 || m.Tasks[0].Failed != 1 {
			t.Errorf("%s: %+v", c.feedback, m.Tasks[0])
		}
	}
}

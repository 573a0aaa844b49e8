package assignment

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func course(t *testing.T, text string) (*Course, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), courseFile)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return OpenCourse(path)
}

func TestOpenCourse(t *testing.T) {
	c, err := course(t, `seed = 4711
zone = "Asia/Bangkok"
roster = "roster.csv"
[late]
grace = "15m"
per_day = 10
cap = 50
days = 7
[due]
perceptron = 2026-10-05T23:59:00+02:00
descent = 2026-10-12T23:59:00
newton = 2026-10-19
`)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{ // Bangkok is seven hours ahead
		"perceptron": "2026-10-05T21:59:00Z",
		"descent":    "2026-10-12T16:59:00Z",
		"newton":     "2026-10-19T16:59:59Z",
	} {
		if got := c.Due[name].UTC().Format(time.RFC3339); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	wait, err := c.Late.Wait()
	if err != nil || wait != 15*time.Minute || c.Late.PerDay != 10 || c.Late.Cap != 50 || c.Late.Days != 7 || c.Seed != 4711 {
		t.Errorf("%+v, %v, %v", c, wait, err)
	}
	if c.Path("roster.csv") != filepath.Join(c.Dir, "roster.csv") || c.Path("") != "" || c.Path("/x") != "/x" {
		t.Error(c.Path("roster.csv"), c.Path(""), c.Path("/x"))
	}
}

func TestOpenCourseRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "seed is missing",
		"seed = 1\nsed = 2":                   "unknown key sed",
		"seed = 1\nzone = \"Bangkok\"":        "zone",
		"seed = 1\n[late]\nper_day = -1":      "late.per_day is -1, want a percentage",
		"seed = 1\n[late]\ncap = 101":         "late.cap is 101",
		"seed = 1\n[late]\ndays = -1":         "late.days is -1",
		"seed = 1\n[late]\ngrace = \"15\"":    `late.grace is "15"`,
		"seed = 1\n[due]\nperceptron = \"x\"": "due.perceptron is x: write a date",
	} {
		if _, err := course(t, text); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), courseFile) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestFindCourse(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if c, err := FindCourse(); c != nil || err != nil {
		t.Errorf("%+v, %v", c, err)
	}
	below := filepath.Join(dir, "submissions", "perceptron")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, courseFile), []byte("seed = 7"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(below)
	if c, err := FindCourse(); err != nil || c == nil || c.Seed != 7 {
		t.Errorf("%+v, %v", c, err)
	}
}

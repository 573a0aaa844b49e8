package assignment

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
)

func course(t *testing.T, text string) (*Course, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), courseFile)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := OpenCourse(path)
	if err != nil && !errtest.Is(err, &FileError{File: path}) {
		t.Errorf("%v does not name %s", err, path)
	}
	return c, err
}

func TestOpenCourse(t *testing.T) {
	c, err := course(t, `seed = 4711
zone = "Asia/Bangkok"
roster = "roster.csv"
encoding = "windows-1250"
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
	if err != nil || wait != 15*time.Minute || c.Late.PerDay != 10 || c.Late.Cap != 50 || c.Late.Days != 7 || c.Seed != 4711 || c.Encoding != "windows-1250" {
		t.Errorf("%+v, %v, %v", c, wait, err)
	}
	if c.Path("roster.csv") != filepath.Join(c.Dir, "roster.csv") || c.Path("") != "" || c.Path("/x") != "/x" {
		t.Error(c.Path("roster.csv"), c.Path(""), c.Path("/x"))
	}
}

func TestOpenCourseRefuses(t *testing.T) {
	for text, want := range map[string]invalid.SettingError{
		"":                                    {Setting: "seed"},
		"seed = 1\nsed = 2":                   {Setting: "sed"},
		"seed = 1\nzone = \"Bangkok\"":        {Setting: "zone", Value: "Bangkok"},
		"seed = 1\nencoding = \"Polish\"":     {Setting: "encoding", Value: "Polish"},
		"seed = 1\n[late]\nper_day = -1":      {Setting: "late.per_day", Value: -1.0},
		"seed = 1\n[late]\ncap = 101":         {Setting: "late.cap", Value: 101.0},
		"seed = 1\n[late]\ndays = -1":         {Setting: "late.days", Value: -1},
		"seed = 1\n[late]\ngrace = \"15\"":    {Setting: "late.grace", Value: "15"},
		"seed = 1\n[due]\nperceptron = \"x\"": {Setting: "due.perceptron", Value: "x"},
	} {
		if _, err := course(t, text); !errtest.Is(err, &want) {
			t.Errorf("%q: %v, want %+v", text, err, want)
		}
	}
}

// A date of an assignment that does not exist would otherwise do nothing.
func TestCourseKnows(t *testing.T) {
	c, err := course(t, "seed = 1\nzone = \"UTC\"\n[due]\ndescent = 2026-10-05\nperceptrn = 2026-10-12")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Knows([]string{"descent", "perceptrn"}); err != nil {
		t.Error(err)
	}
	want := &invalid.SettingError{Setting: "due.perceptrn", Value: c.Due["perceptrn"]}
	if err := c.Knows([]string{"perceptron", "descent"}); !errtest.Is(err, want) {
		t.Errorf("%v, want %+v", err, want)
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

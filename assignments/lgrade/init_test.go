package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"linclass/assignments/lgrade/internal/assignment"
)

func TestInit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "spring27")
	if _, errors, code := lgrade(t, "init", dir, "--course", "testdata/home"); code != fine {
		t.Fatalf("exit code %d: %s", code, errors)
	}
	path := filepath.Join(dir, "course.toml")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("course.toml has mode %v: others can read the seed", info.Mode())
	}
	text := strings.Replace(file(t, path), "\n# double = ", "\ndouble = ", 1)
	dated := filepath.Join(t.TempDir(), "course.toml")
	if err := os.WriteFile(dated, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := assignment.OpenCourse(dated)
	if err != nil {
		t.Fatal(err)
	}
	if want := (assignment.Late{Grace: "15m", PerDay: 10, Cap: 100, Days: 7}); c.Seed == 0 || c.Late != want || c.Roster != "" || c.Due["double"].Year() != 2027 {
		t.Errorf("%+v", c)
	}
	if got := file(t, filepath.Join(dir, ".gitignore")); !strings.HasSuffix(got, "\n*\n") {
		t.Errorf(".gitignore:\n%s", got)
	}

	// A second course has another seed, and the first keeps its own.
	before := file(t, path)
	if _, errors, code := lgrade(t, "init", dir, "--course", "testdata/home"); code != failed || !strings.Contains(errors, "already exists") {
		t.Errorf("exit code %d: %s", code, errors)
	}
	if file(t, path) != before {
		t.Error("init has changed a course that was there")
	}
	other := filepath.Join(t.TempDir(), "autumn27")
	lgrade(t, "init", other, "--course", "testdata/home")
	if file(t, filepath.Join(other, "course.toml")) == before {
		t.Error("two courses have the same seed")
	}
}

package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"linclass/assignments/checking"
	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/late"
	"linclass/assignments/lgrade/internal/gradebook/table"
	"linclass/assignments/lgrade/internal/grading"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/internal/errtest"
	"linclass/internal/invalid"
)

// fixture is the directory with the assignment double, also from another directory.
var fixture = func() string {
	dir, err := filepath.Abs("testdata/home")
	if err != nil {
		panic(err)
	}
	return dir
}()

// graderFunc is a grader that needs no compiler.
type graderFunc func(ctx context.Context, n *notebook.Notebook) (*grading.Marks, error)

func (f graderFunc) Grade(ctx context.Context, n *notebook.Notebook) (*grading.Marks, error) {
	return f(ctx, n)
}

// twoOfThree gives every notebook two points for Double.
func twoOfThree(context.Context, *notebook.Notebook) (*grading.Marks, error) {
	hidden := grading.Result{Hidden: true, Result: checking.Result{Check: "doubles π", Points: 1, Got: "hidden 3.14"}}
	return &grading.Marks{Tasks: []grading.Task{{Name: "Double", Points: 3, Earned: 2, Results: []grading.Result{hidden}}}}, nil
}

// gradeDouble grades a class of testdata/home/double in a new course, and returns the
// directory of the course.
func gradeDouble(t *testing.T, settings string, files map[string]string, flags gradeFlags, g graderFunc) (dir, out, errors string, err error) {
	t.Helper()
	dir = t.TempDir()
	t.Chdir(dir)
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile("course.toml", []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	flags.sandbox = "wasm"
	flags.jobs = 2
	job, err := flags.job(&options{course: fixture}, "double", []string{"in"})
	if err != nil {
		return dir, "", "", err
	}
	var stdout, stderr bytes.Buffer
	job.out, job.err = &stdout, &stderr
	job.grader = func() (gradebook.Grader, func() error, error) { return g, func() error { return nil }, nil }
	err = job.run(t.Context())
	return dir, stdout.String(), stderr.String(), err
}

const empty = `{"cells": [{"cell_type": "code", "source": "x", "metadata": {}}], "nbformat": 4}`

func TestGradeWritesEverything(t *testing.T) {
	files := map[string]string{
		"in/b1/double.ipynb": empty, "in/b2/double.ipynb": "no notebook",
		"class.csv": "id;name\nb1;Jane Doe\nb3;Absent\n", "late.csv": "id,time\nb1,2026-10-06 12:00\n",
	}
	settings := "seed = 7\nzone = \"UTC\"\nroster = \"class.csv\"\nsubmitted = \"late.csv\"\n[late]\nper_day = 50\n[due]\ndouble = 2026-10-05T23:59:00Z\n"
	dir, out, _, err := gradeDouble(t, settings, files, gradeFlags{}, twoOfThree)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, "Twice as much: 3 students, 2 notebooks, 1 graded, 2 late") || !strings.Contains(out, "b2 is not in the roster\n") || !strings.Contains(out, "1 graded now, 0 unchanged") {
		t.Error(out)
	}
	grades, err := table.Read("grades.csv", []byte(file(t, filepath.Join(dir, "graded", "double", "grades.csv"))))
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for _, r := range grades.Rows {
		rows = append(rows, strings.Join([]string{r.Get("student_id"), r.Get("last_name"), r.Get("Double"), r.Get("score")}, " "))
	}
	if want := []string{"b1 Doe 2 1", "b3  0 0", "b2  0 0"}; !slices.Equal(rows, want) {
		t.Errorf("%q, want %q", rows, want)
	}
	page := file(t, filepath.Join(dir, "graded", "double", "feedback", "b1.html"))
	if !strings.Contains(page, "doubles π") || strings.Contains(page, "hidden 3.14") {
		t.Error(page)
	}
	for _, name := range []string{"marks.json", "marks/b1.json", "feedback/b3.html"} {
		file(t, filepath.Join(dir, "graded", "double", name))
	}
	if info, err := os.Stat(filepath.Join(dir, "graded", "double")); err != nil || info.Mode().Perm() != 0o700 {
		t.Error("others may read the grades", info.Mode(), err)
	}
	for _, format := range []string{"nbgrader", "canvas", "moodle", "gradescope"} {
		if _, errors, code := lgrade(t, "export", "double", "-f", format); code != fine {
			t.Errorf("export %s: %s", format, errors)
		}
	}
	// Grades that are left to be entered by hand are named, and no success.
	into := filepath.Join(dir, "canvas-all.csv")
	for rows, want := range map[string][]string{
		"\"Doe, Jane\",7,b1,,A,\n":                                                  {"canvas-all.csv has no row that is certainly theirs: b2\n"},
		"\"Doe, Jane\",7,,,A,\n\"Doe, Jane\",8,,,A,3\nX,9,b2,,A,\n":                 {"row 2, column Student: rows 2 and 3 fit b1", "canvas-all.csv, row 3"},
		"\"Doe, Jane\",7,b1,,A,\nX,9,b2,,A,\n\"Known, Only to Canvas\",10,b9,,A,\n": nil,
	} {
		if err := os.WriteFile(into, []byte("Student,ID,SIS User ID,SIS Login ID,Section,Double (1)\n"+rows), 0o600); err != nil {
			t.Fatal(err)
		}
		out, errors, code := lgrade(t, "export", "double", "-f", "canvas", "--column", "Double", "--into", into)
		if code != fine && want == nil || code != failed && want != nil {
			t.Errorf("exit code %d: %s%s", code, out, errors)
		}
		for _, w := range want {
			if !strings.Contains(out, w) {
				t.Errorf("%s does not say %q", out, w)
			}
		}
		filled, err := table.Read("canvas.csv", []byte(file(t, filepath.Join(dir, "graded", "double", "canvas.csv"))))
		if err != nil {
			t.Fatal(err)
		}
		if got, ambiguous := filled.Rows[0].Get("Double (1)"), strings.Contains(rows, "8,"); (got == "") != ambiguous {
			t.Errorf("%s: row 2 has %q", rows, got)
		}
	}
	if _, errors, code := lgrade(t, "export", "double", "-f", "paper"); code != misuse || !strings.Contains(errors, "nbgrader, canvas, moodle or gradescope") {
		t.Errorf("exit code %d: %s", code, errors)
	}
	if _, errors, code := lgrade(t, "export", "triple", "-f", "moodle"); code != failed || !strings.Contains(errors, "run lgrade grade triple first") {
		t.Errorf("exit code %d: %s", code, errors)
	}
}

func TestGradeRefuses(t *testing.T) {
	one := map[string]string{"in/b1/double.ipynb": empty, "bad.csv": "name\nJane\n"}
	noID := func(file string) error { return &table.Error{File: file, Column: "id", Want: "a column"} }
	for _, c := range []struct {
		settings string
		flags    gradeFlags
		want     func(dir string) error
	}{
		{"", gradeFlags{}, func(string) error { return &invalid.SettingError{Setting: "seed"} }},
		{"seed = 7\nroster = \"nowhere.csv\"", gradeFlags{}, func(dir string) error {
			return &fs.PathError{Op: "open", Path: filepath.Join(dir, "nowhere.csv"), Err: syscall.ENOENT}
		}},
		{"seed = 7\nroster = \"bad.csv\"", gradeFlags{}, func(dir string) error { return noID(filepath.Join(dir, "bad.csv")) }},
		{"seed = 7", gradeFlags{roster: "bad.csv"}, func(string) error { return noID("bad.csv") }},
		{"seed = 7", gradeFlags{due: "soon"}, func(string) error { return &late.TimeError{Text: "soon"} }},
	} {
		dir, _, _, err := gradeDouble(t, c.settings, one, c.flags, twoOfThree)
		if want := c.want(dir); !errtest.Is(err, want) {
			t.Errorf("%q, %+v: %v, want %+v", c.settings, c.flags, err, want)
		}
	}
}

// PDFs whose names fit nobody, or a wrong folder, must not overwrite grades by zeros.
func TestGradeNothing(t *testing.T) {
	files := map[string]string{"in/anna.pdf": "%PDF", "in/bernd.pdf": "%PDF", "class.csv": "id\nb1\n"}
	for _, settings := range []string{"seed = 7", "seed = 7\nroster = \"class.csv\""} {
		dir, _, said, err := gradeDouble(t, settings, files, gradeFlags{}, twoOfThree)
		if !errtest.Is(err, &nothingError{Paths: []string{"in"}}) || !strings.Contains(said, "skipped: anna.pdf") {
			t.Errorf("%v, %s", err, said)
		}
		if _, err := os.Stat(filepath.Join(dir, "graded")); err == nil {
			t.Error("grades of nobody")
		}
	}
}

// A page of feedback for somebody who has another id now is not sent out by mistake.
func TestOldPages(t *testing.T) {
	files := map[string]string{"in/b1/double.ipynb": empty, "graded/double/feedback/101.html": "old"}
	if _, _, said, err := gradeDouble(t, "seed = 7", files, gradeFlags{}, twoOfThree); err != nil || !strings.Contains(said, "now: 101.html; delete them") {
		t.Error(said, err)
	}
}

// Names in a zip are in the encoding of --encoding, too.
func TestEncodingOfNames(t *testing.T) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, name := range []string{"Ji\xfd\xa1 Dvo\xfd\xa0k/double.ipynb", "b2/double.ipynb"} {
		entry, err := w.CreateHeader(&zip.FileHeader{Name: name, NonUTF8: true})
		if err == nil {
			_, err = entry.Write([]byte(empty))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"in": packed.String()}
	if _, _, _, err := gradeDouble(t, "seed = 7", files, gradeFlags{}, twoOfThree); err == nil {
		t.Error("names that are not certain are read")
	}
	dir, _, _, err := gradeDouble(t, "seed = 7", files, gradeFlags{encoding: "cp852"}, twoOfThree)
	if err != nil {
		t.Fatal(err)
	}
	if grades := file(t, filepath.Join(dir, "graded", "double", "grades.csv")); !strings.Contains(grades, "Jiří Dvořák") {
		t.Error(grades)
	}
}

// Names in a table that Excel wrote in Central Europe are read right, or not at all.
func TestEncodingOfTables(t *testing.T) {
	files := map[string]string{"in/b1/double.ipynb": empty, "class.csv": "id;name\nb1;Jana Dvo\xf8\xe1kov\xe1\n"}
	const settings = "seed = 7\nroster = \"class.csv\"\n"
	dir, _, _, err := gradeDouble(t, settings, files, gradeFlags{}, twoOfThree)
	if want := (&table.Error{File: filepath.Join(dir, "class.csv"), Row: 2, Want: "UTF-8"}); !errtest.Is(err, want) {
		t.Errorf("%v, want %+v", err, want)
	}
	for _, c := range []struct {
		settings string
		flags    gradeFlags
	}{{settings, gradeFlags{encoding: "cp1250"}}, {settings + "encoding = \"windows-1250\"", gradeFlags{}}, {settings + "encoding = \"windows-1252\"", gradeFlags{encoding: "latin2"}}} {
		dir, _, _, err := gradeDouble(t, c.settings, files, c.flags, twoOfThree)
		if err != nil {
			t.Fatal(err)
		}
		if grades := file(t, filepath.Join(dir, "graded", "double", "grades.csv")); !strings.Contains(grades, ",Dvořáková,Jana,") {
			t.Errorf("%+v: %s", c, grades)
		}
	}
	into := filepath.Join(dir, "moodle-all.csv")
	if err := os.WriteFile(into, []byte("Identifier,Full name,ID number,Grade\nParticipant 7,Jana Dvo\xf8\xe1kov\xe1,b1,\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags []string
		code  int
	}{{[]string{"--encoding=windows-1250"}, fine}, {[]string{"--encoding=utf-8"}, failed}, {[]string{"--encoding=Czech"}, misuse}} {
		_, errors, code := lgrade(t, append([]string{"export", "double", "-f", "moodle", "--into", into}, c.flags...)...)
		filled := file(t, filepath.Join("graded", "double", "moodle.csv"))
		if code != c.code || c.code == fine && !strings.Contains(filled, "Dvořáková") {
			t.Errorf("%q: exit code %d: %s", c.flags, code, errors)
		}
	}
}

// An extension counts whatever the case of the id, and one of nobody is named.
func TestExtensionsWithoutRoster(t *testing.T) {
	files := map[string]string{"in/b1/double.ipynb": empty, "late.csv": "id,time\nb1,2026-10-06 12:00\n", "more.csv": "id,extension\nB1,2\nb7,3\n"}
	settings := "seed = 7\nzone = \"UTC\"\nsubmitted = \"late.csv\"\nextensions = \"more.csv\"\n[due]\ndouble = 2026-10-05T23:59:00Z\n"
	_, out, errors, err := gradeDouble(t, settings, files, gradeFlags{}, twoOfThree)
	if err != nil || !strings.Contains(out, "1 graded, 0 late") || errors != "lgrade: an extension for b7 does nothing: nobody has handed in under this id\n" {
		t.Errorf("%v: %s%s", err, out, errors)
	}
}

// Who interrupts is told that nothing is lost.
func TestGradeInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	interrupted := func(context.Context, *notebook.Notebook) (*grading.Marks, error) {
		cancel()
		return nil, context.Canceled
	}
	files := map[string]string{"in/b1/double.ipynb": empty}
	dir, _, _, err := gradeDouble(t, "seed = 7", files, gradeFlags{}, twoOfThree)
	if err != nil {
		t.Fatal(err)
	}
	before := file(t, filepath.Join(dir, "graded", "double", "grades.csv"))
	job, err := gradeFlags{jobs: 1, again: true, sandbox: "wasm"}.job(&options{course: fixture}, "double", []string{"in"})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	job.out, job.err = &out, &out
	job.grader = func() (gradebook.Grader, func() error, error) {
		return graderFunc(interrupted), func() error { return nil }, nil
	}
	if err := job.run(ctx); !errtest.Is(err, interruption{Kept: 0, Notebooks: 1}) {
		t.Error(err)
	}
	if err := job.run(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if file(t, filepath.Join(dir, "graded", "double", "grades.csv")) != before {
		t.Error("the grades have changed")
	}
}

func TestGradeWithoutCourse(t *testing.T) {
	t.Chdir(t.TempDir())
	if _, errors, code := lgrade(t, "grade", "double", "in", "--course", fixture); code != failed || !strings.Contains(errors, "make one with lgrade init") {
		t.Errorf("exit code %d: %s", code, errors)
	}
	if _, errors, code := lgrade(t, "grade", "double"); code != misuse || !strings.Contains(errors, "lgrade grade NAME DIR|ZIP...") {
		t.Errorf("exit code %d: %s", code, errors)
	}
}

// A change of the checks, of the seed or of the sandbox grades everything again.
func TestChecksOf(t *testing.T) {
	home := t.TempDir()
	if err := os.CopyFS(home, os.DirFS(fixture)); err != nil {
		t.Fatal(err)
	}
	hash := func(seed uint64, sandbox string) string {
		t.Helper()
		o := &options{course: home}
		h, err := o.home()
		if err != nil {
			t.Fatal(err)
		}
		a, err := h.Open("double")
		if err != nil {
			t.Fatal(err)
		}
		sum, err := checksOf(a, seed, sandbox)
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	first := hash(7, "wasm")
	if hash(7, "wasm") != first {
		t.Error("the same is something else")
	}
	if hash(8, "wasm") == first || hash(7, "none") == first {
		t.Error("another seed or sandbox is the same")
	}
	for _, name := range []string{"double/check/new.go", "hidden/double/new.go", "checking/new.go"} {
		before := hash(7, "wasm")
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("package p\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if hash(7, "wasm") == before {
			t.Errorf("%s changes nothing", name)
		}
	}
}

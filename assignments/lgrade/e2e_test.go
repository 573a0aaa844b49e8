package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/table"
)

// due is when the class had to hand in.
var due = time.Date(2026, 10, 5, 23, 59, 0, 0, time.UTC)

// A course is a directory with a class of the assignment perceptron, as lgrade init
// and students leave it.
type course struct {
	*testing.T
	class []pupil
}

// pupils picks those whose names match, all by default, to look into a few.
var pupils = flag.String("pupils", "", "regular expression of the pupils to grade")

// newCourse begins a course and hands in what every pupil has: most as folders, some
// as an archive of Moodle, some as files of Canvas.
func newCourse(t *testing.T) *course {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	c := &course{t, class(t, root)}
	c.class = slices.DeleteFunc(c.class, func(p pupil) bool { return !regexp.MustCompile(*pupils).MatchString(p.id) })
	t.Setenv("LGRADE_ASSIGNMENTS", root)
	dir := t.TempDir()
	t.Chdir(dir)
	c.write("course.toml", "seed = 471147114711\nzone = \"UTC\"\nroster = \"roster.csv\"\nsubmitted = \"submitted.csv\"\n"+
		"[late]\nper_day = 10\n[due]\nperceptron = 2026-10-05T23:59:00Z\n")
	var roster, submitted strings.Builder
	roster.WriteString("id,name,email\nabsent,Absent,absent@x.edu\n")
	submitted.WriteString("id,time\n")
	moodle := map[string][]byte{}
	for i, p := range c.class {
		if !p.unknown {
			fmt.Fprintf(&roster, "%s,Student %d,%s@x.edu\n", p.id, i, p.id)
			fmt.Fprintf(&submitted, "%s,%s\n", p.id, due.Add(p.late).Format(time.RFC3339))
		}
		switch {
		case p.files != nil:
			for later, name := range slices.Sorted(maps.Keys(p.files)) {
				path := filepath.Join("submissions", p.id, name)
				c.write(path, string(p.files[name]))
				written := time.Now().Add(time.Duration(later-60) * time.Minute)
				if err := os.Chtimes(path, written, written); err != nil {
					t.Fatal(err)
				}
			}
		case i%5 == 3 && !p.unknown:
			moodle[fmt.Sprintf("Student %d_%d_assignsubmission_file_/perceptron.ipynb", i, 9000+i)] = p.notebook
		case i%5 == 4 && !p.unknown:
			c.write(filepath.Join("canvas", fmt.Sprintf("%dstudent_%d_%d_perceptron-1.ipynb", i, 500+i, 700+i)), string(p.notebook))
		default:
			c.write(filepath.Join("submissions", p.id, "perceptron", "perceptron.ipynb"), string(p.notebook))
		}
	}
	c.write("roster.csv", roster.String())
	c.write("submitted.csv", submitted.String())
	c.zip("moodle.zip", moodle)
	return c
}

func (c *course) write(path, text string) {
	c.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		c.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		c.Fatal(err)
	}
}

func (c *course) zip(path string, files map[string][]byte) {
	c.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, data := range files {
		entry, err := w.Create(name)
		if err != nil {
			c.Fatal(err)
		}
		if _, err := entry.Write(data); err != nil {
			c.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		c.Fatal(err)
	}
	c.write(path, out.String())
}

// grade runs lgrade grade over all that was handed in.
func (c *course) grade() (out string) {
	c.Helper()
	out, errors, code := lgrade(c.T, "grade", "perceptron", "submissions", "moodle.zip", "canvas")
	if code != fine {
		c.Fatalf("exit code %d\n%s\n%s", code, out, errors)
	}
	return out
}

func (c *course) read(path ...string) []byte {
	c.Helper()
	data, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		c.Fatal(err)
	}
	return data
}

func (c *course) grades() map[string]table.Row {
	c.Helper()
	t, err := table.Read("grades.csv", c.read("graded", "perceptron", "grades.csv"))
	if err != nil {
		c.Fatal(err)
	}
	rows := map[string]table.Row{}
	for _, r := range t.Rows {
		rows[r.Get("student_id")] = r
	}
	return rows
}

func (c *course) book() gradebook.Book {
	c.Helper()
	var book gradebook.Book
	if err := json.Unmarshal(c.read("graded", "perceptron", "marks.json"), &book); err != nil {
		c.Fatal(err)
	}
	return book
}

// The whole command, for a class in which everything happens that was ever seen: no
// attack gains a mark, no honest style loses one, what is wrong costs its own task,
// nothing hangs, and no page tells of hidden checks.
func TestClass(t *testing.T) {
	if testing.Short() {
		t.Skip("grades a class, which takes minutes")
	}
	c := newCourse(t)
	out := c.grade()
	rows := c.grades()
	if len(rows) != len(c.class)+1 {
		t.Errorf("%d rows for a class of %d and one who is absent", len(rows), len(c.class))
	}
	for _, p := range c.class {
		row, ok := rows[p.id]
		if !ok {
			t.Errorf("%s is not in the table", p.id)
			continue
		}
		got := strings.Join([]string{row.Get("Score"), row.Get("Step"), row.Get("Train"), row.Get("ANDTable")}, " ")
		if got != p.want {
			t.Errorf("%s: %s, want %s: %s", p.id, got, p.want, row.Get("notes"))
		}
		if !strings.Contains(row.Get("notes"), p.says) {
			t.Errorf("%s: no %q in the notes: %s", p.id, p.says, row.Get("notes"))
		}
	}
	if row := rows["absent"]; row.Get("score") != "0" || row.Get("notes") != "nothing was handed in" {
		t.Errorf("absent: %s, %s", row.Get("score"), row.Get("notes"))
	}
	if row := rows["late"]; row.Get("raw_score") != "17" || row.Get("late_submission_penalty") != "3.4" || row.Get("score") != "13.6" || row.Get("days_late") != "2" {
		t.Errorf("late: %s − %s = %s", row.Get("raw_score"), row.Get("late_submission_penalty"), row.Get("score"))
	}
	if row := rows["unknown"]; !strings.Contains(row.Get("notes"), "not in the roster") {
		t.Errorf("unknown: %s", row.Get("notes"))
	}

	t.Run("nothing leaks", func(t *testing.T) { c.nothingLeaks(t) })
	t.Run("again", func(t *testing.T) {
		table, book := c.read("graded", "perceptron", "grades.csv"), c.read("graded", "perceptron", "marks.json")
		if out := c.grade(); !strings.Contains(out, "\n0 graded now") {
			t.Errorf("graded again: %s", out)
		}
		if !bytes.Equal(table, c.read("graded", "perceptron", "grades.csv")) || !bytes.Equal(book, c.read("graded", "perceptron", "marks.json")) {
			t.Error("the second run has other results")
		}
	})
	t.Run("written answers", func(t *testing.T) { c.written(t) })
	t.Run("export", func(t *testing.T) { c.export(t) })
	if t.Failed() {
		t.Log(out)
	}
}

// number is long enough to be drawn by a hidden check.
var number = regexp.MustCompile(`\d\.\d{4,}`)

// nothingLeaks looks in the pages for what hidden checks have put in and got, for the
// texts of their panics, and for the seed.
func (c *course) nothingLeaks(t *testing.T) {
	for _, r := range c.book().Records {
		page := string(c.read("graded", "perceptron", "feedback", gradebook.FileName(r.Student.ID)+".html"))
		for _, task := range r.Tasks {
			open := "" // what the page may have, and a constant text of the answer's own
			for _, result := range task.Results {
				if !result.Hidden {
					open += result.What + "\n" + result.Got + "\n" + result.Want + "\n"
				}
			}
			for _, result := range task.Results {
				if !result.Hidden {
					continue
				}
				for _, text := range []string{result.What, result.Got, result.Want} {
					if len(text) > 25 && strings.Contains(page, text) && !strings.Contains(open, text) {
						t.Errorf("%s: the page has %q of %s", r.Student.ID, text, result.Check)
					}
					for _, n := range number.FindAllString(text, -1) {
						if strings.Contains(page, n) {
							t.Errorf("%s: the page has %s of %s", r.Student.ID, n, result.Check)
						}
					}
				}
			}
		}
		for _, secret := range []string{"471147114711", "BEGIN SOLUTION", "<script", "/tmp/", os.TempDir()} {
			if strings.Contains(page, secret) {
				t.Errorf("%s: the page has %q", r.Student.ID, secret)
			}
		}
	}
}

// written marks all answers and sees the points arrive.
func (c *course) written(t *testing.T) {
	path := filepath.Join("graded", "perceptron", "written.csv")
	sheet, err := table.Read(path, c.read(path))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, r := range sheet.Rows {
		rows = append(rows, r.With("points", "0.5"))
	}
	if len(rows) != 2 { // of the one who wrote
		t.Errorf("%d answers to mark", len(rows))
	}
	c.write(path, string(table.Write(sheet.Columns, rows)))
	if out := c.grade(); !strings.Contains(out, "\n0 graded now") {
		t.Errorf("graded again: %s", out)
	}
	if row := c.grades()["solution"]; row.Get("xor") != "0.5" || row.Get("threshold") != "0.5" || row.Get("score") != "18" {
		t.Errorf("xor %s, threshold %s, score %s", row.Get("xor"), row.Get("threshold"), row.Get("score"))
	}
}

func (c *course) export(t *testing.T) {
	for format, c := range map[string]struct{ file, has string }{
		"nbgrader":   {"nbgrader.csv", ",solution,"},
		"canvas":     {"canvas.csv", ",solution,,,18\n"},
		"moodle":     {"moodle.csv", "Participant 90"},
		"gradescope": {"gradescope/solution/results.json", `"score": 18`},
	} {
		if _, errors, code := lgrade(t, "export", "perceptron", "--format", format); code != fine {
			t.Errorf("%s: exit code %d: %s", format, code, errors)
		}
		if data := string(read(t, filepath.Join("graded", "perceptron", c.file))); !strings.Contains(data, c.has) {
			t.Errorf("%s: no %s in %s", format, c.has, data)
		}
	}
}

// Copies stand out, and those who wrote on their own do not.
func TestClassSimilar(t *testing.T) {
	c := newCourse(t)
	if _, errors, code := lgrade(t, "similar", "perceptron", "submissions", "moodle.zip", "canvas"); code != fine {
		t.Fatalf("exit code %d: %s", code, errors)
	}
	pairs, err := table.Read("similar.csv", c.read("similar.csv"))
	if err != nil {
		t.Fatal(err)
	}
	var alike []string
	for _, r := range pairs.Rows {
		alike = append(alike, r.Get("student_a"), r.Get("student_b"))
	}
	for _, copied := range []string{"ada", "adacopy"} {
		if !slices.Contains(alike, copied) {
			t.Errorf("%s is in no pair", copied)
		}
	}
	for _, own := range []string{"ben", "cho", "dia", "fay"} {
		if slices.Contains(alike, own) {
			t.Errorf("%s wrote alone and is in a pair", own)
		}
	}
}

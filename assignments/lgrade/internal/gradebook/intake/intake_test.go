package intake

import (
	"archive/zip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/internal/errtest"
)

var (
	bangkok = time.FixedZone("+07", 7*3600)
	monday  = time.Date(2026, 10, 5, 12, 0, 0, 0, bangkok)
)

// content makes notebooks that differ in their word.
func content(word string) string {
	return fmt.Sprintf(`{"cells": [], "nbformat": 4, "word": %q}`, word)
}

// folder writes files, the later ones of the list an hour later each.
func folder(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i, name := range files {
		name, text, has := strings.Cut(name, "=")
		if !has {
			text = content(name)
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		at := monday.Add(time.Duration(i) * time.Hour)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// archive packs files as ZIP; change may spoil the headers.
func archive(t *testing.T, change func(*zip.FileHeader), files ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "handed-in.zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := zip.NewWriter(f)
	for i, name := range files {
		name, text, has := strings.Cut(name, "=")
		if !has {
			text = content(name)
		}
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: monday.Add(time.Duration(i) * time.Hour)}
		if change != nil {
			change(h)
		}
		entry, err := w.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := entry.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func open(t *testing.T, r *roster.Roster, paths ...string) *Intake {
	t.Helper()
	in, err := Open(t.Context(), paths, Options{Assignment: "perceptron", Zone: bangkok, Roster: r})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// whose lists "student path" of what counts.
func whose(in *Intake, r *roster.Roster) []string {
	var list []string
	for _, p := range in.People(r) {
		path := "-"
		if p.Submission != nil && p.Submission.Path != "" {
			path = p.Submission.Path
		}
		list = append(list, p.ID+" "+path)
	}
	slices.Sort(list)
	return list
}

func TestLayouts(t *testing.T) {
	jane := &roster.Roster{Students: []roster.Student{
		{ID: "b1", First: "Jane", Last: "Doe", Email: "jane@x.edu"}, {ID: "b2", First: "Max", Last: "Roe", LMS: "78"},
	}}
	for _, c := range []struct {
		name   string
		roster *roster.Roster
		files  []string
		want   []string
	}{
		{"nbgrader", nil, []string{"b1/perceptron/perceptron.ipynb", "b2/perceptron/perceptron.ipynb", "b1/descent/descent.ipynb"},
			[]string{"b1 b1/perceptron/perceptron.ipynb", "b2 b2/perceptron/perceptron.ipynb"}},
		{"nbgrader, one student", nil, []string{"b1/perceptron/perceptron.ipynb"}, []string{"b1 b1/perceptron/perceptron.ipynb"}},
		{"a folder each", nil, []string{"b1/perceptron.ipynb", "b2/my solution.ipynb"}, []string{"b1 b1/perceptron.ipynb", "b2 b2/my solution.ipynb"}},
		{"a folder each, wrapped", nil, []string{"all/b1/perceptron.ipynb", "all/b2/x.ipynb"}, []string{"b1 all/b1/perceptron.ipynb", "b2 all/b2/x.ipynb"}},
		{"flat", nil, []string{"perceptron-b1.ipynb", "b2_perceptron.ipynb", "b3.ipynb"},
			[]string{"b1 perceptron-b1.ipynb", "b2 b2_perceptron.ipynb", "b3 b3.ipynb"}},
		{"flat, copies of downloads", nil, []string{"perceptron-b1.ipynb", "perceptron-b1 (1).ipynb", "b2_perceptron(2).ipynb", "perceptron (34).ipynb"},
			[]string{"34 perceptron (34).ipynb", "b1 perceptron-b1 (1).ipynb", "b2 b2_perceptron(2).ipynb"}},
		{"folders with nothing but PDFs", nil, []string{"b1/answers.pdf=%PDF", "b2/scan.pdf=%PDF", "b2/scan 2.pdf=%PDF"}, []string{"b1 -", "b2 -"}},
		{"folders with nothing but PDFs, wrapped", nil, []string{"all/b1/answers.pdf=%PDF", "all/b2/scan.pdf=%PDF"}, []string{"b1 -", "b2 -"}},
		{"a folder with PDFs beside notebooks", nil, []string{"b1/perceptron.ipynb", "b2/scan.pdf=%PDF"}, []string{"b1 b1/perceptron.ipynb", "b2 -"}},
		{"Moodle, nothing but PDFs", nil, []string{"Jane Doe_1_assignsubmission_file_/a.pdf=%PDF", "Max Roe_2_assignsubmission_file_/a.pdf=%PDF"}, []string{"1 -", "2 -"}},
		{"flat, wrapped", nil, []string{"all/b1.ipynb", "all/b2.ipynb"}, []string{"b1 all/b1.ipynb", "b2 all/b2.ipynb"}},
		{"flat, by roster", jane, []string{"perceptron jane doe.ipynb", "perceptron (b2).ipynb"},
			[]string{"b1 perceptron jane doe.ipynb", "b2 perceptron (b2).ipynb"}},
		{"Moodle", jane, []string{"Jane Doe_123_assignsubmission_file_/x.ipynb", "Max Roe_78_assignsubmission_file_/perceptron.ipynb"},
			[]string{"b1 Jane Doe_123_assignsubmission_file_/x.ipynb", "b2 Max Roe_78_assignsubmission_file_/perceptron.ipynb"}},
		{"Moodle, one student", jane, []string{"Jane Doe_123_assignsubmission_file_/x.ipynb"},
			[]string{"b1 Jane Doe_123_assignsubmission_file_/x.ipynb", "b2 -"}},
		{"Moodle without folders", nil, []string{"Jane Doe_123_assignsubmission_file_x.ipynb"}, []string{"123 Jane Doe_123_assignsubmission_file_x.ipynb"}},
		{"Moodle, text beside", nil, []string{"Jane Doe_123_assignsubmission_file_/x.ipynb", "Jane Doe_123_assignsubmission_onlinetext_/onlinetext.html"},
			[]string{"123 Jane Doe_123_assignsubmission_file_/x.ipynb"}},
		{"Canvas", jane, []string{"doejane_12_900_perceptron.ipynb", "roemax_LATE_78_901_perceptron-1.ipynb"},
			[]string{"b1 doejane_12_900_perceptron.ipynb", "b2 roemax_LATE_78_901_perceptron-1.ipynb"}},
		{"dates like Canvas's numbers", nil, []string{"b001_2027_04_perceptron.ipynb", "b002_2027_04_perceptron.ipynb"},
			[]string{"b001_2027_04 b001_2027_04_perceptron.ipynb", "b002_2027_04 b002_2027_04_perceptron.ipynb"}},
		{"dates, by roster", jane, []string{"b1_2027_04_perceptron.ipynb", "b2_2027_04_perceptron.ipynb"},
			[]string{"b1 b1_2027_04_perceptron.ipynb", "b2 b2_2027_04_perceptron.ipynb"}},
		{"a date, by roster", jane, []string{"b1_2027_04_perceptron.ipynb", "x.pdf="}, []string{"b1 b1_2027_04_perceptron.ipynb", "b2 -"}},
		{"Canvas without roster", nil, []string{"doejane_12_900_perceptron.ipynb", "doejane_12_901_x.ipynb", "doejane_13_902_perceptron.ipynb"},
			[]string{"12 doejane_12_900_perceptron.ipynb", "13 doejane_13_902_perceptron.ipynb"}},
		{"Gradescope", jane, []string{"assignment_9_export/submission_1/perceptron.ipynb", "assignment_9_export/submission_2/perceptron.ipynb",
			"assignment_9_export/submission_metadata.yml=---\nsubmission_1:\n  :submitters:\n  - :name: Jane Doe\n    :email: jane@x.edu\n    :sid: ''\n  :created_at: 2026-10-05 03:00:00.123456000 Z\n  :score: 0.0\nsubmission_2:\n  :submitters:\n  - :name: Max Roe\n    :email: max@x.edu\n    :sid: b2\n  - :name: Third\n    :email: third@x.edu\n  :created_at: 2026-10-05 03:00:00.123456000 Z\n"},
			[]string{"b1 assignment_9_export/submission_1/perceptron.ipynb", "b2 assignment_9_export/submission_2/perceptron.ipynb", "third@x.edu assignment_9_export/submission_2/perceptron.ipynb"}},
		{"litter", nil, []string{"b1/perceptron.ipynb", "b1/.ipynb_checkpoints/perceptron-checkpoint.ipynb", "__MACOSX/b1/._perceptron.ipynb", ".DS_Store"},
			[]string{"b1 b1/perceptron.ipynb"}},
		{"archives, wrapped", nil, []string{"class/b1.zip=" + zipped(t, "perceptron.ipynb"), "class/b2.zip=" + zipped(t, "b2/x.ipynb")},
			[]string{"b1 class/b1.zip/perceptron.ipynb", "b2 class/b2.zip/b2/x.ipynb"}},
		{"archives and others, wrapped", jane, []string{"class/b1.zip=" + zipped(t, "perceptron.ipynb"), "class/b2.pdf=%PDF"},
			[]string{"b1 class/b1.zip/perceptron.ipynb", "b2 -"}},
		{"one student's archives", nil, []string{"b1/perceptron.ipynb", "b1/data.zip=", "b1/more.zip="}, []string{"b1 b1/perceptron.ipynb"}},
		{"one student's archive", nil, []string{"b1/perceptron.zip=" + zipped(t, "x.ipynb")}, []string{"b1 b1/perceptron.zip/x.ipynb"}},
		{"Jupyter's copies", nil, []string{"S_1_assignsubmission_file_/.ipynb_checkpoints/x-checkpoint.ipynb", ".ipynb_checkpoints/x-checkpoint.ipynb", "S_2_assignsubmission_file_/x.ipynb"},
			[]string{"1 -", "2 S_2_assignsubmission_file_/x.ipynb"}},
		{"saved as text", nil, []string{"b1/perceptron.ipynb.txt", "b2/perceptron.json", "b3/notes.txt=hello"},
			[]string{"b1 b1/perceptron.ipynb.txt", "b2 b2/perceptron.json", "b3 -"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for kind, path := range map[string]string{"folder": folder(t, c.files...), "archive": archive(t, nil, c.files...)} {
				if got := whose(open(t, c.roster, path), c.roster); !slices.Equal(got, c.want) {
					t.Errorf("%s: %q, want %q", kind, got, c.want)
				}
			}
		})
	}
}

// Only the list at the top of Gradescope's export says whose the folders are. Students can
// hand in a file of that name.
func TestForgedList(t *testing.T) {
	list := func(of string, ids ...string) string {
		text := "/submission_metadata.yml="
		for i, id := range ids {
			text += fmt.Sprintf(of+":\n  :submitters:\n  - :name: N\n    :sid: %[2]s\n  :created_at: 2020-01-01 10:00:00 Z\n", i+1, id)
		}
		return text
	}
	const moodle = "S_%[1]d_assignsubmission_file_"
	for _, c := range []struct {
		name  string
		files []string
		want  []string
	}{
		{"Moodle", []string{"S_1_assignsubmission_file_/x.ipynb", "S_2_assignsubmission_file_/x.ipynb", "S_2_assignsubmission_file_" + list(moodle, "b2", "b1")},
			[]string{"1 S_1_assignsubmission_file_/x.ipynb", "2 S_2_assignsubmission_file_/x.ipynb"}},
		{"Gradescope", []string{"x/submission_1/x.ipynb", "x/submission_1" + list("submission_%d", "b2", "b1"), "x/submission_2/x.ipynb", "x" + list("submission_%d", "b1", "b2")},
			[]string{"b1 x/submission_1/x.ipynb", "b2 x/submission_2/x.ipynb"}},
		{"folders", []string{"b1/x.ipynb", "b2/x.ipynb", "b2" + list("b%d", "b2", "b1")}, []string{"b1 b1/x.ipynb", "b2 b2/x.ipynb"}},
	} {
		for kind, path := range map[string]string{"folder": folder(t, c.files...), "archive": archive(t, nil, c.files...)} {
			in := open(t, nil, path)
			if got := whose(in, nil); !slices.Equal(got, c.want) {
				t.Errorf("%s, %s: %q, want %q", c.name, kind, got, c.want)
			}
			if s := in.Submissions[1]; c.name != "Gradescope" && s.Clock == "Gradescope" {
				t.Errorf("%s, %s: Gradescope's time %v", c.name, kind, s.Time)
			}
		}
	}
}

func TestNewestCounts(t *testing.T) {
	same := "=" + content("same")
	for _, c := range []struct {
		files []string
		path  string
		note  string
	}{
		{[]string{"b1/old.ipynb", "b1/new.ipynb"}, "b1/new.ipynb", "2 different notebooks: b1/new.ipynb counts as the newest that can be read, not old.ipynb"},
		{[]string{"b1/perceptron.ipynb", "b1/scratch.ipynb"}, "b1/perceptron.ipynb", "b1/perceptron.ipynb is graded; other files are not graded: scratch.ipynb"},
		{[]string{"b1/perceptron.ipynb={broken", "b1/final.ipynb"}, "b1/perceptron.ipynb", "b1/perceptron.ipynb counts by its name but cannot be read; other files are not graded: final.ipynb"},
		{[]string{"b1/perceptron.ipynb" + same, "b1/scratch.ipynb" + same}, "b1/perceptron.ipynb", ""},
		{[]string{"b1/perceptron/perceptron.ipynb", "b1/descent/descent.ipynb"}, "b1/perceptron/perceptron.ipynb", ""},
		{[]string{"b1/perceptron.ipynb", "b1/.ipynb_checkpoints/perceptron-checkpoint.ipynb"}, "b1/perceptron.ipynb", ""},
		{[]string{"b1/perceptron.ipynb", "b1/perceptron-new.zip=" + zipped(t, "perceptron.ipynb"), "b1/x.rar="}, "b1/perceptron.ipynb", "is graded; other files are not graded: perceptron-new.zip, x.rar"},
		{[]string{"b1/work.zip=" + zipped(t, "perceptron.ipynb", "final.ipynb")}, "b1/work.zip/perceptron.ipynb", "b1/work.zip/perceptron.ipynb is graded; other files are not graded: final.ipynb"},
		{[]string{"b1/work.zip=" + zipped(t, "mine/all.zip="+zipped(t, "perceptron.ipynb"))}, "b1/work.zip/mine/all.zip/perceptron.ipynb", ""},
		{[]string{"b1/work.zip=" + zipped(t, "mine.zip="+zipped(t, "deep.zip="+zipped(t, "perceptron.ipynb")))}, "", "no notebook among the files: work.zip, deep.zip"},
		{[]string{"b1/work.zip=" + zipped(t, "report.pdf")}, "", "no notebook among the files: work.zip, report.pdf"},
		{[]string{"b1/work.7z=7z"}, "", "work.7z: lgrade unpacks only ZIP files; hand in the notebook itself"},
		{[]string{"b1/.ipynb_checkpoints/perceptron-checkpoint.ipynb"}, "", "only hidden files, such as Jupyter's automatic copies: perceptron-checkpoint.ipynb; hand in the notebook itself"},
		{[]string{"b1/perceptron (1).ipynb", "b1/perceptron.ipynb"}, "b1/perceptron.ipynb", "2 different notebooks"},
		{[]string{"b1/perceptron (1).ipynb" + same, "b1/perceptron.ipynb" + same}, "b1/perceptron.ipynb", ""},
		{[]string{"b1/mine.ipynb"}, "b1/mine.ipynb", "the file is not called perceptron.ipynb but mine.ipynb"},
		{[]string{"b1/report.pdf=%PDF"}, "", "no notebook among the files: report.pdf"},
		{[]string{"B1.ipynb", "b1/perceptron.ipynb"}, "b1/perceptron.ipynb", "handed in more than once: b1/perceptron.ipynb of 2026-10-05 13:00:00 counts as the newest that can be read, not B1.ipynb of 2026-10-05 12:00:00"},
		{[]string{"b1/perceptron.ipynb", "perceptron_b1.ipynb=" + content("later")}, "perceptron_b1.ipynb", "handed in more than once"},
		{[]string{"b1/good.ipynb", "b1/cut.ipynb={"}, "b1/good.ipynb", "2 different notebooks: b1/good.ipynb counts as the newest that can be read, not cut.ipynb"},
		{[]string{"b1/cut.ipynb={", "b1/worse.ipynb="}, "b1/worse.ipynb", "2 different notebooks"},
		{[]string{"b1/perceptron.ipynb", "perceptron_b1.ipynb={"}, "b1/perceptron.ipynb", "not perceptron_b1.ipynb of"},
		{[]string{"b1/work.zip=" + zipped(t, "perceptron.ipynb"), "b1/cut.ipynb={"}, "b1/work.zip/perceptron.ipynb", "2 different notebooks"},
		{[]string{"b1/work.zip=" + zipped(t, "good.ipynb", "cut.ipynb={")}, "b1/work.zip/good.ipynb", "2 different notebooks"},
	} {
		r := &roster.Roster{Students: []roster.Student{{ID: "b1"}}}
		people := open(t, r, folder(t, c.files...)).People(r)
		if len(people) != 1 {
			t.Fatalf("%q: %d people", c.files, len(people))
		}
		p := people[0]
		notes := strings.Join(append(p.Notes, p.Submission.Notes...), "\n")
		if p.Submission.Path != c.path || !strings.Contains(notes, c.note) || c.note == "" && notes != "" {
			t.Errorf("%q: %q with notes %q, want %q with %q", c.files, p.Submission.Path, notes, c.path, c.note)
		}
	}
}

// A team has the newest notebook of one of them that can be read; a list in a notebook
// counts for those who have handed in nothing.
func TestTeams(t *testing.T) {
	listing := func(line string) string {
		return fmt.Sprintf(`={"cells": [{"cell_type": "markdown", "metadata": {}, "source": %q}], "nbformat": 4}`, "# Answers\n\n"+line)
	}
	for _, c := range []struct {
		name  string
		teams map[string]string
		files []string
		want  []string // of b1 to b4
	}{
		{"one for all", map[string]string{"b1": "x", "b2": "x", "b3": "x"}, []string{"b2.ipynb"}, []string{"b2.ipynb", "b2.ipynb", "b2.ipynb", ""}},
		{"the newest", map[string]string{"b1": "x", "b2": "x"}, []string{"b2.ipynb", "b1.ipynb", "b4.ipynb"}, []string{"b1.ipynb", "b1.ipynb", "", "b4.ipynb"}},
		{"that can be read", map[string]string{"b1": "x", "b2": "x"}, []string{"b2.ipynb", "b1.ipynb={"}, []string{"b2.ipynb", "b2.ipynb", "", ""}},
		{"two teams", map[string]string{"b1": "x", "b2": "y", "b3": "x", "b4": "y"}, []string{"b1.ipynb", "b2.ipynb"}, []string{"b1.ipynb", "b2.ipynb", "b1.ipynb", "b2.ipynb"}},
		{"a list", nil, []string{"b1.ipynb" + listing("**Team:** b1, B3; nobody")}, []string{"b1.ipynb", "", "b1.ipynb", ""}},
		{"a list of somebody who has handed in", nil, []string{"b3.ipynb", "b1.ipynb" + listing("Team: b1 b3")}, []string{"b1.ipynb", "", "b3.ipynb", ""}},
		{"Moodle's group", map[string]string{"b1": "Team 1", "b2": "team 1", "b3": "Team 2"}, []string{"Team 1_55_assignsubmission_file_/x.ipynb", "Team 9_56_assignsubmission_file_/x.ipynb"},
			[]string{"Team 1_55_assignsubmission_file_/x.ipynb", "Team 1_55_assignsubmission_file_/x.ipynb", "", ""}},
		{"no group but a file called so", map[string]string{"b1": "1"}, []string{"1.ipynb", "1/x.ipynb"}, []string{"", "", "", ""}},
		{"a list without a team", nil, []string{"b1.ipynb" + listing("My team: b1, b3")}, []string{"b1.ipynb", "", "", ""}},
	} {
		r := &roster.Roster{}
		for _, id := range []string{"b1", "b2", "b3", "b4"} {
			r.Students = append(r.Students, roster.Student{ID: id, Team: c.teams[id]})
		}
		var got []string
		for _, p := range open(t, r, folder(t, c.files...)).People(r) {
			path := ""
			if p.Submission != nil {
				path = p.Submission.Path
			}
			got = append(got, path)
			if p.LMS != "" && p.InRoster {
				t.Errorf("%s: %s has the number of a group", c.name, p.ID)
			}
		}
		if got = got[:len(r.Students)]; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// zipped is the text of an archive.
func zipped(t *testing.T, files ...string) string {
	t.Helper()
	data, err := os.ReadFile(archive(t, nil, files...))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Whose file is refused is in the table, with the reason, where there is no roster either.
func TestRefusedStays(t *testing.T) {
	linked := folder(t, "b2/perceptron.ipynb")
	if err := os.MkdirAll(filepath.Join(linked, "b1"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../b2/perceptron.ipynb", filepath.Join(linked, "b1", "perceptron.ipynb")); err != nil {
		t.Skip(err)
	}
	first := func(change func(*zip.FileHeader)) func(*zip.FileHeader) {
		return func(h *zip.FileHeader) {
			if strings.HasPrefix(h.Name, "b1/") {
				change(h)
			}
		}
	}
	for _, c := range []struct {
		name, path string
		why        refusal
	}{
		{"a link in a folder", linked, isLink},
		{"a link in an archive", archive(t, first(func(h *zip.FileHeader) { h.SetMode(os.ModeSymlink | 0o777) }), "b1/perceptron.ipynb", "b2/perceptron.ipynb"), isLink},
		{"a pipe", archive(t, first(func(h *zip.FileHeader) { h.SetMode(os.ModeNamedPipe | 0o666) }), "b1/perceptron.ipynb", "b2/perceptron.ipynb"), notPlain},
	} {
		in := open(t, nil, c.path)
		if got, want := whose(in, nil), []string{"b1 b1/perceptron.ipynb", "b2 b2/perceptron.ipynb"}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.name, got, want)
			continue
		}
		if _, err := in.Submissions[0].Read(); !errors.Is(err, c.why) {
			t.Errorf("%s: %v, want %q", c.name, err, c.why)
		}
		if _, err := in.Submissions[1].Read(); err != nil || len(in.Refused) != 1 {
			t.Errorf("%s: %v, refused %q", c.name, err, in.Refused)
		}
	}
}

func TestTwoArchives(t *testing.T) {
	first, second := archive(t, nil, "x/y.pdf=", "b1.ipynb"), archive(t, nil, "b1.ipynb="+content("earlier"), "b2.ipynb")
	got := whose(open(t, nil, first, second), nil)
	if want := []string{"b1 b1.ipynb", "b2 b2.ipynb", "x -"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTimes(t *testing.T) {
	classic := func(h *zip.FileHeader) { // as old programs write: no zone
		//lint:ignore SA1019 what this test is about
		h.ModifiedDate, h.ModifiedTime = (2026-1980)<<9|10<<5|5, 5<<11
		h.Modified = time.Time{}
	}
	for _, c := range []struct {
		name, path string
		want       time.Time
		clock      string
		late       bool
	}{
		{"file", folder(t, "b1/perceptron.ipynb"), monday, "file", false},
		{"archive", archive(t, nil, "b1/perceptron.ipynb"), monday, "archive", false},
		{"archive without zone", archive(t, classic, "b1/perceptron.ipynb"), time.Date(2026, 10, 5, 5, 0, 0, 0, bangkok), "archive", false},
		{"nbgrader", folder(t, "submitted/b1/perceptron/perceptron.ipynb", "submitted/b1/perceptron/timestamp.txt=2026-10-04 08:00:00.000000 UTC"), time.Date(2026, 10, 4, 8, 0, 0, 0, time.UTC), "timestamp.txt", false},
		{"nbgrader, zone", filepath.Join(folder(t, "submitted/b1/perceptron/timestamp.txt=2026-10-04 08:00:00.5 Asia/Bangkok\n", "submitted/b1/perceptron/perceptron.ipynb"), "submitted"), time.Date(2026, 10, 4, 1, 0, 0, 5e8, time.UTC), "timestamp.txt", false},
		{"Canvas", folder(t, "doejane_LATE_12_900_perceptron.ipynb"), time.Time{}, "", true},
		{"Gradescope", folder(t, "submission_1/x.ipynb", "submission_metadata.yml=submission_1:\n  :submitters:\n  - :name: J\n  :created_at: 2026-10-05 03:00:00.123456000 Z\n"),
			time.Date(2026, 10, 5, 3, 0, 0, 123456000, time.UTC), "Gradescope", false},
		{"no notebook", folder(t, "b1/x.pdf=a", "b1/y.pdf=b"), monday.Add(time.Hour), "file", false},
	} {
		s := open(t, nil, c.path).Submissions[0]
		if !s.Time.Equal(c.want) || s.Clock != c.clock || s.Late != c.late {
			t.Errorf("%s: %v by %q, late %v; want %v by %q", c.name, s.Time, s.Clock, s.Late, c.want, c.clock)
		}
	}
}

// A timestamp counts only where nbgrader writes it: elsewhere it may be the student's.
func TestForgedTimestamp(t *testing.T) {
	const stamp = "/timestamp.txt=2020-01-01 08:00:00 UTC"
	moodle := "S_1_assignsubmission_file_"
	for _, files := range [][]string{
		{moodle + "/perceptron.ipynb", moodle + stamp},
		{"submitted/" + moodle + "/perceptron/perceptron.ipynb", "submitted/" + moodle + "/perceptron" + stamp},
		{"b1/perceptron.ipynb", "b1" + stamp, "b2/perceptron.ipynb"},
		{"b1/perceptron/perceptron.ipynb", "b1/perceptron" + stamp, "b2/perceptron.ipynb"},
		{"b1/submitted/b1/perceptron/perceptron.ipynb", "b1/submitted/b1/perceptron" + stamp, "b2/perceptron.ipynb"},
		{"submitted/b1/perceptron.ipynb", "submitted/b1" + stamp, "submitted/b2/perceptron.ipynb"},
		{"submitted/b1/perceptron/perceptron.ipynb", "submitted/b1/perceptron/x" + stamp},
	} {
		for clock, path := range map[string]string{"file": folder(t, files...), "archive": archive(t, nil, files...)} {
			s := open(t, nil, path).Submissions[0]
			if !s.Time.Equal(monday) || s.Clock != clock || !strings.Contains(strings.Join(s.Notes, "\n"), "timestamp.txt does not count as the time") {
				t.Errorf("%q: %v by %s, notes %q", files, s.Time, s.Clock, s.Notes)
			}
		}
	}
}

func TestHostileArchives(t *testing.T) {
	link := func(h *zip.FileHeader) { h.SetMode(os.ModeSymlink | 0o777) }
	for _, c := range []struct {
		name   string
		change func(*zip.FileHeader)
		file   string
		want   refusal
	}{
		{"upwards", nil, "../../etc/b1.ipynb", leadsOut},
		{"upwards with backslashes", nil, `..\..\b1.ipynb`, leadsOut},
		{"upwards inside", nil, "b1/../../b1.ipynb", leadsOut},
		{"into another folder", nil, "b1/../b2/b1.ipynb", leadsOut},
		{"absolute", nil, "/etc/b1.ipynb", leadsOut},
		{"drive", nil, "C:/b1.ipynb", leadsOut},
		{"link", link, "b1.ipynb=/etc/passwd", isLink},
		{"device", func(h *zip.FileHeader) { h.SetMode(os.ModeDevice | 0o666) }, "b1.ipynb", notPlain},
		{"bomb", nil, "b1.ipynb=" + strings.Repeat("0", mostBytes+1), tooLarge},
	} {
		in := open(t, nil, archive(t, c.change, c.file))
		if len(in.Refused) != 1 || !strings.Contains(in.Refused[0], string(c.want)) {
			t.Errorf("%s: refused %q, want %q", c.name, in.Refused, c.want)
		}
		if c.want == leadsOut { // whose it is nobody can say
			if len(in.Submissions) != 0 {
				t.Errorf("%s: %+v", c.name, in.Submissions)
			}
			continue
		}
		if len(in.Submissions) != 1 {
			t.Fatalf("%s: %+v", c.name, in.Submissions)
		}
		if data, err := in.Submissions[0].Read(); !errors.Is(err, c.want) {
			t.Errorf("%s: %d bytes, %v", c.name, len(data), err)
		}
	}
}

// A header may claim a smaller size than there is: what is read counts.
func TestLyingBomb(t *testing.T) {
	path := archive(t, nil, "b1.ipynb="+strings.Repeat("0", mostBytes+1))
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	size := []byte{1, 0, 0, 2} // 32 MB + 1, little-endian
	for i := range len(data) - 4 {
		if slices.Equal(data[i:i+4], size) {
			copy(data[i:], []byte{9, 0, 0, 0})
		}
	}
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	in := open(t, nil, path)
	if len(in.Submissions) != 1 {
		t.Fatalf("%+v, refused %q", in.Submissions, in.Refused)
	}
	if data, err := in.Submissions[0].Read(); err == nil {
		t.Errorf("%d bytes of a file that says it has 9", len(data))
	}
}

func TestNames(t *testing.T) {
	latin := func(h *zip.FileHeader) { h.NonUTF8 = true }
	for name, want := range map[string]string{
		"Zo\x89/x.ipynb":      "Zoë/x.ipynb", // code page 437, as PKZIP wrote it
		`b1\perceptron.ipynb`: "b1/perceptron.ipynb",
		"Zoë/x.ipynb":         "Zoë/x.ipynb",
	} {
		if got := open(t, nil, archive(t, latin, name)).Submissions[0].Path; got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// A folder between that becomes a link after it was listed must not lead outside.
func TestSwappedFolder(t *testing.T) {
	dir, outside := folder(t, "b1/x.ipynb"), folder(t, "x.ipynb=secret")
	in := open(t, nil, dir)
	if err := os.RemoveAll(filepath.Join(dir, "b1")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "b1")); err != nil {
		t.Skip(err)
	}
	if data, err := in.Submissions[0].Read(); err == nil {
		t.Errorf("read %q from outside", data)
	}
}

func TestArchiveHandedIn(t *testing.T) {
	inner, err := os.ReadFile(archive(t, nil, "work/perceptron.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	in := open(t, nil, folder(t, "b1/work.zip="+string(inner), "b2/work.zip=no archive"))
	if s := in.Submissions[0]; s.Path != "b1/work.zip/work/perceptron.ipynb" || s.Clock != "file" {
		t.Errorf("%+v", s)
	}
	if s := in.Submissions[1]; s.Path != "" || !strings.Contains(strings.Join(s.Notes, "\n"), "b2/work.zip cannot be unpacked") {
		t.Errorf("%+v", s)
	}
}

func TestRosterHasTheMissingAndTheUnknown(t *testing.T) {
	r := &roster.Roster{Students: []roster.Student{{ID: "b1"}, {ID: "b2"}}}
	people := open(t, r, folder(t, "b2.ipynb", "b7.ipynb")).People(r)
	if len(people) != 3 || people[0].Submission != nil || people[1].Submission == nil || people[2].ID != "b7" || people[2].InRoster || !strings.Contains(people[2].Private[0], "not in the roster") {
		t.Errorf("%+v", people)
	}
}

// Moodle's worksheet needs the number that only its files have.
func TestNumberOfTheLMS(t *testing.T) {
	r := &roster.Roster{Students: []roster.Student{{ID: "b1", First: "Jane", Last: "Doe"}}}
	people := open(t, r, folder(t, "Jane Doe_123_assignsubmission_file_/x.ipynb")).People(r)
	if len(people) != 1 || people[0].LMS != "123" {
		t.Errorf("%+v", people)
	}
}

// Whose of two namesakes a submission is, a number in the roster tells.
func TestNamesakes(t *testing.T) {
	r := &roster.Roster{Students: []roster.Student{{ID: "b1", First: "Min", Last: "Kim"}, {ID: "b2", First: "Min", Last: "Kim"}}}
	for name, remedy := range map[string]string{
		"Min Kim_101_assignsubmission_file_/x.ipynb": "101 is a submission of Min Kim, and the roster has several: b1, b2; give the right one the number 101 in the column lms of the roster",
		"Min Kim/perceptron.ipynb":                   "name the file or folder by the id",
	} {
		people := open(t, r, folder(t, name)).People(r)
		if len(people) != 3 || people[0].Submission != nil || !strings.Contains(people[2].Private[0], remedy) {
			t.Errorf("%s: %+v", name, people)
		}
	}
	r.Students[0].LMS = "101"
	if people := open(t, r, folder(t, "Min Kim_101_assignsubmission_file_/x.ipynb")).People(r); len(people) != 2 || people[0].Submission == nil {
		t.Errorf("%+v", people)
	}
}

// A number that two names share tells nothing about who they are.
func TestSharedNumber(t *testing.T) {
	first, second := archive(t, nil, "doejane_12_900_perceptron.ipynb"), archive(t, nil, "roemax_12_901_perceptron.ipynb")
	got := whose(open(t, nil, first, second, first), nil)
	if want := []string{"12 doejane_12_900_perceptron.ipynb", "roemax 12 roemax_12_901_perceptron.ipynb"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// What lecturers keep beside the submissions is nobody's.
func TestLooseFiles(t *testing.T) {
	r := &roster.Roster{Students: []roster.Student{{ID: "b1"}, {ID: "b2"}}}
	in := open(t, r, folder(t, "b1/perceptron.ipynb", "roster.csv=id\nb1\n", "perceptron_b2.pdf=%PDF"))
	if len(in.Submissions) != 2 || len(in.Refused) != 1 || !strings.Contains(in.Refused[0], "roster.csv: not a notebook, and its name fits no student") {
		t.Errorf("%+v, refused %q", in.Submissions, in.Refused)
	}
}

func TestWhatCannotBeOpened(t *testing.T) {
	dir := folder(t, "x.zip=this is text")
	path := filepath.Join(dir, "x.zip")
	if _, err := Open(t.Context(), []string{path}, Options{}); !errtest.Is(err, &openError{Path: path}) || !errors.Is(err, zip.ErrFormat) {
		t.Error(err)
	}
	path = filepath.Join(dir, "nothing")
	var missing *fs.PathError
	if _, err := Open(t.Context(), []string{path}, Options{}); !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &missing) || missing.Path != path {
		t.Error(err)
	}
}

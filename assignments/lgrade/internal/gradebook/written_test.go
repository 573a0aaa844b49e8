package gradebook

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"linclass/assignments/lgrade/internal/gradebook/table"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/internal/errtest"
)

func (s *school) merge(anonymous bool) (*Class, string, error) {
	s.Helper()
	c, _ := s.grade(Run{Grader: &fake{}})
	added, err := Sheets{Store: s.store, Secret: []byte("secret"), Anonymous: anonymous}.Merge(c)
	c.Total(s.dates.Policy)
	return c, added, err
}

// sheet reads a sheet, "student answer points" a row.
func (s *school) sheet(name string) (*table.Table, string) {
	s.Helper()
	data, err := os.ReadFile(s.store.Path(name))
	if err != nil {
		s.Fatal(err)
	}
	t, err := table.Read(name, data)
	if err != nil {
		s.Fatal(err)
	}
	var rows []string
	for _, r := range t.Rows {
		rows = append(rows, r.Get("student")+" "+r.Get("answer"))
	}
	return t, strings.Join(rows, "\n")
}

// fill writes points and a comment into the row of a student.
func (s *school) fill(name, student, points, comment string) {
	s.Helper()
	t, _ := s.sheet(name)
	var rows [][]string
	for _, r := range t.Rows {
		cells := r.With("points", r.Get("points"))
		if r.Get("student") == student {
			cells = r.With("points", points)
			cells[6] = comment
		}
		rows = append(rows, cells)
	}
	write(s.T, s.store.Path(name), string(table.Write(t.Columns, rows)))
}

// The whole way: marks are asked for, filled in, merged; new and changed answers
// come in a sheet of their own, and no sheet is ever written again.
func TestWritten(t *testing.T) {
	s := newSchool(t, map[string]string{
		"b1.ipynb": ipynb("2", "Why?\n\n=HYPERLINK(\"http://x\")"),
		"b2.ipynb": ipynb("1", "Why?\n\n*Your answer here.*\n\nNo line,\n\"none\"."),
		"b3.ipynb": ipynb("1", "Why?\n\n*Your answer here.*"), // nothing to mark
	})
	c, added, err := s.merge(false)
	if err != nil || added != "written.csv" || find(c, "b1").Unmarked() != 1 || find(c, "b3").Unmarked() != 0 {
		t.Fatal(added, err)
	}
	if _, got := s.sheet("written.csv"); got != "b1 =HYPERLINK(\"http://x\")\nb2 No line,\n\"none\"." {
		t.Errorf("%q", got)
	}

	s.fill("written.csv", "b2", "2,5", "=good")
	before, _ := os.ReadFile(s.store.Path("written.csv"))
	c, added, err = s.merge(false)
	if r := find(c, "b2"); err != nil || added != "" || r.Written[0].Earned != 2.5 || r.Written[0].Comment != "=good" || r.Score != 3.5 {
		t.Errorf("%+v, added %q, %v", r, added, err)
	}

	write(t, filepath.Join(s.dir, "b2.ipynb"), ipynb("1", "Why?\n\nAnother answer."))
	write(t, filepath.Join(s.dir, "b4.ipynb"), ipynb("1", "A late one."))
	c, added, err = s.merge(false)
	if err != nil || added != "written-2.csv" || find(c, "b2").Unmarked() != 1 || find(c, "b2").Score != 1 {
		t.Errorf("%+v, added %q, %v", find(c, "b2"), added, err)
	}
	if _, got := s.sheet("written-2.csv"); got != "b2 Another answer.\nb4 A late one." {
		t.Errorf("%q", got)
	}
	if got := strings.Join(find(c, "b2").Private, "\n"); !strings.Contains(got, "the points for xor in row 3 of written.csv do not count") {
		t.Errorf("notes %q", got)
	}
	s.fill("written-2.csv", "b2", "1", "")
	if c, added, err = s.merge(false); err != nil || added != "" || find(c, "b2").Score != 2 {
		t.Errorf("%+v, added %q, %v", find(c, "b2"), added, err)
	}
	if after, _ := os.ReadFile(s.store.Path("written.csv")); string(after) != string(before) {
		t.Error("written.csv has been written again")
	}
}

// A version is no number for a spreadsheet, those of earlier releases count, and what a
// spreadsheet has made of one is an error.
func TestVersions(t *testing.T) {
	v := version("One.")
	for in, want := range map[string]float64{v: 2, v[1:]: 2, strings.ToUpper(v): 2, "": 2, "v00000000": 0, "3.98110E+47": -1, "7262509": -1} {
		s := newSchool(t, map[string]string{"b1.ipynb": ipynb("2", "One.")})
		sheet := s.store.Path("written.csv")
		write(t, sheet, "student,question,version,points\nb1,xor,"+in+",2\n")
		c, added, err := s.merge(false)
		if want < 0 {
			if !errtest.Is(err, &table.Error{File: sheet, Row: 2, Column: "version", Value: in, Want: "a version"}) {
				t.Errorf("%s: %v", in, err)
			}
			continue
		}
		if err != nil || find(c, "b1").Written[0].Earned != want || (added == "") != (want > 0) {
			t.Errorf("%s: %+v, added %q, %v; want %g", in, find(c, "b1").Written, added, err, want)
		}
	}
	if !strings.HasPrefix(v, "v") {
		t.Error(v)
	}
}

func TestAnonymous(t *testing.T) {
	s := newSchool(t, map[string]string{"b1.ipynb": ipynb("2", "One."), "b2.ipynb": ipynb("1", "Two.")})
	if _, _, err := s.merge(true); err != nil {
		t.Fatal(err)
	}
	sheet, text := s.sheet("written.csv")
	if strings.Contains(text, "b1") || strings.Contains(text, "b2") {
		t.Errorf("names in %q", text)
	}
	for _, row := range sheet.Rows {
		s.fill("written.csv", row.Get("student"), map[string]string{"One.": "1", "Two.": "2"}[row.Get("answer")], "")
	}
	c, added, err := s.merge(true)
	if err != nil || added != "" || find(c, "b1").Written[0].Earned != 1 || find(c, "b2").Written[0].Earned != 2 {
		t.Error(find(c, "b1"), find(c, "b2"), added, err)
	}
}

// A student whose id in the roster changes gets a new row. Only points are worth an error.
func TestSheetOfAnotherID(t *testing.T) {
	s := newSchool(t, map[string]string{"b1.ipynb": ipynb("2", "One.")})
	write(t, s.store.Path("written.csv"), "student,question,version,points\n101,xor,"+version("One.")+",\n")
	if c, added, err := s.merge(false); err != nil || added != "written-2.csv" || find(c, "b1").Unmarked() != 1 {
		t.Error(added, err)
	}
}

func TestSheetsRefuse(t *testing.T) {
	for rows, want := range map[string]table.Error{
		"b1,xor,4":            {Row: 2, Column: "points", Value: "4", Want: "0 to 3"},
		"b1,xor,-1":           {Row: 2, Column: "points", Value: "-1", Want: "0 to 3"},
		"b1,xor,NaN":          {Row: 2, Column: "points", Value: "NaN", Want: "0 to 3"},
		"b1,xor,good":         {Row: 2, Column: "points", Value: "good", Want: "a number"},
		"b1,xor,1\nb7,xor,1":  {Row: 3, Column: "student", Value: "b7", Want: "a student of the class"},
		"b1,and,1":            {Row: 2, Column: "question", Value: "and", Want: "a question"},
		"b1,xor,1\nb1,xor,2":  {Row: 3, Column: "student", Value: "b1", Want: "one row per answer"},
		"b1,xor,1\n\"b1,xor,": {Row: 3, Want: "CSV"},
	} {
		s := newSchool(t, map[string]string{"b1.ipynb": ipynb("2", "One."), "b2.ipynb": ipynb("2", "Two.")})
		write(t, s.store.Path("written.csv"), "student,question,points\n"+rows+"\n")
		_, _, err := s.merge(false)
		want.File = s.store.Path("written.csv")
		if !errtest.Is(err, &want) {
			t.Errorf("%q: %v, want %+v", rows, err, want)
		}
		if _, err := os.Stat(s.store.Path("written-2.csv")); err == nil {
			t.Errorf("%q: a second sheet is written in spite of the error", rows)
		}
	}
	s := newSchool(t, map[string]string{"b1.ipynb": ipynb("2", "One.")})
	sheet := s.store.Path("written.csv")
	write(t, sheet, "student,points\n")
	if _, _, err := s.merge(false); !errtest.Is(err, &table.Error{File: sheet, Column: "question", Want: "a column"}) {
		t.Error(err)
	}
}

// Answers are found where students put them, and what is found nowhere is named.
func TestWhereAnswersAre(t *testing.T) {
	g := given{
		blank:   map[string]string{"xor": "Why?\n\n*Your answer here.*\n", "or": "*Your answer here.*"},
		texts:   map[string]bool{"The end.": true, "And OR?": true},
		lines:   map[string]map[string]bool{"intro": {"Hello.": true, "": true}, "or-task": {"And OR?": true}},
		asks:    map[string]string{"or-task": "or", "And OR?": "or"},
		release: "1",
	}
	cell := func(kind, id, source string) notebook.Cell {
		c := notebook.Cell{Kind: kind, Source: source}
		if id != "" {
			c.Grade = &notebook.Grade{ID: id}
		}
		return c
	}
	text := func(source string) notebook.Cell { return cell("markdown", "", source) }
	code := func(source string) notebook.Cell { return cell("code", "", source) }
	empty := cell("markdown", "xor", "Why?\n\n*Your answer here.*\n")
	ask, or := cell("markdown", "or-task", "And OR?"), cell("markdown", "or", "*Your answer here.*")
	for _, c := range []struct {
		name  string
		cells []notebook.Cell
		want  string // the answer to xor, or that to or
		found bool
		loose string
	}{
		{"in place", []notebook.Cell{cell("markdown", "xor", "Why?\n\nAs it is.")}, "As it is.", true, ""},
		{"instead of everything", []notebook.Cell{cell("markdown", "xor", "As it is.")}, "As it is.", true, ""},
		{"below the words that were there", []notebook.Cell{cell("markdown", "xor", "Why?\n\n*Your answer here.*\n\nAs it is.")}, "As it is.", true, ""},
		{"as code", []notebook.Cell{cell("code", "xor", "As it is.")}, "As it is.", true, ""},
		{"as raw text", []notebook.Cell{cell("raw", "xor", "Why?\n\nAs it is.")}, "As it is.", true, ""},
		{"in a cell below", []notebook.Cell{empty, text("As it is.")}, "As it is.", true, ""},
		{"in a raw cell below", []notebook.Cell{empty, cell("raw", "", "As it is.")}, "As it is.", true, ""},
		{"in a code cell below", []notebook.Cell{empty, code("As it is.")}, "As it is.", true, ""},
		{"in a comment below", []notebook.Cell{empty, code("// As it is.")}, "// As it is.", true, ""},
		{"a word in a code cell below", []notebook.Cell{empty, code("No")}, "No", true, ""},
		{"below code of one's own", []notebook.Cell{empty, code("func f() {}"), text("As it is.")}, "As it is.", true, ""},
		{"in a cell above", []notebook.Cell{text("As it is."), empty}, "As it is.", true, ""},
		{"in a code cell above", []notebook.Cell{code("As it is."), code("%%\nfmt.Println(1)"), empty}, "As it is.", true, ""},
		{"above and below", []notebook.Cell{text("As"), empty, text("it is.")}, "As\n\nit is.", true, ""},
		{"below the question", []notebook.Cell{empty, ask, text("As it is."), or}, "As it is.", true, ""},
		{"in the question", []notebook.Cell{cell("markdown", "or-task", "And OR?\n\nAs it is."), or}, "As it is.", true, ""},
		{"twice", []notebook.Cell{cell("markdown", "xor", "One."), cell("markdown", "xor", "Two.")}, "One.\n\nTwo.", true, ""},
		{"without metadata", []notebook.Cell{text("Why?\n\nAs it is.")}, "As it is.", true, ""},
		{"without metadata, below the question", []notebook.Cell{text("And OR?"), text("As it is.")}, "As it is.", false, ""},
		{"without metadata, in place", []notebook.Cell{text("And OR?"), text("*Your answer here.*\n\nAs it is.")}, "As it is.", true, ""},
		{"without metadata, no answer", []notebook.Cell{text("And OR?"), text("*Your answer here.*")}, "", true, ""},
		{"cell deleted, below the question", []notebook.Cell{ask, code("As it is."), text("The end.")}, "As it is.", false, ""},
		{"nothing", []notebook.Cell{empty, text("The end."), text("Mine.")}, "", true, `cell 3 ("Mine.")`},
		{"code below", []notebook.Cell{empty, code("x := 1\nfmt.Println(x)")}, "", true, ""},
		{"the kernel's lines below", []notebook.Cell{empty, code("!ls the directory"), code("%goflags -v")}, "", true, ""},
		{"gone", []notebook.Cell{text("As it is.")}, "", false, `cell 1 ("As it is.")`},
		{"in another given cell", []notebook.Cell{cell("markdown", "intro", "Hello.\nAs it is."), empty}, "", true, `cell 1 (intro) ("As it is.")`},
		{"above another given cell", []notebook.Cell{text("Team: b1, b2"), code("As it is, and so on, and on, and so on for ever."), ask, or}, "", true, `cell 2 ("As it is, and so on, and on, and so on f…")`},
	} {
		got := g.read(&notebook.Notebook{Cells: c.cells})
		answer := strings.Join(slices.Concat(got.answers["xor"], got.answers["or"]), "\n\n")
		if answer != c.want || (got.found["xor"] || got.found["or"]) != c.found || strings.Join(got.loose, ", ") != c.loose {
			t.Errorf("%s: %+v; want %q, %v, %q", c.name, got, c.want, c.found, c.loose)
		}
	}
	// The words of an older release are no answer.
	older := &notebook.Notebook{
		Cells:    []notebook.Cell{cell("markdown", "or-task", "What about OR?"), cell("markdown", "intro", "Good morning."), or},
		Metadata: map[string]any{"lclass": map[string]any{"release": "0"}},
	}
	if got := g.read(older); len(got.answers) != 0 || len(got.loose) != 0 {
		t.Errorf("%+v", got)
	}
}

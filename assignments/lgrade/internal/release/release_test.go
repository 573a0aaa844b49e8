package release

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/internal/errtest"
)

func open(t *testing.T, home, name string) *assignment.Assignment {
	t.Helper()
	h, err := assignment.Find(home)
	if err != nil {
		t.Fatal(err)
	}
	a, err := h.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func source(t *testing.T, a *assignment.Assignment) *notebook.Notebook {
	t.Helper()
	data, err := os.ReadFile(a.Notebook())
	if err != nil {
		t.Fatal(err)
	}
	n, err := notebook.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// The notebook for the students of the assignment in testdata.
func TestMake(t *testing.T) {
	a := open(t, "../../testdata/home", "double")
	n, err := Make(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct{ id, source string }{
		{"Double", "// Double returns 2x.\nfunc Double(x float64) float64 {\n\tpanic(\"not implemented: Double\")\n}"},
		{"Sum", "// Sum returns x[0] + x[1] + …\nfunc Sum(x []float64) float64 {\n\tpanic(\"not implemented: Sum\")\n}"},
		{"Double-check", "%%\ncheck.Double(Double)"},
		{"why", "**Why is it double?**\n\n*Your answer here.*"},
	} {
		if c := n.Find(want.id); len(c) != 1 || c[0].Source != want.source {
			t.Errorf("%s: %+v", want.id, c)
		}
	}
	if m := n.Find("Double-check")[0].Metadata; m["editable"] != false || m["deletable"] != false {
		t.Errorf("the check cell is not locked: %v", m)
	}
	if n.Kernel() != "lclass" {
		t.Errorf("kernel %q", n.Kernel())
	}

	again, err := Make(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if string(again.Bytes()) != string(n.Bytes()) {
		t.Error("a second release has other bytes")
	}
	handed, err := notebook.Read(n.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	name, id := Of(handed)
	if name != "double" || len(id) != 8 {
		t.Errorf("the notebook says that it is release %q of %q", id, name)
	}
	if got, err := ID(a); err != nil || got != id {
		t.Errorf("the id of the release should be %q, error %v", got, err)
	}
}

// Nothing of any solution, and nothing of what only the lecturer has, is in a
// notebook for students: those of the course, and the one in testdata.
func TestNothingLeaks(t *testing.T) {
	for _, home := range []string{"../../testdata/home", "../../.."} {
		h, err := assignment.Find(home)
		if err != nil {
			t.Logf("%s: %v", home, err)
			continue
		}
		names, err := h.Names()
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			a := open(t, home, name)
			released, err := Make(t.Context(), a)
			if err != nil {
				t.Error(err)
				continue
			}
			var lines []string
			for _, c := range source(t, a).Cells {
				_, parts, err := notebook.Cut(c.Source, notebook.Stub)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range parts {
					lines = append(lines, p.Lines...)
				}
			}
			if len(lines) == 0 {
				t.Errorf("%s has no solutions", name)
			}
			var text strings.Builder
			for _, c := range released.Cells {
				text.WriteString(c.Source + "\n")
				if len(c.Outputs) > 0 || c.Count > 0 {
					t.Errorf("%s: %s has outputs", name, c.Source)
				}
			}
			for _, line := range lines {
				line = strings.TrimSpace(line)
				if len(line) >= telling && !strings.HasSuffix(line, "{") && strings.Contains(text.String(), line) {
					t.Errorf("%s has a line of its solution: %s", name, line)
				}
			}
			for _, word := range []string{"SOLUTION", "assignments/hidden", "theSecretFactor"} {
				if strings.Contains(string(released.Bytes()), word) {
					t.Errorf("%s has %q in it", name, word)
				}
			}
		}
	}
}

// What a source notebook may have wrong, each in a copy of the one in testdata.
func TestRefusals(t *testing.T) {
	cell := func(id string, change func(*notebook.Cell)) func(*notebook.Notebook) {
		return func(n *notebook.Notebook) { change(n.Find(id)[0]) }
	}
	replace := func(id, old, new string) func(*notebook.Notebook) {
		return cell(id, func(c *notebook.Cell) {
			if !strings.Contains(c.Source, old) {
				t.Fatalf("%s has no %q", id, old)
			}
			c.Source = strings.Replace(c.Source, old, new, 1)
		})
	}
	remove := func(id string) func(*notebook.Notebook) {
		return func(n *notebook.Notebook) {
			for i, c := range n.Cells {
				if c.Grade != nil && c.Grade.ID == id {
					n.Cells = append(n.Cells[:i], n.Cells[i+1:]...)
					return
				}
			}
		}
	}
	for _, c := range []struct {
		name   string
		change func(*notebook.Notebook)
		want   Mistake
	}{
		{"no end marker", replace("Sum", "\t// END SOLUTION\n", ""), Mistake{"cell 5 (Sum)", 3, "no END", ""}},
		{"no begin marker", replace("why", "<!-- BEGIN SOLUTION -->\n", ""), Mistake{"cell 8 (why)", 4, "no BEGIN", ""}},
		{"no markers", cell("Sum", func(c *notebook.Cell) { c.Source = "func Sum(x []float64) float64 { return 0 }" }), Mistake{"cell 5 (Sum)", 0, "no markers", ""}},
		{"a solution in a given cell", replace("imports", "import", "// BEGIN SOLUTION\n// END SOLUTION\nimport"), Mistake{"cell 2 (imports)", 0, "markers", ""}},
		{"a grade_id twice", cell("Sum", func(c *notebook.Cell) { c.Grade.ID = "Double" }), Mistake{"cell 5 (Double)", 0, "grade_id twice", ""}},
		{"not a word", cell("title", func(c *notebook.Cell) { c.Grade.ID = "the title" }), Mistake{"cell 1 (the title)", 0, "grade_id", ""}},
		{"no check cell", remove("Sum-check"), Mistake{"Sum-check", 0, "no cell", ""}},
		{"no solution cell", remove("Sum"), Mistake{"Sum", 0, "no cell", ""}},
		{"no question", remove("why"), Mistake{"why", 0, "no cell", ""}},
		{"other points", cell("Sum-check", func(c *notebook.Cell) { c.Grade.Points = 4 }), Mistake{"cell 6 (Sum-check)", 0, "points", ""}},
		{"other points of a question", cell("why", func(c *notebook.Cell) { c.Grade.Points = 2 }), Mistake{"cell 8 (why)", 0, "points", ""}},
		{"graded, but unknown", cell("title", func(c *notebook.Cell) { c.Grade.Grade = true }), Mistake{"cell 1 (title)", 0, "unknown", ""}},
		{"retyped", cell("why", func(c *notebook.Cell) { c.Kind = "raw" }), Mistake{"cell 8 (why)", 0, "cell_type", ""}},
		{"a check that is not locked", cell("Sum-check", func(c *notebook.Cell) { c.Grade.Locked = false }), Mistake{"cell 6 (Sum-check)", 0, "metadata", ""}},
		{"no kernelspec", func(n *notebook.Notebook) { delete(n.Metadata, "kernelspec") }, Mistake{"", 0, "kernelspec", ""}},
		{"a repeated line", replace("title", "Twice", "return theSecretFactor * x\nTwice"), Mistake{"cell 1 (title)", 1, "solution", ""}},
		{"the hidden checks", replace("title", "Twice", "See assignments/hidden/double."), Mistake{"cell 1 (title)", 1, "hidden", ""}},
		{"hidden tests of nbgrader", replace("Sum-check", "check.Sum(Sum)", "// BEGIN HIDDEN TESTS\ncheck.Sum(Sum)"), Mistake{"cell 6 (Sum-check)", 2, "hidden", ""}},
		{"syntax", replace("imports", "import (", "import ("+"\n\tfmt"), Mistake{"cell 2", 2, "Go", ""}},
		{"a given cell needs the solution", replace("Sum-check", "check.Sum(Sum)", "fmt.Println(theSecretFactor)"), Mistake{"cell 6", 2, "Go", ""}},
		{"a stub that does not compile", replace("Double", "func Double(x float64) float64 {", "func Double(x float64) float64 {\n\tunused := 1"), Mistake{"cell 3", 3, "Go", ""}},
		{"a check of another signature", replace("Double-check", "Double)", "Sum)"), Mistake{"cell 4", 2, "Go", ""}},
	} {
		a := open(t, "../../testdata/home", "double")
		n := source(t, a)
		c.change(n)
		err := prepare(a, n)
		if err == nil {
			err = compile(t.Context(), a, n)
		}
		if !errtest.Is(err, &c.want) {
			t.Errorf("%s: error %v\nwant %+v", c.name, err, c.want)
		}
	}
}

func TestUnreadable(t *testing.T) {
	a := open(t, "../../testdata/home", "double")
	a.Home = &assignment.Home{Dir: t.TempDir()}
	var missing *fs.PathError
	if _, err := Make(t.Context(), a); !errors.As(err, &missing) || missing.Path != a.Notebook() {
		t.Errorf("error %v", err)
	}
}

package notebook

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"linclass/internal/errtest"
)

// notebook4 has one code cell and the metadata of a solution.
const notebook4 = `{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": 7,
   "id": "cell-1",
   "metadata": {
    "nbgrader": {
     "checksum": "c0ffee",
     "grade": false,
     "grade_id": "Score",
     "locked": false,
     "points": 0,
     "schema_version": 3,
     "solution": true,
     "task": false
    },
    "unknown": {
     "big": 12345678901234567890.50
    }
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "größer\n"
     ]
    }
   ],
   "source": [
    "// größer & kleiner: 1 < 2\n",
    "func Score() {}"
   ]
  }
 ],
 "metadata": {
  "kernelspec": {
   "display_name": "Go (lclass)",
   "language": "go",
   "name": "lclass"
  }
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`

func read(t *testing.T, data []byte) *Notebook {
	t.Helper()
	n, err := Read(data)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestRead(t *testing.T) {
	n := read(t, []byte(notebook4))
	if len(n.Cells) != 1 || len(n.Notes) != 0 || n.Kernel() != "lclass" {
		t.Fatalf("%+v", n)
	}
	c := n.Cells[0]
	if c.Kind != "code" || c.ID != "cell-1" || c.Count != 7 || len(c.Outputs) != 1 || c.Source != "// größer & kleiner: 1 < 2\nfunc Score() {}" {
		t.Errorf("%+v", c)
	}
	if g := c.Grade; g == nil || g.ID != "Score" || !g.Solution || g.Grade || g.Locked || g.Task || g.Points != 0 {
		t.Errorf("%+v", g)
	}
	if got := n.Find("Score"); len(got) != 1 || got[0] != &n.Cells[0] || n.Find("Step") != nil {
		t.Errorf("found %v", got)
	}
	if got := n.Name(0); got != "cell 1 (Score)" {
		t.Error(got)
	}
	if got := string(n.Bytes()); got != notebook4 {
		t.Errorf("written again:\n%s", got)
	}
}

// The same notebook, as editors save it.
func TestEncodings(t *testing.T) {
	want := read(t, []byte(notebook4))
	encode := func(e interface{ Bytes([]byte) ([]byte, error) }, text string) []byte {
		b, err := e.Bytes([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	for _, c := range []struct {
		name string
		data []byte
		note string
	}{
		{"UTF-8 with a mark", []byte("\ufeff" + notebook4), ""},
		{"lines of Windows", []byte(strings.ReplaceAll(notebook4, "\n", "\r\n")), ""},
		{"UTF-16LE with a mark", encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(), notebook4), "UTF-16"},
		{"UTF-16BE with a mark", encode(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder(), notebook4), "UTF-16"},
		{"UTF-16LE", encode(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder(), notebook4), "UTF-16"},
		{"UTF-16BE", encode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder(), notebook4), "UTF-16"},
		{"Latin-1", encode(charmap.ISO8859_1.NewEncoder(), notebook4), "Windows-1252"},
		{"Windows-1252", encode(charmap.Windows1252.NewEncoder(), notebook4), "Windows-1252"},
	} {
		n, err := Read(c.data)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := strings.Join(n.Notes, "; "); c.note == "" && got != "" || !strings.Contains(got, c.note) {
			t.Errorf("%s: note %q, want %q", c.name, got, c.note)
		}
		n.Notes = nil
		if !reflect.DeepEqual(n, want) {
			t.Errorf("%s: read\n%s", c.name, n.Bytes())
		}
	}
}

// A single bad byte in UTF-8 leaves the other letters alone.
func TestOneBadByte(t *testing.T) {
	n := read(t, []byte(strings.Replace(notebook4, "kleiner", "kl\xffeiner", 1)))
	if want := "// größer & kl\uFFFDeiner: 1 < 2\nfunc Score() {}"; n.Cells[0].Source != want || len(n.Notes) != 1 {
		t.Errorf("%q, notes %q", n.Cells[0].Source, n.Notes)
	}
}

// What other programs, other versions and students make of cells.
func TestOddCells(t *testing.T) {
	for _, c := range []struct {
		name, cells string // of a notebook of format 4
		want        []Cell // kind, source, count
		notes       int
	}{
		{"source in one piece", `[{"cell_type":"code","source":"a\nb"}]`, []Cell{{Kind: "code", Source: "a\nb"}}, 0},
		{"no source", `[{"cell_type":"code"}]`, []Cell{{Kind: "code"}}, 0},
		{"source of numbers", `[{"cell_type":"markdown","source":[1,"a"]}]`, []Cell{{Kind: "markdown", Source: "a"}}, 0},
		{"line ends of Windows and old Macs", `[{"cell_type":"code","source":["a\r\n","b\rc"]}]`, []Cell{{Kind: "code", Source: "a\nb\nc"}}, 0},
		{"metadata null", `[{"cell_type":"code","metadata":null,"source":"a"}]`, []Cell{{Kind: "code", Source: "a"}}, 0},
		{"outputs of a retyped cell", `[{"cell_type":"markdown","source":"a","outputs":[],"execution_count":3}]`, []Cell{{Kind: "markdown", Source: "a"}}, 0},
		{"no type", `[{"source":"a"}]`, []Cell{{Kind: "raw", Source: "a"}}, 1},
		{"another type", `[{"cell_type":"sql","source":"a"}]`, []Cell{{Kind: "raw", Source: "a"}}, 1},
		{"no cell at all", `[7]`, []Cell{{Kind: "raw"}}, 1},
		{"count of another type", `[{"cell_type":"code","execution_count":"*"}]`, []Cell{{Kind: "code"}}, 0},
		{"count too large", `[{"cell_type":"code","execution_count":1e99}]`, []Cell{{Kind: "code"}}, 0},
		{"none", `[]`, nil, 0},
	} {
		n := read(t, []byte(`{"cells":`+c.cells+`}`))
		if len(n.Cells) != len(c.want) || len(n.Notes) != c.notes {
			t.Errorf("%s: %d cells, notes %q", c.name, len(n.Cells), n.Notes)
			continue
		}
		for i, want := range c.want {
			if got := n.Cells[i]; got.Kind != want.Kind || got.Source != want.Source || got.Count != want.Count || got.ID == "" || got.Grade != nil {
				t.Errorf("%s: %+v", c.name, got)
			}
		}
	}
}

// However many cells have no type, there is one note; and there is a limit to the cells.
func TestManyCells(t *testing.T) {
	cells := func(n int) []byte {
		return []byte(`{"cells":[` + strings.TrimSuffix(strings.Repeat("{},", n), ",") + `]}`)
	}
	for number, want := range map[int]string{
		2:         "cell 1, cell 2",
		mostNamed: "cell 1, cell 2, cell 3, cell 4, cell 5",
		mostCells: "cell 1, cell 2, cell 3, cell 4, cell 5, 9995 more cells",
	} {
		n := read(t, cells(number))
		if want = "read as plain text, because Jupyter does not know their type: " + want; len(n.Cells) != number || len(n.Notes) != 1 || n.Notes[0] != want {
			t.Errorf("%d cells, notes %q, want %q", len(n.Cells), n.Notes, want)
		}
	}
	if _, err := Read(cells(mostCells + 1)); !errtest.Is(err, &Error{What: "too many cells"}) {
		t.Error(err)
	}
}

func TestOldFormat(t *testing.T) {
	n := read(t, []byte(`{"metadata":{"name":"old"},"nbformat":3,"nbformat_minor":0,"worksheets":[{"cells":[
		{"cell_type":"heading","level":2,"source":["The ","score"]},
		{"cell_type":"code","input":["a := 1\n","b := 2"],"language":"go","prompt_number":4,"outputs":[{"output_type":"pyout"}],
		 "metadata":{"nbgrader":{"grade_id":"Score","solution":true}}},
		{"cell_type":"markdown","source":"text"}]}]}`))
	if len(n.Cells) != 3 || len(n.Notes) != 1 || !strings.Contains(n.Notes[0], "format 3") {
		t.Fatalf("%+v", n)
	}
	if c := n.Cells[0]; c.Kind != "markdown" || c.Source != "## The score" {
		t.Errorf("heading: %+v", c)
	}
	if c := n.Cells[1]; c.Kind != "code" || c.Source != "a := 1\nb := 2" || c.Count != 4 || c.Outputs != nil || c.Grade == nil || c.Grade.ID != "Score" {
		t.Errorf("code: %+v", c)
	}
	if c := n.Cells[2]; c.Kind != "markdown" || c.Source != "text" {
		t.Errorf("text: %+v", c)
	}
}

// Metadata of other versions of nbgrader, or by hand.
func TestGrades(t *testing.T) {
	for _, c := range []struct {
		metadata string
		want     *Grade
	}{
		{`{"nbgrader":{"grade_id":"a","grade":true,"points":2.5}}`, &Grade{ID: "a", Grade: true, Points: 2.5}},
		{`{"nbgrader":{"grade_id":"a","points":"2"}}`, &Grade{ID: "a", Points: 2}},
		{`{"nbgrader":{"grade_id":"a","points":"NaN"}}`, &Grade{ID: "a"}},
		{`{"nbgrader":{"grade_id":"a","points":1e999}}`, &Grade{ID: "a"}},
		{`{"nbgrader":{"grade_id":"a","solution":"yes","locked":true,"task":true}}`, &Grade{ID: "a", Locked: true, Task: true}},
		{`{"nbgrader":{"grade_id":""}}`, nil},
		{`{"nbgrader":{"grade_id":7}}`, nil},
		{`{"nbgrader":[]}`, nil},
		{`{}`, nil},
	} {
		got := read(t, []byte(`{"cells":[{"cell_type":"code","metadata":`+c.metadata+`}]}`)).Cells[0].Grade
		if got != nil {
			got.rest = nil
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", c.metadata, got)
		}
	}
}

// Copies get ids of their own, the first keeps what it has.
func TestIDs(t *testing.T) {
	n := read(t, []byte(`{"cells":[
		{"id":"a","cell_type":"code","source":"x"},
		{"id":"a","cell_type":"code","source":"x"},
		{"cell_type":"code","source":"x"},
		{"id":"not an id","cell_type":"code","source":"x"},
		{"id":"b","cell_type":"code","source":"x"}]}`))
	seen := map[string]bool{}
	for _, c := range n.Cells {
		if !validID.MatchString(c.ID) || seen[c.ID] {
			t.Errorf("id %q", c.ID)
		}
		seen[c.ID] = true
	}
	if n.Cells[0].ID != "a" || n.Cells[4].ID != "b" {
		t.Errorf("%+v", n.Cells)
	}
}

// Copies get the number that is free from that of the cell on, where others have taken it.
func TestIDsTaken(t *testing.T) {
	twins := &Notebook{Cells: []Cell{{Kind: "code", Source: "x"}}}
	twins.identify()
	first := twins.Cells[0].ID
	for _, i := range []int{3, 4, 5, 7} {
		twins.Cells = append(twins.Cells, Cell{Kind: "code", ID: fmt.Sprintf("%s-%d", first, i), Source: "y"})
	}
	for range 4 {
		twins.Cells = append(twins.Cells, Cell{Kind: "code", Source: "x"})
	}
	twins.identify()
	var got []string
	for _, c := range twins.Cells[5:] {
		got = append(got, strings.TrimPrefix(c.ID, first))
	}
	if want := []string{"-6", "-8", "-9", "-10"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		data string
		want Error
	}{
		{"", Error{What: "empty"}},
		{" \n", Error{What: "empty"}},
		{"\xff\xfe \x00", Error{What: "no JSON"}},
		{"PK\x03\x04rest", Error{What: "zip"}},
		{"%PDF-1.4", Error{What: "PDF"}},
		{"<!DOCTYPE html><html>", Error{What: "web page"}},
		{"\n <html lang=en>", Error{What: "web page"}},
		{"func Score() {}", Error{What: "no JSON"}},
		{notebook4[:200], Error{What: "cut off", Line: 12, Column: 5}},
		{strings.Replace(notebook4, `"outputs": [`, `"outputs": {`, 1), Error{What: "invalid JSON", Line: 23, Column: 5}},
		{strings.Replace(notebook4, " \"nbformat\"", "<<<<<<< HEAD\n \"nbformat\"", 1), Error{What: "merge conflict", Line: 44}},
		{notebook4 + "}", Error{What: "text after the end", Line: 47, Column: 1}},
		{"[]", Error{What: "no cells"}},
		{"{}", Error{What: "no cells"}},
		{`{"cells": {}}`, Error{What: "no cells"}},
	} {
		if _, err := Read([]byte(c.data)); !errtest.Is(err, &c.want) {
			t.Errorf("%.30q: error %v, want %+v", c.data, err, c.want)
		}
	}
}

// The notebooks of the course are in the form that tools/nbtext.py writes.
func TestTheFormOfTheCourse(t *testing.T) {
	paths, err := filepath.Glob("../../../../notebooks/*.ipynb")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d notebooks, error %v", len(paths), err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(read(t, data).Bytes()) != string(data) {
			t.Errorf("%s is written in another form than it was read", path)
		}
	}
}

// Python's form of what Go's encoder would escape.
func TestEscapes(t *testing.T) {
	for _, c := range []struct{ source, want string }{
		{"a < b && c > d", `"a < b && c > d"`},
		{"\u2028\u2029", "\"\u2028\u2029\""},
		{`\u2028`, `"\\u2028"`},
		{"tab\t\"quoted\"\x01\x7f", "\"tab\\t\\\"quoted\\\"\\u0001\x7f\""},
	} {
		n := &Notebook{Cells: []Cell{{Kind: "raw", Source: c.source}}}
		if got := string(n.Bytes()); !strings.Contains(got, c.want+"\n") {
			t.Errorf("%q is written as\n%s", c.source, got)
		}
	}
}

// Whatever can be read is written so that it reads the same, in the same bytes.
func FuzzRead(f *testing.F) {
	f.Add([]byte(notebook4))
	f.Add([]byte(`{"worksheets":[{"cells":[{"cell_type":"heading","level":-1},{"cell_type":"code","input":"x"}]}]}`))
	f.Add([]byte(`{"cells":[{"id":"a"},{"id":"a"},7],"metadata":{"a":[1e5,null,{"b":-0}]}}`))
	f.Add([]byte("\xfe\xff\x00{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := Read(data)
		if err != nil {
			return
		}
		written := n.Bytes()
		again, err := Read(written)
		if err != nil {
			t.Fatalf("%v in\n%s", err, written)
		}
		n.Notes = nil
		if !reflect.DeepEqual(again, n) {
			t.Errorf("read again:\n%+v\nwant\n%+v", again, n)
		}
		if string(again.Bytes()) != string(written) {
			t.Errorf("written again:\n%s\nwant\n%s", again.Bytes(), written)
		}
	})
}

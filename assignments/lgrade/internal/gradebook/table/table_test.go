package table

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"

	"linclass/internal/errtest"
)

func TestReadWhatSpreadsheetsWrite(t *testing.T) {
	for name, data := range map[string]string{
		"commas":             "id,full name\n1,Zoë\n",
		"semicolons":         "id;Full Name\r\n1;Zoë\r\n",
		"tabs":               "id\tfull_name\n1\tZoë\n",
		"mark":               "\ufeffid,full-name\n1,Zoë\n",
		"Windows-1252":       "id,full name\n1,Zo\xeb\n",
		"UTF-16":             "\xff\xfei\x00d\x00;\x00f\x00u\x00l\x00l\x00n\x00a\x00m\x00e\x00\n\x001\x00;\x00Z\x00o\x00\xeb\x00\n\x00",
		"old Mac":            "id,full name\r1,Zo\xeb\r",
		"empty rows, blanks": "\nid, full name \n,\n 1 , Zoë\n",
	} {
		got, err := Read("x.csv", []byte(data))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(got.Rows) != 1 || got.Rows[0].Get("name", "full name") != "Zoë" || got.Rows[0].Get("id") != "1" || got.Rows[0].Get("email") != "" {
			t.Errorf("%s: %+v", name, got.Rows)
		}
	}
}

// Old versions of Excel write the encoding of their country and do not say which. Names
// must not become others without a word.
func TestEncodings(t *testing.T) {
	for _, c := range []struct{ encoding, name string }{
		{"euc-kr", "김민수"}, {"euc-kr", "→ 이서연, 똠방"}, {"windows-1252", "Ärmel"}, {"windows-1252", "Zoë Müller"},
		{"windows-1252", "“äh…” – Noël"}, {"windows-1251", "Иванов"}, {"gbk", "张伟"}, {"shift_jis", "田中 一郎"}, {"euc-kr", "金民秀"},
	} {
		e, err := htmlindex.Get(c.encoding)
		if err != nil {
			t.Fatal(err)
		}
		data, err := e.NewEncoder().String("id,name\n1,\"" + c.name + "\"\n")
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read("x.csv", []byte(data))
		if errtest.Is(err, &Error{File: "x.csv", Want: "UTF-8"}) {
			if strings.HasPrefix(c.encoding, "windows-1252") || strings.Contains(c.name, "이") {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil || got.Rows[0].Get("name") != c.name {
			t.Errorf("%s in %s: %+v, %v", c.name, c.encoding, got, err)
		}
	}
}

func TestShortRows(t *testing.T) {
	got, err := Read("x.csv", []byte("id,name\n\n7\n"))
	if err != nil || got.Rows[0].Get("name") != "" {
		t.Error(got, err)
	}
	if err := got.Rows[0].Errorf("name", "", "a name", "is missing"); err.Error() != "x.csv, row 3, column name: is missing" {
		t.Error(err)
	}
	if cells := got.Rows[0].With("name", "Ann"); !slices.Equal(cells, []string{"7", "Ann"}) {
		t.Error(cells)
	}
}

// Numbers of rows are those of a spreadsheet, which shows blank lines, and several lines of
// one cell as one row.
func TestRowNumbers(t *testing.T) {
	got, err := Read("x.csv", []byte("\nid,name\r\n\n7,\"Ann\n\nB.\"\n\n\n,\n8,Bo"))
	if err != nil {
		t.Fatal(err)
	}
	var numbers []int
	for _, row := range got.Rows {
		numbers = append(numbers, row.Number)
	}
	if want := []int{4, 8}; !slices.Equal(numbers, want) {
		t.Errorf("rows %v, want %v", numbers, want)
	}
	if _, err := Read("x.csv", []byte("id,name\n\n7,\"Ann\n")); !errtest.Is(err, &Error{File: "x.csv", Row: 3, Want: "CSV"}) {
		t.Error(err)
	}
}

// A task may be called Score, and nbgrader's table has a column score.
func TestColumnsThatDifferInCase(t *testing.T) {
	got, err := Read("x.csv", []byte("score,Score\n1,2\n"))
	if err != nil || got.Rows[0].Get("score") != "1" || got.Rows[0].Get("Score") != "2" || got.Rows[0].Get("SCORE") != "1" {
		t.Error(got, err)
	}
}

func TestEmpty(t *testing.T) {
	if _, err := Read("x.csv", []byte("\n\n")); !errtest.Is(err, &Error{File: "x.csv", Want: "columns"}) {
		t.Error(err)
	}
}

// What a student writes must not become a formula in the spreadsheet of who marks.
func TestFormulas(t *testing.T) {
	texts := []string{`=HYPERLINK("http://x")`, "+1+1", "-1", "@SUM(A1)", "-x", "plain", "'quoted'", "a\n=b", "",
		"a\n+b\n@c\n-1", "; =1+1", "a;=b;-c", "a\t=b", "\t=b;\"=c\"", "x = y - z @ 3; plain", "−1 is too low", "＝1"}
	data := Write([]string{"answer", "n"}, func() (rows [][]string) {
		for _, text := range texts {
			rows = append(rows, []string{text, "1"})
		}
		return rows
	}())
	for _, cell := range strings.FieldsFunc(string(data), func(r rune) bool { return strings.ContainsRune("\n;\t", r) }) {
		cell = strings.TrimLeft(cell, ` "'`)
		if cell != "-1,1" && cell != "" && strings.ContainsAny(cell[:1], "=+-@") && !strings.Contains(string(data), "'"+cell) {
			t.Errorf("a formula: %s", cell)
		}
	}
	back, err := Read("x.csv", data)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range back.Rows {
		if got := row.Get("answer"); got != strings.TrimSpace(texts[i]) {
			t.Errorf("%q has become %q", texts[i], got)
		}
	}
}

// Nothing that moves a cursor or ends a line reaches the file.
func TestControlCharacters(t *testing.T) {
	got := string(Write([]string{"a"}, [][]string{{"x\x00\x1b[2J\x07\u0085y\rz\r\nn"}}))
	if want := "\ufeffa\n\"x[2Jyz\nn\"\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 2: "2", 2.5: "2.5", 10: "10", 1.0 / 3: "0.3333", 0.1 + 0.2: "0.3", -0.00001: "0"} {
		if got := Number(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

package table

import (
	"slices"
	"strings"
	"testing"

	"linclass/internal/errtest"
)

func TestReadWhatSpreadsheetsWrite(t *testing.T) {
	for name, data := range map[string]string{
		"commas":             "id,full name\n1,Zoë\n",
		"semicolons":         "id;Full Name\r\n1;Zoë\r\n",
		"tabs":               "id\tfull_name\n1\tZoë\n",
		"mark":               "\ufeffid,full-name\n1,Zoë\n",
		"UTF-16":             "\xff\xfei\x00d\x00;\x00f\x00u\x00l\x00l\x00n\x00a\x00m\x00e\x00\n\x001\x00;\x00Z\x00o\x00\xeb\x00\n\x00",
		"Excel's line":       "sep=;\r\nid;full name\r\n1;Zoë\r\n",
		"old Mac":            "id,full name\r1,Zoë\r",
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

// Excel's plain CSV is in the encoding of the country and does not say which. A name is read
// as it was written, or refused: it must not become another one without a word.
func TestEncodings(t *testing.T) {
	for _, c := range []struct {
		encoding, name string
		read           bool
	}{
		{"euc-kr", "김민수", true}, {"euc-kr", "→ 이서연, 똠방", true}, {"euc-kr", "金民秀", false},
		{"euc-kr", "홍길동", true}, {"euc-kr", "임시완", true}, {"euc-kr", "남궁민, 황보라", true}, {"euc-kr", "잘했어요! 다만 설명이 부족합니다.", true},
		// Their bytes are Hangul, too.
		{"gbk", "李娜", false}, {"gbk", "陈超桂", false}, {"gbk", "郭伟, 刘芳", false}, {"big5", "陳家志", false},
		{"shift_jis", "渡辺, 阿部, 橋本", false}, {"euc-jp", "田中", false}, {"euc-jp", "小林, 山本", false},
		{"windows-1252", "Ärmel", true}, {"windows-1252", "André Müller, José", true}, {"windows-1252", "“äh…” – Björn O’Neé", true},
		{"windows-1250", "Weiß, Jörg", true}, {"windows-1254", "Örnek Gül", true}, {"windows-1257", "Käärt Jürö", true},
		{"windows-1252", "Zoë", false}, {"windows-1252", "Muñoz", false}, {"windows-1252", "Søren", false},
		{"windows-1250", "Łukasz", false}, {"windows-1250", "Dvořák", false}, {"windows-1250", "Őri", false}, {"windows-1250", "Jiří", false},
		{"windows-1250", "Łącka", false}, {"windows-1250", "Łącki i Wałęsa", false}, {"windows-1250", "Małgorzata Żółć", false},
		{"windows-1250", "Čáčů", false}, {"windows-1250", "Erdős Ödön", false}, {"windows-1250", "Şerban", false}, {"windows-1250", "Łódź", false},
		{"iso-8859-2", "Łukasz", false}, {"iso-8859-2", "Błaszczyk", false}, {"iso-8859-2", "Šimek", false}, {"iso-8859-2", "Liška", false},
		{"windows-1254", "Yılmaz", false}, {"windows-1254", "Gökçe", false}, {"windows-1257", "Jonė", false}, {"windows-1257", "Rūta", false},
		{"windows-1258", "Đăng", false}, {"windows-1251", "Иванов", false}, {"windows-1253", "Γιώργος", false}, {"koi8-r", "Иванов", false},
		{"gbk", "张伟", false}, {"shift_jis", "田中 一郎", false}, {"big5", "陳大文", false}, {"windows-874", "สมชาย", false},
		{"macintosh", "Müller", false}, {"macintosh", "Weiß", false}, {"macintosh", "José", false}, {"macintosh", "Björn", false},
		{"IBM850", "Jäger", false}, {"IBM850", "Müller", false}, {"IBM850", "André", false}, {"IBM850", "Malmö", false}, {"IBM852", "Łukasz", false},
	} {
		data, err := Encoding(c.encoding).NewEncoder().String("id,name\r\n1,Ann\r\n2,\"" + c.name + "\"\r\n")
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read("x.csv", []byte(data))
		switch {
		case !c.read && !errtest.Is(err, &Error{File: "x.csv", Row: 3, Want: "UTF-8"}):
			t.Errorf("%s in %s: %+v, %v", c.name, c.encoding, got, err)
		case c.read && (err != nil || got.Rows[1].Get("name") != c.name):
			t.Errorf("%s in %s: %+v, %v", c.name, c.encoding, got, err)
		}
		// Who names the encoding gets the name in any case.
		again, err := UTF8("x.csv", []byte(data), c.encoding)
		if err != nil {
			t.Errorf("%s in %s: %v", c.name, c.encoding, err)
			continue
		}
		if got, err := Read("x.csv", again); err != nil || got.Rows[1].Get("name") != c.name {
			t.Errorf("%s in %s, named: %+v, %v", c.name, c.encoding, got, err)
		}
	}
	_, err := Read("x.csv", []byte("id;name\n1;Dvo\xf8\xe1k\n"))
	errtest.Fails(t, err, &Error{File: "x.csv", Row: 2, Want: "UTF-8"},
		`"Dvoøák" in windows-1252 (Western European), "Dvořák" in windows-1250 (Central European)`, "x.csv, row 2", "CSV UTF-8", "--encoding")
	_, err = Read("x.csv", []byte("id,name\np1,\xc0\xee\xc4\xc8\n"))
	errtest.Fails(t, err, &Error{File: "x.csv", Row: 2, Want: "UTF-8"}, `"李娜" in gbk (Chinese)`, `"АоДИ" in windows-1251 (Cyrillic)`)
	_, err = Read("x.csv", []byte("id,name\np1,\x8aw\x90\xd0\x94\xd4\x8d\x86\n"))
	errtest.Fails(t, err, &Error{File: "x.csv", Row: 2, Want: "UTF-8"}, `"学籍番号" in shift_jis (Japanese)`)
}

// A name of an encoding changes nothing in tables that say theirs, and must fit the others.
func TestNamedEncoding(t *testing.T) {
	for _, text := range []string{"id\nDvořák\n", "\ufeffid\nDvořák\n", "\xff\xfei\x00d\x00"} {
		if got, err := UTF8("x.csv", []byte(text), "windows-1250"); err != nil || string(got) != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, encoding := range []string{"utf-8", "windows-1252", "none"} {
		if _, err := UTF8("x.csv", []byte("id\n\x8dan\n"), encoding); !errtest.Is(err, &Error{File: "x.csv", Want: encoding}) {
			t.Errorf("%s: %v", encoding, err)
		}
	}
	for encoding, want := range map[string]bool{"windows-1250": true, "CP1250": true, "latin2": true, "euc-kr": true, "IBM852": true, "": false, "excel": false} {
		if known := Encoding(encoding) != nil; known != want {
			t.Errorf("%q is known: %v", encoding, !want)
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

func TestWorkbooks(t *testing.T) {
	for _, data := range []string{"PK\x03\x04\x14\x00\xe9", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"} {
		for _, encoding := range []string{"", "windows-1250"} {
			text, err := UTF8("x.xlsx", []byte(data), encoding)
			if err == nil {
				_, err = Read("x.xlsx", text)
			}
			errtest.Fails(t, err, &Error{File: "x.xlsx", Want: "CSV"}, "save the sheet as")
		}
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

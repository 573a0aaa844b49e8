//go:build !windows

package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// testCell returns a cell of that code.
func testCell(code string) *cell {
	c, err := newCell(&message{content: encode(object{"code": code})})
	if err != nil {
		panic(err)
	}
	return c
}

func TestNewCell(t *testing.T) {
	for code, want := range map[string]string{
		"%%\r\nf()\r\n":  "%%\nf()\n",
		"%%\rf()":        "%%\nf()",
		"\ufeff%%\nf()":  "%%\nf()",
		"a\r\n\r\n\nb\r": "a\n\n\nb\n",
	} {
		if got := testCell(code).code; got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct{ code, declared, run string }{
		{"var a int", "var a int", ""},
		{"var a int\n%%\na++", "var a int", "\n\na++"},
		{"//gonb:%% -x\na++", "", "\na++"},
		{"%%\t-x\na++", "", "\na++"},
		{"!ls\n%main\n%cd x\na++", "", "\n\n\na++"},
		{"%%bash\nls", "\nls", ""},
	} {
		if declared, run := parts(c.code); declared != c.declared || run != c.run {
			t.Errorf("%q: %q, %q; want %q, %q", c.code, declared, run, c.declared, c.run)
		}
	}
}

func TestReads(t *testing.T) {
	for code, want := range map[string]string{
		"%%\nvar x int\nfmt.Scan(&x)":              "Line 3: fmt.Scan ",
		"func f() {\n\tfmt . Scanln()\n}":          "Line 2: fmt.Scanln ",
		"%%\nr := bufio.NewReader(os.Stdin)":       "Line 2: os.Stdin ",
		"%%\n// fmt.Scan\nfmt.Println(`os.Stdin`)": "",
		"%%\nfmt.Sscan(text, &x)":                  "",
		"!echo fmt.Scan(&x)":                       "",
		"%%writefile x.go\nfmt.Scan(&x)":           "",
		"%%\nfmt.Sca":                              "",
		"%%\n\"not closed":                         "",
	} {
		if got := testCell(code).reads(); !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}

func stream(name, text string) *message {
	return &message{parent: []byte(`{"msg_id":"1"}`), content: encode(map[string]string{"name": name, "text": text})}
}

func TestCut(t *testing.T) {
	c := testCell("")
	for i, step := range []struct {
		stream    string
		size      int
		cut, note bool
	}{
		{"stdout", outputLimit, false, false},
		{"stdout", 1, true, true},
		{"stdout", 1, true, false},
		{"stderr", 1, false, false},
		{"stderr", outputLimit, true, true},
	} {
		m := stream(step.stream, strings.Repeat("x", step.size))
		note := c.cut(m)
		if cut := m.content == nil; cut != step.cut || (note != nil) != step.note {
			t.Errorf("step %d: cut %v, note %v", i, cut, note)
		}
	}
}

func TestCutShown(t *testing.T) {
	c := testCell("")
	for i, step := range []struct {
		size      int
		cut, note bool
	}{{shownLimit, false, false}, {1, true, true}, {1, true, false}} {
		m := stream("", "")
		m.content = make([]byte, step.size)
		note := c.cutShown(m)
		if cut := m.content == nil; cut != step.cut || (note != nil) != step.note {
			t.Errorf("step %d: cut %v, note %v", i, cut, note)
		}
	}
}

// What the page says is what gonb v0.11.4 shows for a cell "\nfmt.Println(x)" below a
// cell that declares x.
func TestFaultsOfAPage(t *testing.T) {
	c := testCell("")
	c.read(&message{content: encode(object{"data": object{"text/html": `<style></style>
<div style="white-space: pre-wrap;">  # gonb_1</div>
<div style="white-space: pre-wrap;"><span class="gonb-err-hover-area"><span class="gonb-cell-line-info">Cell[3]: Line 2</span> <span class="gonb-err-location">/tmp/gonb_1/main.go:9:2: </span></span>undefined: x<div class="gonb-err-context">
</div></div>
<div style="white-space: pre-wrap;"><span class="gonb-err-hover-area"><span class="gonb-err-location">/tmp/gonb_1/main.go:4:2: </span></span>a &lt; b<div class="gonb-err-context"></div></div>`}})})
	want := []fault{{3, 2, "undefined: x"}, {0, 0, "a < b"}}
	if !slices.Equal(c.faults, want) {
		t.Errorf("%v, want %v", c.faults, want)
	}
}

// A raw error keeps its words and gets the advice below them.
func TestRawErrors(t *testing.T) {
	c := testCell("x := 1")
	c.number = 2
	m := &message{content: encode(object{
		"ename": "ERROR", "evalue": "main.go:3:1: expected declaration, found x",
		"traceback": []string{"Cell[2]: Line 1\nx := 1\n^\nexpected declaration, found x"},
	})}
	c.fail(m, &memory{})
	var got struct {
		Value     string   `json:"evalue"`
		Traceback []string `json:"traceback"`
	}
	if err := json.Unmarshal(m.content, &got); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(got.Value, "expected declaration") || len(got.Traceback) != 2 || !strings.HasPrefix(got.Traceback[1], "Line 1 is a statement") {
		t.Errorf("%+v", got)
	}
}

// What would end gonb is left out.
func TestTidy(t *testing.T) {
	for _, c := range []struct{ code, want, note string }{
		{"%%\na()\n%%\nb()", "%%\na()\n\nb()", "Line 3: %% is ignored, because the statements of the cell already begin at line 1"},
		{"var a int\n%main -x\na++\n%%\t-y\n%exec f", "var a int\n%main -x\na++\n\n", "Line 4: %% is ignored, because the statements of the cell already begin at line 2"},
		{"% \nvar a int", "\nvar a int", "Line 1: % alone is not a command"},
		{"a\n!  ", "a\n", "Line 2: ! alone is not a command"},
		{"!", "", "Line 1: ! alone is not a command"},
		{"! \\\n \nvar a int", "\n\nvar a int", "Line 1: ! alone is not a command"},
		{"!\\", "", "Line 1: ! alone is not a command"},
		{"!\\\nls", "!\\\nls", ""},
		{"%%script  ", "", "Line 1: %%script needs a program"},
		{"%%script python3\n% \n%%\n%%", "%%script python3\n% \n%%\n%%", ""},
		{"var a int\n  %%\na++", "var a int\n%%\na++", ""},
		{"%%\nfmt.Println(`\n  %%\n`)", "%%\nfmt.Println(`\n  %%\n`)", ""},
		{"%%\n!ls \\\n  %%\n", "%%\n!ls \\\n  %%\n", ""},
		{"", "", ""},
	} {
		got, notes := tidy(c.code)
		note := strings.Join(notes, "")
		if got != c.want || !strings.HasPrefix(note, c.note) || (note == "") != (c.note == "") {
			t.Errorf("%q: %q, %q; want %q, %q", c.code, got, note, c.want, c.note)
		}
	}
}

func TestWithoutInput(t *testing.T) {
	for code, want := range map[string]string{
		"!read x; echo $x":             "!exec </dev/null; read x; echo $x",
		"//gonb:! * pwd":               "!*exec </dev/null; pwd",
		"!echo \\\n!a\n!b":             "!exec </dev/null; echo \\\n!a\n!exec </dev/null; b",
		"%with_inputs\n!read x\n!read": "%with_inputs\n!read x\n!exec </dev/null; read",
		"%with_password\n!read":        "%with_password\n!read",
		"%%bash\n!read":                "%%bash\n!read",
		"%%\na()":                      "%%\na()",
	} {
		if got := withoutInput(code); got != want {
			t.Errorf("%q: %q, want %q", code, got, want)
		}
	}
}

// The words are those of gonb v0.11.4.
func TestUnknownCommand(t *testing.T) {
	for _, c := range []struct{ code, name, text, want string }{
		{"%%\nf()\n%time -x", "stderr", `"%time" unknown or not implemented yet.`, "Line 3: there is no command %time, "},
		{"//gonb:%time", "stderr", `"%time" unknown or not implemented yet.`, "Line 1: there is no command %time, "},
		{"", "stderr", `"%time" unknown or not implemented yet.`, "There is no command %time, "},
		{"%time", "stdout", `"%time" unknown or not implemented yet.`, `"%time" unknown`},
		{"%time", "stderr", "other", "other"},
	} {
		m := stream(c.name, c.text)
		testCell(c.code).explain(m)
		var got struct{ Text string }
		if err := json.Unmarshal(m.content, &got); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(got.Text, c.want) {
			t.Errorf("%q: %q, want %q", c.code, got.Text, c.want)
		}
	}
}

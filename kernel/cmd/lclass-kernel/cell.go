//go:build !windows

package main

import (
	"encoding/json"
	"fmt"
	"go/scanner"
	"go/token"
	"html"
	"regexp"
	"strconv"
	"strings"
)

// outputLimit is how much of what a cell prints the notebook gets, for each of its
// two streams, in bytes.
const outputLimit = 1 << 20

// shownLimit is how much of what a cell shows, figures and tables, the notebook gets.
const shownLimit = 64 << 20

// cell is a cell on its way through gonb.
type cell struct {
	request *message // for gonb to run it
	code    string
	written string   // the code as it came
	notes   []string // what is to be said of it
	last    bool     // if it fails, those that wait do not run
	failed  bool
	number  int // In [number], once gonb runs it
	order   *order
	printed map[string]int
	shown   int // bytes
	faults  []fault
	refused bool // it did not compile

	interrupted bool
}

// fault is a line of the compiler.
type fault struct {
	cell, line int // where, counted from 1; 0 where gonb does not say
	text       string
}

// newCell returns the cell that is to run, with the ends of lines that gonb knows, and
// without a byte order mark and what ends gonb.
func newCell(request *message) (*cell, error) {
	content := map[string]any{"stop_on_error": true}
	if err := json.Unmarshal(request.content, &content); err != nil {
		return nil, err
	}
	c := &cell{request: request, order: newOrder(), printed: map[string]int{}}
	code, _ := content["code"].(string)
	c.last, _ = content["stop_on_error"].(bool)
	c.written = code
	c.code, c.notes = tidy(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(code, "\ufeff")))
	if sent := withoutInput(c.code); sent != code {
		content["code"] = sent
		request.put(content)
	}
	return c, nil
}

// begin notes the number of the cell, and returns what is to be said before it runs.
func (c *cell) begin(m *message) *message {
	var input struct {
		Count int    `json:"execution_count"`
		Code  string `json:"code"`
	}
	_ = json.Unmarshal(m.content, &input)
	c.number = input.Count
	if input.Code != c.written {
		input.Code = c.written
		m.put(input)
	}
	text := strings.Join(c.notes, "") + c.reads()
	if text == "" {
		return nil
	}
	return m.beside("stream", map[string]string{"name": "stderr", "text": text})
}

// beside returns a message that belongs to the same request as m.
func (m *message) beside(kind string, content any) *message {
	request := message{to: m.to, head: m.parent}
	_ = json.Unmarshal(m.parent, &request.header)
	return request.answer(kind, content)
}

// cut limits what the cell prints: of a message above the limit it empties the
// content, and returns a note the first time.
func (c *cell) cut(m *message) *message {
	var stream struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	_ = json.Unmarshal(m.content, &stream)
	before := c.printed[stream.Name]
	c.printed[stream.Name] += len(stream.Text)
	if c.printed[stream.Name] <= outputLimit {
		return nil
	}
	m.content = nil
	if before > outputLimit {
		return nil
	}
	text := fmt.Sprintf("\nThe notebook shows the first %d MB of what a cell prints to %s. Print less, or write to a file.\n", outputLimit>>20, stream.Name)
	return m.beside("stream", map[string]string{"name": "stderr", "text": text})
}

// cutShown does so with what the cell shows, as a loop without an end may do.
func (c *cell) cutShown(m *message) *message {
	before := c.shown
	c.shown += len(m.content)
	if c.shown <= shownLimit {
		return nil
	}
	m.content = nil
	if before > shownLimit {
		return nil
	}
	text := fmt.Sprintf("\nThe notebook shows the first %d MB of the figures and tables of a cell, and has stopped this cell. Show fewer.\n", shownLimit>>20)
	return m.beside("stream", map[string]string{"name": "stderr", "text": text})
}

var (
	reported = regexp.MustCompile(`(?:<span class="gonb-cell-line-info">([^<]*)</span> )?<span class="gonb-err-location">[^<]*</span></span>([^<]*)<`)
	place    = regexp.MustCompile(`^Cell(?:\[(\d+)\]:)? Line (\d+)`)
)

// read reads the faults that gonb shows. It reports whether gonb shows a table of faults
// without any, as when Go was killed.
func (c *cell) read(m *message) (empty bool) {
	var shown struct {
		Data map[string]any `json:"data"`
	}
	_ = json.Unmarshal(m.content, &shown)
	page, _ := shown.Data["text/html"].(string)
	all := reported.FindAllStringSubmatch(page, -1)
	for _, found := range all {
		c.faults = append(c.faults, newFault(found[1], html.UnescapeString(found[2])))
	}
	return len(all) == 0 && strings.Contains(page, ".gonb-err-location {")
}

func newFault(at, text string) fault {
	f := fault{text: strings.TrimSpace(text)}
	if match := place.FindStringSubmatch(at); match != nil {
		f.cell, _ = strconv.Atoi(match[1])
		f.line, _ = strconv.Atoi(match[2])
	}
	return f
}

// fail adds advice to an error.
func (c *cell) fail(m *message, known *memory) {
	c.failed = true
	var e struct {
		Name      string   `json:"ename"`
		Value     string   `json:"evalue"`
		Traceback []string `json:"traceback"`
	}
	if err := json.Unmarshal(m.content, &e); err != nil {
		return
	}
	c.refused = !strings.HasPrefix(e.Value, "exit status") && !strings.HasPrefix(e.Value, "signal:")
	if !c.refused {
		return
	}
	shown := len(c.faults) > 0
	if !shown { // raw errors have the faults themselves
		for _, entry := range e.Traceback {
			lines := strings.Split(entry, "\n")
			c.faults = append(c.faults, newFault(lines[0], lines[len(lines)-1]))
		}
	}
	advice := c.advice(known)
	if len(advice) == 0 && shown {
		advice = []string{"The cell does not compile. Nothing that it declares is kept, and its statements have not run."}
	}
	if len(advice) == 0 {
		return
	}
	if shown || c.interrupted { // the rest is the command that compiles
		e.Traceback = nil
		e.Value = strings.Join(advice, "\n")
	}
	e.Traceback = append(e.Traceback, advice...)
	m.put(e)
}

var unknownCommand = regexp.MustCompile(`^"(%[^"]*)" unknown or not implemented yet\.$`)

// explain puts other words for those of gonb where a command is unknown.
func (c *cell) explain(m *message) {
	var stream struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	_ = json.Unmarshal(m.content, &stream)
	found := unknownCommand.FindStringSubmatch(stream.Text)
	if stream.Name != "stderr" || found == nil {
		return
	}
	there := "There"
	for i, line := range strings.Split(c.code, "\n") {
		if words := strings.Fields(strings.TrimPrefix(line, "//gonb:")); len(words) > 0 && words[0] == found[1] {
			there = fmt.Sprintf("Line %d: there", i+1)
			break
		}
	}
	stream.Text = fmt.Sprintf("%s is no command %s, so its line is ignored. %%help lists the commands of this kernel.\n", there, found[1])
	m.put(stream)
}

// reads returns what to say of a cell that reads its standard input.
func (c *cell) reads() string {
	if special(c.code) {
		return ""
	}
	var words scanner.Scanner
	files := token.NewFileSet()
	all, _ := split(c.code)
	code := []byte(strings.Join(all, "\n"))
	file := files.AddFile("", files.Base(), len(code))
	words.Init(file, code, func(token.Position, string) {}, 0)
	var last [3]string
	for {
		at, kind, text := words.Scan()
		if kind == token.EOF {
			return ""
		}
		if kind == token.PERIOD {
			text = "."
		}
		last = [3]string{last[1], last[2], text}
		switch name := strings.Join(last[:], ""); name {
		case "fmt.Scan", "fmt.Scanf", "fmt.Scanln", "os.Stdin":
			return fmt.Sprintf("Line %d: %s finds no input, because a notebook cannot read from the keyboard. Write the value into the cell, or read it from a string: fmt.Fscan(strings.NewReader(\"3 4\"), &x, &y)\n", file.Line(at), name)
		}
	}
}

// special reports whether the code is no Go at all, but for another command.
func special(code string) bool {
	line, _, _ := strings.Cut(strings.TrimPrefix(code, "//gonb:"), "\n")
	for _, command := range []string{"%%writefile", "%%script", "%%bash", "%%sh", "%%gx"} {
		if word, _, _ := strings.Cut(line, " "); word == command {
			return true
		}
	}
	return false
}

// split returns the lines of a cell, without those that are commands to gonb, and
// which one is %%, below which statements stand; -1 if none is.
func split(code string) (lines []string, runs int) {
	runs = -1
	lines = strings.Split(code, "\n")
	for i, line := range lines {
		line = strings.TrimPrefix(line, "//gonb:")
		word, _, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
		if runs < 0 && (word == "%%" || word == "%main") {
			runs = i
		}
		if strings.HasPrefix(line, "%") || strings.HasPrefix(line, "!") {
			lines[i] = ""
		}
	}
	return lines, runs
}

// parts returns what a cell declares and what it runs, each on the lines that it has
// in the cell.
func parts(code string) (declared, run string) {
	lines, runs := split(code)
	if runs < 0 {
		return strings.Join(lines, "\n"), ""
	}
	return strings.Join(lines[:runs], "\n"), strings.Repeat("\n", runs+1) + strings.Join(lines[runs+1:], "\n")
}

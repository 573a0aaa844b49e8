//go:build !windows

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf16"

	"go.lsp.dev/jsonrpc2"
)

const (
	tabLimit  = 1800 * time.Millisecond // for the answer to a Tab
	loadLimit = 10 * time.Minute        // for gopls to read what is imported, on a busy computer
)

// completer completes names with a gopls of its own, which no cell waits for. gopls
// sees two files: the cell in which somebody writes, and what the
// cells before it have declared.
type completer struct {
	pid    int
	server jsonrpc2.Conn
	dir    string
	free   chan struct{} // holds one token, once gopls is ready

	version int // of the files; has the token

	mu     sync.Mutex
	memory memory        // a copy
	stale  chan struct{} // has a token when gopls has not seen it
}

const (
	cellFile   = "cell.go"
	beforeFile = "before.go"
	empty      = "package main\n"
)

// newCompleter starts gopls in a directory below dir.
func newCompleter(dir string) (*completer, error) {
	c := &completer{dir: filepath.Join(dir, "names", "gonb_names"), free: make(chan struct{}, 1), stale: make(chan struct{}, 1)}
	if err := newModule(c.dir); err != nil {
		return nil, err
	}
	for _, name := range []string{beforeFile, cellFile} { // what is on no disk is in no package
		if err := os.WriteFile(filepath.Join(c.dir, name), []byte(empty), 0o600); err != nil {
			return nil, err
		}
	}
	root := os.Getenv("LCLASS_ROOT")
	gopls := exec.Command(filepath.Join(root, "bin", "gopls"))
	gopls.Dir = c.dir
	gopls.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(root, "kernel", "config")) // without telemetry
	if os.Getenv("GOGC") == "" {
		// Left to itself it lets its garbage grow by as much as it holds, and by 100 MB more.
		gopls.Env = append(gopls.Env, "GOGC=25")
	}
	gopls.SysProcAttr = bound()
	in, err := gopls.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := gopls.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := gopls.Start(); err != nil {
		return nil, err
	}
	c.pid = gopls.Process.Pid
	c.server = jsonrpc2.NewConn(jsonrpc2.NewStream(twoPipes{out, in}))
	c.server.Go(context.Background(), func(ctx context.Context, reply jsonrpc2.Replier, _ jsonrpc2.Request) error {
		return reply(ctx, nil, nil) // nothing that gopls asks for is needed
	})
	go c.prepare()
	return c, nil
}

type twoPipes struct {
	io.ReadCloser
	in io.WriteCloser
}

func (p twoPipes) Write(b []byte) (int, error) { return p.in.Write(b) }

func (p twoPipes) Close() error { return errors.Join(p.ReadCloser.Close(), p.in.Close()) }

type (
	object   = map[string]any
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"` // in units of UTF-16
	}
)

func (c *completer) prepare() {
	ctx := context.Background()
	initialize := object{
		"processId": os.Getpid(),
		"rootUri":   c.uri(""),
		"capabilities": object{"textDocument": object{
			"completion": object{"completionItem": object{"snippetSupport": false}},
			"hover":      object{"contentFormat": []string{"markdown"}},
		}},
		"initializationOptions": object{"diagnosticsTrigger": "Save"},
	}
	if _, err := c.server.Call(ctx, "initialize", initialize, nil); err != nil {
		return // no token: nothing is completed
	}
	_ = c.server.Notify(ctx, "initialized", object{})
	for _, name := range []string{beforeFile, cellFile} {
		_ = c.server.Notify(ctx, "textDocument/didOpen", object{"textDocument": object{
			"uri": c.uri(name), "languageId": "go", "version": 0, "text": empty,
		}})
	}
	c.free <- struct{}{}
	for {
		c.warm()
		<-c.stale
	}
}

func (c *completer) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(c.dir, name))
}

// know tells what the cells so far have declared.
func (c *completer) know(m *memory) {
	c.mu.Lock()
	c.memory = memory{declared: maps.Clone(m.declared), imports: maps.Clone(m.imports)}
	c.mu.Unlock()
	select {
	case c.stale <- struct{}{}:
	default:
	}
}

// warm has gopls load what cells import, before somebody waits for it.
func (c *completer) warm() {
	_, _ = c.names(context.Background(), "%%\n", position{Line: 1})
}

// answer returns the content of the reply to a request for names or for help.
func (c *completer) answer(m *message) any {
	var request struct {
		Code   string `json:"code"`
		Cursor int    `json:"cursor_pos"`
	}
	_ = json.Unmarshal(m.content, &request)
	runes := []rune(request.Code)
	cursor := min(max(request.Cursor, 0), len(runes))
	before := string(runes[:cursor])
	line := strings.Count(before, "\n")
	start := strings.LastIndex(before, "\n") + 1
	at := position{line, units(before[start:])}
	ctx, cancel := context.WithTimeout(context.Background(), tabLimit)
	defer cancel()

	if m.header.Type == "inspect_request" {
		text := c.help(ctx, request.Code, at)
		data := object{}
		if text != "" {
			data["text/markdown"], data["text/plain"] = text, text
		}
		return object{"status": "ok", "found": text != "", "data": data, "metadata": object{}}
	}
	found, length := c.complete(ctx, request.Code, at, before[start:])
	return object{"status": "ok", "matches": found, "cursor_start": cursor - length, "cursor_end": cursor, "metadata": object{}}
}

// complete returns the names that fit at a position, and how many characters before
// it they replace. before is what stands before it in its line.
func (c *completer) complete(ctx context.Context, code string, at position, before string) (found []string, length int) {
	found = []string{}
	if c == nil || !isGo(code, at.Line) {
		return found, 0
	}
	items, err := c.names(ctx, code, at)
	if err != nil {
		return found, 0
	}
	start := -1
	for _, item := range items {
		edit := item.Edit.Range
		if edit.Start.Line != edit.End.Line || edit.End != at.below() || start >= 0 && edit.Start.Character != start {
			continue // Jupyter replaces one stretch before the cursor
		}
		start = edit.Start.Character
		found = append(found, item.Edit.Text)
	}
	if start >= 0 {
		length = len(utf16.Decode(utf16.Encode([]rune(before))[start:]))
	}
	return found, length
}

type item struct {
	Edit struct {
		Range struct {
			Start position `json:"start"`
			End   position `json:"end"`
		} `json:"range"`
		Text string `json:"newText"`
	} `json:"textEdit"`
}

// names returns what gopls offers at a position of a cell.
func (c *completer) names(ctx context.Context, code string, at position) ([]item, error) {
	var list struct {
		Items []item `json:"items"`
	}
	text, err := c.ask(ctx, "textDocument/completion", code, at)
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(text, &list)
	return list.Items, err
}

// help returns what gopls knows of the name at a position, or of the function whose
// arguments are written there.
func (c *completer) help(ctx context.Context, code string, at position) string {
	if c == nil {
		return ""
	}
	if !isGo(code, at.Line) {
		return "`%help` lists the commands that begin with % or !."
	}
	at.Character = nameAt(strings.Split(code, "\n")[at.Line], at.Character)
	var hover struct {
		Contents struct {
			Value string `json:"value"`
		} `json:"contents"`
	}
	text, err := c.ask(ctx, "textDocument/hover", code, at)
	if err != nil || json.Unmarshal(text, &hover) != nil {
		return ""
	}
	return hover.Contents.Value
}

// ask shows gopls a cell and asks something about it. What takes longer than ctx goes
// on, as gopls loads packages for it that the next one needs.
func (c *completer) ask(ctx context.Context, method, code string, at position) (json.RawMessage, error) {
	select {
	case <-c.free:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	type answer struct {
		text json.RawMessage
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		defer func() { c.free <- struct{}{} }()
		text, err := c.call(method, code, at)
		done <- answer{text, err}
	}()
	select {
	case a := <-done:
		return a.text, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// call has the token.
func (c *completer) call(method, code string, at position) (text json.RawMessage, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), loadLimit)
	defer cancel()
	c.mu.Lock()
	cell, before := c.memory.files(code)
	c.mu.Unlock()
	c.version++
	for name, text := range map[string]string{cellFile: cell, beforeFile: before} {
		err := c.server.Notify(ctx, "textDocument/didChange", object{
			"textDocument":   object{"uri": c.uri(name), "version": c.version},
			"contentChanges": []object{{"text": text}},
		})
		if err != nil {
			return nil, err
		}
	}
	_, err = c.server.Call(ctx, method, object{"textDocument": object{"uri": c.uri(cellFile)}, "position": at.below()}, &text)
	return text, err
}

// headLines are the lines of the cell's file before the cell.
const headLines = 2

func (p position) below() position {
	p.Line += headLines
	return p
}

// files returns a cell as a file of Go, its lines in order, and the file of what was
// declared before and not again in it.
func (m *memory) files(code string) (cell, before string) {
	above, _ := parts(code)
	declared, imports := declarations(above)
	again := map[string]bool{"main": true}
	for _, d := range declared {
		again[d.key] = true
	}
	lines, runs := split(code)
	if runs >= 0 {
		lines[runs] = "func main() {"
		lines = append(lines, "}")
	}
	cell = "package main\nimport (" + m.importList(imports) + ")\n" + strings.Join(lines, "\n") + "\n"
	var text strings.Builder
	text.WriteString("package main\nimport (" + m.importList(nil) + ")\n")
	var last string
	for _, d := range m.sorted() {
		if again[d.key] || slices.ContainsFunc(d.alongside, func(key string) bool { return again[key] }) || d.text == last {
			continue
		}
		last = d.text
		text.WriteString(d.text + "\n")
	}
	return cell, text.String()
}

func (m *memory) importList(but map[string]string) string {
	var specs []string
	for _, path := range slices.Sorted(maps.Keys(m.imports)) {
		if _, ok := but[path]; !ok {
			specs = append(specs, fmt.Sprintf("%s %q", m.imports[path], path))
		}
	}
	return strings.Join(specs, "; ")
}

// isGo reports whether a line of a cell is Go.
func isGo(code string, line int) bool {
	lines := strings.Split(code, "\n")
	if special(code) || line >= len(lines) {
		return false
	}
	text := strings.TrimPrefix(lines[line], "//gonb:")
	return !strings.HasPrefix(text, "%") && !strings.HasPrefix(text, "!")
}

// nameAt returns where in a line the name at a position stands, or before it that of
// the function in whose brackets it is.
func nameAt(line string, at int) int {
	text := utf16.Encode([]rune(line))
	at = min(at, len(text))
	isName := func(i int) bool {
		if i < 0 || i >= len(text) {
			return false
		}
		u := text[i]
		return u == '_' || u >= '0' && u <= '9' || u >= 'a' && u <= 'z' || u >= 'A' && u <= 'Z' || u >= 0x80
	}
	if isName(at) || isName(at-1) {
		if !isName(at) {
			at--
		}
		return at
	}
	if at > 0 && text[at-1] == ')' {
		at--
	}
	depth := 0
	for i := at - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			if depth == 0 && isName(i-1) {
				return i - 1
			}
			depth--
		}
	}
	return at
}

func units(s string) int { return len(utf16.Encode([]rune(s))) }

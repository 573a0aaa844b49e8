package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// mostCells is how many cells a notebook may have: nobody writes more by hand.
const mostCells = 10_000

// mostNamed is how many cells a note names.
const mostNamed = 5

// Read reads a notebook, and as much of a damaged one as there is: in UTF-16 or
// Latin-1, of nbformat 3 or 4, with cells that lack what they should have. Notes
// says what was put right. An error says what the file is instead, or the line and
// column where it stops being a notebook, and the way out.
func Read(data []byte) (*Notebook, error) {
	text, note, err := decode(data)
	if err != nil {
		return nil, err
	}
	file, err := object(text)
	if err != nil {
		return nil, err
	}
	r := reader{notebook: &Notebook{Metadata: dict(file["metadata"])}}
	if note != "" {
		r.note("the file %s", note)
	}
	cells, err := r.cells(file)
	if err != nil {
		return nil, err
	}
	if len(cells) > mostCells {
		return nil, &Error{What: "too many cells", text: fmt.Sprintf("the notebook has %d cells; at most %d can be read: remove those that are not needed", len(cells), mostCells)}
	}
	var untyped []string
	for i, c := range cells {
		if !r.cell(c) {
			untyped = append(untyped, fmt.Sprintf("cell %d", i+1))
		}
	}
	if n := len(untyped); n > 0 {
		if n > mostNamed {
			untyped = append(untyped[:mostNamed], fmt.Sprintf("%d more cells", n-mostNamed))
		}
		r.note("read as plain text, because Jupyter does not know their type: %s", strings.Join(untyped, ", "))
	}
	r.notebook.identify()
	return r.notebook, nil
}

// object reads the one JSON object that a notebook is.
func object(text []byte) (map[string]any, error) {
	var value any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&value); err != nil {
		return nil, broken(text, err)
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, at(text, decoder.InputOffset(), "text after the end", "text after the end of the notebook: open it in Jupyter, or remove what follows the last }")
	}
	file, ok := value.(map[string]any)
	if !ok {
		return nil, errNoCells
	}
	return file, nil
}

var errNoCells = &Error{What: "no cells", text: "the file is JSON, but not a notebook: it has no cells; hand in the .ipynb file that Jupyter saved"}

// broken says what a file is that is not JSON.
func broken(text []byte, err error) error {
	start := bytes.TrimSpace(text)
	start = bytes.ToLower(start[:min(len(start), 20)])
	if bytes.HasPrefix(start, []byte("<!doctype")) || bytes.HasPrefix(start, []byte("<html")) {
		return &Error{What: "web page", text: "this is a web page and not a notebook: in Jupyter choose File > Download, which gives the .ipynb file"}
	}
	for number, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "<<<<<<< ") || strings.HasPrefix(line, ">>>>>>> ") {
			return &Error{"merge conflict", number + 1, 0, "git has left the markers of a merge conflict: keep one of the two versions and remove the marker lines"}
		}
	}
	if !bytes.HasPrefix(start, []byte("{")) {
		return &Error{What: "no JSON", text: "the file is not a notebook, because it does not begin with {: hand in the .ipynb file that Jupyter saved"}
	}
	syntax := new(json.SyntaxError)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return at(text, int64(len(text)), "cut off", "the file ends in the middle of the notebook; perhaps the upload was cut off: hand it in again")
	case errors.As(err, &syntax):
		return at(text, syntax.Offset, "invalid JSON", "the file is not valid JSON: %v; was it edited outside Jupyter? Undo that, or copy the cells into a new notebook", err)
	}
	return fmt.Errorf("the file is not valid JSON: %w; copy the cells into a new notebook", err)
}

// at returns an Error about a byte, with line and column as an editor counts.
func at(text []byte, offset int64, what, format string, args ...any) error {
	before := text[:min(offset, int64(len(text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := len(bytes.Runes(before[bytes.LastIndexByte(before, '\n')+1:]))
	return &Error{what, line, max(column, 1), fmt.Sprintf(format, args...)}
}

type reader struct {
	notebook *Notebook
}

func (r reader) note(format string, args ...any) {
	r.notebook.Notes = append(r.notebook.Notes, fmt.Sprintf(format, args...))
}

// cells returns the cells of format 4, or those of the worksheets of format 3.
func (r reader) cells(file map[string]any) ([]any, error) {
	if cells, ok := file["cells"].([]any); ok {
		return cells, nil
	}
	sheets, ok := file["worksheets"].([]any)
	if !ok {
		return nil, errNoCells
	}
	r.note("the notebook is in the old format 3; its outputs are left out")
	var cells []any
	for _, sheet := range sheets {
		of, _ := dict(sheet)["cells"].([]any)
		for _, c := range of {
			cells = append(cells, modern(dict(c)))
		}
	}
	return cells, nil
}

// modern makes a cell of format 3 one of format 4.
func modern(cell map[string]any) map[string]any {
	delete(cell, "outputs")
	switch cell["cell_type"] {
	case "code":
		cell["source"] = cell["input"]
		cell["execution_count"] = cell["prompt_number"]
	case "heading":
		cell["cell_type"] = "markdown"
		level := min(max(number(cell["level"]), 1), 6)
		cell["source"] = strings.Repeat("#", int(level)) + " " + lines(cell["source"])
	}
	return cell
}

// cell adds a cell. It reports whether its type is known.
func (r reader) cell(value any) (known bool) {
	fields := dict(value)
	c := Cell{Source: lines(fields["source"]), Metadata: dict(fields["metadata"])}
	c.ID, _ = fields["id"].(string)
	c.Grade = takeGrade(c.Metadata)
	known = true
	switch kind := fields["cell_type"]; kind {
	case "code":
		c.Kind = "code"
		c.Outputs = objects(fields["outputs"])
		if count := number(fields["execution_count"]); count > 0 && count <= math.MaxInt32 {
			c.Count = int(count)
		}
	case "markdown", "raw":
		c.Kind = kind.(string)
		c.Attachments, _ = fields["attachments"].(map[string]any)
	default:
		c.Kind, known = "raw", false
	}
	r.notebook.Cells = append(r.notebook.Cells, c)
	return known
}

// lines joins a text that may be in one piece or in lines.
func lines(value any) string {
	var text strings.Builder
	switch v := value.(type) {
	case string:
		text.WriteString(v)
	case []any:
		for _, line := range v {
			s, _ := line.(string)
			text.WriteString(s)
		}
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text.String())
}

// dict returns an object, an empty one for anything else.
func dict(value any) map[string]any {
	if d, ok := value.(map[string]any); ok {
		return d
	}
	return map[string]any{}
}

// objects returns those of a list that are objects.
func objects(value any) []any {
	list, _ := value.([]any)
	var kept []any
	for _, v := range list {
		if d, ok := v.(map[string]any); ok {
			kept = append(kept, d)
		}
	}
	return kept
}

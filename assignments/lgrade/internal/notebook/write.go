package notebook

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"strings"
)

// Bytes returns the notebook as a file of format 4.5: sorted keys, an indent of one
// space, a source as a list of lines, a newline at the end. It is the same for the
// same notebook, byte for byte, and what tools/nbtext.py writes. It panics for
// metadata that JSON cannot hold, which Read never returns.
func (n *Notebook) Bytes() []byte {
	cells := make([]any, len(n.Cells))
	for i, c := range n.Cells {
		cells[i] = c.fields()
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err := encoder.Encode(map[string]any{
		"cells":          cells,
		"metadata":       orEmpty(n.Metadata),
		"nbformat":       4,
		"nbformat_minor": 5,
	})
	if err != nil {
		panic(err)
	}
	return unescape(out.Bytes())
}

func (c Cell) fields() map[string]any {
	metadata := maps.Clone(orEmpty(c.Metadata))
	if c.Grade != nil {
		metadata["nbgrader"] = c.Grade.metadata()
	}
	fields := map[string]any{
		"cell_type": c.Kind,
		"id":        c.ID,
		"metadata":  metadata,
		"source":    split(c.Source),
	}
	if c.Attachments != nil {
		fields["attachments"] = c.Attachments
	}
	if c.Kind == "code" {
		fields["execution_count"] = nil
		if c.Count > 0 {
			fields["execution_count"] = c.Count
		}
		fields["outputs"] = append([]any{}, c.Outputs...)
	}
	return fields
}

func orEmpty(d map[string]any) map[string]any {
	if d == nil {
		return map[string]any{}
	}
	return d
}

// split cuts a text into its lines, each with its "\n".
func split(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	}
	return lines
}

// unescape writes the two line separators of Unicode as they are, which Go's
// encoder escapes and Python's does not.
func unescape(data []byte) []byte {
	return separators.ReplaceAllFunc(data, func(escape []byte) []byte {
		switch string(escape) {
		case `\u2028`:
			return []byte("\u2028")
		case `\u2029`:
			return []byte("\u2029")
		}
		return escape
	})
}

// Any escape is matched, so that the backslash of "\\u2028" is not taken for one.
var separators = regexp.MustCompile(`\\(u[0-9a-f]{4}|.)`)

var validID = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// identify gives an id to each cell that has none of its own. It comes from the
// cell's text, as that of tools/nbtext.py does.
func (n *Notebook) identify() {
	seen, next := map[string]bool{}, map[string]int{} // next has the first number to try
	for i := range n.Cells {
		c := &n.Cells[i]
		if !validID.MatchString(c.ID) || seen[c.ID] {
			digest := sha256.Sum256([]byte(c.Kind + "\n" + strings.Trim(c.Source, "\n")))
			name := fmt.Sprintf("%x", digest[:4])
			c.ID = name
			for twin := max(len(seen), next[name]); seen[c.ID]; twin++ {
				c.ID = fmt.Sprintf("%s-%d", name, twin)
				next[name] = twin + 1
			}
		}
		seen[c.ID] = true
	}
}

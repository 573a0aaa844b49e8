//go:build !windows

package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// A mark stands in the standard output of a cell where it shows an output, whose name
// the mark has. Package plots writes them, and waits until gonb has the output.
var (
	mark  = regexp.MustCompile("\x1b_lclass;([0-9.]+)\x1b\\\\")
	begin = regexp.MustCompile("\x1b(_[acls]*(;[0-9.]*\x1b?)?)?$") // of a mark, at the end of a piece
)

// order puts the outputs of a cell into its standard output, where their marks stand:
// the two come to gonb by two ways, of which either may be the faster.
type order struct {
	begun string          // what may become a mark
	found map[string]bool // marks whose output has not come
	held  []held
}

// held is an output whose mark has not come.
type held struct {
	name string
	*message
}

func newOrder() *order { return &order{found: map[string]bool{}} }

// text returns what is to be passed on when m has come, a piece of a stream.
func (o *order) text(m *message) []*message {
	var stream struct {
		Name string `json:"name"`
		Text string `json:"text"`
	}
	_ = json.Unmarshal(m.content, &stream)
	text := o.begun + stream.Text
	if stream.Name != "stdout" || !strings.Contains(text, "\x1b") {
		return []*message{m}
	}
	var out []*message
	pass := func(text string) {
		if text != "" {
			out = append(out, m.printed(text))
		}
	}
	for {
		place := mark.FindStringSubmatchIndex(text)
		if place == nil {
			break
		}
		pass(text[:place[0]])
		name := text[place[2]:place[3]]
		text = text[place[1]:]
		at := slices.IndexFunc(o.held, func(h held) bool { return h.name == name })
		if at < 0 {
			o.found[name] = true
			continue
		}
		out = append(out, o.held[at].message)
		o.held = slices.Delete(o.held, at, at+1)
	}
	cut := len(text)
	if place := begin.FindStringIndex(text); place != nil {
		cut = place[0]
	}
	pass(text[:cut])
	o.begun = text[cut:]
	return out
}

// output returns what is to be passed on when m has come, an output.
func (o *order) output(m *message) []*message {
	var content map[string]json.RawMessage
	var meta map[string]json.RawMessage
	var name string
	if json.Unmarshal(m.content, &content) != nil || json.Unmarshal(content["metadata"], &meta) != nil ||
		json.Unmarshal(meta["lclass"], &name) != nil {
		return []*message{m}
	}
	delete(meta, "lclass")
	content["metadata"] = encode(meta)
	m.put(content)
	if !o.found[name] {
		o.held = append(o.held, held{name, m})
		return nil
	}
	delete(o.found, name)
	return []*message{m}
}

// rest returns what is left when the cell, to which m belongs, has ended.
func (o *order) rest(m *message) []*message {
	var out []*message
	if o.begun != "" {
		out = append(out, m.printed(o.begun))
	}
	for _, h := range o.held {
		out = append(out, h.message)
	}
	*o = *newOrder()
	return out
}

// printed returns a message with what the cell has printed, to which m belongs.
func (m *message) printed(text string) *message {
	return m.beside("stream", map[string]string{"name": "stdout", "text": text})
}

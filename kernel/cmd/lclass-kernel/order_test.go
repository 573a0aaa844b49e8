//go:build !windows

package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func shown(name string) *message {
	return &message{
		header: header{Type: "display_data"}, parent: []byte(`{"msg_id":"1"}`),
		content: encode(object{"data": object{"text/plain": "figure " + name}, "metadata": object{"alt": "a", "lclass": name}}),
	}
}

// told writes messages as text: what is printed, and figures in brackets.
func told(t *testing.T, all []*message) string {
	var b strings.Builder
	for _, m := range all {
		var content struct {
			Text string            `json:"text"`
			Data map[string]string `json:"data"`
			Meta map[string]string `json:"metadata"`
		}
		if err := json.Unmarshal(m.content, &content); err != nil {
			t.Fatal(err)
		}
		if content.Data == nil {
			b.WriteString(content.Text)
		} else {
			fmt.Fprint(&b, "[", content.Data["text/plain"], " ", content.Meta, "]")
		}
	}
	return b.String()
}

// Whatever is faster, and however the text is cut into pieces, an output stands where
// its mark does.
func TestOrder(t *testing.T) {
	const (
		mark1, mark2 = "\x1b_lclass;7.1\x1b\\", "\x1b_lclass;7.2\x1b\\"
		want         = "a\x1b[31mred[figure 7.1 map[alt:a]]b[figure 7.2 map[alt:a]]c\x1b_other"
	)
	texts := []string{"a\x1b[31mred" + mark1, "b" + mark2, "c\x1b_other"}
	for name, figureFirst := range map[string]bool{"figure first": true, "text first": false} {
		for cut := range 20 {
			o := newOrder()
			var out []*message
			for i, text := range texts {
				figure := func() { out = append(out, o.output(shown(fmt.Sprint("7.", i+1)))...) }
				if i < 2 && figureFirst {
					figure()
				}
				cut := min(cut, len(text))
				out = append(out, o.text(stream("stdout", text[:cut]))...)
				out = append(out, o.text(stream("stdout", text[cut:]))...)
				if i < 2 && !figureFirst {
					figure()
				}
			}
			out = append(out, o.rest(stream("", ""))...)
			if got := told(t, out); got != want {
				t.Errorf("%s, cut at %d: %q, want %q", name, cut, got, want)
			}
		}
	}
}

// An output whose mark never comes is shown when the cell ends.
func TestOrderWithoutMarks(t *testing.T) {
	o := newOrder()
	out := append(o.output(shown("7.1")), o.output(shown("7.2"))...)
	out = append(out, o.text(stream("stdout", "a\x1b_lclass;7.1\x1b\\b\x1b_lcl"))...)
	if got, want := told(t, out), "a[figure 7.1 map[alt:a]]b"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := told(t, o.rest(stream("", ""))), "\x1b_lcl[figure 7.2 map[alt:a]]"; got != want {
		t.Errorf("at the end: %q, want %q", got, want)
	}
	if left := o.rest(stream("", "")); left != nil {
		t.Errorf("left are %d messages", len(left))
	}
}

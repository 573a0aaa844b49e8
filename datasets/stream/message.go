package stream

import (
	"fmt"
	"strings"

	"linclass/internal/brief"
)

// A tableError names the table in which something is wrong.
type tableError struct {
	table string // "" if it has no name
	err   error
}

func (e *tableError) Error() string {
	text := strings.TrimPrefix(e.err.Error(), "lclass: ")
	if e.table != "" {
		text = e.table + ": " + text
	}
	return "stream: " + text
}

func (e *tableError) Unwrap() error { return e.err }

// within returns an error that names the table, as most of its own do.
func within(t Table, err error) error {
	var name string
	if named, ok := t.(fmt.Stringer); ok {
		name = named.String()
	}
	if err == nil || name != "" && strings.Contains(err.Error(), name) {
		return err
	}
	return &tableError{name, err}
}

// shortList returns some of many texts for a message.
func shortList(texts []string) string {
	const most = 5
	list := make([]string, 0, most)
	for _, text := range texts[:min(most, len(texts))] {
		list = append(list, fmt.Sprintf("%q", brief.Text(text)))
	}
	if more := len(texts) - most; more > 0 {
		list = append(list, fmt.Sprintf("… and %d more", more))
	}
	return strings.Join(list, ", ")
}

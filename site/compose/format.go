package compose

import (
	"go/format"
	"go/scanner"
	"strings"
)

// Format returns a cell as gofmt writes it. Commands stay as they are.
func Format(source string) (string, []Problem) {
	var out []string
	lines := strings.Split(source, "\n")
	part, start := []string{}, 0
	var problems []Problem
	flush := func() {
		text := strings.Join(part, "\n")
		formatted, err := format.Source([]byte(text))
		if list, ok := err.(scanner.ErrorList); ok {
			for _, e := range list {
				problems = append(problems, Problem{Line: min(start+e.Pos.Line, len(lines)), Column: e.Pos.Column, Message: e.Msg})
			}
		} else if err != nil {
			problems = append(problems, Problem{Line: start + 1, Message: err.Error()})
		}
		if text != "" {
			out = append(out, strings.TrimRight(string(formatted), "\n"))
		}
		part = part[:0]
	}
	for i, line := range lines {
		word := strings.TrimPrefix(line, "//gonb:")
		if len(word) > 1 && (word[0] == '%' || word[0] == '!') {
			above := len(part)
			for above > 0 && strings.TrimSpace(part[above-1]) == "" {
				above--
			}
			if empty := len(part) - above; empty > 0 && above > 0 {
				part = part[:above]
				flush()
				out = append(out, "")
			} else {
				part = part[:above]
				flush()
			}
			out = append(out, strings.TrimRight(line, " \t\r"))
			start = i + 1
			continue
		}
		part = append(part, line)
	}
	flush()
	if len(problems) > 0 {
		return "", problems
	}
	return strings.Join(out, "\n"), nil
}

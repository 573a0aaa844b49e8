package notebook

import (
	"fmt"
	"regexp"
	"strings"
)

// A marker is a comment of Go, of a shell or of HTML, alone in its line.
var (
	marker   = regexp.MustCompile(`^([ \t]*)(?://|#+|<!--)[ \t]*(BEGIN|END) SOLUTION[ \t]*(?:-->)?[ \t]*$`)
	mention  = regexp.MustCompile(`(?i)(BEGIN|END)\s+SOLUTION`)
	function = regexp.MustCompile(`^func\s+(?:\([^)]*\)\s*)?(\w+)`)
)

// A Part of a cell is what stands between the lines BEGIN SOLUTION and END SOLUTION.
type Part struct {
	Indent   string   // of the first marker
	Function string   // whose body it is in; "" outside
	Lines    []string // without the markers
}

// Cut takes the solution out of a cell: each part gives way to the lines that
// replace returns for it. The errors, about markers that do not match, are of type
// [*Error].
func Cut(source string, replace func(Part) []string) (rest string, parts []Part, err error) {
	var kept []string
	var part *Part
	var inside string // the function of the line
	var begin int
	for i, line := range strings.Split(source, "\n") {
		if m := function.FindStringSubmatch(line); m != nil && part == nil {
			inside = m[1]
		} else if strings.HasPrefix(line, "}") && part == nil {
			inside = ""
		}
		m := marker.FindStringSubmatch(line)
		switch {
		case m == nil && mention.MatchString(line):
			return "", nil, &Error{"no marker", i + 1, 0, fmt.Sprintf("%q is not a marker: write it on a line of its own, as in // BEGIN SOLUTION", strings.TrimSpace(line))}
		case m == nil && part == nil:
			kept = append(kept, line)
		case m == nil:
			part.Lines = append(part.Lines, line)
		case m[2] == "BEGIN" && part != nil:
			return "", nil, &Error{"BEGIN within", i + 1, 0, fmt.Sprintf("BEGIN SOLUTION, but the one in line %d has no END SOLUTION: put it between them", begin)}
		case m[2] == "BEGIN":
			begin = i + 1
			part = &Part{Indent: m[1], Function: inside}
		case part == nil:
			return "", nil, &Error{"no BEGIN", i + 1, 0, "END SOLUTION without a BEGIN SOLUTION before it"}
		default:
			kept = append(kept, replace(*part)...)
			parts = append(parts, *part)
			part = nil
		}
	}
	if part != nil {
		return "", nil, &Error{"no END", begin, 0, "BEGIN SOLUTION without an END SOLUTION after it"}
	}
	return strings.Join(kept, "\n"), parts, nil
}

// Stub is what takes the place of a part of a solution in Go: a panic that names the
// function, or nothing outside of functions.
func Stub(p Part) []string {
	if p.Function == "" {
		return nil
	}
	return []string{fmt.Sprintf("%spanic(%q)", p.Indent, "not implemented: "+p.Function)}
}

// Blank is what takes the place of a written answer.
func Blank(Part) []string { return []string{"*Your answer here.*"} }

// Package release makes of an assignment's notebook the one that students get.
package release

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/notebook"
)

// Make returns the notebook for the students: without solutions, outputs and
// anything of the hidden checks, its given cells locked. The same assignment gives
// the same bytes. The error lists all that is wrong with the source notebook, each
// with its cell.
func Make(ctx context.Context, a *assignment.Assignment) (*notebook.Notebook, error) {
	n, err := read(a)
	if err != nil {
		return nil, err
	}
	if err := prepare(a, n); err != nil {
		return nil, refused(a, err)
	}
	if err := compile(ctx, a, n); err != nil {
		return nil, refused(a, err)
	}
	return n, nil
}

// ID returns the id that Make gives the release of an assignment, or that of the
// release that lies in the place of its source.
func ID(a *assignment.Assignment) (string, error) {
	n, err := read(a)
	if err != nil {
		return "", err
	}
	if _, id := Of(n); id != "" {
		return id, nil
	}
	if err := prepare(a, n); err != nil {
		return "", refused(a, err)
	}
	_, id := Of(n)
	return id, nil
}

func read(a *assignment.Assignment) (*notebook.Notebook, error) {
	data, err := os.ReadFile(a.Notebook())
	if err != nil {
		return nil, err
	}
	n, err := notebook.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Notebook(), err)
	}
	return n, nil
}

func refused(a *assignment.Assignment, err error) error {
	return fmt.Errorf("%s cannot be released:\n%w", a.Notebook(), err)
}

// A Mistake is in a cell of the source notebook.
type Mistake struct {
	Cell string // "" for the notebook
	Line int    // 0 for all of the cell
	What string // such as "points"
	text string
}

func (m *Mistake) Error() string { return m.text }

func mistake(cell string, line int, what, format string, args ...any) error {
	return &Mistake{cell, line, what, fmt.Sprintf(format, args...)}
}

// prepare does all but to compile.
func prepare(a *assignment.Assignment, n *notebook.Notebook) error {
	if err := valid(a, n); err != nil {
		return err
	}
	secrets, err := empty(n)
	if err != nil {
		return err
	}
	if err := silent(n, secrets); err != nil {
		return err
	}
	n.Strip()
	n.Lock()
	n.GoOn()
	stamp(a, n)
	return nil
}

var gap = regexp.MustCompile(`\n{3,}`)

// empty takes the solutions out, and returns their lines.
func empty(n *notebook.Notebook) (secrets []string, err error) {
	var problems []error
	for i := range n.Cells {
		c := &n.Cells[i]
		replace := notebook.Stub
		if c.Kind != "code" {
			replace = notebook.Blank
		}
		rest, parts, err := notebook.Cut(c.Source, replace)
		solution := c.Grade != nil && c.Grade.Solution
		name, marker := n.Name(i), &notebook.Error{}
		switch {
		case err != nil:
			errors.As(err, &marker)
			problems = append(problems, mistake(name, marker.Line, marker.What, "%s, %v", name, err))
		case len(parts) > 0 && !solution:
			problems = append(problems, mistake(name, 0, "markers", "%s has a solution between markers, but its metadata do not say solution: true", name))
		case len(parts) == 0 && solution:
			problems = append(problems, mistake(name, 0, "no markers", "%s is a solution cell without the lines BEGIN SOLUTION and END SOLUTION", name))
		}
		for _, p := range parts {
			secrets = append(secrets, p.Lines...)
		}
		if len(parts) > 0 { // what has vanished leaves no gap
			rest = strings.Trim(gap.ReplaceAllString(rest, "\n\n"), "\n")
		}
		c.Source = rest
	}
	return secrets, errors.Join(problems...)
}

// telling is how long a line is that would give something away if it stood
// elsewhere; shorter ones, and heads of blocks, are alike in many programs.
const telling = 20

var hidden = regexp.MustCompile(`(?i)assignments/hidden|hidden tests|mark scheme`)

// silent refuses a notebook that repeats what it has just lost, or names what only
// the lecturer has.
func silent(n *notebook.Notebook, secrets []string) error {
	var telltales []string
	for _, line := range secrets {
		line = strings.TrimSpace(line)
		if len([]rune(line)) >= telling && !strings.HasSuffix(line, "{") {
			telltales = append(telltales, line)
		}
	}
	var problems []error
	for i, c := range n.Cells {
		for number, line := range strings.Split(c.Source, "\n") {
			for _, telltale := range telltales {
				if strings.Contains(line, telltale) {
					problems = append(problems, mistake(n.Name(i), number+1, "solution", "%s, line %d repeats a line of a solution: %s", n.Name(i), number+1, telltale))
				}
			}
			if m := hidden.FindString(line); m != "" {
				problems = append(problems, mistake(n.Name(i), number+1, "hidden", "%s, line %d names what students must not see: %q", n.Name(i), number+1, m))
			}
		}
	}
	return errors.Join(problems...)
}

// key is where the metadata of a released notebook say what it is.
const key = "lclass"

// stamp notes in the notebook which assignment it is, and which release: a digest of
// the rest.
func stamp(a *assignment.Assignment, n *notebook.Notebook) {
	digest := sha256.Sum256(n.Bytes())
	n.Metadata[key] = map[string]any{
		"assignment": a.Name,
		"release":    fmt.Sprintf("%x", digest[:4]),
	}
}

// Of returns what a notebook that was handed in says it is: the name of the
// assignment and the id of the release. Each is "" if it does not say.
func Of(n *notebook.Notebook) (assignment, id string) {
	of, _ := n.Metadata[key].(map[string]any)
	assignment, _ = of["assignment"].(string)
	id, _ = of["release"].(string)
	return assignment, id
}

package answers

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Program is source text for the compiler.
type Program struct {
	Files    map[string][]byte // of package answers
	Tasks    []string          // that can be graded
	Borrowed []string          // tasks that those call and that are taken from the reference
}

// Program returns what the functions of tasks need, and no more. Tasks among them that
// are not own, or that the notebook does not have, are borrowed from the package with the
// import path reference.
func (a *Answers) Program(tasks, own []string, reference string) Program {
	p := Program{Files: map[string][]byte{}}
	taken := map[*declaration]bool{}
	for _, name := range tasks {
		if a.now[name] != nil {
			p.Tasks = append(p.Tasks, name)
			a.take(name, taken, func(called string) bool {
				lent := a.now[called] == nil || !slices.Contains(own, called)
				if lent && !slices.Contains(p.Borrowed, called) {
					p.Borrowed = append(p.Borrowed, called)
				}
				return !lent
			})
		}
	}
	for _, c := range a.cells {
		if text := c.write(taken); text != nil {
			p.Files[c.file()] = text
		}
	}
	p.Files["borrowed.go"] = borrow(p.Borrowed, reference)
	return p
}

// Calls returns the other tasks whose functions that of a task needs, itself or through
// what it calls.
func (a *Answers) Calls(task string) []string {
	var all []string
	a.take(task, map[*declaration]bool{}, func(called string) bool {
		if called != task && !slices.Contains(all, called) {
			all = append(all, called)
		}
		return true
	})
	return all
}

// take collects the declarations that a name needs, and its own. It asks of each task
// among them whether to go on with it.
func (a *Answers) take(name string, taken map[*declaration]bool, ask func(task string) bool) {
	if slices.Contains(a.rules.Tasks, name) && !ask(name) {
		return
	}
	d := a.now[name]
	if d == nil || taken[d] {
		return
	}
	all := []*declaration{d}
	for _, declared := range d.names {
		all = append(all, a.on[declared]...)
	}
	for _, d := range all {
		if !taken[d] {
			taken[d] = true
			for _, used := range d.uses {
				a.take(used, taken, ask)
			}
		}
	}
}

// Imports returns the import paths of the packages that a notebook's declarations
// use.
func (a *Answers) Imports() []string {
	paths := map[string]bool{}
	for _, d := range a.all {
		for _, path := range d.packages {
			paths[path] = true
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// borrow uses no name that an answer could have changed the meaning of.
func borrow(tasks []string, reference string) []byte {
	var text strings.Builder
	text.WriteString("package answers\n")
	if len(tasks) > 0 {
		fmt.Fprintf(&text, "import lgradeReference %q\n", reference)
	}
	for _, name := range tasks {
		fmt.Fprintf(&text, "var %s = lgradeReference.%s\n", name, name)
	}
	return []byte(text.String())
}

// write returns the cell as a file in which all comments, and the declarations that
// are not taken, are blank; nil if none is taken. The compiler is told the lines of
// the cell.
func (c *cell) write(taken map[*declaration]bool) []byte {
	text := []byte(c.text)
	blank(text)
	packages := map[string]string{}
	any := false
	for _, d := range c.declarations {
		if !taken[d] {
			continue
		}
		any = true
		maps.Copy(packages, d.packages)
		for _, s := range d.ranges {
			copy(text[s.from:], c.text[s.from:c.afterSemicolon(s.to)])
		}
	}
	if !any {
		return nil
	}
	for _, s := range c.comments {
		blank(text[s.from:s.to])
	}
	return slices.Concat(header(packages, c.file()), text, []byte("\n"))
}

// afterSemicolon returns the offset after a semicolon that follows on the line, else
// the offset itself.
func (c *cell) afterSemicolon(offset int) int {
	rest := strings.TrimLeft(c.text[offset:], " \t")
	if strings.HasPrefix(rest, ";") {
		return len(c.text) - len(rest) + 1
	}
	return offset
}

func header(packages map[string]string, file string) []byte {
	var head strings.Builder
	head.WriteString("package answers; ")
	for _, name := range slices.Sorted(maps.Keys(packages)) {
		fmt.Fprintf(&head, "import %s %q; ", name, packages[name])
	}
	fmt.Fprintf(&head, "\n//line %s:1:1\n", file)
	return []byte(head.String())
}

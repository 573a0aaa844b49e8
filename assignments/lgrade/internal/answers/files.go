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
	Tasks    []string          // whose functions are the notebook's own
	Borrowed []string          // tasks that those call and that are taken from the reference
}

// Program returns what the functions of tasks need, and no more. The functions of
// other tasks are borrowed from the package with the import path reference.
func (a *Answers) Program(tasks []string, reference string) Program {
	p := Program{Files: map[string][]byte{}}
	taken := map[*declaration]bool{}
	var take func(name string)
	takeAll := func(d *declaration) {
		taken[d] = true
		for _, name := range d.uses {
			take(name)
		}
	}
	take = func(name string) {
		if slices.Contains(a.rules.Tasks, name) && (!slices.Contains(tasks, name) || a.now[name] == nil) {
			if !slices.Contains(p.Borrowed, name) {
				p.Borrowed = append(p.Borrowed, name)
			}
			return
		}
		d := a.now[name]
		if d == nil || taken[d] {
			return
		}
		takeAll(d)
		for _, declared := range d.names {
			for _, m := range a.on[declared] {
				if !taken[m] {
					takeAll(m)
				}
			}
		}
	}
	for _, name := range tasks {
		if a.now[name] != nil {
			p.Tasks = append(p.Tasks, name)
			take(name)
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

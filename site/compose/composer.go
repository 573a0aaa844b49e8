package compose

import (
	"go/scanner"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// A Composer makes programs of cells, one after the other, for a compiler that has the
// programs before. A program leaves out what it does not reach of the declarations that
// have compiled, as they would compile again.
type Composer struct {
	packages Packages
	compiled known // what has compiled together
	last     known
}

// known are declarations and imports, by name.
type known struct {
	decls   map[string]*decl
	imports map[string]spec
}

// NewComposer returns a Composer for programs that may import some packages.
func NewComposer(packages Packages) *Composer { return &Composer{packages: packages} }

// Cells returns the program of the last cell, as the function Cells does.
func (c *Composer) Cells(sources []string) (*Program, []Problem) {
	s, problems := read(sources, c.packages)
	if len(problems) > 0 {
		return nil, problems
	}
	c.last = known{maps.Clone(s.decls), make(map[string]spec)}
	for name, i := range s.imports {
		c.last.imports[name] = spec{alias: i.alias, path: i.path}
	}
	c.keep(s)
	if problems := s.render(); len(problems) > 0 {
		return nil, problems
	}
	return &s.program, nil
}

// Compiled says that the program that Cells has returned last compiles.
func (c *Composer) Compiled() { c.compiled = c.last }

// keep removes from s what the program need not have.
func (c *Composer) keep(s *state) {
	for name := range s.imports {
		if strings.HasPrefix(name, ". ") { // which may be what any name means
			return
		}
	}
	reached := make(map[*decl]bool)
	var waiting []*decl
	reach := func(d *decl) {
		if d != nil && !reached[d] {
			reached[d] = true
			waiting = append(waiting, d)
		}
	}
	methods := make(map[string][]*decl) // by the type
	for name, d := range s.decls {
		if to, _, ok := strings.Cut(name, "~"); ok {
			methods[to] = append(methods[to], d)
		}
		if d.runs {
			reach(d)
		}
	}
	for d := range c.changed(s) {
		reach(d)
	}
	for len(waiting) > 0 {
		d := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		for _, name := range d.mentions() {
			reach(s.decls[name])
			for _, m := range methods[name] {
				reach(m)
			}
		}
	}
	maps.DeleteFunc(s.decls, func(_ string, d *decl) bool { return !reached[d] })
}

// changed returns the declarations of s that may not compile, although others did: those
// that are new and those in whose text there is a name that now means something else.
func (c *Composer) changed(s *state) map[*decl]bool {
	names := make(map[string]bool)
	change := func(name string) {
		for _, part := range strings.Split(name, "~") { // a method, and its type
			names[part] = true
		}
	}
	for name, was := range c.compiled.decls {
		if s.decls[name] == nil {
			change(name)
		} else if s.decls[name].text == was.text {
			s.decls[name].mentioned = was.mentions()
		}
	}
	changed := make(map[*decl]bool)
	for name, d := range s.decls {
		if was := c.compiled.decls[name]; was == nil || was.text != d.text {
			changed[d] = true
			change(name)
		}
	}
	for name, was := range c.compiled.imports {
		if is := c.last.imports[name]; is != was {
			change(name)
		}
	}
	for name := range c.last.imports {
		if _, found := c.compiled.imports[name]; !found {
			change(name)
		}
	}
	for more := true; more; {
		more = false
		for _, d := range s.decls {
			if !changed[d] && slices.ContainsFunc(d.mentions(), func(n string) bool { return names[n] }) {
				changed[d], more = true, true
				for _, name := range d.names {
					change(name)
				}
			}
		}
	}
	return changed
}

// mentions returns all names in the text, whatever they mean there.
func (d *decl) mentions() []string {
	if d.mentioned != nil {
		return d.mentioned
	}
	found := make(map[string]bool)
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(d.text)), []byte(d.text), nil, 0)
	for {
		switch _, t, name := s.Scan(); {
		case t == token.EOF:
			d.mentioned = slices.AppendSeq(make([]string, 0, len(found)), maps.Keys(found))
			return d.mentioned
		case t == token.IDENT && name != "_":
			found[name] = true
		}
	}
}

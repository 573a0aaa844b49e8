//go:build !windows

package main

import (
	"fmt"
	"go/scanner"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	statement   = regexp.MustCompile(`expected declaration, found (.+)|non-declaration statement outside function body`)
	undefined   = regexp.MustCompile(`^undefined: (\w+)$`)
	noModule    = regexp.MustCompile(`no required module provides package ([^;:\s]+)|cannot find module providing package ([^;:\s]+)`)
	notStandard = regexp.MustCompile(`package (\S+) is not in std`)
	unused      = regexp.MustCompile(`^"(.+)" imported and not used`)
	twice       = regexp.MustCompile(`^method (\w+)\.(\w+) already declared`)
	noMember    = regexp.MustCompile(`^(\w+)\.\w+ undefined \(type .* has no field or method`)
	named       = regexp.MustCompile(`^\s*func\s*(\([^()]*\)\s*)?[\pL_][\pL\pN_]*\s*[\[(]`)
	imported    = regexp.MustCompile(`^\s*import\b`)
)

// advice returns what a student can do about the faults of a cell, each thing once.
func (c *cell) advice(known *memory) []string {
	if c.interrupted {
		return []string{"The cell was interrupted while Go compiled it, so its statements have not run."}
	}
	var all []string
	say := func(format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	for _, f := range c.faults {
		other := f.cell != 0 && f.cell != c.number
		at := func(format string, args ...any) {
			text := fmt.Sprintf(format, args...)
			switch first, size := utf8.DecodeRuneInString(text); {
			case f.line == 0:
				say("%c%s", unicode.ToUpper(first), text[size:])
			case other:
				say("Line %d of cell [%d]: %s", f.line, f.cell, text)
			default:
				say("Line %d: %s", f.line, text)
			}
		}
		if other {
			if d, ok := known.at(f.cell, f.line); ok {
				say("%s of cell [%d] does not match what this cell declares. Change it there and run that cell, or remove it with this line:\n%%rm %s",
					d.name, f.cell, d.key)
				continue
			}
			if match := unused.FindStringSubmatch(f.text); match != nil && known.imports[match[1]] == "." {
				say("Cell [%d] imports %s with a dot, so every cell must use one of its names. Import it without the dot, and remove that one with this line:\n%%rm .~%[2]s",
					f.cell, match[1])
				continue
			}
		}
		if match := statement.FindStringSubmatch(f.text); match != nil {
			switch found := match[1]; {
			case strings.HasPrefix(found, "'}'"):
				at("this } has no matching {.")
			default:
				say("Line %d is a statement. Statements go below a line with %%%%: put %%%% on a line above it.", f.line)
			}
		}
		if strings.HasPrefix(f.text, "expected ") && !other {
			switch line := c.below(f.line); {
			case named.MatchString(line):
				at("functions are declared above %%%%. Move this one there.")
			case imported.MatchString(line):
				at("imports stand above %%%%. Move this one there.")
			}
		}
		if strings.HasPrefix(f.text, "expected '}', found 'EOF'") {
			if line := c.open(); line > 0 {
				say("A { has no matching }: the one in line %d, or one below it.", line)
			}
		}
		if match := undefined.FindStringSubmatch(f.text); match != nil {
			if number, ok := known.lost[match[1]]; ok {
				at("%s was declared below %%%% in cell [%d] and no longer exists, because each cell is a separate program. Declare it again here, or write a function above %%%% that returns it.", match[1], number)
			}
		}
		if match := twice.FindStringSubmatch(f.text); match != nil {
			if d, ok := known.method(match[1], match[2]); ok && d.cell != c.number {
				at("cell [%d] also declares %s, with other names of the types in the brackets. Remove that one with this line:\n%%rm %s", d.cell, d.name, d.key)
			}
		}
		if match := noMember.FindStringSubmatch(f.text); match != nil {
			if d, ok := known.declared[match[1]]; ok && known.isImported(d.key) {
				at("%s is what cell [%d] declares, and hides the package %[1]s. Give it another name there, remove this one and the import with the line below, and import the package again.\n%%rm %[1]s %[1]s", d.key, d.cell)
			}
		}
		if match := noModule.FindStringSubmatch(f.text); match != nil {
			at("the package %s is not installed, and the lab downloads nothing. Use the packages of the standard library, of linclass and of Gonum.", match[1]+match[2])
		}
		if match := notStandard.FindStringSubmatch(f.text); match != nil {
			at("Go has no package %s. Check the spelling.", match[1])
		}
		if strings.HasSuffix(f.text, "signal: killed") {
			say("The compiler was killed, most likely because memory ran out. Shut down notebooks that you do not need, and run the cell again.")
		}
	}
	if !special(c.code) {
		above, _ := parts(c.code)
		_, imports := declarations(above)
		if _, ok := imports["C"]; ok {
			say("A cell cannot import \"C\", because the lab compiles without a C compiler. Remove that import.")
		}
	}
	return all
}

// replaced returns notes of methods that the cell takes from other types: gonb has one name
// for the methods of all generic types that have no pointer as receiver.
func (c *cell) replaced(known *memory) (notes []string) {
	if special(c.code) {
		return nil
	}
	above, _ := parts(c.code)
	declared, _ := declarations(above)
	last := map[string]string{}
	for _, d := range declared {
		if !strings.HasPrefix(d.key, "unknown~") {
			continue
		}
		before, ok := last[d.key]
		if !ok {
			before = known.declared[d.key].name
		}
		last[d.key] = d.name
		if before != "" && before != d.name {
			notes = append(notes, fmt.Sprintf("Line %d: %s replaces %s, because the kernel keeps one method of this name for all generic types without a pointer as receiver. Write a * into both receivers, as in func (s *Stack[T]) Len(), and run both cells again.\n", d.from, d.name, before))
		}
	}
	return notes
}

// below returns a line of the cell, counted from 1, if it stands below %%.
func (c *cell) below(line int) string {
	lines, runs := split(c.code)
	if runs < 0 || line-1 <= runs || line > len(lines) {
		return ""
	}
	return lines[line-1]
}

// open returns the line of the first { that has no }, 0 if there is none.
func (c *cell) open() int {
	lines, _ := split(c.code)
	code := []byte(strings.Join(lines, "\n"))
	files := token.NewFileSet()
	file := files.AddFile("", files.Base(), len(code))
	var words scanner.Scanner
	words.Init(file, code, func(token.Position, string) {}, 0)
	var open []int
	for {
		at, kind, _ := words.Scan()
		switch {
		case kind == token.LBRACE:
			open = append(open, file.Line(at))
		case kind == token.RBRACE && len(open) > 0:
			open = open[:len(open)-1]
		case kind == token.EOF && len(open) > 0:
			return open[0]
		case kind == token.EOF:
			return 0
		}
	}
}

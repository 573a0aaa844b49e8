//go:build !windows

package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	statement   = regexp.MustCompile(`expected declaration, found (.+)|non-declaration statement outside function body`)
	undefined   = regexp.MustCompile(`^undefined: (\w+)$`)
	noModule    = regexp.MustCompile(`no required module provides package ([^;:\s]+)|cannot find module providing package ([^;:\s]+)`)
	notStandard = regexp.MustCompile(`package (\S+) is not in std`)
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
		if f.cell != 0 && f.cell != c.number {
			if d, ok := known.at(f.cell, f.line); ok {
				say("%s of cell [%d] does not match what this cell declares. Change it there and run that cell, or remove it with this line:\n%%rm %s",
					strings.Replace(d.key, "~", ".", 1), f.cell, d.key)
				continue
			}
		}
		if match := statement.FindStringSubmatch(f.text); match != nil {
			switch found := match[1]; {
			case strings.HasPrefix(found, "'}'"):
				say("Line %d: this } has no matching {.", f.line)
			default:
				say("Line %d is a statement. Statements go below a line with %%%%: put %%%% on a line above it.", f.line)
			}
		}
		if match := undefined.FindStringSubmatch(f.text); match != nil {
			if number, ok := known.lost[match[1]]; ok {
				say("Line %d: %s was declared below %%%% in cell [%d] and no longer exists, because each cell is a separate program. Declare it again here, or write a function above %%%% that returns it.", f.line, match[1], number)
			}
		}
		if match := noModule.FindStringSubmatch(f.text); match != nil {
			say("Line %d: the package %s is not installed, and the lab downloads nothing. Use the packages of the standard library, of linclass and of Gonum.", f.line, match[1]+match[2])
		}
		if match := notStandard.FindStringSubmatch(f.text); match != nil {
			say("Line %d: Go has no package %s. Check the spelling.", f.line, match[1])
		}
		if strings.HasSuffix(f.text, "signal: killed") {
			say("The compiler was killed, most likely because memory ran out. Shut down notebooks that you do not need, and run the cell again.")
		}
	}
	return all
}

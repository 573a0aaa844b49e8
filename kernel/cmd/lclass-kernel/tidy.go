//go:build !windows

package main

import (
	"fmt"
	"strings"
)

// tidy returns a cell without what would end gonb, and notes of what it left out:
//
//   - a second line that begins the statements, such as %%
//   - % and ! without a command
//   - %%script without a program
//
// It takes %% behind spaces as %% if there is no other.
func tidy(code string) (tidied string, notes []string) {
	lines := strings.Split(code, "\n")
	note := func(i int, format string, args ...any) {
		notes = append(notes, fmt.Sprintf("Line %d: ", i+1)+fmt.Sprintf(format, args...)+"\n")
	}
	if special(code) {
		if strings.TrimSpace(strings.TrimPrefix(lines[0], "//gonb:")) == "%%script" {
			note(0, "%%%%script needs a program, such as %%%%script python3, and the cell is not run.")
			return "", notes
		}
		return code, nil
	}
	if _, runs := split(code); runs < 0 {
		for i, line := range lines {
			if strings.TrimSpace(line) == "%%" {
				lines[i] = "%%"
				break
			}
		}
	}
	begins := -1
	for i := 0; i < len(lines); i++ {
		line := strings.TrimPrefix(lines[i], "//gonb:")
		if line == "" || line[0] != '%' && line[0] != '!' {
			continue
		}
		first, command := i, line
		for strings.HasSuffix(command, `\`) && i+1 < len(lines) { // it goes on
			i++
			command = strings.TrimSuffix(command, `\`) + " " + lines[i]
		}
		word, _, _ := strings.Cut(strings.ReplaceAll(command, "\t", " "), " ")
		switch {
		case strings.Trim(command[1:], " \t\\") == "":
			for j := first; j <= i; j++ {
				lines[j] = ""
			}
			note(first, "%c alone is not a command and is ignored; statements go below a line with %%%%.", command[0])
		case word != "%%" && word != "%main" && word != "%exec":
		case begins >= 0:
			lines[first] = ""
			note(first, "%s is ignored, because the statements of the cell already begin at line %d.", word, begins+1)
		default:
			begins = first
		}
	}
	return strings.Join(lines, "\n"), notes
}

// withoutInput returns a cell whose shell lines find an empty standard input, unless
// %with_inputs or %with_password asks for it: nobody would see that they wait.
func withoutInput(code string) string {
	if special(code) {
		return code
	}
	lines := strings.Split(code, "\n")
	goesOn, asks := false, false
	for i, line := range lines {
		text := strings.TrimPrefix(line, "//gonb:")
		command, isShell := strings.CutPrefix(text, "!")
		switch {
		case goesOn:
		case strings.HasPrefix(text, "%with_inputs"), strings.HasPrefix(text, "%with_password"):
			asks = true
		case isShell && asks:
			asks = false
		case isShell:
			where := "!"
			if inHome, is := strings.CutPrefix(strings.TrimLeft(command, " \t"), "*"); is {
				where, command = "!*", inHome
			}
			lines[i] = where + "exec </dev/null; " + strings.TrimLeft(command, " \t")
		}
		goesOn = strings.HasSuffix(text, `\`) && (goesOn || isShell || strings.HasPrefix(text, "%"))
	}
	return strings.Join(lines, "\n")
}

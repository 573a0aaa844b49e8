package compose

import (
	"fmt"
	"go/token"
	"html"
	"maps"
	"slices"
	"strings"
)

// A cell is one that is being read.
type cell struct {
	state    *state
	number   int
	text     string // Go, with as many lines as the cell
	main     bool   // the cell has %% or the like
	files    *token.FileSet
	problems []Problem
}

// commands carries out the commands of a cell and returns its Go: a line for each line,
// what is below %% as a function main.
func (c *cell) commands(source string) string {
	lines := strings.Split(source, "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimPrefix(strings.TrimSuffix(lines[i], "\r"), "//gonb:")
		switch {
		case strings.HasPrefix(line, "package"):
			lines[i] = ""
		case len(line) > 1 && (line[0] == '%' || line[0] == '!'):
			first := i
			lines[i] = ""
			for strings.HasSuffix(line, `\`) && i+1 < len(lines) {
				i++
				line = strings.TrimSuffix(line, `\`) + " " + strings.TrimPrefix(lines[i], "//gonb:")
				lines[i] = ""
			}
			lines[first] = c.command(first+1, line)
		}
	}
	text := strings.Join(lines, "\n")
	if c.main {
		text += "\n}"
	}
	return text
}

// command carries out a command and returns the Go that takes its place.
func (c *cell) command(line int, command string) string {
	problem := func(format string, args ...any) string {
		c.problems = append(c.problems, Problem{c.number, line, 1, fmt.Sprintf(format, args...)})
		return ""
	}
	if command[0] == '!' {
		return problem("a page has no shell for %q", command)
	}
	words := split(command[1:])
	if len(words) == 0 {
		return ""
	}
	s := c.state
	name, args := words[0], words[1:]
	switch name {
	case "%", "main":
		s.program.Args = args
		c.main = true
		return "func main() {"
	case "args":
		s.program.Args = args
	case "exec":
		if len(args) == 0 {
			return problem("%%exec needs the name of a function")
		}
		s.program.Args = args[1:]
		return "func main() {" + parseFlags + " " + args[0] + "() }"
	case "env":
		if len(args) == 1 {
			key, value, ok := strings.Cut(args[0], "=")
			if ok {
				args = []string{key, value}
			}
		}
		if len(args) != 2 {
			return problem("%%env takes a name and a value: %%env NAME value")
		}
		if s.program.Env == nil {
			s.program.Env = make(map[string]string)
		}
		s.program.Env[args[0]] = args[1]
		c.print("stdout", fmt.Sprintf("Set: %s=%q\n", args[0], args[1]))
	case "reset":
		clear(s.decls)
		clear(s.imports)
		c.print("stdout", "* State reset: all memorized declarations discarded.\n")
	case "ls", "list":
		c.list()
	case "rm", "remove":
		c.remove(args)
	case "goflags", "autoget", "noautoget", "track", "untrack", "widgets", "goworkfix":
		// They are about the go command, which a page does not have.
	default:
		return problem("a page does not have the command %%%s; it has %%%%, %%args, %%exec, %%env, %%ls, %%rm and %%reset", name)
	}
	return ""
}

func (c *cell) print(stream, text string) {
	c.state.program.Outputs = append(c.state.program.Outputs, Output{Stream: stream, Text: text})
}

// list shows what is remembered.
func (c *cell) list() {
	s := c.state
	show := func(text string) { s.program.Outputs = append(s.program.Outputs, Output{HTML: text}) }
	show("<h3>Memorized Definitions</h3>\n")
	group := func(title string, names []string) {
		if len(names) == 0 {
			return
		}
		parts := []string{"<h4>" + title + "</h4>", "<ul>"}
		for _, name := range names {
			parts = append(parts, "<li><pre>"+html.EscapeString(name)+"</pre></li>")
		}
		show(strings.Join(append(parts, "</ul>"), "\n"))
	}
	group("Imports", slices.Sorted(maps.Keys(s.imports)))
	for _, k := range kinds {
		var names []string
		for _, name := range slices.Sorted(maps.Keys(s.decls)) {
			if s.decls[name].kind == k.kind {
				names = append(names, name)
			}
		}
		group(k.title, names)
	}
}

var kinds = []struct {
	kind        token.Token
	name, title string
}{
	{token.CONST, "const", "Constants"},
	{token.TYPE, "type", "Types"},
	{token.VAR, "var", "Variables"},
	{token.FUNC, "func", "Functions"},
}

// remove forgets names.
func (c *cell) remove(names []string) {
	s := c.state
	for _, name := range names {
		what := ""
		if _, ok := s.imports[name]; ok {
			what = "import"
			delete(s.imports, name)
		} else if d := s.decls[name]; d != nil {
			for _, k := range kinds {
				if k.kind == d.kind {
					what = k.name
				}
			}
			s.remove(name)
		}
		if what == "" {
			c.print("stderr", fmt.Sprintf(". key %q not found in any definition, not removed\n", name))
		} else {
			c.print("stdout", fmt.Sprintf(". removed %s %s\n", what, name))
		}
	}
}

// split returns the words of a command. Quotation marks hold spaces together, and \ stands
// before a quotation mark or another letter that is meant as it is.
func split(command string) []string {
	var words []string
	word, begun, quoted := "", false, false
	for i := 0; i < len(command); i++ {
		switch b := command[i]; {
		case !quoted && (b == ' ' || b == '\t' || b == '\n'):
			if begun {
				words = append(words, word)
			}
			word, begun = "", false
		case b == '"':
			quoted, begun = !quoted, true
		case b == '\\' && quoted && i+1 < len(command):
			i++
			word += string(command[i])
		default:
			word, begun = word+string(b), true
		}
	}
	if begun {
		words = append(words, word)
	}
	return words
}

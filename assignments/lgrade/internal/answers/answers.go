// Package answers finds in the cells of a notebook the Go declarations that an
// assignment asks for, with what they need, and refuses what an answer may not use.
// Nothing is run and nothing type-checked: it reads the syntax tree.
package answers

import (
	"cmp"
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// A Cell is a code cell.
type Cell struct {
	Name   string // for messages: "cell 7"
	Task   string // whose solution cell it is, "" if none's
	Given  bool   // not the student's: there are no notes about it
	Source string
}

// Rules are what an assignment asks for and allows.
type Rules struct {
	Tasks   []string            // names of functions
	Imports []string            // import paths
	Symbols map[string][]string // import paths of which only these names may be used

	// Lent has for each task the other tasks whose functions it may have from the
	// solution. Not all of them: that of a later task could do its work for it.
	Lent map[string][]string
}

// most is how many declarations are read: nobody writes more by hand.
const most = 1000

// versions is how many declarations of a name are read: each that is broken costs a
// round of the compiler, which then tries the one before.
const versions = 3

// Answers are the declarations of a notebook.
type Answers struct {
	Notes []string // on what was ignored or taken from an unusual place

	rules Rules
	cells []*cell
	all   []*declaration            // in the order of the cells
	named map[string][]*declaration // by name
	now   map[string]*declaration   // the ones that count, by name
	on    map[string][]*declaration // methods, by the type's name
}

// Collect reads cells. Of two declarations of a name the later one counts, as in the
// kernel, but a task's own cell goes before the others.
func Collect(cells []Cell, rules Rules) *Answers {
	a := &Answers{rules: rules}
	imported := map[string]string{} // paths by name: the kernel remembers imports of earlier cells
	for i, c := range cells {
		parsed := parse(i, c)
		if len(a.all)+len(parsed.declarations) > most {
			parsed.note(1, "is ignored, because the notebook has more than %d declarations", most)
			parsed.declarations = nil
		}
		a.cells = append(a.cells, parsed)
		a.all = append(a.all, parsed.declarations...)
		if !c.Given {
			a.Notes = append(a.Notes, parsed.notes...)
		}
		for name, path := range parsed.imports {
			imported[name] = path
		}
	}
	a.noteDuplicates()
	a.named = map[string][]*declaration{}
	for _, d := range a.all {
		for _, name := range d.names {
			a.named[name] = append(a.named[name], d)
		}
	}
	a.limitVersions()
	for _, d := range a.all {
		if d.problem == "" {
			rules.apply(d, a.named, imported)
		}
	}
	a.settle()
	return a
}

// limitVersions leaves the last declarations of each name, and notes it.
func (a *Answers) limitVersions() {
	all := maps.Clone(a.named)
	for _, d := range a.all {
		if d.method != "" {
			name := d.receiver + "." + d.method
			all[name] = append(all[name], d)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		ds := slices.Clone(all[name])
		if len(ds) <= versions {
			continue
		}
		slices.SortStableFunc(ds, func(x, y *declaration) int { return x.rank(name) - y.rank(name) })
		for _, d := range ds[:len(ds)-versions] {
			d.refuse("%s: %s has %d versions; only the last %d are read", d.at(d.line), name, len(ds), versions)
		}
		a.Notes = append(a.Notes, fmt.Sprintf("%s has %d versions; only the last %d are read", name, len(ds), versions))
	}
}

// noteDuplicates says which tasks have several cells.
func (a *Answers) noteDuplicates() {
	for _, task := range a.rules.Tasks {
		var names []string
		for _, c := range a.cells {
			if c.Task == task {
				names = append(names, c.Name)
			}
		}
		if len(names) > 1 {
			a.Notes = append(a.Notes, fmt.Sprintf("%s are all called %q: the last one that has the function counts", strings.Join(names, ", "), task))
		}
	}
}

// settle chooses the declarations that count among those without a problem, and
// finds further ones that have one: they need what is broken.
func (a *Answers) settle() {
	for a.choose(); a.spread() || a.lacking(); a.choose() {
	}
}

func (a *Answers) choose() {
	a.now, a.on = map[string]*declaration{}, map[string][]*declaration{}
	methods := map[string]*declaration{}
	for _, d := range a.all {
		if d.problem != "" {
			continue
		}
		if d.method != "" {
			methods[d.receiver+"."+d.method] = d
			continue
		}
		for _, name := range d.names {
			if old := a.now[name]; old == nil || d.rank(name) >= old.rank(name) {
				a.now[name] = d
			}
		}
	}
	for _, d := range methods {
		a.on[d.receiver] = append(a.on[d.receiver], d)
	}
	for _, ds := range a.on {
		slices.SortFunc(ds, func(x, y *declaration) int { return cmp.Or(x.cell.index-y.cell.index, x.line-y.line) })
	}
}

// spread gives a problem to what uses a declaration that has one, unless that is a
// task's: those can be borrowed.
func (a *Answers) spread() (found bool) {
	for _, d := range a.all {
		if d.problem != "" {
			continue
		}
		for _, name := range d.uses {
			if a.now[name] != nil || slices.Contains(a.rules.Tasks, name) {
				continue
			}
			if broken := a.last(name); broken != nil {
				d.refuse("needs %s: %s", name, broken.cause)
				d.cause = broken.cause
				found = true
				break
			}
		}
	}
	return found
}

// lacking gives a problem to the functions of tasks that call one that the notebook does
// not have and that the solution does not lend them.
func (a *Answers) lacking() (found bool) {
	for _, task := range a.rules.Tasks {
		for _, called := range a.Calls(task) {
			if a.now[called] == nil && !slices.Contains(a.rules.Lent[task], called) {
				a.now[task].refuse("needs %s: %s", called, a.Problem(called))
				found = true
				break
			}
		}
	}
	return found
}

// last returns the declaration of a name that counts, or would without its problem,
// nil if there is none.
func (a *Answers) last(name string) (last *declaration) {
	for _, d := range a.named[name] {
		if last == nil || d.rank(name) >= last.rank(name) {
			last = d
		}
	}
	return last
}

// Problem says why there is no function of that name, "" if there is one.
func (a *Answers) Problem(name string) string {
	if a.now[name] != nil {
		return ""
	}
	if d := a.last(name); d != nil {
		return d.problem
	}
	for _, c := range a.cells {
		if c.Task == name {
			return fmt.Sprintf("%s has no function %s%s", c.Name, name, c.others())
		}
	}
	return fmt.Sprintf("no cell has a function %s", name)
}

// Broken says what is wrong with declarations that are not given.
func (a *Answers) Broken() []string {
	var all []string
	for _, d := range a.all {
		if d.problem != "" && !d.cell.Given {
			all = append(all, d.problem)
		}
	}
	return all
}

// Instead says of tasks whose function has a problem that an earlier one counts.
func (a *Answers) Instead() []string {
	var all []string
	for _, name := range a.rules.Tasks {
		if d, last := a.now[name], a.last(name); d != last && d != nil {
			all = append(all, fmt.Sprintf("%s is taken from %s, because the later version has a mistake: %s", name, d.at(d.line), last.problem))
		}
	}
	return all
}

// others says which functions there are instead.
func (c *cell) others() string {
	var names []string
	for _, d := range c.declarations {
		if d.signature != "" {
			names = append(names, d.names...)
		}
	}
	if names == nil {
		return ""
	}
	return ", but " + strings.Join(names, ", ")
}

// Signature returns the type of a function as it was written, "" if it is none.
func (a *Answers) Signature(name string) string {
	if d := a.last(name); d != nil {
		return d.signature
	}
	return ""
}

// Hides says which of Go's own names a notebook declares once more, and where.
func (a *Answers) Hides() []string {
	var all []string
	for _, name := range types.Universe.Names() {
		if d := a.now[name]; d != nil && !d.cell.Given {
			all = append(all, fmt.Sprintf("the notebook redeclares Go's %s in %s: give it another name", name, d.at(d.line)))
		}
	}
	return all
}

// Place says where a function is: "cell 7, line 3".
func (a *Answers) Place(name string) string {
	if d := a.last(name); d != nil {
		return d.at(d.line)
	}
	return ""
}

// Drop takes out the declaration at a line of one of the Files, for what the compiler
// says of it. It reports whether there was one.
func (a *Answers) Drop(file string, line int, message string) bool {
	for _, c := range a.cells {
		if c.file() != file {
			continue
		}
		for _, d := range c.declarations {
			if d.problem == "" && d.line <= line && line <= d.lastLine {
				d.refuse("%s: %s", d.at(line), message)
				a.settle()
				return true
			}
		}
	}
	return false
}

// Refuse takes out the function of a task.
func (a *Answers) Refuse(name, message string) {
	if d := a.now[name]; d != nil {
		d.refuse("%s: %s", d.at(d.line), message)
		a.settle()
	}
}

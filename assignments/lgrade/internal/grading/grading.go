// Package grading grades one notebook: it joins the answers that are in it with the
// checks of its assignment, in a sandbox.
package grading

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"linclass/assignments/checking"
	"linclass/assignments/checking/graded"
	"linclass/assignments/lgrade/internal/answers"
	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/bridge"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/assignments/lgrade/internal/sandbox"
)

// Settings of a Grader.
type Settings struct {
	Sandbox  sandbox.Kind // "" = sandbox.Wasm
	Seed     uint64       // of the data of hidden checks
	OpenOnly bool         // without the hidden checks, which need not be there
}

// Marks are what came of a notebook.
type Marks struct {
	Tasks []Task // as in the assignment
	Notes []string
}

// A Task is what came of a function.
type Task struct {
	Name           string
	Points, Earned float64
	Problem        string // why there are not all results, or none; "" if all are there
	Results        []Result
}

// A Result is what came of a check. What, Got and Want of hidden checks, and texts of
// panics, are not for students: they tell the data.
type Result struct {
	checking.Result
	Hidden bool
}

// Earned returns the sum over the tasks.
func (m *Marks) Earned() float64 {
	var sum float64
	for _, t := range m.Tasks {
		sum += t.Earned
	}
	return sum
}

// A Grader grades notebooks of an assignment, several at a time if asked to.
type Grader struct {
	assignment *assignment.Assignment
	settings   Settings
	rules      answers.Rules
	source     []answers.Cell     // of the notebook with the solutions
	given      map[string]bool    // sources of its cells without solutions, as plain has them
	tools      *sandbox.Toolchain // of answers: they have no packages but those that they may import
	judgeTools *sandbox.Toolchain
	bridge     *bridge.Bridge
	judge      *sandbox.Judge
	reference  *sandbox.Package
	dispatcher *sandbox.Package
	plan       map[string][]graded.Planned // the checks of each task, as the reference gets them
	limit      map[string]time.Duration    // for the answers to each task
	least      map[string]time.Duration    // the same where the others have used up a notebook's time

	mutex sync.Mutex
	known map[[sha256.Size]byte]*outcome // of programs that have run, by their key
}

// Import paths of what is compiled here.
const (
	answersPath    = "lgrade/answers"
	referencePath  = "lgrade/reference"
	dispatcherPath = "lgrade/dispatcher"
)

// New readies the checks and the reference solution, which must earn all points. The
// first time on a machine it compiles the standard library, which takes half a minute.
func New(a *assignment.Assignment, set Settings) (*Grader, error) {
	data, err := os.ReadFile(a.Notebook())
	if err != nil {
		return nil, err
	}
	n, err := notebook.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", a.Notebook(), err)
	}
	if set.Sandbox == "" {
		set.Sandbox = sandbox.Wasm
	}
	g := &Grader{
		assignment: a,
		settings:   set,
		known:      map[[sha256.Size]byte]*outcome{},
		rules:      answers.Rules{Imports: a.Imports, Symbols: a.Symbols},
		source:     cells(n),
		given:      map[string]bool{},
	}
	for _, c := range g.source {
		if c.Task == "" {
			g.given[plain(c.Source)] = true
		}
	}
	for _, t := range a.Tasks {
		g.rules.Tasks = append(g.rules.Tasks, t.Name)
	}
	if err := g.ready(context.Background()); err != nil {
		g.Close()
		return nil, fmt.Errorf("%s: %w", a.Name, err)
	}
	return g, nil
}

// Close removes what was made.
func (g *Grader) Close() error {
	var errs []error
	if g.judge != nil {
		errs = append(errs, g.judge.Close(context.Background()))
	}
	for _, tools := range []*sandbox.Toolchain{g.tools, g.judgeTools} {
		if tools != nil {
			errs = append(errs, tools.Close())
		}
	}
	return errors.Join(errs...)
}

func (g *Grader) ready(ctx context.Context) error {
	if err := g.readyJudge(ctx); err != nil {
		return err
	}
	var err error
	if g.tools, err = sandbox.New(ctx, g.settings.Sandbox, g.assignment.Dir(), append(g.rules.Paths(), bridge.Needs()...)); err != nil {
		return err
	}
	if err := g.tools.Measure(ctx); err != nil {
		return err
	}
	solution := answers.Collect(g.source, g.rules)
	program := solution.Program(g.rules.Tasks, g.rules.Tasks, "")
	for _, name := range g.rules.Tasks {
		if p := solution.Problem(name); p != "" {
			return fmt.Errorf("the solution of %s: %s", name, p)
		}
	}
	g.rules.Lent = map[string][]string{}
	for i, name := range g.rules.Tasks {
		g.rules.Lent[name] = append(solution.Calls(name), g.rules.Tasks[:i]...)
	}
	if g.reference, err = g.tools.Compile(ctx, nil, referencePath, program.Files); err != nil {
		return fmt.Errorf("the solution: %w", err)
	}
	if g.dispatcher, err = g.tools.Compile(ctx, nil, dispatcherPath, map[string][]byte{"dispatcher.go": g.bridge.Dispatcher()}); err != nil {
		return err
	}
	return g.makePlan(ctx)
}

// readyJudge makes the program with the checks.
func (g *Grader) readyJudge(ctx context.Context) error {
	check, hidden, dir := g.assignment.CheckPackage(), "", g.assignment.Dir()
	paths := []string{check, bridge.Graded}
	if !g.settings.OpenOnly {
		if hidden = g.assignment.HiddenPackage(); hidden == "" {
			return fmt.Errorf("it has no hidden checks in %s: name a clone that has them with --course", g.assignment.Home.Hidden())
		}
		dir, paths = g.assignment.Home.Hidden(), append(paths, hidden)
	}
	var err error
	if g.judgeTools, err = sandbox.New(ctx, sandbox.Wasm, dir, paths); err != nil {
		return err
	}
	types, err := g.judgeTools.Types(check)
	if err != nil {
		return err
	}
	if g.bridge, err = bridge.Of(types); err != nil {
		return err
	}
	for _, name := range g.rules.Tasks {
		if !g.bridge.Has(name) {
			return fmt.Errorf("type Answers of %s has no %s", check, name)
		}
	}
	g.judge, err = g.judgeTools.Judge(ctx, g.bridge.Judge(check, hidden))
	return err
}

// Points returns what the checks of a task are worth together.
func (g *Grader) Points(task string) float64 {
	var sum float64
	for _, p := range g.plan[task] {
		sum += p.Points
	}
	return sum
}

// Constants returns answers for GradeSource that always return the same, by what that is.
func (g *Grader) Constants() map[string][]byte { return g.bridge.Constants() }

// makePlan asks the reference which checks there are, and how long they take.
func (g *Grader) makePlan(ctx context.Context) error {
	built, err := g.link(ctx, nil, g.reference, g.rules.Tasks)
	if err != nil {
		return err
	}
	defer built.Close(ctx)
	g.plan, g.limit, g.least = map[string][]graded.Planned{}, map[string]time.Duration{}, map[string]time.Duration{}
	limit := time.Duration(g.assignment.Seconds * float64(time.Second))
	for _, name := range g.rules.Tasks {
		g.limit[name] = solutionTime
		o, err := g.run(ctx, built, name, g.settings.Seed, solutionTime)
		if err != nil {
			return err
		}
		if len(o.Plan) == 0 {
			return fmt.Errorf("%s has no checks: %s", name, o.problem)
		}
		g.plan[name] = o.Plan
		// A slow computer is slow with the answers, too.
		g.least[name] = (slower * o.computed).Truncate(time.Second) + time.Second
		g.limit[name] = max(limit, g.least[name])
	}
	return nil
}

// cells are those that may have answers: of code, and those of tasks that somebody has made
// cells of text. What is locked is given.
func cells(n *notebook.Notebook) []answers.Cell {
	var code []answers.Cell
	for i, c := range n.Cells {
		if c.Kind != "code" && !isTaskAsText(c) {
			continue
		}
		cell := answers.Cell{Name: n.Name(i), Source: c.Source}
		if c.Grade != nil {
			cell.Given = c.Grade.Locked && !c.Grade.Solution
			if c.Grade.Solution {
				cell.Task = c.Grade.ID
			}
		}
		code = append(code, cell)
	}
	return code
}

// isTaskAsText reports whether a cell is that of a task, but of text. Those of questions are
// graded by hand.
func isTaskAsText(c notebook.Cell) bool {
	return c.Kind != "code" && c.Grade != nil && c.Grade.Solution && !c.Grade.Grade
}

// plain leaves out of a source how it is indented and where its lines end.
func plain(source string) string { return strings.Join(strings.Fields(source), " ") }

// Grade grades what a student has handed in. An error is one of ours, not of the
// answers.
func (g *Grader) Grade(ctx context.Context, n *notebook.Notebook) (*Marks, error) {
	var all []answers.Cell
	for _, c := range g.source {
		if c.Task == "" { // as we gave it, whatever has become of it
			c.Given = true
			all = append(all, c)
		}
	}
	var changed []string
	for _, c := range cells(n) {
		if !c.Given {
			all = append(all, c)
		} else if source := plain(c.Source); source != "" && !g.given[source] {
			changed = append(changed, c.Name)
		}
	}
	marks, err := g.work(answers.Collect(all, g.rules), g.settings.Seed).grade(ctx)
	if err != nil {
		return nil, err
	}
	notes := slices.Clone(n.Notes)
	if len(changed) > 0 {
		notes = append(notes, fmt.Sprintf("locked cells that are not as they were handed out: %s; their code is ignored and the original counts: write code of your own into a cell of your own", some(changed)))
	}
	var asText []string
	for i, c := range n.Cells {
		if isTaskAsText(c) {
			asText = append(asText, n.Name(i))
		}
	}
	if len(asText) > 0 {
		notes = append(notes, fmt.Sprintf("read as code, though they are cells of text: %s; in Jupyter make them code cells again", some(asText)))
	}
	marks.Notes = capped(append(notes, marks.Notes...))
	return marks, nil
}

// some lists names, not too many.
func some(names []string) string {
	const most = 8
	if more := len(names) - most; more > 0 {
		names = append(names[:most:most], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

// capped leaves of notes what somebody may read.
func capped(notes []string) []string {
	const most, longest = 20, 500
	rest := len(notes) - most
	notes = notes[:min(len(notes), most)]
	for i, note := range notes {
		if len(note) > longest {
			notes[i] = strings.ToValidUTF8(note[:longest], "") + "…"
		}
	}
	if rest > 0 {
		notes = append(notes, fmt.Sprintf("and %d more notes", rest))
	}
	return notes
}

// GradeSource grades the solution with some of its functions replaced by those of Go
// files, by their names, for a seed that takes the place of that of the Settings. No
// function of the solution takes the place of one that is wrong. Files that do not
// compile are an error, Broken.
func (g *Grader) GradeSource(ctx context.Context, files map[string][]byte, seed uint64) (*Marks, error) {
	var all []answers.Cell
	for _, c := range g.source {
		c.Task, c.Given = "", true
		all = append(all, c)
	}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		all = append(all, answers.Cell{Name: name, Source: string(files[name])})
	}
	a := answers.Collect(all, g.rules)
	w := g.work(a, seed)
	w.strict = true
	marks, err := w.grade(ctx)
	if broken := a.Broken(); err == nil && broken != nil {
		return nil, Broken(broken)
	}
	return marks, err
}

// Broken is an error of GradeSource: what is wrong with the files.
type Broken []string

func (b Broken) Error() string { return strings.Join(b, "; ") }

// mark gives points for what was reported, and says what was not.
func (g *Grader) mark(t assignment.Task, o *outcome) Task {
	task := Task{Name: t.Name, Points: t.Points, Problem: o.problem}
	for place, p := range g.plan[t.Name] {
		r := Result{Hidden: p.Hidden}
		if place < len(o.Results) {
			r.Result = o.Results[place]
		} else {
			r.What = "did not run"
		}
		r.Task, r.Check, r.Hint, r.Points = t.Name, p.Check, p.Hint, p.Points
		if r.Passed {
			task.Earned += p.Points
		}
		task.Results = append(task.Results, r)
	}
	return task
}

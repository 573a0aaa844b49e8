package grading

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"linclass/assignments/lgrade/internal/answers"
	"linclass/assignments/lgrade/internal/sandbox"
)

// A work is a notebook that is being graded.
type work struct {
	*Grader
	answers *answers.Answers
	seed    uint64
	strict  bool          // tasks that call wrong functions are not graded once more
	ran     time.Duration // what its functions have computed
	lent    []string      // notes on functions of the solution that took the place of others
}

func (g *Grader) work(a *answers.Answers, seed uint64) *work {
	return &work{Grader: g, answers: a, seed: seed}
}

// Budgets of the compiler for all tasks together and for one alone, as parts of what it may
// compute at a time. A notebook takes no more than one of the first and, for each task,
// one of the second.
const (
	togetherPart = 3. / 5
	alonePart    = 1. / 5
)

func (w *work) budget(part float64) *sandbox.Budget {
	return &sandbox.Budget{Left: time.Duration(part * float64(w.tools.Limit()))}
}

// grade builds all tasks as one program. If that does not work, or does not come as
// far as the checks, each task is built alone, so that it costs only the task whose
// fault it is.
func (w *work) grade(ctx context.Context) (*Marks, error) {
	all := w.rules.Tasks
	outcomes, err := w.together(ctx, w.budget(togetherPart), all, all)
	if err != nil {
		return nil, err
	}
	alone := outcomes == nil
	if alone {
		outcomes = map[string]*outcome{}
		for _, name := range all {
			one, err := w.together(ctx, w.budget(alonePart), []string{name}, w.without(w.rules.Lent[name]))
			if err != nil {
				return nil, err
			}
			maps.Copy(outcomes, one)
		}
	}
	marks := &Marks{}
	for _, t := range w.assignment.Tasks {
		o := outcomes[t.Name]
		if o == nil {
			o = &outcome{problem: w.answers.Problem(t.Name)}
		}
		marks.Tasks = append(marks.Tasks, w.mark(t, o))
	}
	if !alone && !w.strict {
		if err := w.fair(ctx, marks); err != nil {
			return nil, err
		}
	}
	marks.Notes = slices.Concat(w.answers.Notes, w.answers.Instead(), w.lent)
	return marks, nil
}

// without returns the tasks that are not among some.
func (w *work) without(some []string) []string {
	return slices.DeleteFunc(slices.Clone(w.rules.Tasks), func(name string) bool { return slices.Contains(some, name) })
}

// fair grades a task once more that calls functions of other tasks which do not earn all
// of their points, with those of the solution that it may have in their place. What gives
// more counts.
func (w *work) fair(ctx context.Context, marks *Marks) error {
	wrong := map[string]bool{}
	for _, t := range marks.Tasks {
		wrong[t.Name] = t.Earned < w.Points(t.Name)-1e-9
	}
	for i, t := range marks.Tasks {
		if w.answers.Problem(t.Name) != "" {
			continue
		}
		var missing, instead []string
		for _, called := range w.answers.Calls(t.Name) {
			if w.answers.Problem(called) != "" {
				missing = append(missing, called)
			} else if wrong[called] && slices.Contains(w.rules.Lent[t.Name], called) {
				instead = append(instead, called)
			}
		}
		if missing != nil {
			w.lent = append(w.lent, fmt.Sprintf("%s was graded with the solution's %s, because the notebook has none that can be used", t.Name, strings.Join(missing, ", ")))
		}
		if instead == nil || !wrong[t.Name] {
			continue
		}
		again, err := w.together(ctx, w.budget(alonePart), []string{t.Name}, w.without(instead))
		if err != nil {
			return err
		}
		o := again[t.Name]
		if o == nil {
			continue
		}
		if fairer := w.mark(w.assignment.Tasks[i], o); fairer.Earned > t.Earned {
			marks.Tasks[i] = fairer
			wrong[t.Name] = fairer.Earned < w.Points(t.Name)-1e-9 // for those that call it
			w.lent = append(w.lent, fmt.Sprintf("%s was graded with the solution's %s, because that earns more than the notebook's", t.Name, strings.Join(instead, ", ")))
		}
	}
	return nil
}

// together builds tasks as one program and runs each; functions that are not own are
// the solution's. It returns nil if there is more than one and none of them comes as
// far as its checks. What has run before, in any notebook, is not run again.
func (w *work) together(ctx context.Context, b *sandbox.Budget, tasks, own []string) (map[string]*outcome, error) {
	outcomes := map[string]*outcome{}
	keys := map[string][sha256.Size]byte{}
	var rest []string
	for _, name := range tasks {
		keys[name] = w.key(name, own)
		if o := w.recall(keys[name]); o != nil {
			outcomes[name] = o
		} else {
			rest = append(rest, name)
		}
	}
	built, rest, err := w.build(ctx, b, rest, own)
	if errors.Is(err, errBuild) && len(tasks) > 1 {
		return nil, nil
	}
	if errors.Is(err, errBuild) {
		return map[string]*outcome{tasks[0]: {problem: err.Error()}}, nil
	}
	if err != nil {
		return nil, err
	}
	if built == nil {
		return outcomes, nil
	}
	defer built.Close(ctx)
	for _, name := range rest {
		limit := w.limit[name]
		if w.ran >= limit {
			limit = w.least[name]
		}
		o, err := w.run(ctx, built, name, w.seed, limit)
		if err != nil {
			return nil, err
		}
		w.ran += o.computed
		if !o.started && len(tasks) > 1 {
			return nil, nil
		}
		outcomes[name] = o
		if w.key(name, own) == keys[name] { // nothing of it was dropped
			w.remember(keys[name], o)
		}
	}
	return outcomes, nil
}

// key is the same for notebooks whose functions for a task, with what they need, are the
// same to the letter and on the same lines.
func (w *work) key(task string, own []string) (key [sha256.Size]byte) {
	p := w.answers.Program([]string{task}, own, referencePath)
	hash := sha256.New()
	fmt.Fprintf(hash, "%s %d %q\n", task, w.seed, p.Tasks)
	for _, name := range slices.Sorted(maps.Keys(p.Files)) {
		fmt.Fprintf(hash, "%q %q\n", name, bytes.TrimRight(p.Files[name], " \n")) // what is not needed is blank
	}
	hash.Sum(key[:0])
	return key
}

func (g *Grader) recall(key [sha256.Size]byte) *outcome {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.known[key]
}

func (g *Grader) remember(key [sha256.Size]byte, o *outcome) {
	if !o.Ended {
		return // it may have lacked time
	}
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.known[key] = o
}

package gradebook

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"linclass/assignments/lgrade/internal/grading"
	"linclass/assignments/lgrade/internal/notebook"
)

// A Grader gives a notebook its marks; several may be asked for at a time. An error
// is about the grader, not about the notebook.
type Grader interface {
	Grade(ctx context.Context, n *notebook.Notebook) (*grading.Marks, error)
}

// A Run says how a class is graded.
type Run struct {
	Grader   Grader
	Store    *Store
	Checks   string // of what the marks depend on beyond the notebook; see Fingerprint
	Workers  int    // how many at a time, at least 1
	Again    bool   // grade also what has not changed
	Only     string // the id of the student to grade; the others keep their marks, changed or not
	Progress func() // called after each notebook, one call at a time; may be nil
}

// Outcome says what a run did.
type Outcome struct {
	Graded, Unchanged int
	Failed            []string // students whose notebook the grader could not grade, and why
}

// Grade gives every notebook its marks. The marks of each are kept in the store at
// once: when ctx ends, all that are done stay, and the next run goes on from there.
func (c *Class) Grade(ctx context.Context, run Run) (Outcome, error) {
	var out Outcome
	var mutex sync.Mutex
	jobs := make(chan int)
	var workers sync.WaitGroup
	for range max(run.Workers, 1) {
		workers.Go(func() {
			for i := range jobs {
				fresh, err := c.grade(ctx, run, i)
				mutex.Lock()
				switch {
				case errors.Is(err, context.Canceled):
				case err != nil:
					out.Failed = append(out.Failed, fmt.Sprintf("%s: %v", c.Records[i].Student.ID, err))
				case fresh:
					out.Graded++
				default:
					out.Unchanged++
				}
				if run.Progress != nil {
					run.Progress()
				}
				mutex.Unlock()
			}
		})
	}
	for i, s := range c.notebooks {
		if s == nil {
			continue
		}
		select {
		case jobs <- i:
		case <-ctx.Done():
		}
	}
	close(jobs)
	workers.Wait()
	return out, ctx.Err()
}

// Notebooks returns how many notebooks there are to grade.
func (c *Class) Notebooks() int {
	n := 0
	for _, s := range c.notebooks {
		if s != nil {
			n++
		}
	}
	return n
}

// grade gives one record its marks, from the store if nothing has changed.
func (c *Class) grade(ctx context.Context, run Run, i int) (fresh bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	r, s := c.Records[i], c.notebooks[i]
	if run.Only != "" && !strings.EqualFold(run.Only, r.Student.ID) {
		marks := run.Store.last(r.Student.ID)
		if marks == nil {
			r.Problem = "has not been graded yet"
			return false, nil
		}
		r.take(s, marks)
		return false, nil
	}
	fingerprint := Fingerprint([]byte(run.Checks), s.data)
	marks := run.Store.marks(r.Student.ID, fingerprint)
	if fresh = marks == nil || run.Again || run.Only != ""; fresh {
		marks, err = guarded(ctx, run.Grader, s.notebook)
		if err == nil {
			err = ctx.Err() // marks of an interrupted run may lack checks
		}
		if err != nil {
			r.Problem = "grading failed; the notebook is not the cause"
			r.Private = append(r.Private, err.Error())
			return true, err
		}
		if err := run.Store.keep(r.Student.ID, fingerprint, marks); err != nil {
			return true, err
		}
	}
	r.take(s, marks)
	return fresh, nil
}

// take copies the marks of the tasks that the assignment has, and all notes.
func (r *Record) take(s *submission, marks *grading.Marks) {
	for i := range r.Tasks {
		for _, t := range marks.Tasks {
			if t.Name == r.Tasks[i].Name {
				r.Tasks[i] = t
			}
		}
	}
	seen := map[string]bool{}
	for _, note := range r.Notes {
		seen[note] = true
	}
	for _, note := range slices.Concat(s.notebook.Notes, marks.Notes) {
		if !seen[note] {
			seen[note] = true
			r.Notes = append(r.Notes, note)
		}
	}
}

// guarded keeps a panic of the grader from ending the run of a whole class.
func guarded(ctx context.Context, g Grader, n *notebook.Notebook) (marks *grading.Marks, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the grader itself failed: %v", p)
		}
	}()
	return g.Grade(ctx, n)
}

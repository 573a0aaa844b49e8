package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"
	"golang.org/x/text/unicode/norm"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/feedback"
	"linclass/assignments/lgrade/internal/gradebook/intake"
	"linclass/assignments/lgrade/internal/gradebook/late"
	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/grading"
	"linclass/assignments/lgrade/internal/release"
	"linclass/assignments/lgrade/internal/sandbox"
)

func newGrade(o *options) *cobra.Command {
	g := gradeFlags{sandbox: sandbox.Wasm}
	cmd := &cobra.Command{
		Use:   "grade NAME DIR|ZIP...",
		Short: "Grade a class: folders or zips of submissions",
		Long: `Grade grades the submissions of a class and writes into graded/NAME

  grades.csv       a row for each student: nbgrader's columns, then one for each task
  feedback/        a page for each student
  written.csv      the written answers: fill in points and comment, then grade again;
                   answers that come later go to written-2.csv
  marks.json       everything, for lgrade export and other programs
  marks/           the marks of each notebook; an unchanged notebook is not run again

It reads a folder for each student, files in one folder, nbgrader's submitted/, and
the zips of Moodle, Canvas and Gradescope. The newest of several submissions counts.
You may interrupt it at any time: it keeps what it has graded.

Run it in the directory of the course. The course.toml there has the roster, the due
dates and the late penalties.`,
		Example: "  lgrade grade perceptron submissions/perceptron.zip",
		Args:    wants(2, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			job, err := g.job(o, args[0], args[1:])
			if err != nil {
				return err
			}
			job.out, job.err = cmd.OutOrStdout(), cmd.ErrOrStderr()
			return job.run(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.IntVarP(&g.jobs, "jobs", "j", runtime.NumCPU(), "how many notebooks to grade at a time; more than the number of cores gains nothing")
	f.StringVarP(&g.dir, "output", "o", "", "where to write; if not given, graded/NAME beside course.toml")
	f.StringVar(&g.roster, "roster", "", "the roster, instead of the one in course.toml")
	f.StringVar(&g.due, "due", "", "the due date, such as 2026-10-05T23:59:00+07:00, instead of the one in course.toml")
	f.StringVar(&g.submitted, "submitted", "", "a table with the id and time of submissions, if the files do not have the times")
	f.StringVar(&g.extensions, "extensions", "", "a table with id, assignment and extension (days or a date)")
	f.BoolVar(&g.anonymous, "anonymous", false, "write codes instead of ids into written.csv")
	f.BoolVar(&g.again, "again", false, "grade unchanged notebooks, too")
	f.StringVar(&g.only, "only", "", "the id of one student to grade; all others keep their marks")
	g.encoding.flag(f)
	f.Var(&g.sandbox, "sandbox", "the sandbox that runs the answers: wasm, bwrap or none")
	return cmd
}

type gradeFlags struct {
	jobs                                    int
	dir, roster, due, submitted, extensions string
	anonymous, again                        bool
	only                                    string
	sandbox                                 sandbox.Kind
	encoding                                encoding
}

// A gradeJob is a class to be graded.
type gradeJob struct {
	assignment *assignment.Assignment
	course     *assignment.Course
	paths      []string
	dir        string
	jobs       int
	anonymous  bool
	again      bool
	only       string
	encoding   encoding
	roster     *roster.Roster
	dates      gradebook.Dates
	checks     string // of what the marks depend on, beyond the notebooks
	current    string // id of the release that students should have; "" if not known
	grader     func() (gradebook.Grader, func() error, error)
	out, err   io.Writer
}

// job reads the settings of the course and what the flags say instead.
func (g gradeFlags) job(o *options, name string, paths []string) (*gradeJob, error) {
	home, err := o.home()
	if err != nil {
		return nil, err
	}
	a, err := home.Open(name)
	if err != nil {
		return nil, err
	}
	c, err := assignment.FindCourse()
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, errNoCourse
	}
	if g.jobs < 1 {
		return nil, wrongUse(fmt.Errorf("-j is %d, want 1 or more", g.jobs))
	}
	j := &gradeJob{assignment: a, course: c, paths: paths, jobs: g.jobs, again: g.again, only: g.only, anonymous: g.anonymous || c.Anonymous,
		encoding: cmp.Or(g.encoding, encoding(c.Encoding)), dir: firstSet(g.dir, filepath.Join(c.Dir, "graded", name))}
	names, err := home.Names()
	if err != nil {
		return nil, err
	}
	if err := c.Knows(names); err != nil {
		return nil, err
	}
	if err := j.lists(g, names); err != nil {
		return nil, err
	}
	if j.checks, err = checksOf(a, c.Seed, string(g.sandbox)); err != nil {
		return nil, err
	}
	if j.current, err = release.ID(a); err != nil {
		return nil, err
	}
	j.grader = func() (gradebook.Grader, func() error, error) {
		made, err := grading.New(a, grading.Settings{Sandbox: g.sandbox, Seed: c.Seed})
		if err != nil {
			return nil, nil, err
		}
		return made, made.Close, nil
	}
	return j, nil
}

func firstSet(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// lists reads the roster and everything about dates, of which the names of all
// assignments can be.
func (j *gradeJob) lists(g gradeFlags, names []string) error {
	c, zone := j.course, j.course.Location()
	wait, err := c.Late.Wait()
	if err != nil {
		return err
	}
	j.dates = gradebook.Dates{Due: c.Due[j.assignment.Name], Zone: zone,
		Policy: late.Policy{Percent: c.Late.PerDay, Cap: c.Late.Cap, Grace: wait, Limit: c.Late.Days}}
	if g.due != "" {
		if j.dates.Due, err = late.Parse(g.due, zone); err != nil {
			return wrongUse(fmt.Errorf("--due: %w", err))
		}
	}
	read := func(flag, setting string, use func(name string, data []byte) error) error {
		path := firstSet(flag, c.Path(setting))
		if path == "" {
			return nil
		}
		data, err := j.encoding.read(path)
		if err != nil {
			return err
		}
		return use(path, data)
	}
	return errors.Join(
		read(g.roster, c.Roster, func(name string, data []byte) (err error) {
			j.roster, err = roster.Read(name, data)
			return err
		}),
		read(g.submitted, c.Submitted, func(name string, data []byte) (err error) {
			j.dates.Times, err = late.ReadTimes(name, data, j.roster, zone)
			return err
		}),
		read(g.extensions, c.Extensions, func(name string, data []byte) (err error) {
			j.dates.Extensions, err = late.ReadExtensions(name, data, j.roster, j.assignment.Name, names, zone)
			return err
		}),
	)
}

// run grades the class and writes everything.
func (j *gradeJob) run(ctx context.Context) error {
	in, err := intake.Open(ctx, j.paths, intake.Options{Assignment: j.assignment.Name, Zone: j.dates.Zone, Roster: j.roster, Encoding: string(j.encoding)})
	if err != nil {
		return err
	}
	for _, refused := range in.Refused {
		fmt.Fprintf(j.err, "lgrade: skipped: %s\n", refused)
	}
	if len(in.Submissions) == 0 {
		return &nothingError{j.paths}
	}
	class, err := gradebook.NewClass(j.assignment, in.People(j.roster), j.dates)
	if err != nil {
		return err
	}
	for _, id := range j.strangers(class) {
		fmt.Fprintf(j.err, "lgrade: an extension for %s does nothing: nobody has handed in under this id\n", id)
	}
	if j.only != "" && !slices.ContainsFunc(class.Records, func(r *gradebook.Record) bool { return strings.EqualFold(r.Student.ID, j.only) }) {
		return wrongUse(fmt.Errorf("--only=%s: nobody in the class has this id", j.only))
	}
	class.NoteReleases(j.current)
	store, err := gradebook.OpenStore(j.dir)
	if err != nil {
		return err
	}
	outcome, err := j.grade(ctx, class, store)
	if err != nil {
		return err
	}
	if err := j.write(class, store); err != nil {
		return err
	}
	class.Summary(j.out)
	fmt.Fprintf(j.out, "%d graded now, %d unchanged; the results are in %s\n", outcome.Graded, outcome.Unchanged, j.dir)
	if len(outcome.Failed) > 0 {
		for _, failed := range outcome.Failed {
			fmt.Fprintf(j.err, "lgrade: could not be graded: %s\n", failed)
		}
		return errSaid
	}
	return nil
}

// A nothingError is that of folders and archives in which nobody has handed in anything.
type nothingError struct{ Paths []string }

func (e *nothingError) Error() string {
	return fmt.Sprintf("no submissions in %s: there should be a notebook, an archive or a folder for each student", strings.Join(e.Paths, ", "))
}

// strangers returns the ids with an extension that nobody in the class has. Only a class
// without a roster may have some.
func (j *gradeJob) strangers(class *gradebook.Class) []string {
	unknown := maps.Clone(j.dates.Extensions)
	for _, r := range class.Records {
		delete(unknown, strings.ToLower(r.Student.ID))
	}
	return slices.Sorted(maps.Keys(unknown))
}

func (j *gradeJob) grade(ctx context.Context, class *gradebook.Class, store *gradebook.Store) (gradebook.Outcome, error) {
	if class.Notebooks() == 0 {
		return gradebook.Outcome{}, nil
	}
	grader, done, err := j.grader()
	if err != nil {
		return gradebook.Outcome{}, err
	}
	bar := progress(j.err, class.Notebooks())
	outcome, err := class.Grade(ctx, gradebook.Run{Grader: grader, Store: store, Checks: j.checks, Workers: j.jobs, Again: j.again, Only: j.only, Progress: bar})
	err = errors.Join(err, done())
	if errors.Is(err, context.Canceled) {
		return outcome, interruption{outcome.Graded + outcome.Unchanged, class.Notebooks()}
	}
	return outcome, err
}

// interruption is the error of whoever stops grading.
type interruption struct{ Kept, Notebooks int }

func (i interruption) Error() string {
	return fmt.Sprintf("interrupted: %d of %d notebooks are graded and kept; run the same command to continue", i.Kept, i.Notebooks)
}

// progress draws a bar on a terminal, and nothing anywhere else.
func progress(w io.Writer, n int) func() {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	bar := progressbar.NewOptions(n, progressbar.OptionSetWriter(w), progressbar.OptionSetDescription("grading"),
		progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish())
	return func() { _ = bar.Add(1) } // a bar that cannot be drawn is no reason to stop
}

// write merges the written answers and writes grades and pages.
func (j *gradeJob) write(class *gradebook.Class, store *gradebook.Store) error {
	sheets := gradebook.Sheets{Store: store, Secret: fmt.Append(nil, j.course.Seed), Anonymous: j.anonymous, Encoding: string(j.encoding)}
	added, err := sheets.Merge(class)
	if err != nil {
		return err
	}
	if added != "" {
		fmt.Fprintf(j.out, "new written answers to mark: %s\n", store.Path(added))
	}
	class.Total(j.dates.Policy)
	data, err := class.JSON()
	if err != nil {
		return err
	}
	if err := errors.Join(store.Write(data, "marks.json"), store.Write(class.Grades(), "grades.csv")); err != nil {
		return err
	}
	pages := map[string]bool{}
	for _, r := range class.Records {
		page, err := feedback.Page(j.assignment.Title, j.assignment.Feedback, r)
		if err != nil {
			return err
		}
		name := gradebook.FileName(r.Student.ID) + ".html"
		pages[sameFile(name)] = true
		if err := store.Write(page, "feedback", name); err != nil {
			return err
		}
	}
	return j.nameOthers(store.Path("feedback"), pages)
}

// sameFile makes names alike that are of one file on some systems.
func sameFile(name string) string { return strings.ToLower(norm.NFC.String(name)) }

// nameOthers names pages of an earlier run that are of nobody in the class now.
func (j *gradeJob) nameOthers(dir string, pages map[string]bool) error {
	files, err := os.ReadDir(dir)
	var others []string
	for _, f := range files {
		if name := f.Name(); filepath.Ext(name) == ".html" && !pages[sameFile(name)] {
			others = append(others, name)
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(j.err, "lgrade: pages in %s of nobody who is in the class now: %s; delete them before you send out the others\n", dir, strings.Join(others, ", "))
	}
	return err
}

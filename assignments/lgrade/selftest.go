package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/grading"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/assignments/lgrade/internal/sandbox"
)

func newSelftest(o *options) *cobra.Command {
	var seeds int
	var verbose bool
	kind := sandbox.Wasm
	cmd := &cobra.Command{
		Use:   "selftest [NAME...]",
		Short: "Test the checks of assignments",
		Long: `Selftest tests the checks of assignments, of all if none is named:

  the solution earns all points, and so does each file of testdata/right, with the
  functions of the other files and of the solution for those that it lacks;
  the notebook for students earns none;
  each file of testdata/mutants fails the checks that its lines "// loses: TASK: CHECK"
  name;
  the checks of a task are worth what assignment.toml says.`,
		RunE: func(cmd *cobra.Command, names []string) error {
			home, err := o.home()
			if err != nil {
				return err
			}
			if len(names) == 0 {
				if names, err = home.Names(); err != nil {
					return err
				}
			}
			all := true
			for _, name := range names {
				a, err := home.Open(name)
				if err != nil {
					return err
				}
				s := selftest{a: a, out: cmd.OutOrStdout(), verbose: verbose, seeds: seeds}
				if err := s.run(cmd.Context(), kind); err != nil {
					return err
				}
				all = all && s.failures == 0
			}
			if !all {
				return errSaid
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&seeds, "seeds", 5, "how many seeds of the hidden data to grade right answers with")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "list the checks that each file fails")
	cmd.Flags().Var(&kind, "sandbox", "the sandbox that runs the answers: wasm, bwrap or none")
	return cmd
}

// A selftest tests one assignment.
type selftest struct {
	a        *assignment.Assignment
	g        *grading.Grader
	out      io.Writer
	verbose  bool
	seeds    int
	failures int
	lost     map[string]bool // by a mutant: "Step: moves the bias, too"
}

func (s *selftest) run(ctx context.Context, kind sandbox.Kind) (err error) {
	fmt.Fprintf(s.out, "%s\n", s.a.Name)
	if s.g, err = grading.New(s.a, grading.Settings{Sandbox: kind, Seed: 1}); err != nil {
		return err
	}
	defer s.g.Close()
	for _, step := range []func(context.Context) error{s.points, s.solution, s.stub, s.constants, s.right, s.mutants} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (s *selftest) say(format string, args ...any) { fmt.Fprintf(s.out, "  "+format+"\n", args...) }

func (s *selftest) fail(format string, args ...any) {
	s.failures++
	s.say("FAIL "+format, args...)
}

func (s *selftest) points(context.Context) error {
	for _, t := range s.a.Tasks {
		if got := s.g.Points(t.Name); math.Abs(got-t.Points) > 1e-9 {
			s.fail("the checks of %s are worth %g points, assignment.toml says %g", t.Name, got, t.Points)
		}
	}
	s.say("%g points in all", s.a.Points())
	return nil
}

func (s *selftest) solution(ctx context.Context) error { return s.full(ctx, "the solution", nil) }

// full wants all points, for all seeds.
func (s *selftest) full(ctx context.Context, what string, files map[string][]byte) error {
	before := s.failures
	for seed := range uint64(s.seeds) {
		m, err := s.g.GradeSource(ctx, files, 1+seed)
		if errors.As(err, new(grading.Broken)) {
			s.fail("%s: %v", what, err)
			return nil
		}
		if err != nil {
			return err
		}
		for _, t := range m.Tasks {
			if t.Problem != "" {
				s.fail("%s, seed %d: %s: %s", what, 1+seed, t.Name, t.Problem)
			}
			for _, r := range lost(t) {
				s.fail("%s, seed %d: %s", what, 1+seed, r)
			}
		}
	}
	if s.failures == before {
		s.say("%s earns all points with %d seeds", what, s.seeds)
	}
	return nil
}

// lost are the checks that an answer does not pass, with what it did.
func lost(t grading.Task) []string {
	var all []string
	for _, r := range t.Results {
		if !r.Passed {
			text := fmt.Sprintf("loses %s: %s (%s", t.Name, r.Check, r.What)
			if r.Got != "" || r.Want != "" {
				text += fmt.Sprintf(", got %s, want %s", r.Got, r.Want)
			}
			all = append(all, text+")")
		}
	}
	return all
}

func (s *selftest) stub(ctx context.Context) error {
	data, err := os.ReadFile(s.a.Notebook())
	if err != nil {
		return err
	}
	n, err := notebook.Read(data)
	if err != nil {
		return err
	}
	for i, c := range n.Cells {
		if c.Kind == "code" && c.Grade != nil && c.Grade.Solution {
			if n.Cells[i].Source, _, err = notebook.Cut(c.Source, notebook.Stub); err != nil {
				return fmt.Errorf("%s: %w", n.Name(i), err)
			}
		}
	}
	m, err := s.g.Grade(ctx, n)
	if err != nil {
		return err
	}
	before := s.failures
	for _, t := range m.Tasks {
		for _, r := range t.Results {
			if r.Passed {
				s.fail("the notebook without answers passes %s: %s", t.Name, r.Check)
			}
		}
	}
	if s.failures == before {
		s.say("the notebook without answers earns nothing")
	}
	return nil
}

// worthless is the part of a task's points that an answer may earn which does not depend on
// what it is asked.
const worthless = 0.05

// constants wants nothing to be earned by answers that always return the same.
func (s *selftest) constants(ctx context.Context) error {
	constants := s.g.Constants()
	names, texts := slices.Sorted(maps.Keys(constants)), map[string][]byte{}
	for _, name := range names {
		texts[name] = constants[name]
	}
	marks, errs := s.sideBySide(ctx, names, texts)
	before := s.failures
	for i, name := range names {
		if errs[i] != nil {
			return fmt.Errorf("answers that return %s: %w", name, errs[i])
		}
		for _, t := range marks[i].Tasks {
			if t.Earned <= worthless*t.Points {
				continue
			}
			var passed []string
			for _, r := range t.Results {
				if r.Passed {
					passed = append(passed, fmt.Sprintf("%q", r.Check))
				}
			}
			s.fail("%s earns %g of %g points by returning %s: %s", t.Name, t.Earned, t.Points, name, strings.Join(passed, ", "))
		}
	}
	if s.failures == before {
		s.say("answers that always return the same earn nothing")
	}
	return nil
}

// files reads the Go files of a directory of testdata.
func (s *selftest) files(dir string) (names []string, texts map[string][]byte, err error) {
	found, err := filepath.Glob(filepath.Join(s.a.Dir(), "testdata", dir, "*.go"))
	texts = map[string][]byte{}
	for _, path := range found {
		name := filepath.Join(dir, filepath.Base(path))
		names = append(names, name)
		if texts[name], err = os.ReadFile(path); err != nil {
			return nil, nil, err
		}
	}
	return names, texts, err
}

func (s *selftest) right(ctx context.Context) error {
	names, texts, err := s.files("right")
	if err != nil {
		return err
	}
	if len(names) < 2 {
		s.fail("testdata/right has %d files, want 2", len(names))
	}
	for _, name := range names {
		files := map[string][]byte{}
		for other, text := range texts {
			files["other "+other] = text // before right/ in the alphabet, so that those of name count
		}
		delete(files, "other "+name)
		files[name] = texts[name]
		if err := s.full(ctx, name, files); err != nil {
			return err
		}
	}
	return nil
}

// fewest mutants of an assignment.
const fewest = 6

func (s *selftest) mutants(ctx context.Context) error {
	names, texts, err := s.files("mutants")
	if err != nil {
		return err
	}
	if len(names) < fewest {
		s.fail("testdata/mutants has %d files, want %d", len(names), fewest)
	}
	before := s.failures
	s.lost = map[string]bool{}
	marks, errs := s.sideBySide(ctx, names, texts)
	for i, name := range names {
		m, err := marks[i], errs[i]
		if errors.As(err, new(grading.Broken)) {
			s.fail("%s: %v", name, err)
			continue
		}
		if err != nil {
			return err
		}
		if err := s.mutant(name, texts[name], m); err != nil {
			s.fail("%s: %v", name, err)
		}
	}
	if s.failures == before {
		s.say("each of %d mutants loses what it names", len(names))
	}
	s.never(marks)
	return nil
}

// sideBySide grades each file, one a core.
func (s *selftest) sideBySide(ctx context.Context, names []string, texts map[string][]byte) ([]*grading.Marks, []error) {
	marks, errs := make([]*grading.Marks, len(names)), make([]error, len(names))
	var work sync.WaitGroup
	free := make(chan struct{}, runtime.NumCPU())
	for i, name := range names {
		free <- struct{}{}
		work.Go(func() {
			defer func() { <-free }()
			marks[i], errs[i] = s.g.GradeSource(ctx, map[string][]byte{name: texts[name]}, 1)
		})
	}
	work.Wait()
	return marks, errs
}

var loses = regexp.MustCompile(`(?m)^// loses:[ \t]*(\w+):[ \t]*(.+?)[ \t]*$`)

// mutant wants the checks lost that a file names.
func (s *selftest) mutant(name string, text []byte, m *grading.Marks) error {
	passed := map[string]bool{}
	for _, t := range m.Tasks {
		if t.Problem != "" && s.verbose {
			s.say("%s: %s: %s", name, t.Name, t.Problem)
		}
		for _, r := range t.Results {
			passed[t.Name+": "+r.Check] = r.Passed
			s.lost[t.Name+": "+r.Check] = s.lost[t.Name+": "+r.Check] || !r.Passed
		}
		for _, l := range lost(t) {
			if s.verbose {
				s.say("%s %s", name, l)
			}
		}
	}
	named := loses.FindAllSubmatch(text, -1)
	if named == nil {
		return errors.New(`no line "// loses: TASK: CHECK"`)
	}
	var wrong []string
	for _, n := range named {
		check := string(n[1]) + ": " + string(n[2])
		if did, ok := passed[check]; !ok {
			wrong = append(wrong, fmt.Sprintf("there is no check %q", check))
		} else if did {
			wrong = append(wrong, fmt.Sprintf("keeps %q", check))
		}
	}
	if wrong != nil {
		return errors.New(strings.Join(wrong, "; "))
	}
	return nil
}

// never says which checks no mutant loses: nobody has seen them fail.
func (s *selftest) never(marks []*grading.Marks) {
	at := slices.IndexFunc(marks, func(m *grading.Marks) bool { return m != nil })
	if at < 0 {
		return
	}
	for _, t := range marks[at].Tasks {
		for _, r := range t.Results {
			if check := t.Name + ": " + r.Check; !s.lost[check] {
				s.say("no mutant loses %s", check)
			}
		}
	}
}

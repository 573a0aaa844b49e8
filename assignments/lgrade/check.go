package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/grading"
	"linclass/assignments/lgrade/internal/notebook"
	"linclass/assignments/lgrade/internal/release"
	"linclass/assignments/lgrade/internal/sandbox"
)

func newCheck(o *options) *cobra.Command {
	var name string
	kind := sandbox.Wasm
	command := &cobra.Command{
		Use:   "check FILE.ipynb",
		Short: "For students: see whether a notebook can be graded, and run its open checks",
		Long: `Check reads the text of a notebook, as grading does; what you ran in Jupyter does not
matter. It reports functions that are missing, do not compile, have the wrong signature
or use something that is not allowed. Then it runs the open checks, those in the
notebook, and adds up their points. Grading runs more checks. Nothing is sent anywhere.

The exit code is 1 if a check fails.`,
		Example: "  lgrade check perceptron.ipynb",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			n, a, err := o.handedIn(args[0], name)
			if err != nil {
				return err
			}
			marks, err := grade(cmd.Context(), a, n, grading.Settings{Sandbox: kind, OpenOnly: true})
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "%s: %s\n", args[0], a.Title)
			if old := outdated(a, n); old != "" {
				fmt.Fprintf(out, "  note: %s\n", old)
			}
			if !printMarks(out, marks) {
				err = errSaid
			}
			for _, w := range a.Written {
				if len(n.Find(w.Name)) == 0 {
					fmt.Fprintf(out, "%s: the cell for this written answer is missing; copy it from a fresh notebook\n", w.Name)
					err = errSaid
				}
			}
			return err
		},
	}
	command.Flags().StringVarP(&name, "assignment", "a", "", "the assignment; if not given, the one that the notebook or its file name says")
	command.Flags().Var(&kind, "sandbox", "the sandbox that runs the answers: wasm, bwrap or none")
	return command
}

// handedIn reads a notebook and finds out which assignment it is.
func (o *options) handedIn(path, name string) (*notebook.Notebook, *assignment.Assignment, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	n, err := notebook.Read(data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	home, err := o.home()
	if err != nil {
		return nil, nil, err
	}
	if name == "" {
		if name, err = guess(home, path, n); err != nil {
			return nil, nil, err
		}
	}
	a, err := home.Open(name)
	return n, a, err
}

// guess goes by what the release wrote into the notebook, then by the file's name.
func guess(home *assignment.Home, path string, n *notebook.Notebook) (string, error) {
	names, err := home.Names()
	if err != nil {
		return "", err
	}
	said, _ := release.Of(n)
	if slices.Contains(names, said) {
		return said, nil
	}
	base := strings.ToLower(filepath.Base(path))
	for _, name := range names {
		if strings.Contains(base, name) {
			return name, nil
		}
	}
	return "", wrongUse(fmt.Errorf("%s does not say which assignment it is: name it with --assignment (one of %s)", path, strings.Join(names, ", ")))
}

// outdated says that a notebook is of another release than the one here, "" if it is
// not or cannot be compared.
func outdated(a *assignment.Assignment, n *notebook.Notebook) string {
	_, id := release.Of(n)
	now, err := release.ID(a)
	if id == "" || err != nil || id == now {
		return ""
	}
	return fmt.Sprintf("the notebook is from release %s, but the current release is %s", id, now)
}

func grade(ctx context.Context, a *assignment.Assignment, n *notebook.Notebook, set grading.Settings) (*grading.Marks, error) {
	g, err := grading.New(a, set)
	if err != nil {
		return nil, err
	}
	defer g.Close()
	return g.Grade(ctx, n)
}

// printMarks reports whether all is right.
func printMarks(w io.Writer, marks *grading.Marks) bool {
	right := true
	var points float64
	for _, note := range marks.Notes {
		fmt.Fprintf(w, "  note: %s\n", note)
	}
	for _, t := range marks.Tasks {
		fmt.Fprintln(w, t.Name)
		right = printTask(w, t) && right
		for _, r := range t.Results {
			points += r.Points
		}
	}
	fmt.Fprintf(w, "%g of %g points in the open checks; grading runs more checks\n", marks.Earned(), points)
	return right
}

func printTask(w io.Writer, t grading.Task) bool {
	right := t.Problem == ""
	if !right {
		fmt.Fprintf(w, "  ! %s\n", t.Problem)
	}
	if unwritten(t) {
		fmt.Fprintln(w, "  ✗ not written yet")
		return false
	}
	for _, r := range t.Results {
		if r.Passed {
			fmt.Fprintf(w, "  ✓ %s\n", r.Check)
			continue
		}
		right = false
		fmt.Fprintf(w, "  ✗ %s\n", r.Check)
		for _, line := range []struct{ label, text string }{{"", r.What}, {"got:  ", r.Got}, {"want: ", r.Want}, {"hint: ", r.Hint}} {
			if line.text != "" {
				fmt.Fprintf(w, "      %s%s\n", line.label, line.text)
			}
		}
	}
	return right
}

// unwritten reports whether a function is still as it was released.
func unwritten(t grading.Task) bool {
	for _, r := range t.Results {
		if !strings.HasSuffix(r.What, "not implemented: "+t.Name) {
			return false
		}
	}
	return len(t.Results) > 0
}

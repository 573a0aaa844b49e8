package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/grading"
	"linclass/assignments/lgrade/internal/release"
	"linclass/assignments/lgrade/internal/sandbox"
)

func newMarks(o *options) *cobra.Command {
	var name string
	kind := sandbox.Wasm
	var asJSON, forGradescope bool
	command := &cobra.Command{
		Use:   "marks FILE.ipynb",
		Short: "Grade one notebook and print its marks, for other programs",
		Long: `Marks grades one notebook with the open and the hidden checks and prints the points
of each task. Of the hidden checks it prints only what assignment.toml lets students
see, so the output may go into feedback.

The seed of the hidden checks comes from course.toml in the working directory or
above it. The exit code is 0 even if the notebook earns no points.`,
		Example: "  lgrade marks perceptron.ipynb --json",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			seed, err := courseSeed()
			if err != nil {
				return err
			}
			if forGradescope {
				a, err := o.named(name)
				if err != nil {
					return err
				}
				data, err := gradescopeResults(cmd.Context(), a, args[0], grading.Settings{Sandbox: kind, Seed: seed})
				if err == nil {
					_, err = cmd.OutOrStdout().Write(data)
				}
				return err
			}
			n, a, err := o.handedIn(args[0], name)
			if err != nil {
				return err
			}
			all, err := grade(cmd.Context(), a, n, grading.Settings{Sandbox: kind, Seed: seed})
			if err != nil {
				return err
			}
			m := shown(a, all)
			if !asJSON {
				for _, t := range m.Tasks {
					fmt.Fprintf(cmd.OutOrStdout(), "%s: %g of %g\n", t.Name, t.Earned, t.Points)
				}
				return nil
			}
			encoder := json.NewEncoder(cmd.OutOrStdout())
			encoder.SetIndent("", " ")
			return encoder.Encode(m)
		},
	}
	command.Flags().StringVarP(&name, "assignment", "a", "", "the assignment; if not given, the one that the notebook or its file name says")
	command.Flags().Var(&kind, "sandbox", "the sandbox that runs the answers: wasm, bwrap or none")
	command.Flags().BoolVar(&forGradescope, "gradescope", false, "print the results.json for Gradescope; FILE may be a folder; needs --assignment")
	command.Flags().BoolVar(&asJSON, "json", false, "print all marks and checks as JSON")
	return command
}

// named opens the assignment that a flag names.
func (o *options) named(name string) (*assignment.Assignment, error) {
	if name == "" {
		return nil, wrongUse(errors.New("--gradescope needs the assignment: name it with --assignment"))
	}
	home, err := o.home()
	if err != nil {
		return nil, err
	}
	return home.Open(name)
}

// shownMarks are marks without what students must not see.
type shownMarks struct {
	Assignment string      `json:"assignment"`
	Tasks      []shownTask `json:"tasks"`
	Notes      []string    `json:"notes"`
}

type shownTask struct {
	Name    string       `json:"name"`
	Cell    string       `json:"cell"` // the grade_id of its check cell
	Points  float64      `json:"points"`
	Earned  float64      `json:"earned"`
	Problem string       `json:"problem,omitempty"`
	Checks  []shownCheck `json:"checks"`
	Hidden  int          `json:"hidden"` // checks that were made
	Failed  int          `json:"failed"` // and those of them that failed
}

type shownCheck struct {
	Name   string  `json:"name"`
	Points float64 `json:"points"`
	Passed bool    `json:"passed"`
	Hidden bool    `json:"hidden"`
	What   string  `json:"what,omitempty"`
	Got    string  `json:"got,omitempty"`
	Want   string  `json:"want,omitempty"`
	Hint   string  `json:"hint,omitempty"`
}

func shown(a *assignment.Assignment, marks *grading.Marks) shownMarks {
	m := shownMarks{Assignment: a.Name, Tasks: []shownTask{}, Notes: append([]string{}, marks.Notes...)}
	for _, t := range marks.Tasks {
		s := shownTask{Name: t.Name, Cell: release.CheckCell(t.Name), Points: t.Points, Earned: t.Earned, Problem: t.Problem, Checks: []shownCheck{}}
		for _, r := range t.Results {
			if r.Hidden {
				s.Hidden++
				if !r.Passed {
					s.Failed++
				}
			}
			if c, visible := shownResult(a.Feedback, r); visible {
				s.Checks = append(s.Checks, c)
			}
		}
		m.Tasks = append(m.Tasks, s)
	}
	return m
}

// shownResult leaves of a hidden check what the feedback of the assignment says.
func shownResult(feedback string, r grading.Result) (c shownCheck, visible bool) {
	c = shownCheck{Name: r.Check, Points: r.Points, Passed: r.Passed, Hidden: r.Hidden}
	switch {
	case !r.Hidden:
		c.What, c.Got, c.Want, c.Hint = r.What, r.Got, r.Want, r.Hint
	case feedback == assignment.Count:
		return shownCheck{}, false
	case feedback == assignment.Hints && !r.Passed:
		c.Hint = r.Hint
	}
	return c, true
}

var errNoCourse = errors.New("no course.toml, which has the seed of the hidden checks, in this directory or above: make one with lgrade init DIR, then work in DIR")

// courseSeed returns the seed of the course that the working directory belongs to.
func courseSeed() (uint64, error) {
	c, err := assignment.FindCourse()
	if err != nil {
		return 0, err
	}
	if c == nil {
		return 0, errNoCourse
	}
	return c.Seed, nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/release"
)

func newRelease(o *options) *cobra.Command {
	var dir string
	command := &cobra.Command{
		Use:   "release NAME... | all",
		Short: "Make the notebooks for students",
		Long: `Release makes the notebooks for students from the source notebooks, which have the
solutions: it puts a panic in place of each solution, removes the outputs, and locks
the cells that must not change. It refuses a notebook whose solution markers do not
match, whose cells differ from assignment.toml, that repeats a line of a solution
elsewhere, or whose cells do not compile. The same source gives the same bytes.`,
		Example: "  lgrade release perceptron -o to-hand-out\n  lgrade release all",
		Args:    wants(1, -1),
		RunE: func(cmd *cobra.Command, names []string) error {
			home, err := o.home()
			if err != nil {
				return err
			}
			names, err = chosen(home, names)
			if err != nil {
				return err
			}
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			var problems []error
			for _, name := range names {
				path, id, err := releaseTo(cmd.Context(), dir, home, name)
				if err != nil {
					problems = append(problems, err)
					continue
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s: release %s\n", path, id)
			}
			return errors.Join(problems...)
		},
	}
	command.Flags().StringVarP(&dir, "output", "o", "release", "the directory to write NAME.ipynb to")
	return command
}

// chosen returns the assignments that arguments name, for "all" all there are.
func chosen(home *assignment.Home, names []string) ([]string, error) {
	if len(names) == 1 && names[0] == "all" {
		return home.Names()
	}
	return names, nil
}

func releaseTo(ctx context.Context, dir string, home *assignment.Home, name string) (path, id string, err error) {
	a, err := home.Open(name)
	if err != nil {
		return "", "", err
	}
	n, err := release.Make(ctx, a)
	if err != nil {
		return "", "", err
	}
	path = filepath.Join(dir, a.Name+".ipynb")
	_, id = release.Of(n)
	return path, id, os.WriteFile(path, n.Bytes(), 0o644)
}

package main

import (
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
)

func newInit(o *options) *cobra.Command {
	return &cobra.Command{
		Use:   "init DIR",
		Short: "Create the directory of a course, with its settings",
		Long: `Init makes a directory for one course, with

  course.toml    its settings: a secret seed, due dates, late penalties, the roster
  submissions/   for the submissions: a folder or a zip for each assignment
  graded/        for what lgrade grade writes
  .gitignore     keeps all of this out of git

course.toml explains each of its keys. Only you can read it: whoever knows the seed
can compute the data of the hidden checks.`,
		Example: "  lgrade init spring27",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			home, err := o.home()
			if err != nil {
				return err
			}
			names, err := home.Names()
			if err != nil {
				return err
			}
			if err := begin(args[0], names); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s is ready: set the due dates in %s\n", args[0], filepath.Join(args[0], "course.toml"))
			return nil
		},
	}
}

//go:embed course.toml.tmpl
var courseText string

// ignored is what git leaves alone in the directory of a course.
const ignored = `# The seed is secret, and the rest is personal data.
*
`

// begin makes the directory of a course with some assignments.
func begin(dir string, assignments []string) error {
	path := filepath.Join(dir, "course.toml")
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s already exists: name another directory, as a new seed would change the hidden checks of this course", path)
	}
	for _, d := range []string{"submissions", "graded"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte(ignored), 0o644); err != nil {
		return err
	}
	text, err := courseFile(assignments)
	if err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o600)
}

// courseFile writes the settings of a new course.
func courseFile(assignments []string) (string, error) {
	seed, err := rand.Int(rand.Reader, big.NewInt(math.MaxInt64))
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = template.Must(template.New("course.toml").Parse(courseText)).Execute(&text, map[string]any{
		"Seed":        seed.Int64() + 1, // never 0
		"Assignments": assignments,
	})
	return text.String(), err
}

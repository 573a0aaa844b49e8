package main

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"linclass/assignments/lgrade/internal/assignment"
	"linclass/assignments/lgrade/internal/gradebook"
	"linclass/assignments/lgrade/internal/gradebook/export"
	"linclass/assignments/lgrade/internal/gradebook/intake"
	"linclass/assignments/lgrade/internal/gradebook/roster"
	"linclass/assignments/lgrade/internal/grading"
)

func newGradescope(o *options) *cobra.Command {
	var output, program string
	cmd := &cobra.Command{
		Use:   "gradescope NAME",
		Short: "Make the autograder of an assignment for Gradescope",
		Long: `This command makes the zip that Gradescope needs for a programming assignment. Its
setup.sh installs Go there; its run_autograder grades each submission as soon as it
comes, except for written answers: mark those on Gradescope.

The zip contains the solution, the hidden checks and the seed of course.toml: upload it
to Gradescope, and give it to nobody else.`,
		Example: "  lgrade gradescope perceptron -o perceptron-autograder.zip",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			home, err := o.home()
			if err != nil {
				return err
			}
			a, err := home.Open(args[0])
			if err != nil {
				return err
			}
			if program == "" {
				if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
					return wrongUse(errors.New("the autograder of Gradescope runs on Linux on amd64: build lgrade for it (GOOS=linux GOARCH=amd64 go build), and name that file with --lgrade"))
				}
				if program, err = os.Executable(); err != nil {
					return err
				}
			}
			data, err := autograder(a, program)
			if err != nil {
				return err
			}
			output = firstSet(output, a.Name+"-autograder.zip")
			if err := os.WriteFile(output, data, 0o600); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: upload it to Gradescope as the autograder, and give it to nobody else\n", output)
			return nil
		},
	}
	cmd.Flags().StringVarP(&output, "output", "o", "", "the zip; if not given, NAME-autograder.zip")
	cmd.Flags().StringVar(&program, "lgrade", "", "the lgrade for Linux on amd64 that goes into the zip; if not given, this one")
	return cmd
}

// The scripts of the autograder. Tests run them elsewhere than Gradescope, whose directory
// is /autograder.
const (
	setupScript = `#!/bin/sh
# Installs Go, which compiles answers, and compiles what all of them need.
set -e
if ! command -v go >/dev/null; then
	apt-get update
	apt-get install -y --no-install-recommends ca-certificates curl
	curl -fsSL https://go.dev/dl/GOVERSION.linux-amd64.tar.gz | tar -C /usr/local -xz
fi
AUTOGRADER=${AUTOGRADER:-/autograder} "${AUTOGRADER:-/autograder}/source/grade" "${AUTOGRADER:-/autograder}/source/assignments/ASSIGNMENT" >/dev/null
`
	gradeScript = `#!/bin/sh
# Grades what is in a directory and prints Gradescope's results.json.
AUTOGRADER=${AUTOGRADER:-/autograder}
export LGRADE_ASSIGNMENTS="$AUTOGRADER/source" PATH="$PATH:/usr/local/go/bin" HOME="${HOME:-/root}"
cd "$AUTOGRADER/source/course" && exec ../lgrade marks --assignment ASSIGNMENT --gradescope "$1"
`
	runScript = `#!/bin/sh
AUTOGRADER=${AUTOGRADER:-/autograder}
exec "$AUTOGRADER/source/grade" "$AUTOGRADER/submission" >"$AUTOGRADER/results/results.json"
`
)

// autograder packs an assignment with all that grading it needs.
func autograder(a *assignment.Assignment, program string) ([]byte, error) {
	c, err := assignment.FindCourse()
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, errNoCourse
	}
	if a.HiddenPackage() == "" {
		return nil, fmt.Errorf("%[2]s has no hidden checks for %[1]s: name a clone that has them with --course", a.Name, a.Home.Hidden())
	}
	var out bytes.Buffer
	p := packer{zip: zip.NewWriter(&out)}
	for name, script := range map[string]string{"setup.sh": setupScript, "grade": gradeScript, "run_autograder": runScript} {
		p.add(name, 0o755, []byte(strings.NewReplacer("GOVERSION", runtime.Version(), "ASSIGNMENT", a.Name).Replace(script)))
	}
	p.file("lgrade", program, 0o755)
	p.add("course/course.toml", 0o600, fmt.Appendf(nil, "seed = %d\n", c.Seed))
	root := a.Home.Module()
	for _, part := range []string{"go.mod", "go.sum"} {
		if _, err := os.Stat(filepath.Join(root, part)); err == nil {
			p.file(part, filepath.Join(root, part), 0o644)
		}
	}
	for _, dir := range []string{"checking", a.Name, "hidden"} {
		p.tree(root, filepath.Join(a.Home.Dir, dir), a.Name)
	}
	err = errors.Join(p.err, p.zip.Close())
	return out.Bytes(), err
}

// A packer writes a zip and keeps the first error.
type packer struct {
	zip *zip.Writer
	err error
}

func (p *packer) add(name string, mode fs.FileMode, data []byte) {
	if p.err != nil {
		return
	}
	h := &zip.FileHeader{Name: name, Method: zip.Deflate}
	h.SetMode(mode)
	w, err := p.zip.CreateHeader(h)
	if err == nil {
		_, err = w.Write(data)
	}
	p.err = err
}

func (p *packer) file(name, path string, mode fs.FileMode) {
	data, err := os.ReadFile(path)
	if p.err == nil {
		p.err = err
	}
	p.add(name, mode, data)
}

// tree packs a directory, without tests and, of the hidden checks, those of other
// assignments.
func (p *packer) tree(root, dir, name string) {
	hidden := filepath.Base(dir) == "hidden"
	err := filepath.WalkDir(dir, func(at string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, at)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			other := hidden && filepath.Dir(at) == dir && entry.Name() != name && isAssignment(filepath.Join(filepath.Dir(dir), entry.Name()))
			if entry.Name() == "testdata" || other {
				return filepath.SkipDir
			}
			return nil
		}
		if entry.Type().IsRegular() && !strings.HasSuffix(at, "_test.go") {
			p.file(path.Clean(filepath.ToSlash(rel)), at, 0o644)
		}
		return nil
	})
	if p.err == nil {
		p.err = err
	}
}

func isAssignment(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "assignment.toml"))
	return err == nil
}

// gradescopeResults grades what is in a directory, or a notebook, as Gradescope wants it.
func gradescopeResults(ctx context.Context, a *assignment.Assignment, path string, set grading.Settings) ([]byte, error) {
	one, err := intake.One(ctx, path, a.Name)
	if err != nil {
		return nil, err
	}
	one.Time = time.Time{} // Gradescope has the date
	class, err := gradebook.NewClass(a, []intake.Person{{Student: roster.Student{ID: "submission"}, InRoster: true, Submission: one}}, gradebook.Dates{Zone: time.UTC})
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "lgrade-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	store, err := gradebook.OpenStore(dir)
	if err != nil {
		return nil, err
	}
	if class.Notebooks() > 0 {
		g, err := grading.New(a, set)
		if err != nil {
			return nil, err
		}
		defer g.Close()
		outcome, err := class.Grade(ctx, gradebook.Run{Grader: g, Store: store})
		if err != nil {
			return nil, err
		}
		if len(outcome.Failed) > 0 {
			return nil, errors.New(strings.Join(outcome.Failed, "; "))
		}
	}
	r := class.Records[0]
	r.Written = nil
	class.Total(gradebook.Dates{}.Policy)
	return export.Gradescope(&gradebook.Book{Assignment: a.Name, Title: a.Title, Feedback: a.Feedback}, r)
}

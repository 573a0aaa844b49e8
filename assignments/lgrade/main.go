// Lgrade releases, checks and grades the assignments of a course in linear
// classification. "lgrade help" lists what it can do.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"linclass/assignments/lgrade/internal/assignment"
)

// The exit codes.
const (
	fine   = 0
	failed = 1
	misuse = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends lgrade at once
	code := run(ctx, newRoot())
	stop()
	os.Exit(code)
}

// run runs a command and says how it ended.
func run(ctx context.Context, root *cobra.Command) int {
	err := root.ExecuteContext(ctx)
	var failure failure
	switch {
	case err == nil:
		return fine
	case errors.Is(err, errSaid):
		return failed
	case errors.As(err, &failure):
		fmt.Fprintf(root.ErrOrStderr(), "lgrade: %v\n", failure.error)
		return failed
	}
	fmt.Fprintf(root.ErrOrStderr(), "lgrade: %v\nlgrade help shows the usage\n", err)
	return misuse
}

// A failure is an error of the work and not of how the command was called.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// wrongUse is for an error in how the command was called that only its work shows.
func wrongUse(err error) error { return misused{err} }

type misused struct{ error }

func (m misused) Unwrap() error { return m.error }

// errSaid ends a command that has already printed what failed.
var errSaid = errors.New("failed")

// options are the flags that all verbs have.
type options struct {
	course string
}

// home is where the assignments are.
func (o *options) home() (*assignment.Home, error) { return assignment.Find(o.course) }

func newRoot() *cobra.Command {
	o := &options{}
	root := &cobra.Command{
		Use:   "lgrade",
		Short: "Assignments in linear classification: release, check, grade",
		Long: `lgrade makes the notebooks for students, checks and grades their submissions, and
writes grades and feedback. It runs their code in a sandbox, never in Jupyter.

Exit codes: 0 success, 1 something failed, 2 wrong usage.`,
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.PersistentFlags().StringVar(&o.course, "course", "",
		"the clone of linclass that has the assignments; if not given, $LGRADE_ASSIGNMENTS, or the clone that the working directory is in")
	for _, verb := range verbs {
		command := verb(o)
		work := command.RunE
		command.RunE = func(cmd *cobra.Command, args []string) error {
			err := work(cmd, args)
			if err == nil || errors.As(err, new(misused)) {
				return err
			}
			return failure{err}
		}
		root.AddCommand(command)
	}
	return root
}

// verbs are all that lgrade can do.
var verbs = []func(*options) *cobra.Command{
	newInit,
	newRelease,
	newCheck,
	newMarks,
	newSelftest,
	newGrade,
	newExport,
	newGradescope,
	newSimilar,
	newVersion,
}

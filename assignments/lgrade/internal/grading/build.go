package grading

import (
	"context"
	"errors"
	"fmt"

	"linclass/assignments/lgrade/internal/answers"
	"linclass/assignments/lgrade/internal/sandbox"
)

// errBuild means that answers could not be compiled, for a reason that belongs to no
// line.
var errBuild = errors.New("cannot be compiled")

// build compiles the answers to tasks. A declaration that the compiler refuses is
// dropped, and the rest compiled again. It returns the tasks that are in the program,
// which is nil if there is none.
func (g *Grader) build(ctx context.Context, a *answers.Answers, tasks []string) (*sandbox.Program, []string, error) {
	for {
		p := a.Program(tasks, referencePath)
		if len(p.Tasks) == 0 {
			return nil, nil, nil
		}
		compiled, err := g.tools.Compile(ctx, answersPath, p.Files, g.reference)
		if err != nil {
			if again, err := g.blame(a, err); !again {
				return nil, tasks, err
			}
			continue
		}
		program, err := g.link(ctx, compiled, p.Tasks)
		compiled.Close()
		var wrong wrongType
		if errors.As(err, &wrong) {
			for _, name := range wrong {
				a.Refuse(name, g.wrongSignature(a, name))
			}
			continue
		}
		if errors.Is(err, sandbox.ErrTooMuch) {
			err = fmt.Errorf("%w: %w", errBuild, err)
		}
		return program, p.Tasks, err
	}
}

// blame drops the declarations that the compiler complains of, and reports whether it
// is worth compiling again.
func (g *Grader) blame(a *answers.Answers, err error) (again bool, _ error) {
	var mistakes sandbox.Mistakes
	if !errors.As(err, &mistakes) {
		if errors.Is(err, sandbox.ErrTooMuch) {
			err = fmt.Errorf("%w: %w", errBuild, err)
		}
		return false, err
	}
	for _, m := range mistakes {
		if a.Drop(m.File, m.Line, m.Message) {
			again = true
		}
	}
	if !again {
		return false, fmt.Errorf("%w: %s", errBuild, mistakes[0].Message)
	}
	return true, nil
}

// wrongType are tasks whose function is not of the type that is asked for.
type wrongType []string

func (w wrongType) Error() string { return fmt.Sprintf("wrong types: %v", []string(w)) }

// link makes a program of answers to tasks.
func (g *Grader) link(ctx context.Context, compiled *sandbox.Package, tasks []string) (*sandbox.Program, error) {
	path := answersPath
	if compiled == g.reference {
		path = referencePath
	}
	text, lines := g.bridge.Dispatcher(path, tasks)
	main, err := g.tools.Compile(ctx, "main", map[string][]byte{"main.go": text}, compiled, g.reference)
	var mistakes sandbox.Mistakes
	if errors.As(err, &mistakes) {
		var wrong wrongType
		for _, m := range mistakes {
			if name, ok := lines[m.Line]; ok {
				wrong = append(wrong, name)
			}
		}
		if wrong != nil && compiled != g.reference {
			return nil, wrong
		}
	}
	if err != nil {
		return nil, err
	}
	return g.tools.Link(ctx, main)
}

func (g *Grader) wrongSignature(a *answers.Answers, name string) string {
	want := answers.Collect(g.source, g.rules).Signature(name)
	is := a.Signature(name)
	if is == "" {
		return fmt.Sprintf("%s is no function; want %s", name, want)
	}
	return fmt.Sprintf("%s is a %s; want %s", name, is, want)
}

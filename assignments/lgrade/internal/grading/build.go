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

// rounds is how often the answers of a notebook are compiled at most: each time without
// what the compiler has refused.
const rounds = 8

// build compiles the answers to tasks. A declaration that the compiler refuses is
// dropped, and the rest compiled again. It returns the tasks that are in the program,
// which is nil if there is none.
func (w *work) build(ctx context.Context, b *sandbox.Budget, tasks, own []string) (*sandbox.Program, []string, error) {
	for range rounds {
		p := w.answers.Program(tasks, own, referencePath)
		if len(p.Tasks) == 0 {
			return nil, nil, nil
		}
		compiled, err := w.tools.Compile(ctx, b, answersPath, p.Files, w.reference)
		if err != nil {
			if again, err := w.blame(err); !again {
				return nil, tasks, err
			}
			continue
		}
		program, err := w.link(ctx, b, compiled, p.Tasks)
		compiled.Close()
		var wrong wrongType
		if errors.As(err, &wrong) {
			for _, name := range wrong {
				w.answers.Refuse(name, w.wrongSignature(name))
			}
			continue
		}
		if errors.Is(err, sandbox.ErrTooMuch) {
			err = fmt.Errorf("%w: %w", errBuild, err)
		}
		return program, p.Tasks, err
	}
	return nil, tasks, fmt.Errorf("%w: each time we leave out the mistakes found, new ones appear", errBuild)
}

// blame drops the declarations that the compiler complains of, and reports whether it
// is worth compiling again.
func (w *work) blame(err error) (again bool, _ error) {
	var mistakes sandbox.Mistakes
	if !errors.As(err, &mistakes) {
		if errors.Is(err, sandbox.ErrTooMuch) {
			err = fmt.Errorf("%w: %w", errBuild, err)
		}
		return false, err
	}
	for _, m := range mistakes {
		if w.answers.Drop(m.File, m.Line, m.Message) {
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
func (g *Grader) link(ctx context.Context, b *sandbox.Budget, compiled *sandbox.Package, tasks []string) (*sandbox.Program, error) {
	path := answersPath
	if compiled == g.reference {
		path = referencePath
	}
	text, lines := g.bridge.Main(path, dispatcherPath, tasks)
	main, err := g.tools.Compile(ctx, b, "main", map[string][]byte{"main.go": text}, compiled, g.reference, g.dispatcher)
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
	return g.tools.Link(ctx, b, main)
}

func (w *work) wrongSignature(name string) string {
	want := answers.Collect(w.source, w.rules).Signature(name)
	is := w.answers.Signature(name)
	if is == "" {
		return fmt.Sprintf("%s is not a function; want %s", name, want)
	}
	text := fmt.Sprintf("%s is a %s; want %s", name, is, want)
	for _, hidden := range w.answers.Hides() {
		text += "; " + hidden
	}
	return text
}

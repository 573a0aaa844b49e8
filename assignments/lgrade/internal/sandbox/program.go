package sandbox

import (
	"context"
	"os"
	"strings"
	"time"
)

// A Program can run, several times.
type Program struct {
	kind   Kind
	dir    string // its own, removed by Close
	file   string
	module *module // of Wasm, loaded by the first run

	linked time.Duration // that the linker has computed
}

// memory is what a running program may have, in bytes.
const memory = 256 << 20

// A Run is what came of a program.
type Run struct {
	Reports [][]byte // what it reported, in order
	Why     Why      // it ended
	Message string   // its last words, if it stopped by a panic or a fatal error
	Code    int      // the exit code, if it stopped by itself

	Computed time.Duration // where the system cannot tell, all the time it took
}

// Why a program ended.
type Why int

// The reasons.
const (
	Returned  Why = iota // it came to its end, or called for an exit with code 0
	Stopped              // it ended with another exit code
	TimeOut              // it was stopped at the deadline
	Memory               // it wanted more than it may have
	Recursion            // its calls were nested too deeply
)

// Run runs a program with arguments, which is stopped after a time. What the program
// does is no error.
func (p *Program) Run(ctx context.Context, limit time.Duration, args ...string) (*Run, error) {
	if p.kind == Wasm {
		return p.wasm(ctx, limit, args)
	}
	return p.native(ctx, limit, args)
}

// Close removes the program.
func (p *Program) Close(ctx context.Context) error {
	if p.module != nil {
		if err := p.module.runtime.Close(ctx); err != nil {
			return err
		}
	}
	return os.RemoveAll(p.dir)
}

// reports collects what a program reports, up to a limit that no honest one reaches.
type reports struct {
	lines [][]byte
	size  int
}

const mostReported = 8 << 20

func (r *reports) add(line []byte) {
	if r.size += len(line); r.size <= mostReported {
		r.lines = append(r.lines, line)
	}
}

// ended tells from an exit code and the beginning of what went to standard error how a
// program ended.
func ended(r *Run, code int, errors string) {
	r.Code = code
	if code == 0 {
		return
	}
	r.Why = Stopped
	for line := range strings.Lines(errors) {
		line = strings.TrimSpace(line)
		fatal, isFatal := strings.CutPrefix(line, "fatal error: ")
		switch {
		case isFatal && strings.Contains(line, "out of memory"):
			r.Why = Memory
		case strings.Contains(line, "stack exceeds") || isFatal && strings.Contains(line, "stack overflow"):
			r.Why = Recursion
		case isFatal:
			r.Message = fatal
		case strings.HasPrefix(line, "panic: "):
			r.Message = line
		default:
			continue
		}
		return
	}
}

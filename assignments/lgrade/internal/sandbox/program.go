package sandbox

import (
	"context"
	"os"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
)

// A Program can run, several times.
type Program struct {
	kind   Kind
	dir    string // its own, removed by Close
	file   string
	engine *engine               // of Wasm
	code   wazero.CompiledModule // of Wasm, loaded by the first run

	linked time.Duration // that the linker has computed
}

// memory is what a running program may have, in bytes.
const memory = 256 << 20

// mostSent is how long a frame may be, in bytes: a million numbers.
const mostSent = 8 << 20

// An Instance is a program that runs. Nothing goes into it or comes out of it but
// frames, by turns: it gets one when it has sent one.
type Instance interface {
	// Exchange hands a frame to the instance, which waits for it, and returns the one
	// that it sends next, nil if it has ended.
	Exchange(frame []byte) []byte

	// Stop ends the instance if it has not ended, and says how it did.
	Stop() End
}

// An End is how an instance ended.
type End struct {
	Why     Why
	Message string // its last words, if it stopped by a panic or a fatal error
	Code    int    // the exit code, if it stopped by itself

	Computed time.Duration // where the system cannot tell, all the time it took
}

// Why an instance ended.
type Why int

// The reasons.
const (
	Waiting   Why = iota // it had not, and waited for a frame
	Returned             // it came to its end, or called for an exit with code 0
	Stopped              // it ended with another exit code
	TimeOut              // it was stopped at the deadline
	Memory               // it wanted more than it may have
	Recursion            // its calls were nested too deeply
	TooLong              // it sent a frame that is too long, or none
)

// Start runs a program, which may compute for limit, until it has sent its first frame,
// which has no meaning, and reports whether it came as far as that. Until Stop the
// goroutine may start no other.
func (p *Program) Start(ctx context.Context, limit time.Duration) (i Instance, started bool, err error) {
	if p.kind == Wasm {
		return p.startWasm(ctx, limit)
	}
	return p.startNative(ctx, limit)
}

// Close removes the program.
func (p *Program) Close(ctx context.Context) error {
	if p.code != nil {
		if err := p.code.Close(ctx); err != nil {
			return err
		}
	}
	return os.RemoveAll(p.dir)
}

// ended tells from an exit code and the beginning of what went to standard error how a
// program ended.
func (e *End) ended(code int, errors string) {
	e.Why, e.Code = Returned, code
	if code == 0 {
		return
	}
	e.Why = Stopped
	for line := range strings.Lines(errors) {
		line = strings.TrimSpace(line)
		fatal, isFatal := strings.CutPrefix(line, "fatal error: ")
		switch {
		case isFatal && strings.Contains(line, "out of memory"):
			e.Why = Memory
		case strings.Contains(line, "stack exceeds") || isFatal && strings.Contains(line, "stack overflow"):
			e.Why = Recursion
		case isFatal:
			e.Message = fatal
		case strings.HasPrefix(line, "panic: "):
			e.Message = line
		default:
			continue
		}
		return
	}
}

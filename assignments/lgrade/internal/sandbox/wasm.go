package sandbox

import (
	"context"
	"errors"
	"iter"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// An engine runs modules of WebAssembly.
type engine struct{ runtime wazero.Runtime }

// page is the unit of WebAssembly's memory.
const page = 64 << 10

// newEngine makes an engine whose modules can exchange frames, and report if reports is
// set.
func newEngine(ctx context.Context, config wazero.RuntimeConfig, reports bool) (*engine, error) {
	config = config.WithMemoryLimitPages(memory / page).WithCloseOnContextDone(true).WithDebugInfoEnabled(false)
	e := &engine{wazero.NewRuntimeWithConfig(ctx, config)}
	host := e.runtime.NewHostModuleBuilder("lgrade").
		NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(exchange), []api.ValueType{api.ValueTypeI32, api.ValueTypeI32}, []api.ValueType{api.ValueTypeI32}).Export("exchange").
		NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(fetch), []api.ValueType{api.ValueTypeI32}, nil).Export("fetch")
	if reports {
		host = host.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(report), []api.ValueType{api.ValueTypeI32, api.ValueTypeI32}, nil).Export("report")
	}
	_, err := wasi_snapshot_preview1.Instantiate(ctx, e.runtime)
	if err == nil {
		_, err = host.Instantiate(ctx)
	}
	if err != nil {
		e.runtime.Close(ctx)
		return nil, err
	}
	return e, nil
}

// A side is what the functions of the host know of the instance that calls them.
type side struct {
	next    func(ctx context.Context, frame []byte) []byte // the one after it, nil if none will come
	pending []byte                                         // that next returned
	reports [][]byte
	size    int // of the reports

	stopped bool // by the host, which said why
	why     Why
}

// stop ends the instance, whose functions of the host run now. An exit code could be
// forged.
func (s *side) stop(why Why) {
	s.stopped, s.why = true, why
	panic(sys.NewExitError(1))
}

// sideKey is where the side of an instance lies in its context.
type sideKey struct{}

// read copies a part of an instance's memory, or stops the instance.
func (s *side) read(m api.Module, offset, size uint64) []byte {
	text, ok := m.Memory().Read(uint32(offset), uint32(size))
	if !ok || len(text) == 0 || len(text) > mostSent {
		s.stop(TooLong)
	}
	return append([]byte(nil), text...)
}

// exchange is what package wire calls.
func exchange(ctx context.Context, m api.Module, stack []uint64) {
	s := ctx.Value(sideKey{}).(*side)
	s.pending = s.next(ctx, s.read(m, stack[0], stack[1]))
	stack[0] = uint64(len(s.pending))
}

// fetch copies a frame to where the instance has made room for it.
func fetch(ctx context.Context, m api.Module, stack []uint64) {
	s := ctx.Value(sideKey{}).(*side)
	if !m.Memory().Write(uint32(stack[0]), s.pending) {
		s.stop(TooLong)
	}
	s.pending = nil
}

// mostReported is more than any judge reports, in bytes.
const mostReported = 8 << 20

// report is what package graded calls.
func report(ctx context.Context, m api.Module, stack []uint64) {
	s := ctx.Value(sideKey{}).(*side)
	text := s.read(m, stack[0], stack[1])
	if s.size += len(text); s.size > mostReported {
		s.stop(TooLong)
	}
	s.reports = append(s.reports, text)
}

// run runs a module from its beginning to its end: nothing is left of earlier runs.
// Without files, clock and sources of chance it does the same each time. It may compute
// for limit, by a clock of what it computes.
func (e *engine) run(ctx context.Context, code wazero.CompiledModule, limit time.Duration, s *side, args []string, computed func() time.Duration) End {
	var words limitedBuffer
	config := wazero.NewModuleConfig().WithName("").WithArgs(append([]string{"program"}, args...)...).WithStderr(&words)
	limited, release := reserve(context.WithValue(ctx, sideKey{}, s))
	defer release()
	limited, cancel := context.WithTimeout(limited, patience*limit)
	defer cancel()
	go stopAfter(limited, cancel, limit, computed)
	instance, err := e.runtime.InstantiateModule(limited, code, config)
	if instance != nil {
		instance.Close(context.WithoutCancel(ctx))
	}
	end := End{Computed: computed()}
	var exit *sys.ExitError
	switch {
	case s.stopped:
		end.Why = s.why
	case err == nil:
		end.Why = Returned
	case errors.As(err, &exit) && (exit.ExitCode() == sys.ExitCodeDeadlineExceeded || exit.ExitCode() == sys.ExitCodeContextCanceled) && limited.Err() != nil:
		end.Why = TimeOut
	case errors.As(err, &exit):
		end.ended(int(exit.ExitCode()), words.String())
	case strings.Contains(err.Error(), "stack overflow"):
		end.Why = Recursion
	default:
		end.Why, end.Code, end.Message = Stopped, 1, firstLine(err.Error())
	}
	return end
}

// stopAfter calls stop when an instance has computed for a time, until ctx is done.
func stopAfter(ctx context.Context, stop func(), limit time.Duration, computed func() time.Duration) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if computed() > limit {
				stop()
			}
		}
	}
}

// A wasmInstance is an Instance that takes turns with the goroutine that started it, on
// one thread: a frame changes hands without waking anybody.
type wasmInstance struct {
	next    func() (frame []byte, ok bool) // its turn, until it sends a frame
	stop    func()
	frame   []byte // for the instance
	watch   watch
	release func() // the thread
	end     End
}

func (p *Program) startWasm(ctx context.Context, limit time.Duration) (Instance, bool, error) {
	if p.code == nil {
		text, err := os.ReadFile(p.file)
		if err != nil {
			return nil, false, err
		}
		if p.code, err = p.engine.runtime.CompileModule(ctx, oneSegment(text)); err != nil {
			return nil, false, err
		}
	}
	i := &wasmInstance{}
	i.watch.clock, i.release = lockClock()
	i.next, i.stop = iter.Pull(func(yield func(frame []byte) bool) {
		s := &side{}
		s.next = func(_ context.Context, frame []byte) []byte {
			if i.watch.computed() > limit { // what comes after the deadline does not count
				s.stop(TimeOut)
			}
			if !yield(frame) {
				s.stop(Waiting)
			}
			return i.frame
		}
		i.end = p.engine.run(ctx, p.code, limit, s, nil, i.watch.computed)
	})
	return i, i.Exchange(nil) != nil, nil
}

func (i *wasmInstance) Exchange(frame []byte) []byte {
	i.frame = frame
	i.watch.start()
	defer i.watch.stop()
	next, _ := i.next()
	return next
}

func (i *wasmInstance) Stop() End {
	i.watch.start()
	i.stop()
	i.watch.stop()
	i.release()
	return i.end
}

// A watch tells how long one of those that share a thread has computed.
type watch struct {
	clock func() time.Duration // of the thread

	mutex   sync.Mutex
	sum     time.Duration // of the turns that are over
	since   time.Duration // by the clock
	running bool
}

func (w *watch) start() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.since, w.running = w.clock(), true
}

func (w *watch) stop() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.sum += w.clock() - w.since
	w.running = false
}

func (w *watch) computed() time.Duration {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if !w.running {
		return w.sum
	}
	return w.sum + w.clock() - w.since
}

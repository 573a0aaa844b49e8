package sandbox

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

// A module is a program that wazero has loaded.
type module struct {
	runtime wazero.Runtime
	code    wazero.CompiledModule
}

// page is the unit of WebAssembly's memory.
const page = 64 << 10

// load reads a program. The interpreter is ready ten times sooner than the compiler,
// which pays only for answers that compute for seconds.
func load(ctx context.Context, file string, config wazero.RuntimeConfig) (*module, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	config = config.WithMemoryLimitPages(memory / page).WithCloseOnContextDone(true).WithDebugInfoEnabled(false)
	m := &module{runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	if err := m.ready(ctx, text); err != nil {
		m.runtime.Close(ctx)
		return nil, err
	}
	return m, nil
}

func (m *module) ready(ctx context.Context, text []byte) (err error) {
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, m.runtime); err != nil {
		return err
	}
	_, err = m.runtime.NewHostModuleBuilder("lgrade").NewFunctionBuilder().WithFunc(report).Export("report").Instantiate(ctx)
	if err != nil {
		return err
	}
	m.code, err = m.runtime.CompileModule(ctx, text)
	return err
}

// reportsKey is where the reports of a run lie in its context.
type reportsKey struct{}

// report is what package graded calls.
func report(ctx context.Context, m api.Module, offset, size uint32) {
	if line, ok := m.Memory().Read(offset, size); ok {
		ctx.Value(reportsKey{}).(*reports).add(append([]byte(nil), line...))
	}
}

func (p *Program) wasm(ctx context.Context, limit time.Duration, args []string) (*Run, error) {
	if p.module == nil {
		m, err := load(ctx, p.file, wazero.NewRuntimeConfigInterpreter())
		if err != nil {
			return nil, err
		}
		p.module = m
	}
	return p.module.run(ctx, limit, args)
}

// stopAfter calls stop when the goroutine has computed for a time, until ctx is done.
// The clock that it returns tells for how long it has, until end is called.
func stopAfter(ctx context.Context, stop func(), limit time.Duration) (computed func() time.Duration, end func()) {
	clock, unlock := lockClock()
	start := clock()
	computed = func() time.Duration { return clock() - start }
	go func() {
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
	}()
	return computed, unlock
}

// run makes a new instance: nothing is left of earlier runs. Without files, clock and
// sources of chance it does the same each time.
func (m *module) run(ctx context.Context, limit time.Duration, args []string) (*Run, error) {
	var words limitedBuffer
	var told reports
	config := wazero.NewModuleConfig().WithName("").WithArgs(append([]string{"answers"}, args...)...).WithStderr(&words)
	limited, cancel := context.WithTimeout(context.WithValue(ctx, reportsKey{}, &told), patience*limit)
	defer cancel()
	computed, end := stopAfter(limited, cancel, limit)
	defer end()
	instance, err := m.runtime.InstantiateModule(limited, m.code, config)
	if instance != nil {
		instance.Close(ctx)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	r := &Run{Reports: told.lines, Computed: computed()}
	var exit *sys.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit) && (exit.ExitCode() == sys.ExitCodeDeadlineExceeded || exit.ExitCode() == sys.ExitCodeContextCanceled) && limited.Err() != nil:
		r.Why = TimeOut
	case errors.As(err, &exit):
		ended(r, int(exit.ExitCode()), words.String())
	case strings.Contains(err.Error(), "stack overflow"):
		r.Why = Recursion
	default:
		r.Why, r.Code, r.Message = Stopped, 1, firstLine(err.Error())
	}
	return r, nil
}

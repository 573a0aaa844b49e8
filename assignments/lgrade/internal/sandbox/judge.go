package sandbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/tetratelabs/wazero"
)

// A Judge is a program of ours that calls an instance. It runs as WebAssembly, too, made
// into code of the machine: unlike an answer it is worth that, as it is the same for all.
type Judge struct {
	engine *engine
	code   wazero.CompiledModule
}

// Judge makes one of the text of a package main. What has been made on this machine of
// the same text and the same packages is not made again.
func (t *Toolchain) Judge(ctx context.Context, text []byte) (*Judge, error) {
	if t.kind != Wasm {
		return nil, fmt.Errorf("a judge for %s: want %s", t.kind, Wasm)
	}
	dir := cacheDir(t.dir)
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n%s\n", runtime.Version(), text)
	for _, path := range slices.Sorted(maps.Keys(t.have)) {
		fmt.Fprintf(hash, "%s %s\n", path, filepath.Base(t.have[path])) // named by its content
	}
	file := filepath.Join(dir, hex.EncodeToString(hash.Sum(nil))+".wasm")
	module, err := os.ReadFile(file)
	if err != nil {
		if module, err = t.makeJudge(ctx, text); err != nil {
			return nil, err
		}
		if err := keepFile(file, module); err != nil {
			return nil, err
		}
	}
	cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "code"))
	if err != nil {
		return nil, err
	}
	j := &Judge{}
	if j.engine, err = newEngine(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache), true); err != nil {
		return nil, err
	}
	if j.code, err = j.engine.runtime.CompileModule(ctx, oneSegment(module)); err != nil {
		j.Close(ctx)
		return nil, err
	}
	return j, nil
}

func (t *Toolchain) makeJudge(ctx context.Context, text []byte) ([]byte, error) {
	main, err := t.Compile(ctx, nil, "main", map[string][]byte{"main.go": text})
	if err != nil {
		return nil, err
	}
	p, err := t.Link(ctx, nil, main)
	if err != nil {
		return nil, err
	}
	defer p.Close(ctx)
	return os.ReadFile(p.file)
}

// cacheDir is where judges are kept, or other where nothing can be kept.
func cacheDir(other string) string {
	base, err := os.UserCacheDir()
	if err != nil {
		return other
	}
	dir := filepath.Join(base, "lgrade")
	if os.MkdirAll(dir, 0o700) != nil {
		return other
	}
	probe, err := os.CreateTemp(dir, "")
	if err != nil {
		return other
	}
	probe.Close()
	os.Remove(probe.Name())
	return dir
}

// keepFile writes a file as a whole: others may read it meanwhile.
func keepFile(path string, content []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "")
	if err != nil {
		return err
	}
	_, err = temporary.Write(content)
	if closed := temporary.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		os.Remove(temporary.Name())
	}
	return err
}

// Close ends the judge for good.
func (j *Judge) Close(ctx context.Context) error { return j.engine.runtime.Close(ctx) }

// Run runs the judge with arguments, on an instance, and returns what it reported. It
// may compute for limit.
func (j *Judge) Run(ctx context.Context, limit time.Duration, i Instance, args ...string) (reports [][]byte, end End) {
	var computed func() time.Duration
	if answer, shares := i.(*wasmInstance); shares {
		others := func() time.Duration { return answer.watch.clock() - answer.watch.computed() }
		before := others()
		computed = func() time.Duration { return others() - before }
	} else {
		clock, release := lockClock()
		defer release()
		before := clock()
		computed = func() time.Duration { return clock() - before }
	}
	s := &side{next: func(_ context.Context, frame []byte) []byte { return i.Exchange(frame) }}
	end = j.engine.run(ctx, j.code, limit, s, args, computed)
	return s.reports, end
}

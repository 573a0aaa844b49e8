package cluster

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"

	"go.temporal.io/sdk/temporal"

	"linclass/lclass"
)

// Reasons why a pass has no sum, for errors.Is. A shard whose file has changed is
// lclass.ErrChanged.
var (
	ErrNoWorkers = errors.New("cluster: no workers")
	ErrNotHeld   = errors.New("cluster: no worker has the shard")
	ErrVersion   = errors.New("cluster: workers of another version")
	ErrTables    = errors.New("cluster: shards differ in their columns")
	ErrNoEngine  = errors.New("cluster: no connection to the Temporal server")
)

// A Shard is a file of samples. Its name is its path below the worker's folder.
type Shard struct {
	Name string
	N    int    // samples
	Hash string // of the content of the file, SHA-256
}

// A holding is what a worker says of itself.
type holding struct {
	Worker  string
	Version string
	Table   Table
	Shards  []Shard
}

// A group is shards for one activity, and the names of the workers that have them.
type group struct {
	Shards  []Shard
	Workers []string
}

// A task is what an activity sums, beside the query.
type task struct {
	Version string
	Spec    Spec
	Shards  []Shard
}

// The types of errors of activities.
const (
	notHeld = "NotHeld"
	changed = "Changed"
	version = "Version"
	absent  = "Absent" // of the workflow: nobody took the task in time
)

// remote returns the error of an activity as the error of the fit that it means.
func remote(err error) error {
	var e *temporal.ApplicationError
	if !errors.As(err, &e) {
		return err
	}
	switch e.Type() {
	case notHeld, absent:
		return fmt.Errorf("%w: %s", ErrNotHeld, e.Message())
	case changed:
		return fmt.Errorf("%w: %s", lclass.ErrChanged, e.Message())
	case version:
		return fmt.Errorf("%w: %s", ErrVersion, e.Message())
	}
	return errors.New(e.Message())
}

// protocol changes when older workers would not understand a task.
const protocol = 3

// Version identifies how this program computes. Workers of another version refuse to work
// for a fit, because their sums might differ in the last bits.
func Version() string {
	build := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		var revision, modified string
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = s.Value
			case "vcs.modified":
				if s.Value == "true" {
					modified = "+changes"
				}
			}
		}
		build = cmp.Or(revision, info.Main.Version, build) + modified
	}
	return fmt.Sprintf("protocol %d, build %s, %s, %s", protocol, build, runtime.Version(), runtime.GOARCH)
}

// encode returns gob, which has infinities, unlike JSON.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	return b.Bytes(), nil
}

func decode[V any](text []byte) (v V, err error) {
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(&v); err != nil {
		return v, fmt.Errorf("cluster: a message is damaged: %w", err)
	}
	return v, nil
}

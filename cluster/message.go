package cluster

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"runtime"
	"runtime/debug"
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

// protocol changes when older workers would not understand a task.
const protocol = 5

// Version identifies how this program computes. Workers of another version refuse a fit,
// because their sums might differ in the last bits.
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

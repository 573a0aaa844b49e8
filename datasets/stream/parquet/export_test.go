package parquet

import "linclass/datasets/stream"

// OpenTable returns the table of a file, which stays open.
func OpenTable(path string) (stream.Table, error) {
	t, _, err := open(path)
	return t, err
}

// Memory sets the memory that every file may take, whatever its size, and returns
// what sets it back.
func Memory(bytes int64) (restore func()) {
	was := leastMemory
	leastMemory = bytes
	return func() { leastMemory = was }
}

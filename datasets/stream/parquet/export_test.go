package parquet

// Memory sets the memory that every file may take, whatever its size, and returns
// what sets it back.
func Memory(bytes int64) (restore func()) {
	was := leastMemory
	leastMemory = bytes
	return func() { leastMemory = was }
}

//go:build !wasip1

package graded

// report is for WebAssembly alone: that is what judges are.
func report([]byte) { panic("graded: a judge runs as WebAssembly") }

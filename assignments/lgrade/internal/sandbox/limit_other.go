//go:build !unix

package sandbox

import "time"

// limited is for Unix: elsewhere only the time of day and the collector's goal limit
// the compiler.
func limited(memory, output uint64, compute time.Duration, command ...string) []string {
	return command
}

//go:build !wasip1

package graded

import "os"

// Descriptor is the open file that a program which does not run as WebAssembly
// inherits for its reports, a line each.
const Descriptor = 3

func channel() func(line []byte) {
	pipe := os.NewFile(Descriptor, "reports")
	return func(line []byte) {
		if _, err := pipe.Write(line); err != nil {
			panic("graded: " + err.Error())
		}
	}
}

package graded

import "unsafe"

// report hands bytes to the program that runs this one. An answer cannot name it:
// that would take this package, a //go: comment or package unsafe.
//
//go:wasmimport lgrade report
func report(data unsafe.Pointer, size uint32)

func channel() func(line []byte) {
	return func(line []byte) { report(unsafe.Pointer(unsafe.SliceData(line)), uint32(len(line))) }
}

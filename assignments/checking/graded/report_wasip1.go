package graded

import "unsafe"

// send hands a report to the host of the judge. The host of an answer has no such
// function.
//
//go:wasmimport lgrade report
func send(report unsafe.Pointer, size uint32)

func report(line []byte) { send(unsafe.Pointer(unsafe.SliceData(line)), uint32(len(line))) }

//go:build page

// Package page lets a program ask the page that runs it. Programs that a page runs
// have the build tag page and are compiled to WebAssembly (GOOS=wasip1).
package page

import (
	"errors"
	"unsafe"
)

// ask passes a question to the page and returns the length of its answer, or, if the
// answer is the text of an error, −1 minus its length.
//
//go:wasmimport lclass ask
func ask(name unsafe.Pointer, nameLength uint32, data unsafe.Pointer, dataLength uint32) int32

// answer has the page write the answer of the last question to a place with room for it.
//
//go:wasmimport lclass answer
func answer(to unsafe.Pointer)

// Ask has the page do what name says with data and returns its answer.
func Ask(name string, data []byte) ([]byte, error) {
	n := ask(unsafe.Pointer(unsafe.StringData(name)), uint32(len(name)), unsafe.Pointer(unsafe.SliceData(data)), uint32(len(data)))
	failed := n < 0
	if failed {
		n = -1 - n
	}
	text := make([]byte, n)
	if n > 0 {
		answer(unsafe.Pointer(unsafe.SliceData(text)))
	}
	if failed {
		return nil, errors.New(string(text))
	}
	return text, nil
}

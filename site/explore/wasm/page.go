//go:build wasip1

package main

import (
	"unsafe"

	"linclass/site/explore"
)

func main() {}

var question, last []byte

// room returns where a question of n bytes is to be written.
//
//go:wasmexport room
func room(n int32) unsafe.Pointer {
	question = make([]byte, n+1)
	return unsafe.Pointer(unsafe.SliceData(question))
}

// call answers the question and returns the length of the answer.
//
//go:wasmexport call
func call() int32 {
	last = answer(question[:len(question)-1])
	return int32(len(last))
}

// result returns where the answer stands.
//
//go:wasmexport result
func result() unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(last)) }

// give hands over the weights of the digits, which were written where room said, and
// returns how long an error is, which result then has.
//
//go:wasmexport give
func give() int32 {
	last = nil
	if err := explore.GiveDigits(question[:len(question)-1]); err != nil {
		last = []byte(err.Error())
	}
	return int32(len(last))
}

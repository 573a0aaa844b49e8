package wire

import "unsafe"

// exchange hands a frame to the host, waits for the next one and returns its length;
// fetch copies it. An answer cannot name them: that would take this package, a //go:
// comment or package unsafe.
//
//go:wasmimport lgrade exchange
func exchange(frame unsafe.Pointer, size uint32) uint32

//go:wasmimport lgrade fetch
func fetch(frame unsafe.Pointer)

// Exchange sends a frame and returns the one that comes next, nil if none ever will.
func Exchange(frame []byte) []byte {
	size := exchange(unsafe.Pointer(unsafe.SliceData(frame)), uint32(len(frame)))
	if size == 0 {
		return nil
	}
	next := make([]byte, size)
	fetch(unsafe.Pointer(unsafe.SliceData(next)))
	return next
}

// Package wire is the form in which calls cross between a judge and an answer. Each
// runs in a memory of its own; all that passes is frames of bytes.
//
// The judge sends a call, and the answer replies with what the function returned, with
// a panic, or with a call back of a function among its arguments, which the judge
// answers before anything else. Numbers have eight bytes, the lowest first, lengths
// four. What a frame means is fixed by the types of the function; nothing in it says
// what a check has found.
package wire

import (
	"math"
	"unsafe"
)

// The first byte of a frame.
const (
	Ready    = iota // an answer has started
	Call            // judge: number of the call, number of the function, arguments
	Returned        // answer: number of the call, changed arguments, results
	Panicked        // answer: number of the call, text
	CallBack        // answer: number of a function, arguments
	Back            // judge: results
	Failed          // judge: the function that was called back has no results
)

// MostText is how many bytes of a panic's or an error's text cross.
const MostText = 1000

// A Writer makes a frame.
type Writer struct{ Frame []byte }

// Byte writes a byte.
func (w *Writer) Byte(b byte) { w.Frame = append(w.Frame, b) }

// Bool writes a truth value.
func (w *Writer) Bool(v bool) {
	if v {
		w.Byte(1)
	} else {
		w.Byte(0)
	}
}

// Number writes the four bytes of a length or of a number of a function.
func (w *Writer) Number(n uint32) {
	w.Frame = append(w.Frame, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

// Int writes a whole number.
func (w *Writer) Int(v int64) {
	w.Number(uint32(v))
	w.Number(uint32(v >> 32))
}

// Float writes a number.
func (w *Writer) Float(v float64) { w.Int(int64(math.Float64bits(v))) }

// Text writes a string.
func (w *Writer) Text(s string) {
	w.Number(uint32(len(s)))
	w.Frame = append(w.Frame, s...)
}

// Length writes the length of a slice, one more than it is: 0 is nil.
func (w *Writer) Length(n int, isNil bool) {
	if isNil {
		w.Number(0)
	} else {
		w.Number(uint32(n) + 1)
	}
}

// Floats writes a slice of numbers at once.
func (w *Writer) Floats(v []float64) {
	w.Length(len(v), v == nil)
	w.Frame = append(w.Frame, raw(unsafe.SliceData(v), len(v))...)
}

// Ints writes a slice of whole numbers at once.
func (w *Writer) Ints(v []int) {
	w.Length(len(v), v == nil)
	if unsafe.Sizeof(int(0)) == 8 {
		w.Frame = append(w.Frame, raw(unsafe.SliceData(v), len(v))...)
		return
	}
	for _, x := range v {
		w.Int(int64(x))
	}
}

// raw are the bytes of n numbers of eight bytes, as machines have them whose lowest byte
// is the first: all that this runs on.
func raw[T any](first *T, n int) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(first)), 8*n)
}

// A Reader reads a frame that may be forged: what is not there reads as zero, and Done
// says so.
type Reader struct {
	frame []byte
	at    int
	bad   bool
}

// NewReader returns a Reader of a frame.
func NewReader(frame []byte) *Reader { return &Reader{frame: frame} }

// Done reports whether the whole frame has been read, and nothing beyond.
func (r *Reader) Done() bool { return !r.bad && r.at == len(r.frame) }

// Position returns how many bytes have been read.
func (r *Reader) Position() int { return r.at }

// Since returns the bytes that were read since a position.
func (r *Reader) Since(position int) []byte { return r.frame[position:r.at] }

// take returns the next n bytes, nil if there are not as many.
func (r *Reader) take(n int) []byte {
	if r.bad || n > len(r.frame)-r.at {
		r.bad = true
		return nil
	}
	r.at += n
	return r.frame[r.at-n : r.at]
}

// Byte reads a byte.
func (r *Reader) Byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

// Bool reads a truth value: 0 or 1.
func (r *Reader) Bool() bool {
	b := r.Byte()
	r.bad = r.bad || b > 1
	return b == 1
}

// Number reads what Writer.Number has written.
func (r *Reader) Number() uint32 {
	b := r.take(4)
	if b == nil {
		return 0
	}
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// Int reads a whole number.
func (r *Reader) Int() int64 {
	low := r.Number()
	return int64(low) | int64(r.Number())<<32
}

// Float reads a number.
func (r *Reader) Float() float64 { return math.Float64frombits(uint64(r.Int())) }

// Text reads a string.
func (r *Reader) Text() string { return string(r.take(int(r.Number()))) }

// Length reads the length of a slice whose elements have size bytes at least.
func (r *Reader) Length(size int) (n int, isNil bool) {
	n = int(r.Number()) - 1
	if n > (len(r.frame)-r.at)/size {
		r.bad = true
	}
	if n < 0 || r.bad {
		return 0, true
	}
	return n, false
}

// Floats reads a slice of numbers.
func (r *Reader) Floats() []float64 {
	n, isNil := r.Length(8)
	if isNil {
		return nil
	}
	v := make([]float64, n)
	copy(raw(unsafe.SliceData(v), n), r.take(8*n))
	return v
}

// Ints reads a slice of whole numbers.
func (r *Reader) Ints() []int {
	n, isNil := r.Length(8)
	if isNil {
		return nil
	}
	v := make([]int, n)
	for i := range v {
		v[i] = int(r.Int())
	}
	return v
}

package graded

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"unicode"

	"linclass/assignments/checking/wire"
)

// A Call is a call of a function of the answer, which runs elsewhere. The judge writes
// the arguments, calls Do and reads what came back.
type Call struct {
	wire.Writer
	number, function uint32 // of the call, and of the first function that is among its arguments
}

var (
	calls     uint32
	functions = map[uint32]func(r *wire.Reader, w *wire.Writer){} // of the judge, that calls going on may call back
	next      uint32                                              // number of a function
	gone      bool                                                // the answer will never reply again
	exchange  = wire.Exchange
)

// NewCall begins a call of the function of a number.
func NewCall(function uint32) *Call {
	calls++
	c := &Call{number: calls, function: next}
	c.Byte(wire.Call)
	c.Number(c.number)
	c.Number(function)
	return c
}

// Function writes a function that the answer may call back while the call lasts; f reads
// its arguments and writes its results.
func Function(w *wire.Writer, isNil bool, f func(r *wire.Reader, w *wire.Writer)) {
	if isNil {
		w.Number(0)
		return
	}
	next++
	functions[next] = f
	w.Number(next)
}

// Source writes a seed that the judge draws, for a generator of the answer's own: what
// becomes of that changes nothing here.
func Source(w *wire.Writer, rng *rand.Rand) {
	w.Bool(rng != nil)
	if rng != nil {
		w.Int(int64(rng.Uint64()))
		w.Int(int64(rng.Uint64()))
	}
}

// A Panic is that of the answer, with the text of what it panicked with.
type Panic string

func (p Panic) Error() string { return string(p) }

var (
	errGone   = errors.New("the answer has stopped")
	errForged = errors.New("what came back is not a reply")
)

// Do makes the call and returns a Reader of changed arguments and results. It panics
// with a Panic if the function did, and with what a function panicked with that the
// answer has called back, whatever the answer made of that.
func (c *Call) Do() *wire.Reader {
	defer c.forget()
	var failed any
	reply := exchange(c.Frame)
	for {
		r := wire.NewReader(reply)
		switch kind := r.Byte(); {
		case len(reply) == 0:
			gone = true
			panic(errGone)
		case kind == wire.CallBack:
			var frame []byte
			frame, failed = back(r, failed)
			reply = exchange(frame)
			continue
		case r.Number() != c.number:
			panic(errForged)
		case failed != nil:
			panic(failed)
		case kind == wire.Returned:
			return r
		case kind == wire.Panicked:
			panic(Panic(Printable(r.Text())))
		default:
			panic(errForged)
		}
	}
}

// forget takes the functions of a call from the answer.
func (c *Call) forget() {
	for n := range functions {
		if n > c.function {
			delete(functions, n)
		}
	}
}

// back answers a call back. After one that failed there are no others.
func back(r *wire.Reader, failed any) (frame []byte, why any) {
	f := functions[r.Number()]
	if f == nil || failed != nil {
		return []byte{wire.Failed}, failed
	}
	w := &wire.Writer{}
	w.Byte(wire.Back)
	defer func() {
		if p := recover(); p != nil {
			frame, why = []byte{wire.Failed}, p
		}
	}()
	f(r, w)
	return w.Frame, nil
}

// End panics if a reply has too little or too much in it.
func End(r *wire.Reader) {
	if !r.Done() {
		panic(errForged)
	}
}

// Same panics if a slice that comes back as an argument is not as long as it was: no
// function can change that.
func Same(was, now int) {
	if was != now {
		panic(errForged)
	}
}

// Shared returns the argument, or its beginning, that a result is in the answer's memory.
func Shared[T any](result, argument []T) []T {
	if len(result) > len(argument) {
		panic(errForged)
	}
	return argument[:len(result)]
}

// Error reads an error.
func Error(r *wire.Reader) error {
	err := r.Error()
	if err == nil {
		return nil
	}
	return errors.New(Printable(err.Error()))
}

// Printable is a text of the answer as it may be shown: short, on one line, and what
// cannot be seen written as Go does in strings.
func Printable(text string) string {
	var out strings.Builder
	for _, r := range text {
		if out.Len() > wire.MostText {
			out.WriteString("…")
			break
		}
		if unicode.IsPrint(r) {
			out.WriteRune(r)
		} else {
			quoted := strconv.QuoteRuneToASCII(r)
			out.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return out.String()
}

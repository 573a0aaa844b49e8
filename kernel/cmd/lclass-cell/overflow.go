package main

import (
	"bytes"
	"io"
)

const (
	overflowed = "runtime: goroutine stack exceeds" // begins what Go says of endless recursion
	traced     = "goroutine "                       // begins the trace of its calls, hundreds of lines
	traceLines = 7                                  // of them with the last three calls

	recursion = `	...

Does a function call itself without end? Its calls took all the memory for calls. Check that
it returns at some point without calling itself.
`
)

// overflow hands text on, but for the trace of endless recursion, which it shortens.
type overflow struct {
	to     io.Writer
	line   []byte // the beginning of a line that may be overflowed, and lines after that
	middle bool   // the beginning of a line was handed on
	seen   bool   // overflowed
	left   int    // how many lines of the trace follow that are shown, 0 before it
	over   bool   // the trace
}

func (o *overflow) Write(p []byte) (int, error) {
	for line := range bytes.Lines(p) {
		if err := o.add(line, line[len(line)-1] == '\n'); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// add takes up a line, or a part of one that has not ended.
func (o *overflow) add(part []byte, ended bool) error {
	switch {
	case o.over:
		return nil
	case o.middle:
		o.middle = !ended
		_, err := o.to.Write(part)
		return err
	}
	o.line = append(o.line, part...)
	o.seen = o.seen || bytes.HasPrefix(o.line, []byte(overflowed))
	var show []byte
	switch {
	case !o.seen && !ended && bytes.HasPrefix([]byte(overflowed), o.line), o.seen && !ended:
		return nil
	case !o.seen:
		show, o.middle = o.line, !ended
	case o.left > 0:
		show = o.line
		o.left--
		if o.over = o.left == 0; o.over {
			show = append(show, recursion...)
		}
	case bytes.HasPrefix(o.line, []byte(traced)):
		show = append([]byte("fatal error: stack overflow\n\n"), o.line...)
		o.left = traceLines - 1
	}
	o.line = nil
	_, err := o.to.Write(show)
	return err
}

// finish hands on what is left.
func (o *overflow) finish() error {
	if o.seen && !o.over {
		o.line = append(o.line, recursion...)
	}
	_, err := o.to.Write(o.line)
	return err
}

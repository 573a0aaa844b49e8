//go:build !page

// Package command lets a cell have its figures painted and shown by the program
// lclass-plot, which runs beside it: what that links, a cell need not link again
// each time.
//
// The two talk through the standard input and output of lclass-plot. A message
// is a name and some bytes, each with its length before it; the name of an
// answer is empty, or the text of an error.
package command

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
)

// Name is the name of the program.
const Name = "lclass-plot"

// A link is a running program.
type link struct {
	mu  sync.Mutex
	in  io.Writer
	out *bufio.Reader
	err error
}

// The program runs from the first question until the cell ends, which closes
// its input.
var program = sync.OnceValue(func() *link {
	path, err := exec.LookPath(Name)
	if err != nil {
		return &link{err: fmt.Errorf("%w; run 'make kernel'", err)}
	}
	c := exec.Command(path)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		return &link{err: err}
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return &link{err: err}
	}
	return &link{in: in, out: bufio.NewReader(out), err: c.Start()}
})

// Run has the program do what name says with data and returns its answer.
func Run(name string, data []byte) ([]byte, error) {
	answer, err := program().ask(name, data)
	if err != nil {
		return nil, fmt.Errorf("plots: %s: %w", Name, err)
	}
	return answer, nil
}

func (l *link) ask(name string, data []byte) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return nil, l.err
	}
	if l.err = write(l.in, name, data); l.err != nil {
		return nil, l.err
	}
	failure, answer, err := read(l.out)
	switch {
	case err != nil:
		l.err = err
		return nil, err
	case failure != "":
		return nil, failed(failure)
	}
	return answer, nil
}

// failed is the error of the program, which arrives as its text.
type failed string

func (f failed) Error() string { return string(f) }

// Serve does what is asked for until the questions end.
func Serve(in io.Reader, out io.Writer, do func(name string, data []byte) ([]byte, error)) error {
	questions := bufio.NewReader(in)
	for {
		name, data, err := read(questions)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		failure := ""
		answer, err := do(name, data)
		if err != nil {
			failure = err.Error()
		}
		if err := write(out, failure, answer); err != nil {
			return err
		}
	}
}

func write(w io.Writer, name string, data []byte) error {
	b := binary.AppendUvarint(nil, uint64(len(name)))
	b = append(b, name...)
	b = binary.AppendUvarint(b, uint64(len(data)))
	_, err := w.Write(append(b, data...))
	return err
}

// read returns io.EOF only where no message begins.
func read(r *bufio.Reader) (name string, data []byte, err error) {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return "", nil, err
	}
	text, err := take(r, n)
	if err != nil {
		return "", nil, err
	}
	n, err = binary.ReadUvarint(r)
	if err == nil {
		data, err = take(r, n)
	}
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return string(text), data, err
}

func take(r io.Reader, n uint64) ([]byte, error) {
	const most = 1 << 30
	if n > most {
		return nil, fmt.Errorf("a message of %d bytes", n)
	}
	b := make([]byte, n)
	_, err := io.ReadFull(r, b)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// shownLimit is how large one figure or table may be, in bytes. The kernel takes many times
// as much memory for it.
const shownLimit = 16 << 20

const largeNote = `
The notebook has ended the cell, which shows a figure or table of %d MB; one may have at most
%d MB. Show less, or write it to a file.
`

// tooLarge is the error of a message of so many bytes.
type tooLarge int64

func (size tooLarge) Error() string {
	return fmt.Sprintf(largeNote, (int64(size)+1<<20-1)>>20, shownLimit>>20)
}

// pipeName is the variable with the name of the pipe to the kernel, through which programs
// show figures and tables.
const pipeName = "GONB_PIPE"

// shown hands on what the program shows.
type shown struct {
	pipe     *os.File      // nil if there is no pipe to the kernel
	tooLarge chan struct{} // closed when one thing was, and nothing more is handed on
	handed   chan struct{} // closed when all is
}

func passShown(c *exec.Cmd) (*shown, error) {
	s := &shown{tooLarge: make(chan struct{}), handed: make(chan struct{})}
	kernel := os.Getenv(pipeName)
	if kernel == "" {
		return s, nil
	}
	name := os.Args[0] + ".shown"
	_ = os.Remove(name)
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	// It is open for writing too, so that it has no end before finish sets one.
	var err error
	if s.pipe, err = os.OpenFile(name, os.O_RDWR|syscall.O_NONBLOCK, 0); err != nil {
		return nil, err
	}
	c.Env = append(os.Environ(), pipeName+"="+name)
	go func() {
		defer close(s.handed)
		from := &unended{file: s.pipe}
		if err := handShown(kernel, from); errors.As(err, new(tooLarge)) {
			fmt.Fprint(os.Stderr, err)
			close(s.tooLarge)
		}
		_, _ = io.Copy(io.Discard, from) // nothing that writes there waits
	}()
	return s, nil
}

// finish hands on what is left once the program has ended. A kernel that is gone, or that
// does not read, is not waited for.
func (s *shown) finish(kernelGone <-chan struct{}) {
	if s.pipe == nil {
		return
	}
	_ = os.Remove(s.pipe.Name())
	_ = s.pipe.SetReadDeadline(time.Now())
	select {
	case <-s.handed:
	case <-kernelGone:
	case <-time.After(time.Minute):
	}
}

// handShown copies messages to a pipe, which it opens for the first one, until one is too
// large. It cannot leave that one out: gob's encoder may put a part of a value into the
// message before, together with the definition of a type.
func handShown(to string, from io.Reader) error {
	in := bufio.NewReader(from)
	var out *bufio.Writer
	for {
		head, size, err := messageHead(in)
		if err != nil {
			return err
		}
		if size > shownLimit {
			return tooLarge(size)
		}
		if out == nil {
			kernel, err := os.OpenFile(to, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			defer kernel.Close()
			out = bufio.NewWriter(kernel)
		}
		_, err = out.Write(head)
		if err == nil {
			_, err = io.CopyN(out, in, size)
		}
		if err = errors.Join(err, out.Flush()); err != nil {
			return err
		}
	}
}

var errHead = errors.New("this is not the beginning of a message")

// messageHead reads the length of a message, as package gob writes it: an unsigned number
// below 128 as one byte, any other as the negated number of its bytes, and the bytes.
func messageHead(in *bufio.Reader) (head []byte, size int64, err error) {
	first, err := in.ReadByte()
	if err != nil {
		return nil, 0, err
	}
	head = []byte{first}
	if first < 1<<7 {
		return head, int64(first), nil
	}
	number := make([]byte, -int(int8(first)))
	if len(number) > 8 {
		return nil, 0, errHead
	}
	if _, err := io.ReadFull(in, number); err != nil {
		return nil, 0, err
	}
	for _, b := range number {
		size = size<<8 | int64(b)
	}
	if size < 0 {
		return nil, 0, errHead
	}
	return append(head, number...), size, nil
}

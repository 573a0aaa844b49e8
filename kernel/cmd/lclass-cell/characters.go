package main

import (
	"io"
	"unicode/utf8"
)

// pieceLimit is how much a pipe takes as a whole, in bytes: PIPE_BUF of Linux.
const pieceLimit = 4096

// characters writes text in UTF-8 in pieces that end between two characters, as the kernel
// takes what it reads at once for a text of its own, and would show the two parts of a
// character as two faults.
type characters struct {
	to   io.Writer
	held []byte // the beginning of a character
}

func (c *characters) Write(p []byte) (int, error) {
	text := append(c.held, p...)
	end := len(text)
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if at := len(text) - back; utf8.RuneStart(text[at]) {
			if !utf8.FullRune(text[at:]) {
				end = at
			}
			break
		}
	}
	if err := c.pieces(text[:end]); err != nil {
		return 0, err
	}
	c.held = append([]byte(nil), text[end:]...)
	return len(p), nil
}

func (c *characters) pieces(text []byte) error {
	for len(text) > 0 {
		n := len(text)
		if n > pieceLimit {
			n = pieceLimit
			for n > pieceLimit-utf8.UTFMax && !utf8.RuneStart(text[n]) {
				n--
			}
		}
		if _, err := c.to.Write(text[:n]); err != nil {
			return err
		}
		text = text[n:]
	}
	return nil
}

// finish writes what is left: the beginning of a character that has no end.
func (c *characters) finish() error { return c.pieces(c.held) }

//go:build !page

package command

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

// serve returns a link to a program that answers in capitals.
func serve(t *testing.T) *link {
	toProgram, in := io.Pipe()
	fromProgram, out := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- Serve(toProgram, out, func(name string, data []byte) ([]byte, error) {
			if name == "fail" {
				return nil, errors.New("no " + string(data))
			}
			return bytes.ToUpper(data), nil
		})
		out.Close()
	}()
	t.Cleanup(func() {
		in.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return &link{in: in, out: bufio.NewReader(fromProgram)}
}

func TestQuestionsAndAnswers(t *testing.T) {
	l := serve(t)
	for _, data := range []string{"figure", "", strings.Repeat("long ", 1e6)} {
		answer, err := l.ask("any", []byte(data))
		if err != nil || string(answer) != strings.ToUpper(data) {
			t.Errorf("%.20q: %.20q, %v", data, answer, err)
		}
	}
	if _, err := l.ask("fail", []byte("such format")); err != failed("no such format") {
		t.Errorf("%v", err)
	}
	if answer, err := l.ask("any", []byte("again")); err != nil || string(answer) != "AGAIN" {
		t.Errorf("after a failure: %q, %v", answer, err)
	}
}

func TestProgramEnds(t *testing.T) {
	l := &link{in: io.Discard, out: bufio.NewReader(strings.NewReader("\x00\x05ab"))}
	for range 2 { // the error stays
		if _, err := l.ask("any", nil); !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%v", err)
		}
	}
}

func TestBrokenQuestion(t *testing.T) {
	for _, in := range []string{"\x05ab", "\x01a", "\x01a\x05b", "\xff\xff\xff\xff\xff\xff\xff\x01", "\x01a\xff"} {
		err := Serve(strings.NewReader(in), io.Discard, func(string, []byte) ([]byte, error) {
			t.Errorf("%q is a question", in)
			return nil, nil
		})
		if err == nil {
			t.Errorf("%q: no error", in)
		}
	}
}

func TestNoProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Run("png", nil); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("%v", err)
	}
}

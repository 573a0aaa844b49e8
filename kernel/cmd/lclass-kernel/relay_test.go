//go:build !windows

package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"

	"github.com/go-zeromq/zmq4"
)

// Sockets that Jupyter has closed are no news for its terminal.
func TestNobodyListens(t *testing.T) {
	write := func(err error) error { return &net.OpError{Op: "write", Net: "tcp", Err: err} }
	for _, c := range []struct {
		err  error
		gone bool
	}{
		{write(os.NewSyscallError("write", syscall.EPIPE)), true},
		{write(os.NewSyscallError("write", syscall.ECONNRESET)), true},
		{write(net.ErrClosed), true},
		{zmq4.ErrClosedConn, true},
		{write(os.NewSyscallError("write", syscall.ENOBUFS)), false},
		{errors.New("zmq4: multi-part message too large"), false},
	} {
		if sent := fmt.Errorf("zmq4: error sending frame 1/6: %w", c.err); isGone(sent) != c.gone {
			t.Errorf("%v: gone %v, want %v", sent, !c.gone, c.gone)
		}
	}
}

package main

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// readWhole has a pipe hold no more than the kernel reads at once, 32 KB of io.Copy, so that
// what it reads ends where a piece ends.
func readWhole(pipe *os.File) {
	_, _ = unix.FcntlInt(pipe.Fd(), unix.F_SETPIPE_SZ, 32<<10)
}

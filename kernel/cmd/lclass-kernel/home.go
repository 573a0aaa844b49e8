//go:build !windows

package main

import (
	"errors"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// home is the temporary directory of a kernel: what gonb compiles, the sockets
// between the two, and what the commands of cells write there. A lock, which ends
// with its process, says that the kernel is alive.
type home struct {
	dir  string
	gonb string // gonb's directory in it, once known
	lock *os.File
}

const (
	homePrefix = "lclass-kernel-"
	lockName   = "lock"

	// interruptedName is a file that keeps lclass-cell from starting the program of a cell.
	interruptedName = "interrupted"
)

func newHome() (*home, error) {
	fresh, err := os.MkdirTemp("", "lclass-new-")
	if err != nil {
		return nil, err
	}
	h := &home{dir: fresh}
	if err := h.takeLock(); err != nil {
		return nil, err
	}
	// Nobody sees it under this name without its lock.
	h.dir = filepath.Join(filepath.Dir(fresh), strings.Replace(filepath.Base(fresh), "lclass-new-", homePrefix, 1))
	return h, os.Rename(fresh, h.dir)
}

func (h *home) takeLock() error {
	lock, err := os.OpenFile(filepath.Join(h.dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		return err
	}
	if h.lock != nil {
		h.lock.Close()
	}
	h.lock = lock
	return nil
}

// forbid keeps the program of the cell that is compiled now from starting, or no longer does.
func (h *home) forbid(yes bool) {
	name := filepath.Join(h.dir, interruptedName)
	err := os.Remove(name)
	if yes {
		err = os.WriteFile(name, nil, 0o600)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		log.Print(err)
	}
}

// mend makes the directory again if somebody removed it.
func (h *home) mend() error {
	if _, err := os.Stat(filepath.Join(h.dir, lockName)); err == nil {
		return nil
	}
	if err := os.MkdirAll(h.dir, 0o700); err != nil {
		return err
	}
	return h.takeLock()
}

// remove removes the directory. What has just been killed may write for a moment.
func (h *home) remove() error {
	var err error
	for range 100 {
		if err = os.RemoveAll(h.dir); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// sweepHomes removes the directories of kernels that have ended without doing so.
func sweepHomes() {
	left, _ := filepath.Glob(filepath.Join(os.TempDir(), homePrefix+"*"))
	for _, dir := range left {
		lock, err := os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
		if err != nil {
			continue // of somebody else
		}
		if syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
			os.RemoveAll(dir)
		}
		lock.Close()
	}
}

package notebook

import (
	"os"
	"syscall"
	"time"
	"unsafe"
)

// awaitPrinted waits until the notebook has taken what the cell has printed, at most
// ten seconds: text and figures go two ways, and are to stand in their order.
func awaitPrinted() {
	for start := time.Now(); (unread(os.Stdout) || unread(os.Stderr)) && time.Since(start) < 10*time.Second; {
		time.Sleep(200 * time.Microsecond)
	}
}

// unread tells whether there is something in a pipe.
func unread(pipe *os.File) bool {
	var n int32
	_, _, err := syscall.Syscall(syscall.SYS_IOCTL, pipe.Fd(), syscall.TIOCINQ, uintptr(unsafe.Pointer(&n)))
	return err == 0 && n > 0
}

package sandbox

import (
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// patience is how often the limit of its own time a program may take of everybody's,
// on a machine that has other things to do.
const patience = 100

// lockClock binds the goroutine to its thread and returns a clock of the time that
// this thread has computed. It may be read by others.
func lockClock() (clock func() time.Duration, unlock func()) {
	runtime.LockOSThread()
	const perThread, scheduler = 4, 2 // as pthread_getcpuclockid(3) makes the number
	id := int32(^unix.Gettid()<<3 | perThread | scheduler)
	return func() time.Duration {
		var t unix.Timespec
		if unix.ClockGettime(id, &t) != nil {
			return 0
		}
		return time.Duration(t.Nano())
	}, runtime.UnlockOSThread
}

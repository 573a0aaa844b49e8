//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns the CPU seconds that this process has used, which other programs on
// the machine hardly change.
func cpuTime() (float64, error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, err
	}
	return float64(syscall.TimevalToNsec(u.Utime)+syscall.TimevalToNsec(u.Stime)) / float64(time.Second), nil
}

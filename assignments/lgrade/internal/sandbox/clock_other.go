//go:build !linux

package sandbox

import "time"

// patience is 1: there is no other time than everybody's.
const patience = 1

// lockClock returns the clock of everybody.
func lockClock() (clock func() time.Duration, unlock func()) {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }, func() {}
}

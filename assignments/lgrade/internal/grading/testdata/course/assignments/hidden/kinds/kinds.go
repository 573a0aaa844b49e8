// Package kinds has no hidden checks.
package kinds

import (
	"course/assignments/kinds/check"
	"linclass/assignments/checking"
)

// Checks returns none.
func Checks(check.Answers, uint64) []checking.Task { return nil }

package validate

import (
	"fmt"

	"linclass/lclass"
)

// caveat returns what the status of a model says that users should know, "" if
// its fit has converged or nothing is known.
func caveat(m any) string {
	var s lclass.Status
	switch m := m.(type) {
	case *lclass.Model:
		s = m.Status
	case interface{ caveat() string }:
		return m.caveat()
	}
	if err := s.Err(); err != nil {
		return plain(err)
	}
	return ""
}

// noScore is the caveat of a fold without a score.
func noScore(err error) string { return "no score: " + plain(err) }

// caveatLine returns a line that counts the fits with a caveat and has the first
// one, "" if there is none.
func caveatLine(all ...[]string) string {
	var count, fits int
	var first string
	for _, some := range all {
		fits += len(some)
		for _, c := range some {
			if c == "" {
				continue
			}
			if count == 0 {
				first = c
			}
			count++
		}
	}
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("careful, %d of %d fits: %s\n", count, fits, first)
}

package progress

import (
	"testing"
	"time"

	"linclass/lclass/validate"
)

func TestBar(t *testing.T) {
	for want, p := range map[string]validate.Progress{
		`<label>a &lt; b: 2 of 8 fits, 6s left <progress value="2" max="8"></progress></label>`: {Done: 2, Total: 8, Elapsed: 2 * time.Second},
		`<label>a &lt; b: 8 of 8 fits in 21ms <progress value="8" max="8"></progress></label>`:  {Done: 8, Total: 8, Elapsed: 21*time.Millisecond + 3},
	} {
		if got := bar("a < b", p); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A fit a millisecond is ten bars a second, and the last one.
func TestSeldom(t *testing.T) {
	var drawn []int
	draw := seldom(func(p validate.Progress) { drawn = append(drawn, p.Done) })
	for done := 1; done <= 4003; done++ {
		draw(validate.Progress{Done: done, Total: 4003, Elapsed: time.Duration(done) * time.Millisecond})
	}
	if len(drawn) != 42 || drawn[0] != 1 || drawn[1] != 101 || drawn[41] != 4003 {
		t.Errorf("%d bars: %v", len(drawn), drawn)
	}
}

// The standard error of a test is no terminal: nothing is shown.
func TestNoTerminal(t *testing.T) { Bar("nothing")(validate.Progress{Done: 1, Total: 2}) }

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

// The standard error of a test is no terminal: nothing is shown.
func TestNoTerminal(t *testing.T) { Bar("nothing")(validate.Progress{Done: 1, Total: 2}) }

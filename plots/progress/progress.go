// Package progress shows how far a long search of package validate has come: as
// a bar below the cell of a notebook, or on a terminal.
package progress

import (
	"fmt"
	"html"
	"os"
	"time"

	"linclass/lclass/validate"
	"linclass/plots/internal/notebook"
)

// Bar returns a function for validate.Options that shows a bar with a name, the share of
// the fits that have ended, and the estimated time left:
//
//	o := validate.Options{Progress: progress.Bar("grid search")}
//
// In a notebook the bar is below the cell and stays there at the end. Elsewhere it is on
// standard error if that is a terminal; otherwise nothing is shown. Use a new bar for each
// search.
func Bar(name string) func(validate.Progress) {
	if notebook.Here() {
		return seldom(inNotebook(name))
	}
	return seldom(onTerminal(name))
}

// interval is how often a bar is drawn again.
const interval = 100 * time.Millisecond

// seldom draws the first state, the last one, and between them no more than one
// in each interval.
func seldom(draw func(validate.Progress)) func(validate.Progress) {
	var next time.Duration
	return func(p validate.Progress) {
		if p.Done < p.Total && p.Elapsed < next {
			return
		}
		next = p.Elapsed + interval
		draw(p)
	}
}

func inNotebook(name string) func(validate.Progress) {
	id := fmt.Sprintf("lclass-progress-%d-%d", os.Getpid(), time.Now().UnixNano())
	return func(p validate.Progress) {
		if err := notebook.Show(&notebook.Output{ID: id, HTML: bar(name, p)}); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
}

// bar returns a bar that browsers draw, and its text for those who do not see it.
func bar(name string, p validate.Progress) string {
	text := fmt.Sprintf("%s: %d of %d fits", name, p.Done, p.Total)
	if p.Done < p.Total {
		text += fmt.Sprintf(", %s left", rounded(p.Left()))
	} else {
		text += fmt.Sprintf(" in %s", rounded(p.Elapsed))
	}
	return fmt.Sprintf(`<label>%s <progress value="%d" max="%d"></progress></label>`, html.EscapeString(text), p.Done, p.Total)
}

// rounded leaves out what nobody reads.
func rounded(t time.Duration) time.Duration {
	if t < time.Second {
		return t.Round(time.Millisecond)
	}
	return t.Round(time.Second)
}

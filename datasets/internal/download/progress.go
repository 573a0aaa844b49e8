package download

import (
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A progress shows how far a download has come.
type progress interface {
	add(n int)
	done()
}

// newProgress shows bytes from have to total, which is negative if unknown.
func newProgress(w io.Writer, name string, have, total int64) progress {
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		bar := progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetDescription(name),
			progressbar.OptionShowBytes(true),
			progressbar.OptionOnCompletion(func() { fmt.Fprintln(w) }),
		)
		b := terminal{bar}
		b.add(int(have))
		return b
	}
	l := &lines{w: w, name: name, have: have, total: total}
	l.step = l.tenths()
	return l
}

type terminal struct{ bar *progressbar.ProgressBar }

// A bar that cannot be drawn is no reason to stop.
func (t terminal) add(n int) { _ = t.bar.Add(n) }
func (t terminal) done()     { _ = t.bar.Finish() }

// lines prints a line every tenth of the way.
type lines struct {
	w           io.Writer
	name        string
	have, total int64
	step        int64 // tenths already printed
}

func (l *lines) tenths() int64 {
	if l.total <= 0 {
		return 0
	}
	return 10 * l.have / l.total
}

func (l *lines) add(n int) {
	l.have += int64(n)
	if step := l.tenths(); step > l.step {
		l.step = step
		fmt.Fprintf(l.w, "%s: %d %% of %s\n", l.name, 10*step, size(l.total))
	}
}

func (l *lines) done() {
	if l.total < 0 {
		fmt.Fprintf(l.w, "%s: %s\n", l.name, size(l.have))
	}
}

func size(bytes int64) string {
	if bytes < 1e6 {
		return fmt.Sprintf("%.1f kB", float64(bytes)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

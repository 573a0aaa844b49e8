//go:build !notebook

package progress

import (
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"linclass/lclass/validate"
)

func onTerminal(name string) func(validate.Progress) {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return func(validate.Progress) {}
	}
	return drawOn(os.Stderr, name)
}

func drawOn(w io.Writer, name string) func(validate.Progress) {
	var b *progressbar.ProgressBar
	return func(p validate.Progress) {
		if b == nil {
			b = progressbar.NewOptions(p.Total,
				progressbar.OptionSetWriter(w),
				progressbar.OptionSetDescription(name),
				progressbar.OptionShowCount(),
				progressbar.OptionOnCompletion(func() { fmt.Fprintln(w) }),
			)
		}
		_ = b.Set(p.Done) // a bar that cannot be drawn is no reason to stop
	}
}

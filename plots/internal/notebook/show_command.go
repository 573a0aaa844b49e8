//go:build notebook

package notebook

import (
	"errors"
	"runtime/debug"

	"linclass/plots/internal/command"
)

// errTwo is the error of a cell that talks to the notebook in two ways, which
// the kernel would mix up.
var errTwo = errors.New("plots: this cell imports gonbui, which cannot show things beside plots; run a cell with the line\n%goflags -tags=\nbefore it, and one with\n%goflags \"\"\nafter it")

// Show shows the output and returns when the notebook has it.
func Show(o *Output) error {
	if linksGonbui() {
		return errTwo
	}
	o.Mark = mark()
	_, err := command.Run("show", o.Encode())
	return err
}

// linksGonbui reports whether the program has gonbui from the code of the cell:
// it has none from here.
func linksGonbui() bool {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return false
	}
	for _, m := range info.Deps {
		if m.Path == "github.com/janpfeifer/gonb" {
			return true
		}
	}
	return false
}

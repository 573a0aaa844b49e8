//go:build notebook

package progress

import "linclass/lclass/validate"

// A cell has no terminal, and need not link one.
func onTerminal(string) func(validate.Progress) { return func(validate.Progress) {} }

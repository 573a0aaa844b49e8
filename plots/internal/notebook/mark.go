package notebook

import (
	"fmt"
	"os"
	"sync/atomic"
)

// printed is what the notebook gets, whatever the cell puts in the place of os.Stdout.
var printed = os.Stdout

var marks atomic.Int64

// mark writes a mark into what the cell prints and returns its name, "" for none. The
// kernel "Go (lclass)" shows the output that has this name where the mark stands:
// text and outputs go to the notebook by two ways, of which either may be the faster.
// To terminals a mark is an application's own command, of which they show nothing.
func mark() string {
	if os.Getenv("LCLASS_KERNEL") == "" {
		return ""
	}
	name := fmt.Sprintf("%d.%d", os.Getpid(), marks.Add(1))
	if _, err := fmt.Fprintf(printed, "\x1b_lclass;%s\x1b\\", name); err != nil {
		return ""
	}
	return name
}

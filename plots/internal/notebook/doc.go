// Package notebook shows things below the cell of a notebook. With the build
// tag notebook it does not link gonbui, which takes long to link, but asks the
// program lclass-plot.
package notebook

import "os"

// Here reports whether the program runs as a cell of a notebook.
func Here() bool { return os.Getenv("GONB_PIPE") != "" }

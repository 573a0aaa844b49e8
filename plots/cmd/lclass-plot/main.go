//go:build !notebook

// Lclass-plot paints figures and shows them, for the cells of a notebook. Cells
// start it themselves; see package command.
package main

import (
	"log"
	"os"
	"runtime/debug"

	"linclass/plots/internal/command"
	"linclass/plots/internal/notebook"
	"linclass/plots/internal/paint"
	"linclass/plots/internal/vector"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix(command.Name + ": ")
	debug.SetGCPercent(400) // a cell lasts for a figure or two: most need no collection
	if err := command.Serve(os.Stdin, os.Stdout, do); err != nil {
		log.Fatal(err)
	}
}

// do shows an output, or paints a picture in the format called name.
func do(name string, data []byte) ([]byte, error) {
	if name == "show" {
		o, err := notebook.Decode(data)
		if err != nil {
			return nil, err
		}
		return nil, notebook.Show(o)
	}
	p, err := vector.Decode(data)
	if err != nil {
		return nil, err
	}
	return paint.File(p, name)
}

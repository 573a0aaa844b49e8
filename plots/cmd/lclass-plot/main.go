//go:build !notebook

// Lclass-plot paints figures and shows them, for the cells of a notebook. Cells
// start it themselves; see package command.
package main

import (
	"log"
	"os"
	"runtime/debug"
	"strings"

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

// do shows an output, or paints a picture in the format called name, or many in
// the format whose name follows that word.
func do(name string, data []byte) ([]byte, error) {
	if name == "show" {
		o, err := notebook.Decode(data)
		if err != nil {
			return nil, err
		}
		return nil, notebook.Show(o)
	}
	if format, ok := strings.CutPrefix(name, "many "); ok {
		return many(data, format)
	}
	p, err := vector.Decode(data)
	if err != nil {
		return nil, err
	}
	return paint.File(p, name)
}

// many paints packed pictures and packs the files.
func many(data []byte, format string) ([]byte, error) {
	pieces, err := command.Unpack(data)
	if err != nil {
		return nil, err
	}
	pictures := make([]*vector.Picture, len(pieces))
	for i, piece := range pieces {
		if pictures[i], err = vector.Decode(piece); err != nil {
			return nil, err
		}
	}
	files, err := paint.Files(pictures, format)
	if err != nil {
		return nil, err
	}
	return command.Pack(files), nil
}

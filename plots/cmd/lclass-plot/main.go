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

// do shows an output, paints pictures for a player, or one in the format called
// name.
func do(name string, data []byte) ([]byte, error) {
	switch name {
	case "show":
		o, err := notebook.Decode(data)
		if err != nil {
			return nil, err
		}
		return nil, notebook.Show(o)
	case "frames":
		return frames(data)
	}
	p, err := vector.Decode(data)
	if err != nil {
		return nil, err
	}
	return paint.File(p, name)
}

// frames paints packed pictures and packs the files.
func frames(data []byte) ([]byte, error) {
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
	files, err := paint.Files(pictures)
	if err != nil {
		return nil, err
	}
	return command.Pack(files), nil
}

//go:build notebook

package paint

import (
	"linclass/plots/internal/command"
	"linclass/plots/internal/vector"
)

// File returns the picture as a file of the given format: "png" with two dots a
// pixel, "svg" or "pdf", with its title and description.
func File(p *vector.Picture, format string) ([]byte, error) {
	return command.Run(format, p.Encode())
}

// Files returns the pictures as files of the given format, painted side by side.
func Files(pictures []*vector.Picture, format string) ([][]byte, error) {
	pieces := make([][]byte, len(pictures))
	for i, p := range pictures {
		pieces[i] = p.Encode()
	}
	files, err := command.Run("many "+format, command.Pack(pieces))
	if err != nil {
		return nil, err
	}
	return command.Unpack(files)
}

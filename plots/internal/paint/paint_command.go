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

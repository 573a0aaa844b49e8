// Package kernel has the files of the Jupyter kernel "Go (lclass)".
package kernel

import "embed"

// Files has the kernel's specification, and what stands before Go's commands in cells.
//
//go:embed share/jupyter/kernels/lclass cell config
var Files embed.FS

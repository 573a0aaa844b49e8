//go:build page

package plots

// shown is the format of the pictures below a cell: a page paints an SVG itself, and
// it is sharp in any size.
const shown = "svg"

// address returns a picture in that format as an address.
func address(picture []byte) string { return svgAddress(picture) }

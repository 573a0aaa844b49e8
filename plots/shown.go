//go:build !page

package plots

import "encoding/base64"

// shown is the format of the pictures below a cell: every notebook shows a PNG.
const shown = "png"

// address returns a picture in that format as an address.
func address(picture []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture)
}

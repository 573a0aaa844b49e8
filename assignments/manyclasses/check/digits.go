package check

import (
	_ "embed"
	"strings"
)

// Each line is the digit and its 64 pixels, each a number to the base 17.
//
//go:embed digits.txt
var digits string

// Digits returns 160 images of 8×8 pixels from 0 to 1, row by row: the first 40
// of each of 0, 1, 2 and 3 of datasets.Digits. t are the digits. The slices are
// the caller's own.
func Digits() (X [][]float64, t []int) {
	for line := range strings.Lines(digits) {
		digit, pixels, _ := strings.Cut(strings.TrimSpace(line), " ")
		x := make([]float64, len(pixels))
		for j := range x {
			x[j] = float64(strings.IndexByte("0123456789abcdefg", pixels[j])) / 16
		}
		X, t = append(X, x), append(t, int(digit[0]-'0'))
	}
	return X, t
}

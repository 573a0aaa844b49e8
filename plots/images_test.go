package plots

import (
	"testing"

	"linclass/plots/internal/vector"
)

// A caption shrinks with the panel, so that it covers no image.
func TestCaptionFits(t *testing.T) {
	p := &axes{axis{min: 0, max: 100}, axis{min: 0, max: 100}}
	for _, test := range []struct {
		width, height float64 // in points, on a canvas of 100×100 points
		want          vector.Length
	}{
		{40, 20, 10.5},
		{40, 10, 8},
		{5, 20, 5}, // no smaller than can be read
	} {
		c := vector.New(100, 100)
		text := &caption{x: 50, y: 50, width: test.width, height: test.height, text: "seven"}
		text.plot(c, p)
		var sizes []vector.Length
		for _, action := range c.Actions {
			if s, ok := action.(vector.Text); ok {
				sizes = append(sizes, s.Size)
			}
		}
		if len(sizes) != 1 || sizes[0] != test.want {
			t.Errorf("%v×%v points: size %v, want %v", test.width, test.height, sizes, test.want)
		}
	}
}

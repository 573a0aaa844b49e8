package plots

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

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
		caption(50, 50, test.width, test.height, "seven").plot(c, p)
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

// White is 0, on one scale for all images.
func TestSignedImagesColors(t *testing.T) {
	f := SignedImages(mat.NewDense(2, 4, []float64{0, 1, -1, math.NaN(), 0, 2, -2, 0}), 2, 2, "x·w")
	var corners [][4]color.Color
	for _, i := range f.items {
		if r, ok := i.(*raster); ok {
			last := r.img.Bounds().Max.X - 1
			corners = append(corners, [4]color.Color{r.img.At(0, 0), r.img.At(last, 0), r.img.At(0, last), r.img.At(last, last)})
		}
	}
	want := [][4]color.Color{
		{diverging.at(0.5), diverging.at(0.75), diverging.at(0.25), Silver},
		{diverging.at(0.5), diverging.at(1), diverging.at(0), diverging.at(0.5)},
	}
	if !slices.Equal(corners, want) {
		t.Errorf("colours %v, want %v", corners, want)
	}
	if got := f.AltText(); got != "Signed values as 2 images." {
		t.Errorf("alternative text %q", got)
	}
}

package plots

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
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

// cornersOf returns the colours in the corners of each image of a figure.
func cornersOf(f *Figure) (corners [][4]color.Color) {
	for _, i := range f.items {
		if r, ok := i.(*raster); ok {
			last := r.img.Bounds().Max.X - 1
			corners = append(corners, [4]color.Color{r.img.At(0, 0), r.img.At(last, 0), r.img.At(0, last), r.img.At(last, last)})
		}
	}
	return corners
}

// White is 0, on one scale for all images.
func TestSignedImagesColors(t *testing.T) {
	f := SignedImages(mat.NewDense(2, 4, []float64{0, 1, -1, math.NaN(), 0, 2, -2, 0}), 2, 2, "x·w")
	want := [][4]color.Color{
		{diverging.at(0.5), diverging.at(0.75), diverging.at(0.25), Silver},
		{diverging.at(0.5), diverging.at(1), diverging.at(0), diverging.at(0.5)},
	}
	if corners := cornersOf(f); !slices.Equal(corners, want) {
		t.Errorf("colours %v, want %v", corners, want)
	}
	if got := f.AltText(); got != "Signed values as 2 images." {
		t.Errorf("alternative text %q", got)
	}
}

// The colours are those of the range, whatever the values are, and so is the bar.
func TestColorRange(t *testing.T) {
	values := mat.NewDense(2, 4, []float64{0, 1, -1, math.NaN(), 2, 8, -8, 0})
	f := SignedImages(values, 2, 2, "x·w").ColorRange(4)
	want := [][4]color.Color{
		{diverging.at(0.5), diverging.at(0.625), diverging.at(0.375), Silver},
		{diverging.at(0.75), diverging.at(1), diverging.at(0), diverging.at(0.5)},
	}
	if corners := cornersOf(f); !slices.Equal(corners, want) {
		t.Errorf("colours %v, want %v", corners, want)
	}
	if f.bar.lo != -4 || f.bar.hi != 4 {
		t.Errorf("the bar goes from %v to %v, want −4 to 4", f.bar.lo, f.bar.hi)
	}
}

func TestColorRangeRefuses(t *testing.T) {
	signed := func() *Figure { return SignedImages(mat.NewDense(1, 1, []float64{1}), 1, 1, "w") }
	for name, test := range map[string]struct {
		figure *Figure
		want   error
	}{
		"no images":         {New("x", "y").ColorRange(1), bad("figure", nil)},
		"zero":              {signed().ColorRange(0), bad("limit", 0.0)},
		"not a number":      {signed().ColorRange(math.NaN()), bad("limit", math.NaN())},
		"infinite":          {signed().ColorRange(math.Inf(1)), bad("limit", math.Inf(1))},
		"failed beforehand": {SignedImages(nil, 1, 1, "w").ColorRange(1), bad("values", nil)},
	} {
		if !errtest.Is(test.figure.err, test.want) {
			t.Errorf("%s: error %v, want %#v", name, test.figure.err, test.want)
		}
	}
}

package plots

import (
	"image"
	"image/color"
	"math"
	"testing"
)

func TestGridLevel(t *testing.T) {
	g := newGrid(math.Hypot, -2, 2, -2, 2, 81, 81)
	segments := g.level(1)
	var length float64
	for _, s := range segments {
		if r := math.Hypot(s[0], s[1]); math.Abs(r-1) > 1e-3 {
			t.Fatalf("(%v, %v) is not on the circle", s[0], s[1])
		}
		length += math.Hypot(s[2]-s[0], s[3]-s[1])
	}
	if math.Abs(length-2*math.Pi) > 0.01 {
		t.Errorf("the circle is %v long", length)
	}
	if n := len(g.level(5)); n != 0 {
		t.Errorf("%d pieces of a level that does not occur", n)
	}
}

func TestGridAt(t *testing.T) {
	g := newGrid(func(x, y float64) float64 { return 2*x - y }, 0, 1, 0, 2, 5, 7)
	for _, at := range [][2]float64{{0, 0}, {1, 2}, {0.3, 0.7}, {0.99, 1.99}} {
		if got, want := g.at(at[0], at[1]), 2*at[0]-at[1]; math.Abs(got-want) > 1e-12 {
			t.Errorf("at %v: %v, want %v", at, got, want)
		}
	}
	if v := g.at(-0.1, 0); !math.IsNaN(v) {
		t.Errorf("outside the grid: %v", v)
	}
}

func TestEnlarge(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(1, 0, color.NRGBA{200, 0, 0, 255})
	big := enlarge(img, 10)
	if b := big.Bounds(); b.Dx() != 10 || b.Dy() != 5 {
		t.Fatalf("%v", b)
	}
	for x := range 10 {
		want := uint32(0)
		if x >= 5 {
			want = 200 * 0x101
		}
		if r, _, _, _ := big.At(x, 3).RGBA(); r != want {
			t.Errorf("column %d: %d, want %d", x, r, want)
		}
	}
}

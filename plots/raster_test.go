package plots

import (
	"image"
	"image/color"
	"math"
	"testing"

	"linclass/lclass"
	"linclass/plots/internal/vector"
)

func TestGridLevel(t *testing.T) {
	g := newGrid(math.Hypot, axis{min: -2, max: 2}, axis{min: -2, max: 2}, 81, 81)
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
	g := newGrid(func(x, y float64) float64 { return 2*x - y }, axis{max: 1}, axis{max: 2}, 5, 7)
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

// plotted returns what an item draws, on axes from 1 to 1000 and from 0 to 1.
func plotted(i item, log bool) ([]vector.Action, vector.Canvas) {
	c := vector.New(300, 100)
	i.plot(c, &axes{axis{min: 1, max: 1000, log: log}, axis{max: 1}})
	return c.Actions, c
}

// On a logarithmic axis from 1 to 1000 colours change at 10 a third of the way.
func TestFieldOnLogAxis(t *testing.T) {
	actions, _ := plotted(&field{cols: 300, rows: 2, color: func(x, y float64) color.NRGBA {
		if x < 10 {
			return Blue
		}
		return Red
	}}, true)
	img := actions[0].(vector.Image).Pixels
	for x := range 300 {
		if want := map[bool]color.NRGBA{true: Blue, false: Red}[x < 100]; img.NRGBAAt(x, 1) != want {
			t.Errorf("column %d is %v", x, img.NRGBAAt(x, 1))
		}
	}
}

// The heights of log x are as exact at the left end of a logarithmic axis as at the right.
func TestContourOnLogAxis(t *testing.T) {
	f := Contour(func(x, y float64) float64 { return math.Log10(x) }, Axis{"x", 1, 1000}, Axis{"y", 0, 1}, 0.1, 2.9)
	actions, _ := plotted(f.items[0], true)
	var at []float64
	for _, a := range actions {
		if s, ok := a.(vector.Stroke); ok {
			at = append(at, float64(s[0].At.X))
		}
	}
	if len(at) != 2 || math.Abs(at[0]-10) > 0.1 || math.Abs(at[1]-290) > 0.1 {
		t.Errorf("levels at %v, want 10 and 290", at)
	}
}

// A horizontal line on a logarithmic axis is at the height of its value.
func TestHLineOnLogAxis(t *testing.T) {
	for y, share := range map[float64]float64{1e-12: 0.5, 1e-24: 0, 1: 1, 1e-6: 0.75} {
		f := New("x", "y").HLine(y, "")
		c := vector.New(100, 100)
		f.items[0].plot(c, &axes{axis{max: 1}, axis{min: 1e-24, max: 1, log: true}})
		if len(c.Actions) == 0 {
			t.Errorf("%v is not drawn", y)
			continue
		}
		line := c.Actions[len(c.Actions)-1].(vector.Stroke)
		if a, b := line[0].At, line[1].At; a.Y != b.Y || !near(float64(a.Y), 100*share) || math.Abs(float64(a.X-b.X)) != 100 {
			t.Errorf("%v: from %v to %v", y, a, b)
		}
	}
}

// The line of ½ of a model whose probabilities are 0 and 1 nearly everywhere is straight.
func TestEvenOfSteepModel(t *testing.T) {
	m := model(1, 2, lclass.SigmoidOutput)
	for _, steep := range []float64{1, 100, 1e6} {
		m.W.SetRow(0, []float64{steep, 300 * steep})
		m.B[0] = -500 * steep
		actions, c := plotted(even(m), false)
		path := actions[len(actions)-1].(vector.Stroke)
		for _, piece := range path {
			x, y := 1+999*float64(piece.At.X/c.Size().X), float64(piece.At.Y/c.Size().Y)
			if z := (x + 300*y - 500) / 999; math.Abs(z) > 1e-4 {
				t.Fatalf("weights %v: the line goes through (%v, %v), %v of the axis away", steep, x, y, z)
			}
		}
		if len(path) < 20 {
			t.Errorf("weights %v: %d pieces", steep, len(path))
		}
	}
}

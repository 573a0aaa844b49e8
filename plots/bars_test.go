package plots

import (
	"slices"
	"strings"
	"testing"

	"linclass/plots/internal/vector"
)

func TestBars(t *testing.T) {
	f := Bars("class", "probability", []string{"cat", "dog"},
		Curve{Name: "target", Y: []float64{0, 1}},
		Curve{Name: "output", Y: []float64{0.25, -0.5}, Style: Style{Color: Purple}})
	c := itemsOf[*column](f)
	if len(c) != 4 {
		t.Fatalf("%d bars, want 4", len(c))
	}
	// Two bars a name fill 0.8 of its place, from 0.4 on the left to 0.4 on the right.
	for i, want := range []column{
		{x: -0.4, wide: 0.4, value: 0}, {x: 0.6, wide: 0.4, value: 1},
		{x: 0, wide: 0.4, value: 0.25}, {x: 1, wide: 0.4, value: -0.5},
	} {
		if !same([]float64{c[i].x, c[i].wide, c[i].value}, []float64{want.x, want.wide, want.value}) {
			t.Errorf("bar %d is %+v, want %+v", i, *c[i], want)
		}
	}
	if c[0].line.Color != Blue || c[3].line.Color != Purple {
		t.Errorf("colours %v, %v", c[0].line.Color, c[3].line.Color)
	}
	if got := f.legend.names(); !slices.Equal(got, []string{"target", "output"}) {
		t.Errorf("legend %q", got)
	}
	if alt := f.AltText(); !strings.Contains(alt, "Bars: target cat 0, dog 1, output cat 0.25, dog −0.5: probability against class") {
		t.Errorf("%q", alt)
	}
	if texts := written(t, f); !slices.Contains(texts, "cat") || !slices.Contains(texts, "dog") || !slices.Contains(texts, "probability") {
		t.Errorf("%q", texts)
	}
}

// A bar ends where the axis does, and one below 0 hangs from 0.
func TestBarsEndAtTheAxis(t *testing.T) {
	f := Bars("class", "y", []string{"a", "b", "c"}, Curve{Y: []float64{3, -1, 0.5}}).YRange(-2, 2)
	p := ranged(f)
	c := p.inside(vector.New(300, 200))
	height := func(i int) (low, high float64) {
		b := itemsOf[*column](f)[i]
		r, ok := uprightBar(c, p, b.x, b.x+b.wide, b.value)
		if !ok {
			t.Fatalf("bar %d is not drawn", i)
		}
		share := func(v vector.Length) float64 { return float64((v - c.Min.Y) / (c.Max.Y - c.Min.Y)) }
		return share(r.Min.Y), share(r.Max.Y)
	}
	for i, want := range [][]float64{{0.5, 1}, {0.25, 0.5}, {0.5, 0.625}} { // of −2 … 2
		if low, high := height(i); !same([]float64{low, high}, want) {
			t.Errorf("bar %d from %v to %v of the axis, want %v", i, low, high, want)
		}
	}
}

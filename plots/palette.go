package plots

import (
	"image/color"
	"math"

	"linclass/plots/internal/vector"
)

// The colours of Okabe and Ito, which remain distinct with the usual kinds of
// colour blindness, and two greys.
var (
	Blue   = color.NRGBA{0x00, 0x72, 0xB2, 0xFF}
	Orange = color.NRGBA{0xE6, 0x9F, 0x00, 0xFF}
	Green  = color.NRGBA{0x00, 0x9E, 0x73, 0xFF}
	Red    = color.NRGBA{0xD5, 0x5E, 0x00, 0xFF}
	Purple = color.NRGBA{0xCC, 0x79, 0xA7, 0xFF}
	Sky    = color.NRGBA{0x56, 0xB4, 0xE9, 0xFF}
	Yellow = color.NRGBA{0xF0, 0xE4, 0x42, 0xFF}
	Black  = color.NRGBA{0x00, 0x00, 0x00, 0xFF}
	Grey   = color.NRGBA{0x77, 0x77, 0x77, 0xFF}
	Silver = color.NRGBA{0xBB, 0xBB, 0xBB, 0xFF}

	white = color.NRGBA{0xFF, 0xFF, 0xFF, 0xFF}
)

var (
	classColors = []color.NRGBA{Blue, Orange, Green, Purple, Red, Sky, Black, Yellow, Grey, {0x8C, 0x51, 0x0A, 0xFF}}
	lineColors  = []color.NRGBA{Black, Purple, Green, Red, Sky, Grey}
)

// classColor returns the colour of class k, grey for the class −1 that stands
// for no decision.
func classColor(k int) color.NRGBA {
	if k < 0 {
		return Grey
	}
	return classColors[k%len(classColors)]
}

// classMarker returns the shape of the points of class k. The ten shapes can
// be distinguished without colour. Classes of the same colour have different shapes, so
// that colour and shape together distinguish a hundred classes.
func classMarker(k int) marker { return marker((k + k/len(classColors)) % int(markers)) }

// mostAreas is how many classes areaColor distinguishes.
const mostAreas = 40

// areaColor returns the colour of areas of class k, which have no marker: beyond the ten
// colours they are lighter or darker, which distinguishes forty classes.
func areaColor(k int) color.NRGBA {
	c := classColor(k)
	switch k / len(classColors) % 4 {
	case 1:
		return mix(c, white, 0.4)
	case 2:
		return mix(c, color.NRGBA{0x50, 0x28, 0x00, 0xFF}, 0.5) // black, too, changes
	case 3:
		return mix(c, white, 0.65)
	}
	return c
}

var dashes = [][]vector.Length{nil, {7, 3}, {2, 2}, {8, 2, 2, 2}, {12, 4}, {4, 4}, {8, 2, 2, 2, 2, 2}}

// curveStyle returns the line of curve k: colour and dash pattern.
func curveStyle(k int, colors []color.NRGBA) vector.LineStyle {
	return vector.LineStyle{
		Color:  colors[k%len(colors)],
		Width:  1.8,
		Dashes: dashes[k%len(dashes)],
	}
}

// A Style changes how a line is drawn. The zero value of each field keeps the
// default.
type Style struct {
	Color  color.Color
	Dashed bool
	Solid  bool    // no dash pattern
	Width  float64 // in points, default 1.8
}

// Dashed is the style of a dashed grey line, such as the boundary before an
// update.
var Dashed = Style{Dashed: true, Color: Grey}

func (s Style) apply(line vector.LineStyle) vector.LineStyle {
	if s.Color != nil {
		line.Color = s.Color
	}
	if s.Dashed {
		line.Dashes = dashes[1]
	}
	if s.Solid {
		line.Dashes = nil
	}
	if s.Width > 0 {
		line.Width = vector.Length(s.Width)
	}
	return line
}

func styled(line vector.LineStyle, style []Style) vector.LineStyle {
	for _, s := range style {
		line = s.apply(line)
	}
	return line
}

// mix returns the colour that lies the share t of the way from a to b.
func mix(a, b color.NRGBA, t float64) color.NRGBA {
	t = min(max(t, 0), 1)
	m := func(a, b uint8) uint8 { return uint8(float64(a) + t*(float64(b)-float64(a)) + 0.5) }
	return color.NRGBA{m(a.R, b.R), m(a.G, b.G), m(a.B, b.B), 0xFF}
}

// inkOn returns black or white, whichever has more contrast on a colour (WCAG
// 2.2, relative luminance).
func inkOn(c color.NRGBA) color.NRGBA {
	linear := func(v uint8) float64 {
		s := float64(v) / 255
		if s <= 0.04045 {
			return s / 12.92
		}
		return math.Pow((s+0.055)/1.055, 2.4)
	}
	luminance := 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
	// (1 + 0.05) / (L + 0.05) > (L + 0.05) / (0 + 0.05)
	if (luminance+0.05)*(luminance+0.05) < 1.05*0.05 {
		return white
	}
	return Black
}

// A ramp turns a share between 0 and 1 into a colour.
type ramp []color.NRGBA

func (r ramp) at(t float64) color.NRGBA {
	t = min(max(t, 0), 1) * float64(len(r)-1)
	i := min(int(t), len(r)-2)
	return mix(r[i], r[i+1], t-float64(i))
}

var (
	// sequential goes from light to dark, so that it also reads in grey.
	sequential = ramp{white, {0xC6, 0xDB, 0xEF, 0xFF}, {0x6B, 0xAE, 0xD6, 0xFF}, {0x21, 0x71, 0xB5, 0xFF}, {0x08, 0x30, 0x6B, 0xFF}}
	// diverging is white in the middle.
	diverging = ramp{{0x08, 0x30, 0x6B, 0xFF}, {0x42, 0x92, 0xC6, 0xFF}, white, {0xE8, 0x89, 0x30, 0xFF}, {0x7F, 0x2A, 0x04, 0xFF}}
	// height is viridis with its light end for the largest values.
	height = ramp{{0x44, 0x01, 0x54, 0xFF}, {0x3B, 0x52, 0x8B, 0xFF}, {0x21, 0x90, 0x8C, 0xFF}, {0x5D, 0xC9, 0x63, 0xFF}, {0xFD, 0xE7, 0x25, 0xFF}}
)

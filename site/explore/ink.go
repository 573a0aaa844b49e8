package explore

import (
	"fmt"
	"slices"
	"strings"
)

// Ink is what a reader has drawn with a pen: strokes, each a path through places.
type Ink [][]XY

// Places of ink lie on a grid of inkGrid × inkGrid, of which an address names one by two
// letters. Strokes are separated by dots.
const (
	inkGrid    = 64
	inkLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	// maxInk is how many places a drawing can have.
	maxInk = 2000
)

// A Pad is where readers draw: a square from 0 to Side in both directions.
type Pad struct {
	Side float64
	// Start returns the ink of the first figure, which may depend on the controls that
	// are marked as Data.
	Start func(v Values) Ink
}

func (k Ink) clone() Ink {
	c := make(Ink, len(k))
	for i, stroke := range k {
		c[i] = slices.Clone(stroke)
	}
	return c
}

func (k Ink) size() int {
	n := 0
	for _, stroke := range k {
		n += len(stroke)
	}
	return n
}

// cell returns which column or row of the grid has a coordinate.
func (p *Pad) cell(v float64) int { return int(min(max(v/p.Side*inkGrid, 0), inkGrid-1)) }

// on returns the middle of the cell of the grid in which a place lies.
func (p *Pad) on(at XY) XY {
	middle := func(v float64) float64 { return (float64(p.cell(v)) + 0.5) / inkGrid * p.Side }
	return XY{middle(at[0]), middle(at[1])}
}

// add returns ink with places added to its last stroke, or to a new one.
func (p *Pad) add(k Ink, places []XY, begin bool) Ink {
	k = k.clone()
	if begin || len(k) == 0 {
		k = append(k, nil)
	}
	stroke := &k[len(k)-1]
	left := maxInk - k.size()
	for _, at := range places {
		at = p.on(at)
		if n := len(*stroke); left > 0 && (n == 0 || (*stroke)[n-1] != at) {
			*stroke = append(*stroke, at)
			left--
		}
	}
	if len(*stroke) == 0 {
		k = k[:len(k)-1]
	}
	return k
}

func (p *Pad) start(v Values) Ink {
	var k Ink
	for _, stroke := range p.Start(v) {
		k = p.add(k, stroke, true)
	}
	return k
}

func (p *Pad) text(k Ink) string {
	var sb strings.Builder
	for i, stroke := range k {
		if i > 0 {
			sb.WriteByte('.')
		}
		for _, at := range stroke {
			sb.WriteByte(inkLetters[p.cell(at[0])])
			sb.WriteByte(inkLetters[p.cell(at[1])])
		}
	}
	return sb.String()
}

func (p *Pad) parse(text string) (Ink, error) {
	var k Ink
	if text == "" {
		return k, nil
	}
	for part := range strings.SplitSeq(text, ".") {
		var places []XY
		for i := 0; i+1 < len(part); i += 2 {
			x, y := strings.IndexByte(inkLetters, part[i]), strings.IndexByte(inkLetters, part[i+1])
			if x < 0 || y < 0 {
				return nil, fmt.Errorf("explore: the address has ink at %q", part[i:i+2])
			}
			places = append(places, XY{(float64(x) + 0.5) / inkGrid * p.Side, (float64(y) + 0.5) / inkGrid * p.Side})
		}
		if len(part)%2 != 0 || len(part) == 0 || k.size()+len(places) > maxInk {
			return nil, fmt.Errorf("explore: the address has a stroke of %d letters", len(part))
		}
		k = p.add(k, places, true)
	}
	return k, nil
}

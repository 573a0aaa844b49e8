// Measure writes the widths of the letters of Liberation Sans, as gonum measures
// them, to a file, so that text can be laid out without the font.
//
// Usage:
//
//	measure FILE
package main

import (
	"encoding/binary"
	"log"
	"os"

	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: measure FILE")
	}
	if err := os.WriteFile(os.Args[1], measure(), 0o666); err != nil {
		log.Fatal(err)
	}
}

// measure returns numbers in the order in which package vector reads them.
func measure() []byte {
	fonts := font.NewCache(liberation.Collection())
	face := fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, 0)
	em := int(face.Face.UnitsPerEm())
	face.Font.Size = font.Points(float64(em)) // a point is then a unit
	width := func(runes ...rune) int { return int(face.Width(string(runes))) }
	extents := face.Extents()

	const private = '\uE000' // no font has a letter there
	numbers := []int{em, int(extents.Ascent), int(extents.Descent), int(extents.Height), width(private)}
	runes := letters(face.Face)
	numbers = append(numbers, len(runes))
	var last rune
	for _, r := range runes {
		numbers = append(numbers, int(r-last), width(r))
		last = r
	}
	var pairs []int
	for _, a := range runes {
		for _, b := range runes {
			if kern := width(a, b) - width(a) - width(b); kern != 0 {
				pairs = append(pairs, int(a), int(b), kern)
			}
		}
	}
	numbers = append(append(numbers, len(pairs)/3), pairs...)

	var data []byte
	for _, v := range numbers {
		data = binary.AppendVarint(data, int64(v))
	}
	return data
}

// letters returns the runes that the font has.
func letters(f *sfnt.Font) []rune {
	var buf sfnt.Buffer
	var runes []rune
	for r := rune(0); r <= 0xFFFF; r++ {
		if r >= 0xD800 && r < 0xE000 {
			continue // halves of surrogate pairs are no runes
		}
		if glyph, err := f.GlyphIndex(&buf, r); err == nil && glyph != 0 {
			runes = append(runes, r)
		}
	}
	return runes
}

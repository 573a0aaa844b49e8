package vector

import (
	_ "embed"
	"encoding/binary"
	"sync"
)

// A font is what must be known of Liberation Sans to lay out text: numbers in
// units of which em make the size.
type font struct {
	em, ascent, descent, height int
	missing                     int // the width of the sign for a rune that the font lacks
	advance                     map[rune]int
	kern                        map[[2]rune]int // added between two neighbours
}

//go:generate go run ./measure sans.bin

// sansData are these numbers as package measure writes them: em, ascent,
// descent, height, missing, then the number of runes and for each how far it is
// from the one before and its width, then the number of pairs and for each both
// runes and what is added.
//
//go:embed sans.bin
var sansData []byte

var sans = sync.OnceValue(func() *font { return parse(sansData) })

func parse(data []byte) *font {
	next := func() int {
		v, n := binary.Varint(data)
		data = data[n:]
		return int(v)
	}
	f := &font{em: next(), ascent: next(), descent: next(), height: next(), missing: next()}
	n := next()
	f.advance = make(map[rune]int, n)
	var r rune
	for range n {
		r += rune(next())
		f.advance[r] = next()
	}
	n = next()
	f.kern = make(map[[2]rune]int, n)
	for range n {
		pair := [2]rune{rune(next()), rune(next())}
		f.kern[pair] = next()
	}
	return f
}

// width returns the width of one line.
func (f *font) width(line string) int {
	width := 0
	last := rune(-1)
	for _, r := range line {
		advance, ok := f.advance[r]
		if !ok {
			advance = f.missing
		}
		width += advance + f.kern[[2]rune{last, r}]
		last = r
	}
	return width
}

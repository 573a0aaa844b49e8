package notebook

import (
	"encoding/binary"
	"errors"
)

// An Output is what a cell shows: the same thing in one or more ways, of which
// the notebook takes one.
type Output struct {
	ID                    string // of what this replaces, "" for nothing
	Mark                  string // where it stands in what the cell prints, "" for the end
	HTML, Markdown, Plain string
	Picture               []byte // a PNG, for a page an SVG
	Width, Height         int    // of the picture, in pixels of a screen
}

// Encode returns the output as bytes, for another program.
func (o *Output) Encode() []byte {
	var b []byte
	for _, s := range []string{o.HTML, o.Markdown, o.Plain, string(o.Picture)} {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	b = binary.AppendUvarint(b, uint64(o.Width))
	b = binary.AppendUvarint(b, uint64(o.Height))
	for _, s := range []string{o.ID, o.Mark} {
		b = binary.AppendUvarint(b, uint64(len(s)))
		b = append(b, s...)
	}
	return b
}

// Decode returns the output of which Encode has made b.
func Decode(b []byte) (*Output, error) {
	bad := false
	number := func() int {
		v, n := binary.Uvarint(b)
		if n <= 0 || v > 1<<31 {
			bad, n = true, len(b)
		}
		b = b[n:]
		return int(v)
	}
	text := func() []byte {
		n := number()
		if bad || n > len(b) {
			bad = true
			return nil
		}
		s := b[:n]
		b = b[n:]
		return s
	}
	o := &Output{HTML: string(text()), Markdown: string(text()), Plain: string(text()), Picture: text(), Width: number(), Height: number(), ID: string(text()), Mark: string(text())}
	if bad {
		return nil, errors.New("plots: damaged output")
	}
	return o, nil
}

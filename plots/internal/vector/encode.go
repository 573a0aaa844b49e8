package vector

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"math"
)

var errDamaged = errors.New("plots: damaged picture")

// The bytes of a picture are its size, then for each action a letter and what
// belongs to it: numbers as float64, counts as varints. Title and description
// come last, if there is one.
const (
	opColor  = 'c'
	opWidth  = 'w'
	opDashes = 'd'
	opRotate = 'r'
	opPush   = '('
	opPop    = ')'
	opStroke = 's'
	opFill   = 'f'
	opText   = 't'
	opImage  = 'i'
	opTitles = 'T'
)

// Encode returns the picture as bytes, for another program.
func (p *Picture) Encode() []byte {
	var e encoder
	e.floats(float64(p.Width), float64(p.Height))
	for _, a := range p.Actions {
		switch a := a.(type) {
		case SetColor:
			e = append(e, opColor, a.R, a.G, a.B, a.A)
		case SetWidth:
			e = append(e, opWidth)
			e.floats(float64(a))
		case SetDashes:
			e = append(e, opDashes)
			e.count(len(a))
			for _, d := range a {
				e.floats(float64(d))
			}
		case Rotate:
			e = append(e, opRotate)
			e.floats(float64(a))
		case Push:
			e = append(e, opPush)
		case Pop:
			e = append(e, opPop)
		case Stroke:
			e = append(e, opStroke)
			e.path(Path(a))
		case Fill:
			e = append(e, opFill)
			e.path(Path(a))
		case Text:
			e = append(e, opText)
			e.floats(float64(a.Size), float64(a.At.X), float64(a.At.Y))
			e.text(a.Text)
		case Image:
			e = append(e, opImage)
			e.floats(float64(a.Min.X), float64(a.Min.Y), float64(a.Max.X), float64(a.Max.Y))
			e.pixels(a.Pixels)
		default:
			panic(fmt.Sprintf("vector: no action: %T", a))
		}
	}
	if p.Title != "" || p.Description != "" {
		e = append(e, opTitles)
		e.text(p.Title)
		e.text(p.Description)
	}
	return e
}

type encoder []byte

func (e *encoder) floats(values ...float64) {
	for _, v := range values {
		*e = binary.LittleEndian.AppendUint64(*e, math.Float64bits(v))
	}
}

func (e *encoder) count(n int) { *e = binary.AppendUvarint(*e, uint64(n)) }

func (e *encoder) text(s string) {
	e.count(len(s))
	*e = append(*e, s...)
}

func (e *encoder) path(p Path) {
	e.count(len(p))
	for _, piece := range p {
		*e = append(*e, byte(piece.Kind))
		if piece.Kind != Close {
			e.floats(float64(piece.At.X), float64(piece.At.Y))
		}
		if piece.Kind == Arc {
			e.floats(float64(piece.Radius), piece.Start, piece.Angle)
		}
	}
}

func (e *encoder) pixels(img *image.NRGBA) {
	b := img.Bounds()
	e.count(b.Dx())
	e.count(b.Dy())
	for y := b.Min.Y; y < b.Max.Y; y++ {
		from := img.PixOffset(b.Min.X, y)
		*e = append(*e, img.Pix[from:from+4*b.Dx()]...)
	}
}

// Decode returns the picture of which Encode has made data.
func Decode(data []byte) (*Picture, error) {
	d := decoder{data: data}
	p := &Picture{Width: Length(d.float()), Height: Length(d.float())}
	for len(d.data) > 0 && !d.bad {
		if d.data[0] == opTitles {
			d.bytes(1)
			p.Title, p.Description = d.text(), d.text()
			continue
		}
		p.do(d.action())
	}
	if d.bad {
		return nil, fmt.Errorf("%w at byte %d", errDamaged, len(data)-len(d.data))
	}
	return p, nil
}

type decoder struct {
	data []byte
	bad  bool
}

func (d *decoder) action() Action {
	switch op := d.bytes(1)[0]; op {
	case opColor:
		b := d.bytes(4)
		return SetColor(color.NRGBA{b[0], b[1], b[2], b[3]})
	case opWidth:
		return SetWidth(d.float())
	case opDashes:
		var dashes SetDashes
		for range d.count(8) {
			dashes = append(dashes, Length(d.float()))
		}
		return dashes
	case opRotate:
		return Rotate(d.float())
	case opPush:
		return Push{}
	case opPop:
		return Pop{}
	case opStroke:
		return Stroke(d.path())
	case opFill:
		return Fill(d.path())
	case opText:
		size, at := Length(d.float()), d.point()
		return Text{size, at, d.text()}
	case opImage:
		r := Rectangle{d.point(), d.point()}
		return Image{r, d.pixels()}
	}
	d.bad = true
	return nil
}

// bytes returns the next n bytes, zeros if there are fewer.
func (d *decoder) bytes(n int) []byte {
	if n > len(d.data) {
		d.bad = true
		return make([]byte, n)
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

func (d *decoder) text() string { return string(d.bytes(d.count(1))) }

func (d *decoder) float() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(d.bytes(8)))
}

func (d *decoder) point() Point { return Point{Length(d.float()), Length(d.float())} }

// count returns how many things of at least size bytes follow.
func (d *decoder) count(size int) int {
	v, n := binary.Uvarint(d.data)
	if n <= 0 || v > uint64(len(d.data)/size) {
		d.bad = true
		return 0
	}
	d.data = d.data[n:]
	return int(v)
}

func (d *decoder) path() Path {
	n := d.count(1)
	path := make(Path, 0, n)
	for range n {
		piece := Piece{Kind: PieceKind(d.bytes(1)[0])}
		switch piece.Kind {
		case Move, Line:
			piece.At = d.point()
		case Arc:
			piece.At = d.point()
			piece.Radius, piece.Start, piece.Angle = Length(d.float()), d.float(), d.float()
		case Close:
		default:
			d.bad = true
		}
		path = append(path, piece)
	}
	return path
}

func (d *decoder) pixels() *image.NRGBA {
	w, h := d.count(1), d.count(1)
	if h > 0 && w > len(d.data)/4/h {
		d.bad = true
		return nil
	}
	return &image.NRGBA{Pix: d.bytes(4 * w * h), Stride: 4 * w, Rect: image.Rect(0, 0, w, h)}
}

package vector

// A Path is a sequence of lines and arcs.
type Path []Piece

// A Piece is one part of a path.
type Piece struct {
	Kind PieceKind
	// At is where Move and Line lead to, and the centre of an Arc.
	At Point
	// An Arc has a radius, and in radians a start and an angle from there.
	Radius       Length
	Start, Angle float64
}

// A PieceKind says what a piece is.
type PieceKind byte

// The kinds of pieces.
const (
	Move PieceKind = iota
	Line
	Arc
	Close
)

// Move goes to a point without a line.
func (p *Path) Move(to Point) { *p = append(*p, Piece{Kind: Move, At: to}) }

// Line draws a straight line to a point.
func (p *Path) Line(to Point) { *p = append(*p, Piece{Kind: Line, At: to}) }

// Arc draws a part of a circle.
func (p *Path) Arc(center Point, radius Length, start, angle float64) {
	*p = append(*p, Piece{Arc, center, radius, start, angle})
}

// Close draws a straight line to the start.
func (p *Path) Close() { *p = append(*p, Piece{Kind: Close}) }

// lines returns the path along points.
func lines(points ...Point) Path {
	p := make(Path, 0, len(points)+1)
	for i, pt := range points {
		if i == 0 {
			p.Move(pt)
		} else {
			p.Line(pt)
		}
	}
	return p
}

func polygon(points ...Point) Path {
	p := lines(points...)
	p.Close()
	return p
}

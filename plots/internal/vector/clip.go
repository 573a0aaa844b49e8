package vector

// ClipLinesXY returns the parts of a line that lie on the canvas.
func (c Canvas) ClipLinesXY(line []Point) [][]Point {
	all := [][]Point{line}
	for _, s := range c.sides() {
		var kept [][]Point
		for _, l := range all {
			kept = append(kept, clip(l, s.at, s.inward)...)
		}
		all = kept
	}
	return all
}

// ClipRectangle returns the part of r that lies on the canvas, and whether there is one.
func (c Canvas) ClipRectangle(r Rectangle) (Rectangle, bool) {
	r.Min = Point{max(r.Min.X, c.Min.X), max(r.Min.Y, c.Min.Y)}
	r.Max = Point{min(r.Max.X, c.Max.X), min(r.Max.Y, c.Max.Y)}
	return r, r.Min.X < r.Max.X && r.Min.Y < r.Max.Y
}

// ClipPolygonXY returns the part of a polygon that lies on the canvas, as a polygon that may
// run along the sides (Sutherland and Hodgman). It is empty if nothing is left.
func (c Canvas) ClipPolygonXY(polygon []Point) []Point {
	for _, s := range c.sides() {
		inside, crossing := side(s.at, s.inward)
		var kept []Point
		for i, q := range polygon {
			p := polygon[(i+len(polygon)-1)%len(polygon)]
			if inside(p) != inside(q) {
				kept = append(kept, crossing(p, q))
			}
			if inside(q) {
				kept = append(kept, q)
			}
		}
		polygon = kept
	}
	return polygon
}

// A half is the half-plane on the inner side of a straight line through at.
type half struct{ at, inward Point }

func (c Canvas) sides() [4]half {
	return [4]half{{c.Max, Point{-1, 0}}, {c.Min, Point{1, 0}}, {c.Min, Point{0, 1}}, {c.Max, Point{0, -1}}}
}

// side returns what lies in a half-plane, and where a segment crosses its edge. The
// crossing is on the edge, however far away the ends are.
func side(at, inward Point) (inside func(Point) bool, crossing func(p, q Point) Point) {
	along := func(d Point) Length { return d.X*inward.X + d.Y*inward.Y }
	inside = func(p Point) bool { return along(p.Sub(at)) >= -slop }
	crossing = func(p, q Point) Point {
		cut := q.Sub(p).Scale(along(p.Sub(at)) / along(p.Sub(q))).Add(p)
		if off := along(cut.Sub(at)); off > slop || off < -slop {
			// The ends are so far away that rounding shows.
			if inward.X != 0 {
				cut.X = at.X
			} else {
				cut.Y = at.Y
			}
		}
		return cut
	}
	return inside, crossing
}

// clip returns the parts of a line on one side of the straight line through at.
func clip(line []Point, at, inward Point) [][]Point {
	inside, crossing := side(at, inward)
	var parts [][]Point
	var part []Point
	for i, p := range line {
		if i > 0 && inside(line[i-1]) != inside(p) {
			part = append(part, crossing(line[i-1], p))
		}
		if inside(p) {
			part = append(part, p)
			continue
		}
		if len(part) > 1 {
			parts = append(parts, part)
		}
		part = nil
	}
	if len(part) > 1 {
		parts = append(parts, part)
	}
	return parts
}

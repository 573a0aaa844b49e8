package vector

// ClipLinesXY returns the parts of a line that lie on the canvas.
func (c Canvas) ClipLinesXY(line []Point) [][]Point {
	all := [][]Point{line}
	for _, side := range []struct{ at, inward Point }{
		{c.Max, Point{-1, 0}},
		{c.Min, Point{1, 0}},
		{c.Min, Point{0, 1}},
		{c.Max, Point{0, -1}},
	} {
		var kept [][]Point
		for _, l := range all {
			kept = append(kept, clip(l, side.at, side.inward)...)
		}
		all = kept
	}
	return all
}

// clip returns the parts of a line on one side of the straight line through at.
func clip(line []Point, at, inward Point) [][]Point {
	along := func(d Point) Length { return d.X*inward.X + d.Y*inward.Y }
	inside := func(p Point) bool { return along(p.Sub(at)) >= -slop }
	crossing := func(p, q Point) Point {
		return q.Sub(p).Scale(along(p.Sub(at)) / along(p.Sub(q))).Add(p)
	}
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

package vector

// A Length is measured in points, of which 72 make an inch.
type Length float64

// Inch is the length of an inch.
const Inch Length = 72

// A Point is a place on a canvas: X to the right, Y upwards.
type Point struct{ X, Y Length }

// Add returns p + q.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Sub returns p − q.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Scale returns s p.
func (p Point) Scale(s Length) Point { return Point{p.X * s, p.Y * s} }

// A Rectangle has its lower left corner at Min, the upper right one at Max.
type Rectangle struct{ Min, Max Point }

// Size returns the width and height.
func (r Rectangle) Size() Point { return r.Max.Sub(r.Min) }

// Center returns the middle.
func (r Rectangle) Center() Point {
	return Point{(r.Max.X-r.Min.X)/2 + r.Min.X, (r.Max.Y-r.Min.Y)/2 + r.Min.Y}
}

// X returns what lies the share t of the way from the left to the right.
func (r Rectangle) X(t float64) Length { return Length(t)*(r.Max.X-r.Min.X) + r.Min.X }

// Y returns what lies the share t of the way up.
func (r Rectangle) Y(t float64) Length { return Length(t)*(r.Max.Y-r.Min.Y) + r.Min.Y }

// slop is how far outside what is inside may lie, for rounding.
const slop = 3e-8

// ContainsX reports whether x lies between the left and the right side.
func (r Rectangle) ContainsX(x Length) bool { return x <= r.Max.X+slop && x >= r.Min.X-slop }

// ContainsY reports whether y lies between the lower and the upper side.
func (r Rectangle) ContainsY(y Length) bool { return y <= r.Max.Y+slop && y >= r.Min.Y-slop }

// Contains reports whether p lies inside.
func (r Rectangle) Contains(p Point) bool { return r.ContainsX(p.X) && r.ContainsY(p.Y) }

// Path returns the outline.
func (r Rectangle) Path() Path {
	return polygon(r.Min, Point{r.Max.X, r.Min.Y}, r.Max, Point{r.Min.X, r.Max.Y})
}

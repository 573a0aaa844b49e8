// Package shapes has what documentation is made of. See [Circle.Area], [math.Pi] and
// [hidden].
//
// # Units
//
// None: 1 < 2 & so on.
package shapes

import "math"

// Unit is the radius of [NewCircle].
const Unit, hidden = 1.0, 2.0

// A Circle is round.
type Circle struct {
	R     float64 // the radius
	Point *Point  // its centre
	cache float64
}

// A Point is a place.
type Point struct{ X, Y float64 }

// NewCircle returns a circle at a point.
func NewCircle(Point Point) *Circle { return &Circle{R: Unit, Point: &Point} }

// Area returns πr², as [math.Pi] has it.
func (c Circle) Area() float64 { return math.Pi * c.R * c.R }

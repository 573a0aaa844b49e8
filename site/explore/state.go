package explore

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Point is a sample with two features.
type Point struct {
	X, Y  float64
	Class int

	origin int // its index in the lecture's figure, −1 if a reader added it
	moved  bool
}

// Values are those of the controls, by name. A choice is its index.
type Values map[string]float64

// Int returns a value that is a count or a choice.
func (v Values) Int(name string) int { return int(math.Round(v[name])) }

// What Answer is before a reader has chosen, and for one who did not want to.
const (
	Unanswered = -1
	Skipped    = -2
)

// A State is all that a reader can change.
type State struct {
	Points []Point
	Ink    Ink
	Values Values
	Answer int // to the question, or Unanswered or Skipped
	// Held is whether the hand still holds a point, and moves it with the next event. Fits
	// may be rough until it lets go.
	Held bool
}

func (s *State) clone() *State {
	return &State{slices.Clone(s.Points), s.Ink.clone(), maps.Clone(s.Values), s.Answer, false}
}

// hold moves the reader's points that lie outside the plot where they are edited to the nearest
// place inside, and reports whether it moved any. A link can put them there.
func (s *State) hold(scene *Scene) (moved bool) {
	for _, plot := range scene.Plots {
		for i := range s.Points {
			p := &s.Points[i]
			at := plot.inside(XY{p.X, p.Y})
			if plot.Edit && (p.moved || p.origin < 0) && at != (XY{p.X, p.Y}) {
				p.X, p.Y, moved = at[0], at[1], true
			}
		}
	}
	return moved
}

// start returns the state of the lecture's figure.
func (e *Explorable) start() *State {
	v := Values{}
	for _, c := range e.Controls {
		if c.Kind != Button {
			v[c.Name] = c.Start
		}
	}
	s := &State{Points: e.lecture(v), Values: v, Answer: Unanswered}
	if e.Pad != nil {
		s.Ink = e.Pad.start(v)
	}
	return s
}

// lecture returns the points of the lecture's figure.
func (e *Explorable) lecture(v Values) []Point {
	if e.Points == nil {
		return nil
	}
	made := Values{}
	for _, c := range e.Controls {
		if c.Data {
			made[c.Name] = v[c.Name]
		}
	}
	if e.points == nil || !maps.Equal(e.madeOf, made) { // every address asks for them
		e.points, e.madeOf = e.Points(v), made
		for i := range e.points {
			e.points[i].origin = i
		}
	}
	return slices.Clone(e.points)
}

// rounded returns a coordinate as an address can hold it, so that what is loaded later
// is what is seen now.
func rounded(v float64) float64 { return math.Round(v*1000) / 1000 }

func short(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// address returns what differs from the lecture's figure, in a form for addresses:
// entries joined by "&". They are name=value for controls, ?=answer, -i for a point that
// was removed, i=x,y for one that was moved, +class=x,y for one that was added, and
// ink=letters for a drawing.
func (e *Explorable) address(s *State) string {
	var parts []string
	if s.Answer != Unanswered {
		parts = append(parts, fmt.Sprintf("?=%d", s.Answer))
	}
	for _, c := range e.Controls {
		if v, ok := s.Values[c.Name]; ok && v != c.Start {
			parts = append(parts, c.Name+"="+short(v))
		}
	}
	if e.Pad != nil {
		if ink := e.Pad.text(s.Ink); ink != e.Pad.text(e.Pad.start(s.Values)) {
			parts = append(parts, "ink="+ink)
		}
	}
	if e.Points == nil {
		return strings.Join(parts, "&")
	}
	kept := map[int]bool{}
	for _, p := range s.Points {
		kept[p.origin] = true
	}
	for i := range e.lecture(s.Values) {
		if !kept[i] {
			parts = append(parts, fmt.Sprintf("-%d", i))
		}
	}
	for _, p := range s.Points {
		switch {
		case p.origin < 0:
			parts = append(parts, "+"+strconv.Itoa(p.Class)+"="+short(p.X)+","+short(p.Y))
		case p.moved:
			parts = append(parts, strconv.Itoa(p.origin)+"="+short(p.X)+","+short(p.Y))
		}
	}
	return strings.Join(parts, "&")
}

// restore changes the state of the lecture's figure to that of an address.
func (e *Explorable) restore(s *State, address string) error {
	var edits [][2]string
	var ink *string
	for part := range strings.SplitSeq(address, "&") {
		key, value, _ := strings.Cut(part, "=")
		switch number, err := strconv.ParseFloat(value, 64); {
		case part == "":
		case key == "?":
			if err != nil || number < Skipped || number >= float64(len(e.Question.Choices)) || number != math.Trunc(number) {
				return fmt.Errorf("explore: the address has the answer %q", value)
			}
			s.Answer = int(number)
		case e.control(key) != nil:
			if err != nil || math.IsNaN(number) || math.IsInf(number, 0) {
				return fmt.Errorf("explore: the address has the value %q for %s", value, key)
			}
			e.set(s, key, number)
		case key == "ink" && e.Pad != nil:
			ink = &value
		default:
			edits = append(edits, [2]string{key, value})
		}
	}
	if ink != nil {
		var err error
		if s.Ink, err = e.Pad.parse(*ink); err != nil {
			return err
		}
	}
	if len(edits) > maxPoints {
		return fmt.Errorf("explore: the address has %d points, more than %d", len(edits), maxPoints)
	}
	for _, edit := range edits {
		if err := e.edit(s, edit[0], edit[1]); err != nil {
			return err
		}
	}
	return nil
}

// maxPoints is how many points an explorable can have.
const maxPoints = 4000

// edit makes the change of one entry of an address.
func (e *Explorable) edit(s *State, key, value string) error {
	wrong := fmt.Errorf("explore: the address has an entry %q", key+"="+value)
	kind, digits := byte(' '), key
	if key != "" && (key[0] == '-' || key[0] == '+') {
		kind, digits = key[0], key[1:]
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 {
		return wrong
	}
	if kind == '-' {
		before := len(s.Points)
		s.Points = slices.DeleteFunc(s.Points, func(p Point) bool { return p.origin == n })
		if len(e.Classes) == 0 || len(s.Points) == before {
			return wrong
		}
		return nil
	}
	left, right, _ := strings.Cut(value, ",")
	x, errX := strconv.ParseFloat(left, 64)
	y, errY := strconv.ParseFloat(right, 64)
	if errX != nil || errY != nil || !(math.Abs(x) < 1e6 && math.Abs(y) < 1e6) {
		return wrong
	}
	if kind == '+' {
		if n >= len(e.Classes) {
			return wrong
		}
		s.Points = append(s.Points, Point{X: rounded(x), Y: rounded(y), Class: n, origin: -1})
		return nil
	}
	i := slices.IndexFunc(s.Points, func(p Point) bool { return p.origin == n })
	if i < 0 {
		return wrong
	}
	s.Points[i].X, s.Points[i].Y, s.Points[i].moved = rounded(x), rounded(y), true
	return nil
}

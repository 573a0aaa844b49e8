// Package explore has the explorables of the site: figures of the lectures whose points,
// lines and numbers a reader can change. All numbers come from lclass and the packages
// beside it.
//
// An [Explorable] says what a reader can change and what is seen then. A [Session] holds
// the state of one of them and answers events with a [Scene], which a page draws.
package explore

import (
	"fmt"
	"slices"
)

// An Explorable is a figure with which readers experiment. What is seen is a function of
// the [State] alone.
type Explorable struct {
	Name, Title string
	Question    Question
	Controls    []Control
	// Classes are the classes that the points may have. Empty means that readers cannot
	// add or remove points.
	Classes []string
	// Points returns the points of the lecture's figure, which may depend on the controls
	// that are marked as Data. Nil means no points.
	Points func(v Values) []Point
	// Pad is where readers draw, nil if nowhere.
	Pad *Pad
	// Move changes the state when a reader drags a handle that is not a point. Nil means
	// that there is no such handle.
	Move func(s *State, handle string, x, y float64)
	// Press changes the state when a reader presses a button. Nil means no buttons.
	Press func(s *State, button string)
	// Draw returns what is seen. It does not change the state.
	Draw func(s *State) (*Scene, error)

	points []Point // the lecture's figure for the values that madeOf has
	madeOf Values
}

// A Question is what readers answer before they may experiment.
type Question struct {
	Text    string
	Choices []string
	// Answer computes which of the choices is right.
	Answer func() (int, error)
	// Reveal has the values of the controls that show the answer.
	Reveal Values
	Why    string
}

var rights = map[*Explorable]int{}

// right returns which choice is right; it is computed once.
func (e *Explorable) right() (int, error) {
	if k, ok := rights[e]; ok {
		return k, nil
	}
	k, err := e.Question.Answer()
	if err == nil {
		rights[e] = k
	}
	return k, err
}

// All has the explorables by name.
var All = map[string]*Explorable{}

func register(e *Explorable) *Explorable {
	if All[e.Name] != nil {
		panic("explore: two explorables are called " + e.Name)
	}
	All[e.Name] = e
	return e
}

// Names returns the names of all explorables, sorted.
func Names() []string {
	var names []string
	for name := range All {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// control returns the control with a name, nil if there is none.
func (e *Explorable) control(name string) *Control {
	for i := range e.Controls {
		if e.Controls[i].Name == name {
			return &e.Controls[i]
		}
	}
	return nil
}

// An Event is what a reader does.
type Event struct {
	Do    string  // open, answer, set, move, add, remove, press, draw or reset
	Name  string  // of a control, a button or a handle
	Point int     // the index of a point, for move and remove
	X, Y  float64 // for move and add
	Class int     // for add
	Value float64 // for set, and the choice for answer
	State string  // for open: an earlier Address
	// Ink has the next places of the pen, for draw; they Begin a stroke or go on with one.
	Ink   []XY
	Begin bool
	Held  bool // for move: the hand has not let go
}

// A Session is one explorable in use.
type Session struct {
	explorable *Explorable
	state      *State
}

// Open begins a session with the lecture's figure.
func Open(name string) (*Session, error) {
	e := All[name]
	if e == nil {
		return nil, fmt.Errorf("explore: no explorable %q; there are %q", name, Names())
	}
	return &Session{e, e.start()}, nil
}

// Do applies an event and returns what is seen then. An event that does not fit the
// explorable is an error and changes nothing.
func (s *Session) Do(e Event) (*Scene, error) {
	next := s.state.clone()
	if err := s.apply(next, e); err != nil {
		return nil, err
	}
	for name, v := range next.Values {
		next.Values[name] = s.explorable.control(name).bound(v)
	}
	scene, err := s.explorable.draw(next)
	if err == nil && next.hold(scene) {
		scene, err = s.explorable.draw(next)
	}
	if err != nil {
		return nil, err
	}
	s.state = next
	return scene, nil
}

// State returns a copy of the current state.
func (s *Session) State() *State { return s.state.clone() }

func (s *Session) apply(next *State, e Event) error {
	x := s.explorable
	switch e.Do {
	case "open":
		*next = *x.start()
		return x.restore(next, e.State)
	case "reset":
		answer := next.Answer
		*next = *x.start()
		next.Answer = answer
	case "answer":
		if k := int(e.Value); k != Skipped && (k < 0 || k >= len(x.Question.Choices)) {
			return fmt.Errorf("explore: choice %d of %d", k, len(x.Question.Choices))
		}
		next.Answer = int(e.Value)
		if next.Answer != Skipped {
			for name, v := range x.Question.Reveal {
				x.set(next, name, v)
			}
		}
	case "set":
		if x.control(e.Name) == nil {
			return fmt.Errorf("explore: %s has no control %q", x.Name, e.Name)
		}
		x.set(next, e.Name, e.Value)
	case "move":
		if e.Name != "" {
			if x.Move == nil {
				return fmt.Errorf("explore: %s has no handle %q", x.Name, e.Name)
			}
			x.Move(next, e.Name, e.X, e.Y)
			return nil
		}
		if e.Point < 0 || e.Point >= len(next.Points) {
			return fmt.Errorf("explore: point %d of %d", e.Point, len(next.Points))
		}
		next.Points[e.Point].X, next.Points[e.Point].Y = rounded(e.X), rounded(e.Y)
		next.Points[e.Point].moved = true
		next.Held = e.Held
	case "add":
		if e.Class < 0 || e.Class >= len(x.Classes) {
			return fmt.Errorf("explore: class %d of %d", e.Class, len(x.Classes))
		}
		next.Points = append(next.Points, Point{X: rounded(e.X), Y: rounded(e.Y), Class: e.Class, origin: -1})
	case "remove":
		if len(x.Classes) == 0 || e.Point < 0 || e.Point >= len(next.Points) {
			return fmt.Errorf("explore: point %d of %d cannot be removed", e.Point, len(next.Points))
		}
		next.Points = slices.Delete(next.Points, e.Point, e.Point+1)
	case "press":
		if x.Press == nil {
			return fmt.Errorf("explore: %s has no button %q", x.Name, e.Name)
		}
		x.Press(next, e.Name)
	case "draw":
		if x.Pad == nil {
			return fmt.Errorf("explore: nothing can be drawn in %s", x.Name)
		}
		next.Ink = x.Pad.add(next.Ink, e.Ink, e.Begin)
	default:
		return fmt.Errorf("explore: no event %q", e.Do)
	}
	return nil
}

// set gives a control a value within its bounds. One that makes the data makes the
// points anew.
func (e *Explorable) set(s *State, name string, v float64) {
	c := e.control(name)
	s.Values[name] = c.bound(v)
	if c.Data {
		s.Points = e.lecture(s.Values)
		if e.Pad != nil {
			s.Ink = e.Pad.start(s.Values)
		}
	}
}

// draw completes the scene with what all explorables have in common.
func (e *Explorable) draw(s *State) (*Scene, error) {
	scene, err := e.Draw(s)
	if err != nil {
		return nil, err
	}
	scene.Name, scene.Title, scene.Classes = e.Name, e.Title, e.Classes
	scene.Address = e.address(s)
	scene.hold()
	scene.round()
	for _, c := range e.Controls {
		c.Value = s.Values[c.Name]
		c.Disabled = scene.disabled[c.Name]
		if last, ok := scene.last[c.Name]; ok {
			c.Max, c.Value = last, min(c.Value, last)
		}
		scene.Controls = append(scene.Controls, c)
	}
	scene.Asked = Asked{Text: e.Question.Text, Choices: e.Question.Choices, Answer: s.Answer, Right: -1}
	if s.Answer >= 0 {
		if scene.Asked.Right, err = e.right(); err != nil {
			return nil, err
		}
		scene.Asked.Why = e.Question.Why
	}
	return scene, nil
}

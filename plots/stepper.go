package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// mostUpdates is how many moves a stepper shows.
const mostUpdates = 100

// Stepper returns a player of the online perceptron p on samples with two
// features: where it starts, a frame for each update, and where it ends (Dongguk
// 2.3 with Bishop figure 4.7, Edinburgh, KMITL). A frame has a ring around the
// sample on the wrong side, the line before the update, dashed, and after it, solid.
// Arrows from the origin are w before the update, its change, and w after it. The caption
// is the equation of the update with its numbers:
//
//	w ← w + η(t − y)x = (0.3, −0.1) + 0.1·(0 − 1)·(1, 0) = (0.2, −0.1)
//
// Arrows that are short compared with the samples are drawn 2, 5, 10 … times as long, and
// long ones are shortened; the legend of each arrow says so. The updates are those of
// [lclass.Perceptron.Updates]. Show and Save report its errors, and it is an error if
// there are more than 100 updates.
func Stepper(p lclass.Perceptron, d *lclass.Data) *Player {
	player := &Player{}
	s, err := newStepper(p, d)
	if err != nil {
		player.err = err
		return player
	}
	at := lclass.Update{W: slices.Clone(p.W0), B: p.B0}
	if at.W == nil {
		at.W = make([]float64, 2)
	}
	player.Add(s.state("start", at), s.figure(at, at, "The start"))
	for k, u := range s.updates {
		fig := s.figure(at, u, fmt.Sprintf("Update %d, at the ringed sample %s,", k+1, tuple(u.X)))
		player.Add(s.equations(k, at, u), fig.Ring(u.X[0], u.X[1]))
		at = u
	}
	return player.Add(s.state("end", at), s.figure(at, at, "The end"))
}

// A stepper knows what all frames share.
type stepper struct {
	perceptron lclass.Perceptron
	data       *lclass.Data
	updates    []lclass.Update
	scale      float64 // of the arrows
	x, y       limits
}

func newStepper(p lclass.Perceptron, d *lclass.Data) (*stepper, error) {
	s := &stepper{perceptron: p, data: d}
	for u, err := range p.Updates(d) {
		if err != nil {
			return nil, err
		}
		if s.updates = append(s.updates, u); len(s.updates) > mostUpdates {
			return nil, invalid.Worded("Perceptron.Epochs", p.Epochs, "plots: Stepper: more than %d updates; give Perceptron.Epochs a smaller number", mostUpdates)
		}
	}
	if d.D() != 2 {
		return nil, invalid.Worded("data", d.D(), "plots: Stepper: the data have %d features %q; choose two of them", d.D(), abbreviate(d.Features()))
	}
	s.fit()
	return s, nil
}

// fit chooses axes and a scale of the arrows that suit all frames.
func (s *stepper) fit() {
	var reach, longest float64
	s.x.include(0)
	s.y.include(0)
	for _, x := range s.data.Rows() {
		reach = max(reach, math.Hypot(x[0], x[1]))
		s.x.include(x[0])
		s.y.include(x[1])
	}
	tips := [][]float64{s.perceptron.W0}
	for _, u := range s.updates {
		tips = append(tips, u.W)
	}
	for _, w := range tips {
		if w != nil {
			longest = max(longest, math.Hypot(w[0], w[1]))
		}
	}
	s.scale = roundScale(reach / longest)
	for _, w := range tips {
		if w != nil {
			s.x.include(s.scale * w[0])
			s.y.include(s.scale * w[1])
		}
	}
}

// roundScale returns the largest of 1, 2 and 5 times a power of ten that is not above
// v, and 1 if there is none.
func roundScale(v float64) float64 {
	if !(v > 0) || math.IsInf(v, 0) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, k := range []float64{5, 2} {
		if k*power <= v*(1+1e-12) {
			return k * power
		}
	}
	return power
}

// figure draws the line and the weights of two moments. It has the same legend and
// the same axes in every frame.
func (s *stepper) figure(before, after lclass.Update, what string) *Figure {
	room := 0.12 * max(s.x.hi-s.x.lo, s.y.hi-s.y.lo) // for a ring at the edge
	xlo, xhi := s.x.lo-room, s.x.hi+room
	ylo, yhi := s.y.lo-room, s.y.hi+room
	f := Scatter(s.data).XRange(xlo, xhi).YRange(ylo, yhi).Equal().Legend(Outside).Size(520, 480)
	f.Line(before.W, before.B, "line before", Dashed)
	f.Line(after.W, after.B, "line after", Style{Color: Black, Solid: true})
	v, w := s.tip(before), s.tip(after)
	size := ""
	if s.scale != 1 {
		size = ", ×" + short(s.scale)
	}
	f.Arrow(0, 0, v[0], v[1], "w before"+size, Style{Color: Silver})
	f.Arrow(v[0], v[1], w[0], w[1], "its change"+size)
	f.Arrow(0, 0, w[0], w[1], "w after"+size, Style{Color: Purple})
	f.Alt = fmt.Sprintf("%s: w = %s and b = %s, %s.", what, tuple(after.W), rounded(after.B), s.wrong(after))
	return f
}

func (s *stepper) tip(u lclass.Update) [2]float64 {
	return [2]float64{s.scale * u.W[0], s.scale * u.W[1]}
}

// wrong says how many samples are on the wrong side.
func (s *stepper) wrong(u lclass.Update) string {
	var n int
	t := s.data.T()
	for i, x := range s.data.Rows() {
		if int(lclass.StepFunc(u.W[0]*x[0]+u.W[1]*x[1]+u.B)) != t[i] {
			n++
		}
	}
	return fmt.Sprintf("%d of %d samples on the wrong side", n, s.data.N())
}

// state is the caption of a frame without an update.
func (s *stepper) state(when string, u lclass.Update) string {
	text := fmt.Sprintf("%s: w = %s, b = %s\n%s", when, tuple(u.W), rounded(u.B), s.wrong(u))
	if u.W[0] == 0 && u.W[1] == 0 {
		text += "; with w = 0 there is no line, all scores are b"
	}
	return text
}

// equations is the caption of update k.
func (s *stepper) equations(k int, before, u lclass.Update) string {
	compare := "≥"
	if u.Z < 0 {
		compare = "<"
	}
	rule, with := "η(t − y)", fmt.Sprintf("%s·(%s − %s)", rounded(u.Factor/(u.T-u.Y)), rounded(u.T), signedIn(u.Y))
	if s.perceptron.Rosenblatt {
		rule, with = "ηt", fmt.Sprintf("%s·%s", rounded(u.Factor/u.T), signedIn(u.T))
	}
	bias := fmt.Sprintf("b ← b + %s = %s + %s = %s", rule, rounded(before.B), with, rounded(u.B))
	if s.perceptron.FixedBias {
		bias = fmt.Sprintf("b = %s stays", rounded(u.B))
	}
	return strings.Join([]string{
		fmt.Sprintf("update %d, epoch %d: x = %s, t = %s, z = w·x + b = %s %s 0, so y = %s, wrong",
			k+1, u.Epoch, tuple(u.X), rounded(u.T), digits(u.Z, 4), compare, rounded(u.Y)),
		fmt.Sprintf("w ← w + %sx = %s + %s·%s = %s", rule, tuple(before.W), with, tuple(u.X), tuple(u.W)),
		bias,
		"now " + s.wrong(u),
	}, "\n")
}

// rounded writes a number of a caption.
func rounded(v float64) string {
	if math.Abs(v) < 1e-12 {
		v = 0 // what rounding leaves of 0.3 − 0.1 − 0.2
	}
	return digits(v, 4)
}

// signedIn writes a number within a product or a difference.
func signedIn(v float64) string {
	if v < 0 {
		return "(" + rounded(v) + ")"
	}
	return rounded(v)
}

func tuple(v []float64) string {
	texts := make([]string, len(v))
	for i := range v {
		texts[i] = rounded(v[i])
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

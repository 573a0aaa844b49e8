package explore

import (
	"fmt"
	"math"

	"linclass/datasets"
	"linclass/lclass"
)

// perceptronSets are the data of the lesson, with the range of the axes.
var perceptronSets = []struct {
	make func() *lclass.Data
	axes XY
}{
	{func() *lclass.Data { return datasets.UnitSquare(100, 11) }, XY{-0.1, 1.1}},
	{datasets.AND, XY{-0.6, 1.6}},
	{datasets.OR, XY{-0.6, 1.6}},
	{datasets.XOR, XY{-0.6, 1.6}},
	{func() *lclass.Data { return datasets.TwoGaussians(100, 1) }, XY{-4, 4}},
}

var perceptronBatches = []int{1, 8, 32, lclass.FullBatch}

// perceptronLimit is how many steps can be taken.
const perceptronLimit = 200

// perceptron is the path of the perceptron (rows 3, 5, 6, 27 and 31), on the data of
// perceptron.
var _ = register(&Explorable{
	Name:  "perceptron",
	Title: "A line that learns from its mistakes",
	Question: Question{
		Text:    "At the start w = 0 and b = 0: every score is 0, which counts as +1. The first mistake is a point x of the class −1. Which way does w move?",
		Choices: []string{"Towards x", "Away from x", "It stays, and b moves"},
		Answer:  perceptronAnswer,
		Reveal:  Values{"step": 1},
		Why:     "The rule is Δw = η (t − y) x. With t = −1 and y = +1 that is −2η x. Press “Step” and watch the arrow, w, turn at each mistake. Then try XOR.",
	},
	Controls: []Control{
		{Kind: Choice, Name: "data", Label: "Data", Options: []string{"unit square", "AND", "OR", "XOR", "two clouds"}, Data: true},
		{Kind: Choice, Name: "batch", Label: "Points per update", Options: []string{"1 (online)", "8", "32", "all (batch)"}},
		{Kind: Slider, Name: "eta", Label: "Learning rate η", Min: 0.01, Max: 1, Log: true, Start: 0.1},
		{Kind: Slider, Name: "step", Label: "Step: updates if online, else epochs", Min: 0, Max: perceptronLimit, Step: 1, Start: 0},
		{Kind: Button, Name: "next", Label: "Step"},
		{Kind: Button, Name: "end", Label: "To the end"},
	},
	Classes: []string{"−1", "+1"},
	Points:  func(v Values) []Point { return pointsOf(perceptronSets[v.Int("data")].make()) },
	Press: func(s *State, button string) {
		last := perceptronLimit
		if path, err := perceptronPath(s); err == nil {
			last = len(path) - 1
		}
		if s.Values["step"]++; button == "end" || s.Values.Int("step") > last {
			s.Values["step"] = float64(last)
		}
	},
	Draw: perceptronDraw,
})

// A perceptronState is the line after an update or an epoch.
type perceptronState struct {
	w      []float64
	b      float64
	sample int // whose mistake it was, −1 if unknown
	errors int
}

// perceptronPath returns the states from the start on.
func perceptronPath(s *State) ([]perceptronState, error) {
	d, err := data(s.Points, []string{"−1", "+1"})
	if err != nil {
		return nil, err
	}
	p := lclass.Perceptron{Eta: s.Values["eta"], Batch: perceptronBatches[s.Values.Int("batch")], Epochs: perceptronLimit}
	if p.Batch == 8 || p.Batch == 32 {
		p.Seed = 1 // they shuffle, as in the lesson
	}
	errors := func(w []float64, b float64) (n int) {
		for _, q := range s.Points {
			if int(lclass.StepFunc(w[0]*q.X+w[1]*q.Y+b)) != q.Class {
				n++
			}
		}
		return n
	}
	path := []perceptronState{{w: []float64{0, 0}, sample: -1, errors: errors([]float64{0, 0}, 0)}}
	if p.Batch == 1 {
		for u, err := range p.Updates(d) {
			if err != nil {
				return nil, err
			}
			path = append(path, perceptronState{u.W, u.B, u.Sample, errors(u.W, u.B)})
			if len(path) > perceptronLimit {
				break
			}
		}
		return path, nil
	}
	for step, err := range p.Steps(d) {
		if err != nil {
			return nil, err
		}
		if w, b := step.Line(); step.Epoch > 0 {
			path = append(path, perceptronState{w, b, -1, errors(w, b)})
		}
	}
	return path, nil
}

func perceptronAnswer() (int, error) {
	d := datasets.UnitSquare(100, 11)
	for u, err := range (lclass.Perceptron{}).Updates(d) {
		if err != nil {
			return 0, err
		}
		switch along := u.W[0]*u.X[0] + u.W[1]*u.X[1]; { // w was 0
		case along > 0:
			return 0, nil
		case along < 0:
			return 1, nil
		}
		return 2, nil
	}
	return 0, fmt.Errorf("explore: the perceptron makes no mistake")
}

func perceptronDraw(s *State) (*Scene, error) {
	axes := perceptronSets[s.Values.Int("data")].axes
	plot := Plot{X: "x₁", Y: "x₂", XRange: axes, YRange: axes, Equal: true, Edit: true}
	path, err := perceptronPath(s)
	if err != nil {
		plot.Dots, plot.Alt = dots(s.Points, noRing), "Both classes need points. Add some."
		return &Scene{Plots: []Plot{plot}, Says: plot.Alt, Formula: []string{plot.Alt}}, nil
	}
	k := min(s.Values.Int("step"), len(path)-1)
	online := s.Values.Int("batch") == 0
	unit := "epoch"
	if online {
		unit = "update"
	}
	now := path[k]
	corners := box(axes, axes)
	plot.Title = fmt.Sprintf("After %s", count(k, unit))
	if now.w[0] == 0 && now.w[1] == 0 {
		plot.Areas = []Area{{Points: corners, Class: int(lclass.StepFunc(now.b))}}
	} else {
		plot.Areas = []Area{{Points: side(corners, opposite(now.w), -now.b), Class: 0}, {Points: side(corners, now.w, now.b), Class: 1}}
	}
	if k > 0 {
		plot.Curves = append(plot.Curves, Curve{Points: boundary(path[k-1].w, path[k-1].b, axes, axes), Line: 5, Thin: true})
	}
	plot.Curves = append(plot.Curves, Curve{Points: boundary(now.w, now.b, axes, axes), Line: 0, Bold: true})
	longest := 0.0
	for _, q := range path {
		longest = max(longest, math.Hypot(q.w[0], q.w[1]))
	}
	if norm := math.Hypot(now.w[0], now.w[1]); norm > 0 {
		// w starts in the middle of the visible part of the line, or of the plot.
		from := XY{(axes[0] + axes[1]) / 2, (axes[0] + axes[1]) / 2}
		if ends := boundary(now.w, now.b, axes, axes); ends != nil {
			from = XY{(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2}
		}
		unit := (axes[1] - axes[0]) * max(0.3/longest, 0.1/norm) // never only its head
		plot.Curves = append(plot.Curves, Curve{Points: []XY{from, {from[0] + unit*now.w[0], from[1] + unit*now.w[1]}}, Line: 0, Arrow: true})
	}
	plot.Dots = dots(s.Points, func(i int) bool { return i == now.sample })

	most := 1
	points := make([]XY, len(path))
	for i, q := range path {
		most, points[i] = max(most, q.errors), XY{float64(i), float64(q.errors)}
	}
	curve := Plot{Title: "Points on the wrong side", X: unit, Y: "errors", XRange: XY{0, float64(max(len(path)-1, 1))},
		YRange: XY{0, float64(most) * 1.05}, Height: 0.36,
		Curves: []Curve{{Points: points, Line: 5, Thin: true}, {Points: points[:k+1], Line: 4}},
		Dots:   []Dot{{At: points[k], Class: 6}}}
	end := ""
	switch {
	case path[len(path)-1].errors > 0:
		end = fmt.Sprintf("no end within %s", count(len(path)-1, unit))
	default:
		end = fmt.Sprintf("no mistakes after %s", count(len(path)-1, unit))
	}
	scene := &Scene{
		Formula: []string{
			"y = sign(z),  z = " + linear(now.w, now.b),
			fmt.Sprintf("Δw = η (t − y) x,  Δb = η (t − y),  η\u00a0=\u00a0%s", number(s.Values["eta"])),
		},
		Table: Table{Head: []string{unit, "w₁", "w₂", "b", "errors"}, Rows: []Row{
			{Line: 0, Class: -1, Cells: []string{fmt.Sprint(k), number(now.w[0]), number(now.w[1]), number(now.b), fmt.Sprint(now.errors)}},
		}},
		last: map[string]float64{"step": float64(len(path) - 1)},
		Says: fmt.Sprintf("%s: %d of %d points are wrong; %s.", plot.Title, now.errors, len(s.Points), end),
		Cell: "d := datasets.UnitSquare(100, 11)\nfor u, err := range (lclass.Perceptron{Eta: 0.1}).Updates(d) {\n\tfmt.Println(u.W, u.B, err)\n}",
	}
	if k > 0 {
		before := path[k-1]
		scene.Table.Rows = append([]Row{{Line: 5, Class: -1, Cells: []string{fmt.Sprint(k - 1), number(before.w[0]), number(before.w[1]), number(before.b), fmt.Sprint(before.errors)}}}, scene.Table.Rows...)
		if online {
			p := s.Points[now.sample]
			scene.Formula = append(scene.Formula, fmt.Sprintf("last mistake: x = (%s, %s), t\u00a0=\u00a0%s", number(p.X), number(p.Y), number(float64(2*p.Class-1))))
		}
	}
	scene.Formula = append(scene.Formula, end)
	plot.Alt, curve.Alt = scene.Says, fmt.Sprintf("The number of errors after each %s, from %d to %d.", unit, path[0].errors, path[len(path)-1].errors)
	scene.Plots = []Plot{plot, curve}
	return scene, nil
}

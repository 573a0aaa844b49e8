package explore

import (
	"fmt"
	"math"

	"linclass/datasets"
	"linclass/lclass"
)

var (
	streetX = XY{-4.5, 4.5}
	streetY = XY{-4, 4}
)

// streetStart is the penalty of the hard margin in the lesson.
const streetStart = 1e-4

// street is KMITL's largest margin (row 23), on the two clouds with a gap of svm.
var _ = register(&Explorable{
	Name:  "street",
	Title: "The widest street",
	Question: Question{
		Text:    "The street is as wide as the points allow, and rests on the ringed ones. Now let λ grow from 0.0001 to 0.1, so that short weights count for more. What happens to the street?",
		Choices: []string{"It gets narrower", "It gets wider, over some of the points", "Nothing: the points hold it"},
		Answer:  streetAnswer,
		Reveal:  Values{"lambda": 0.1},
		Why:     "The street is 2/‖w‖ wide, and a large λ wants short weights. Points inside pay the hinge loss. Go back to a small λ and drag a point that has no ring: nothing moves until it enters the street.",
	},
	Controls: []Control{
		{Kind: Slider, Name: "lambda", Label: "Penalty λ", Min: 1e-4, Max: 10, Log: true, Start: streetStart},
	},
	Classes: []string{"−1", "+1"},
	Points:  func(Values) []Point { return pointsOf(streetGap()) },
	Draw:    streetDraw,
})

// streetGap returns two clouds without the points near the line between them.
func streetGap() *lclass.Data {
	d := datasets.TwoGaussians(60, 5)
	var keep []int
	for n, x := range d.Rows() {
		if float64(2*d.T()[n]-1)*(x[0]+x[1]) > 0.9 {
			keep = append(keep, n)
		}
	}
	return d.Subset(keep)
}

func streetWidth(m *lclass.Model) float64 {
	w, _ := m.Line()
	return 2 / math.Hypot(w[0], w[1])
}

func streetAnswer() (int, error) {
	hard, err := lclass.LinearSVM{Penalty: lclass.L2(streetStart)}.Fit(streetGap())
	if err != nil {
		return 0, err
	}
	soft, err := lclass.LinearSVM{Penalty: lclass.L2(0.1)}.Fit(streetGap())
	switch ratio := 0.0; {
	case err != nil:
		return 0, err
	default:
		ratio = streetWidth(soft) / streetWidth(hard)
		if ratio < 0.999 {
			return 0, nil
		} else if ratio > 1.001 {
			return 1, nil
		}
	}
	return 2, nil
}

func streetDraw(s *State) (*Scene, error) {
	lambda := s.Values["lambda"]
	plot := Plot{Title: "The street between the classes", X: "x₁", Y: "x₂", XRange: streetX, YRange: streetY, Equal: true, Edit: true}
	d, err := data(s.Points, []string{"−1", "+1"})
	var m *lclass.Model
	if err == nil {
		m, err = lclass.LinearSVM{Penalty: lclass.L2(lambda)}.Fit(d)
	}
	if err != nil {
		plot.Dots, plot.Alt = dots(s.Points, noRing), "Both classes need points. Add some."
		return &Scene{Plots: []Plot{plot}, Says: plot.Alt, Formula: []string{plot.Alt}}, nil
	}
	w, b := m.Line()
	norm := math.Hypot(w[0], w[1])
	support, inside, wrong, hinge := make([]bool, d.N()), 0, 0, 0.0
	vectors := 0
	for n, p := range s.Points {
		margin := float64(2*p.Class-1) * (w[0]*p.X + w[1]*p.Y + b)
		if margin <= 1+1e-4 {
			support[n] = true
			vectors++
		}
		if margin < 1-1e-4 {
			inside++
		}
		if margin < 0 {
			wrong++
		}
		hinge += max(0, 1-margin) / float64(d.N())
	}
	if hinge < 1e-12 {
		hinge = 0 // what rounding leaves
	}
	if norm > 1e-9 {
		corners := box(streetX, streetY)
		plot.Areas = append(plot.Areas, Area{Points: side(side(corners, w, b+1), opposite(w), 1-b), Class: Street})
		plot.Curves = append(plot.Curves,
			Curve{Points: boundary(w, b-1, streetX, streetY), Line: 5}, Curve{Points: boundary(w, b+1, streetX, streetY), Line: 5},
			Curve{Points: boundary(w, b, streetX, streetY), Line: 0, Bold: true})
	}
	plot.Dots = dots(s.Points, func(i int) bool { return support[i] })
	width := 2 / norm
	scene := &Scene{
		Formula: []string{
			"z = " + linear(w, b),
			fmt.Sprintf("width = 2 / ‖w‖ = 2 / %s = %s", number(norm), number(width)),
			fmt.Sprintf("mean hinge + ½ λ ‖w‖² = %s + %s = %s", number(hinge), number(lambda*norm*norm/2), number(m.Status.Loss)),
		},
		Table: Table{Head: []string{"", "points"}, Rows: []Row{
			{Line: -1, Class: -1, Cells: []string{"support vectors (ringed), m ≤ 1", fmt.Sprint(vectors)}},
			{Line: -1, Class: -1, Cells: []string{"inside the street, m < 1", fmt.Sprint(inside)}},
			{Line: -1, Class: -1, Cells: []string{"on the wrong side, m < 0", fmt.Sprint(wrong)}},
		}},
		Says: fmt.Sprintf("The street is %s wide and has %s of %d points.", number(width), count(vectors, "support vector"), d.N()),
		Cell: fmt.Sprintf("m := lclass.Must(lclass.LinearSVM{Penalty: lclass.L2(%g)}.Fit(gap())) // gap() is in the lesson\nfmt.Println(m.Line())\nfmt.Println(m.Status.Loss)", lambda),
	}
	if norm <= 1e-9 {
		scene.Says = "w is 0, so there is no line and no street between the classes."
		scene.Formula[1] = scene.Says
	}
	plot.Alt = "Two classes, the line between them, and the street on both sides of it. " + scene.Says
	scene.Plots = []Plot{plot}
	return scene, nil
}

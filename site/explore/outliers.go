package explore

import (
	"fmt"
	"math"

	"linclass/datasets"
	"linclass/lclass"
)

// outliersLearners are the three that the figure compares. The hinge loss needs a
// penalty, which is as small as in the lesson on losses. While a point is held, fits are
// quick: rough, or from the last fit, nil for none, with a penalty that nobody sees unless a
// line separates the classes, and that makes it needless to look for such a line.
var outliersLearners = []struct {
	name, formula string
	learner       lclass.Estimator
	held          func(last *lclass.Model) lclass.Estimator
	loss          func(m float64) float64
}{
	{
		"least squares", "(1 − m)²", lclass.LeastSquares{},
		func(*lclass.Model) lclass.Estimator { return lclass.LeastSquares{} },
		func(m float64) float64 { return (1 - m) * (1 - m) },
	},
	{
		"logistic", "log(1 + e⁻ᵐ)", lclass.Logistic{},
		func(last *lclass.Model) lclass.Estimator {
			return lclass.Logistic{Penalty: lclass.L2(1e-9), Start: last}
		},
		func(m float64) float64 { return math.Log1p(math.Exp(-m)) },
	},
	{
		"hinge", "max(0, 1 − m)", lclass.LinearSVM{Penalty: lclass.L2(1e-3)},
		func(*lclass.Model) lclass.Estimator {
			return lclass.LinearSVM{Penalty: lclass.L2(1e-3), Solver: lclass.DualCoordinateDescent{Tol: 1e-3}}
		},
		func(m float64) float64 { return max(0, 1-m) },
	},
}

// outliersLast are the fits of the last figure.
var outliersLast [3]*lclass.Model

var outliersX, outliersY = XY{-4, 14}, XY{-7, 5}

// What the second panel shows; points beyond stand at its edge.
var (
	outliersMargins = XY{-2, 5}
	outliersHighest = 6.0
)

// outliers is Dongguk's figure 3: points far on the correct side of the line (rows 26 and
// 32), as in section 4 of leastsquares.
var _ = register(&Explorable{
	Name:  "outliers",
	Title: "Who gets dragged?",
	Question: Question{
		Text:    "Forty more points of the orange class will arrive far out at the lower right, on the correct side of every line. Which line will turn most?",
		Choices: []string{"That of least squares", "That of logistic regression", "That of the hinge loss", "None: the points are classified correctly"},
		Answer:  outliersAnswer,
		Reveal:  Values{"far": 40},
		Why:     "Least squares wants the score of every point to equal its target, so points that are too correct cost as much as errors. Drag one of them and watch the other panel.",
	},
	Controls: []Control{
		{Kind: Slider, Name: "far", Label: "Far points", Min: 0, Max: 80, Step: 1, Start: 0, Data: true},
		{Kind: Choice, Name: "loss", Label: "Loss in the second panel", Options: []string{"squared", "logistic", "hinge"}},
	},
	Classes: []string{"0", "1"},
	Points:  func(v Values) []Point { return pointsOf(datasets.Outliers(200, v.Int("far"), 3)) },
	Draw:    outliersDraw,
})

var outliersKnown = map[int]*lclass.Model{}

// outliersClean returns the fit of a learner without far points.
func outliersClean(i int) (*lclass.Model, error) {
	if outliersKnown[i] == nil {
		m, err := outliersLearners[i].learner.Fit(datasets.Outliers(200, 0, 3))
		if err != nil {
			return nil, err
		}
		outliersKnown[i] = m
	}
	return outliersKnown[i], nil
}

func outliersAnswer() (int, error) {
	most, which := 1.0, 3 // less than a degree is none
	for i, l := range outliersLearners {
		before, err := outliersClean(i)
		if err != nil {
			return 0, err
		}
		after, err := l.learner.Fit(datasets.Outliers(200, 40, 3))
		if err != nil {
			return 0, err
		}
		if turn := outliersTurn(before, after); turn > most {
			most, which = turn, i
		}
	}
	return which, nil
}

// outliersTurn returns the angle between the lines of two models in degrees.
func outliersTurn(m, n *lclass.Model) float64 {
	w, _ := m.Line()
	v, _ := n.Line()
	return 180 / math.Pi * math.Abs(math.Atan2(w[0]*v[1]-w[1]*v[0], w[0]*v[0]+w[1]*v[1]))
}

func outliersDraw(s *State) (*Scene, error) {
	scene := &Scene{
		Table: Table{Head: []string{"", "mean loss", "wrong", "turned by"}},
		Cell:  fmt.Sprintf("d := datasets.Outliers(200, %d, 3)\nfmt.Println(lclass.Must(lclass.LeastSquares{}.Fit(d)).Line())\nfmt.Println(lclass.Must(lclass.Logistic{}.Fit(d)).Line())\nfmt.Println(lclass.Must(lclass.LinearSVM{Penalty: lclass.L2(1e-3)}.Fit(d)).Line())", s.Values.Int("far")),
	}
	points := Plot{Title: "Three lines", X: "x₁", Y: "x₂", XRange: outliersX, YRange: outliersY, Equal: true, Edit: true}
	losses := Plot{X: "margin m = t z", Y: "loss ℓ(m)", XRange: outliersMargins, YRange: XY{-0.3, outliersHighest}, Height: 0.55}
	shown := s.Values.Int("loss")
	d, err := data(s.Points, []string{"0", "1"})
	if err != nil {
		return outliersEmpty(scene, points, s), nil
	}
	wrong := make([]bool, d.N())
	says := ""
	for i, l := range outliersLearners {
		m, err := outliersFit(i, d, s.Held)
		if err != nil {
			return outliersEmpty(scene, points, s), nil
		}
		clean, err := outliersClean(i)
		if err != nil {
			return nil, err
		}
		w, b := m.Line()
		errors, total, t := 0, 0.0, d.T()
		for n, x := range d.Rows() {
			side := float64(2*t[n] - 1)
			z := w[0]*x[0] + w[1]*x[1] + b
			isWrong := m.PredictOne(x) != t[n]
			if isWrong {
				errors++
			}
			total += l.loss(side * z)
			if i == shown {
				wrong[n] = isWrong
				at := side * z
				losses.Dots = append(losses.Dots, Dot{At: XY{min(max(at, outliersMargins[0]), outliersMargins[1]), min(l.loss(at), outliersHighest)}, Class: t[n], Ring: isWrong, Small: true})
			}
		}
		points.Curves = append(points.Curves, Curve{Points: boundary(w, b, outliersX, outliersY), Line: i + 1, Bold: i == shown})
		scene.Formula = append(scene.Formula, fmt.Sprintf("%s: z = %s", l.name, linear(w, b)))
		scene.Table.Rows = append(scene.Table.Rows, Row{Line: i + 1, Class: -1, Cells: []string{
			l.name, number(total / float64(d.N())), fmt.Sprint(errors), fmt.Sprintf("%.1f°", outliersTurn(clean, m)),
		}})
		says += fmt.Sprintf(" %s gets %d wrong and has turned by %.0f degrees.", capital(l.name), errors, outliersTurn(clean, m))
		if i == shown {
			losses.Title = fmt.Sprintf("%s: mean of %s is %s", capital(l.name), l.formula, number(total/float64(d.N())))
			losses.Curves = append(losses.Curves, Curve{Points: function(l.loss, outliersMargins, 161), Line: i + 1})
		}
	}
	points.Dots = dots(s.Points, func(i int) bool { return wrong[i] })
	scene.Says = count(len(s.Points), "point") + "." + says
	points.Alt, losses.Alt = scene.Says, "Every point on the curve of the loss, by its margin. "+losses.Title+"."
	scene.Plots = []Plot{points, losses}
	return scene, nil
}

// outliersFit returns the fit of a learner, a quick one while a point is held, unless that
// separates the classes.
func outliersFit(i int, d *lclass.Data, held bool) (*lclass.Model, error) {
	if held {
		m, err := outliersLearners[i].held(outliersLast[i]).Fit(d)
		if err != nil {
			return nil, err
		}
		right, err := m.Accuracy(d)
		if err != nil {
			return nil, err
		}
		if right < 1 {
			outliersLast[i] = m
			return m, nil
		}
	}
	m, err := outliersLearners[i].learner.Fit(d)
	outliersLast[i] = m
	return m, err
}

// outliersEmpty draws points that no learner can separate, because a class is missing.
func outliersEmpty(scene *Scene, points Plot, s *State) *Scene {
	points.Dots = dots(s.Points, noRing)
	scene.Says = "Both classes need points. Add some."
	points.Alt = scene.Says
	scene.Formula = []string{scene.Says}
	scene.Plots = []Plot{points}
	return scene
}

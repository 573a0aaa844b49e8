package explore

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"linclass/datasets"
	"linclass/lclass"
)

// bowlsSteps is how many steps are shown at most.
const bowlsSteps = 100

// bowls is descent on two bowls, and Newton's method beside it (rows 20, 28 and 29), on
// the houses of regression.
var _ = register(&Explorable{
	Name:  "bowls",
	Title: "Down two bowls",
	Question: Question{
		Text:    "Both bowls show the same lines and the same loss. In the second the feature is standardised. Both paths take thirty steps of gradient descent, each with the η that suits its bowl: η = 1/λ, where λ is the largest curvature. Which path arrives at the lowest point?",
		Choices: []string{"Both", "The first one alone", "The second one alone", "Neither"},
		Answer:  bowlsAnswer,
		Reveal:  Values{"steps": 30},
		Why:     "η must suit the steepest direction. So along the flat direction the first path hardly moves. In the second bowl all directions are alike. Now take Newton’s method, or raise η above 2/λ.",
	},
	Controls: []Control{
		{Kind: Choice, Name: "method", Label: "Method", Options: []string{"gradient descent", "Newton"}},
		{Kind: Slider, Name: "rate", Label: "Learning rate, in units of 1/λ", Min: 0.05, Max: 2.2, Step: 0.05, Start: 1},
		{Kind: Slider, Name: "steps", Label: "Steps", Min: 0, Max: bowlsSteps, Step: 1, Start: 0},
		{Kind: Slider, Name: "w", Label: "Start, w", Min: -0.2, Max: 0.7, Step: 0.001, Start: 0},
		{Kind: Slider, Name: "b", Label: "Start, b", Min: -600, Max: 1100, Step: 1, Start: 0},
	},
	Move: func(s *State, handle string, x, y float64) {
		w, b := y, x
		if handle == "round" {
			mean, std := bowlsScale()
			w = y / std
			b = x - w*mean
		}
		s.Values["w"], s.Values["b"] = rounded(w), b
	},
	Draw: bowlsDraw,
})

func bowlsHouses() *lclass.Data            { return datasets.HousePrices(60, 1) }
func bowlsLine(m *lclass.Model) [2]float64 { return [2]float64{m.W.At(0, 0), m.B[0]} }

func bowlsScale() (mean, std float64) { return stat.PopMeanStdDev(bowlsHouses().Column(0), nil) }

func bowlsRound() (*lclass.Data, error) {
	p, err := lclass.Prepare(bowlsHouses(), lclass.Standardize{})
	if err != nil {
		return nil, err
	}
	return p.Apply(bowlsHouses())
}

// A bowl is the loss over all lines: least + ½ δᵀHδ, where δ is the way from the lowest
// place (w, b).
type bowl struct {
	lowest   [2]float64 // w, b
	least    float64
	xx, x    float64 // the means of x² and x: H = (xx x; x 1)
	steepest float64 // the largest eigenvalue of H
}

func newBowl(d *lclass.Data) (*bowl, error) {
	m, err := lclass.LinearRegression{}.Fit(d)
	if err != nil {
		return nil, err
	}
	b := &bowl{lowest: bowlsLine(m), least: m.Status.Loss}
	for _, v := range d.Column(0) {
		b.xx, b.x = b.xx+v*v/float64(d.N()), b.x+v/float64(d.N())
	}
	half := (b.xx - 1) / 2
	b.steepest = (b.xx+1)/2 + math.Sqrt(half*half+b.x*b.x)
	return b, nil
}

func (b *bowl) loss(w [2]float64) float64 {
	dw, db := w[0]-b.lowest[0], w[1]-b.lowest[1]
	return b.least + (b.xx*dw*dw+2*b.x*dw*db+db*db)/2
}

// level returns the places (b, w) of a loss.
func (b *bowl) level(loss float64) []XY {
	r := math.Sqrt(max(0, 2*(loss-b.least)))
	deep := math.Sqrt(b.xx - b.x*b.x) // H = (deep x; 0 1) times its transpose
	var ring []XY
	for i := range 73 {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 72)
		dw := r * cos / deep
		ring = append(ring, XY{b.lowest[1] + r*sin - b.x*dw, b.lowest[0] + dw})
	}
	return ring
}

// bowlsPath returns the places (w, b) of a fit from a start, until it ends or fails.
func bowlsPath(d *lclass.Data, method int, eta float64, steps int, start [2]float64) [][2]float64 {
	path := [][2]float64{start}
	if steps == 0 {
		return path
	}
	l := lclass.LinearRegression{Start: &lclass.Model{W: mat.NewDense(1, 1, []float64{start[0]}), B: []float64{start[1]}, Features: d.Features(), Target: d.Target()}}
	l.Solver = lclass.Descent{Eta: eta, Epochs: steps}
	if method == 1 {
		l.Solver = lclass.Newton{MaxIter: steps}
	}
	for s, err := range l.Steps(d) {
		if err != nil {
			break
		}
		if s.Epoch > 0 && len(path) <= steps {
			path = append(path, [2]float64{s.W.At(0, 0), s.B[0]})
		}
	}
	return path
}

// bowlsArrived reports whether a path ends at the lowest place: at less than a thousandth
// of the height at which it began.
func bowlsArrived(b *bowl, path [][2]float64) bool {
	last := path[len(path)-1]
	return b.loss(last)-b.least < 1e-3*(b.loss(path[0])-b.least)
}

func bowlsAnswer() (int, error) {
	round, err := bowlsRound()
	if err != nil {
		return 0, err
	}
	var there [2]bool
	for i, d := range []*lclass.Data{bowlsHouses(), round} {
		b, err := newBowl(d)
		if err != nil {
			return 0, err
		}
		there[i] = bowlsArrived(b, bowlsPath(d, 0, 1/b.steepest, 30, [2]float64{0, 0}))
	}
	switch there {
	case [2]bool{true, true}:
		return 0, nil
	case [2]bool{true, false}:
		return 1, nil
	case [2]bool{false, true}:
		return 2, nil
	}
	return 3, nil
}

func bowlsDraw(s *State) (*Scene, error) {
	round, err := bowlsRound()
	if err != nil {
		return nil, err
	}
	mean, std := bowlsScale()
	method, steps, start := s.Values.Int("method"), s.Values.Int("steps"), [2]float64{s.Values["w"], s.Values["b"]}
	scene := &Scene{
		Table:    Table{Head: []string{"", "w", "b", "loss"}},
		disabled: map[string]bool{"rate": method == 1},
		Cell:     "d := datasets.HousePrices(60, 1)\nm := lclass.Must(lclass.LinearRegression{}.Fit(d))\nfmt.Println(m.Line())\nfmt.Println(m.Status.Loss)",
	}
	for i, d := range []*lclass.Data{bowlsHouses(), round} {
		b, err := newBowl(d)
		if err != nil {
			return nil, err
		}
		plot := Plot{Title: "First: a canyon", X: "b", Y: "w", XRange: XY{-600, 1100}, YRange: XY{-0.2, 0.7}, Height: 0.95, Share: 0.5}
		from, step, handle := start, XY{20, 0.01}, "canyon"
		if i == 1 {
			plot = Plot{Title: "Second: round", X: "b", Y: "w", XRange: XY{-100, 1500}, YRange: XY{-560, 960}, Height: 0.95, Share: 0.5}
			from, step, handle = [2]float64{start[0] * std, start[1] + start[0]*mean}, XY{20, 20}, "round"
		}
		path := bowlsPath(d, method, s.Values["rate"]/b.steepest, steps, from)
		for _, level := range []float64{3e3, 1e4, 3e4, 1e5, 3e5} {
			plot.Curves = append(plot.Curves, Curve{Points: b.level(level), Line: 4, Thin: true})
		}
		var way []XY
		for _, p := range path {
			if math.Abs(p[0]) > 1e7 || math.Abs(p[1]) > 1e7 {
				break
			}
			way = append(way, XY{p[1], p[0]})
			if len(path) < 60 || len(way) == 1 || len(way) == len(path) {
				plot.Dots = append(plot.Dots, Dot{At: XY{p[1], p[0]}, Class: 4, Small: true})
			}
		}
		plot.Curves = append(plot.Curves, Curve{Points: way, Line: 3})
		for j := range plot.Dots { // what has left the plot stands at its edge
			at := &plot.Dots[j].At
			at[0], at[1] = min(max(at[0], plot.XRange[0]), plot.XRange[1]), min(max(at[1], plot.YRange[0]), plot.YRange[1])
		}
		plot.Dots = append(plot.Dots, Dot{At: XY{b.lowest[1], b.lowest[0]}, Class: 6})
		plot.Handles = []Handle{{Name: handle, Label: "The start", At: XY{from[1], from[0]}, Step: step}}
		last := path[len(path)-1]
		loss := number(b.loss(last))
		if math.IsNaN(b.loss(last)) || b.loss(last) > 1e15 {
			loss = "∞"
		}
		name := []string{"canyon", "round"}[i]
		scene.Table.Rows = append(scene.Table.Rows, Row{Line: 3, Class: -1, Cells: []string{name, number(last[0]), number(last[1]), loss}},
			Row{Line: -1, Class: 6, Cells: []string{"lowest", number(b.lowest[0]), number(b.lowest[1]), number(b.least)}})
		where := "is not there yet"
		if bowlsArrived(b, path) {
			where = "has arrived"
		} else if loss == "∞" || b.loss(last) > b.loss(from) {
			where = "has left the bowl"
		}
		scene.Says += fmt.Sprintf("After %s the path in the %s bowl %s, with a loss of %s. ", count(len(path)-1, "step"), name, where, loss)
		scene.Formula = append(scene.Formula, fmt.Sprintf("%s: λ = %s, η = %s", name, number(b.steepest), number(s.Values["rate"]/b.steepest)))
		plot.Alt = "Contours of the loss over all lines, a path from the start that you move, and a star at the lowest point. " + scene.Says
		scene.Plots = append(scene.Plots, plot)
	}
	if method == 1 {
		scene.Formula = []string{"Newton: (w, b) ← (w, b) − H⁻¹ ∇L, whatever the bowl"}
	} else {
		scene.Formula = append(scene.Formula, "(w, b) ← (w, b) − η ∇L")
	}
	return scene, nil
}

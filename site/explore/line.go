package explore

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
)

// A stepper is a learner whose fit can be watched.
type stepper interface {
	lclass.Estimator
	Steps(d *lclass.Data) iter.Seq2[lclass.Step, error]
}

var lineRange = XY{-4, 4}

// lineLosses are the losses to choose from. The learners report the mean loss of a given
// line when they start there, and the minimum when they have converged.
var lineLosses = []struct {
	name, formula string
	output        lclass.Output
	class         string  // what becomes of the score
	high          float64 // the top of the picture of the losses
	learner       func(solver lclass.Solver, start *lclass.Model) stepper
	factor        float64 // RegressionClassifier has half of the squared error
	// sample is the loss of one sample and its derivative by the score.
	sample func(t, z float64) (loss, slope float64)
}{
	{"logistic", "log(1 + e⁻ᵗᶻ)", lclass.SigmoidOutput, "y = σ(z)", 5, func(s lclass.Solver, m *lclass.Model) stepper {
		return lclass.Logistic{Solver: s, Start: m}
	}, 1, func(t, z float64) (float64, float64) { return math.Log1p(math.Exp(-t * z)), -t * lclass.Sigmoid(-t*z) }},
	{"squared", "(t − z)²", lclass.SignOutput, "y = sign z", 20, func(s lclass.Solver, m *lclass.Model) stepper {
		return lclass.RegressionClassifier{Solver: s, Start: m}
	}, 2, func(t, z float64) (float64, float64) { return (t - z) * (t - z), -2 * (t - z) }},
	{"squared hinge", "max(0, 1 − tz)²", lclass.SignOutput, "y = sign z", 20, func(s lclass.Solver, m *lclass.Model) stepper {
		return lclass.LinearSVM{Loss: lclass.SquaredHinge, Solver: s, Start: m}
	}, 1, func(t, z float64) (float64, float64) {
		short := max(0, 1-t*z)
		return short * short, -2 * t * short
	}},
}

// line is a line by hand: score, distance and loss (rows 2, 11 and 15), on the two clouds
// of logistic.
var _ = register(&Explorable{
	Name:  "line",
	Title: "Find the best line yourself",
	Question: Question{
		Text:    "Double the weights: w = (1, 1) becomes (2, 2), and b stays 0. The line does not move. What happens to the mean logistic loss of these points?",
		Choices: []string{"It stays the same", "It falls", "It rises", "It doubles"},
		Answer:  lineAnswer,
		Reveal:  Values{"w1": 2, "w2": 2},
		Why:     "The loss depends on the scores, not only on the line: longer weights are more confident. Here most points are right, so more confidence pays. Now try to get below “Fit”.",
	},
	Controls: []Control{
		{Kind: Choice, Name: "loss", Label: "Loss", Options: []string{"logistic", "squared", "squared hinge"}},
		{Kind: Slider, Name: "w1", Label: "w₁", Min: -6, Max: 6, Step: 0.01, Start: 1},
		{Kind: Slider, Name: "w2", Label: "w₂", Min: -6, Max: 6, Step: 0.01, Start: 1},
		{Kind: Slider, Name: "b", Label: "b", Min: -8, Max: 8, Step: 0.01, Start: 0},
		{Kind: Slider, Name: "eta", Label: "Learning rate η", Min: 0.01, Max: 10, Log: true, Start: 1},
		{Kind: Button, Name: "step", Label: "One step of gradient descent"},
		{Kind: Button, Name: "ten", Label: "Ten steps"},
		{Kind: Button, Name: "fit", Label: "Fit"},
		{Kind: Slider, Name: "x1", Min: lineRange[0], Max: lineRange[1], Hidden: true}, // where the handle is
		{Kind: Slider, Name: "x2", Min: lineRange[0], Max: lineRange[1], Hidden: true},
		{Kind: Slider, Name: "new1", Min: lineRange[0], Max: lineRange[1], Start: 2.5, Hidden: true}, // and the new point
		{Kind: Slider, Name: "new2", Min: lineRange[0], Max: lineRange[1], Start: -1.5, Hidden: true},
	},
	Classes: []string{"0", "1"},
	Points:  func(Values) []Point { return pointsOf(datasets.TwoGaussians(100, 1)) },
	Move:    lineMove,
	Press:   linePress,
	Draw:    lineDraw,
})

// lineAt returns the model of a line, for a learner to start from.
func lineAt(w []float64, b float64, output lclass.Output) *lclass.Model {
	return &lclass.Model{W: mat.NewDense(1, 2, []float64{w[0], w[1]}), B: []float64{b}, Output: output,
		Features: []string{"x1", "x2"}, Classes: []string{"0", "1"}}
}

// lineLoss returns the mean loss of a line, and the weights after steps of descent on it.
func lineLoss(d *lclass.Data, loss int, w []float64, b, eta float64, steps int) (value float64, v []float64, c float64, err error) {
	l := lineLosses[loss]
	first := true
	e := l.learner(lclass.Descent{Eta: eta * l.factor, Epochs: steps}, lineAt(w, b, l.output))
	for s, stepErr := range e.Steps(d) {
		if stepErr != nil {
			return 0, nil, 0, stepErr
		}
		if first {
			value, first = s.Loss*l.factor, false
		}
		v, c = s.Line()
	}
	return value, v, c, nil
}

func lineAnswer() (int, error) {
	d := datasets.TwoGaussians(100, 1)
	before, _, _, err := lineLoss(d, 0, []float64{1, 1}, 0, 1, 1)
	if err != nil {
		return 0, err
	}
	after, _, _, err := lineLoss(d, 0, []float64{2, 2}, 0, 1, 1)
	switch {
	case err != nil:
		return 0, err
	case after < before-1e-9:
		return 1, nil
	case after <= before+1e-9:
		return 0, nil
	case math.Abs(after-2*before) < 1e-3*before:
		return 3, nil
	}
	return 2, nil
}

// lineFoot returns the handle of the line, which is its point nearest to where the handle was
// last, and the end of w from there. If possible both are inside the plot, otherwise the handle.
func lineFoot(v Values) (foot, tip XY) {
	foot = XY{v["x1"], v["x2"]}
	w := XY{v["w1"], v["w2"]}
	if n := w[0]*w[0] + w[1]*w[1]; n > 1e-12 {
		z := (w[0]*foot[0] + w[1]*foot[1] + v["b"]) / n
		foot = XY{foot[0] - z*w[0], foot[1] - z*w[1]}
		along := XY{-w[1] / math.Sqrt(n), w[0] / math.Sqrt(n)}
		low, high := lineInside(foot, along)
		tipLow, tipHigh := lineInside(XY{foot[0] + w[0], foot[1] + w[1]}, along)
		if both, end := max(low, tipLow), min(high, tipHigh); both <= end {
			low, high = both, end
		}
		if low <= high {
			t := min(max(0, low), high)
			foot = XY{foot[0] + t*along[0], foot[1] + t*along[1]}
		}
	}
	return foot, XY{foot[0] + w[0], foot[1] + w[1]}
}

// lineInside returns the range of multiples of a direction that lead from a point into the
// plot. If none does, low is above high.
func lineInside(from, along XY) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	for j := range from {
		switch a, b := (lineRange[0]-from[j])/along[j], (lineRange[1]-from[j])/along[j]; {
		case math.Abs(along[j]) > 1e-12:
			low, high = max(low, min(a, b)), min(high, max(a, b))
		case from[j] < lineRange[0]-1e-6 || from[j] > lineRange[1]+1e-6:
			return 1, 0
		}
	}
	return low, high
}

// lineEnd returns the end of the arrow from foot to tip, or where the arrow leaves the plot.
func lineEnd(foot, tip XY) XY {
	w := XY{tip[0] - foot[0], tip[1] - foot[1]}
	_, high := lineInside(foot, w)
	share := min(max(0, high), 1)
	return XY{foot[0] + share*w[0], foot[1] + share*w[1]}
}

func lineMove(s *State, handle string, x, y float64) {
	v := s.Values
	if handle == "new" {
		v["new1"], v["new2"] = rounded(x), rounded(y)
		return
	}
	foot, _ := lineFoot(v)
	if handle == "foot" { // the line moves, w stays; its end stays in the plot
		for j, w := range (XY{v["w1"], v["w2"]}) {
			foot[j] = min(max(XY{x, y}[j], lineRange[0]-min(w, 0)), lineRange[1]-max(w, 0))
		}
	} else { // w turns and stretches about the foot
		v["w1"], v["w2"] = rounded(x-foot[0]), rounded(y-foot[1])
	}
	v["x1"], v["x2"] = foot[0], foot[1]
	v["b"] = rounded(-(v["w1"]*foot[0] + v["w2"]*foot[1]))
}

func linePress(s *State, button string) {
	d, err := data(s.Points, []string{"0", "1"})
	if err != nil {
		return
	}
	loss := s.Values.Int("loss")
	w, b := []float64{s.Values["w1"], s.Values["w2"]}, s.Values["b"]
	switch button {
	case "fit":
		m, err := lineLosses[loss].learner(nil, nil).Fit(d)
		if err != nil {
			return
		}
		w, b = m.Line()
	case "step":
		_, w, b, err = lineLoss(d, loss, w, b, s.Values["eta"], 1)
	case "ten":
		_, w, b, err = lineLoss(d, loss, w, b, s.Values["eta"], 10)
	}
	if err != nil {
		return
	}
	s.Values["w1"], s.Values["w2"], s.Values["b"] = w[0], w[1], b
}

// lineAtItsEnd reports whether a weight is where its slider ends.
func lineAtItsEnd(v Values) bool {
	line := All["line"]
	for _, name := range []string{"w1", "w2", "b"} {
		if c := line.control(name); v[name] <= c.Min || v[name] >= c.Max {
			return true
		}
	}
	return false
}

func lineDraw(s *State) (*Scene, error) {
	loss := s.Values.Int("loss")
	l := lineLosses[loss]
	w, b := []float64{s.Values["w1"], s.Values["w2"]}, s.Values["b"]
	norm := math.Hypot(w[0], w[1])
	plot := Plot{Title: "Your line", X: "x₁", Y: "x₂", XRange: lineRange, YRange: lineRange, Equal: true, Edit: true}
	corners := box(lineRange, lineRange)
	plot.Areas = []Area{{Points: side(corners, opposite(w), -b), Class: 0}, {Points: side(corners, w, b), Class: 1}}
	foot, tip := lineFoot(s.Values)
	wrong := func(i int) bool {
		p := s.Points[i]
		return int(lclass.StepFunc(w[0]*p.X+w[1]*p.Y+b)) != p.Class
	}
	errors := 0
	for i, p := range s.Points {
		if !wrong(i) {
			continue
		}
		errors++
		if norm > 1e-9 { // the distance of a wrong point
			z := (w[0]*p.X + w[1]*p.Y + b) / (norm * norm)
			plot.Curves = append(plot.Curves, Curve{Points: []XY{{p.X, p.Y}, {p.X - z*w[0], p.Y - z*w[1]}}, Line: 5, Thin: true})
		}
	}
	for _, z := range []float64{-1, 1} {
		plot.Curves = append(plot.Curves, Curve{Points: boundary(w, b-z, lineRange, lineRange), Line: 5, Thin: true})
	}
	plot.Curves = append(plot.Curves, Curve{Points: boundary(w, b, lineRange, lineRange), Line: 0, Bold: true},
		Curve{Points: []XY{foot, tip}, Line: 0, Arrow: true})
	plot.Dots = dots(s.Points, wrong)
	plot.Handles = []Handle{
		{Name: "foot", Label: "The line", At: foot, Step: XY{0.1, 0.1}},
		{Name: "tip", Label: "The end of w", At: lineEnd(foot, tip), Step: XY{0.1, 0.1}},
		{Name: "new", Label: "A new point", At: XY{s.Values["new1"], s.Values["new2"]}, Step: XY{0.1, 0.1}},
	}
	scene := &Scene{Formula: []string{"z = " + linear(w, b) + ", and z = 0 on the line"}}
	scene.Formula = append(scene.Formula, lineNew(s.Values, l.class)...)
	plot.Texts = []Text{{At: XY{s.Values["new1"], s.Values["new2"] + 0.25}, Text: "new", Line: -1}}
	scene.Samples = lineSamples(s, w, b)
	value, best := "–", "–"
	status := "Both classes need points."
	if d, err := data(s.Points, []string{"0", "1"}); err == nil {
		v, _, _, err := lineLoss(d, loss, w, b, 1, 1)
		m, fitErr := l.learner(nil, nil).Fit(d)
		if err == nil && fitErr == nil {
			value, best = number(v), number(m.Status.Loss*l.factor)
			status = fmt.Sprintf("%d of %d points are wrong. The mean %s loss is %s, and its minimum is %s.", errors, len(s.Points), l.name, value, best)
			scene.Table = Table{Head: []string{"", "mean loss", "wrong"}, Rows: []Row{
				{Line: 0, Class: -1, Cells: []string{"your line", value, fmt.Sprint(errors)}},
				{Line: -1, Class: -1, Cells: []string{"minimum (" + m.Status.Outcome.String() + ")", best, fmt.Sprint(lineErrors(m, d))}},
			}}
		}
	}
	scene.Formula = append(scene.Formula, fmt.Sprintf("loss = mean of %s = %s", l.formula, value))
	if lineAtItsEnd(s.Values) {
		const end = "A weight is at the end of its slider. If descent took it there, η may be too large."
		status += " " + end
		scene.Formula = append(scene.Formula, end)
	}
	scene.Says = status
	scene.Cell = "d := datasets.TwoGaussians(100, 1)\nm := lclass.Must(lclass.Logistic{}.Fit(d))\nfmt.Println(m.Line())\nfmt.Println(m.Status.Loss) // the minimum"
	plot.Alt = "Two classes and a line that you move. " + status
	scene.Plots = []Plot{plot, lineCosts(s, w, b)}
	return scene, nil
}

// lineNew says what the line makes of the new point.
func lineNew(v Values, class string) []string {
	w, x := []float64{v["w1"], v["w2"]}, []float64{v["new1"], v["new2"]}
	z := floats.Dot(w, x) + v["b"]
	y := number(lclass.Sigmoid(z))
	if class != lineLosses[0].class {
		y = number(lclass.Sign(z))
	}
	distance := "–" // without a line
	if norm := floats.Norm(w, 2); norm > 0 {
		distance = number(math.Abs(z) / norm)
	}
	return []string{
		fmt.Sprintf("the new point (%s, %s): z = %s", number(x[0]), number(x[1]), number(z)),
		fmt.Sprintf("%s = %s, distance |z| / ‖w‖ = %s", class, y, distance),
	}
}

// lineCosts shows the loss of each sample by its score, on the curve of the chosen loss.
func lineCosts(s *State, w []float64, b float64) Plot {
	l := lineLosses[s.Values.Int("loss")]
	plot := Plot{Title: "What each point costs", X: "margin m = t z, below 0 if wrong", Y: l.name + " loss", XRange: XY{-4, 6}, YRange: XY{-0.04 * l.high, l.high}, Height: 0.45}
	plot.Curves = []Curve{
		{Points: function(func(z float64) float64 { loss, _ := l.sample(1, z); return loss }, plot.XRange, 101), Line: 4},
		{Points: []XY{{0, plot.YRange[0]}, {0, plot.YRange[1]}}, Line: 5, Thin: true},
	}
	outside, mean := 0, 0.0
	for _, p := range s.Points {
		t := float64(2*p.Class - 1)
		z := w[0]*p.X + w[1]*p.Y + b
		loss, _ := l.sample(t, z)
		mean += loss / float64(len(s.Points))
		if t*z < plot.XRange[0] || t*z > plot.XRange[1] || loss > plot.YRange[1] {
			outside++
			continue
		}
		plot.Dots = append(plot.Dots, Dot{At: XY{t * z, loss}, Class: p.Class, Small: true})
	}
	plot.Alt = fmt.Sprintf("The %s loss of each point by its margin, on the curve of this loss. The mean is %s.", l.name, number(mean))
	if outside > 0 {
		text := count(outside, "point") + " beyond"
		plot.Texts = []Text{{At: XY{5.9, 0.9 * l.high}, Text: text, Line: -1, Anchor: "end"}}
		plot.Alt += " " + text + " the picture."
	}
	return plot
}

// lineWorst is how many samples the table has.
const lineWorst = 5

// lineSamples has the scores, losses and gradients of the samples that cost most, and the
// means of all, whose gradient a step follows.
func lineSamples(s *State, w []float64, b float64) Table {
	table := Table{Head: []string{"largest losses", "z", "loss", "∂ℓ/∂w", "∂ℓ/∂b"}}
	if len(s.Points) == 0 {
		return table
	}
	row := func(name string, class int, z, loss float64, g [3]float64) Row {
		score := fixed(z, 2)
		if class < 0 {
			score = ""
		}
		return Row{Line: -1, Class: class, Cells: []string{name, score, fixed(loss, 2), fixed(g[0], 2) + ", " + fixed(g[1], 2), fixed(g[2], 2)}}
	}
	type sample struct {
		Point
		z, loss float64
		g       [3]float64
	}
	var all []sample
	var mean sample
	for _, p := range s.Points {
		z := w[0]*p.X + w[1]*p.Y + b
		loss, slope := lineLosses[s.Values.Int("loss")].sample(float64(2*p.Class-1), z)
		one := sample{p, z, loss, [3]float64{slope * p.X, slope * p.Y, slope}}
		all = append(all, one)
		mean.loss += loss / float64(len(s.Points))
		for j := range mean.g {
			mean.g[j] += one.g[j] / float64(len(s.Points))
		}
	}
	slices.SortStableFunc(all, func(p, q sample) int { return cmp.Compare(q.loss, p.loss) })
	for _, p := range all[:min(lineWorst, len(all))] {
		table.Rows = append(table.Rows, row(fixed(p.X, 1)+", "+fixed(p.Y, 1), p.Class, p.z, p.loss, p.g))
	}
	table.Rows = append(table.Rows, row("mean of all", -1, 0, mean.loss, mean.g))
	return table
}

// fixed returns v with so many decimals, and a true minus unless it is rounded to 0.
func fixed(v float64, decimals int) string {
	text, minus := strings.CutPrefix(fmt.Sprintf("%.*f", decimals, v), "-")
	if minus && strings.Trim(text, "0.") != "" {
		return "−" + text
	}
	return text
}

func lineErrors(m *lclass.Model, d *lclass.Data) int {
	n := 0
	for i, x := range d.Rows() {
		if m.PredictOne(x) != d.T()[i] {
			n++
		}
	}
	return n
}

package explore

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

var (
	regionsX       = XY{-2, 8}
	regionsY       = XY{-3, 7}
	regionsClasses = []string{"A", "B", "C"}
)

// regionsLearners are the ways to many classes; claims decides by votes alone.
var regionsLearners = []struct {
	name    string
	learner lclass.Estimator
	claims  bool
}{
	{"one-vs-rest, by claims", lclass.OneVsRest{Of: regionsBinary}, true},
	{"one-vs-rest, largest score", lclass.OneVsRest{Of: regionsBinary}, false},
	{"one-vs-one, by votes", lclass.OneVsOne{Of: regionsBinary}, true},
	{"softmax", lclass.Softmax{Penalty: lclass.L2(1e-3)}, false},
}

var regionsBinary = lclass.Logistic{Penalty: lclass.L2(1e-3)}

// regions has three ways to three classes (row 13), on the windmill of manyclasses.
var _ = register(&Explorable{
	Name:  "regions",
	Title: "Where does “?” come from?",
	Question: Question{
		Text:    "Three lines, each of which separates one class from the other two. Is every place in the plane claimed by exactly one class?",
		Choices: []string{"Yes", "No: some places by none", "No: some by two", "No: some by none, and some by two"},
		Answer:  regionsAnswer,
		Reveal:  Values{"way": 0},
		Why:     "The hatched places are undecided: in the middle no class claims them, outside two classes do. Look at the other ways: which of them leave nothing hatched?",
	},
	Controls: []Control{
		{Kind: Choice, Name: "way", Label: "Way", Options: []string{"one-vs-rest, by claims", "one-vs-rest, largest score", "one-vs-one, by votes", "softmax"}, Start: 0},
	},
	Classes: regionsClasses,
	Points:  func(Values) []Point { return pointsOf(regionsMill(150)) },
	Draw:    regionsDraw,
})

// regionsMill returns n samples of three long clouds around (3, 2).
func regionsMill(n int) *lclass.Data {
	rng := rand.New(rand.NewPCG(1, 1))
	x, t := mat.NewDense(n, 2, nil), make([]int, n)
	for i := range n {
		t[i] = i % 3
		angle := 2*math.Pi/3*float64(t[i]) + math.Pi/2
		sin, cos := math.Sincos(angle)        // from the middle to the cloud
		up, right := math.Sincos(angle + 0.8) // along the cloud
		u, v := 1.3*rng.NormFloat64(), 0.15*rng.NormFloat64()
		x.SetRow(i, []float64{3 + 2*cos + u*right - v*up, 2 + 2*sin + u*up + v*right})
	}
	return lclass.Must(lclass.FromMatrix(x, t, regionsClasses))
}

// regionsCell is a convex part of the plot in which the decision is the same.
type regionsCell struct {
	points []XY
	class  int // Unsure if it is undecided
	votes  int // how many classes claim it, for one-vs-rest
}

// regionsCells cuts the plot by all lines where a decision can change.
func regionsCells(m *lclass.Model, claims bool) []regionsCell {
	var lines [][3]float64 // w₁, w₂, b
	rows, _ := m.W.Dims()
	for k := range rows {
		w := m.W.RawRowView(k)
		if claims || len(m.Pairs()) > 0 {
			lines = append(lines, [3]float64{w[0], w[1], m.B[k]})
			continue
		}
		for j := range k {
			v := m.W.RawRowView(j)
			lines = append(lines, [3]float64{w[0] - v[0], w[1] - v[1], m.B[k] - m.B[j]})
		}
	}
	polygons := [][]XY{box(regionsX, regionsY)}
	for _, l := range lines {
		var cut [][]XY
		for _, p := range polygons {
			for _, part := range [][]XY{side(p, l[:2], l[2]), side(p, opposite(l[:2]), -l[2])} {
				if part != nil {
					cut = append(cut, part)
				}
			}
		}
		polygons = cut
	}
	cells := make([]regionsCell, len(polygons))
	for i, p := range polygons {
		var x [2]float64
		for _, q := range p {
			x[0], x[1] = x[0]+q[0]/float64(len(p)), x[1]+q[1]/float64(len(p))
		}
		cells[i] = regionsCell{points: p, class: m.PredictOne(x[:])}
		if claims && m.AmbiguousOne(x[:]) {
			cells[i].class = Unsure
		}
		if claims {
			for _, v := range m.VotesOne(x[:]) {
				cells[i].votes += v
			}
		}
	}
	return cells
}

// area returns that of a polygon.
func area(p []XY) float64 {
	sum := 0.0
	for i, a := range p {
		b := p[(i+1)%len(p)]
		sum += a[0]*b[1] - a[1]*b[0]
	}
	return math.Abs(sum) / 2
}

// middle returns the centre of a polygon's area.
func middle(p []XY) XY {
	var sum, x, y float64
	for i, a := range p {
		b := p[(i+1)%len(p)]
		cross := a[0]*b[1] - a[1]*b[0]
		sum, x, y = sum+cross, x+(a[0]+b[0])*cross, y+(a[1]+b[1])*cross
	}
	return XY{x / (3 * sum), y / (3 * sum)}
}

func regionsAnswer() (int, error) {
	m, err := regionsLearners[0].learner.Fit(regionsMill(150))
	if err != nil {
		return 0, err
	}
	none, several := false, false
	for _, c := range regionsCells(m, true) {
		none, several = none || c.votes == 0, several || c.votes > 1
	}
	switch {
	case none && several:
		return 3, nil
	case several:
		return 2, nil
	case none:
		return 1, nil
	}
	return 0, nil
}

func regionsDraw(s *State) (*Scene, error) {
	way := s.Values.Int("way")
	plot := Plot{Title: capital(regionsLearners[way].name), X: "x₁", Y: "x₂", XRange: regionsX, YRange: regionsY, Equal: true, Edit: true}
	scene := &Scene{Table: Table{Head: []string{"", "undecided", "wrong"}}}
	d, err := data(s.Points, regionsClasses)
	var lines *lclass.Model
	if err == nil {
		lines, err = regionsLearners[0].learner.Fit(d)
	}
	if err != nil {
		plot.Dots, plot.Alt = dots(s.Points, noRing), "All three classes need points. Add some."
		return &Scene{Plots: []Plot{plot}, Says: plot.Alt, Formula: []string{plot.Alt}}, nil
	}
	if s.Answer == Unanswered { // the lines alone: what they decide is the question
		for k, b := range lines.B {
			w := lines.W.RawRowView(k)
			plot.Curves = append(plot.Curves, Curve{Points: boundary(w, b, regionsX, regionsY), Line: k + 1})
			scene.Formula = append(scene.Formula, fmt.Sprintf("%s against the rest: z = %s", regionsClasses[k], linear(w, b)))
		}
		plot.Title, plot.Dots = "One line per class", dots(s.Points, noRing)
		scene.Table = Table{}
		scene.Says = "Three long clouds around an empty middle, and three lines, one for each class against the rest."
		plot.Alt = scene.Says
		scene.Plots = []Plot{plot}
		return scene, nil
	}
	for i, l := range regionsLearners {
		m, err := l.learner.Fit(d)
		if err != nil {
			return nil, err
		}
		cells := regionsCells(m, l.claims)
		open, wrong := 0.0, 0
		for _, c := range cells {
			if c.class == Unsure {
				open += area(c.points) / area(box(regionsX, regionsY))
			}
		}
		decided := func(p Point) int {
			x := []float64{p.X, p.Y}
			if l.claims && m.AmbiguousOne(x) {
				return Unsure
			}
			return m.PredictOne(x)
		}
		for _, p := range s.Points {
			if decided(p) != p.Class {
				wrong++
			}
		}
		scene.Table.Rows = append(scene.Table.Rows, Row{Line: -1, Class: -1, Cells: []string{l.name, fmt.Sprintf("%.1f %%", 100*open), fmt.Sprint(wrong)}})
		if i != way {
			continue
		}
		labels := map[int]regionsCell{}
		for _, c := range cells {
			plot.Areas = append(plot.Areas, Area{Points: c.points, Class: c.class})
			if best, ok := labels[c.class]; (!ok || area(c.points) > area(best.points)) && c.class >= 0 {
				labels[c.class] = c
			}
			if c.class == Unsure && area(c.points) > 0.15 {
				plot.Texts = append(plot.Texts, Text{At: middle(c.points), Text: "?", Line: -1, Anchor: "middle"})
			}
		}
		for k := range regionsClasses {
			if c, ok := labels[k]; ok {
				plot.Texts = append(plot.Texts, Text{At: middle(c.points), Text: regionsClasses[k], Line: -1, Anchor: "middle"})
			}
		}
		for k := range m.B {
			if l.claims {
				plot.Curves = append(plot.Curves, Curve{Points: boundary(m.W.RawRowView(k), m.B[k], regionsX, regionsY), Line: 0, Thin: true})
			}
			scene.Formula = append(scene.Formula, fmt.Sprintf("%s: z = %s", m.RowNames()[k], linear(m.W.RawRowView(k), m.B[k])))
		}
		plot.Dots = dots(s.Points, func(n int) bool { return decided(s.Points[n]) != s.Points[n].Class })
		scene.Says = fmt.Sprintf("%s: %.1f %% of the plot is undecided, and %d of %d points are wrong or undecided.", capital(l.name), 100*open, wrong, len(s.Points))
	}
	scene.Cell = "m := lclass.Must(lclass.OneVsRest{Of: binary()}.Fit(mill(150))) // both are in the lesson\nfmt.Println(m.W.RawRowView(0), m.B)\nfmt.Println(m.VotesOne([]float64{3, 2}))"
	plot.Alt = scene.Says
	scene.Plots = []Plot{plot}
	return scene, nil
}

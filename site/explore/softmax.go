package explore

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/metric"
)

var (
	softmaxNames  = []string{"cat", "dog", "ship", "house", "car"}
	softmaxStart  = []float64{2, 3, 0.2, -1, 0.5}
	softmaxRange  = XY{-6, 6}
	softmaxScores = []string{"z0", "z1", "z2", "z3", "z4"}
)

// softmax is Chemnitz' worked example of five classes, with the scores of manyclasses,
// and the losses that compare (rows 14 to 17 and 24).
var _ = register(&Explorable{
	Name:  "softmax",
	Title: "Five scores, five probabilities",
	Question: Question{
		Text:    "Add 2 to all five scores. What happens to the five probabilities of the softmax?",
		Choices: []string{"Nothing", "All rise", "The largest rises, the others fall", "They become more alike"},
		Answer:  softmaxAnswer,
		Reveal:  Values{"z0": 4, "z1": 5, "z2": 2.2, "z3": 1, "z4": 2.5},
		Why:     "Only differences of scores count: e² cancels. The sigmoids, which look at each score alone, have all changed. Drag a bar and see who pays.",
	},
	Controls: []Control{
		{Kind: Choice, Name: "target", Label: "The picture shows a", Options: softmaxNames, Start: 1},
		{Kind: Slider, Name: "z0", Label: "Score of the cat", Min: -6, Max: 6, Step: 0.1, Start: softmaxStart[0]},
		{Kind: Slider, Name: "z1", Label: "Score of the dog", Min: -6, Max: 6, Step: 0.1, Start: softmaxStart[1]},
		{Kind: Slider, Name: "z2", Label: "Score of the ship", Min: -6, Max: 6, Step: 0.1, Start: softmaxStart[2]},
		{Kind: Slider, Name: "z3", Label: "Score of the house", Min: -6, Max: 6, Step: 0.1, Start: softmaxStart[3]},
		{Kind: Slider, Name: "z4", Label: "Score of the car", Min: -6, Max: 6, Step: 0.1, Start: softmaxStart[4]},
		{Kind: Button, Name: "step", Label: "Step z ← z − (y − t)"},
	},
	Move: func(s *State, handle string, _, y float64) {
		if _, ok := s.Values[handle]; ok && handle[0] == 'z' {
			s.Values[handle] = math.Round(min(max(y, softmaxRange[0]), softmaxRange[1])*10) / 10
		}
	},
	Press: func(s *State, _ string) {
		z := softmaxOf(s)
		y := make([]float64, len(z))
		lclass.SoftmaxTo(y, z)
		y[s.Values.Int("target")]--
		for k, name := range softmaxScores {
			s.Values[name] = rounded(min(max(z[k]-y[k], softmaxRange[0]), softmaxRange[1]))
		}
	},
	Draw: softmaxDraw,
})

func softmaxOf(s *State) []float64 {
	z := make([]float64, len(softmaxScores))
	for k, name := range softmaxScores {
		z[k] = s.Values[name]
	}
	return z
}

func softmaxAnswer() (int, error) {
	before, after, raised := make([]float64, 5), make([]float64, 5), make([]float64, 5)
	for k, z := range softmaxStart {
		raised[k] = z + 2
	}
	lclass.SoftmaxTo(before, softmaxStart)
	lclass.SoftmaxTo(after, raised)
	up := 0
	for k := range before {
		if after[k] > before[k]+1e-12 {
			up++
		}
	}
	switch {
	case up == 0:
		return 0, nil
	case up == len(before):
		return 1, nil
	case after[1] > before[1]:
		return 2, nil
	}
	return 3, nil
}

// bar returns a bar above or below 0.
func bar(k int, height float64) Area {
	left, right := float64(k)-0.35, float64(k)+0.35
	return Area{Points: []XY{{left, 0}, {right, 0}, {right, height}, {left, height}}, Class: Bar}
}

func softmaxDraw(s *State) (*Scene, error) {
	z, t := softmaxOf(s), s.Values.Int("target")
	y := make([]float64, len(z))
	lclass.SoftmaxTo(y, z)
	scores := Plot{Title: "Scores z: drag the ends of the bars", Y: "score z", XRange: XY{-0.6, 4.6}, YRange: XY{-6.5, 6.5}, Height: 0.5, NoTicks: true}
	chances := Plot{Title: "Probabilities y, sigmoids as lines", Y: "probability y", XRange: XY{-0.6, 4.6}, YRange: XY{-0.18, 1.08}, Height: 0.5, NoTicks: true}
	table := Table{Head: []string{"", "z", "σ(z)", "y", "t", "y − t"}}
	for k, name := range softmaxNames {
		at := float64(k)
		scores.Areas = append(scores.Areas, bar(k, z[k]))
		scores.Handles = append(scores.Handles, Handle{Name: softmaxScores[k], Label: "The score of the " + name, At: XY{at, z[k]}, Step: XY{0, 0.2}})
		scores.Texts = append(scores.Texts, Text{At: XY{at, -6.2}, Text: name, Line: -1, Anchor: "middle"})
		chances.Areas = append(chances.Areas, bar(k, y[k]))
		sigmoid := lclass.Sigmoid(z[k])
		chances.Curves = append(chances.Curves, Curve{Points: []XY{{at - 0.42, sigmoid}, {at + 0.42, sigmoid}}, Line: 1})
		chances.Texts = append(chances.Texts, Text{At: XY{at, -0.13}, Text: name, Line: -1, Anchor: "middle"},
			Text{At: XY{at, y[k] + 0.03}, Text: fmt.Sprintf("%.3f", y[k]), Line: -1, Anchor: "middle"})
		target := 0.0
		if k == t {
			target = 1
			chances.Curves = append(chances.Curves, Curve{Points: []XY{{at - 0.35, 0}, {at - 0.35, 1}, {at + 0.35, 1}, {at + 0.35, 0}}, Line: 5, Thin: true})
		}
		table.Rows = append(table.Rows, Row{Line: -1, Class: -1, Cells: []string{name, number(z[k]), fmt.Sprintf("%.3f", sigmoid), fmt.Sprintf("%.3f", y[k]), number(target), signed(y[k] - target)}})
	}
	// One sample of class t, by package metric.
	entropy := metric.LogLoss([]int{t}, mat.NewDense(1, len(y), y), nil)
	hinge := metric.Hinge([]int{t}, mat.NewDense(1, len(z), z), nil)
	says := fmt.Sprintf("The %s has the probability %.3f, the cross-entropy is %s.", softmaxNames[t], y[t], number(entropy))
	scores.Alt = "Five bars, one score per class. " + says
	chances.Alt = "Five bars, one probability per class, and the sigmoid of each score as a dashed line. " + says
	return &Scene{
		Plots: []Plot{scores, chances},
		Formula: []string{
			fmt.Sprintf("y(%s) = exp(%s) / Σ exp(z) = %.3f", softmaxNames[t], number(z[t]), y[t]),
			fmt.Sprintf("cross-entropy = −log y(%s) = %s", softmaxNames[t], number(entropy)),
			fmt.Sprintf("multiclass hinge (Crammer and Singer) = %s", number(hinge)),
			"gradient with respect to the scores = y − t",
		},
		Table: table,
		Cell:  "z, y := []float64{2, 3, 0.2, -1, 0.5}, make([]float64, 5)\nlclass.SoftmaxTo(y, z)\nfmt.Printf(\"%.3f\\n\", y)\nfmt.Println(metric.LogLoss([]int{1}, mat.NewDense(1, 5, y), nil))",
		Says:  says,
	}, nil
}

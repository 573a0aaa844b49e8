package explore

import (
	"fmt"
	"math"

	"linclass/lclass/mle"
)

var (
	likelihoodMu    = XY{2.2, 4.2}
	likelihoodSigma = XY{0.2, 1}
	// likelihoodWidths are the widths of the sepals of datasets.Iris in cm, without the
	// data frame, which would be a thirtieth of the program.
	likelihoodWidths = func() []float64 {
		x := make([]float64, len(likelihoodMillimetres))
		for i, mm := range likelihoodMillimetres {
			x[i] = float64(mm) / 10
		}
		return x
	}()
	likelihoodMillimetres = [...]byte{
		35, 30, 32, 31, 36, 39, 34, 34, 29, 31, 37, 34, 30, 30, 40, 44, 39, 35, 38, 38, 34, 37, 36, 33, 34,
		30, 34, 35, 34, 32, 31, 34, 41, 42, 31, 32, 35, 36, 30, 34, 35, 23, 32, 35, 38, 30, 38, 32, 37, 33,
		32, 32, 31, 23, 28, 28, 33, 24, 29, 27, 20, 30, 22, 29, 29, 31, 30, 27, 22, 25, 32, 28, 25, 28, 29,
		30, 28, 30, 29, 26, 24, 24, 27, 27, 30, 34, 31, 23, 30, 25, 26, 30, 26, 23, 27, 30, 29, 29, 25, 28,
		33, 27, 30, 29, 30, 30, 25, 29, 25, 36, 32, 27, 30, 25, 28, 32, 30, 38, 26, 22, 32, 28, 28, 27, 33,
		32, 28, 30, 28, 30, 28, 38, 28, 28, 26, 30, 34, 31, 30, 31, 31, 31, 27, 32, 33, 30, 25, 30, 34, 30,
	}
)

// likelihood is the bell curve over real data, and the hill of its likelihood (rows 8 and
// 9), on the flowers of mle.
var _ = register(&Explorable{
	Name:  "likelihood",
	Title: "Likelihood is a landscape",
	Question: Question{
		Text:    "This bell curve stands too far to the right, at μ = 3.6 with σ = 0.3. Say that μ has to stay there. Which σ makes the flowers most likely?",
		Choices: []string{"A smaller one", "0.3 is best", "A larger one"},
		Answer:  likelihoodAnswer,
		Reveal:  Values{"sigma": 0.7},
		Why:     "Most flowers lie to the left, where a narrow curve is almost 0, and one density near 0 spoils the product. Now move μ too, and look for the top of the hill.",
	},
	Controls: []Control{
		{Kind: Slider, Name: "mu", Label: "μ (cm)", Min: likelihoodMu[0], Max: likelihoodMu[1], Step: 0.01, Start: 3.6},
		{Kind: Slider, Name: "sigma", Label: "σ (cm)", Min: likelihoodSigma[0], Max: likelihoodSigma[1], Step: 0.01, Start: 0.3},
		{Kind: Slider, Name: "eta", Label: "Learning rate η of the ascent", Min: 0.01, Max: 0.95, Step: 0.01, Start: 0.1},
		{Kind: Button, Name: "step", Label: "One step of gradient ascent"},
		{Kind: Button, Name: "top", Label: "To the top"},
	},
	Move: func(s *State, handle string, x, y float64) {
		switch handle {
		case "mu":
			s.Values["mu"] = rounded(x)
		case "sigma":
			s.Values["sigma"] = rounded(math.Abs(x - s.Values["mu"]))
		case "hill":
			s.Values["mu"], s.Values["sigma"] = rounded(x), rounded(y)
		}
	},
	Press: func(s *State, button string) {
		if button == "top" {
			if n, err := mle.FitNormal(likelihoodWidths); err == nil {
				s.Values["mu"], s.Values["sigma"] = n.Mu, n.Sigma
			}
			return
		}
		for step, err := range likelihoodAscent(s, 1).Steps(likelihoodWidths) {
			if err != nil {
				return
			}
			s.Values["mu"], s.Values["sigma"] = step.Mu, step.Sigma
			if step.Iteration == 1 {
				return
			}
		}
	},
	Draw: likelihoodDraw,
})

func likelihoodAscent(s *State, steps int) mle.Ascent {
	return mle.Ascent{Start: mle.Normal{Mu: s.Values["mu"], Sigma: s.Values["sigma"]}, Eta: s.Values["eta"], MaxIter: steps}
}

func likelihoodAnswer() (int, error) {
	best, at := math.Inf(-1), 0.0
	for sigma := 0.05; sigma < 2; sigma += 0.01 {
		if l := (mle.Normal{Mu: 3.6, Sigma: sigma}).LogLikelihood(likelihoodWidths); l > best {
			best, at = l, sigma
		}
	}
	switch {
	case at < 0.29:
		return 0, nil
	case at > 0.31:
		return 2, nil
	}
	return 1, nil
}

// likelihoodContour returns the places (μ, σ) of a log-likelihood: for each σ it is a
// quadratic equation in μ.
func likelihoodContour(best mle.Normal, level float64) []XY {
	n := float64(len(likelihoodWidths))
	squared := func(sigma float64) float64 { // (μ − x̄)² at σ; negative beyond the contour
		return 2*sigma*sigma*(-level-n/2*math.Log(2*math.Pi*sigma*sigma))/n - best.Sigma*best.Sigma
	}
	end := func(sigma float64) float64 { // bisection from the middle towards an end
		inside, outside := best.Sigma, sigma
		for range 50 {
			if half := (inside + outside) / 2; squared(half) >= 0 {
				inside = half
			} else {
				outside = half
			}
		}
		return inside
	}
	low, high := end(0.05), end(20)
	ring := make([]XY, 97)
	for i := range ring {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / 96)
		sigma := (low+high)/2 + (high-low)/2*cos
		ring[i] = XY{best.Mu + math.Copysign(math.Sqrt(max(squared(sigma), 0)), sin), sigma}
	}
	return ring
}

func likelihoodDraw(s *State) (*Scene, error) {
	x := likelihoodWidths
	mine := mle.Normal{Mu: s.Values["mu"], Sigma: s.Values["sigma"]}
	best, err := mle.FitNormal(x)
	if err != nil {
		return nil, err
	}
	l, top := mine.LogLikelihood(x), best.LogLikelihood(x)
	dMu, dSigma := mine.Gradient(x)

	data := Plot{Title: "150 flowers and your bell curve", X: "sepal width (cm)", Y: "density (1/cm)", XRange: XY{1.6, 5}, YRange: XY{0, 1.5}, Height: 0.6}
	const bins, from, width = 12, 2.0, 0.2
	var counts [bins]float64
	for _, v := range x {
		const trace = 1e-9 // (2.8 − 2)/0.2 is not quite 4
		counts[min(max(int((v-from)/width+trace), 0), bins-1)]++
	}
	for i, c := range counts {
		left, height := from+width*float64(i), c/float64(len(x))/width
		data.Areas = append(data.Areas, Area{Points: []XY{{left, 0}, {left + width, 0}, {left + width, height}, {left, height}}, Class: Bar})
	}
	data.Curves = []Curve{{Points: function(mine.Density, data.XRange, 161), Line: 3, Bold: true}, {Points: function(best.Density, data.XRange, 161), Line: 5, Thin: true}}
	if s.Answer == Unanswered {
		data.Curves = data.Curves[:1]
	}
	side := mine.Mu + mine.Sigma
	if side > data.XRange[1] {
		side = mine.Mu - mine.Sigma
	}
	data.Handles = []Handle{
		{Name: "mu", Label: "The middle μ", At: XY{mine.Mu, min(mine.Density(mine.Mu), 1.45)}, Step: XY{0.02, 0}},
		{Name: "sigma", Label: "The width σ", At: XY{side, min(mine.Density(side), 1.45)}, Step: XY{0.02, 0}},
	}

	hill := Plot{Title: "The hill of the log-likelihood", X: "μ (cm)", Y: "σ (cm)", XRange: likelihoodMu, YRange: likelihoodSigma, Height: 0.6}
	for _, below := range []float64{2, 10, 30, 60, 100, 200, 400} {
		hill.Curves = append(hill.Curves, Curve{Points: likelihoodContour(best, top-below), Line: 4, Thin: true})
	}
	var way []XY
	for step, err := range likelihoodAscent(s, 200).Steps(x) {
		if err != nil {
			break
		}
		way = append(way, XY{step.Mu, step.Sigma})
	}
	hill.Curves = append(hill.Curves, Curve{Points: way, Line: 2})
	for _, p := range way[:min(len(way), 40)] {
		hill.Dots = append(hill.Dots, Dot{At: p, Class: 2, Small: true})
	}
	hill.Dots = append(hill.Dots, Dot{At: XY{best.Mu, best.Sigma}, Class: 6})
	hill.Handles = []Handle{{Name: "hill", Label: "Your μ and σ", At: XY{mine.Mu, mine.Sigma}, Step: XY{0.02, 0.01}}}

	says := fmt.Sprintf("At μ = %s and σ = %s the log-likelihood is %s; at the top it is %s.", number(mine.Mu), number(mine.Sigma), number(l), number(top))
	data.Alt, hill.Alt = "A histogram and a bell curve. "+says, "Contours of the log-likelihood by μ and σ, the path of gradient ascent, and a star at the top. "+says
	scene := &Scene{
		Plots: []Plot{data, hill},
		Formula: []string{
			"f(x) = exp(−(x − μ)² / 2σ²) / √(2πσ²)",
			fmt.Sprintf("l(%s, %s) = Σ log f(xᵢ) = %s", number(mine.Mu), number(mine.Sigma), number(l)),
			fmt.Sprintf("∂l/∂μ = %s,  ∂l/∂σ = %s", number(dMu), number(dSigma)),
			fmt.Sprintf("the best curve is e^%s times as likely", number(top-l)),
		},
		Table: Table{Head: []string{"", "μ", "σ", "l"}, Rows: []Row{
			{Line: 3, Class: -1, Cells: []string{"yours", number(mine.Mu), number(mine.Sigma), number(l)}},
			{Line: 5, Class: -1, Cells: []string{"the best", number(best.Mu), number(best.Sigma), number(top)}},
		}},
		Says: says,
		Cell: "x := datasets.Iris().Col(\"sepal_width\").Float()\nn := lclass.Must(mle.FitNormal(x))\nfmt.Println(n.Mu, n.Sigma, n.LogLikelihood(x))\nfmt.Println(mle.Normal{Mu: 3.6, Sigma: 0.3}.Gradient(x))",
	}
	if s.Answer == Unanswered { // the hill would give it away
		scene.Plots, scene.Table.Rows = scene.Plots[:1], scene.Table.Rows[:1]
		scene.Formula = scene.Formula[:2]
	}
	return scene, nil
}

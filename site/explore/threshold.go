package explore

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/decide"
	"linclass/lclass/metric"
)

// thresholdShares are how many healthy people there are for each ill one.
var thresholdShares = []int{1, 4, 19, 99}

// threshold is the decision by a probability (rows 12 and 19), on the screening of
// metrics.
var _ = register(&Explorable{
	Name:  "threshold",
	Title: "One half is a choice",
	Question: Question{
		Text:    "One person in 20 is ill. A model says how probable that is. Missing an ill person costs 100, a false alarm costs 1. Above which probability should we raise the alarm?",
		Choices: []string{"About 0.99", "0.5", "About 0.05, the share of the ill", "About 0.01"},
		Answer:  thresholdAnswer,
		Reveal:  Values{"theta": 0.0099},
		Why:     "An alarm costs (1 − p)·1 on average and sending home p·100. They are equal at p = 1/101. Drag the threshold, or the mark on the ROC curve, and watch the bill.",
	},
	Controls: []Control{
		{Kind: Slider, Name: "theta", Label: "Threshold θ", Min: thresholdLow, Max: thresholdHigh, Logit: true, Start: 0.5},
		{Kind: Slider, Name: "miss", Label: "Cost of a miss", Min: 1, Max: 1000, Log: true, Start: 100},
		{Kind: Slider, Name: "alarm", Label: "Cost of a false alarm", Min: 1, Max: 1000, Log: true, Start: 1},
		{Kind: Choice, Name: "share", Label: "Ill people", Options: []string{"1 in 2", "1 in 5", "1 in 20", "1 in 100"}, Start: 2},
		{Kind: Button, Name: "cheapest", Label: "The threshold of the costs"},
	},
	Move: thresholdMove,
	Press: func(s *State, _ string) {
		if c, err := thresholdCosts(s.Values); err == nil {
			if p, err := c.Threshold(); err == nil {
				s.Values["theta"] = min(max(p, thresholdLow), thresholdHigh)
			}
		}
	},
	Draw: thresholdDraw,
})

// thresholdLow and thresholdHigh are the ends of the axis of probabilities, which shows
// log-odds: rare classes need thresholds near 0.
const thresholdLow, thresholdHigh = 0.0001, 0.999

var (
	thresholdRange = XY{logOdds(thresholdLow), logOdds(thresholdHigh)}
	thresholdTicks = func() []Tick {
		var ticks []Tick
		for _, p := range []float64{0.0001, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999} {
			ticks = append(ticks, Tick{logOdds(p), short(p)})
		}
		return ticks
	}()
)

// thresholdMove has the threshold follow a handle: on an axis of probabilities, or on the
// ROC curve, where it takes the nearest place.
func thresholdMove(s *State, handle string, x, y float64) {
	theta := lclass.Sigmoid(x)
	if handle == "roc" {
		people, err := thresholdTest(thresholdShares[s.Values.Int("share")])
		if err != nil {
			return
		}
		r, nearest := people.rank, math.Inf(1)
		for i, p := range r.Threshold {
			if far := math.Hypot(r.FP[i]/r.Negative-x, r.TP[i]/r.Positive-y); far < nearest {
				theta, nearest = p, far
			}
		}
	}
	// Three digits of the smaller of θ and 1 − θ.
	small := min(theta, 1-theta)
	unit := math.Pow(10, math.Floor(math.Log10(max(small, thresholdLow)))-2)
	s.Values["theta"] = min(max(math.Round(theta/unit)*unit, thresholdLow), thresholdHigh)
}

// logOdds is the inverse of lclass.Sigmoid.
func logOdds(p float64) float64 { return math.Log(p) - math.Log1p(-p) }

func thresholdCosts(v Values) (decide.Costs, error) {
	return decide.NewCosts(0, v["alarm"], v["miss"], 0)
}

func thresholdAnswer() (int, error) {
	c, err := decide.NewCosts(0, 1, 100, 0)
	if err != nil {
		return 0, err
	}
	p, err := c.Threshold()
	if err != nil {
		return 0, err
	}
	choices, best := []float64{0.99, 0.5, 0.05, 0.01}, 0
	for k, q := range choices {
		if math.Abs(logOdds(q)-logOdds(p)) < math.Abs(logOdds(choices[best])-logOdds(p)) {
			best = k
		}
	}
	return best, nil
}

// thresholdPeople are what a model says of people whom it has not seen.
type thresholdPeople struct {
	t    []int
	p    []float64
	rank *metric.Ranking
}

var thresholdKnown = map[int]*thresholdPeople{}

// thresholdScreening returns people of whom one is ill for each k healthy ones.
func thresholdScreening(k int, seed uint64) (*lclass.Data, error) {
	d := datasets.TwoGaussians(4000, seed)
	var keep, t []int
	for i, ill := range d.T() {
		if ill == 0 || k == 1 || i%(2*k) == 1 {
			keep, t = append(keep, i), append(t, ill)
		}
	}
	return lclass.FromMatrix(d.Subset(keep).Matrix(), t, []string{"healthy", "ill"})
}

// thresholdTest fits to some people and returns what the model says of others.
func thresholdTest(k int) (*thresholdPeople, error) {
	if known := thresholdKnown[k]; known != nil {
		return known, nil
	}
	train, err := thresholdScreening(k, 1)
	if err != nil {
		return nil, err
	}
	test, err := thresholdScreening(k, 2)
	if err != nil {
		return nil, err
	}
	m, err := lclass.Logistic{}.Fit(train)
	if err != nil {
		return nil, err
	}
	y, err := m.Proba(test)
	if err != nil {
		return nil, err
	}
	p := mat.Col(nil, 1, y)
	thresholdKnown[k] = &thresholdPeople{test.T(), p, metric.Rank(test.T(), p, nil)}
	return thresholdKnown[k], nil
}

func thresholdDraw(s *State) (*Scene, error) {
	people, err := thresholdTest(thresholdShares[s.Values.Int("share")])
	if err != nil {
		return nil, err
	}
	costs, err := thresholdCosts(s.Values)
	if err != nil {
		return nil, err
	}
	theta := s.Values["theta"]
	z := logOdds(theta)
	matrix := metric.Confusion(people.t, decide.Threshold(people.p, theta), []string{"healthy", "ill"}, nil)
	k := matrix.Class(1)
	bill := costs.Mean(matrix)

	hist := Plot{Title: "The ill above, the healthy below", X: "probability p of the model", Y: "share of a class", XRange: thresholdRange, XTicks: thresholdTicks, Height: 0.42}
	const bins = 30
	first, width := thresholdRange[0], (thresholdRange[1]-thresholdRange[0])/bins
	var heights [2][bins]float64
	for i, p := range people.p {
		bin := int((logOdds(p) - first) / width)
		heights[people.t[i]][min(max(bin, 0), bins-1)] += 1 / metric.Support(people.t, 2, nil)[people.t[i]]
	}
	high := 1.05 * max(0.15, slices.Max(heights[0][:]), slices.Max(heights[1][:]))
	hist.YRange = XY{-high, high}
	for class, row := range heights {
		up := float64(2*class - 1)
		for j, h := range row {
			if h > 0 {
				left, right := first+width*float64(j), first+width*float64(j+1)
				hist.Areas = append(hist.Areas, Area{Points: []XY{{left, 0}, {right, 0}, {right, up * h}, {left, up * h}}, Class: Filled + class})
			}
		}
	}
	hist.Curves = []Curve{{Points: []XY{{z, -high}, {z, high}}, Line: 0, Bold: true}, {Points: []XY{{thresholdRange[0], 0}, {thresholdRange[1], 0}}, Line: 0, Thin: true}}
	hist.Texts = []Text{{At: XY{min(z+0.25, 4), 0.875 * high}, Text: "alarm →", Line: -1, Anchor: "start"}}
	hist.Handles = []Handle{{Name: "threshold", Label: fmt.Sprintf("The threshold, %s", number(theta)), At: XY{z, high / 2}, Step: XY{0.1, 0}}}

	roc := Plot{Title: "ROC", X: "false positive rate", Y: "recall", XRange: XY{0, 1}, YRange: XY{0, 1.02}, Height: 0.85, Share: 0.5}
	roc.Handles = []Handle{{Name: "roc", Label: fmt.Sprintf("The place on the ROC curve, threshold %s", number(theta)), At: XY{k.FPR(), k.Recall()}, Step: XY{0.02, 0.02}}}
	r := people.rank.ROC()
	roc.Curves = []Curve{{Points: thin(r.FPR, r.TPR), Line: 4}, {Points: []XY{{0, 0}, {1, 1}}, Line: 5, Thin: true}}
	money := Plot{Title: "The bill", X: "threshold θ", Y: "cost per person", XRange: thresholdRange, XTicks: thresholdTicks, Height: 0.85, Share: 0.5}
	var curve []XY
	most, least, leastAt := 0.0, math.Inf(1), 0.0
	for i := range 121 {
		at := first + (thresholdRange[1]-first)*float64(i)/120
		c := costs.Mean(metric.Confusion(people.t, decide.Threshold(people.p, lclass.Sigmoid(at)), []string{"healthy", "ill"}, nil))
		curve = append(curve, XY{at, c})
		most = max(most, c)
		if c < least {
			least, leastAt = c, at
		}
	}
	money.YRange = XY{0, 1.05 * most}
	money.Curves = []Curve{{Points: curve, Line: 4}}
	money.Handles = []Handle{{Name: "bill", Label: fmt.Sprintf("The bill at the threshold %s", number(theta)), At: XY{z, bill}, Step: XY{0.1, 0}}}
	best, err := costs.Threshold()
	if err != nil {
		return nil, err
	}
	precision := "–"
	if k.TP+k.FP > 0 {
		precision = number(k.Precision())
	}
	says := fmt.Sprintf("At the threshold %s, %.0f of %.0f ill people are missed and %.0f of %.0f healthy ones cause an alarm. The bill is %s per person.",
		number(theta), k.FN, k.TP+k.FN, k.FP, k.FP+k.TN, number(bill))
	hist.Alt = "Two histograms of probabilities with a threshold. " + says
	roc.Alt = fmt.Sprintf("The ROC curve with a mark at a false positive rate of %s and a recall of %s.", number(k.FPR()), number(k.Recall()))
	money.Alt = fmt.Sprintf("The cost per person by the threshold, lowest near the threshold %s.", number(lclass.Sigmoid(leastAt)))
	return &Scene{
		Plots: []Plot{hist, roc, money},
		Formula: []string{
			fmt.Sprintf("alarm if p ≥ θ = %s", number(theta)),
			fmt.Sprintf("θ of the costs = c(FP) / (c(FP) + c(FN)) = %s / (%s + %s) = %s", number(s.Values["alarm"]), number(s.Values["alarm"]), number(s.Values["miss"]), number(best)),
			fmt.Sprintf("bill = (%s · %.0f + %s · %.0f) / %d = %s", number(s.Values["alarm"]), k.FP, number(s.Values["miss"]), k.FN, len(people.t), number(bill)),
		},
		Table: Table{Head: []string{"", "no alarm", "alarm"}, Rows: []Row{
			{Line: -1, Class: 0, Cells: []string{"healthy", fmt.Sprintf("TN %.0f", k.TN), fmt.Sprintf("FP %.0f", k.FP)}},
			{Line: -1, Class: 1, Cells: []string{"ill", fmt.Sprintf("FN %.0f", k.FN), fmt.Sprintf("TP %.0f", k.TP)}},
			{Line: -1, Class: -1, Cells: []string{"accuracy", number(k.Accuracy()), ""}},
			{Line: -1, Class: -1, Cells: []string{"recall", number(k.Recall()), ""}},
			{Line: -1, Class: -1, Cells: []string{"precision", precision, ""}},
			{Line: -1, Class: -1, Cells: []string{"AUC", number(metric.AUC(people.t, people.p, nil)), ""}},
		}},
		Says: says,
		Cell: "t, p := illness() // in the lesson\nc := metric.Confusion(t, decide.Threshold(p, 0.5), []string{\"healthy\", \"ill\"}, nil)\nfmt.Println(c, c.Class(1).Recall(), costs().Mean(c))",
	}, nil
}

// thin returns the points of a curve, without those that no eye can distinguish.
func thin(x, y []float64) []XY {
	var points []XY
	for i := range x {
		at := XY{x[i], y[i]}
		if n := len(points); i == len(x)-1 || n == 0 || math.Abs(points[n-1][0]-at[0])+math.Abs(points[n-1][1]-at[1]) > 0.002 {
			points = append(points, at)
		}
	}
	return points
}

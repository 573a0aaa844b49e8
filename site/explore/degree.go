package explore

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/lclass/validate"
)

// degreeMost is the largest degree of the lesson.
const degreeMost = 12

// degree is over- and underfitting, and cross-validation (rows 18 and 35), on the sine of
// selection.
var _ = register(&Explorable{
	Name:  "degree",
	Title: "Too simple, too complicated",
	Question: Question{
		Text:    "Fifteen points on a sine, with noise. You may choose the degree of a polynomial. Which one is closest to 1000 new points of the same sine?",
		Choices: []string{"Degree 1", "Degree 3", "Degree 7", "Degree 12, as it is closest to the fifteen"},
		Answer:  degreeAnswer,
		Reveal:  Values{"degree": 3},
		Why:     "A line is too stiff, and a high degree learns the noise. The fifteen points cannot tell you: their error only falls. Cross-validation can, though not always: drag a point, or take other folds.",
	},
	Controls: []Control{
		{Kind: Slider, Name: "degree", Label: "Degree of the polynomial", Min: 1, Max: degreeMost, Step: 1, Start: 1},
		{Kind: Slider, Name: "lambda", Label: "Penalty λ (at the left end: none)", Min: 1e-9, Max: 1, Log: true, Start: 1e-9},
		{Kind: Slider, Name: "n", Label: "Points", Min: 8, Max: 100, Step: 1, Start: 15, Data: true},
		{Kind: Slider, Name: "seed", Label: "Another sample", Min: 1, Max: 20, Step: 1, Start: 3, Data: true},
		{Kind: Slider, Name: "folds", Label: "Folds", Min: 2, Max: 8, Step: 1, Start: 5},
	},
	Points: func(v Values) []Point {
		d := degreeSine(v.Int("n"), uint64(v.Int("seed")))
		points := make([]Point, d.N())
		for i := range points {
			points[i] = Point{X: d.At(i, 0), Y: d.Y()[i]}
		}
		return points
	},
	Draw: degreeDraw,
})

// degreeSine returns n points of sin(πx) with noise, spread over −1 ≤ x ≤ 1.
func degreeSine(n int, seed uint64) *lclass.Data {
	rng := rand.New(rand.NewPCG(seed, 1))
	x, y := mat.NewDense(n, 1, nil), make([]float64, n)
	for i := range n {
		x.Set(i, 0, 2*(float64(i)+rng.Float64())/float64(n)-1)
		y[i] = math.Sin(math.Pi*x.At(i, 0)) + 0.3*rng.NormFloat64()
	}
	return lclass.Must(lclass.RegressionFromMatrix(x, y))
}

var degreeFresh = degreeSine(1000, 4)

func degreeLearner(degree int, lambda float64) lclass.Pipeline {
	regression := lclass.LinearRegression{}
	prepare := []lclass.Preparation{lclass.Polynomial{Degree: degree}}
	if lambda > 1.01e-9 {
		regression.Penalty = lclass.L2(lambda)
		prepare = append(prepare, lclass.Standardize{})
	}
	return lclass.Pipeline{Prepare: prepare, Of: regression}
}

func degreeAnswer() (int, error) {
	best, which := math.Inf(1), 0
	for k, degree := range []int{1, 3, 7, 12} {
		m, err := degreeLearner(degree, 0).Fit(degreeSine(15, 3))
		if err != nil {
			return 0, err
		}
		e, err := validate.MSE.Of(m, degreeFresh)
		if err != nil {
			return 0, err
		}
		if e < best {
			best, which = e, k
		}
	}
	return which, nil
}

func degreeDraw(s *State) (*Scene, error) {
	degree, lambda := s.Values.Int("degree"), s.Values["lambda"]
	x, y := mat.NewDense(len(s.Points), 1, nil), make([]float64, len(s.Points))
	for i, p := range s.Points {
		x.Set(i, 0, p.X)
		y[i] = p.Y
	}
	d, err := lclass.RegressionFromMatrix(x, y)
	if err != nil {
		return nil, err
	}
	plot := Plot{Title: fmt.Sprintf("A polynomial of degree %d", degree), X: "x", Y: "y", XRange: XY{-1.05, 1.05}, YRange: XY{-2, 2}, Height: 0.62, Edit: true, Dots: dots(s.Points, noRing)}
	errors := Plot{Title: "Mean squared error by degree", X: "degree", Y: "log₁₀ of the error", XRange: XY{0.5, degreeMost + 0.5}, YRange: XY{-3, 1}, Height: 0.55}
	logOf := func(e float64) float64 { return min(max(math.Log10(e), -3), 1) }
	var training, fresh, folded []XY
	var now [3]float64
	var coefficients []float64
	for p := 1; p <= degreeMost; p++ {
		l := degreeLearner(p, lambda)
		m, err := l.Fit(d)
		if err != nil {
			return nil, err
		}
		own, err := validate.MSE.Of(m, d)
		if err != nil {
			return nil, err
		}
		other, err := validate.MSE.Of(m, degreeFresh)
		if err != nil {
			return nil, err
		}
		training, fresh = append(training, XY{float64(p), logOf(own)}), append(fresh, XY{float64(p), logOf(other)})
		v, err := validate.CrossValidate(d, validate.KFold{K: s.Values.Int("folds"), Seed: 1}, l)
		if err != nil {
			return nil, err
		}
		folded = append(folded, XY{float64(p), logOf(v.Mean())})
		for _, e := range v.Scores[0].Test {
			errors.Dots = append(errors.Dots, Dot{At: XY{float64(p) + 0.12, logOf(e)}, Class: 1, Small: true})
		}
		if p == degree {
			now = [3]float64{own, other, v.Mean()}
			plot.Curves = []Curve{
				{Points: function(func(x float64) float64 { return math.Sin(math.Pi * x) }, plot.XRange, 81), Line: 5, Thin: true},
				{Points: function(func(x float64) float64 { return m.ScoresOne([]float64{x})[0] }, plot.XRange, 161), Line: 3},
			}
			raw, err := m.RawUnits()
			if err != nil {
				raw = m
			}
			coefficients = append([]float64{raw.B[0]}, raw.W.RawRowView(0)...)
		}
	}
	errors.Curves = []Curve{{Points: training, Line: 1}, {Points: fresh, Line: 4}, {Points: folded, Line: 2},
		{Points: []XY{{float64(degree), -3}, {float64(degree), 1}}, Line: 0, Thin: true}}
	says := fmt.Sprintf("Degree %d: the training error is %s, the error on 1000 new points %s, and cross-validation says %s.", degree, number(now[0]), number(now[1]), number(now[2]))
	plot.Alt = "Points, the sine behind them (dashed), and the polynomial. " + says
	errors.Alt = "Three errors by degree, with a dot per fold. " + says
	formula := "y = " + number(coefficients[0])
	for p, w := range coefficients[1:min(len(coefficients), 5)] {
		sign := " + "
		if w < 0 {
			sign, w = " − ", -w
		}
		formula += sign + number(w) + " x" + []string{"", "²", "³", "⁴"}[p]
	}
	if len(coefficients) > 5 {
		formula += " + …"
	}
	return &Scene{
		Plots:   []Plot{plot, errors},
		Formula: []string{formula},
		Table: Table{Head: []string{"mean squared error", ""}, Rows: []Row{
			{Line: 1, Class: -1, Cells: []string{"on the training points", number(now[0])}},
			{Line: 4, Class: -1, Cells: []string{"on 1000 new points", number(now[1])}},
			{Line: 2, Class: -1, Cells: []string{fmt.Sprintf("%d-fold cross-validation", s.Values.Int("folds")), number(now[2])}},
		}},
		Says: says,
		Cell: fmt.Sprintf("m := lclass.Must(polynomial(%d).Fit(sine(%d, %d))) // both are in the lesson\nfmt.Println(m.B, m.W.RawRowView(0))\nfmt.Println(lclass.Must(validate.MSE.Of(m, sine(1000, 4))))", degree, s.Values.Int("n"), s.Values.Int("seed")),
	}, nil
}

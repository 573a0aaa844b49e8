package plots_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/lclass"
	"linclass/lclass/metric"
	"linclass/lclass/validate"
	"linclass/plots"
)

// save writes a figure to a temporary directory.
func save(name string, figures ...*plots.Figure) {
	dir, err := os.MkdirTemp("", "plots")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := plots.Save(filepath.Join(dir, name), figures...); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("saved", name)
}

// or is the logical function, a set of four samples.
func or() *lclass.Data {
	x := mat.NewDense(4, 2, []float64{0, 0, 0, 1, 1, 0, 1, 1})
	return lclass.Must(lclass.FromMatrix(x, []int{0, 1, 1, 1}, []string{"false", "true"}))
}

func ExamplePlayer() {
	p := &plots.Player{Title: "Perceptron learns OR"}
	for s, err := range (lclass.Perceptron{Eta: 0.1, Epochs: 20}).Steps(or()) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fig := plots.Scatter(or()).XRange(-0.5, 1.5).YRange(-0.5, 1.5)
		p.Add(fmt.Sprintf("epoch %d: %d errors", s.Epoch, s.Errors), fig.Line(s.W.RawRowView(0), s.B[0], "boundary"))
		if s.Errors == 0 {
			break
		}
	}
	fmt.Println(p.Len(), "frames,", p.Show())
	// Output: 4 frames, <nil>
}

// A frame for each mistake of the perceptron, with its equations.
func ExampleStepper() {
	p := plots.Stepper(lclass.Perceptron{Eta: 0.1}, or())
	p.Title = "Perceptron learns OR"
	fmt.Println(p.Len(), "frames,", p.Show())
	// Output: 7 frames, <nil>
}

func ExampleScatter() {
	fig := plots.Scatter(or())
	fig.Line([]float64{1, 1}, -1.5, "before", plots.Dashed)
	fig.Line([]float64{1, 1}, -0.5, "after")
	fig.Ring(0, 1)
	fig.Title("One update")
	save("perceptron.png", fig)
	// Output: saved perceptron.png
}

func ExampleRegions() {
	m := &lclass.Model{
		W: mat.NewDense(1, 2, []float64{4, 4}), B: []float64{-2}, Output: lclass.SigmoidOutput,
		Features: []string{"x1", "x2"}, Classes: []string{"false", "true"},
	}
	save("regions.svg", plots.Regions(m, or()))
	// Output: saved regions.svg
}

// The regions "?" of one-vs-rest, where no class or more than one has a vote.
func ExampleByVotes() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"petal_length", "petal_width"}}))
	m := lclass.Must(lclass.OneVsRest{Of: lclass.Logistic{}}.Fit(d))
	save("votes.png", plots.Regions(plots.ByVotes(m), d))
	// Output: saved votes.png
}

func ExampleCurves() {
	fig := plots.Curves("epoch", "mse",
		plots.Curve{Name: "batch", Y: []float64{1.2, 0.9, 0.7, 0.6}},
		plots.Curve{Name: "online", Y: []float64{1.1, 0.4, 0.1, 0}},
	)
	save("mse.pdf", fig)
	// Output: saved mse.pdf
}

// The class of a sample and its predicted probabilities.
func ExampleBars() {
	fig := plots.Bars("class", "probability", []string{"cat", "dog", "ship"},
		plots.Curve{Name: "target t", Y: []float64{0, 1, 0}},
		plots.Curve{Name: "prediction y", Y: []float64{0.26, 0.70, 0.04}},
	)
	save("softmax.png", fig.YRange(0, 1))
	// Output: saved softmax.png
}

func ExampleHistogram() {
	heights := []float64{158, 163, 166, 169, 170, 171, 173, 177, 184}
	normal := func(x float64) float64 {
		return math.Exp(-(x-170)*(x-170)/(2*8*8)) / (8 * math.Sqrt(2*math.Pi))
	}
	fig := plots.Histogram(heights, 6, plots.Density{Name: "N(170, 8)", F: normal})
	save("heights.png", fig.Rug(heights).Labels("height (cm)", "density"))
	// Output: saved heights.png
}

func ExampleContour() {
	bowl := func(x, y float64) float64 { return x*x + 3*y*y }
	fig := plots.Contour(bowl, plots.Axis{Label: "w₁", Min: -2, Max: 2}, plots.Axis{Label: "w₂", Min: -1, Max: 1})
	save("descent.png", fig.Path([]float64{-1.8, -1.1, -0.6, 0}, []float64{0.8, 0.2, 0.05, 0}, "descent"))
	// Output: saved descent.png
}

func ExampleConfusion() {
	c := metric.Confusion([]int{0, 0, 1, 1, 1}, []int{0, 1, 1, 1, 0}, []string{"died", "survived"}, nil)
	save("confusion.png", plots.Confusion(c), plots.Confusion(c, plots.ConfusionOptions{Of: plots.ByTrue, Errors: true}))
	// Output: saved confusion.png
}

// The rates of a ranking, with the threshold 0.5 marked on the curve.
func ExampleROC() {
	t, p := []int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}
	r := plots.Ranked{Name: "logistic", Ranking: metric.Rank(t, p, nil), Mark: []float64{0.5}}
	save("rates.png", plots.ROC(r), plots.PR(r), plots.DET(r))
	// Output: saved rates.png
}

// Missing a positive sample costs five times as much as a false alarm.
func ExampleThresholds() {
	t, p := []int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}
	fig := plots.Thresholds(metric.Rank(t, p, nil), plots.ThresholdOptions{
		Cost: func(n metric.Counts) float64 { return n.FP + 5*n.FN },
		Mark: []float64{0.35},
	})
	fmt.Println(fig.Err())
	save("thresholds.png", fig)
	// Output:
	// <nil>
	// saved thresholds.png
}

func ExampleScores() {
	t, p := []int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}
	fig := plots.Scores(t, p, plots.ScoreOptions{Classes: []string{"healthy", "ill"}, Mark: []float64{0.5}})
	save("scores.png", fig.Labels("probability of ill", "share of the class in a bin"))
	// Output: saved scores.png
}

func ExampleReliability() {
	t, p := []int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}
	c := metric.Reliability(t, p, metric.UniformBins(5), nil)
	save("reliability.pdf", plots.Reliability(plots.Calibrated{Name: "logistic", Curve: c}))
	// Output: saved reliability.pdf
}

// Weights with their 95 % intervals, the largest first.
func ExampleCoefficients() {
	d := datasets.HousePrices(80, 1)
	m := lclass.Must(lclass.LinearRegression{}.Fit(d))
	s := lclass.Must(m.Summary(d))
	save("weights.png", plots.Coefficients(m, plots.BarOptions{Sort: true, Summary: s}))
	// Output: saved weights.png
}

// What the pixels of a digit add to the score of its class and of another one.
func ExampleSignedImages() {
	d := datasets.Digits()
	m := lclass.Must(lclass.Softmax{Penalty: lclass.L2(1e-3)}.Fit(d))
	x, said := d.Row(0), mat.NewDense(2, d.D(), nil)
	for row, k := range []int{0, 8} {
		floats.MulTo(said.RawRowView(row), x, m.W.RawRowView(k))
	}
	save("said.png", plots.SignedImages(said, 8, 8, "x·w", "for 0", "for 8"))
	// Output: saved said.png
}

func ExamplePaths() {
	d := lclass.Must(lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"})).Positive("versicolor"))
	var models []*lclass.Model
	for m, err := range lclass.Path(d, lclass.LogSpace(0.1, 1e-3, 5), func(λ float64, start *lclass.Model) lclass.Estimator {
		return lclass.Logistic{Penalty: lclass.L1(λ), Start: start}
	}) {
		models = append(models, lclass.Must(m, err))
	}
	save("paths.png", plots.Paths(models, plots.PathOptions{Mark: []float64{0.01}}))
	// Output: saved paths.png
}

func ExampleLearningCurve() {
	d := datasets.ThreeClasses(60, 1)
	c := lclass.Must(validate.LearningCurve(d, validate.KFold{K: 3, Stratify: true}, []float64{0.2, 0.5, 1}, lclass.Softmax{Penalty: lclass.L2(0.01)}, validate.Accuracy))
	save("learning.png", plots.LearningCurve(c.Sizes, c.Scores(0)))
	// Output: saved learning.png
}

func ExampleValidationCurve() {
	s := lclass.Must(validate.GridSearch(datasets.ThreeClasses(60, 1), validate.Options{Folds: validate.KFold{K: 3, Stratify: true}, Train: true, NoRefit: true}, lclass.LogSpace(1, 1e-4, 5), func(λ float64) lclass.Estimator { return lclass.Softmax{Penalty: lclass.L2(λ)} }, validate.LogLoss))
	save("lambda.png", plots.ValidationCurve("λ", s.Grid, s.Scores(0), plots.ValidationOptions{OneSE: true}))
	// Output: saved lambda.png
}

func ExampleGridScores() {
	lambdas, ratios := []float64{0.1, 0.01}, []float64{0, 0.5, 1}
	s := lclass.Must(validate.GridSearch(datasets.ThreeClasses(60, 1), validate.KFold{K: 3, Stratify: true}, validate.Product(lambdas, ratios),
		func(p validate.Pair[float64, float64]) lclass.Estimator {
			return lclass.Softmax{Penalty: lclass.ElasticNet(p.First, p.Second)}
		}, validate.LogLoss))
	save("grid.png", plots.GridScores(plots.GridAxis{Label: "λ", Values: lambdas}, plots.GridAxis{Label: "ρ", Values: ratios}, s.Scores(0)))
	// Output: saved grid.png
}

func ExampleFolds() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	v := lclass.Must(validate.CrossValidate(d, validate.KFold{K: 5, Stratify: true}, lclass.Softmax{Penalty: lclass.L2(0.1)}, validate.Accuracy))
	save("folds.png", plots.Folds(v.Folds, plots.FoldOptions{T: d.T(), Classes: d.Classes(), Score: "accuracy", Scores: v.Scores[0].Test}))
	// Output: saved folds.png
}

func ExampleFigure_Band() {
	epochs, low, high := []float64{1, 2, 3}, []float64{0.5, 0.2, 0.1}, []float64{0.9, 0.5, 0.3}
	fig := plots.Curves("epoch", "error", plots.Curve{Name: "mean of 5 seeds", Y: []float64{0.7, 0.35, 0.2}})
	save("band.svg", fig.Band(epochs, low, high, "smallest to largest"))
	// Output: saved band.svg
}

func ExampleShow() {
	err := plots.Show(plots.Scatter(nil)) // no figure: Show reports why
	fmt.Println(err)
	// Output: plots: Scatter: no data
}

// The geometry of w·x + b = 0: w is orthogonal to it, and a point x lies at
// the signed distance (w·x + b)/‖w‖.
func Example_hyperplane() {
	fig := plots.New("x₁", "x₂").XRange(-2, 4).YRange(-2, 3).Equal()
	fig.Line([]float64{1, 2}, -1, "w·x + b = 0")
	fig.Arrow(0.2, 0.4, 1.2, 2.4, "w")
	fig.Points([]float64{3}, []float64{2}, "x")
	fig.Segment(3, 2, 1.8, -0.4, "distance")
	fig.Text(2.4, 0.8, "6/√5 = 2.68")
	save("hyperplane.png", fig)
	// Output: saved hyperplane.png
}

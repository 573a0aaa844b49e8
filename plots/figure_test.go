package plots

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// twoClasses returns n points of each of two classes on two lines.
func twoClasses(n int) *lclass.Data { return classes(2, n) }

func classes(k, n int) *lclass.Data {
	x := mat.NewDense(k*n, 2, nil)
	t := make([]int, k*n)
	var names []string
	for c := range k {
		names = append(names, "class "+string(rune('A'+c)))
		for i := range n {
			x.SetRow(c*n+i, []float64{float64(i), float64(c) + 0.1*float64(i)})
			t[c*n+i] = c
		}
	}
	return must(lclass.FromMatrix(x, t, names))
}

func must(d *lclass.Data, err error) *lclass.Data {
	if err != nil {
		panic(err)
	}
	return d
}

func model(k, d int, output lclass.Output) *lclass.Model {
	m := &lclass.Model{W: mat.NewDense(k, d, nil), B: make([]float64, k), Output: output}
	for j := range d {
		m.Features = append(m.Features, "x"+string(rune('1'+j%9)))
		for c := range k {
			m.W.Set(c, j, float64((c+1)*(j%5-2)))
		}
	}
	for c := range max(k, 2) {
		m.Classes = append(m.Classes, "class "+string(rune('A'+c)))
	}
	return m
}

// oneVsOne has a row of weights for each pair of k classes.
func oneVsOne(k, d int) *lclass.Model {
	m := model(k*(k-1)/2, d, lclass.OneVsOneOutput)
	m.Classes = m.Classes[:k]
	return m
}

// densities are those of k classes one above the other.
func densities(k int) *lclass.Model {
	of := &lclass.Densities{Means: mat.NewDense(k, 2, nil), Std: mat.NewDense(k, 2, nil)}
	m := &lclass.Model{Densities: of, Output: lclass.DensityOutput, Features: []string{"x1", "x2"}}
	for c := range k {
		of.Means.Set(c, 1, float64(c))
		of.Std.SetRow(c, []float64{1, 0.3})
		of.Priors = append(of.Priors, 1/float64(k))
		m.Classes = append(m.Classes, "class "+string(rune('A'+c)))
	}
	return m
}

var nan, inf = math.NaN(), math.Inf(1)

// edgeCases are figures at the edge of what data can be; all must be drawn.
func edgeCases() map[string]*Figure {
	ring := func(x, y float64) float64 { return x*x + y*y }
	onePoint := must(lclass.FromMatrix(mat.NewDense(1, 2, []float64{3, 4}), []int{0}, []string{"only"}))
	constant := must(lclass.FromMatrix(mat.NewDense(3, 2, []float64{1, 7, 2, 7, 3, 7}), []int{0, 1, 0}, []string{"a", "b"}))
	line := must(lclass.FromMatrix(mat.NewDense(3, 1, []float64{1, 2, 3}), []int{0, 1, 0}, []string{"a", "b"}))
	numbers := must(lclass.RegressionFromMatrix(mat.NewDense(2, 2, []float64{1, 2, 3, 4}), []float64{1, 2}))
	digits := must(lclass.FromMatrix(mat.NewDense(3, 64, nil), []int{0, 1, 2}, []string{"zero", "one", "a class with a name that is far too long"}))
	return map[string]*Figure{
		"empty":                       New("x", "y"),
		"scatter":                     Scatter(twoClasses(20)),
		"scatter, one point":          Scatter(onePoint),
		"scatter, constant feature":   Scatter(constant),
		"points, NaN":                 Scatter(twoClasses(2)).Points([]float64{1, nan, 2}, []float64{inf, 1, 2}, "more"),
		"scatter, one feature":        Scatter(line).Line([]float64{2}, -3, "boundary"),
		"scatter, no classes":         Scatter(numbers),
		"scatter, ten classes":        Scatter(classes(10, 5)).Title("ten"),
		"scatter, many points":        Scatter(classes(3, 500)),
		"scatter, class missing":      Scatter(twoClasses(3).Subset([]int{0, 1})),
		"lines":                       Scatter(twoClasses(5)).Line([]float64{0, 0}, 1, "w = 0").Line([]float64{1, 0}, -2, "vertical", Dashed).Line([]float64{1, 1}, 1e9, "far away").Line([]float64{nan, 1}, 0, "not a number"),
		"notes":                       Scatter(twoClasses(5)).Ring(1, 1).Arrow(0, 0, 1, 1, "w").Arrow(1, 1, 1, 1, "").Segment(0, 0, 2, 1, "distance").Text(1, 1, "x").HLine(2, "y = 2").VLine(1, "").Ring(nan, 1),
		"functions":                   New("z", "y").XRange(-3, 3).Func(func(x float64) float64 { return 1 / x }, "1/x").Func(math.Log, "log").HLine(0, "").Equal(),
		"equal":                       Scatter(twoClasses(5)).Equal(),
		"equal, fixed":                New("", "").XRange(0, 1).YRange(0, 9).Equal(),
		"regions, two classes":        Regions(model(1, 2, lclass.SignOutput), twoClasses(5)),
		"regions, probability":        Regions(model(1, 2, lclass.SigmoidOutput), twoClasses(5)),
		"regions, w = 0":              Regions(&lclass.Model{W: mat.NewDense(1, 2, nil), B: []float64{0}, Output: lclass.SigmoidOutput, Classes: []string{"a", "b"}}, twoClasses(5)),
		"regions, softmax":            Regions(model(3, 2, lclass.SoftmaxOutput), classes(3, 5)),
		"regions, function":           Regions(ClassFunc(func(x []float64) int { return int(x[0]) - 3 }), classes(3, 9)),
		"regions, one-vs-one":         Regions(oneVsOne(4, 2), classes(4, 5)),
		"regions, votes of pairs":     Regions(ByVotes(oneVsOne(4, 2)), classes(4, 5)),
		"regions, votes of two":       Regions(ByVotes(model(1, 2, lclass.SigmoidOutput)), twoClasses(5)),
		"regions, densities":          Regions(densities(3), classes(3, 5)),
		"regions, two densities":      Regions(densities(2), twoClasses(5)),
		"points, huge, equal":         New("x", "y").Points([]float64{-1e308, 1e308}, []float64{1e-308, 2e-308}, "far").Equal(),
		"curves, logarithmic, equal":  Curves("λ", "loss", Curve{Name: "a", X: []float64{1e-5, 0, 1}, Y: []float64{1, -1, 1e-9}}).LogX().LogY().Equal(),
		"points, huge":                New("x", "y").Points([]float64{-1e308, 1e308}, []float64{1e-308, 2e-308}, "far"),
		"curves":                      Curves("epoch", "mse", Curve{Name: "a", Y: []float64{3, 2, nan, 1}}, Curve{Y: []float64{inf, 1}, Style: Dashed}),
		"curves, one value":           Curves("epoch", "mse", Curve{Name: "a", Y: []float64{3}}),
		"curves, all NaN":             Curves("epoch", "mse", Curve{Name: "a", Y: []float64{nan, nan}}),
		"curves, logarithmic":         Curves("λ", "loss", Curve{Name: "a", X: []float64{1e-5, 0, 1}, Y: []float64{1, -1, 1e-9}}).LogX().LogY(),
		"curves, nothing logarithmic": Curves("λ", "loss", Curve{Name: "a", Y: []float64{0, -1}}).LogY(),
		"bars":                        Bars("class", "probability", []string{"cat", "a name that is far too long for its bar"}, Curve{Name: "y", Y: []float64{0.3, -0.7}}, Curve{Y: []float64{nan, inf}, Style: Style{Color: Black}}),
		"bars, one of height 0":       Bars("class", "", []string{""}, Curve{Y: []float64{0}}),
		"bars, all NaN":               Bars("class", "y", []string{"a"}, Curve{Y: []float64{nan}}),
		"bars, logarithmic":           Bars("class", "y", []string{"a", "b"}, Curve{Y: []float64{1e-3, 0}}).LogY(),
		"bars, above the axis":        Bars("class", "y", []string{"a"}, Curve{Y: []float64{3}}).YRange(1, 2),
		"histogram":                   Histogram([]float64{1, 2, 2, 3, nan}, 0, Density{"uniform", func(float64) float64 { return 0.5 }}).Rug([]float64{1, nan}),
		"histogram, one value":        Histogram([]float64{5}, 10),
		"contour":                     Contour(ring, Axis{"x", -1, 1}, Axis{"y", -1, 1}).Path([]float64{1, 0.5}, []float64{1, 0.2}, "descent"),
		"contour, constant":           Contour(func(x, y float64) float64 { return 7 }, Axis{"x", -1, 1}, Axis{"y", -1, 1}),
		"contour, half NaN":           Contour(func(x, y float64) float64 { return math.Log(x) }, Axis{"x", -1, 1}, Axis{"y", -1, 1}, -2, -1).Path([]float64{1}, []float64{nan}, ""),
		"confusion, 2":                Confusion(metric.Confusion([]int{0, 1, 1}, []int{0, 1, 0}, []string{"died", "survived"}, nil)),
		"confusion, 10, class absent": Confusion(metric.Confusion([]int{0, 9}, []int{3, 9}, nil, nil)),
		"confusion, weighted":         Confusion(metric.Confusion([]int{0, 1}, []int{0, 1}, []string{"a name that is long", "another long one"}, []float64{0.25, 123456.5})),
		"confusion, errors":           Confusion(animals(), ConfusionOptions{Errors: true, Of: ByPredicted, PredictedRows: true}),
		"confusion, no samples":       Confusion(metric.Confusion(nil, nil, []string{"a", "b"}, nil), ConfusionOptions{Of: ByAll}),
		"learning curve":              LearningCurve([]int{9, 3}, []Scored{{Test: []float64{1, 2}, Train: []float64{nan, nan}}, {Test: []float64{nan, inf}}}),
		"validation curve":            ValidationCurve("λ", []float64{1}, []Scored{{Name: "accuracy", Test: []float64{0.8}}}, ValidationOptions{OneSE: true}),
		"validation curve, same λ":    ValidationCurve("λ", []float64{1, 1}, []Scored{{Test: []float64{1, 1}}, {Test: []float64{1, 1}, Train: []float64{1, nan}}}, ValidationOptions{OneSE: true}),
		"paths":                       Paths(path(), PathOptions{Mark: []float64{0.1, inf}}),
		"paths, one model":            Paths(path()[2:]),
		"paths, all 0":                Paths(path()[:1]),
		"grid":                        GridScores(lambdasAndBases(true)),
		"grid, one box":               GridScores(GridAxis{Label: "λ", Values: []float64{1}}, GridAxis{Label: "d", Names: []string{"a basis with a long name"}}, []Scored{{Test: []float64{2}}}),
		"folds":                       Folds(twoFolds(), FoldOptions{T: []int{0, 1, 0, 1}, Groups: []int{-1, 0, 1, 1}, Score: "AUC", Scores: []float64{nan, 0.5}}),
		"folds, one sample":           Folds([]struct{ Train, Test []int }{{Test: []int{0}}}),
		"images":                      Images(digits, 8, 8),
		"images, captions":            Images(digits, 4, 16, "0 → 6", "", "").Title("mistakes"),
		"images, many":                Images(digits.Subset(make([]int, 150)), 8, 8),
		"weights":                     WeightImages(model(10, 64, lclass.SoftmaxOutput), 8, 8),
		"weights, zero":               WeightImages(&lclass.Model{W: mat.NewDense(1, 4, nil), Classes: []string{"a", "b"}}, 2, 2),
		"signed images":               SignedImages(mat.NewDense(2, 4, []float64{-1, 0, 2, nan, inf, -inf, 0, 0}), 2, 2, "x·w", "7", ""),
		"signed images, many":         SignedImages(mat.NewDense(150, 6, nil), 3, 2, ""),
		"coefficients":                Coefficients(model(1, 6, lclass.SigmoidOutput), BarOptions{Sort: true, Low: make([]float64, 6), High: []float64{1, 1, nan, 1, 1, 1}}),
		"weights, pairs":              WeightImages(oneVsOne(4, 6), 2, 3),
		"coefficients, pairs":         Coefficients(oneVsOne(4, 3)),
		"coefficients, one label":     Coefficients(&lclass.Model{W: mat.NewDense(1, 1, nil), Features: []string{"x"}, Classes: []string{"cat"}, Output: lclass.MultiLabelOutput}),
		"coefficients, classes":       Coefficients(model(3, 4, lclass.SoftmaxOutput)),
		"coefficients, top":           Coefficients(model(10, 784, lclass.SoftmaxOutput), BarOptions{Top: 5}),
		"contributions":               Contributions(&lclass.Contributions{Features: []string{"Age", "Sex"}, Scores: []string{"yes"}, Base: []float64{-1}, Of: []*mat.Dense{mat.NewDense(1, 2, []float64{0.5, -2})}}, 0, 0),
		"contributions, many":         Contributions(&lclass.Contributions{Features: make([]string, 30), Scores: []string{"yes"}, Base: []float64{0}, Of: []*mat.Dense{mat.NewDense(1, 30, nil)}}, 0, 0),
		"ROC":                         ROC(Ranked{Name: "z", Ranking: fourScores(), Mark: []float64{0.4, -9, 9}}, Ranked{Ranking: fourScores()}),
		"ROC, constant scores":        ROC(Ranked{Ranking: metric.Rank([]int{0, 1}, []float64{2, 2}, nil)}),
		"ROC, infinite scores":        ROC(Ranked{Ranking: metric.Rank([]int{0, 1}, []float64{-inf, inf}, nil), Mark: []float64{inf}}).Band([]float64{0, 1}, []float64{0, 1}, []float64{1, 1}, "band"),
		"PR":                          PR(Ranked{Name: "z", Ranking: fourScores(), Mark: []float64{0.4, 9}}, Ranked{Ranking: metric.Rank([]int{0, 1}, []float64{2, 2}, nil)}),
		"DET":                         DET(Ranked{Name: "z", Ranking: fourScores(), Mark: []float64{0.4, 9}}, Ranked{Name: "separated", Ranking: metric.Rank([]int{0, 1}, []float64{2, 3}, nil)}),
		"thresholds":                  Thresholds(fourScores(), ThresholdOptions{Cost: errorsAt(1, 5), Mark: []float64{0.4, -inf, nan}}),
		"thresholds, constant scores": Thresholds(metric.Rank([]int{0, 1}, []float64{2, 2}, nil)),
		"thresholds, infinite scores": Thresholds(metric.Rank([]int{0, 1, 1}, []float64{-inf, 1, inf}, nil)),
		"thresholds, below 0":         Thresholds(fourScores(), ThresholdOptions{Rates: []NamedRate{{"MCC", metric.Counts.MCC}}}),
		"scores":                      Scores([]int{0, 1, 1, 3}, []float64{1, 2, nan, 4}, ScoreOptions{Classes: []string{"a", "b", "c", "d"}, Mark: []float64{2.5, nan}}),
		"scores, one sample":          Scores([]int{0}, []float64{7}),
		"scores, one probability":     Scores([]int{1, 1}, []float64{0.5, 0.5}),
		"scores, no weight":           Scores([]int{0, 1}, []float64{1, 2}, ScoreOptions{Weight: []float64{0, 0}}),
		"reliability":                 Reliability(Calibrated{Name: "p", Curve: fourBins()}, Calibrated{Curve: fourBins()}),
		"reliability, one bin":        Reliability(Calibrated{Curve: metric.Reliability([]int{1}, []float64{1}, metric.UniformBins(1), nil)}),
		"coefficients, regression":    Coefficients(&lclass.Model{W: mat.NewDense(1, 1, []float64{nan}), Features: []string{"x"}}),
	}
}

func TestEdgeCasesAreDrawn(t *testing.T) {
	for name, f := range edgeCases() {
		t.Run(name, func(t *testing.T) {
			if f.Err() != nil {
				t.Fatal(f.Err())
			}
			for _, action := range drawn(t, f) {
				if img, ok := action.(vector.Image); ok {
					action = img.Rectangle
				}
				if text := fmt.Sprint(action); strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
					t.Fatalf("drawn at no place: %T %s", action, text)
				}
			}
		})
	}
}

// bad is the error of an argument.
func bad(argument string, value any) error {
	return &invalid.SettingError{Setting: argument, Value: value}
}

func TestErrors(t *testing.T) {
	five := must(lclass.FromMatrix(mat.NewDense(1, 5, nil), []int{0}, []string{"a"}))
	two := twoClasses(2)
	for _, test := range []struct {
		figure *Figure
		want   error
	}{
		{Scatter(nil), bad("data", nil)},
		{Scatter(two.Subset(nil)), bad("data", 0)},
		{Scatter(five), bad("data", 5)},
		{Scatter(two).Line([]float64{1, 2, 3}, 0, ""), bad("w", 3)},
		{Scatter(two).LogX().Line([]float64{1, 2}, 0, ""), bad("axes", "logarithmic")},
		{Scatter(two).Line([]float64{1, 2}, 0, "").LogX(), bad("axes", "logarithmic")},
		{New("x", "y").XRange(0, 1000).LogX(), bad("XRange", []float64{0, 1000})},
		{New("x", "y").LogY().YRange(-1, 1), bad("YRange", []float64{-1, 1})},
		{Bars("", "", []string{"a"}, Curve{Y: []float64{1}}).LogX(), bad("XRange", []float64{-0.5, 0.5})},
		{ROC(Ranked{Ranking: fourScores()}).LogX(), bad("XRange", []float64{-0.01, 1.01})},
		{DET(Ranked{Ranking: fourScores()}).XRange(0, 1), bad("XRange", []float64{0, 1})},
		{DET(Ranked{Ranking: fourScores()}).LogY(), bad("axes", "logarithmic")},
		{Scatter(two).Points([]float64{1}, nil, ""), bad("x and y", []int{1, 0})},
		{Scatter(two).XRange(3, 1), bad("XRange", []float64{3, 1})},
		{Scatter(two).YRange(nan, 1), bad("YRange", []float64{nan, 1})},
		{Scatter(two).Size(0, 10), bad("size", []float64{0, 10})},
		{Regions(nil, two), bad("model", nil)},
		{Regions((*lclass.Model)(nil), two), bad("model", nil)},
		{Regions(model(1, 2, lclass.SignOutput), nil), bad("data", nil)},
		{Regions(model(1, 2, lclass.SignOutput), five), bad("data", 5)},
		{Regions(model(1, 5, lclass.SignOutput), two), bad("features", 5)},
		{Regions(model(1, 2, lclass.Identity), two), bad("Model.Output", lclass.Identity)},
		{Regions(model(3, 2, lclass.MultiLabelOutput), two), bad("Model.Output", lclass.MultiLabelOutput)},
		{Regions(ByVotes(model(3, 2, lclass.MultiLabelOutput)), two), bad("Model.Output", lclass.MultiLabelOutput)},
		{Regions(ByVotes(nil), two), bad("model", nil)},
		{Regions(ByVotes(oneVsOne(4, 3)), two), bad("features", 3)},
		{Regions(&lclass.Model{W: mat.NewDense(3, 2, nil), Output: lclass.OneVsOneOutput, Classes: []string{"a", "b", "c", "d"}}, two), bad("Model.Classes", 4)},
		{Regions(&lclass.Model{W: mat.NewDense(1, 2, nil), Classes: []string{"a", "b"}, Output: lclass.SignOutput}, two), bad("Model.B", 0)},
		{Regions((*lclass.Model)(nil), two), bad("model", nil)},
		{Regions(&lclass.Model{}, two), bad("model", nil)},
		{Regions(&lclass.Model{Densities: &lclass.Densities{}}, two), bad("model", nil)},
		{Regions(&lclass.Model{Output: lclass.DensityOutput, Densities: &lclass.Densities{Means: mat.NewDense(2, 2, nil), Std: mat.NewDense(2, 2, nil)}}, two), bad("Model.Densities", nil)},
		{Regions(&lclass.Model{Output: lclass.DensityOutput, Densities: &lclass.Densities{Means: mat.NewDense(2, 1, nil), Std: mat.NewDense(2, 1, []float64{1, 1}), Priors: []float64{0.5, 0.5}}, Features: []string{"x"}, Classes: []string{"a", "b"}}, two), bad("features", 1)},
		{Curves("", ""), bad("curves", nil)},
		{ROC(), bad("curves", nil)},
		{Regions(ClassFunc(nil), two), bad("model", nil)},
		{New("x", "y").Func(nil, "g"), bad("g", nil)},
		{Histogram([]float64{1}, 3, Density{Name: "N"}), bad("Density.F", "N")},
		{Confusion(&metric.ConfusionMatrix{Classes: []string{"a"}}), bad("counts", nil)},
		{Reliability(Calibrated{Curve: &metric.ReliabilityCurve{N: []float64{1}, Predicted: []float64{1}}}), bad("curve", []int{1, 1, 0})},
		{ROC(Ranked{Ranking: &metric.Ranking{Threshold: []float64{1, 0}, TP: []float64{1, 2}, FP: []float64{1}, Positive: 2, Negative: 1}}), bad("ranking", []int{2, 2, 1})},
		{Thresholds(&metric.Ranking{Threshold: []float64{1}, Positive: 2, Negative: 1}), bad("ranking", []int{1, 0, 0})},
		{PR(Ranked{Ranking: metric.Rank([]int{0, 1}, []float64{1, 2}, []float64{1, -1})}), bad("scores or weights", nan)},
		{Scores([]int{0, 1}, []float64{1, 2}, ScoreOptions{Weight: []float64{1, -0.5}}), bad("ScoreOptions.Weight", -0.5)},
		{Scores([]int{0, 1}, []float64{1, 2}, ScoreOptions{Weight: []float64{nan, 1}}), bad("ScoreOptions.Weight", nan)},
		{PR(), bad("curves", nil)},
		{DET(), bad("curves", nil)},
		{ROC(Ranked{Name: "svm"}), bad("ranking", nil)},
		{PR(Ranked{Name: "svm", Ranking: metric.Rank(nil, nil, nil)}), bad("ranking", nil)},
		{PR(Ranked{Name: "svm", Ranking: metric.Rank([]int{0, 1}, []float64{nan, 1}, nil)}), bad("scores or weights", nan)},
		{ROC(Ranked{Ranking: metric.Rank([]int{0}, []float64{1}, nil)}), bad("positive samples", 0)},
		{DET(Ranked{Ranking: metric.Rank([]int{1}, []float64{1}, nil)}), bad("negative samples", 0)},
		{DET(Ranked{Ranking: metric.Rank([]int{0, 1}, []float64{2, 3}, nil)}), bad("curves", nil)},
		{New("x", "y").Band([]float64{1}, nil, []float64{1}, ""), bad("x, low and high", []int{1, 0, 1})},
		{New("x", "y").Band(nil, nil, nil, ""), bad("x", nil)},
		{Thresholds(nil), bad("ranking", nil)},
		{LearningCurve([]int{1}, []Scored{}), bad("scores", 0)},
		{LearningCurve([]int{}, []Scored{}), bad("scores", nil)},
		{LearningCurve([]int{1}, []Scored{{Test: []float64{nan}}}), bad("scores", nil)},
		{ValidationCurve("λ", []float64{1}, []Scored{{Test: []float64{1}, Train: []float64{1, 2}}}), bad("scores", 0)},
		{ValidationCurve("λ", []float64{1, nan}, []Scored{{Test: []float64{1}}, {Test: []float64{1}}}), bad("values", nan)},
		{Thresholds(metric.Rank([]int{1}, []float64{1}, nil)), bad("negative samples", 0)},
		{Thresholds(fourScores(), ThresholdOptions{Rates: []NamedRate{{Name: "F1"}}}), bad("ThresholdOptions.Rates", "F1")},
		{Thresholds(fourScores(), ThresholdOptions{Cost: errorsAt(0, 0)}), bad("ThresholdOptions.Cost", 0.0)},
		{Thresholds(fourScores(), ThresholdOptions{Cost: errorsAt(inf, 1)}), bad("ThresholdOptions.Cost", nan)},
		{Scores([]int{0}, nil), bad("targets, scores and weights", []int{1, 0, 0})},
		{Scores([]int{0}, []float64{1}, ScoreOptions{Weight: []float64{1, 2}}), bad("targets, scores and weights", []int{1, 1, 2})},
		{Scores([]int{0, -1}, []float64{1, 2}), bad("t", -1)},
		{Scores([]int{2}, []float64{1}, ScoreOptions{Classes: []string{"a", "b"}}), bad("t", 2)},
		{Scores([]int{0, 1}, []float64{nan, inf}), bad("z", nil)},
		{Scores(nil, nil), bad("z", nil)},
		{Scores([]int{0}, []float64{1}, ScoreOptions{Bins: 1e6}), bad("ScoreOptions.Bins", 1000000)},
		{Reliability(), bad("curves", nil)},
		{Reliability(Calibrated{Name: "p"}), bad("curve", "p")},
		{Reliability(Calibrated{Name: "p", Curve: metric.Reliability([]int{1}, []float64{7}, metric.UniformBins(2), nil)}), bad("curve", "p")},
		{Curves("", "", Curve{Name: "mse"}), bad("curve", "mse")},
		{Curves("", "", Curve{Name: "mse", X: []float64{1}, Y: []float64{1, 2}}), bad("curve", "mse")},
		{Bars("", "", nil, Curve{}), bad("names and series", []int{0, 1})},
		{Bars("", "", []string{"a"}), bad("names and series", []int{1, 0})},
		{Bars("", "", []string{"a"}, Curve{Name: "y", Y: []float64{1, 2}}), bad("series", "y")},
		{Bars("", "", []string{"a"}, Curve{X: []float64{1}, Y: []float64{1}}), bad("series", "")},
		{Histogram(nil, 5), bad("x", nil)},
		{Histogram([]float64{nan}, 5), bad("x", nil)},
		{Histogram([]float64{-1e308, 1e308}, 4), bad("x", []float64{-1e308, 1e308})},
		{Scores([]int{0, 1}, []float64{-1e308, 1e308}), bad("z", []float64{-1e308, 1e308})},
		{Contour(func(x, y float64) float64 { return 8e307 * x }, Axis{"", -2, 2}, Axis{"", 0, 1}), bad("f", []float64{-1.6e308, 1.6e308})},
		{Contour(math.Hypot, Axis{"", 0, 1}, Axis{"", 0, 1}, 1, -inf), bad("levels", -inf)},
		{Histogram([]float64{1}, 1e6), bad("bins", 1000000)},
		{Contour(nil, Axis{"", 0, 1}, Axis{"", 0, 1}), bad("f", nil)},
		{Contour(math.Hypot, Axis{"", 1, 0}, Axis{"", 0, 1}), bad("XRange", []float64{1, 0})},
		{Contour(func(x, y float64) float64 { return nan }, Axis{"", 0, 1}, Axis{"", 0, 1}), bad("f", nil)},
		{Contour(math.Hypot, Axis{"", 0, 1}, Axis{"", 0, 1}, 1, nan), bad("levels", nan)},
		{Contour(math.Hypot, Axis{"", 0, 1}, Axis{"", 0, 1}).Path(nil, nil, ""), bad("x", nil)},
		{Confusion(nil), bad("classes", nil)},
		{Images(nil, 8, 8), bad("data", nil)},
		{Images(five, 2, 2), bad("rows and cols", []int{2, 2})},
		{Images(five.Subset([]int{0, 0}), 1, 5, "one"), bad("captions", 1)},
		{WeightImages(nil, 8, 8), bad("model", nil)},
		{WeightImages(model(2, 5, lclass.SoftmaxOutput), 28, 28), bad("rows and cols", []int{28, 28})},
		{SignedImages(nil, 2, 2, ""), bad("values", nil)},
		{SignedImages(&mat.Dense{}, 2, 2, ""), bad("values", nil)},
		{SignedImages(mat.NewDense(1, 6, nil), 2, 2, ""), bad("rows and cols", []int{2, 2})},
		{SignedImages(mat.NewDense(2, 6, nil), 2, 3, "", "one"), bad("captions", 1)},
		{Coefficients(nil), bad("model", nil)},
		{Coefficients(&lclass.Model{}), bad("model", nil)},
		{Coefficients(&lclass.Model{W: mat.NewDense(1, 2, nil)}), bad("model", nil)},
		{Coefficients(&lclass.Model{W: mat.NewDense(1, 2, nil), Features: []string{"a"}}), bad("Model.Features", 1)},
		{WeightImages(&lclass.Model{W: mat.NewDense(3, 4, nil), Classes: []string{"a"}}, 2, 2), bad("Model.Classes", 1)},
		{Regions(&lclass.Model{W: mat.NewDense(1, 2, nil), Output: lclass.SigmoidOutput}, two), bad("Model.Classes", nil)},
		{Coefficients(model(1, 784, lclass.SignOutput)), bad("BarOptions.Top", 0)},
		{Coefficients(model(1, 3, lclass.SignOutput), BarOptions{Low: []float64{1}}), bad("BarOptions.Low", 1)},
	} {
		if err := test.figure.Err(); !errtest.Is(err, test.want) {
			t.Errorf("%v, want %#v", err, test.want)
		}
	}
}

// The first error stays, and what follows does no harm.
func TestErrorIsKept(t *testing.T) {
	f := Scatter(nil).XRange(2, 1).Line(nil, 0, "").Title("never seen")
	if err := Save("never.png", f); !errtest.Is(err, bad("data", nil)) {
		t.Errorf("%v", err)
	}
}

func TestLineDoesNotChangeAxes(t *testing.T) {
	with, without := Scatter(twoClasses(5)).Line([]float64{1, 1e-9}, 50, "far away"), Scatter(twoClasses(5))
	x0, y0 := with.ranges()
	x1, y1 := without.ranges()
	if x0 != x1 || y0 != y1 {
		t.Errorf("with the line %v, %v, without %v, %v", x0, y0, x1, y1)
	}
}

func TestEqualAxes(t *testing.T) {
	for _, f := range []*Figure{
		Scatter(twoClasses(9)).Equal(),
		New("", "").XRange(0, 1).YRange(0, 9).Equal(),
		New("", "").XRange(0, 9).YRange(0, 1).Equal(),
		New("", "").XRange(0, 1).Points([]float64{0, 1}, []float64{0, 20}, "").Equal(),
		New("", "").YRange(0, 1).Points([]float64{0, 20}, []float64{0, 1}, "").Equal(),
		New("", "").YRange(0, 1).Points([]float64{0, 0.1}, []float64{0, 1}, "").Equal(),
		New("", "").Points([]float64{1e-9, 1}, []float64{1, 10}, "").LogX().LogY().Equal(),
		DET(Ranked{Ranking: fourScores()}).Equal(),
	} {
		p := ranged(f)
		x, y := f.ranges()
		c := f.fit(p, vector.New(300, 200), x, y)
		if ux, uy := units(p, p.inside(c).Size()); math.Abs(ux/uy-1) > 0.02 {
			t.Errorf("a point is %v wide and %v high", ux, uy)
		}
		if x.fixed && (p.x.min != x.lo || p.x.max != x.hi) || y.fixed && (p.y.min != y.lo || p.y.max != y.hi) {
			t.Errorf("fixed axes from %v to %v and from %v to %v", p.x.min, p.x.max, p.y.min, p.y.max)
		}
	}
}

func TestEqualNeedsAxesOfOneKind(t *testing.T) {
	f := New("x", "y").Points([]float64{1, 2}, []float64{1, 2}, "").Equal().LogX()
	if err := Save(t.TempDir()+"/x.svg", f); !errtest.Is(err, bad("Equal", nil)) {
		t.Error(err)
	}
}

// The label of a logarithmic axis must not push the axes away from the title.
func TestLabelOfLogAxisTakesNoHeight(t *testing.T) {
	top := func(label string) (y vector.Length) {
		canvas := vector.New(400, 300)
		Curves("step", label, Curve{Y: []float64{1, 1e-3, 1e-9}}).LogY().draw(canvas)
		for _, a := range canvas.Actions {
			if s, ok := a.(vector.Stroke); ok {
				for _, piece := range s {
					y = max(y, piece.At.Y)
				}
			}
		}
		return y
	}
	if long, short := top("the error of all weights together"), top("E"); math.Abs(float64(long-short)) > 1 {
		t.Errorf("the axes end at %v with a long label, at %v with a short one", long, short)
	}
}

func TestLegendCoversNothing(t *testing.T) {
	corner := func(x, y []float64) Corner {
		f := New("x", "y").XRange(0, 1).YRange(0, 1).Points(x, y, "points")
		p := f.axes()
		xl, yl := f.ranges()
		p.x.show(xl)
		p.y.show(yl)
		return f.emptiest(p, vector.New(400, 300))
	}
	for _, test := range []struct {
		name string
		x, y []float64
		want Corner
	}{
		{"nothing", nil, nil, TopRight},
		{"one corner taken", []float64{0.95}, []float64{0.95}, TopLeft},
		{"upper half taken", []float64{0.95, 0.05}, []float64{0.95, 0.95}, BottomRight},
		{"three taken", []float64{0.95, 0.05, 0.95}, []float64{0.95, 0.95, 0.05}, BottomLeft},
		{"all taken", []float64{0.95, 0.05, 0.95, 0.05}, []float64{0.95, 0.95, 0.05, 0.05}, Outside},
	} {
		if got := corner(test.x, test.y); got != test.want {
			t.Errorf("%s: corner %d, want %d", test.name, got, test.want)
		}
	}
}

// A name wider than the figure is written in smaller letters, not cut.
func TestWideLegend(t *testing.T) {
	f := New("x", "y").Size(340, 200).Points([]float64{1}, []float64{1}, "a name of points that is wider than three hundred pixels").Legend(Outside)
	for _, a := range drawn(t, f) {
		if s, ok := a.(vector.Text); ok && strings.HasPrefix(s.Text, "a name") {
			width := vector.TextStyle{Size: s.Size}.Width(s.Text)
			if s.Size >= 10 || s.Size < leastSize || !strings.HasSuffix(s.Text, "pixels") || s.At.X < 0 || s.At.X+width > 340*pixel {
				t.Errorf("%v points, from %v to %v", s.Size, s.At.X, s.At.X+width)
			}
		}
	}
}

func TestAlt(t *testing.T) {
	f := Scatter(twoClasses(2)).Line([]float64{1, 1}, 0, "boundary").Title("Perceptron")
	if got, want := f.AltText(), "Scatter plot of 4 samples “Perceptron”: x₂ against x₁, showing class A, class B, boundary."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	f = Coefficients(model(1, 3, lclass.SigmoidOutput))
	if got, want := f.AltText(), "Bars of the weights, x1 −2, x2 −1, x3 0."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	f.Alt = "Two clouds."
	if got := f.AltText(); got != "Two clouds." {
		t.Errorf("%q", got)
	}
}

// Ten classes have ten colours and ten shapes.
func TestClassesDiffer(t *testing.T) {
	seen := map[any]bool{}
	for k := range 10 {
		seen[classColor(k)], seen[classMarker(k)] = true, true
	}
	if len(seen) != 20 {
		t.Errorf("%d colours and shapes for 10 classes", len(seen))
	}
	looks, areas := map[vector.GlyphStyle]bool{}, map[any]bool{}
	for k := range 100 {
		looks[classGlyph(k, 1)] = true
	}
	for k := range 40 {
		areas[areaColor(k)], areas[shade(k)] = true, true
	}
	if len(looks) != 100 || len(areas) != 80 {
		t.Errorf("%d looks of points for 100 classes, %d colours of areas for 40", len(looks), len(areas))
	}
	for classes := range 40 {
		for k := range classes {
			if shades(classes)(-1) == shade(k) {
				t.Errorf("of %d classes, class %d has the colour of no decision", classes, k)
			}
		}
	}
}

// A model that numbers the classes otherwise keeps their colours.
func TestRegionsMatchClassesByName(t *testing.T) {
	d := must(lclass.FromMatrix(mat.NewDense(2, 2, nil), []int{0, 1}, []string{"a", "c"}))
	names, number := known([]string{"b", "a", "new"}, d)
	if got := []int{number(0), number(1), number(2), number(-1)}; !slices.Equal(got, []int{2, 0, 3, -1}) {
		t.Errorf("%v", got)
	}
	if want := []string{"a", "c", "b", "new"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// Measurements with one decimal, two of them to a bin: the edges are not exact.
func TestHistogramValuesOnEdges(t *testing.T) {
	var x []float64
	for i := 20; i < 44; i++ {
		x = append(x, float64(i)/10)
	}
	x = append(x, 4.4) // the last edge belongs to the last bin
	h := Histogram(x, 12).items[0].(*histogram)
	for i, d := range h.density {
		want := 2.0
		if i == 11 {
			want = 3
		}
		if got := d * h.binWidth() * float64(len(x)); !near(got, want) {
			t.Errorf("bin %d has %v values, want %v", i, got, want)
		}
	}
}

func TestHistogramHasAreaOne(t *testing.T) {
	f := Histogram([]float64{1, 1, 2, 5, 9, nan}, 4)
	h := f.items[0].(*histogram)
	var area float64
	for _, d := range h.density {
		area += d * h.binWidth()
	}
	if math.Abs(area-1) > 1e-12 {
		t.Errorf("area %v", area)
	}
}

// ranged returns the axes of a figure with their ranges.
func ranged(f *Figure) *axes {
	p := f.axes()
	x, y := f.ranges()
	p.x.show(x)
	p.y.show(y)
	return p
}

// The order of LogX and XRange does not matter, and a square figure gives way to one
// logarithmic axis.
func TestRatesOnALogarithmicAxis(t *testing.T) {
	for _, f := range []*Figure{
		ROC(Ranked{Ranking: fourScores()}).LogX().XRange(1e-3, 1),
		ROC(Ranked{Ranking: fourScores()}).XRange(1e-3, 1).LogX(),
		ROC(Ranked{Ranking: fourScores()}).XRange(1e-3, 1).LogX().YRange(1e-2, 1).LogY(),
	} {
		if drawn(t, f); f.Err() != nil {
			t.Error(f.Err())
		}
	}
}

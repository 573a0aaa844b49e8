package plots

import (
	"image"
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
	"linclass/plots/internal/vector"
)

// Fixed axes that show a part of the data cut off the rest.
func TestFixedAxesClip(t *testing.T) {
	m := model(1, 6, lclass.SigmoidOutput)
	ends := BarOptions{Low: []float64{-3, -3, -3, -0.2, 1, 1.5}, High: []float64{-2, 0, 3, 0.2, 3, 2}}
	lambdas, scores := threeLambdas()
	for name, f := range map[string]*Figure{
		"confusion":    Confusion(animals()).XRange(-0.2, 1.3).YRange(0.6, 2.2),
		"errors":       Confusion(animals(), ConfusionOptions{Errors: true}).XRange(0.8, 1.2),
		"grid":         GridScores(GridAxis{Label: "base", Names: []string{"a"}}, GridAxis{Label: "λ", Values: lambdas}, scores).XRange(0.2, 1.7).YRange(-0.1, 3),
		"best box":     GridScores(GridAxis{Label: "base", Names: []string{"a"}}, GridAxis{Label: "λ", Values: lambdas}, scores).XRange(-0.1, 2.1).YRange(-0.2, 0.3),
		"contour":      Contour(math.Hypot, Axis{"x", -2, 2}, Axis{"y", -2, 2}).XRange(-1, 0.5).YRange(0, 1),
		"reliability":  Reliability(Calibrated{Name: "p", Curve: fourBins()}).XRange(0.2, 0.7).YRange(0.3, 0.6),
		"paths":        Paths(path()).XRange(0.01, 0.1).YRange(-0.1, 0.1),
		"marks":        ROC(Ranked{Name: "z", Ranking: fourScores(), Mark: []float64{0.1, 0.35, 0.4, 0.8}}).XRange(0.2, 0.7).YRange(0.2, 0.7),
		"coefficients": Coefficients(m, ends).XRange(-1, 1),
		"positive":     Coefficients(m, ends).XRange(1, 2).YRange(0.5, 4.5),
		"folds":        Folds(twoFolds(), FoldOptions{T: []int{0, 1, 0, 1}, Classes: []string{"a", "b"}, Score: "AUC", Scores: []float64{1, 0.5}}).XRange(1.5, 3.2),
		"folds, above": Folds(twoFolds(), FoldOptions{T: []int{0, 1, 0, 1}}).YRange(0, 1),
		"bars":         Bars("class", "y", []string{"a", "b", "c"}, Curve{Y: []float64{1, -2, 3}}).XRange(0.1, 1.2).YRange(-1, 0.5),
		"arrow":        New("x", "y").XRange(0, 1).YRange(0, 1).Arrow(-1, 0.5, 2, 0.5, "w").Arrow(0.5, 0.5, 0.5, 1.02, "").Arrow(5, 5, 6, 6, ""),
		"images":       SignedImages(mat.NewDense(2, 4, []float64{-1, 0, 2, 1, 0, 1, 2, 3}), 2, 2, "x·w", "7", "8").XRange(30, 100).YRange(-60, -20),
	} {
		var room probe
		f.add(&room)
		drawn(t, f)
		if f.Err() != nil {
			t.Errorf("%s: %v", name, f.Err())
			continue
		}
		c := vector.New(400, 300)
		c.Rectangle = vector.Rectangle{Min: vector.Point{X: 100, Y: 100}, Max: vector.Point{X: 300, Y: 200}}
		p := ranged(f)
		for _, i := range f.items {
			i.plot(c, p)
		}
		shapes := 0
		for _, a := range c.Actions {
			var path vector.Path
			switch a := a.(type) {
			case vector.Stroke:
				path = vector.Path(a)
			case vector.Fill:
				path = vector.Path(a)
			case vector.Image:
				path = a.Rectangle.Path()
			case vector.Text:
				path = vector.Path{{At: a.At}}
			}
			for _, piece := range path {
				shapes++
				if piece.Kind != vector.Close && !c.Contains(piece.At) {
					t.Errorf("%s: %T at %v", name, a, piece.At)
				}
			}
		}
		if shapes == 0 {
			t.Errorf("%s: nothing is drawn", name)
		}
	}
}

// The part of an image that remains keeps its place: of four columns, one and a half.
func TestImageIsCut(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 4, 1))
	colors := []color.NRGBA{Blue, Red, Green, Black}
	for x, c := range colors {
		img.SetNRGBA(x, 0, c)
	}
	c := vector.New(100, 100)
	(&raster{img, 0, 0, 4, 1}).plot(c, &axes{axis{min: 1.5, max: 3.25}, axis{min: 0.25, max: 2}})
	got := c.Actions[0].(vector.Image)
	if !near(float64(got.Min.X), 0) || !near(float64(got.Max.X), 100) || !near(float64(got.Min.Y), 0) || !near(float64(got.Max.Y), 100*0.75/1.75) {
		t.Errorf("drawn at %v", got.Rectangle)
	}
	wide := got.Pixels.Bounds().Dx()
	for x := range wide {
		place := 1.5 + 1.75*(float64(x)+0.5)/float64(wide)
		if want := colors[int(place)]; got.Pixels.NRGBAAt(x, 0) != want {
			t.Errorf("at %v: %v, want %v", place, got.Pixels.NRGBAAt(x, 0), want)
		}
	}
}

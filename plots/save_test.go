package plots

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass"
)

func TestSave(t *testing.T) {
	dir := t.TempDir()
	f := Regions(ClassFunc(func(x []float64) int { return int(x[0]) % 2 }), twoClasses(5)).Title("−1 ≤ η")
	for name, magic := range map[string]string{"f.png": "\x89PNG\r\n", "F.PNG": "\x89PNG\r\n", "f.svg": "<?xml", "f.pdf": "%PDF-"} {
		path := filepath.Join(dir, name)
		if err := Save(path, f); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil || !bytes.HasPrefix(data, []byte(magic)) {
			t.Errorf("%s begins with %.8q: %v", name, data, err)
		}
	}
	if svg, _ := os.ReadFile(filepath.Join(dir, "f.svg")); !bytes.Contains(svg, []byte(`<image preserveAspectRatio="none"`)) {
		t.Error("the image of the SVG may not fill its rectangle")
	}
	for name, want := range map[string]error{"f.gif": bad("path", ".gif"), "f": bad("path", ""), "none/f.png": os.ErrNotExist} {
		if err := Save(filepath.Join(dir, name), f); !errtest.Is(err, want) {
			t.Errorf("%s: error %v, want %#v", name, err, want)
		}
	}
	if err := Save(filepath.Join(dir, "f.png")); err == nil {
		t.Error("no error without a figure")
	}
	if err := Save(filepath.Join(dir, "f.png"), f, nil); err == nil {
		t.Error("no error with a figure that is nil")
	}
}

// The figures of predictions and searches are files of each format: the PNG
// has their size, and the SVG what they write.
func TestSaveEachFigure(t *testing.T) {
	r := Ranked{Name: "z < θ & c", Ranking: fourScores(), Mark: []float64{0.4}}
	lambdas, scores := threeLambdas()
	for name, test := range map[string]struct {
		figure *Figure
		text   string
	}{
		"ROC":         {ROC(r).Band([]float64{0, 1}, []float64{0, 1}, []float64{0.5, 1}, "band"), "z &lt; θ &amp; c, AUC 0.750"},
		"PR":          {PR(r), "no skill, 0.500"},
		"DET":         {DET(r), "false negative rate FNR (%)"},
		"thresholds":  {Thresholds(fourScores(), ThresholdOptions{Cost: errorsAt(1, 5), Mark: []float64{0.4}}), "cost (1.0 = 6)"},
		"scores":      {Scores([]int{0, 1}, []float64{1, 2}), "share of the class in a bin"},
		"reliability": {Reliability(Calibrated{Name: "p", Curve: fourBins()}), "samples in the bin, at most 2"},
		"confusion":   {Confusion(animals(), ConfusionOptions{Errors: true}), "true class (rows)"},
		"learning":    {LearningCurve([]int{1, 2, 3}, scores), "training, mean ± std of 2 folds"},
		"validation":  {ValidationCurve("λ", lambdas, scores), "λ"},
		"grid":        {GridScores(lambdasAndBases(true)), "best: 0.500"},
		"folds":       {Folds(twoFolds(), FoldOptions{Score: "AUC", Scores: []float64{1, 0.5}}), "mean 0.750"},
		"paths":       {Paths(path()), "features left"},
		"weights":     {Coefficients(model(1, 2, lclass.SigmoidOutput), BarOptions{Low: []float64{-1, -1}, High: []float64{1, inf}}), "x2"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := func(ext string) []byte {
				path := filepath.Join(dir, "f"+ext)
				errtest.None(t, Save(path, test.figure))
				data := lclass.Must(os.ReadFile(path))
				return data
			}
			img, err := png.DecodeConfig(bytes.NewReader(file(".png")))
			s, _ := arrange([]*Figure{test.figure})
			if w, h := float64(s.size.X/pixel), float64(s.size.Y/pixel); err != nil || math.Abs(float64(img.Width)-2*w) > 1 || math.Abs(float64(img.Height)-2*h) > 1 {
				t.Errorf("%d×%d dots: %v", img.Width, img.Height, err)
			}
			if svg := file(".svg"); xml.Unmarshal(svg, new(struct{})) != nil || !bytes.Contains(svg, []byte(test.text)) || bytes.Contains(svg, []byte("NaN")) {
				t.Errorf("SVG without %q: %s", test.text, svg)
			}
			if pdf := file(".pdf"); !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf[len(pdf)-10:], []byte("%%EOF")) {
				t.Errorf("PDF of %d bytes", len(pdf))
			}
		})
	}
}

// Drawing does not change a figure.
func TestDrawnTwice(t *testing.T) {
	for name, f := range edgeCases() {
		if !reflect.DeepEqual(drawn(t, f), drawn(t, f)) {
			t.Errorf("%s: drawn twice, two pictures", name)
		}
	}
}

func TestPanels(t *testing.T) {
	f := Scatter(twoClasses(5))
	for n, want := range map[int][2]float64{1: {560, 400}, 2: {980, 350}, 3: {980, 290}, 4: {980, 700}, 5: {980, 580}} {
		s := lclass.Must(arrange(slices.Repeat([]*Figure{f}, n)))
		if w, h := float64(s.size.X/pixel), float64(s.size.Y/pixel); math.Abs(w-want[0]) > 1 || math.Abs(h-want[1]) > 1 {
			t.Errorf("%d panels: %g×%g pixels, want %v", n, w, h, want)
		}
	}
}

// The words for those who do not see a figure are in its file.
func TestSavedWords(t *testing.T) {
	f := Scatter(twoClasses(2)).Title("Two lines")
	mine := Scatter(twoClasses(2))
	mine.Alt = "my words"
	dir := t.TempDir()
	errtest.None(t, Save(dir+"/x.svg", f, mine))
	svg := lclass.Must(os.ReadFile(dir + "/x.svg"))
	want := "<title>Two lines</title>\n<desc>" + f.AltText() + " my words</desc>"
	if !strings.Contains(string(svg), want) {
		t.Errorf("no %q in %.600s", want, svg)
	}
}

package plots

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass/validate"
)

// twoFolds leave sample 3 out of the second.
func twoFolds() []validate.Fold {
	return []validate.Fold{{Train: []int{2, 3}, Test: []int{0, 1}}, {Train: []int{0, 1}, Test: []int{2}}}
}

func TestFolds(t *testing.T) {
	f := Folds(twoFolds(), FoldOptions{T: []int{0, 0, 1, 1}, Classes: []string{"a", "b"}, Groups: []int{5, 6, 7, 7}, Score: "accuracy", Scores: []float64{1, 0.5}}).Size(560, 300)
	test, training := inTest.color(), inTraining.color()
	rows := itemsOf[*raster](f)
	for k, want := range [][]color.NRGBA{
		{test, test, training, training},
		{training, training, test, white},
		{classColor(0), classColor(0), classColor(1), classColor(1)},
		{groupColor(5), groupColor(6), groupColor(7), groupColor(7)},
	} {
		for i, c := range want {
			wide := rows[k].img.Bounds().Dx()
			if got := rows[k].img.NRGBAAt((2*i+1)*wide/8, 0); got != c {
				t.Errorf("row %d, sample %d: %v, want %v", k, i, got, c)
			}
		}
		if k > 0 && !(rows[k].y1 < rows[k-1].y0) {
			t.Errorf("row %d from %v to %v, above one from %v", k, rows[k].y0, rows[k].y1, rows[k-1].y0)
		}
	}
	if got, want := f.legend.names(), []string{"test", "training", "a", "b"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	texts := written(t, f)
	for _, want := range []string{"fold 1", "fold 2", "class", "group", "a", "5", "accuracy", "1.000", "0.500", "mean 0.750"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q in %q", want, texts)
		}
	}
	if alt := f.AltText(); !strings.HasPrefix(alt, "Diagram of 2 folds of 4 samples with a mean accuracy of 0.750 ± 0.354") {
		t.Errorf("%q", alt)
	}
}

// Of many samples a column has the share of the test set as its shade.
func TestFoldsOfManySamples(t *testing.T) {
	var fold validate.Fold
	for i := range 4 * maxColumns {
		if i%4 == 0 {
			fold.Test = append(fold.Test, i)
		} else {
			fold.Train = append(fold.Train, i)
		}
	}
	img := itemsOf[*raster](Folds([]validate.Fold{fold}))[0].img
	if got, want := img.NRGBAAt(17, 0), mix(inTraining.color(), inTest.color(), 0.25); img.Bounds().Dx() != maxColumns || got != want {
		t.Errorf("%v in %d columns, want %v", got, img.Bounds().Dx(), want)
	}
}

// Of many folds some have a name, and texts too small to read are left out.
func TestManyFolds(t *testing.T) {
	var folds []validate.Fold
	for i := range maxFolds {
		folds = append(folds, validate.Fold{Test: []int{i}})
	}
	f := Folds(folds, FoldOptions{Scores: make([]float64, maxFolds)})
	texts := written(t, f)
	if slices.Contains(texts, "fold 2") || !slices.Contains(texts, "fold 11") || slices.Contains(texts, "0.000") {
		t.Errorf("%q", texts)
	}
}

func TestFoldErrors(t *testing.T) {
	for _, test := range []struct {
		figure *Figure
		want   error
	}{
		{Folds([]validate.Fold{}), bad("folds", nil)},
		{Folds([]validate.Fold{{}}), bad("folds", nil)},
		{Folds(make([]validate.Fold, 201)), bad("folds", 201)},
		{Folds(twoFolds(), FoldOptions{Scores: []float64{1}}), bad("FoldOptions.Scores", 1)},
		{Folds(twoFolds(), FoldOptions{T: []int{0, 1}}), bad("folds", 2)},
		{Folds([]validate.Fold{{Test: []int{-1}}}), bad("folds", -1)},
		{Folds(twoFolds(), FoldOptions{T: []int{0, 1, 2, 3}, Classes: []string{"a"}}), bad("FoldOptions.T", 1)},
		{Folds(twoFolds(), FoldOptions{T: []int{0}, Groups: []int{0, 1}}), bad("FoldOptions.Groups", 2)},
		{GridScores(GridAxis{Values: []float64{1}}, GridAxis{Values: []float64{1, 2}}, []Scored{{}}), bad("scores", 1)},
		{GridScores(GridAxis{}, GridAxis{}, []Scored{}), bad("scores", nil)},
	} {
		if err := test.figure.Err(); !errtest.Is(err, test.want) {
			t.Errorf("%v, want %#v", err, test.want)
		}
	}
}

// Contrasts of black and of white by the formula of WCAG 2.2: 4.69 and 4.48 on
// #777777, 7.3 and 2.9 on #599FCE, 4.1 and 5.1 on #2171B5.
func TestInkOn(t *testing.T) {
	for c, want := range map[color.NRGBA]color.NRGBA{
		white: Black, Black: white, Orange: Black, Grey: Black, {0x59, 0x9F, 0xCE, 0xFF}: Black, {0x21, 0x71, 0xB5, 0xFF}: white, Blue: white, Yellow: Black,
	} {
		if got := inkOn(c); got != want {
			t.Errorf("%v on %v", got, c)
		}
	}
}

// Groups have names, and colours that no class has; neighbours differ.
func TestGroupsOfFolds(t *testing.T) {
	o := FoldOptions{Groups: []int{0, 0, 1, 1}, GroupNames: []string{"ward A", "ward B"}}
	if texts := written(t, Folds(twoFolds(), o)); !slices.Contains(texts, "ward A") || !slices.Contains(texts, "ward B") || slices.Contains(texts, "1") && slices.Contains(texts, "0") {
		t.Errorf("%q", texts)
	}
	for k := -7; k < 20; k++ {
		if slices.Contains(classColors, groupColor(k)) || groupColor(k) == groupColor(k+1) {
			t.Errorf("group %d has %v", k, groupColor(k))
		}
	}
	o.Groups[3] = 2
	if err := Folds(twoFolds(), o).Err(); !errtest.Is(err, bad("FoldOptions.Groups", 2)) {
		t.Error(err)
	}
}

// Where classes alternate in a column, it shows all of them in their colours.
func TestFoldsOfAlternatingClasses(t *testing.T) {
	var parts struct{ Train, Test []int }
	var classes []int
	for i := range 8000 {
		parts.Train = append(parts.Train, i)
		classes = append(classes, i%4)
	}
	f := Folds([]struct{ Train, Test []int }{parts}, FoldOptions{T: classes})
	seen := map[color.NRGBA]int{}
	img := f.items[1].(*raster).img
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			seen[img.NRGBAAt(x, y)]++
		}
	}
	all := img.Bounds().Dx() * img.Bounds().Dy()
	for k := range 4 {
		if share := float64(seen[classColor(k)]) / float64(all); math.Abs(share-0.25) > 0.06 {
			t.Errorf("class %d has the share %v of the row", k, share)
		}
	}
	if len(seen) != 4 {
		t.Errorf("colours %v", seen)
	}
}

// More classes than colours have a legend.
func TestFoldsOfTwelveClasses(t *testing.T) {
	f := Folds([]struct{ Train, Test []int }{{nil, []int{0, 1}}}, FoldOptions{T: []int{0, 11}, Classes: strings.Split("abcdefghijkl", "")})
	if got := len(f.legend.entries); got != 14 {
		t.Errorf("%d entries in the legend, want 14", got)
	}
	img := f.items[1].(*raster).img
	if b := img.Bounds(); img.NRGBAAt(0, 0) != f.legend.entries[2].patch || img.NRGBAAt(b.Max.X-1, 0) != f.legend.entries[13].patch {
		t.Error("row and legend have different colours")
	}
	one := Folds([]struct{ Train, Test []int }{{nil, []int{0}}})
	if want := []tick{{0.5, "1"}}; !slices.Equal(one.xTicks, want) {
		t.Errorf("ticks %v of one sample, want %v", one.xTicks, want)
	}
}

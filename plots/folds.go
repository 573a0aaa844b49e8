package plots

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"slices"

	"linclass/internal/invalid"
	"linclass/plots/internal/vector"
)

// A Split is a type of fold: validate.Fold, or any other struct with the indices of the
// training and the test samples.
type Split interface {
	~struct{ Train, Test []int }
}

// FoldOptions choose what [Folds] draws beside the folds.
type FoldOptions struct {
	T       []int    // the class of each sample; nil draws no row of classes
	Classes []string // the names of the classes
	Groups  []int    // the group of each sample; nil draws no row of groups
	// GroupNames are the names of the groups 0, 1, …; nil means their numbers.
	GroupNames []string
	// Scores has one score per fold, on its test set, and Score is their name, such as
	// "accuracy".
	Scores []float64
	Score  string
}

// maxFolds is how many folds one figure shows.
const maxFolds = 200

// Folds draws the training and test sets: a row for each fold, with the samples in their
// order from left to right. Rows below show the class and the group of each sample in
// colour; beside each fold is its score. If there are many samples, neighbours share a
// column: its shade is the share of the test set, and classes and groups are stacked in it,
// each as high as its share. More than 200 folds are an error.
//
//	v, err := validate.CrossValidate(d, folds, lclass.Logistic{}, validate.Accuracy)
//	…
//	plots.Show(plots.Folds(v.Folds, plots.FoldOptions{
//		T: d.T(), Classes: d.Classes(), Score: "accuracy", Scores: v.Scores[0].Test}))
func Folds[F Split](folds []F, options ...FoldOptions) *Figure {
	f := New("sample", "")
	o := optional(options)
	if len(folds) == 0 {
		return f.fail("folds", nil, "Folds: no folds")
	}
	if len(folds) > maxFolds {
		return f.fail("folds", len(folds), "Folds: %d folds; the maximum is %d", len(folds), maxFolds)
	}
	if o.Scores != nil && len(o.Scores) != len(folds) {
		return f.fail("FoldOptions.Scores", len(o.Scores), "Folds: %s for %s", counted(len(o.Scores), "score"), counted(len(folds), "fold"))
	}
	roles, err := rolesOf(folds, o)
	if err != nil {
		return f.keep(fmt.Errorf("plots: Folds: %w", err))
	}
	n := len(roles[0])
	top := float64(len(folds))
	for k, role := range roles {
		y := top - 1 - float64(k)
		f.add(newStrip(y, n, func(i int) color.NRGBA { return role[i].color() }))
		if every := (len(folds) + 19) / 20; k%every == 0 {
			f.yTicks = append(f.yTicks, tick{Value: y, Label: fmt.Sprintf("fold %d", k+1)})
		}
	}
	f.legend.add(entry{name: "test", patch: inTest.color()})
	f.legend.add(entry{name: "training", patch: inTraining.color()})
	f.legend.corner = Outside
	bottom := -0.4
	below := func(label string, of []int, names []string, colors func(int) color.NRGBA) {
		y := bottom - 0.8
		f.add(newStackedStrip(y, of, colors))
		f.add(stripNames(y, of, names, colors))
		f.yTicks = append(f.yTicks, tick{Value: y, Label: label})
		bottom -= 1
	}
	if o.T != nil {
		below("class", o.T, o.Classes, areaColor)
		if len(o.Classes) <= mostAreas {
			for k, name := range o.Classes {
				f.legend.add(entry{name: name, patch: areaColor(k)})
			}
		}
	}
	if o.Groups != nil {
		below("group", o.Groups, o.GroupNames, groupColor)
	}
	f.kind = fmt.Sprintf("Diagram of %s of %s", counted(len(folds), "fold"), counted(n, "sample"))
	right, above := float64(n), top-0.4
	if o.Scores != nil {
		m, std, _ := mean(o.Scores)
		write := scoreWriter(append(o.Scores[:len(o.Scores):len(o.Scores)], m))
		f.kind += fmt.Sprintf(" with a mean %s of %s", o.Score, write(m))
		if finite(std) {
			f.kind += " ± " + deviation(std)
		}
		f.add(rowText(float64(n), top, o.Score))
		for k, v := range o.Scores {
			f.add(rowText(float64(n), top-1-float64(k), write(v)))
		}
		f.add(rowText(float64(n), -1, "mean "+write(m)))
		right, above = right*1.2, above+1
		bottom = min(bottom, -1)
	}
	for _, t := range linearTicks(1, float64(n), 6, true) {
		if t.Value >= 1 {
			f.xTicks = append(f.xTicks, tick{Value: t.Value - 0.5, Label: t.Label})
		}
	}
	if n == 1 {
		f.xTicks = []tick{{Value: 0.5, Label: "1"}}
	}
	f.XRange(0, right).YRange(bottom-0.4, above)
	f.height = min(max(60+24*(above-bottom+0.5), 170), 900)
	return f
}

// groupColor returns the colour of a group: light and dark in turn, of a hue that
// no class has, because neighbours must differ and there may be many groups.
func groupColor(k int) color.NRGBA {
	return groupColors[((k%len(groupColors))+len(groupColors))%len(groupColors)]
}

var groupColors = []color.NRGBA{{0xE5, 0xDB, 0xF0, 0xFF}, {0x6A, 0x51, 0x9E, 0xFF}, {0xBC, 0xA9, 0xD8, 0xFF}, {0x3F, 0x1F, 0x70, 0xFF}, {0x93, 0x7C, 0xBC, 0xFF}}

// A role is what a sample does in a fold.
type role byte

const (
	unused role = iota
	inTraining
	inTest
)

func (r role) color() color.NRGBA {
	switch r {
	case inTraining:
		return mix(white, Silver, 0.6)
	case inTest:
		return mix(Black, Grey, 0.35)
	}
	return white
}

// rolesOf returns the role of each sample in each fold.
func rolesOf[F Split](folds []F, o FoldOptions) ([][]role, error) {
	n := max(len(o.T), len(o.Groups))
	known := n > 0
	if o.T != nil && o.Groups != nil && len(o.T) != len(o.Groups) {
		return nil, invalid.Worded("FoldOptions.Groups", len(o.Groups), "classes of %s, groups of %d", counted(len(o.T), "sample"), len(o.Groups))
	}
	for k, fold := range folds {
		parts := struct{ Train, Test []int }(fold)
		for _, part := range [][]int{parts.Train, parts.Test} {
			for _, i := range part {
				if i < 0 || known && i >= n {
					return nil, invalid.Worded("folds", i, "fold %d has sample %d, but the samples are numbered from 0 to %d", k+1, i, n-1)
				}
				if !known {
					n = max(n, i+1)
				}
			}
		}
	}
	if n == 0 {
		return nil, invalid.Worded("folds", nil, "no samples")
	}
	for i, t := range o.T {
		if t < 0 || o.Classes != nil && t >= len(o.Classes) {
			return nil, invalid.Worded("FoldOptions.T", t, "sample %d has class %d, but there are only %d classes, numbered from 0", i, t, len(o.Classes))
		}
	}
	for i, g := range o.Groups {
		if o.GroupNames != nil && (g < 0 || g >= len(o.GroupNames)) {
			return nil, invalid.Worded("FoldOptions.Groups", g, "sample %d has group %d, but there are names for only %d groups, numbered from 0", i, g, len(o.GroupNames))
		}
	}
	roles := make([][]role, len(folds))
	for k, fold := range folds {
		parts := struct{ Train, Test []int }(fold)
		roles[k] = make([]role, n)
		for _, i := range parts.Train {
			roles[k][i] = inTraining
		}
		for _, i := range parts.Test {
			roles[k][i] = inTest
		}
	}
	return roles, nil
}

// maxColumns is how many columns of one colour a row is made of.
const maxColumns = 800

// newStrip returns a row of the samples, each with its colour. Where there are
// more samples than columns, a column has the mean colour of its samples.
func newStrip(y float64, n int, colors func(i int) color.NRGBA) *raster {
	columns := min(n, maxColumns)
	img := image.NewNRGBA(image.Rect(0, 0, columns, 1))
	for j := range columns {
		first, end := j*n/columns, (j+1)*n/columns
		var r, g, b float64
		for i := first; i < end; i++ {
			c := colors(i)
			r, g, b = r+float64(c.R), g+float64(c.G), b+float64(c.B)
		}
		count := float64(end - first)
		img.SetNRGBA(j, 0, color.NRGBA{uint8(math.Round(r / count)), uint8(math.Round(g / count)), uint8(math.Round(b / count)), 0xFF})
	}
	return &raster{enlarge(img, 1200), 0, y - 0.4, float64(n), y + 0.4}
}

// newStackedStrip returns a row of the classes or groups of the samples. Where there are
// more samples than columns, those of a column are stacked, the lowest number at the top.
func newStackedStrip(y float64, of []int, colors func(int) color.NRGBA) *raster {
	n := len(of)
	columns, rows := n, 1
	if n > maxColumns {
		columns, rows = maxColumns, 24 // about as many as there are dots
	}
	img := image.NewNRGBA(image.Rect(0, 0, columns, rows))
	for j := range columns {
		column := slices.Sorted(slices.Values(of[j*n/columns : (j+1)*n/columns]))
		for i := range rows {
			img.SetNRGBA(j, i, colors(column[(2*i+1)*len(column)/(2*rows)]))
		}
	}
	return &raster{enlarge(img, 1200), 0, y - 0.4, float64(n), y + 0.4}
}

// stripNames writes into the runs of samples of one class that are long enough.
func stripNames(y float64, of []int, names []string, color func(int) color.NRGBA) drawing {
	return func(c vector.Canvas, p *axes) {
		for i := 0; i < len(of); {
			end := i
			for end < len(of) && of[end] == of[i] {
				end++
			}
			low, _ := place(c, p, float64(i), y-0.4)
			high, _ := place(c, p, float64(end), y+0.4)
			name := fmt.Sprint(of[i])
			if names != nil {
				name = names[of[i]]
			}
			sty := textStyle(min(9, (high.Y-low.Y)*0.8), inkOn(color(of[i])))
			if r, seen := c.ClipRectangle(vector.Rectangle{Min: low, Max: high}); seen && sty.Width(name) < r.Size().X*0.9 && sty.Size >= smallest {
				at := r.Center()
				at.Y += sty.Extents().Descent / 2
				c.FillText(sty, at, name)
			}
			i = end
		}
	}
}

// rowText writes beside a row, whose height limits the size of the letters.
func rowText(x, y float64, text string) drawing {
	return func(c vector.Canvas, p *axes) {
		at, _ := place(c, p, x, y)
		if !c.Contains(at) {
			return
		}
		next, _ := place(c, p, x, y+1)
		sty := textStyle(min(10, 0.9*(next.Y-at.Y)), Black)
		sty.XAlign = vector.XLeft
		at.X += 6 * pixel
		for sty.Width(text) > c.Max.X-at.X && sty.Size > smallest {
			sty.Size -= 0.5
		}
		if sty.Size >= smallest {
			c.FillText(sty, vector.Point{X: at.X, Y: at.Y + sty.Extents().Descent/2}, text)
		}
	}
}

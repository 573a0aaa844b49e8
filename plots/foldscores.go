package plots

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"linclass/internal/invalid"
	"linclass/plots/internal/vector"
)

// FoldScores are the scores of a learner in the folds of a cross-validation:
// validate.Scores, or [Scored] for numbers from elsewhere.
type FoldScores interface {
	~struct {
		Name          string
		LowerIsBetter bool
		Test          []float64
		Train         []float64
	}
}

// A Scored holds the values of one score of a learner.
type Scored struct {
	Name          string    // of the score
	LowerIsBetter bool      // as for an error or a loss
	Test          []float64 // one value per fold; NaN if it was not measured
	Train         []float64 // the same on the training sets; nil if not measured
}

// mean returns the mean of the folds that were measured, NaN if there are none,
// and their standard deviation with 1/(K−1), NaN for less than two.
func mean(folds []float64) (mean, std float64, n int) {
	measured := slices.DeleteFunc(slices.Clone(folds), math.IsNaN)
	mean, std = stat.MeanStdDev(measured, nil)
	return mean, std, len(measured)
}

// scored returns scores as a type to work with, and an error if they do not
// belong to n places.
func scored[S FoldScores](scores []S, n int) ([]Scored, error) {
	if len(scores) != n {
		return nil, invalid.Worded("scores", len(scores), "%s for %s", counted(len(scores), "score"), counted(n, "place"))
	}
	if n == 0 {
		return nil, invalid.Worded("scores", nil, "no scores")
	}
	var all []Scored
	seen := false
	for i, s := range scores {
		all = append(all, Scored(s))
		if t := all[i].Train; t != nil && len(t) != len(all[i].Test) {
			return nil, invalid.Worded("scores", i, "score %d has %s for the test and %d for the training", i, counted(len(all[i].Test), "fold"), len(t))
		}
		m, _, _ := mean(all[i].Test)
		seen = seen || finite(m)
	}
	if !seen {
		return nil, invalid.Worded("scores", nil, "no fold has a finite score")
	}
	return all, nil
}

// bestOf returns the number of the best mean on the test sets, the first of
// equal ones, and its standard error. Means of different folds do not compare:
// it is one of those that were measured on the most folds, as validate.Search
// chooses.
func bestOf(scores []Scored) (best int, se float64) {
	most := 0
	for _, s := range scores {
		_, _, n := mean(s.Test)
		most = max(most, n)
	}
	best, top := -1, math.NaN()
	for i, s := range scores {
		m, std, n := mean(s.Test)
		if n < most || math.IsNaN(m) {
			continue
		}
		if best < 0 || !s.LowerIsBetter && m > top || s.LowerIsBetter && m < top {
			best, top, se = i, m, std/math.Sqrt(float64(n))
		}
	}
	return best, se
}

// foldCurves draws bands of one standard deviation over the folds and above all
// of them the means, each of training sets and over them of test sets.
func (f *Figure) foldCurves(x []float64, scores []Scored) {
	order := sorted(len(x), func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	var bands, lines []item
	for k, set := range []string{"test", "training"} {
		var xs, means, low, high []float64
		seen := false
		fewest, most := math.MaxInt, 0 // folds that were measured, where there is a deviation
		for _, i := range order {
			values := scores[i].Test
			if k == 1 {
				values = scores[i].Train
			}
			m, std, n := mean(values)
			if n > 1 {
				fewest, most = min(fewest, n), max(most, n)
			}
			xs, means = append(xs, x[i]), append(means, m)
			low, high = append(low, m-std), append(high, m+std)
			seen = seen || finite(m)
		}
		if !seen {
			continue
		}
		l := &polyline{x: xs, y: means, line: curveStyle(k, classColors)}
		l.glyph = classGlyph(k, radius(100))
		e := entry{name: set, line: l.line, glyph: l.glyph}
		if most > 1 {
			b := &band{x: xs, low: low, high: high, color: translucent(l.line.Color)}
			folds := counted(most, "fold")
			if fewest < most {
				folds = fmt.Sprintf("%d to %s", fewest, folds)
			}
			e.name, e.patch = fmt.Sprintf("%s, mean ± std of %s", set, folds), b.color
			bands = append(bands, b, &lonely{b})
		}
		lines = append(lines, l)
		f.legend.add(e)
	}
	for _, items := range [][]item{bands, lines} {
		for _, i := range slices.Backward(items) {
			f.add(i)
		}
	}
}

// A lonely is the part of a band at places without a neighbour, where it has no width.
type lonely struct{ *band }

func (l *lonely) plot(c vector.Canvas, p *axes) {
	known := func(i int) bool { return i >= 0 && i < len(l.x) && finite(l.low[i]) && finite(l.high[i]) }
	for i, x := range l.x {
		from, ok := place(c, p, x, l.low[i])
		to, ok2 := place(c, p, x, l.high[i])
		if known(i) && !known(i-1) && !known(i+1) && ok && ok2 {
			bar := vector.Rectangle{Min: vector.Point{X: from.X - 7*pixel, Y: from.Y}, Max: vector.Point{X: from.X + 7*pixel, Y: to.Y}}
			if seen, ok := c.ClipRectangle(bar); ok {
				c.SetColor(l.color)
				c.Fill(seen.Path())
			}
		}
	}
}

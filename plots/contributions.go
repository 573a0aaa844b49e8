package plots

import (
	"cmp"
	"fmt"
	"math"

	"linclass/lclass"
	"linclass/plots/internal/vector"
)

// shownContributions is how many features a figure of contributions shows one by one.
const shownContributions = 20

// Contributions draws how the features of sample i lead from the score of the average
// sample to score k of sample i: a bar for each feature, the largest contribution first.
// Each bar begins where the one before it ends. If there are more than 20 features, the
// smallest contributions share one bar.
func Contributions(c *lclass.Contributions, i, k int) *Figure {
	if c == nil || len(c.Of) == 0 {
		return failed("contributions", nil, "Contributions: there are none; use Contributions of a model")
	}
	if k < 0 || k >= len(c.Of) {
		return failed("k", k, "Contributions: there is no score %d; the model has %d", k, len(c.Of))
	}
	if n, _ := c.Of[k].Dims(); i < 0 || i >= n {
		return failed("i", i, "Contributions: there is no sample %d; there are %d", i, n)
	}
	row := c.Of[k].RawRowView(i)
	order := sorted(len(row), func(a, b int) int { return cmp.Compare(math.Abs(row[b]), math.Abs(row[a])) })
	names, parts := []string{}, []float64{}
	for at, j := range order {
		if len(order) > shownContributions && at >= shownContributions-1 {
			break
		}
		names, parts = append(names, c.Features[j]), append(parts, row[j])
	}
	if rest := order[len(parts):]; len(rest) > 0 {
		var sum float64
		for _, j := range rest {
			sum += row[j]
		}
		names, parts = append(names, fmt.Sprintf("%d others", len(rest))), append(parts, sum)
	}

	f := New("score of "+c.Scores[k], "")
	level, lines := c.Base[k], float64(len(parts))
	f.kind = fmt.Sprintf("Contributions to the score of %s, from %s of the average sample", c.Scores[k], short(level))
	line := vector.LineStyle{Color: Grey, Width: 1}
	f.yTicks = append(f.yTicks, tick{Value: lines + 1, Label: "average " + withSign(level)})
	for at, v := range parts {
		y, style := lines-float64(at), 1
		if v < 0 {
			style = 0
		}
		f.yTicks = append(f.yTicks, tick{Value: y, Label: names[at] + " " + withSign(v)})
		f.kind += fmt.Sprintf(", %s %s", names[at], change(v))
		f.add(&polyline{x: []float64{level, level}, y: []float64{y + 1.3, y - 0.3}, line: line})
		f.add(&bar{from: level, value: level + v, y: y, thick: 0.6, style: style, low: math.NaN(), high: math.NaN()})
		level += v
	}
	f.add(&polyline{x: []float64{level, level}, y: []float64{1.3, -0.3}, line: line})
	f.yTicks = append(f.yTicks, tick{Value: 0, Label: "sample " + withSign(level)})
	f.kind += fmt.Sprintf(", to %s of the sample", short(level))
	f.YRange(-0.6, lines+1.6)
	f.VLine(c.Base[k], "", Style{Color: Grey, Width: 0.8})
	f.height = min(max(150, 70+19*(lines+2)), 1800)
	return f
}

// withSign prints a number with its sign.
func withSign(v float64) string { return signed(fmt.Sprintf("%+.3g", v)) }

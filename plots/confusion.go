package plots

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

// A Share selects the denominator of the numbers in a confusion matrix.
type Share int

const (
	// Counts draws numbers of samples. The shade is the share of the true class, which is
	// printed below the count for up to five classes.
	Counts Share = iota
	// ByTrue are shares of the true class: the diagonal is the recall.
	ByTrue
	// ByPredicted are shares of the predicted class: the diagonal is the
	// precision.
	ByPredicted
	// ByAll are shares of all samples: the diagonal sums to the accuracy.
	ByAll
)

// ConfusionOptions choose what [Confusion] draws. The zero value draws counts,
// with a row for each true class.
type ConfusionOptions struct {
	Of Share
	// Errors leaves the diagonal empty and shades only the errors.
	Errors bool
	// PredictedRows draws a row for each predicted class and a column for each
	// true one, as Chemnitz does.
	PredictedRows bool
}

// Confusion draws a confusion matrix: a row for each true class, a column for each
// predicted one, unless PredictedRows swaps them, and in each cell a count or a share in
// percent, such as "<0.1" for a share that is not 0. The axes say which is which. Correct predictions are on the diagonal from the
// upper left to the lower right. A share of a class without samples is "–". Cells too small
// for a number have only their shade.
func Confusion(m *metric.ConfusionMatrix, options ...ConfusionOptions) *Figure {
	f := New("predicted class (columns)", "true class (rows)")
	if m == nil || len(m.Classes) == 0 {
		return f.fail("classes", nil, "Confusion: no classes")
	}
	k := len(m.Classes)
	if m.Counts == nil {
		return f.fail("counts", nil, "Confusion: the matrix has no Counts")
	}
	if r, c := m.Counts.Dims(); r != k || c != k {
		return f.fail("counts", []int{r, c}, "Confusion: %d×%d counts for %d classes", r, c, k)
	}
	o := optional(options)
	if o.Of < Counts || o.Of > ByAll {
		return f.fail("ConfusionOptions.Of", o.Of, "Confusion: ConfusionOptions.Of is %d; use Counts, ByTrue, ByPredicted or ByAll", o.Of)
	}
	f.XRange(-0.5, float64(k)-0.5).YRange(-0.5, float64(k)-0.5)
	shares, of := m.ByTrue(), "the true class"
	switch o.Of {
	case ByPredicted:
		shares, of = m.ByPredicted(), "the predicted class"
	case ByAll:
		shares, of = m.ByAll(), "all samples"
	}
	scale := shadeScale(shares, o)
	for i, name := range m.Classes {
		f.xTicks = append(f.xTicks, tick{Value: float64(i), Label: name})
		f.yTicks = append(f.yTicks, tick{Value: float64(k - 1 - i), Label: name})
		for j := range k {
			t, y := i, j
			if o.PredictedRows {
				t, y = j, i
			}
			n, share := m.Counts.At(t, y), shares.At(t, y)
			e := &cell{x: float64(j), y: float64(k - 1 - i), fill: white}
			switch {
			case o.Errors && i == j:
				e.fill = mix(white, Silver, 0.4)
			case !math.IsNaN(share):
				e.fill = sequential.at(share / scale)
			}
			if !o.Errors || i != j {
				e.lines = cellText(n, share, k, o.Of)
			}
			if e.ink = inkOn(e.fill); n == 0 {
				e.ink = Grey // a faint zero
			}
			f.add(e)
		}
	}
	if o.PredictedRows {
		f.xName, f.yName = "true class (columns)", "predicted class (rows)"
	}
	f.equal = true
	f.kind = fmt.Sprintf("Confusion matrix of %s with accuracy %s", strings.Join(m.Classes, ", "), percent(m.Accuracy())) + worstConfusion(m)
	side := min(max(56*float64(k), 250), max(420, min(42*float64(k), 900)))
	f.width, f.height = side+110, side+60
	f.tickLength = 3
	f.slantNames(side / float64(k))
	f.bar = &colorBar{colors: sequential.at, lo: 0, hi: 100 * scale, label: "share of " + of + " (%)"}
	f.width += 70
	f.growForNames()
	return f
}

// shadeScale returns the share with the darkest shade: 1, of errors alone the
// largest.
func shadeScale(shares *mat.Dense, o ConfusionOptions) float64 {
	if !o.Errors {
		return 1
	}
	largest := 0.0
	k, _ := shares.Dims()
	for i := range k {
		for j := range k {
			if v := shares.At(i, j); i != j && v > largest {
				largest = v
			}
		}
	}
	if largest == 0 {
		return 1
	}
	return largest
}

// worstConfusion says which error is the most frequent, "" if there is none.
func worstConfusion(m *metric.ConfusionMatrix) string {
	worst, said, total := 0.0, "", mat.Sum(m.Counts)
	for t, name := range m.Classes {
		for y, as := range m.Classes {
			if n := m.Counts.At(t, y); t != y && n > worst {
				worst, said = n, fmt.Sprintf(", most often wrong with %s taken for %s (%s of %s)", name, as, count(n), count(total))
			}
		}
	}
	return said
}

// cellText returns the text of a cell. A matrix of more than ten classes has no zeros.
func cellText(n, share float64, classes int, of Share) []string {
	switch {
	case n == 0 && classes > 10:
		return nil
	case math.IsNaN(share) && of != Counts:
		return []string{"–"}
	case of == Counts && classes <= 5 && !math.IsNaN(share):
		return []string{count(n), withUnit(percentage(share, 1))}
	case of == Counts:
		return []string{count(n)}
	case n == 0:
		return []string{"0"}
	}
	return []string{percentage(share, 1)}
}

// count writes whole numbers without decimals, weighted counts with one, and those below
// 1 with two digits.
func count(n float64) string {
	switch {
	case n == 0:
		return "0"
	case n == math.Trunc(n):
		return signed(strconv.FormatFloat(n, 'f', 0, 64))
	case math.Abs(n) < 1 || !finite(n):
		return digits(n, 2)
	}
	return signed(strings.TrimSuffix(strconv.FormatFloat(n, 'f', 1, 64), ".0"))
}

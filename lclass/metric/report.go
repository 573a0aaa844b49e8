package metric

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Predictions are what a [Report] is made of.
type Predictions struct {
	T       []int      // the targets, 0 to K−1
	Y       []int      // the predicted classes; nil means those of the highest P, the first of equal ones
	P       mat.Matrix // n×K probabilities of the classes; nil means that there are none
	S       []float64  // weights of the samples; nil means 1 each
	Classes []string   // names; nil means numbers
}

// A Report says in one table how good predictions are: a line for each class,
// with two of the means over them, and what is said of all classes together. It
// prints as text and, in a notebook, as HTML; frames.OfReport makes data frames
// of it.
type Report struct {
	Confusion *ConfusionMatrix
	// Columns hold the rates: a number for each class, then their macro and
	// their weighted mean, without classes in which the rate is 0/0.
	Columns []Column
	// Figures are about all classes.
	Values []Value
	// Notes say what is behind the numbers: means that leave out classes, and
	// probabilities that do not sum to 1. They are printed below.
	Notes []string
}

// A Column is a rate of all lines of a report.
type Column struct {
	Name   string
	Number []float64
}

// A Figure is a number about all classes.
type Value struct {
	Name  string
	Value float64
}

// NewReport returns precision, recall, specificity and F1 of each class, how
// often it occurs, and accuracy, balanced accuracy, MCC and Cohen's kappa.
// Probabilities add the area under the ROC curve and the average precision of
// each class against the rest, the log-loss and the Brier score (of two classes
// [Brier], else [BrierClasses]). What has no value, as everything without samples,
// is NaN and printed as "–". validate.Report makes one of a model and test data. It
// panics if lengths or numbers of classes do not fit.
func NewReport(p Predictions) *Report {
	if p.Y == nil && p.P != nil {
		p.Y = highest(p.P)
	}
	if p.P != nil {
		p.checkColumns()
	}
	m := WeightedConfusion(p.T, p.Y, p.S, p.Classes)
	r := &Report{Confusion: m}
	classes := m.PerClass()
	for _, c := range []struct {
		name string
		rate Rate
	}{
		{"precision", Counts.Precision},
		{"recall", Counts.Recall},
		{"specificity", Counts.Specificity},
		{"F1", Counts.F1},
	} {
		r.rate(c.name, classes, c.rate)
	}
	r.Values = []Value{
		{"accuracy", m.Accuracy()},
		{"balanced accuracy", m.BalancedAccuracy()},
		{"MCC", m.MCC()},
		{"kappa", m.Kappa()},
	}
	if p.P != nil {
		r.probabilities(p)
	}
	occurred, _, total := m.margins()
	r.Columns = append(r.Columns, Column{"samples", append(occurred, total, total)})
	return r
}

// checkColumns also names the classes: there may be more than t and y show.
func (p *Predictions) checkColumns() {
	n, classes := dims(p.P)
	checkLengths("NewReport", len(p.T), n, p.S)
	if p.Classes == nil && classes > 0 {
		p.Classes = numberNames([]int{classes - 1}, []int{0})
	}
	if len(p.Classes) != classes {
		panic(fmt.Sprintf("metric: NewReport: probabilities of %d classes and %d names", classes, len(p.Classes)))
	}
}

func (r *Report) rate(name string, classes []Counts, rate Rate) {
	var v, n []float64
	for _, c := range classes {
		v, n = append(v, rate(c)), append(n, c.Support())
	}
	r.add(name, v, n)
}

// add adds a column with the means of the values.
func (r *Report) add(name string, v, n []float64) {
	r.Columns = append(r.Columns, Column{name, append(v, Mean(v, nil), Mean(v, n))})
	var out []string
	for k, class := range r.Confusion.Classes {
		if math.IsNaN(v[k]) {
			out = append(out, class)
		}
	}
	if len(out) > 0 && len(out) < len(v) {
		r.Notes = append(r.Notes, fmt.Sprintf("The means of %s leave out %s, where it has no value.", name, strings.Join(out, ", ")))
	}
}

// checkSums notes rows of probabilities whose sum is not 1.
func (r *Report) checkSums(p Predictions) {
	n, classes := dims(p.P)
	var off int
	first, sum := -1, 0.
	for i := range n {
		var v float64
		for k := range classes {
			v += p.P.At(i, k)
		}
		if math.Abs(v-1) > 1e-6 && weight(p.S, i) != 0 {
			if off++; first < 0 {
				first, sum = i, v
			}
		}
	}
	if off > 0 {
		r.Notes = append(r.Notes, fmt.Sprintf("The probabilities of %d of %d samples do not sum to 1, the first, sample %d, to %.4g: log-loss and Brier score are not those of probabilities.", off, n, first, sum))
	}
}

func (r *Report) probabilities(p Predictions) {
	occurred, _, _ := r.Confusion.margins()
	var areas, precisions []float64
	for k := range r.Confusion.Classes {
		ranking := WeightedRank(OneVsRest(p.T, k), mat.Col(nil, k, p.P), p.S)
		areas, precisions = append(areas, ranking.AUC()), append(precisions, ranking.AveragePrecision())
	}
	r.add("AUC", areas, occurred)
	r.add("average precision", precisions, occurred)
	brier := WeightedBrierClasses(p.T, p.P, p.S)
	if len(r.Confusion.Classes) == 2 {
		brier = WeightedBrier(p.T, mat.Col(nil, 1, p.P), p.S)
	}
	r.checkSums(p)
	r.Values = append(r.Values, Value{"log-loss", WeightedLogLoss(p.T, p.P, p.S)}, Value{"Brier score", brier})
}

// Lines returns the names of the lines: the classes and the two means.
func (r *Report) Lines() []string {
	return append(append([]string(nil), r.Confusion.Classes...), "macro mean", "weighted mean")
}

// Figure returns the figure of that name, and NaN if there is none.
func (r *Report) Value(name string) float64 {
	for _, f := range r.Values {
		if f.Name == name {
			return f.Value
		}
	}
	return math.NaN()
}

// highest returns the column of the highest number of each row, the first of
// equal ones.
func highest(p mat.Matrix) []int {
	n, classes := dims(p)
	y := make([]int, n)
	for i := range y {
		for k := 1; k < classes; k++ {
			if p.At(i, k) > p.At(i, y[i]) {
				y[i] = k
			}
		}
	}
	return y
}

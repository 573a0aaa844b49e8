package metric

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// Predictions hold what [NewReport] measures. Y or P may be nil.
type Predictions struct {
	T       []int      // the targets, 0 to K−1
	Y       []int      // the predicted classes; nil means those of the highest P, of equal ones the first
	P       mat.Matrix // n×K probabilities of the classes; nil leaves out what needs them
	S       []float64  // the sample weights; nil means that every sample counts 1
	Classes []string   // K names; nil means "0", "1", …
}

// A Report measures predictions in one table: a line for each class, two lines
// of means over the classes, and below them values of all classes together. It
// prints as text and, in a notebook, as HTML; frames.OfReport returns it as data
// frames.
type Report struct {
	Confusion *ConfusionMatrix
	// Columns hold the rates: a number for each class, then their macro and
	// their weighted mean, without classes whose rate is 0/0.
	Columns []Column
	// Values are measures of all classes together.
	Values []Value
	// Notes name means that leave out classes, and probabilities that do not sum
	// to 1. They are printed last.
	Notes []string
}

// A Column holds a rate for each line of a report.
type Column struct {
	Name   string
	Number []float64
}

// A Value is a measure of all classes together.
type Value struct {
	Name  string
	Value float64
}

// NewReport returns precision, recall, specificity, F1 and the number of samples
// of each class, and accuracy, balanced accuracy, MCC and Cohen's kappa. With
// probabilities it adds the area under the ROC curve and the average precision
// of each class against the rest, the log-loss and the Brier score: [Brier] for
// two classes, [BrierClasses] for more. A measure without a value, such as any of
// no samples, is NaN and prints as "–". validate.Report makes a report of a model
// and test data. NewReport panics if lengths or numbers of classes differ.
func NewReport(p Predictions) *Report {
	if p.Y == nil && p.P != nil {
		p.Y = highest(p.P)
	}
	if p.P != nil {
		p.checkColumns()
	}
	m := Confusion(p.T, p.Y, p.Classes, p.S)
	r := &Report{Confusion: m}
	classes := m.perClass()
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
	support, _, total := m.margins()
	r.Columns = append(r.Columns, Column{"samples", append(support, total, total)})
	return r
}

// checkColumns panics unless there is a name for each column of the
// probabilities. If there are no names, it sets numbers: there may be more classes
// than t and y have.
func (p *Predictions) checkColumns() {
	n, classes := dims(p.P)
	checkLengths("NewReport", len(p.T), n, p.S)
	if p.Classes == nil && classes > 0 {
		p.Classes = numberNames([]int{classes - 1}, []int{0})
	}
	if len(p.Classes) != classes {
		panic(fmt.Sprintf("metric: NewReport: probabilities of %d classes but %d names", classes, len(p.Classes)))
	}
}

func (r *Report) rate(name string, classes []Counts, rate Rate) {
	var v, n []float64
	for _, c := range classes {
		v, n = append(v, rate(c)), append(n, c.Support())
	}
	r.add(name, v, n)
}

// add appends a column with the values and their means.
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

// checkSums notes the rows of probabilities whose sum is not 1.
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
		r.Notes = append(r.Notes, fmt.Sprintf("The probabilities of %d of %d samples do not sum to 1 (sample %d: %.4g). Log-loss and Brier score assume that they do.", off, n, first, sum))
	}
}

func (r *Report) probabilities(p Predictions) {
	support, _, _ := r.Confusion.margins()
	var areas, precisions []float64
	for k := range r.Confusion.Classes {
		ranking := Rank(OneVsRest(p.T, k), mat.Col(nil, k, p.P), p.S)
		areas, precisions = append(areas, ranking.auc()), append(precisions, ranking.averagePrecision())
	}
	r.add("AUC", areas, support)
	r.add("average precision", precisions, support)
	brier := BrierClasses(p.T, p.P, p.S)
	if len(r.Confusion.Classes) == 2 {
		brier = Brier(p.T, mat.Col(nil, 1, p.P), p.S)
	}
	r.checkSums(p)
	r.Values = append(r.Values, Value{"log-loss", LogLoss(p.T, p.P, p.S)}, Value{"Brier score", brier})
}

// Lines returns the names of the lines: the classes and the two means.
func (r *Report) Lines() []string {
	return append(append([]string(nil), r.Confusion.Classes...), "macro mean", "weighted mean")
}

// highest returns the column of the highest number in each row, of equal ones
// the first.
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

package metric_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/metric"
)

func ExampleNewReport() {
	fmt.Print(metric.NewReport(metric.Predictions{
		T:       []int{0, 0, 0, 1, 1, 1, 1, 1},
		Y:       []int{0, 0, 1, 1, 1, 1, 0, 1},
		Classes: []string{"healthy", "ill"},
	}))
	// Output:
	//                precision  recall  specificity     F1  samples
	// healthy            0.667   0.667        0.800  0.667        3
	// ill                0.800   0.800        0.667  0.800        5
	// macro mean         0.733   0.733        0.733  0.733        8
	// weighted mean      0.750   0.750        0.717  0.750        8
	//
	// accuracy 0.750
	// balanced accuracy 0.733
	// MCC 0.467
	// kappa 0.467
}

// value returns the value of a report of that name.
func value(r *metric.Report, name string) float64 {
	i := slices.IndexFunc(r.Values, func(v metric.Value) bool { return v.Name == name })
	return r.Values[i].Value
}

// The report has the numbers of the functions of the same predictions.
func TestReportOfProbabilities(t *testing.T) {
	target, s := []int{0, 1, 2, 1, 0, 2}, []float64{1, 2, 1, 0.5, 0, 1}
	p := mat.NewDense(6, 3, []float64{
		0.6, 0.3, 0.1,
		0.3, 0.3, 0.4,
		0.2, 0.2, 0.6,
		0.4, 0.4, 0.2, // a tie, which class 0 wins
		0.0, 0.9, 0.1,
		0.5, 0.2, 0.3,
	})
	y := []int{0, 2, 2, 0, 1, 0}
	names := []string{"a", "b", "<c>"}
	r := metric.NewReport(metric.Predictions{T: target, P: p, S: s, Classes: names})
	m := metric.Confusion(target, y, names, s)
	if !mat.Equal(r.Confusion.Counts, m.Counts) {
		t.Fatalf("%v, want %v", r.Confusion, m)
	}
	columns := map[string][]float64{}
	for _, c := range r.Columns {
		columns[c.Name] = c.Number
	}
	for k := range names {
		is, z := metric.OneVsRest(target, k), mat.Col(nil, k, p)
		check(t, "recall", columns["recall"][k], m.Class(k).Recall())
		check(t, "specificity", columns["specificity"][k], m.Class(k).Specificity())
		check(t, "AUC", columns["AUC"][k], metric.AUC(is, z, s))
		check(t, "average precision", columns["average precision"][k], metric.AveragePrecision(is, z, s))
		check(t, "samples", columns["samples"][k], m.Class(k).Support())
	}
	areas := metric.AUCOneVsRest(target, p, s)
	check(t, "macro AUC", columns["AUC"][3], metric.Mean(areas, nil))
	check(t, "weighted AUC", columns["AUC"][4], metric.Mean(areas, metric.Support(target, 3, s)))
	check(t, "weighted precision", columns["precision"][4], m.Weighted(metric.Counts.Precision))
	check(t, "samples", columns["samples"][4], 5.5)
	check(t, "log-loss", value(r, "log-loss"), metric.LogLoss(target, p, s))
	check(t, "Brier score", value(r, "Brier score"), metric.BrierClasses(target, p, s))
	check(t, "MCC", value(r, "MCC"), m.MCC())

	two := metric.NewReport(metric.Predictions{T: []int{0, 1}, P: mat.NewDense(2, 2, []float64{0.8, 0.2, 0.3, 0.7})})
	check(t, "Brier score of two", value(two, "Brier score"), (0.04+0.09)/2)
	if two.Lines()[1] != "1" {
		t.Error(two.Lines())
	}

	html := r.HTML()
	for _, want := range []string{"&lt;c&gt;", "average precision</th>", ">–</td>", "<br>\nlog-loss "} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in\n%s", want, html)
		}
	}
	if strings.Contains(html, "<c>") {
		t.Error("a name is not escaped")
	}
}

func TestReportOfNothing(t *testing.T) {
	for _, p := range []metric.Predictions{{}, {P: &mat.Dense{}}, {Classes: []string{"a", "b"}}} {
		r := metric.NewReport(p)
		check(t, "accuracy", value(r, "accuracy"), math.NaN())
		if text := r.String(); !strings.Contains(text, "kappa –") || !strings.Contains(text, "macro mean") {
			t.Error(text)
		}
	}
}

// A report notes which classes its means leave out, and rows of probabilities
// that do not sum to 1.
func TestReportNotes(t *testing.T) {
	r := metric.NewReport(metric.Predictions{
		T: []int{0, 1, 2, 1}, Y: []int{0, 1, 1, 1}, Classes: []string{"a", "b", "<c>"},
		P: mat.NewDense(4, 3, []float64{0.5, 0.25, 0.25, 0.1, 0.8, 0.1, 0.4, 0.4, 0.4, 0, 0.5, 0}), S: []float64{1, 1, 1, 0},
	})
	if len(r.Notes) != 2 {
		t.Fatalf("notes %q", r.Notes)
	}
	for i, want := range []string{
		"The means of precision leave out <c>, where it has no value.",
		"The probabilities of 1 of 4 samples do not sum to 1 (sample 2: 1.2). Log-loss and Brier score assume that they do.",
	} {
		if r.Notes[i] != want {
			t.Errorf("note %q, want %q", r.Notes[i], want)
		}
		if !strings.Contains(r.String(), want) || !strings.Contains(r.HTML(), strings.ReplaceAll(strings.ReplaceAll(want, "<", "&lt;"), ">", "&gt;")) {
			t.Errorf("%q is not printed in %s", want, r)
		}
	}
	if r := metric.NewReport(metric.Predictions{T: []int{0, 1}, Y: []int{1, 0}}); r.Notes != nil {
		t.Errorf("notes %q", r.Notes)
	}
}

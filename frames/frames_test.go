package frames_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"linclass/datasets"
	"linclass/frames"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// gota's own way by texts would write the small numbers as 0.000000.
func TestNumbersKeepTheirLastDigit(t *testing.T) {
	numbers := []float64{1e-300, -1.0 / 3, math.Inf(1), 4e22, 0}
	df := frames.Of(lclass.Table{Columns: []lclass.TableColumn{
		{Name: "name", Text: []string{"a", "1e3", "007", "", "true"}},
		{Name: "value", Number: numbers},
	}})
	if df.Error() != nil {
		t.Fatal(df.Error())
	}
	if got := df.Names(); !slices.Equal(got, []string{"name", "value"}) {
		t.Errorf("names %q", got)
	}
	if got := df.Col("value").Float(); !slices.Equal(got, numbers) {
		t.Errorf("numbers %v, want %v", got, numbers)
	}
	if got := df.Col("name").Records(); !slices.Equal(got, []string{"a", "1e3", "007", "", "true"}) {
		t.Errorf("texts %q", got)
	}
}

func TestEmptyTable(t *testing.T) {
	if df := frames.Of(lclass.Table{}); df.Nrow() != 0 || df.Ncol() != 0 || df.Error() != nil {
		t.Errorf("%d×%d, error %v", df.Nrow(), df.Ncol(), df.Error())
	}
}

// The weights of a model as a data frame.
func ExampleOf_model() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species"}))
	m := lclass.Must(lclass.Softmax{Penalty: lclass.L2(0.01)}.Fit(d))
	w := frames.Of(m.Table())
	fmt.Println(w.Names(), w.Col("name").Records())
	fmt.Printf("%.3f\n", w.Col("virginica").Float())
	// Output:
	// [name setosa versicolor virginica] [b sepal_length sepal_width petal_length petal_width]
	// [-11.226 -0.023 -0.476 2.395 1.731]
}

func ExampleOf() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "petal_width", Features: []string{"petal_length"}}))
	m := lclass.Must(lclass.LinearRegression{}.Fit(d))
	df := frames.Of(lclass.Must(m.Summary(d)).Table())
	fmt.Println(df.Names())
	fmt.Printf("%.6f\n", df.Col("se").Float())
	// Output:
	// [name value se t p low high]
	// [0.039762 0.009582]
}

// The report of a model, and its confusion matrix, as data frames.
func ExampleOfReport() {
	d := lclass.Must(lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: []string{"sepal_length"}}))
	m := lclass.Must(lclass.LDA{}.Fit(d))
	r := lclass.Must(validate.Report(m, d))
	rates, figures := frames.OfReport(r)
	fmt.Println(rates.Names())
	fmt.Println(rates.Col("class").Records())
	fmt.Printf("%.3f\n", rates.Col("F1").Float())
	fmt.Printf("%s %.3f\n", figures.Col("figure").Records()[0], figures.Col("value").Float()[0])
	counts := frames.OfConfusion(r.Confusion)
	fmt.Println(counts.Names(), counts.Col("virginica").Float())
	// Output:
	// [class precision recall specificity F1 AUC average precision samples]
	// [setosa versicolor virginica macro mean weighted mean]
	// [0.882 0.619 0.733 0.745 0.745]
	// accuracy 0.747
	// [true \ predicted setosa versicolor virginica] [0 14 37]
}

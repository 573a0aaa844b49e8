package plots

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass"
)

// Regions of a pipeline are in the units of the data, whatever it makes of them,
// and those of one that takes texts, or more than two columns, are refused.
func TestRegionsOfPipeline(t *testing.T) {
	x := mat.NewDense(8, 2, []float64{0, 0, 1, 1, 0, 1, 1, 0, 0.1, 0, 1, 0.9, 0, 1.1, 0.9, 0})
	d := lclass.Must(lclass.FromMatrix(x, []int{0, 0, 1, 1, 0, 0, 1, 1}, []string{"a", "b"}))
	m := lclass.Must(lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Standardize{}, lclass.Polynomial{}},
		Of:      lclass.Logistic{Penalty: lclass.L2(0.01)},
	}.Fit(d))
	if err := Save(filepath.Join(t.TempDir(), "regions.svg"), Regions(m, d)); err != nil {
		t.Error(err)
	}
	q := lclass.Must(lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.QDA{}}.Fit(d))
	if err := Regions(q, d).Err(); err != nil {
		t.Error(err)
	}
	table := dataframe.ReadCSV(strings.NewReader("a,b,t\n1,u,x\n2,v,x\n3,u,y\n4,v,y\n"))
	texts := lclass.Must(lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.OneHot{}},
		Of:      lclass.Logistic{Penalty: lclass.L2(1)},
	}.Fit(lclass.Must(lclass.FromFrame(table, lclass.Columns{Target: "t", Raw: true}))))
	if err := Regions(texts, d).Err(); !errtest.Is(err, bad("Model.Preparation", "b")) {
		t.Errorf("a text column: %v", err)
	}
	wide := lclass.Must(lclass.FromMatrix(mat.NewDense(4, 3, []float64{0, 0, 1, 1, 2, 0, 0, 1, 1, 3, 1, 0}), []int{0, 1, 0, 1}, []string{"a", "b"}))
	two := lclass.Must(lclass.Pipeline{
		Prepare: []lclass.Preparation{lclass.Select{"x1", "x2"}},
		Of:      lclass.Logistic{Penalty: lclass.L2(1)},
	}.Fit(wide))
	if err := Regions(two, d).Err(); err != nil {
		t.Errorf("three columns of which two are taken: %v", err)
	}
	three := lclass.Must(lclass.Pipeline{Prepare: []lclass.Preparation{lclass.Standardize{}}, Of: lclass.Logistic{Penalty: lclass.L2(1)}}.Fit(wide))
	if err := Regions(three, d).Err(); !errtest.Is(err, bad("features", 3)) {
		t.Errorf("three columns: %v", err)
	}
}

// The axis says in which units the weights are where a preparation changes them.
func TestUnitsOfWeights(t *testing.T) {
	x := mat.NewDense(6, 2, []float64{0, 10, 1, 30, 2, 20, 3, 60, 4, 40, 5, 50})
	d := lclass.Must(lclass.FromMatrix(x, []int{0, 0, 1, 0, 1, 1}, []string{"a", "b"}))
	fit := func(steps ...lclass.Preparation) *lclass.Model {
		return lclass.Must(lclass.Pipeline{Prepare: steps, Of: lclass.Logistic{Penalty: lclass.L2(0.1)}}.Fit(d))
	}
	boot := BarOptions{Bootstrap: &lclass.BootstrapSummary{}}
	for _, test := range []struct {
		m    *lclass.Model
		o    BarOptions
		want string
	}{
		{fit(), BarOptions{}, "weight"},
		{fit(lclass.Select{"x1", "x2"}), boot, "weight"},
		{fit(lclass.Standardize{}), BarOptions{}, "weight of prepared features"},
		{fit(lclass.Standardize{}), boot, "weight in units of the data"},
	} {
		if got := weightName(test.m, test.o); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
	if f := Coefficients(fit(lclass.Standardize{})); f.Err() != nil || f.xName != "weight of prepared features (positive speaks for “b”)" {
		t.Errorf("%q: %v", f.xName, f.Err())
	}
}

package lclass_test

import (
	"fmt"
	"strings"
	"testing"

	"linclass/lclass"
)

func TestModelTable(t *testing.T) {
	one := byRule(lclass.SigmoidOutput).Table()
	equal(t, "names", one.Columns[0], lclass.TableColumn{Name: "name", Text: []string{"b", "x1", "x2"}})
	equal(t, "w", one.Columns[1].Name, "w")
	equal(t, "weights", one.Columns[1].Number, []float64{-1, 1, 0})

	m := byRule(lclass.OneVsOneOutput)
	m.B = []float64{7, 8, 9}
	m.Features = []string{"b", "x"}
	three := m.Table()
	equal(t, "names", three.Columns[0].Text, []string{"bias b", "b", "x"})
	equal(t, "column", three.Columns[3].Name, "blue not green")
	equal(t, "weights", three.Columns[2].Number, []float64{8, 0, 1})
	m.B[1] = 0
	equal(t, "a copy", three.Columns[2].Number[0], 8)

	// Classes may be called like the columns of a summary.
	m = byRule(lclass.SoftmaxOutput)
	m.Classes = []string{"p", "z", "t"}
	if text := m.Table().String(); strings.Contains(text, "<1e-300") || !strings.Contains(text, "1.0000") {
		t.Errorf("weights print as\n%s", text)
	}
	equal(t, "no model", (&lclass.Model{}).Table().Len(), 0)
}

func ExampleModel_Table() {
	x := fromRows([][]float64{{1}, {2}, {3}, {4}})
	d := lclass.Must(lclass.FromLabels(x, []string{"no", "yes", "no", "yes"}))
	fmt.Print(lclass.Must(lclass.Logistic{}.Fit(d)).Table())
	// Output:
	// name        w
	//      b  -2.2705
	//     x1   0.9082
}

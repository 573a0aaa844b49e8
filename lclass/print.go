package lclass

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/mat"
)

// String returns the status in the first line, then the meaning of the scores, and for up
// to 30 features a table of the weights whose rows are b and the features. For
// class densities, the table has the priors and, for each feature, mean ± standard
// deviation in each class.
func (m Model) String() string {
	if err := m.valid(); err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	fmt.Fprintln(&b, m.Status)
	fmt.Fprintln(&b, outputs[m.Output].meaning(&m))
	if m.Preparation != nil {
		fmt.Fprintf(&b, "x prepared from %s\n", abbreviate(m.Preparation.Inputs()))
	}
	k, d := m.dims()
	switch {
	case m.Densities != nil && (d > 30 || k > 10):
		fmt.Fprintf(&b, "%d densities of %d features\n", k, d)
		return b.String()
	case m.Densities != nil:
		m.printDensities(&b)
		return b.String()
	case d > 30 || k > 10:
		fmt.Fprintf(&b, "%d×%d weights\n", k, d)
		return b.String()
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "\t")
	if k > 1 {
		fmt.Fprint(t, strings.Join(m.RowNames(), "\t"), "\t")
	} else {
		fmt.Fprint(t, "w\t")
	}
	fmt.Fprintln(t)
	if !m.NoIntercept {
		fmt.Fprint(t, biasName(m.Features), "\t")
		for _, v := range m.B {
			fmt.Fprintf(t, "%.4g\t", v)
		}
		fmt.Fprintln(t)
	}
	for j, name := range m.featureNames() {
		fmt.Fprint(t, name, "\t")
		for c := range k {
			fmt.Fprintf(t, "%.4g\t", m.W.At(c, j))
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	return b.String()
}

func (m *Model) printDensities(w io.Writer) {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\t%s\t\n", strings.Join(m.Classes, "\t"))
	fmt.Fprint(t, "prior\t")
	for _, p := range m.Densities.Priors {
		fmt.Fprintf(t, "%.4g\t", p)
	}
	fmt.Fprintln(t)
	for j, name := range m.featureNames() {
		fmt.Fprint(t, name, "\t")
		for c := range m.Classes {
			fmt.Fprintf(t, "%.4g ± %.4g\t", m.Densities.Means.At(c, j), m.Densities.Std.At(c, j))
		}
		fmt.Fprintln(t)
	}
	t.Flush()
}

// featureNames are x1 … xd for a model written by hand without any.
func (m *Model) featureNames() []string {
	if m.Features == nil {
		_, d := m.dims()
		return defaultNames(d)
	}
	return m.Features
}

// biasName returns the name of the bias in tables with these features.
func biasName(features []string) string {
	name := "b"
	for slices.Contains(features, name) {
		name = "bias " + name
	}
	return name
}

// coefficientNames returns the names of b, unless the model has none, and of the
// features, as tables list them.
func (m *Model) coefficientNames() []string {
	if m.NoIntercept {
		return slices.Clone(m.featureNames())
	}
	return append([]string{biasName(m.Features)}, m.featureNames()...)
}

// Table returns W and b as a table, for frames.Of, HTML and files: a row for the bias,
// unless the model has NoIntercept, and one for each feature. The bias is named "b", or
// "bias b" if a feature is named b. The columns are "name" and "w", or one per row of W,
// named as in [Model.RowNames]. For [Densities] the columns are "mean" and "std" of each
// class, such as "setosa mean", and there is no bias. Table is empty for an empty model.
func (m *Model) Table() Table {
	if m.valid() != nil {
		return Table{}
	}
	if g := m.Densities; g != nil {
		t := Table{Columns: []TableColumn{{Name: "name", Text: slices.Clone(m.featureNames())}}}
		for k, class := range m.Classes {
			t.Columns = append(t.Columns,
				TableColumn{Name: class + " mean", Number: mat.Row(nil, k, g.Means), plain: true},
				TableColumn{Name: class + " std", Number: mat.Row(nil, k, g.Std), plain: true})
		}
		return t
	}
	names := m.coefficientNames()
	t := Table{Columns: []TableColumn{{Name: "name", Text: names}}}
	columns := m.RowNames()
	if len(m.B) == 1 {
		columns = []string{"w"}
	}
	for k, name := range columns {
		var number []float64
		if !m.NoIntercept {
			number = append(number, m.B[k])
		}
		t.Columns = append(t.Columns, TableColumn{Name: name, Number: append(number, m.W.RawRowView(k)...), plain: true})
	}
	return t
}

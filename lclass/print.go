package lclass

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"gonum.org/v1/gonum/mat"
)

// String returns the status in the first line, what the scores stand for, and
// the weights: a table with a line for each feature for up to 30 features. The last
// line is b, "bias b" if a feature is called b, unless the model has none. The table of class densities has the
// priors and, for each feature, mean ± standard deviation in each class. String says
// so if there is no model.
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
	for j, name := range m.featureNames() {
		fmt.Fprint(t, name, "\t")
		for c := range k {
			fmt.Fprintf(t, "%.4g\t", m.W.At(c, j))
		}
		fmt.Fprintln(t)
	}
	if !m.NoIntercept {
		fmt.Fprint(t, biasName(m.Features), "\t")
		for _, v := range m.B {
			fmt.Fprintf(t, "%.4g\t", v)
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

// biasName is what tables call the bias beside these features.
func biasName(features []string) string {
	name := "b"
	for slices.Contains(features, name) {
		name = "bias " + name
	}
	return name
}

// Table returns W and b as a table, for frames.Of, HTML and files: a row for
// each feature and, last, for the bias b, "bias b" beside a feature b, unless the model
// has NoIntercept. The
// column "name" is followed by "w", or by one for each row of W as
// [Model.RowNames] has them. For [Densities] it has the columns "mean" and "std" of
// each class, such as "setosa mean", and no bias. It is empty if there is no model.
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
	names := slices.Clone(m.featureNames())
	if !m.NoIntercept {
		names = append(names, biasName(m.Features))
	}
	t := Table{Columns: []TableColumn{{Name: "name", Text: names}}}
	columns := m.RowNames()
	if len(m.B) == 1 {
		columns = []string{"w"}
	}
	for k, name := range columns {
		w := append(mat.Row(nil, k, m.W), m.B[k])
		t.Columns = append(t.Columns, TableColumn{Name: name, Number: w[:len(names)], plain: true})
	}
	return t
}

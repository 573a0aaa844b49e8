package lclass

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// String returns the status in the first line, what the scores stand for, and
// the densities: a table with the priors and, a line for each of up to 30
// features, mean ± standard deviation in each of up to 10 classes. It says so if
// there is no model.
func (m GaussianModel) String() string {
	if err := m.valid(); err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	fmt.Fprintln(&b, m.Status)
	features := "correlated"
	if m.Factors == nil {
		features = "independent"
	}
	fmt.Fprintf(&b, "P(%s) ∝ prior × normal density, features %s within a class\n", m.Target, features)
	k, d := m.Means.Dims()
	if d > 30 || k > 10 {
		fmt.Fprintf(&b, "%d densities of %d features\n", k, d)
		return b.String()
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\t%s\t\n", strings.Join(m.Classes, "\t"))
	fmt.Fprint(t, "prior\t")
	for _, p := range m.Priors {
		fmt.Fprintf(t, "%.4g\t", p)
	}
	fmt.Fprintln(t)
	for j, name := range m.Features {
		fmt.Fprint(t, name, "\t")
		for c := range k {
			fmt.Fprintf(t, "%.4g ± %.4g\t", m.Means.At(c, j), m.Std.At(c, j))
		}
		fmt.Fprintln(t)
	}
	t.Flush()
	return b.String()
}

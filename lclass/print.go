package lclass

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"
)

// String returns the status in the first line, what the scores stand for, and
// the weights: a table with a line for each feature for up to 30 features. It
// says so if there is no model. The last line is b, "bias b" if a feature is
// called b.
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
	k, d := m.W.Dims()
	if d > 30 || k > 10 {
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
	fmt.Fprint(t, biasName(m.Features), "\t")
	for _, v := range m.B {
		fmt.Fprintf(t, "%.4g\t", v)
	}
	fmt.Fprintln(t)
	t.Flush()
	return b.String()
}

// featureNames are x1 … xd for a model written by hand without any.
func (m *Model) featureNames() []string {
	if m.Features == nil {
		_, d := m.W.Dims()
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

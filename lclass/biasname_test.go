package lclass_test

import (
	"slices"
	"strings"
	"testing"

	"linclass/lclass"
)

// A feature may be called b, and another one "bias b"; no two lines of a table
// have the same name.
func TestFeatureNamedB(t *testing.T) {
	x, class := clouds(60, 3, 2, 1)
	d, err := both(t, x, class).WithFeatures("a", "b", "bias b")
	m := learn(t, lclass.Logistic{}, must(t, d, err))
	want := []string{"bias bias b", "a", "b", "bias b"}

	var printed []string
	for _, line := range strings.Split(strings.TrimSpace(m.String()), "\n")[3:] {
		words := strings.Fields(line)
		printed = append(printed, strings.Join(words[:len(words)-1], " "))
	}
	equal(t, "model", printed, want)

	names := func(t lclass.Table) []string { return t.Columns[0].Text }
	s, err := m.Summary(d)
	equal(t, "summary", names(must(t, s, err).Table()), want)
	b, err := lclass.Bootstrap{Replicates: 50}.Of(lclass.Logistic{}, d)
	equal(t, "bootstrap", names(must(t, b, err).Table()), want)
	if again := learn(t, lclass.Logistic{}, both(t, x, class)).String(); !slices.Contains(strings.Fields(again), "b") {
		t.Errorf("without a feature b the bias is not b:\n%s", again)
	}
}

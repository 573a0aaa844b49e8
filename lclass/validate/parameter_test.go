package validate_test

import (
	"slices"
	"strings"
	"testing"

	"linclass/internal/errtest"
	"linclass/internal/invalid"
	"linclass/lclass"
	"linclass/lclass/validate"
)

// namedColumns returns the first columns: their names, and whether they are texts.
func namedColumns(t lclass.Table, count int) (names []string, text []bool) {
	for _, c := range t.Columns[:count] {
		names, text = append(names, c.Name), append(text, c.Text != nil)
	}
	return names, text
}

func searched[P any](t *testing.T, names []string, grid ...P) *validate.Search[P, *lclass.Model] {
	t.Helper()
	return lclass.Must(validate.GridSearch(iris(t), validate.Options{Folds: fiveFolds, NoRefit: true, Names: names}, grid, func(P) lclass.Estimator {
		return lclass.LDA{}
	}))
}

// Names, enumerations, arrays and whole numbers read as they are meant.
func TestParametersInTables(t *testing.T) {
	pairs := searched(t, []string{"λ", "degree"}, validate.Product([]float64{0.1}, []uint{2, 30})...)
	if names, text := namedColumns(pairs.Table(), 2); !slices.Equal(names, []string{"λ", "degree"}) || text[0] || text[1] {
		t.Errorf("columns %q, texts %v", names, text)
	}
	if s := pairs.String(); !strings.HasPrefix(s, "best of 2: λ 0.1, degree 2, accuracy 0.98 ± ") || !strings.Contains(s, " 30 ") || strings.Contains(s, "30.0") {
		t.Error(s)
	}
	type setting struct {
		Loss   lclass.SVMLoss
		Shares [2]float64
		Named  lclass.Penalty
	}
	settings := searched(t, nil, setting{lclass.SquaredHinge, [2]float64{1.0 / 3, 1}, lclass.L2(0.1)})
	if s := settings.String(); !strings.HasPrefix(s, "best of 1: Loss SquaredHinge, Shares [0.333333 1], Named L2(0.1), accuracy") || strings.Count(s, "SquaredHinge") != 2 || strings.Count(s, "[0.333333 1]") != 2 || strings.Count(s, "L2(0.1)") != 2 {
		t.Error(s)
	}
	drawn := searched(t, nil, [2]float64{1.0 / 3, 2})
	if names, text := namedColumns(drawn.Table(), 2); !slices.Equal(names, []string{"parameter 1", "parameter 2"}) || text[0] || !strings.HasPrefix(drawn.String(), "best of 1: [0.333333 2], ") {
		t.Errorf("columns %q of\n%s", names, drawn)
	}
	if s := searched(t, []string{"ρ", "λ"}, [2]float64{1.0 / 3, 2}).String(); !strings.HasPrefix(s, "best of 1: ρ 0.333333, λ 2, ") {
		t.Error(s)
	}
	losses := searched(t, []string{"loss"}, lclass.SquaredHinge)
	if c := losses.Table().Columns[0]; c.Name != "loss" || !slices.Equal(c.Text, []string{"SquaredHinge"}) || !strings.HasPrefix(losses.String(), "best of 1: SquaredHinge, ") {
		t.Errorf("%+v", c)
	}
	if s := searched(t, nil, struct{}{}).String(); !strings.HasPrefix(s, "best of 1: {}, ") {
		t.Error(s)
	}
	_, err := validate.PathSearch(iris(t), validate.Options{Folds: fiveFolds, Names: []string{"λ", "ρ"}}, []float64{1}, func(float64, *lclass.Model) lclass.Estimator { return lclass.LDA{} })
	if !errtest.Is(err, &invalid.LengthError{Of: "names in Options.Names", Have: 2, Want: 1}) {
		t.Errorf("error %v", err)
	}
}

func TestDummyRulesPrintTheirNames(t *testing.T) {
	for want, r := range map[string]validate.DummyStrategy{"MostFrequent": validate.MostFrequent, "Stratified": validate.Stratified, "Uniform": validate.Uniform, "DummyStrategy(3)": 3, "DummyStrategy(-1)": -1} {
		if r.String() != want {
			t.Errorf("%s, want %s", r, want)
		}
	}
}

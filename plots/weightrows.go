package plots

import (
	"math"
	"slices"

	"linclass/internal/invalid"
	"linclass/lclass"
)

// A weightRow is a row of W, or of what a summary says about it: the name of the
// class, if there is one, and for each feature the weight and the ends of its
// interval, NaN for none.
type weightRow struct {
	name             string
	value, low, high []float64
}

// weightRows returns what there is to draw of a model.
func weightRows(m *lclass.Model, o BarOptions) ([]weightRow, error) {
	k, d := m.W.Dims()
	switch {
	case o.Summary != nil && o.Bootstrap != nil:
		return nil, invalid.Worded("BarOptions.Bootstrap", "beside a Summary", "both a Summary and a Bootstrap are set; set only one")
	case (o.Summary != nil || o.Bootstrap != nil) && (o.Low != nil || o.High != nil):
		return nil, invalid.Worded("BarOptions.Low", "beside a summary", "both a summary and Low or High are set; set only one")
	case len(o.Low) != len(o.High) || len(o.Low) != 0 && len(o.Low) != k*d:
		return nil, invalid.Worded("BarOptions.Low", len(o.Low), "intervals with %d lower and %d upper ends for %d weights", len(o.Low), len(o.High), k*d)
	case o.Summary != nil:
		return estimatedRows(m, o.Summary.Coefficients, o.Summary.Reference)
	case o.Bootstrap != nil:
		return estimatedRows(m, o.Bootstrap.Coefficients, "")
	}
	names := m.RowNames()
	rows, unknown := make([]weightRow, k), slices.Repeat([]float64{math.NaN()}, d)
	for r := range rows {
		rows[r] = weightRow{value: m.W.RawRowView(r), low: unknown, high: unknown}
		if r < len(names) {
			rows[r].name = names[r]
		}
		if o.Low != nil {
			rows[r].low, rows[r].high = o.Low[r*d:(r+1)*d], o.High[r*d:(r+1)*d]
		}
	}
	return rows, nil
}

// estimatedRows divides the coefficients of a summary, for each class the bias, if there
// is one, and the weights, into rows.
func estimatedRows(m *lclass.Model, list []lclass.Estimate, reference string) ([]weightRow, error) {
	d := len(m.Features)
	first := 1
	if m.NoIntercept {
		first = 0
	}
	if len(list) == 0 || len(list)%(first+d) != 0 {
		return nil, invalid.Worded("BarOptions.Summary", len(list), "a summary of %d coefficients for %d features; is it that of the model?", len(list), d)
	}
	var rows []weightRow
	for len(list) > 0 {
		r := weightRow{name: list[0].Class}
		switch names := m.RowNames(); {
		case r.name != "" && reference != "":
			r.name += " against " + reference
		case r.name == "" && len(names) > 0:
			r.name = names[0]
		}
		for j, c := range list[first : first+d] {
			if c.Name != m.Features[j] {
				return nil, invalid.Worded("BarOptions.Summary", c.Name, "a summary with %q where the model has %q; is it that of the model?", c.Name, m.Features[j])
			}
			r.value, r.low, r.high = append(r.value, c.Value), append(r.low, c.Low), append(r.high, c.High)
		}
		rows, list = append(rows, r), list[first+d:]
	}
	return rows, nil
}

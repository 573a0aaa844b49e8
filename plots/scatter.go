package plots

import (
	"linclass/lclass"
)

// Scatter draws samples with two features, with a colour and marker shape for each
// class. The axes have the names of the features, the legend those of the
// classes. Data with a single feature are drawn along a line. Data without
// classes have one kind of points. No samples and more features are errors.
func Scatter(d *lclass.Data) *Figure {
	if d == nil {
		return failed("data", nil, "Scatter: no data")
	}
	if d.N() == 0 {
		return failed("data", 0, "Scatter: the data have no samples")
	}
	switch d.D() {
	case 1:
		f := New(d.Features()[0], "").Size(defaultWidth, 200).YRange(-1, 1)
		f.flat, f.yTicks = true, []tick{}
		return f.scatter(d, func([]float64) float64 { return 0 })
	case 2:
		names := d.Features()
		return New(names[0], names[1]).scatter(d, func(x []float64) float64 { return x[1] })
	}
	return failed("data", d.D(), "Scatter: the data have %d features %q; choose two of them", d.D(), abbreviate(d.Features()))
}

func (f *Figure) scatter(d *lclass.Data, y func(x []float64) float64) *Figure {
	t, classes := d.T(), d.Classes()
	if t == nil {
		t, classes = make([]int, d.N()), []string{""}
	}
	groups := make([]points, len(classes))
	for k := range groups {
		groups[k].glyph = classGlyph(f.points+k, radius(d.N()))
	}
	f.points += len(classes)
	f.kind = "Scatter plot of " + counted(d.N(), "sample")
	for i, x := range d.Rows() {
		g := &groups[t[i]]
		g.x, g.y = append(g.x, x[0]), append(g.y, y(x))
	}
	for k := range groups {
		if len(groups[k].x) == 0 {
			continue
		}
		f.legend.add(entry{name: classes[k], glyph: groups[k].glyph})
		f.add(&groups[k])
	}
	return f
}

// abbreviate returns the first names of a long list.
func abbreviate(names []string) []string {
	if len(names) > 5 {
		return append(names[:4:4], "…")
	}
	return names
}

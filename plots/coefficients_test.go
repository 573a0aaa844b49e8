package plots

import (
	"slices"
	"strings"
	"testing"

	"linclass/datasets"
	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/plots/internal/vector"
)

// bars returns value, low and high of each bar.
func bars(f *Figure) [][3]float64 {
	var all [][3]float64
	for _, b := range itemsOf[*bar](f) {
		all = append(all, [3]float64{b.value, b.low, b.high})
	}
	return all
}

// Intervals are those of the summary, without that of the bias.
func TestIntervalsOfSummary(t *testing.T) {
	d := datasets.HousePrices(80, 1)
	m := lclass.Must(lclass.LinearRegression{}.Fit(d))
	s := lclass.Must(m.Summary(d))
	f := Coefficients(m, BarOptions{Summary: s})
	got := bars(f)
	for j, b := range got {
		c := s.Coefficients[1+j]
		if b != [3]float64{c.Value, c.Low, c.High} || c.Value != m.W.At(0, j) {
			t.Errorf("%s: %v, want %v", c.Name, b, c)
		}
	}
	if len(got) != d.D() || !slices.Contains(f.legend.names(), "95 % interval (Wald)") {
		t.Errorf("%d bars, legend %q", len(got), f.legend.names())
	}
	if alt := f.AltText(); !strings.Contains(alt, " to ") {
		t.Errorf("no interval in %q", alt)
	}
}

// Of Softmax only the differences to the reference have intervals.
func TestIntervalsOfSoftmax(t *testing.T) {
	d := datasets.ThreeClasses(90, 1)
	m := lclass.Must(lclass.Softmax{}.Fit(d))
	s := lclass.Must(m.Summary(d))
	f := Coefficients(m, BarOptions{Summary: s})
	got := bars(f)
	if len(got) != 2*d.D() {
		t.Fatalf("%d bars of 2 classes against a third and %d features", len(got), d.D())
	}
	for j := range d.D() {
		for k := range 2 {
			c := s.Coefficients[k*(d.D()+1)+1+j]
			if b := got[2*j+k]; b != [3]float64{c.Value, c.Low, c.High} {
				t.Errorf("%s of %s: %v, want %v", c.Name, c.Class, b, c)
			}
		}
	}
	if names := f.legend.names(); names[0] != s.Coefficients[0].Class+" against "+s.Reference {
		t.Errorf("%q", names)
	}
}

func TestIntervalsOfBootstrap(t *testing.T) {
	d := datasets.ThreeClasses(60, 1)
	e := lclass.Softmax{Penalty: lclass.L2(0.1)}
	m := lclass.Must(e.Fit(d))
	s := lclass.Must(lclass.Bootstrap{Replicates: 40, Seed: 1}.Of(e, d))
	f := Coefficients(m, BarOptions{Bootstrap: s, Top: 1})
	got := bars(f)
	if len(got) != 3 {
		t.Fatalf("%d bars", len(got))
	}
	j := slices.Index(m.Features, f.yTicks[0].Label)
	for k, b := range got {
		c := s.Coefficients[k*(d.D()+1)+1+j]
		if b != [3]float64{c.Value, c.Low, c.High} {
			t.Errorf("%v, want %v", b, c)
		}
	}
	if names := f.legend.names(); !slices.Equal(names, append(slices.Clone(m.Classes), "95 % interval (bootstrap, percentile)")) {
		t.Errorf("%q", names)
	}
}

// An interval without end reaches the edge and has no end there.
func TestInfiniteInterval(t *testing.T) {
	strokes := func(low, high float64) (ends int, farthest vector.Length) {
		m := model(1, 1, lclass.SigmoidOutput)
		f := Coefficients(m, BarOptions{Low: []float64{low}, High: []float64{high}})
		c := vector.New(100, 100)
		p := ranged(f)
		itemsOf[*bar](f)[0].plot(c, p)
		for _, a := range c.Actions {
			if s, ok := a.(vector.Stroke); ok {
				if s[0].At.X == s[1].At.X {
					ends++
				}
				farthest = max(farthest, s[1].At.X)
			}
		}
		return ends, farthest
	}
	if ends, farthest := strokes(-3, inf); ends != 2 || farthest != 100 {
		t.Errorf("%d ends, to %v", ends, farthest)
	}
	if ends, farthest := strokes(-3, -1); ends != 4 || farthest >= 100 {
		t.Errorf("%d ends, to %v", ends, farthest)
	}
	if ends, _ := strokes(nan, -1); ends != 0 {
		t.Errorf("%d ends of no interval", ends)
	}
}

func TestIntervalErrors(t *testing.T) {
	m := model(1, 2, lclass.SigmoidOutput)
	other := &lclass.Summary{Coefficients: []lclass.Estimate{{Name: "b"}, {Name: "x9"}, {Name: "x2"}}}
	for _, test := range []struct {
		o    BarOptions
		want error
	}{
		{BarOptions{Summary: other, Bootstrap: &lclass.BootstrapSummary{}}, bad("BarOptions.Bootstrap", "beside a Summary")},
		{BarOptions{Summary: other, Low: []float64{1, 2}}, bad("BarOptions.Low", "beside a summary")},
		{BarOptions{Summary: &lclass.Summary{}}, bad("BarOptions.Summary", 0)},
		{BarOptions{Summary: other}, bad("BarOptions.Summary", "x9")},
	} {
		if err := Coefficients(m, test.o).Err(); !errtest.Is(err, test.want) {
			t.Errorf("%v, want %#v", err, test.want)
		}
	}
}

package plots

import (
	"slices"
	"testing"

	"linclass/plots/internal/vector"
)

func labels(ticks []tick) []string {
	var s []string
	for _, t := range ticks {
		if t.Label != "" {
			s = append(s, t.Label)
		}
	}
	return s
}

func TestLinearTicks(t *testing.T) {
	for _, test := range []struct {
		lo, hi  float64
		n       int
		integer bool
		want    []string
	}{
		{0, 1, 5, false, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{0, 0.3, 3, false, []string{"0", "0.1", "0.2", "0.3"}},
		{-1, 1, 4, false, []string{"−1.0", "−0.5", "0", "0.5", "1.0"}},
		{0, 10, 4, false, []string{"0", "2.5", "5.0", "7.5", "10.0"}},
		{0, 10, 4, true, []string{"0", "3", "6", "9"}},
		{0.8, 4.2, 9, true, []string{"1", "2", "3", "4"}},
		{36.4, 39.6, 4, false, []string{"37", "38", "39"}},
		{0, 60000, 3, false, []string{"0", "20000", "40000", "60000"}},
		{0, 3e6, 3, false, []string{"0", "1e6", "2e6", "3e6"}},
		{1e6, 1.4e6, 4, false, []string{"1e6", "1.1e6", "1.2e6", "1.3e6", "1.4e6"}},
		{0, 3e-7, 3, false, []string{"0", "1e−7", "2e−7", "3e−7"}},
		{5, 5, 4, false, nil},
	} {
		if got := labels(linearTicks(test.lo, test.hi, test.n, test.integer)); !slices.Equal(got, test.want) {
			t.Errorf("from %v to %v: %q, want %q", test.lo, test.hi, got, test.want)
		}
	}
}

func TestLogTicks(t *testing.T) {
	for _, test := range []struct {
		lo, hi float64
		n      int
		want   []string
	}{
		{1, 100, 9, []string{"1", "2", "5", "10", "20", "50", "100"}},
		{1e-3, 10, 6, []string{"0.001", "0.01", "0.1", "1", "10"}},
		{1e-8, 1, 4, []string{"1e−8", "1e−6", "0.0001", "0.01", "1"}},
		{1e4, 1e7, 6, []string{"10000", "100000", "1e6", "1e7"}},
	} {
		if got := labels(logTicks(test.lo, test.hi, test.n)); !slices.Equal(got, test.want) {
			t.Errorf("from %v to %v: %q, want %q", test.lo, test.hi, got, test.want)
		}
	}
}

// Labels that stand side by side leave a gap.
func TestHorizontalTicksFit(t *testing.T) {
	sty := New("", "").axes().x.labelStyle
	for _, hi := range []float64{1, 0.001, 123456, 7e9} {
		l := limits{lo: 0, hi: hi, fixed: true}
		ticks := horizontalTicks(200*pixel, sty, func(n int) []tick { return l.ticks(0, hi, n) })
		if len(labels(ticks)) < 2 {
			t.Errorf("to %v: fewer than two labels", hi)
		}
		for i := range ticks[1:] {
			distance := (ticks[i+1].Value - ticks[i].Value) / hi * 200
			width := float64((sty.Width(ticks[i].Label) + sty.Width(ticks[i+1].Label)) / 2 / pixel)
			if width > distance {
				t.Errorf("to %v: %q and %q overlap", hi, ticks[i].Label, ticks[i+1].Label)
			}
		}
	}
}

func TestVerticalTicksAreNotAlone(t *testing.T) {
	bar := &colorBar{lo: -0.9, hi: 0.9}
	for height := vector.Length(10); height < 300; height += 10 {
		if got := verticalTicks(height, textStyle(10, Black), bar.ticks); len(got) < 2 {
			t.Errorf("%v high: %v", height, got)
		}
	}
}

// A short axis that is not linear has numbers too.
func TestShortAxesHaveLabels(t *testing.T) {
	for _, test := range []struct {
		lo, hi float64
		n      int
		want   []string
	}{
		{0.26, 0.45, 6, []string{"0.30", "0.35", "0.40", "0.45"}},
		{1.01, 1.05, 6, []string{"1.01", "1.02", "1.03", "1.04", "1.05"}},
		{2.1, 4.9, 4, []string{"3", "4"}},
		{0.9, 2.1, 9, []string{"1", "2"}},
	} {
		if got := labels(logTicks(test.lo, test.hi, test.n)); !slices.Equal(got, test.want) {
			t.Errorf("from %v to %v: %q, want %q", test.lo, test.hi, got, test.want)
		}
		if got := normalTicks(test.lo/10, test.hi/10, test.n); len(got) < 2 || got[0].Value < test.lo/10 || got[len(got)-1].Value > test.hi/10+1e-9 {
			t.Errorf("from %v to %v: %v", test.lo/10, test.hi/10, got)
		}
	}
	for _, height := range []vector.Length{30, 60, 200} {
		if got := verticalTicks(height, textStyle(10, Black), func(n int) []tick { return logTicks(0.26, 0.45, n) }); len(labels(got)) < 2 {
			t.Errorf("%v high: %q", height, labels(got))
		}
	}
}

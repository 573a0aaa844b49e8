package plots

import (
	"math"
	"slices"
	"strings"
	"testing"

	"linclass/internal/errtest"
	"linclass/lclass"
	"linclass/lclass/metric"
	"linclass/plots/internal/vector"
)

// fourScores is the example of scikit-learn's roc_curve, precision_recall_curve
// and det_curve.
func fourScores() *metric.Ranking {
	return metric.Rank([]int{0, 0, 1, 1}, []float64{0.1, 0.4, 0.35, 0.8}, nil)
}

// written returns the texts of a figure in their order.
func written(t *testing.T, f *Figure) []string {
	t.Helper()
	var all []string
	for _, a := range drawn(t, f) {
		if s, ok := a.(vector.Text); ok {
			all = append(all, s.Text)
		}
	}
	return all
}

func drawn(t *testing.T, f *Figure) []vector.Action {
	t.Helper()
	s := lclass.Must(arrange([]*Figure{f}))
	p := lclass.Must(s.picture())
	return p.Actions
}

// itemsOf returns the items of one type.
func itemsOf[T item](f *Figure) []T {
	var all []T
	for _, i := range f.items {
		if t, ok := i.(T); ok {
			all = append(all, t)
		}
	}
	return all
}

func same(x, y []float64) bool {
	return slices.EqualFunc(x, y, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 })
}

// The points are those of scikit-learn, and the areas 0.75 and 0.8333.
func TestCurvesOfRankings(t *testing.T) {
	r := Ranked{Name: "z", Ranking: fourScores(), Mark: []float64{0.4}}
	for _, test := range []struct {
		figure       *Figure
		curve        int // which polyline
		x, y         []float64
		markX, markY float64
		legend       string
	}{
		{ROC(r), 1, []float64{0, 0, 0.5, 0.5, 1}, []float64{0, 0.5, 0.5, 1, 1}, 0.5, 0.5, "z, AUC 0.750"},
		{PR(r), 0, []float64{0, 0.5, 0.5, 0.5, 1, 1}, []float64{1, 1, 0.5, 2. / 3, 2. / 3, 0.5}, 0.5, 0.5, "z, AP 0.833"},
		{DET(r), 0, []float64{0, 0.5, 0.5}, []float64{0.5, 0.5, 0}, 0.5, 0.5, "z, EER 50.0 %"},
	} {
		line := itemsOf[*polyline](test.figure)[test.curve]
		if !same(line.x, test.x) || !same(line.y, test.y) {
			t.Errorf("%s: %v, %v, want %v, %v", test.figure.kind, line.x, line.y, test.x, test.y)
		}
		mark := itemsOf[*thresholdMark](test.figure)[0]
		if !near(mark.x, test.markX) || !near(mark.y, test.markY) {
			t.Errorf("%s: threshold marked at %v, %v", test.figure.kind, mark.x, mark.y)
		}
		texts := written(t, test.figure)
		for _, want := range []string{test.legend, "θ = 0.4"} {
			if !slices.Contains(texts, want) {
				t.Errorf("%s: no %q in %q", test.figure.kind, want, texts)
			}
		}
		if alt := test.figure.AltText(); !strings.Contains(alt, test.legend) || !strings.Contains(alt, "θ = 0.4 at ") {
			t.Errorf("alternative text %q", alt)
		}
	}
}

// Each interval belongs to one figure; those of the others do not show it.
func TestIntervals(t *testing.T) {
	all := Ranked{Name: "all", Ranking: fourScores(),
		AUC: metric.Interval{Low: 0.5, High: 0.875, Level: 0.95},
		AP:  metric.Interval{Low: 0.6, High: 1, Level: 0.9},
		EER: metric.Interval{Low: 0.25, High: 0.75},
	}
	alone := Ranked{Ranking: fourScores(), AUC: metric.Interval{Low: 0.5, High: 0.99999}}
	undefined := Ranked{Ranking: fourScores(), AUC: metric.Interval{Value: nan, Low: nan, High: nan, Level: 0.95}}
	for _, test := range []struct {
		f    *Figure
		want string
	}{
		{ROC(all), "all, AUC 0.750 (95 %: 0.500 to 0.875)"},
		{PR(all), "all, AP 0.833 (90 %: 0.600 to 1.000)"},
		{DET(all), "all, EER 50.0 % (25.0 % to 75.0 %)"},
		{ROC(alone), "AUC 0.75000 (0.50000 to 0.99999)"},
		{PR(alone), "AP 0.833"},
		{DET(alone), "EER 50.0 %"},
		{ROC(undefined), "AUC 0.750"},
	} {
		if got := test.f.legend.names()[0]; got != test.want || test.f.Err() != nil {
			t.Errorf("%q, want %q; %v", got, test.want, test.f.Err())
		}
	}
	for name, f := range map[string]*Figure{
		"AUC": ROC(Ranked{Name: "z", Ranking: fourScores(), AUC: metric.Interval{Low: 0.8, High: 0.9}}),
		"AP":  PR(Ranked{Name: "z", Ranking: fourScores(), AP: metric.Interval{Low: 0.5, High: 0.75}}),
		"EER": DET(Ranked{Name: "z", Ranking: fourScores(), EER: metric.Interval{Low: 0.75, High: 0.25}}),
	} {
		if err := f.Err(); !errtest.Is(err, bad("interval", name)) {
			t.Error(err)
		}
	}
}

// Numbers of one legend have the same decimals.
func TestEqualDecimals(t *testing.T) {
	write := shares(0.9, 0.99996, 1)
	if got := []string{write(0.9), write(0.99996), write(1)}; !slices.Equal(got, []string{"0.90000", "0.99996", "1.00000"}) {
		t.Errorf("%q", got)
	}
}

// A ranking without errors has no curve, which the legend says; chance has a
// line and a name only where the axes show it.
func TestDETLegend(t *testing.T) {
	perfect := metric.Rank([]int{0, 0, 1, 1}, []float64{0.1, 0.2, 0.8, 0.9}, nil)
	f := DET(Ranked{Name: "a", Ranking: perfect, Mark: []float64{0.5}}, Ranked{Name: "b", Ranking: fourScores()})
	if got := f.legend.names(); !slices.Equal(got, []string{"a, EER 0.0 %, no curve", "b, EER 50.0 %", "chance"}) || len(itemsOf[*boundary](f)) != 1 {
		t.Errorf("%q", got)
	}
	var target []int
	var z []float64
	for i := range 100 { // one error of each kind in fifty
		target = append(target, i/50)
		z = append(z, float64(i/50))
	}
	target[0], target[50] = 1, 0
	z[0] = 0
	f = DET(Ranked{Name: "c", Ranking: metric.Rank(target, z, nil)})
	if got := f.legend.names(); !slices.Equal(got, []string{"c, EER 2.0 %"}) || len(itemsOf[*boundary](f)) != 0 {
		t.Errorf("%q: %v", got, f.Err())
	}
	if err := DET(Ranked{Ranking: perfect}).Err(); !errtest.Is(err, bad("curves", nil)) {
		t.Error(err)
	}
}

// Above all scores nothing is positive: FPR, TPR and recall are 0, and
// precision is 1 as the curve has it.
func TestMarkBeyondScores(t *testing.T) {
	r := Ranked{Ranking: fourScores(), Mark: []float64{2, -1}}
	for _, test := range []struct {
		figure *Figure
		want   [4]float64
	}{
		{ROC(r), [4]float64{0, 0, 1, 1}},
		{PR(r), [4]float64{0, 1, 1, 0.5}},
	} {
		m := itemsOf[*thresholdMark](test.figure)
		if got := [4]float64{m[0].x, m[0].y, m[1].x, m[1].y}; got != test.want {
			t.Errorf("%v, want %v", got, test.want)
		}
	}
}

// The text of a mark lies on the canvas and off the curve.
func TestMarkHasRoom(t *testing.T) {
	c := vector.New(100, 100)
	for _, test := range []struct {
		at           vector.Point
		rising       bool
		right, above bool
	}{
		{vector.Point{X: 50, Y: 50}, true, true, false},
		{vector.Point{X: 50, Y: 50}, false, true, true},
		{vector.Point{X: 95, Y: 50}, true, false, true},
		{vector.Point{X: 95, Y: 50}, false, false, false},
		{vector.Point{X: 5, Y: 0}, true, true, true},
		{vector.Point{X: 5, Y: 100}, false, true, false},
	} {
		m := &thresholdMark{text: "θ = 1", rising: test.rising}
		r := m.ground(c, test.at)
		middle := r.Center()
		if !c.Contains(r.Min) || !c.Contains(r.Max) || (middle.X > test.at.X) != test.right || (middle.Y > test.at.Y) != test.above {
			t.Errorf("%+v: text in %v", test, r)
		}
	}
}

func TestNoSkill(t *testing.T) {
	four, tenth := fourScores(), metric.Rank([]int{1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, make([]float64, 10), nil)
	for _, test := range []struct {
		curves []Ranked
		levels []float64
		name   string
	}{
		{[]Ranked{{Ranking: four}}, []float64{0.5}, "no skill, 0.500"},
		{[]Ranked{{Ranking: four}, {Ranking: four}}, []float64{0.5}, "no skill, 0.500"},
		{[]Ranked{{Ranking: four}, {Ranking: tenth}}, []float64{0.5, 0.1}, "no skill, in the colour of the curve"},
		{[]Ranked{{Ranking: four}, {Ranking: tenth}, {Ranking: four}, {Ranking: tenth}}, []float64{0.1, 0.5}, "no skill, 0.100 to 0.500"},
	} {
		f := PR(test.curves...)
		lines := itemsOf[*polyline](f)[len(test.curves):]
		var levels []float64
		for _, l := range lines {
			levels = append(levels, l.y[0])
		}
		if !same(levels, test.levels) || !slices.Contains(f.legend.names(), test.name) {
			t.Errorf("%v, %q; want %v, %q", levels, f.legend.names(), test.levels, test.name)
		}
	}
}

// Rates at which straight lines between the points cross the diagonal.
func TestEqualErrors(t *testing.T) {
	for _, test := range []struct {
		fpr, fnr []float64
		want     float64
	}{
		{[]float64{0}, []float64{0}, 0},
		{[]float64{1}, []float64{0}, 0.5}, // all scores are the same
		{[]float64{0.1, 0.2}, []float64{0.4, 0}, 0.16},
		{[]float64{0, 0.5, 0.5}, []float64{0.5, 0.5, 0}, 0.5},
		{[]float64{0.2, 0.3}, []float64{0.2, 0}, 0.2},
	} {
		if got := equalErrors(&metric.DETCurve{FPR: test.fpr, FNR: test.fnr}); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%v, %v: %v, want %v", test.fpr, test.fnr, got, test.want)
		}
	}
}

// A hundred thousand points become as many as can be seen, at most half a dot
// from where they were.
func TestThin(t *testing.T) {
	const n = 100_001
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = float64(i) / (n - 1)
		y[i] = math.Sqrt(x[i])
	}
	tx, ty := thin(x, y, unseen, unseen)
	if len(tx) > 3000 || len(tx) < 1000 || tx[0] != 0 || tx[len(tx)-1] != 1 || ty[len(ty)-1] != 1 {
		t.Errorf("%d points from %v to %v", len(tx), tx[0], tx[len(tx)-1])
	}
	for i := range tx[1:] {
		if tx[i+1]-tx[i] > 2*unseen || ty[i+1]-ty[i] > 10*unseen {
			t.Fatalf("a gap after %v, %v", tx[i], ty[i])
		}
	}
	if tx, _ := thin(nil, nil, 1, 1); tx != nil {
		t.Errorf("%v of nothing", tx)
	}
}

func TestNumbersOfLegends(t *testing.T) {
	for _, test := range []struct {
		got, want string
	}{
		{share(0.5), "0.500"}, {share(1), "1.000"}, {share(0), "0.000"}, {share(0.9996), "0.9996"},
		{share(0.00003), "0.00003"}, {share(1 - 1e-9), "1.000000"}, {share(nan), "–"},
		{percent(0.0316), "3.2 %"}, {percent(nan), "–"},
		{short(0), "0"}, {short(-1.5), "−1.5"}, {short(0.12345), "0.123"}, {short(1234.5), "1234"},
		{short(2e-7), "2e−7"}, {short(-123456789), "−1.23e8"}, {short(99.99), "100"}, {short(0.0001), "0.0001"}, {digits(0.00472, 2), "0.0047"},
		{short(inf), "∞"}, {short(-inf), "−∞"}, {short(nan), "–"},
	} {
		if test.got != test.want {
			t.Errorf("%q, want %q", test.got, test.want)
		}
	}
}

// Quantiles from a table of the normal distribution.
func TestQuantile(t *testing.T) {
	for p, want := range map[float64]float64{0.5: 0, 0.975: 1.959963984540054, 0.001: -3.090232306167813} {
		if got := quantile(p); math.Abs(got-want) > 1e-12 || math.Abs(normalShare(got)-p) > 1e-12 {
			t.Errorf("%v: %v and back %v, want %v", p, got, normalShare(got), want)
		}
	}
	if !math.IsInf(quantile(0), -1) || !math.IsInf(quantile(1), 1) || !math.IsNaN(quantile(2)) {
		t.Errorf("%v, %v, %v", quantile(0), quantile(1), quantile(2))
	}
}

func TestNormalTicks(t *testing.T) {
	for _, test := range []struct {
		lo, hi float64
		n      int
		want   []string
	}{
		{0.009, 0.6, 9, []string{"1", "2", "5", "10", "20", "30", "40", "50", "60"}},
		{0.009, 0.6, 6, []string{"2", "5", "10", "20", "40", "60"}},
		{0.0009, 0.9991, 8, []string{"0.1", "1", "5", "20", "50", "80", "95", "99", "99.9"}},
		{0.0009, 0.9991, 3, []string{"1", "10", "50", "90", "99"}},
		{0.41, 0.43, 5, []string{"41.0", "41.5", "42.0", "42.5", "43.0"}},
	} {
		if got := labels(normalTicks(test.lo, test.hi, test.n)); !slices.Equal(got, test.want) {
			t.Errorf("from %v to %v: %q, want %q", test.lo, test.hi, got, test.want)
		}
	}
}

// On axes of quantiles the middle is 50 %, and 2.3 % and 97.7 % are as far
// from it.
func TestNormalAxis(t *testing.T) {
	a := axis{min: 0.01, max: 0.99, normal: true}
	for v, want := range map[float64]float64{0.5: 0.5, 0.01: 0, 0.99: 1, 0.1: 0.22455, 0.9: 0.77545} {
		if got := a.norm(v); math.Abs(got-want) > 1e-4 {
			t.Errorf("%v lies at %v, want %v", v, got, want)
		}
	}
	l := limits{normal: true}
	if lo, hi := l.margin(); lo != 0.05 || hi != 0.95 {
		t.Errorf("without data from %v to %v", lo, hi)
	}
	l.include(0, 1, 0.2, nan)
	if l.lo != 0.2 || l.hi != 0.2 {
		t.Errorf("%v to %v", l.lo, l.hi)
	}
	if lo, hi := l.margin(); !(lo < 0.2 && lo > 0.1 && hi > 0.2 && hi < 0.3) {
		t.Errorf("one value: %v to %v", lo, hi)
	}
}

// Filled to the point of the gap, not across it, and not beyond the axes.
func TestBand(t *testing.T) {
	f := New("x", "y").XRange(0, 1).YRange(0, 1)
	f.Band([]float64{0, 0.2, 0.4, 0.6, 0.8, 1}, []float64{0, 0, nan, 0.5, -5, 0.5}, []float64{0.1, 0.1, 0.1, 0.6, 9, 0.6}, "95 %")
	var areas []vector.Path
	var inside vector.Canvas
	b := f.items[0].(*band)
	c := vector.New(100, 100)
	inside = c
	p := ranged(f)
	b.plot(inside, p)
	for _, a := range c.Actions {
		if s, ok := a.(vector.Fill); ok {
			areas = append(areas, vector.Path(s))
		}
	}
	if len(areas) != 2 || len(areas[0]) != 5 || len(areas[1]) != 9 {
		t.Fatalf("areas %v", areas)
	}
	for _, piece := range areas[1] {
		if piece.Kind != vector.Close && !inside.Contains(piece.At) {
			t.Errorf("%v lies outside", piece.At)
		}
	}
}

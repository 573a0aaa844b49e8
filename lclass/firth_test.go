package lclass_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/datasets"
	"linclass/internal/invalid"
	"linclass/lclass"
)

// A firthPeer is an entry of testdata/firth.json, made by firth.R with brglm2
// 0.9: the weights in the order of the features and then the bias, their
// standard errors, and l*.
type firthPeer struct {
	Name     string
	Coef, SE []float64
	Value    float64
	T, S     []float64
	X        [][]float64
}

func (p firthPeer) data(t *testing.T) *lclass.Data {
	t.Helper()
	switch p.Name {
	case "setosa":
		d, err := lclass.FromFrame(datasets.Iris(), lclass.Columns{Target: "species", Features: irisColumns})
		must(t, d, err)
		d, err = d.Positive("setosa")
		return must(t, d, err)
	case "virginica":
		return irisData(t, true)
	case "titanic":
		return titanicTable(t)
	}
	class := make([]int, len(p.T))
	for i, v := range p.T {
		class[i] = int(v)
	}
	return weigh(t, both(t, fromRows(p.X), class), p.S)
}

func TestFirthAgreesWithPeers(t *testing.T) {
	var peers struct{ Cases []firthPeer }
	readPeers(t, "testdata/firth.json", &peers)
	if len(peers.Cases) != 10 {
		t.Errorf("%d cases", len(peers.Cases))
	}
	for _, p := range peers.Cases {
		t.Run(p.Name, func(t *testing.T) {
			d := p.data(t)
			m := learn(t, lclass.Firth{}, d)
			if m.Status.Outcome != lclass.Converged || m.Status.Note != "" || m.Status.Solver != "Firth" || m.Direction != nil {
				t.Error(m.Status, m.Direction)
			}
			agree(t, "W, b", parameters(m), p.Coef, 1e-9)
			agree(t, "standard errors", listOf(summary(t, m, d, lclass.SummaryOptions{}), se), p.SE, 1e-8)
			agree(t, "l*", []float64{-total(m, d)}, []float64{p.Value}, 1e-10)
		})
	}
}

// Heinze and Schemper (2002), table II: three digits of weights and standard
// errors. No woman with NV was spared, so that maximum likelihood has none.
func TestFirthAsPublished(t *testing.T) {
	var peers struct{ Cases []firthPeer }
	readPeers(t, "testdata/firth.json", &peers)
	d := peers.Cases[0].data(t)
	if m := learn(t, lclass.Logistic{}, d); m.Status.Outcome != lclass.Separated {
		t.Error(m.Status)
	}
	m := learn(t, lclass.Firth{}, d)
	s := summary(t, m, d, lclass.SummaryOptions{})
	for i, want := range []struct{ value, se float64 }{{2.929, 1.551}, {-0.035, 0.040}, {-2.604, 0.776}, {3.774, 1.489}} {
		c := s.Coefficients[recorded(s)[i]]
		if math.Abs(c.Value-want.value) > 1e-3 || math.Abs(c.SE-want.se) > 1e-3 {
			t.Errorf("%s: %.4f ± %.4f, published %v ± %v", c.Name, c.Value, c.SE, want.value, want.se)
		}
	}
}

// One feature of two values has the log-odds of the counts with ½ added to each
// (Haldane and Anscombe), whatever the two values and however often the data
// are there.
func TestFirthCounts(t *testing.T) {
	logit := func(yes, no float64) float64 { return math.Log((yes + 0.5) / (no + 0.5)) }
	for _, times := range []float64{1, 2, 100} {
		for _, x := range [][2]float64{{0, 1}, {-1e12, 1e12}, {1e9, 1e9 + 1}, {0, 1e-150}} {
			no, yes := [2]float64{8 * times, 5 * times}, [2]float64{0, 7 * times}
			d, err := lclass.FromMatrix(mat.NewDense(4, 1, []float64{x[0], x[1], x[0], x[1]}), []int{0, 0, 1, 1}, classNames(2))
			must(t, d, err)
			m := learn(t, lclass.Firth{}, weigh(t, d, []float64{no[0], no[1], yes[0], yes[1]}))
			want := []float64{logit(yes[0], no[0]), logit(yes[1], no[1])}
			got := []float64{m.ScoresOne([]float64{x[0]})[0], m.ScoresOne([]float64{x[1]})[0]}
			// A mean of 1e9 leaves seven digits of w·x + b.
			near(t, "log-odds", got, want, 1e-6)
		}
	}
}

func TestFirthOnSeparatedClasses(t *testing.T) {
	for _, complete := range []bool{true, false} {
		d := separatedData(t, complete)
		m := learn(t, lclass.Firth{}, d)
		if m.Status.Outcome != lclass.Converged || m.Direction != nil || len(m.History) != m.Status.Iterations+1 {
			t.Errorf("complete %v: %v, direction %v", complete, m.Status, m.Direction)
		}
		s := summary(t, m, d, lclass.SummaryOptions{})
		for _, c := range s.Coefficients {
			if !(c.SE > 0 && c.SE < 10) {
				t.Errorf("complete %v: standard error of %s is %v", complete, c.Name, c.SE)
			}
		}
		var last lclass.Step
		for step, err := range (lclass.Firth{}).Steps(d) {
			last = must(t, step, err)
		}
		near(t, "last step", append(slices.Clone(last.W.RawRowView(0)), last.B...), parameters(m), 0)
	}
}

// As many samples as parameters, or fewer: each sample is parted from the
// others and has leverage 1, so that half a sample of either class beside it
// makes its probability (1 + ½)/(1 + 1).
func TestFirthWithMoreFeaturesThanSamples(t *testing.T) {
	for _, d := range []int{5, 20} {
		x, class := clouds(6, d, 2, 3)
		m := learn(t, lclass.Firth{}, both(t, x, class))
		y, err := m.Proba(both(t, x, class))
		must(t, y, err)
		for i, k := range class {
			near(t, "probability of its class", []float64{y.At(i, k)}, []float64{0.75}, 1e-9)
		}
		if dependent := strings.Contains(m.Status.Note, "rank 6 with the bias, of 21"); dependent != (d == 20) {
			t.Error(m.Status)
		}
	}
}

func TestFirthIsForTwoClasses(t *testing.T) {
	x, class := clouds(90, 3, 3, 1)
	d, err := lclass.FromMatrix(x, class, classNames(3))
	must(t, d, err)
	fails(t, failure(lclass.Firth{}.Fit(d)), &invalid.TargetError{Target: "t", Want: "two classes"})
	m := learn(t, lclass.OneVsRest{Of: lclass.Firth{}}, d)
	if m.Status.Err() != nil || !m.HasProbability() {
		t.Error(m.Status)
	}
}

// Weights that sum to less than there are parameters are no counts.
func TestFirthWithWeightsThatAreNoCounts(t *testing.T) {
	x, class := clouds(90, 3, 2, 1)
	weight := make([]float64, 90)
	for i := range weight {
		weight[i] = 1. / 90
	}
	m := learn(t, lclass.Firth{}, weigh(t, both(t, x, class), weight))
	if m.Status.Err() != nil || !strings.Contains(m.Status.Note, "sum to only 1;") {
		t.Error(m.Status)
	}
}

func TestFirthWithTooManyFeatures(t *testing.T) {
	x, class := words(t, 300, 6000)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	mentions(t, failure(lclass.Firth{}.Fit(d)), "not 6000", "at most 4999", "L2")
}

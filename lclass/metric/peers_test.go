package metric_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/internal/errtest"
	"linclass/lclass/metric"
)

// A peerCase is an entry of a file in testdata that the script of the same name
// made. What scikit-learn says is a list of numbers for each quantity, nil where
// it is NaN.
type peerCase struct {
	Name                  string
	K                     int
	T, Y                  []int
	S, Z                  []float64
	P                     [][]float64
	Labels, Predicted, Z2 [][]float64
	Want                  map[string][]*float64
}

// tolerance is what we and a peer may differ by, of numbers above 1 relative.
const tolerance = 1e-12

// peerCases returns the recorded cases of testdata/name.json, or, if
// LCLASS_PEERS is set, what the script says now: of the same cases for 0, and
// with other random numbers for other numbers.
func peerCases(t *testing.T, name string) []peerCase {
	t.Helper()
	var text []byte
	var err error
	if now := os.Getenv("LCLASS_PEERS"); now != "" {
		c := exec.Command("/usr/bin/python3", "-B", filepath.Join("testdata", name+".py"), now)
		c.Stderr = os.Stderr
		text, err = c.Output()
	} else {
		text, err = os.ReadFile(filepath.Join("testdata", name+".json"))
	}
	var cases []peerCase
	if err == nil {
		err = json.Unmarshal(text, &cases)
	}
	if err != nil {
		t.Fatal(name, err)
	}
	return cases
}

func dense(rows [][]float64) *mat.Dense {
	if len(rows) == 0 {
		return &mat.Dense{}
	}
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		m.SetRow(i, row)
	}
	return m
}

// values returns the elements of a matrix row by row.
func values(m mat.Matrix) []float64 {
	var all []float64
	n, _ := m.Dims()
	for i := range n {
		all = append(all, mat.Row(nil, i, m)...)
	}
	return all
}

func (c peerCase) confusion() *metric.ConfusionMatrix {
	return metric.Confusion(c.T, c.Y, make([]string, c.K), c.S)
}

// classes returns the counts of each class.
func (c peerCase) classes() []metric.Counts {
	m := c.confusion()
	var all []metric.Counts
	for k := range m.Classes {
		all = append(all, m.Class(k))
	}
	return all
}

func (c peerCase) rank() *metric.Ranking { return metric.Rank(c.T, c.Z, c.S) }
func (c peerCase) support() []float64    { return metric.Support(c.T, c.K, c.S) }
func (c peerCase) labels() []metric.Counts {
	return metric.LabelCounts(dense(c.Labels), dense(c.Predicted), c.S)
}

func (c peerCase) uniform() *metric.ReliabilityCurve {
	return metric.Reliability(c.T, c.Z, metric.UniformBins(c.K), c.S)
}
func (c peerCase) quantile() *metric.ReliabilityCurve {
	return metric.Reliability(c.T, c.Z, metric.QuantileBins(c.Z, c.K, c.S), c.S)
}

// margin returns the n×1 scores of the hinge loss.
func (c peerCase) margin() mat.Matrix {
	z := mat.NewVecDense(len(c.P), nil)
	for i, p := range c.P {
		z.SetVec(i, 4*p[1]-2)
	}
	return z
}

// pairs returns a matrix of the samples of each pair of classes, row by row.
func (c peerCase) pairs() []float64 {
	var n []float64
	for _, j := range c.support() {
		for _, k := range c.support() {
			n = append(n, j+k)
		}
	}
	return n
}

// rankedRate returns the counts, from 0 for a threshold above all scores, divided by n.
func rankedRate(counts []float64, n float64) []float64 {
	rates := []float64{0 / n}
	for _, c := range counts {
		rates = append(rates, c/n)
	}
	return rates
}

// numbers returns targets and predictions of a regression.
func (c peerCase) numbers() (t, y []float64) {
	for i := range c.T {
		t, y = append(t, float64(c.T[i])+0.1*float64(i)), append(y, float64(c.Y[i])-0.3)
	}
	return t, y
}

var rates = map[string]metric.Rate{
	"recall":                  metric.Counts.Recall,
	"precision":               metric.Counts.Precision,
	"specificity":             metric.Counts.Specificity,
	"NPV":                     metric.Counts.NPV,
	"FPR":                     metric.Counts.FPR,
	"FNR":                     metric.Counts.FNR,
	"F1":                      metric.Counts.F1,
	"F0.5":                    func(c metric.Counts) float64 { return c.FBeta(0.5) },
	"F2":                      func(c metric.Counts) float64 { return c.FBeta(2) },
	"Jaccard":                 metric.Counts.Jaccard,
	"Youden":                  metric.Counts.Youden,
	"class accuracy":          metric.Counts.Accuracy,
	"class error":             func(c metric.Counts) float64 { return 1 - c.Accuracy() },
	"class balanced accuracy": metric.Counts.BalancedAccuracy,
	"class MCC":               metric.Counts.MCC,
}

// single are the quantities of one number.
var single = map[string]func(peerCase) float64{
	"accuracy":          func(c peerCase) float64 { return metric.Accuracy(c.T, c.Y, c.S) },
	"error":             func(c peerCase) float64 { return 1 - metric.Accuracy(c.T, c.Y, c.S) },
	"MSE":               func(c peerCase) float64 { t, y := c.numbers(); return metric.MSE(t, y, c.S) },
	"MAE":               func(c peerCase) float64 { t, y := c.numbers(); return metric.MAE(t, y, c.S) },
	"R2":                func(c peerCase) float64 { t, y := c.numbers(); return metric.R2(t, y, c.S) },
	"balanced accuracy": func(c peerCase) float64 { return c.confusion().BalancedAccuracy() },
	"kappa":             func(c peerCase) float64 { return c.confusion().Kappa() },
	"linear kappa":      func(c peerCase) float64 { return c.confusion().LinearKappa() },
	"quadratic kappa":   func(c peerCase) float64 { return c.confusion().QuadraticKappa() },
	"MCC":               func(c peerCase) float64 { return c.confusion().MCC() },
	"log-loss":          func(c peerCase) float64 { return metric.LogLoss(c.T, dense(c.P), c.S) },
	"Brier":             func(c peerCase) float64 { return metric.Brier(c.T, mat.Col(nil, 1, dense(c.P)), c.S) },
	"Brier of classes":  func(c peerCase) float64 { return metric.BrierClasses(c.T, dense(c.P), c.S) },
	"hinge":             func(c peerCase) float64 { return metric.Hinge(c.T, c.margin(), c.S) },
	"hinge of classes":  func(c peerCase) float64 { return metric.Hinge(c.T, dense(c.P), c.S) },
	"top 1":             func(c peerCase) float64 { return metric.TopK(c.T, dense(c.P), 1, c.S) },
	"top 2":             func(c peerCase) float64 { return metric.TopK(c.T, dense(c.P), 2, c.S) },
	"top 3":             func(c peerCase) float64 { return metric.TopK(c.T, dense(c.P), 3, c.S) },
	"macro AUC ovr": func(c peerCase) float64 {
		return metric.Mean(metric.AUCOneVsRest(c.T, dense(c.P), c.S), nil)
	},
	"weighted AUC ovr": func(c peerCase) float64 {
		return metric.Mean(metric.AUCOneVsRest(c.T, dense(c.P), c.S), c.support())
	},
	"macro AUC ovo": func(c peerCase) float64 {
		return metric.Mean(values(metric.AUCOneVsOne(c.T, dense(c.P), c.S)), nil)
	},
	"weighted AUC ovo": func(c peerCase) float64 {
		return metric.Mean(values(metric.AUCOneVsOne(c.T, dense(c.P), c.S)), c.pairs())
	},
	"AUC":            func(c peerCase) float64 { return metric.AUC(c.T, c.Z, c.S) },
	"AP":             func(c peerCase) float64 { return metric.AveragePrecision(c.T, c.Z, c.S) },
	"PR trapezoid":   func(c peerCase) float64 { pr := c.rank().PR(); return metric.Trapezoid(pr.Recall, pr.Precision) },
	"label log-loss": func(c peerCase) float64 { return metric.LabelLogLoss(dense(c.Labels), dense(c.P), c.S) },
	"exact match": func(c peerCase) float64 {
		return metric.ExactMatch(dense(c.Labels), dense(c.Predicted), c.S)
	},
	"Hamming":  func(c peerCase) float64 { return metric.Hamming(dense(c.Labels), dense(c.Predicted), c.S) },
	"coverage": func(c peerCase) float64 { return metric.Coverage(dense(c.Labels), dense(c.Z2), c.S) },
	"label ranking precision": func(c peerCase) float64 {
		return metric.LabelRankingPrecision(dense(c.Labels), dense(c.Z2), c.S)
	},
	"label ranking loss": func(c peerCase) float64 {
		return metric.LabelRankingLoss(dense(c.Labels), dense(c.Z2), c.S)
	},
}

// several are the quantities of several numbers.
var several = map[string]func(peerCase) []float64{
	"confusion":             func(c peerCase) []float64 { return values(c.confusion().Counts) },
	"by true":               func(c peerCase) []float64 { return values(c.confusion().ByTrue()) },
	"by predicted":          func(c peerCase) []float64 { return values(c.confusion().ByPredicted()) },
	"by all":                func(c peerCase) []float64 { return values(c.confusion().ByAll()) },
	"AUC of classes":        func(c peerCase) []float64 { return metric.AUCOneVsRest(c.T, dense(c.P), c.S) },
	"ROC FPR":               func(c peerCase) []float64 { r := c.rank(); return rankedRate(r.FP, r.Negative) },
	"ROC TPR":               func(c peerCase) []float64 { r := c.rank(); return rankedRate(r.TP, r.Positive) },
	"ROC threshold":         func(c peerCase) []float64 { return c.rank().Threshold },
	"ROC corners FPR":       func(c peerCase) []float64 { return c.rank().ROC().FPR },
	"ROC corners TPR":       func(c peerCase) []float64 { return c.rank().ROC().TPR },
	"ROC corners threshold": func(c peerCase) []float64 { return c.rank().ROC().Threshold[1:] },
	"PR precision":          func(c peerCase) []float64 { return c.rank().PR().Precision },
	"PR recall":             func(c peerCase) []float64 { return c.rank().PR().Recall },
	"PR threshold":          func(c peerCase) []float64 { return c.rank().PR().Threshold[1:] },
	"DET FPR":               func(c peerCase) []float64 { return c.rank().DET().FPR },
	"DET FNR":               func(c peerCase) []float64 { return c.rank().DET().FNR },
	"DET threshold":         func(c peerCase) []float64 { return c.rank().DET().Threshold },
	"uniform observed":      func(c peerCase) []float64 { return c.uniform().Observed },
	"uniform predicted":     func(c peerCase) []float64 { return c.uniform().Predicted },
	"quantile observed":     func(c peerCase) []float64 { return c.quantile().Observed },
	"quantile predicted":    func(c peerCase) []float64 { return c.quantile().Predicted },
	"DeLong": func(c peerCase) []float64 {
		a := metric.AUCInterval(c.T, c.Z, 0.95, c.S)
		return []float64{a.Value, a.SE, a.Low, a.High}
	},
	"DeLong of two": func(c peerCase) []float64 {
		second := metric.AUCInterval(c.T, c.Z2[0], 0.95, c.S)
		difference, _, _ := metric.CompareAUC(c.T, c.Z, c.Z2[0], 0.95, c.S)
		return []float64{second.Value, second.SE, difference.Value, difference.SE, difference.Low, difference.High}
	},
	"DeLong test": func(c peerCase) []float64 {
		_, z, p := metric.CompareAUC(c.T, c.Z, c.Z2[0], 0.95, c.S)
		return []float64{z, p}
	},
	"partial AUC": func(c peerCase) []float64 {
		r := c.rank()
		return []float64{r.PartialAUC(0.05), r.PartialAUC(0.3), r.PartialAUC(0.99)}
	},
}

// quantity returns what we say of a case.
func (c peerCase) quantity(name string) ([]float64, error) {
	if f, ok := single[name]; ok {
		return []float64{f(c)}, nil
	}
	if f, ok := several[name]; ok {
		return f(c), nil
	}
	// [label] [macro | weighted | micro | samples] RATE[, 0]
	rest, fill := strings.CutSuffix(name, ", 0")
	rest, ofLabels := strings.CutPrefix(rest, "label ")
	counts := c.classes
	if ofLabels {
		counts = c.labels
	}
	rate, ok := rates[rest]
	if ok {
		var each []float64
		for _, k := range counts() {
			each = append(each, rate(k))
		}
		return each, nil
	}
	average, rest, _ := strings.Cut(rest, " ")
	if rate, ok = rates[rest]; !ok {
		return nil, fmt.Errorf("what is %q?", name)
	}
	if fill {
		rate = metric.Or(rate, 0)
	}
	m := c.confusion
	switch {
	case average == "samples":
		return []float64{metric.Samples(dense(c.Labels), dense(c.Predicted), rate, c.S)}, nil
	case ofLabels:
		return []float64{averages[average](counts(), rate)}, nil
	case average == "macro":
		return []float64{m().Macro(rate)}, nil
	case average == "weighted":
		return []float64{m().Weighted(rate)}, nil
	}
	return []float64{m().Micro(rate)}, nil
}

var averages = map[string]func([]metric.Counts, metric.Rate) float64{
	"macro": metric.Macro, "weighted": metric.Weighted, "micro": metric.Micro,
}

// With -v it prints the largest difference of each quantity.
func TestPeers(t *testing.T) {
	worst, times := map[string]float64{}, map[string]int{}
	for _, file := range []string{"metrics", "curves", "labels", "reliability", "delong"} {
		for _, c := range peerCases(t, file) {
			for name, want := range c.Want {
				got := errtest.Must(c.quantity(name))
				if len(got) != len(want) {
					t.Errorf("%s, %s: %d values, want %d", c.Name, name, len(got), len(want))
					continue
				}
				times[name]++
				for i := range want {
					d := difference(got[i], orNaN(want[i]))
					worst[name] = max(worst[name], d)
					if !(d <= tolerance) {
						t.Errorf("%s, %s: %v, want %v", c.Name, name, got[i], orNaN(want[i]))
					}
				}
			}
		}
	}
	for name := range single {
		if times[name] == 0 {
			t.Errorf("no peer computes %s", name)
		}
	}
	for name := range several {
		if times[name] == 0 {
			t.Errorf("no peer computes %s", name)
		}
	}
	for name := range rates {
		if times[name] == 0 {
			t.Errorf("no peer computes %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(worst)) {
		t.Logf("%-32s %3d cases, worst %.1e", name, times[name], worst[name])
	}
}

// difference returns that of two numbers, above 1 relative to the second; NaN
// is equal to NaN.
func difference(got, want float64) float64 {
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return 0
	}
	d := math.Abs(got-want) / max(1, math.Abs(want))
	if math.IsNaN(d) {
		return math.Inf(1)
	}
	return d
}

func check(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(difference(got, want) <= tolerance) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}

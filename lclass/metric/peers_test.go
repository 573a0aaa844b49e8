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
	return metric.WeightedConfusion(c.T, c.Y, c.S, make([]string, c.K))
}
func (c peerCase) rank() *metric.Ranking { return metric.WeightedRank(c.T, c.Z, c.S) }
func (c peerCase) occurred() []float64   { return metric.Support(c.T, c.K, c.S) }
func (c peerCase) labels() []metric.Counts {
	return metric.WeightedLabelCounts(dense(c.Labels), dense(c.Predicted), c.S)
}

func (c peerCase) uniform() *metric.ReliabilityCurve {
	return metric.WeightedReliability(c.T, c.Z, metric.UniformBins(c.K), c.S)
}
func (c peerCase) quantile() *metric.ReliabilityCurve {
	return metric.WeightedReliability(c.T, c.Z, metric.QuantileBins(c.Z, c.S, c.K), c.S)
}

// margin returns the scores of the hinge loss.
func (c peerCase) margin() []float64 {
	var z []float64
	for _, p := range c.P {
		z = append(z, 4*p[1]-2)
	}
	return z
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
	"class error":             metric.Counts.Error,
	"class balanced accuracy": metric.Counts.BalancedAccuracy,
	"class MCC":               metric.Counts.MCC,
}

// single are the quantities of one number.
var single = map[string]func(peerCase) float64{
	"accuracy":          func(c peerCase) float64 { return metric.WeightedAccuracy(c.T, c.Y, c.S) },
	"error":             func(c peerCase) float64 { return metric.WeightedError(c.T, c.Y, c.S) },
	"MSE":               func(c peerCase) float64 { t, y := c.numbers(); return metric.WeightedMSE(t, y, c.S) },
	"MAE":               func(c peerCase) float64 { t, y := c.numbers(); return metric.WeightedMAE(t, y, c.S) },
	"R2":                func(c peerCase) float64 { t, y := c.numbers(); return metric.WeightedR2(t, y, c.S) },
	"balanced accuracy": func(c peerCase) float64 { return c.confusion().BalancedAccuracy() },
	"kappa":             func(c peerCase) float64 { return c.confusion().Kappa() },
	"linear kappa":      func(c peerCase) float64 { return c.confusion().LinearKappa() },
	"quadratic kappa":   func(c peerCase) float64 { return c.confusion().QuadraticKappa() },
	"MCC":               func(c peerCase) float64 { return c.confusion().MCC() },
	"log-loss":          func(c peerCase) float64 { return metric.WeightedLogLoss(c.T, dense(c.P), c.S) },
	"Brier":             func(c peerCase) float64 { return metric.WeightedBrier(c.T, mat.Col(nil, 1, dense(c.P)), c.S) },
	"Brier of classes":  func(c peerCase) float64 { return metric.WeightedBrierClasses(c.T, dense(c.P), c.S) },
	"hinge":             func(c peerCase) float64 { return metric.WeightedHinge(c.T, c.margin(), c.S) },
	"hinge of classes":  func(c peerCase) float64 { return metric.WeightedHingeClasses(c.T, dense(c.P), c.S) },
	"top 1":             func(c peerCase) float64 { return metric.WeightedTopK(c.T, dense(c.P), 1, c.S) },
	"top 2":             func(c peerCase) float64 { return metric.WeightedTopK(c.T, dense(c.P), 2, c.S) },
	"top 3":             func(c peerCase) float64 { return metric.WeightedTopK(c.T, dense(c.P), 3, c.S) },
	"macro AUC ovr": func(c peerCase) float64 {
		return metric.Mean(metric.WeightedAUCOneVsRest(c.T, dense(c.P), c.S), nil)
	},
	"weighted AUC ovr": func(c peerCase) float64 {
		return metric.Mean(metric.WeightedAUCOneVsRest(c.T, dense(c.P), c.S), c.occurred())
	},
	"macro AUC ovo": func(c peerCase) float64 {
		return metric.MeanOfPairs(metric.WeightedAUCOneVsOne(c.T, dense(c.P), c.S), nil)
	},
	"weighted AUC ovo": func(c peerCase) float64 {
		return metric.MeanOfPairs(metric.WeightedAUCOneVsOne(c.T, dense(c.P), c.S), c.occurred())
	},
	"AUC":            func(c peerCase) float64 { return metric.WeightedAUC(c.T, c.Z, c.S) },
	"AP":             func(c peerCase) float64 { return metric.WeightedAveragePrecision(c.T, c.Z, c.S) },
	"PR trapezoid":   func(c peerCase) float64 { pr := c.rank().PR(); return metric.Trapezoid(pr.Recall, pr.Precision) },
	"label log-loss": func(c peerCase) float64 { return metric.WeightedLabelLogLoss(dense(c.Labels), dense(c.P), c.S) },
	"exact match": func(c peerCase) float64 {
		return metric.WeightedExactMatch(dense(c.Labels), dense(c.Predicted), c.S)
	},
	"Hamming":  func(c peerCase) float64 { return metric.WeightedHamming(dense(c.Labels), dense(c.Predicted), c.S) },
	"coverage": func(c peerCase) float64 { return metric.WeightedCoverage(dense(c.Labels), dense(c.Z2), c.S) },
	"label ranking precision": func(c peerCase) float64 {
		return metric.WeightedLabelRankingPrecision(dense(c.Labels), dense(c.Z2), c.S)
	},
	"label ranking loss": func(c peerCase) float64 {
		return metric.WeightedLabelRankingLoss(dense(c.Labels), dense(c.Z2), c.S)
	},
}

// several are the quantities of several numbers.
var several = map[string]func(peerCase) []float64{
	"confusion":             func(c peerCase) []float64 { return values(c.confusion().Counts) },
	"by true":               func(c peerCase) []float64 { return values(c.confusion().ByTrue()) },
	"by predicted":          func(c peerCase) []float64 { return values(c.confusion().ByPredicted()) },
	"by all":                func(c peerCase) []float64 { return values(c.confusion().ByAll()) },
	"AUC of classes":        func(c peerCase) []float64 { return metric.WeightedAUCOneVsRest(c.T, dense(c.P), c.S) },
	"ROC FPR":               func(c peerCase) []float64 { return c.rank().ROC().FPR },
	"ROC TPR":               func(c peerCase) []float64 { return c.rank().ROC().TPR },
	"ROC threshold":         func(c peerCase) []float64 { return c.rank().ROC().Threshold[1:] },
	"ROC corners FPR":       func(c peerCase) []float64 { return c.rank().ROCCorners().FPR },
	"ROC corners TPR":       func(c peerCase) []float64 { return c.rank().ROCCorners().TPR },
	"ROC corners threshold": func(c peerCase) []float64 { return c.rank().ROCCorners().Threshold[1:] },
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
		a := metric.WeightedAUCInterval(c.T, c.Z, c.S, 0.95)
		return []float64{a.Value, a.SE, a.Low, a.High}
	},
	"DeLong of two": func(c peerCase) []float64 {
		a := metric.WeightedCompareAUC(c.T, c.Z, c.Z2[0], c.S, 0.95)
		return []float64{a.Second.Value, a.Second.SE, a.Difference.Value, a.Difference.SE, a.Difference.Low, a.Difference.High}
	},
	"DeLong test": func(c peerCase) []float64 {
		a := metric.WeightedCompareAUC(c.T, c.Z, c.Z2[0], c.S, 0.95)
		return []float64{a.Z, a.P}
	},
	"partial AUC": func(c peerCase) []float64 {
		roc := c.rank().ROC()
		return []float64{roc.StandardPartialAUC(0.05), roc.StandardPartialAUC(0.3), roc.StandardPartialAUC(0.99)}
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
	counts, ofLabels := c.labels, false
	rest, fill := strings.CutSuffix(name, ", 0")
	if rest, ofLabels = strings.CutPrefix(rest, "label "); !ofLabels {
		counts = func() []metric.Counts { return c.confusion().PerClass() }
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
		return []float64{metric.WeightedSamples(dense(c.Labels), dense(c.Predicted), rate, c.S)}, nil
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
				got, err := c.quantity(name)
				if err != nil {
					t.Fatal(err)
				}
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

package exercises

import (
	"fmt"
	"math"

	"linclass/assignments/checking"
	"linclass/lclass/metric"
)

// PrecisionFor checks exercise 1 of metrics.
func PrecisionFor(f func(recall, fpr, share float64) float64) {
	run("precisionFor",
		check("is the share of the ill for a test that says yes to all", "then every person causes an alarm", func(t *checking.Try) {
			t.Number("precisionFor(1, 1, 0.3)", f(1, 1, 0.3), 0.3)
		}),
		check("depends on how frequent the illness is", "alarms of the ill: recall times their share; of the healthy: FPR times the rest", func(t *checking.Try) {
			for _, share := range []float64{0.5, 0.05, 0.005} {
				k := metric.Counts{TP: 0.9 * share, FN: 0.1 * share, FP: 0.05 * (1 - share), TN: 0.95 * (1 - share)}
				t.Number(fmt.Sprintf("precisionFor(0.9, 0.05, %g)", share), f(0.9, 0.05, share), k.Precision())
			}
		}))
}

// F1Of checks exercise 2 of metrics.
func F1Of(f func(TP, FP, FN float64) float64) {
	run("f1Of",
		check("is 1 without mistakes, and 0 without a hit", "2PR/(P + R)", func(t *checking.Try) {
			t.Number("f1Of(7, 0, 0)", f(7, 0, 0), 1)
			t.Number("f1Of(0, 3, 4)", f(0, 3, 4), 0)
		}),
		check("is F1, however many true negatives there are", "put P = TP/(TP + FP) and R = TP/(TP + FN) into the formula, and cancel: no TN is left", func(t *checking.Try) {
			for _, k := range []metric.Counts{{TP: 5, FP: 3, FN: 2, TN: 10}, {TP: 5, FP: 3, FN: 2, TN: 10_010}, {TP: 1, FP: 9, FN: 0, TN: 1}} {
				t.Number(fmt.Sprintf("f1Of(%g, %g, %g)", k.TP, k.FP, k.FN), f(k.TP, k.FP, k.FN), k.F1())
			}
		}))
}

// Cheapest checks exercise 3 of metrics.
func Cheapest(f func(p float64) string) {
	run("cheapest",
		check("sends home whoever is surely healthy, and calls back the surely ill", "10p is small for small p, and 1 − p for large p", func(t *checking.Try) {
			t.Equal("cheapest(0)", f(0), "home")
			t.Equal("cheapest(1)", f(1), "back")
		}),
		check("tests where the model is unsure", "0.2 is less than both 10p and 1 − p there", func(t *checking.Try) {
			t.Equal("cheapest(0.5)", f(0.5), "test")
		}),
		check("never pays more than it must", "compare 10p, 0.2 and 1 − p", func(t *checking.Try) {
			for i := range 100 {
				p := (float64(i) + 0.5) / 100
				cost := map[string]float64{"home": 10 * p, "test": 0.2, "back": 1 - p}
				paid, known := cost[f(p)]
				t.True(known, fmt.Sprintf("cheapest(%g)", p), f(p), "home, test or back")
				least := math.Min(cost["home"], math.Min(cost["test"], cost["back"]))
				t.Number(fmt.Sprintf("the expected cost of cheapest(%g), which is %q", p, f(p)), paid, least)
			}
		}))
}

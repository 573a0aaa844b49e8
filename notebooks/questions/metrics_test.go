package questions

import (
	"linclass/lclass"
	"linclass/lclass/decide"
	"linclass/lclass/metric"
)

var metrics = answers{
	"recall-of-seven": func() any { return confusion(5, 3, 2, 10).Class(1).Recall() },
	"f1-harmonic":     func() any { return confusion(5, 0, 5, 10).Class(1).F1() },
	"lazy-doctor":     func() any { return confusion(0, 0, 1, 19).Accuracy() },
	"roc-point": func() any {
		roc := metric.Rank([]int{1, 1, 0, 1, 0, 0, 1, 0, 0}, []float64{9, 8, 7, 6, 5, 4, 3, 2, 1}, nil).ROC()
		return []float64{roc.FPR[4], roc.TPR[4]}
	},
	"auc-pairs": func() any { return metric.AUC([]int{1, 1, 0, 0}, []float64{0.9, 0.4, 0.6, 0.2}, nil) },
	"cost-threshold": func() any {
		return lclass.Must(lclass.Must(decide.NewCosts(0, 1, 9, 0)).Threshold())
	},
	"rare-precision": func() any {
		return metric.Counts{TP: 0.9 * 100, FP: 0.05 * 19900}.Precision()
	},
}

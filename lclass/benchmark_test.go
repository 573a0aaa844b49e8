package lclass_test

import (
	"strings"
	"testing"

	"linclass/lclass"
)

// BenchmarkFit is every learner by every solver that can have it, with L2 and
// with L1: 1000 samples of 20 features.
func BenchmarkFit(b *testing.B) {
	for _, s := range specs() {
		if p := s.penalty; p != lclass.L2(0.05) && p != lclass.L1(0.05) || strings.Contains(s.name, "<nil>") {
			continue
		}
		x, class := s.clouds(1000, 20)
		benchmarkFit(b, s.name, s.data(b, x, class), s.estimator(s.penalty))
	}
}

// BenchmarkReduction is what puts several fits together.
func BenchmarkReduction(b *testing.B) {
	d := benchmarkData(1000, 20, 5)
	binary := lclass.Logistic{Penalty: lclass.L2(0.05)}
	benchmarkFit(b, "OneVsRest", d, lclass.OneVsRest{Of: binary})
	benchmarkFit(b, "OneVsOne", d, lclass.OneVsOne{Of: binary})
}

// BenchmarkPerceptron is ten epochs by batch size.
func BenchmarkPerceptron(b *testing.B) {
	d := benchmarkData(2000, 50, 2)
	benchmarkFit(b, "online", d, lclass.Perceptron{Epochs: 10})
	benchmarkFit(b, "minibatch", d, lclass.Perceptron{Epochs: 10, Batch: 32})
}

func benchmarkData(n, d, k int) *lclass.Data {
	x, class := clouds(n, d, k, 1)
	return lclass.Must(lclass.FromMatrix(x, class, classNames(k)))
}

func benchmarkFit(b *testing.B, name string, d *lclass.Data, e lclass.Estimator) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			lclass.Must(e.Fit(d))
		}
	})
}

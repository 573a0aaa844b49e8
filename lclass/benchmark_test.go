package lclass_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"linclass/lclass"
)

// BenchmarkFit is every learner by every solver that can have it, with L2 and
// with L1: 1000 samples of 20 features.
func BenchmarkFit(b *testing.B) {
	for _, s := range specs() {
		if p := s.penalty.String(); p != "L2(0.05)" && p != "L1(0.05)" || strings.Contains(s.name, "<nil>") {
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

// BenchmarkFromFrame reads 20000 rows of 100 columns of numbers.
func BenchmarkFromFrame(b *testing.B) {
	const n, d = 20_000, 100
	columns := make([]series.Series, d)
	for j := range columns {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(i*j%977) / 7
		}
		columns[j] = series.New(x, series.Float, "x"+strconv.Itoa(j))
	}
	f := dataframe.New(columns...)
	b.ReportAllocs()
	for b.Loop() {
		lclass.Must(lclass.FromFrame(f, lclass.Columns{Target: "x0"}))
	}
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

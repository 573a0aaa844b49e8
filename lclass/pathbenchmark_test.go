package lclass_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// BenchmarkPath fits 20 λ for each family of glmnet, with more samples than features
// and with fewer.
func BenchmarkPath(b *testing.B) {
	for _, shape := range []struct {
		n, d         int
		ratio, least float64
	}{{5000, 50, 1, 1e-4}, {300, 1000, 1, 1e-2}, {300, 1000, 0.5, 1e-2}} {
		for _, family := range []string{"gaussian", "binomial", "multinomial"} {
			b.Run(fmt.Sprintf("%s/%dx%d/ρ=%v", family, shape.n, shape.d, shape.ratio), func(b *testing.B) {
				d := pathData(family, shape.n, shape.d)
				spec := func(λ float64, start *lclass.Model) lclass.Estimator {
					penalty, solver := lclass.ElasticNet(λ, shape.ratio), lclass.CoordinateDescent{}
					switch family {
					case "gaussian":
						return lclass.LinearRegression{Penalty: penalty, Solver: solver, Start: start}
					case "binomial":
						return lclass.Logistic{Penalty: penalty, Solver: solver, Start: start}
					}
					return lclass.Softmax{Penalty: penalty, Solver: solver, Start: start}
				}
				most := lclass.Must(lclass.LambdaMax(spec(1, nil), d))
				lambdas := lclass.LogSpace(most, most*shape.least, 20)
				steps, slope := 0, 0.0
				for b.Loop() {
					steps, slope = 0, 0
					for m, err := range lclass.Path(d, lambdas, spec) {
						if err != nil {
							b.Fatal(err)
						}
						if m.Status.Err() != nil {
							b.Error(m.Status)
						}
						steps += m.Status.Iterations
						slope = math.Max(slope, m.Status.Gradient)
					}
				}
				b.ReportMetric(float64(steps), "steps")
				b.ReportMetric(slope, "slope")
			})
		}
	}
}

func pathData(family string, n, d int) *lclass.Data {
	r := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	k := 1
	if family == "multinomial" {
		k = 3
	}
	w := mat.NewDense(k, d, nil)
	for c := range k {
		for j := range 10 {
			w.Set(c, j*d/10, r.NormFloat64())
		}
	}
	x, classes, y := mat.NewDense(n, d, nil), make([]int, n), make([]float64, n)
	z := make([]float64, k)
	for i := range n {
		u := r.NormFloat64()
		row := x.RawRowView(i)
		for j := range row {
			row[j] = r.NormFloat64() + u/2
		}
		for c := range z {
			z[c] = mat.Dot(mat.NewVecDense(d, row), w.RowView(c))
		}
		switch family {
		case "gaussian":
			y[i] = z[0] + r.NormFloat64()
		case "binomial":
			if r.Float64() < 1/(1+math.Exp(-z[0])) {
				classes[i] = 1
			}
		default:
			most := math.Inf(-1)
			for c, v := range z {
				if v -= math.Log(-math.Log(r.Float64())); v > most {
					classes[i], most = c, v
				}
			}
		}
	}
	if family == "gaussian" {
		var mean, square float64
		for _, v := range y {
			mean += v / float64(n)
		}
		for _, v := range y {
			square += (v - mean) * (v - mean) / float64(n)
		}
		for i := range y {
			y[i] = (y[i] - mean) / math.Sqrt(square)
		}
		return lclass.Must(lclass.RegressionFromMatrix(x, y))
	}
	return lclass.Must(lclass.FromMatrix(x, classes, []string{"0", "1", "2"}[:max(2, k)]))
}

package main

import (
	"context"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass"
)

// solvers times the solver that each learner chooses beside all others that can solve
// the same, over numbers of samples, features and classes, dense and sparse.
func (b *bench) solvers() error {
	const (
		mostCells  = 1e7
		mostScores = 1e7
		patience   = 6 * time.Second
	)
	svm := func(l lclass.SVMLoss) func(lclass.Solver, lclass.Penalty) lclass.Estimator {
		return func(s lclass.Solver, p lclass.Penalty) lclass.Estimator {
			return lclass.LinearSVM{Loss: l, Solver: s, Penalty: p}
		}
	}
	logistic := func(s lclass.Solver, p lclass.Penalty) lclass.Estimator {
		return lclass.Logistic{Solver: s, Penalty: p}
	}
	softmax := func(s lclass.Solver, p lclass.Penalty) lclass.Estimator {
		return lclass.Softmax{Solver: s, Penalty: p}
	}
	smooth := []lclass.Solver{lclass.Newton{}, lclass.QuasiNewton{}}
	hinge := []lclass.Solver{lclass.Newton{}, lclass.DualCoordinateDescent{Tol: 1e-8}} // both to the same gap
	learners := []struct {
		name    string
		of      func(lclass.Solver, lclass.Penalty) lclass.Estimator
		solvers []lclass.Solver
		classes []int
	}{
		{"Logistic", logistic, smooth, []int{2}},
		{"SquaredHinge", svm(lclass.SquaredHinge), smooth, []int{2}},
		{"Hinge", svm(lclass.Hinge), hinge, []int{2}},
		{"Softmax", softmax, smooth, []int{3, 10, 100}},
		{"CrammerSinger", svm(lclass.CrammerSinger), hinge, []int{3, 10}},
		{"WestonWatkins", svm(lclass.WestonWatkins), hinge, []int{3, 10}},
	}
	t := table{
		title: "The solver that is chosen, beside the others, λ = 1/n:",
		head:  []string{"learner", "n", "d", "classes", "filled", "chosen", "time", "fastest", "time", "times as long"},
	}
	worst, unsolved := 1.0, 0
	for _, filled := range []float64{1, 0.02} {
		for _, n := range []int{1000, 10_000, 100_000, 1_000_000} {
			for _, d := range []int{10, 50, 200, 1000, 2000} {
				if float64(n)*float64(d) > mostCells {
					continue
				}
				for _, l := range learners {
					for _, k := range l.classes {
						if float64(n)*float64(k) > mostScores || k*d > 20_000 || n < 10*k {
							continue
						}
						data, err := grouped(n, d, k, filled)
						if err != nil {
							return err
						}
						penalty := lclass.L2(1 / float64(n))
						chosen, best := math.Inf(1), math.Inf(1)
						var fastest, name string
						limit := patience
						for _, s := range append([]lclass.Solver{nil}, l.solvers...) {
							ctx, cancel := context.WithTimeout(context.Background(), limit)
							var m *lclass.Model
							took, err := shortest(func() (err error) {
								m, err = l.of(s, penalty).Fit(data.WithContext(ctx))
								return err
							})
							cancel()
							if err != nil || m.Status.Err() != nil {
								took = math.Inf(1) // too slow here, or it cannot
							}
							if s == nil {
								chosen, name = took, "none"
								if m != nil {
									name = m.Status.Solver
								}
								continue
							}
							if took < best {
								best, fastest = took, strings.TrimPrefix(reflect.TypeOf(s).String(), "lclass.")
								limit = min(patience, time.Duration(3*best*float64(time.Second))+time.Second)
							}
						}
						log.Printf("solvers: %s %d×%d, %d classes, %v filled: %s %s, %s %s", l.name, n, d, k, filled, name, seconds(chosen), fastest, seconds(best))
						if math.IsInf(min(best, chosen), 1) {
							unsolved++
							continue
						}
						ratio := chosen / min(best, chosen)
						worst = max(worst, ratio)
						t.add(l.name, n, d, k, filled, name, seconds(chosen), fastest, seconds(best), fmt.Sprintf("%.2f", ratio))
					}
				}
			}
		}
	}
	t.foot = fmt.Sprintf("At worst %.1f times as long as the fastest. %d fits that no solver ended within %v are left out.", worst, unsolved, patience)
	b.tables = append(b.tables, t)
	return nil
}

// shortest returns the least of three times, in seconds, or the only one where it is long.
func shortest(f func() error) (least float64, err error) {
	const long = 0.5
	least = math.Inf(1)
	for range 3 {
		took, err := timed(f)
		if err != nil {
			return 0, err
		}
		if least = min(least, took); took > long {
			break
		}
	}
	return least, nil
}

// grouped returns n samples of d features, of which a part is filled, and k classes
// that follow the features by softmax.
func grouped(n, d, k int, filled float64) (*lclass.Data, error) {
	r := rand.New(rand.NewPCG(1, 2))
	w := mat.NewDense(d, k, nil)
	w.Apply(func(_, _ int, _ float64) float64 { return 2 * r.NormFloat64() / math.Sqrt(float64(d)*filled) }, w)
	t, classes := make([]int, n), make([]string, k)
	for c := range classes {
		classes[c] = fmt.Sprint(c)
	}
	start, column, value := []int{0}, []int(nil), []float64(nil)
	z := make([]float64, k)
	for i := range n {
		for c := range z {
			z[c] = -math.Log(r.ExpFloat64()) // the largest of scores and this is one of softmax
		}
		for j := range d {
			if filled < 1 && r.Float64() > filled {
				continue
			}
			v := r.NormFloat64()
			column, value = append(column, j), append(value, v)
			for c, u := range w.RawRowView(j) {
				z[c] += u * v
			}
		}
		start = append(start, len(column))
		for c := range z {
			if z[c] > z[t[i]] {
				t[i] = c
			}
		}
	}
	if filled == 1 {
		return lclass.FromMatrix(mat.NewDense(n, d, value), t, classes)
	}
	x, err := lclass.SparseFromRows(d, start, column, value)
	if err != nil {
		return nil, err
	}
	return lclass.FromMatrix(x, t, classes)
}

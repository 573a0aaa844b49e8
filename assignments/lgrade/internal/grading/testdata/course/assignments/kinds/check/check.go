// Package check sends values of all kinds back and forth.
package check

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"linclass/assignments/checking"
)

type tagged = struct {
	X    float64
	Tags []string
}

// Answers are the functions that the assignment asks for; nil where there is none.
type Answers struct {
	Echo   func(b bool, s string, n int8, u uint64, f float32, r rune) (bool, string, int8, uint64, float32, rune)
	Deep   func(x [][][]float64, names [][]string, p []tagged) ([][][]float64, [][]string, []tagged)
	Change func(x [][]float64, p []struct {
		X float64
		N int
	}, q struct{ V []int })
	Apply   func(f func(x []float64) (float64, error), g func(n int) func(m int) int) (float64, error)
	Draw    func(rng *rand.Rand) []float64
	Share   func(x []float64, X [][]float64) ([]float64, [][]float64)
	Nothing func()
}

func equal(t *checking.Try, what string, got, want any) {
	t.True(fmt.Sprintf("%#v", got) == fmt.Sprintf("%#v", want), what, fmt.Sprintf("%#v", got), fmt.Sprintf("%#v", want))
}

// Checks returns the open checks of the answers there are.
func Checks(a Answers) []checking.Task {
	var tasks []checking.Task
	task := func(name string, checks ...checking.Check) {
		tasks = append(tasks, checking.Task{Name: name, Checks: checks})
	}
	if a.Echo != nil {
		task("Echo", checking.Check{Name: "returns what it gets", Points: 1, Do: func(t *checking.Try) {
			b, s, n, u, f, r := a.Echo(true, "Δ\x00", -128, math.MaxUint64, 0.1, 'η')
			equal(t, "Echo", []any{b, s, n, u, f, r}, []any{true, "Δ\x00", int8(-128), uint64(math.MaxUint64), float32(0.1), 'η'})
		}})
	}
	if a.Deep != nil {
		task("Deep", checking.Check{Name: "returns what it gets", Points: 1, Do: func(t *checking.Try) {
			x, names, p := [][][]float64{nil, {}, {{1, math.Inf(1)}, nil, {}}}, [][]string{{"", "a"}, nil}, []tagged{{}, {2, []string{"b"}}}
			y, m, q := a.Deep(x, names, p)
			equal(t, "Deep", []any{y, m, q}, []any{x, names, p})
		}})
	}
	if a.Change != nil {
		task("Change", checking.Check{Name: "changes what it shares", Points: 1, Do: func(t *checking.Try) {
			row, v := []float64{1, 2}, []int{1, 2}
			x, p := [][]float64{row, {3}, {4}}, []struct {
				X float64
				N int
			}{{1, 1}, {2, 2}}
			a.Change(x, p, struct{ V []int }{v})
			equal(t, "x", x, [][]float64{{1, 9}, {1, 9}, {4}})
			equal(t, "the row that x has been made of", row, []float64{1, 9})
			equal(t, "p", fmt.Sprint(p), "[{1 1} {8 2}]")
			equal(t, "v", v, []int{1, 7})
		}})
	}
	if a.Apply != nil {
		length := func(x []float64) (float64, error) {
			if x == nil {
				return 0, errors.New("no vector\nat all")
			}
			return float64(len(x)), nil
		}
		plus := func(n int) func(int) int { return func(m int) int { return n + m } }
		task("Apply",
			checking.Check{Name: "calls functions and what they return", Points: 1, Do: func(t *checking.Try) {
				y, err := a.Apply(length, plus)
				equal(t, "Apply", fmt.Sprint(y, err), "12 <nil>")
			}},
			checking.Check{Name: "hands errors on", Points: 1, Do: func(t *checking.Try) {
				_, err := a.Apply(func([]float64) (float64, error) { return length(nil) }, plus)
				equal(t, "Apply", fmt.Sprint(err), `no vector\nat all`)
			}},
			checking.Check{Name: "sees that there is no function", Points: 1, Do: func(t *checking.Try) {
				_, err := a.Apply(nil, nil)
				equal(t, "Apply", fmt.Sprint(err), "no function")
			}},
			checking.Check{Name: "may be called by a function that it calls", Points: 1, Do: func(t *checking.Try) {
				y, err := a.Apply(func(x []float64) (float64, error) { return a.Apply(length, plus) }, plus)
				equal(t, "Apply", fmt.Sprint(y, err), "22 <nil>")
			}})
	}
	if a.Draw != nil {
		seeded := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
		task("Draw",
			checking.Check{Name: "draws the same with the same numbers, and others with others", Points: 1, Do: func(t *checking.Try) {
				rng := seeded()
				one, two, again := fmt.Sprint(a.Draw(rng)), fmt.Sprint(a.Draw(rng)), fmt.Sprint(a.Draw(seeded()))
				t.True(one == again && one != two, "Draw", one, two)
			}},
			checking.Check{Name: "leaves the judge's numbers alone", Points: 1, Do: func(t *checking.Try) {
				rng, same := seeded(), seeded()
				a.Draw(rng)
				same.Uint64()
				same.Uint64()
				equal(t, "the next number", rng.Uint64(), same.Uint64())
			}})
	}
	if a.Share != nil {
		task("Share", checking.Check{Name: "returns the memory that it got", Points: 1, Do: func(t *checking.Try) {
			x, X := []float64{1, 2, 3}, [][]float64{{1, 2}, {3, 4}}
			y, Y := a.Share(x, X)
			x[0], X[0][0], X[1][0] = 7, 8, 9
			equal(t, "the first two of x, and X with another second row", []any{y, Y}, []any{[]float64{7, 2}, [][]float64{{8, 2}, {3, 4}}})
		}})
	}
	if a.Nothing != nil {
		task("Nothing", checking.Check{Name: "returns", Points: 1, Do: func(t *checking.Try) { a.Nothing() }})
	}
	return tasks
}

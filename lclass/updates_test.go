package lclass_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"linclass/datasets"
	"linclass/lclass"
)

// The updates of an epoch lead where Steps says that it ends, and there are as
// many of them.
func TestUpdatesAreThoseOfSteps(t *testing.T) {
	x, class := clouds(37, 3, 2, 4)
	d, err := lclass.FromMatrix(x, class, classNames(2))
	must(t, d, err)
	s := make([]float64, d.N())
	for i := range s {
		s[i] = float64(i % 4) // some count nothing
	}
	weighted, err := d.WithWeight(s)
	must(t, weighted, err)
	start := lclass.Perceptron{Eta: 0.3, Epochs: 6, W0: []float64{0.5, -2, 1}, B0: 0.25}
	for name, change := range map[string]func(p *lclass.Perceptron){
		"delta":      func(*lclass.Perceptron) {},
		"defaults":   func(p *lclass.Perceptron) { *p = lclass.Perceptron{} },
		"Rosenblatt": func(p *lclass.Perceptron) { p.Rosenblatt = true },
		"0/1":        func(p *lclass.Perceptron) { p.ZeroOne, p.Batch = true, 1 },
		"fixed bias": func(p *lclass.Perceptron) { p.FixedBias = true },
		"shuffled":   func(p *lclass.Perceptron) { p.Seed = 5 },
	} {
		for of, d := range map[string]*lclass.Data{"": d, ", weighted": weighted} {
			t.Run(name+of, func(t *testing.T) {
				p := start
				change(&p)
				moves, last := map[int]int{}, map[int][]float64{}
				for u, err := range p.Updates(d) {
					if err != nil {
						t.Fatal(err)
					}
					moves[u.Epoch]++
					last[u.Epoch] = append(u.W, u.B)
				}
				end := append(append([]float64(nil), p.W0...), p.B0)
				if p.W0 == nil {
					end = make([]float64, 4)
				}
				for s, err := range p.Steps(d) {
					if err != nil {
						t.Fatal(err)
					}
					if s.Updates != moves[s.Epoch] {
						t.Errorf("epoch %d: %d updates, Steps says %d", s.Epoch, moves[s.Epoch], s.Updates)
					}
					if moves[s.Epoch] > 0 {
						end = last[s.Epoch]
					}
					w, b := s.Line()
					near(t, fmt.Sprint("epoch ", s.Epoch), end, append(w, b), 1e-12)
				}
			})
		}
	}
}

// Each update says what it was made of: η(t − y) x, or ηtx, added to the weights
// before, for a sample that they have on the wrong side.
func TestUpdatesAddUp(t *testing.T) {
	d := datasets.UnitSquare(40, 3)
	for _, p := range []lclass.Perceptron{{Eta: 0.5}, {Eta: 0.5, Rosenblatt: true}, {Eta: 0.5, ZeroOne: true}} {
		w, b, n := []float64{0, 0}, 0.0, 0
		for u, err := range p.Updates(d) {
			if err != nil {
				t.Fatal(err)
			}
			x := d.Row(u.Sample)
			z := w[0]*x[0] + w[1]*x[1] + b
			low := -1.0
			if p.ZeroOne {
				low = 0
			}
			want := []float64{low, 1}[d.T()[u.Sample]]
			y := low
			if z >= 0 {
				y = 1
			}
			c := 0.5 * (want - y)
			if p.Rosenblatt {
				c = 0.5 * want
			}
			w, b = []float64{w[0] + c*x[0], w[1] + c*x[1]}, b+c
			near(t, fmt.Sprintf("%+v, update %d", p, n), []float64{u.X[0], u.X[1], u.T, u.Z, u.Y, u.Factor, u.W[0], u.W[1], u.B},
				[]float64{x[0], x[1], want, z, y, c, w[0], w[1], b}, 1e-12)
			if u.T == u.Y {
				t.Errorf("%+v, update %d: sample %d is right", p, n, u.Sample)
			}
			n++
		}
		if n == 0 {
			t.Errorf("%+v: no updates", p)
		}
	}
}

func TestUpdatesCanBeLeft(t *testing.T) {
	n := 0
	for range (lclass.Perceptron{}).Updates(datasets.XOR()) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d updates", n)
	}
}

func TestUpdatesErrors(t *testing.T) {
	for name, test := range map[string]struct {
		p     lclass.Perceptron
		d     *lclass.Data
		want  error
		words []string
	}{
		"batch":    {lclass.Perceptron{Batch: lclass.FullBatch}, datasets.AND(), &lclass.SettingError{Setting: "Perceptron.Batch", Value: int(lclass.FullBatch)}, []string{"set Batch to 1"}},
		"rate":     {lclass.Perceptron{Eta: -1}, datasets.AND(), &lclass.SettingError{Setting: "Eta", Value: -1}, nil},
		"no data":  {lclass.Perceptron{}, nil, lclass.ErrNoData, nil},
		"diverged": {lclass.Perceptron{Eta: math.MaxFloat64}, datasets.XOR(), lclass.ErrDiverged, []string{"smaller Eta"}},
	} {
		t.Run(name, func(t *testing.T) {
			var last error
			for _, last = range test.p.Updates(test.d) {
			}
			fails(t, last, test.want, test.words...)
		})
	}
}

// Rows that are read in blocks move the line as those of a matrix do, and a block
// that cannot be read is an error.
func TestUpdatesOfBlocks(t *testing.T) {
	d := datasets.UnitSquare(30, 1)
	broken, out := false, errors.New("the cable is out")
	read := func(x []float64, lo, hi int) error {
		if broken {
			return out
		}
		for i := lo; i < hi; i++ {
			copy(x[2*(i-lo):], d.Row(i))
		}
		return nil
	}
	blocks, err := lclass.FromMatrix(lclass.Blocks{N: 30, D: 2, Read: read}, d.T(), d.Classes())
	must(t, blocks, err)
	var want []lclass.Update
	for u, err := range (lclass.Perceptron{}).Updates(d) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, u)
	}
	n := 0
	for u, err := range (lclass.Perceptron{}).Updates(blocks) {
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(u) != fmt.Sprint(want[n]) {
			t.Fatalf("update %d: %+v, want %+v", n, u, want[n])
		}
		n++
	}
	if n != len(want) || n == 0 {
		t.Errorf("%d updates, want %d", n, len(want))
	}
	broken = true
	for _, err := range (lclass.Perceptron{}).Updates(blocks) {
		fails(t, err, out)
	}
}

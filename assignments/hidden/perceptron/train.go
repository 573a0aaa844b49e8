package perceptron

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"linclass/assignments/checking"
	"linclass/assignments/hidden/draw"
)

// A set is points with their classes.
type set struct {
	x [][]float64
	t []float64
}

func (s *set) add(x []float64, t float64) { s.x, s.t = append(s.x, x), append(s.t, t) }

// wrong returns how many points w and b put on the wrong side.
func (s *set) wrong(w []float64, b float64) (n int) {
	for i, x := range s.x {
		if (dot(w, x)+b >= 0) != (s.t[i] > 0) {
			n++
		}
	}
	return n
}

// unit draws a direction.
func unit(rng *rand.Rand, n int) []float64 {
	u := make([]float64, n)
	for i := range u {
		u[i] = rng.NormFloat64()
	}
	length := math.Sqrt(dot(u, u))
	for i := range u {
		u[i] /= length
	}
	return u
}

// margin draws points between −1 and 1 at a distance of gap at least from the
// plane through the origin that is orthogonal to u, most of them above it.
func margin(rng *rand.Rand, u []float64, gap float64, n int) *set {
	s := &set{}
	for len(s.x) < n {
		x := make([]float64, len(u))
		for i := range x {
			x[i] = 2*rng.Float64() - 1
		}
		if z := dot(u, x); z >= gap || z <= -gap && rng.IntN(4) == 0 {
			s.add(x, math.Copysign(1, z))
		}
	}
	return s
}

// away draws pairs of points, in the same direction from the origin, on both
// sides of a plane: a plane through the origin has both on the same side.
func away(rng *rand.Rand, n int) *set {
	u, s := unit(rng, n), &set{}
	for range 10 {
		x := unit(rng, n)
		across := dot(u, x)
		for i := range x {
			x[i] += (1 - across) * u[i] // u·x = 1
		}
		for _, k := range []float64{0.5, 1.5} {
			y := checking.Fresh(x)
			for i := range y {
				y[i] *= k
			}
			s.add(y, math.Copysign(1, k-1))
		}
	}
	return s
}

// marked draws points whose last feature is t/4: after m mistakes its weight
// is m times η/2.
func marked(rng *rand.Rand, n int) *set {
	s := &set{}
	for range n {
		t := class(rng)
		s.add(append(vector(rng, 3), t/4), t)
	}
	return s
}

func sum(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

func trainTask(f func(X [][]float64, t []float64, eta float64, epochs int, rng *rand.Rand) (w []float64, b float64, errs []int), seed uint64) checking.Task {
	train := func(s *set, eta float64, epochs int, order uint64) ([]float64, float64, []int) {
		return f(checking.FreshRows(s.x), checking.Fresh(s.t), eta, epochs, rand.New(rand.NewPCG(seed, order)))
	}
	return checking.Task{Name: "Train", Checks: []checking.Check{
		{
			Name:   "makes no more mistakes than Novikoff allows",
			Hint:   "if no (x, 1) is longer than R and the margin is γ, there are at most (R/γ)² mistakes; begin at w = 0, b = 0",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 8)
				for n := 2; n <= 6; n += 2 {
					const gap = 0.2
					s, longest := margin(rng, unit(rng, n), gap, 30), 0.0
					for _, x := range s.x {
						longest = max(longest, dot(x, x)+1)
					}
					most := longest / (gap * gap)
					w, b, errs := train(s, 0.1, 200, uint64(n))
					t.Equal("the points on the wrong side at the end", s.wrong(w, b), 0)
					t.True(float64(sum(errs)) <= most, "the mistakes of all epochs", fmt.Sprint(sum(errs)), fmt.Sprintf("at most %.0f", most))
				}
			},
		},
		{
			Name:   "finds a line that does not pass through the origin",
			Hint:   "this needs a bias that is learnt, too",
			Points: 0.75,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 9)
				for n := 1; n <= 3; n++ {
					s := away(rng, n)
					w, b, _ := train(s, 0.5, 400, uint64(n))
					t.Equal(fmt.Sprintf("the points on the wrong side at the end, of %d points with %d features", len(s.x), n), s.wrong(w, b), 0)
				}
			},
		},
		{
			Name:   "moves once for each mistake that it counts",
			Hint:   "w at the end is 2η times the sum of tx over all mistakes, and nothing else",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 10)
				for i := range 3 {
					s, eta := marked(rng, 20), math.Ldexp(1, -rng.IntN(3))
					w, _, errs := train(s, eta, 3+i, uint64(i))
					t.True(sum(errs) > 0, "the mistakes of all epochs", "0", "at least 1")
					t.Number("the mistakes that the last weight implies, compared with the sum of errs", w[3]/(eta/2), float64(sum(errs)))
				}
			},
		},
		{
			Name:   "never gets XOR right",
			Hint:   "stretched and shifted, XOR still has a mistake in every epoch, and errs counts all epochs",
			Points: 0.5,
			Do: func(t *checking.Try) {
				rng := draw.Numbers(seed, 11)
				for range 3 {
					s, epochs := &set{}, 10+rng.IntN(10)
					scale, shift := float64(1+rng.IntN(4)), vector(rng, 2)
					for i := range 4 {
						p, q := float64(i/2), float64(i%2)
						s.add([]float64{scale*p + shift[0], scale*q + shift[1]}, 1-2*float64((i/2+i%2)%2))
					}
					_, _, errs := train(s, 0.5, epochs, 1)
					t.Equal("the length of errs", len(errs), epochs)
					t.True(slices.Min(errs) >= 1 && slices.Max(errs) <= 4, "errs", checking.Show(errs), "1 to 4 mistakes in every epoch")
				}
			},
		},
		{
			Name:   "draws the orders from rng, and from nothing else",
			Hint:   "the same rng gives the same order; the functions of package rand draw from another source",
			Points: 0.25,
			Do: func(t *checking.Try) {
				s := marked(draw.Numbers(seed, 12), 20)
				run := func(order uint64) string { return fmt.Sprint(train(s, 0.5, 3, order)) }
				first, others := run(1), 0
				t.True(run(1) == first, "w, b and errs, twice with the same random numbers", "different", "the same")
				for order := range uint64(5) {
					if run(2+order) != first {
						others++
					}
				}
				t.True(others > 0, "w, b and errs, with other random numbers", "the same", "different")
			},
		},
		{
			Name:   "begins at w = 0, b = 0, where η changes no decision",
			Hint:   "from 0 all weights are multiples of η",
			Points: 0.25,
			Do: func(t *checking.Try) {
				// x in one class, −x in the other: the order does not matter.
				rng, s := draw.Numbers(seed, 13), &set{}
				x := vector(rng, 3)
				minus := []float64{-x[0], -x[1], -x[2]}
				for range 4 {
					s.add(x, 1)
					s.add(minus, -1)
				}
				w, b, errs := train(s, 0.25, 20, 1)
				w8, b8, errs8 := train(s, 2, 20, 1)
				t.Varies("w and 0", append(checking.Fresh(w), 0)...)
				t.Equal("errs with 8 times the η", errs8, errs)
				for i := range w {
					w[i] *= 8
				}
				t.Same("w with 8 times the η", w8, w)
				t.Same("b with 8 times the η", []float64{b8}, []float64{8 * b})
			},
		},
		{
			Name:   "leaves X and t as they are",
			Hint:   "draw an order of the numbers of the points instead of moving the points",
			Points: 0.25,
			Do: func(t *checking.Try) {
				s := marked(draw.Numbers(seed, 14), 30)
				x, classes := checking.FreshRows(s.x), checking.Fresh(s.t)
				w, _, errs := f(x, classes, 0.5, 5, rand.New(rand.NewPCG(seed, 1)))
				t.True(sum(errs) > 0 && len(w) == 4, "errs and w", checking.Show(errs)+" and "+checking.Show(w), "mistakes, and a weight for each feature")
				moves := w[3] / (0.5 / 2)
				t.True(moves > 0, "the last weight", checking.Show(w[3]), "above 0: it rises at every mistake")
				t.Number("the number of moves that the last weight implies", moves, math.Round(moves))
				t.Rows("X afterwards", x, s.x)
				t.Numbers("t afterwards", classes, s.t)
			},
		},
	}}
}

package solve_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/objective"
	"linclass/lclass/internal/rows"
	"linclass/lclass/internal/solve"
)

// oneByOne is online descent that looks at a row when its turn comes, and tells
// how many rows changed θ.
func oneByOne(o *objective.Objective, theta []float64, eta float64) (updates int) {
	w, b := o.Split(theta)
	mean := o.TotalWeight() / float64(o.Samples())
	for i, s := range o.Weight {
		l, r := []float64{0}, []float64{0}
		o.X.Scores(r, i, i+1, 1, w, b)
		o.Loss.Residuals(l, r, r, 1, o.Targets.Slice(i, i+1, 1))
		r[0] *= s
		for j := range w {
			w[j] *= 1 - eta*o.L2
		}
		if r[0] == 0 {
			continue
		}
		updates++
		r[0] *= -eta / mean
		o.X.AddGradient(w, i, i+1, 1, r)
		b[0] += r[0]
	}
	return updates
}

// To look at rows ahead changes nothing, whether few or all of them change θ.
func TestAhead(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const d, eta, epochs = 12, 0.1, 20 // more than have their losses added up at once
	for _, n := range []int{1, 5, 700} {
		bytes, values := make([]uint8, n*d), make([]float64, n*d)
		o := &objective.Objective{K: 1, Weight: make([]float64, n)}
		for i := range n {
			score := 0.3 * rng.NormFloat64()
			for j := range d {
				if rng.IntN(2) == 0 {
					bytes[i*d+j] = uint8(rng.IntN(256))
				}
				values[i*d+j] = float64(bytes[i*d+j]) / 255
				score += values[i*d+j] * float64(1-j%2*2)
			}
			class := 0
			if score > 0 {
				class = 1
			}
			o.Weight[i] = 1 + rng.Float64()
			o.Targets.Class = append(o.Targets.Class, class)
			o.Targets.Value = append(o.Targets.Value, float64(2*class-1))
		}
		for _, c := range []struct {
			loss loss.Loss
			l2   float64
		}{{loss.Criterion{}, 0}, {loss.Hinge{}, 0}, {loss.Squared{}, 0}, {loss.Hinge{}, 0.01}} {
			for name, x := range map[string]rows.Rows{"dense": rows.NewDense(n, d, values), "bytes": rows.NewSparse(n, d, bytes, 1./255)} {
				t.Run(fmt.Sprintf("%T/%v/%s/%d", c.loss, c.l2, name, n), func(t *testing.T) {
					o := *o
					o.X, o.Loss, o.L2 = x, c.loss, c.l2
					want, next := make([]float64, d+1), 0
					for it, err := range solve.Descent(&o, solve.DescentSettings{Eta: eta, Epochs: epochs, Batch: 1, Tol: -1}) {
						if err != nil {
							t.Fatal(err)
						}
						if it.Epoch != next {
							t.Fatalf("epoch %d after %d", it.Epoch, next-1)
						}
						next++
						sum := o.Pass(it.Theta, objective.Want{})
						if loss := o.Value(sum, it.Theta); math.Abs(it.Loss-loss) > 1e-12*loss || it.Errors != sum.Errors {
							t.Fatalf("epoch %d: loss %v with %d errors, want %v, %d", it.Epoch, it.Loss, it.Errors, loss, sum.Errors)
						}
						if it.Epoch == 0 {
							continue
						}
						if updates := oneByOne(&o, want, eta); it.Updates != updates || !slices.Equal(it.Theta, want) {
							t.Fatalf("epoch %d: %d updates, θ = %v, want %d, %v", it.Epoch, it.Updates, it.Theta, updates, want)
						}
					}
					if next != epochs+1 {
						t.Errorf("%d epochs, want %d", next-1, epochs)
					}
				})
			}
		}
	}
}

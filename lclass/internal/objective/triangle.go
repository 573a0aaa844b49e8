package objective

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"linclass/lclass/internal/factor"
	"linclass/lclass/shard"
)

// triangle is R of the rows √s((x − centre)/scale, t − offset − target). Rows are taken
// in blocks, below the triangle so far.
func (o *Objective) triangle(q shard.Query) *Sum {
	n, d := o.X.Dims()
	k := o.K
	width := d + k
	top := mat.NewDense(width, width, nil)
	step := max(block, 2*width)
	x := make([]float64, d)
	sum := newSum()
	sum.N = n
	for lo := 0; lo < n; lo += step {
		if o.Stopped() {
			sum.Triangle = top.RawMatrix().Data
			spoil(sum)
			return sum
		}
		hi := min(lo+step, n)
		stack := mat.NewDense(width+hi-lo, width, nil)
		stack.Slice(0, width, 0, width).(*mat.Dense).Copy(top)
		for i := lo; i < hi; i++ {
			sum.Weight += o.Weight[i]
			root := math.Sqrt(o.Weight[i])
			row := stack.RawRowView(width + i - lo)
			o.X.Row(x, i)
			for j, v := range x {
				row[j] = root * ((v - q.Centre[j]) / q.Scale[j])
			}
			for c := range k {
				row[d+c] = root * (o.target(i, c) - q.Target[c])
			}
		}
		if top = factor.Triangle(stack, o.Stop); top == nil {
			sum.Triangle = make([]float64, width*width)
			spoil(sum)
			return sum
		}
	}
	sum.Triangle = top.RawMatrix().Data
	return sum
}

// target returns numeric target c of a row less its offset.
func (o *Objective) target(i, c int) float64 {
	t := o.Targets.Value[i*o.K+c]
	if o.Offset != nil {
		t -= o.Offset[i]
	}
	return t
}

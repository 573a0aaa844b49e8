package objective

import (
	"math/bits"

	"linclass/lclass/internal/loss"
	"linclass/lclass/internal/rows"
	"linclass/lclass/shard"
)

// Want says what a pass is to add up beyond the loss.
type Want struct {
	Gradient bool
	// Shift asks for the Gram matrices of φ = (x − Shift, 1) weighted with the
	// curvatures of the loss, which must be a loss.Curved.
	Shift []float64
	// Rough allows float32 inside a block where the features are bytes.
	Rough bool
}

// block is the number of rows whose scores are held at once.
const block = rows.Block

// Pass adds up the loss at θ over all rows.
func (o *Objective) Pass(theta []float64, want Want) *Sum { return o.held(o.ask(want.query(theta))) }

// PassBeside is Pass for rows that are here. It calls beside for each block of
// them with its residuals, in any order and for several at once, while it has them next
// to the processor.
func (o *Objective) PassBeside(theta []float64, want Want, beside Beside) *Sum {
	if beside == nil {
		return o.Pass(theta, want)
	}
	return o.held(o.pass(want.query(theta), beside))
}

// Beside is called in a pass for the rows lo ≤ i < hi with their residuals r.
type Beside func(lo, hi int, r []float64)

// held is a sum over all rows in which biases that stay 0 have no slopes.
func (o *Objective) held(s *Sum) *Sum {
	if s.Gradient != nil {
		_, slopes := o.Split(s.Gradient)
		o.holdBiases(slopes)
	}
	return s
}

func (want Want) query(theta []float64) shard.Query {
	return shard.Query{Kind: shard.Loss, Theta: theta, Gradient: want.Gradient, Curvature: want.Shift != nil, Centre: want.Shift, Rough: want.Rough}
}

// pass answers that for rows in memory; beside is nil for nothing.
func (o *Objective) pass(q shard.Query, beside Beside) *Sum {
	n, _ := o.X.Dims()
	size := 1
	if q.Gradient {
		size += len(q.Theta)
	}
	if q.Curvature {
		size += o.curvatures()
	}
	least := rowsAPart(len(q.Theta))
	var rough []float32
	if q.Rough && rows.AsRough(o.X, o.K) != nil {
		w, _ := o.Split(q.Theta)
		rough = rows.RoughWeights(w, o.K)
	}
	return together(o.chunks(n, least, size, func(lo, hi int) *Sum { return o.passOver(q, rough, beside, lo, hi) }))
}

// together merges sums, the gradients and curvatures of which are no longer needed.
func together(sums []*Sum) *Sum {
	sum := merge(sums)
	for _, s := range sums[1:] {
		gradients.Put(&s.Gradient)
		if s.Curvature != nil {
			curvatures.Put(&s.Curvature)
		}
	}
	return sum
}

// SlopesPass adds up the weights and the gradient of a loss with the slopes that slopes
// sets, over rows that are here. It is called as by PassBeside.
func (o *Objective) SlopesPass(slopes Beside) *Sum {
	n, _ := o.X.Dims()
	return o.held(together(o.chunks(n, rowsAPart(o.Dim()), 1+o.Dim(), func(lo, hi int) *Sum { return o.addSlopes(slopes, lo, hi) })))
}

func (o *Objective) addSlopes(slopes Beside, from, to int) *Sum {
	sum := newSum()
	sum.N, sum.Gradient = to-from, gradients.zeros(o.Dim())
	gw, gb := o.Split(sum.Gradient)
	m := remember(o.K)
	defer memories.Put(m)
	for lo := from; lo < to; lo += block {
		if o.Stopped() {
			spoil(sum)
			break
		}
		hi := min(lo+block, to)
		r, weight := m.r[:(hi-lo)*o.K], o.Weight[lo:hi]
		slopes(lo, hi, r)
		sum.Weight += total(weight)
		weigh(r, weight, gb)
		o.X.AddGradient(gw, lo, hi, o.K, r)
	}
	return sum
}

// curvatures returns how many values Sum.Curvature has.
func (o *Objective) curvatures() int {
	d := o.Features()
	return len(blockPairs(o.Loss.(loss.Curved), o.K)) * (d + 1) * (d + 1)
}

// chunks calls f on consecutive ranges of the n rows, of so many at least, in
// parallel and returns the results, each of which holds size values, in the order
// of the rows.
func (o *Objective) chunks(n, least, size int, f func(lo, hi int) *Sum) []*Sum {
	sums := make([]*Sum, rows.Count(n, least, size))
	rows.Parts(n, len(sums), func(part, lo, hi int) { sums[part] = f(lo, hi) })
	return sums
}

// passOver adds up over some rows, with rough weights unless these are nil.
func (o *Objective) passOver(q shard.Query, rough []float32, beside Beside, from, to int) *Sum {
	_, d := o.X.Dims()
	k := o.K
	w, b := o.Split(q.Theta)
	sum := newSum()
	sum.N = to - from
	var gw, gb []float64
	var pairs [][2]int
	var grams *rows.Grams
	p := d + 1
	if q.Gradient {
		sum.Gradient = gradients.zeros(len(q.Theta))
		gw, gb = o.Split(sum.Gradient)
	}
	if q.Curvature {
		pairs = blockPairs(o.Loss.(loss.Curved), k)
		sum.Curvature = curvatures.zeros(len(pairs) * p * p)
		grams = rows.NewGrams(o.X, from, to, o.Weight[from:to], q.Centre, len(pairs))
	}
	m := remember(k)
	defer memories.Put(m)
	x := o.multiplier(w, b, gw, rough, m)
	for lo := from; lo < to; lo += block {
		if o.Stopped() {
			spoil(sum)
			break
		}
		hi := min(lo+block, to)
		z, r, l := m.z[:(hi-lo)*k], m.r[:(hi-lo)*k], m.l[:hi-lo]
		weight := o.Weight[lo:hi]
		targets := o.Targets.Slice(lo, hi, k)
		x.scores(z, lo, hi)
		o.shift(z, lo, hi)
		o.addLoss(sum, l, r, z, weight, targets)
		if beside != nil {
			beside(lo, hi, r)
		}
		for at, pair := range pairs {
			c := m.curvature[:hi-lo]
			o.Loss.(loss.Curved).Curvature(c, r, k, pair[0], pair[1], targets)
			for i, s := range weight {
				c[i] *= s
			}
			if grams != nil {
				all := sized(&m.curvatures, len(c)*len(pairs))
				for i, v := range c {
					all[i*len(pairs)+at] = v
				}
				continue
			}
			if !o.addGram(sum.Curvature[at*p*p:(at+1)*p*p], lo, hi, c, q.Centre) {
				spoil(sum)
				break
			}
		}
		if grams != nil {
			grams.Add(lo, hi, m.curvatures)
		}
		if q.Gradient {
			weigh(r, weight, gb)
			x.addGradient(r, lo, hi)
		}
	}
	if grams != nil {
		grams.AddTo(sum.Curvature)
	}
	x.end()
	return sum
}

// addGram adds Σ rᵢ φᵢφᵢᵀ over the rows lo ≤ i < hi, of so many columns that a block of
// them takes long some at a time, and reports whether the fit is not stopped. Rows that
// do not count are not among the some.
func (o *Objective) addGram(h []float64, lo, hi int, r, centre []float64) bool {
	const least, brief = 32, 1 << 28
	most := max(least, 1<<bits.Len(uint(brief/len(h)))/2)
	for len(r) > 0 {
		if o.Stopped() {
			return false
		}
		size := 0
		for count := 0; size < len(r) && (count < most || r[size] == 0); size++ {
			if r[size] != 0 {
				count++
			}
		}
		o.X.AddGram(h, lo, lo+size, r[:size], centre)
		lo, r = lo+size, r[size:]
	}
	return true
}

// addLoss adds the loss of a block with scores z, of which it sets the residuals r
// and the losses l of the samples.
func (o *Objective) addLoss(sum *Sum, l, r, z, weight []float64, targets loss.Targets) {
	judge(sum, z, weight, o.K, targets.Class, l)
	o.Loss.Residuals(l, r, z, o.K, targets)
	addUp(sum, weight, l)
}

// addUp adds the weights and the losses of a block. Rows that are alike err alike: a sum
// of many of them, one after the other, would be off by more than what decides when a
// fit ends.
func addUp(sum *Sum, weight, l []float64) {
	sum.Weight += total(weight)
	sum.Loss += dot(weight, l)
}

func total(x []float64) (sum float64) {
	for _, v := range x {
		sum += v
	}
	return sum
}

// dot returns Σ xᵢyᵢ, with the same bits on every processor.
func dot(x, y []float64) (total float64) {
	var sums [2]float64
	for ; len(x) >= len(sums) && len(y) >= len(sums); x, y = x[len(sums):], y[len(sums):] {
		for j := range sums {
			sums[j] += x[j] * y[j]
		}
	}
	for j, v := range x {
		sums[j] += v * y[j]
	}
	for _, v := range sums {
		total += v
	}
	return total
}

// weigh multiplies the residuals of each row with its weight and adds them to
// gb, one value a score.
func weigh(r, weight, gb []float64) {
	const few = 16 // rows, whose sums are added up
	k := len(gb)
	if k == 1 {
		gb[0] += dot(weight, r)
		for i, s := range weight {
			r[i] *= s
		}
		return
	}
	var sums [64]float64
	for from := 0; from < k; from += len(sums) {
		to := min(from+len(sums), k)
		for lo := 0; lo < len(weight); lo += few {
			sums := sums[:to-from]
			clear(sums)
			for i := lo; i < min(lo+few, len(weight)); i++ {
				s, row := weight[i], r[i*k+from:i*k+to]
				for j := range row {
					row[j] *= s
					sums[j] += row[j]
				}
			}
			for j, v := range sums {
				gb[from+j] += v
			}
		}
	}
}

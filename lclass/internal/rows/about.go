package rows

import "math"

// About returns the rows of x with scores W(x − centre) + (b + W·centre + shift),
// the last of which is summed in twice the digits. Where features are far from 0
// W x and b cancel, and these scores are those of W and b to the last digits if
// centre is among the rows. shift has a value for each score, or is nil for 0.
func About(x Rows, centre, shift []float64) Rows {
	return &about{Rows: x, centre: centre, shift: shift}
}

type about struct {
	Rows
	centre, shift []float64
}

// Scores implements Rows.
func (a *about) Scores(z []float64, lo, hi, k int, w, b []float64) {
	d := len(a.centre)
	at := make([]float64, k)
	for c := range k {
		sum, low := b[c], 0.0
		add := func(v float64) {
			next := sum + v
			part := next - sum
			low += (sum - (next - part)) + (v - part)
			sum = next
		}
		for j, m := range a.centre {
			product := w[j*k+c] * m
			add(product)
			low += math.FMA(w[j*k+c], m, -product)
		}
		if a.shift != nil {
			add(a.shift[c])
		}
		at[c] = sum + low
	}
	x := make([]float64, d)
	for i := lo; i < hi; i++ {
		a.Row(x, i)
		row := z[(i-lo)*k : (i-lo+1)*k]
		copy(row, at)
		for j, m := range a.centre {
			v := x[j] - m
			if v == 0 {
				continue
			}
			for c, weight := range w[j*k : (j+1)*k] {
				row[c] += weight * v
			}
		}
	}
}

// Subset implements Rows.
func (a *about) Subset(index []int) Rows { return About(a.Rows.Subset(index), a.centre, a.shift) }

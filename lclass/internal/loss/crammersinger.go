package loss

// CrammerSinger is the hinge loss of k classes that counts the class whose
// score comes closest to that of the true one (Crammer and Singer 2001),
//
//	ℓ = max(0, 1 + max_{j≠t} zⱼ − z_t)
type CrammerSinger struct{}

var _ Polyhedral = CrammerSinger{}

// Name implements Named.
func (CrammerSinger) Name() string { return "crammer-singer" }

// Residuals implements Loss.
func (CrammerSinger) Residuals(l, r, z []float64, k int, t Targets) {
	for i, class := range t.Class {
		scores, u := z[i*k:(i+1)*k], r[i*k:(i+1)*k]
		best := -1
		for j, v := range scores {
			if j != class && (best < 0 || v > scores[best]) {
				best = j
			}
		}
		short := 1 + scores[best] - scores[class]
		clear(u)
		l[i] = 0
		if short > 0 {
			l[i] = short
			u[best], u[class] = 1, -1
		}
	}
}

// Nearest implements Dual. With uⱼ = aⱼ for the other classes and u_t = −Σ a
// the conjugate is −Σ a for aⱼ ≥ 0 and Σ a ≤ 1, and aⱼ = max(0, sⱼ − c) with
// c = Σ a, or, where that would be above 1, with the c that makes it 1.
func (CrammerSinger) Nearest(u, v []float64, q float64, t *Targets, i int) {
	class := t.Class[i]
	shortfalls(u, v, q, class)
	largest := 0.0
	for j, s := range u {
		if j != class {
			largest = max(largest, s)
		}
	}
	sum := func(c float64) (sum, count float64) {
		for j, s := range u {
			if j != class && s > c {
				sum += s - c
				count++
			}
		}
		return sum, count
	}
	var c float64
	if at1, _ := sum(1); at1 > 1 {
		c = root(1, largest, func(c float64) (excess, fall float64) {
			excess, fall = sum(c)
			return excess - 1, fall
		})
	} else {
		c = root(0, 2, func(c float64) (excess, fall float64) {
			excess, fall = sum(c)
			return excess - c, fall + 1
		})
	}
	for j, s := range u {
		u[j] = max(s-c, 0)
	}
	setOwn(u, class)
}

// Conjugate implements Dual.
func (CrammerSinger) Conjugate(u []float64, t *Targets, i int) float64 { return u[t.Class[i]] }

// Mixed implements Polyhedral.
func (CrammerSinger) Mixed() bool { return true }

// Shared implements Polyhedral.
func (CrammerSinger) Shared() bool { return true }

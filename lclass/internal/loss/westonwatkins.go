package loss

// WestonWatkins is the hinge loss of k classes that counts every class whose
// score comes closer than 1 to that of the true one (KMITL, multiclass SVM
// loss; Weston and Watkins 1999),
//
//	ℓ = Σ_{j≠t} max(0, 1 + zⱼ − z_t)
type WestonWatkins struct{}

var _ Polyhedral = WestonWatkins{}

// Name implements Named.
func (WestonWatkins) Name() string { return "weston-watkins" }

// Residuals implements Loss.
func (WestonWatkins) Residuals(l, r, z []float64, k int, t Targets) {
	for i, class := range t.Class {
		scores, u := z[i*k:(i+1)*k], r[i*k:(i+1)*k]
		own := scores[class]
		var count float64
		l[i] = 0
		for j, v := range scores {
			u[j] = 0
			if short := 1 + v - own; j != class && short > 0 {
				l[i] += short
				u[j] = 1
				count++
			}
		}
		u[class] = -count
	}
}

// Nearest implements Dual. With uⱼ = aⱼ for the other classes and u_t = −Σ a
// the conjugate is −Σ a for 0 ≤ aⱼ ≤ 1, and
//
//	aⱼ = min(max(0, sⱼ − c), 1),  c = Σ a,  sⱼ = vⱼ − v_t + 1/q
func (WestonWatkins) Nearest(u, v []float64, q float64, t *Targets, i int) {
	class := t.Class[i]
	shortfalls(u, v, q, class)
	c := root(0, float64(len(u)), func(c float64) (excess, fall float64) {
		excess, fall = -c, 1
		for j, s := range u {
			if j != class && s > c {
				excess += min(s-c, 1)
				if s-c < 1 {
					fall++
				}
			}
		}
		return excess, fall
	})
	for j, s := range u {
		u[j] = min(max(s-c, 0), 1)
	}
	setOwn(u, class)
}

// Conjugate implements Dual.
func (WestonWatkins) Conjugate(u []float64, t *Targets, i int) float64 { return u[t.Class[i]] }

// Mixed implements Polyhedral.
func (WestonWatkins) Mixed() bool { return true }

// Shared implements Polyhedral.
func (WestonWatkins) Shared() bool { return false }

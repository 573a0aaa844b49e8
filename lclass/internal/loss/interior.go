package loss

import "math"

// Interior is a polyhedral loss of which an interior-point method knows how the slopes of
// each sample answer to its scores. With more than one score they answer to the shortfalls
// of the other classes j by
//
//	∂aⱼ/∂sⱼ' = Bⱼδⱼⱼ' − κ BⱼBⱼ'/(1 + κ ΣB)
//
// with B = Targets.Bend, where κ has the place of the true class, and ΣB = Targets.Bends. If
// the loss is not Shared, κ is 0.
type Interior struct{ Polyhedral }

var _ Curved = Interior{}

// Bound implements Bounded.
func (Interior) Bound() float64 { return math.Inf(1) }

// Curvature implements Curved.
func (Interior) Curvature(c, _ []float64, k, a, b int, t Targets) {
	if k == 1 {
		copy(c, t.Bend)
		return
	}
	for i, class := range t.Class {
		bend := t.Bend[i*k : (i+1)*k]
		sum, own := t.Bends[i], bend[class]
		shared := 1 + own*sum
		switch {
		case a == class && b == class:
			c[i] = sum / shared
		case a == class:
			c[i] = -bend[b] / shared
		case b == class:
			c[i] = -bend[a] / shared
		case a == b:
			var others float64
			for j, v := range bend {
				if own > 0 && j != class && j != a {
					others += v
				}
			}
			c[i] = bend[a] * (1 + own*others) / shared
		default:
			c[i] = -own * bend[a] * bend[b] / shared
		}
	}
}

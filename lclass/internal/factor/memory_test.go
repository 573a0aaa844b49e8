package factor

import "testing"

// A matrix is all zeros, whatever was forgotten before.
func TestNewSymmetricIsZero(t *testing.T) {
	for _, p := range []int{1, 3, 4, 5, 7, 8, 9, 31, 32, 33, 100, 5, 1030, 1025, 1030, 2} {
		m := NewSymmetric(p)
		if m.SymmetricDim() != p {
			t.Fatalf("%d rows, want %d", m.SymmetricDim(), p)
		}
		for i := range p {
			for j := i; j < p; j++ {
				if m.At(i, j) != 0 {
					t.Fatalf("%d×%d: value %d, %d is %v", p, p, i, j, m.At(i, j))
				}
				m.SetSym(i, j, 1)
			}
		}
		Forget(m)
	}
}

package rows

import (
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"math/bits"
	"sync"

	"linclass/lclass/internal/kernel"
)

// ErrChanged is why rows cannot be read that are no longer what they were.
var ErrChanged = errors.New("lclass: the source has changed since it was first read")

// Steady returns read with a memory: rows lo ≤ i < hi must have the values that
// they had the first time, of which 64 bits are kept. Then, too, check may
// refuse them; it is nil for no check.
func Steady[V kernel.Value](read, check func(x []V, lo, hi int) error) func(x []V, lo, hi int) error {
	type span struct{ lo, hi int }
	var mu sync.Mutex
	seen := map[span]uint64{}
	seed := maphash.MakeSeed()
	return func(x []V, lo, hi int) error {
		if err := read(x, lo, hi); err != nil {
			return err
		}
		print := fingerprint(seed, x)
		mu.Lock()
		before, again := seen[span{lo, hi}]
		mu.Unlock()
		if again && print != before {
			return fmt.Errorf("%w: rows %d to %d have other values", ErrChanged, lo, hi-1)
		}
		if !again && check != nil {
			if err := check(x, lo, hi); err != nil {
				return err
			}
		}
		mu.Lock()
		seen[span{lo, hi}] = print
		mu.Unlock()
		return nil
	}
}

// fingerprint returns 64 bits that values share with hardly any other ones.
func fingerprint[V kernel.Value](seed maphash.Seed, x []V) uint64 {
	switch x := any(x).(type) {
	case []byte:
		return maphash.Bytes(seed, x)
	case []float64:
		return mixed(x)
	}
	panic("rows: no fingerprint for these values")
}

// mixed takes four values at a time, as each step waits for the one before.
func mixed(x []float64) uint64 {
	const prime = 1099511628211 // of FNV-1a
	mix := func(h uint64, v float64) uint64 { return bits.RotateLeft64((h^math.Float64bits(v))*prime, 29) }
	a, b, c, d := uint64(len(x)), uint64(1), uint64(2), uint64(3)
	for ; len(x) >= 4; x = x[4:] {
		a, b, c, d = mix(a, x[0]), mix(b, x[1]), mix(c, x[2]), mix(d, x[3])
	}
	for _, v := range x {
		a = mix(a, v)
	}
	return ((a*prime^b)*prime^c)*prime ^ d
}

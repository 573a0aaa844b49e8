package kernel

import "math"

// Scramble is the finalizer of SplitMix64 (Steele, Lea and Flood 2014), which
// spreads each bit over all others.
func Scramble(v uint64) uint64 {
	v += 0x9e3779b97f4a7c15
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

// AddScrambled adds times·Scramble(target ^ bits of x) to sums, which is as long
// as x. The bits of −0 are those of 0.
func AddScrambled(sums []uint64, x []float64, target, times uint64) {
	sums = sums[:len(x)]
	if best != nil && len(x) > 0 {
		best.scramble(&sums[0], &x[0], len(x), target, times)
		return
	}
	for j, v := range x {
		sums[j] += times * Scramble(target^math.Float64bits(v+0))
	}
}

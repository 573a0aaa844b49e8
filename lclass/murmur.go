package lclass

import (
	"encoding/binary"
	mathbits "math/bits"
)

// murmur is MurmurHash3 of 32 bits with seed 0 (Appleby 2011, in the public domain).
func murmur(text []byte) int32 {
	const c1, c2 = 0xcc9e2d51, 0x1b873593
	var h uint32
	size := len(text)
	for len(text) >= 4 {
		k := binary.LittleEndian.Uint32(text) * c1
		h ^= mathbits.RotateLeft32(k, 15) * c2
		h = mathbits.RotateLeft32(h, 13)*5 + 0xe6546b64
		text = text[4:]
	}
	var k uint32
	for i, b := range text {
		k |= uint32(b) << (8 * i)
	}
	h ^= mathbits.RotateLeft32(k*c1, 15) * c2
	h ^= uint32(size)
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	h ^= h >> 16
	return int32(h)
}
